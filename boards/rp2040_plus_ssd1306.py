"""Waveshare RP2040-Plus with an SSD1306 panel. Its pads are a Pico's; a LiPo cell has a socket and a charger on it."""

# Pinout: https://www.waveshare.com/wiki/RP2040-Plus, and waveshare_rp2040_plus_4mb.h of
# raspberrypi/pico-sdk.

NAME = "RP2040-Plus + SSD1306"
MCU = "RP2040"
CHIP = "ssd1306"
BATTERY = None  # no published pinout says how its cell could be measured
VSYS = None
VBUS = None  # a charger counts as battery, a computer is noticed
