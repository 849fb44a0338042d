"""Waveshare RP2040-Plus (a Pico's pads, a LiPo charger) with an SSD1306 panel."""

# Pinout: https://www.waveshare.com/wiki/RP2040-Plus, and waveshare_rp2040_plus_4mb.h of
# raspberrypi/pico-sdk.

NAME = "RP2040-Plus + SSD1306"
MCU = "RP2040"
CHIP = "ssd1306"
BATTERY = None  # no published pinout shows how to measure the cell
VSYS = None
VBUS = None  # no pin senses USB: a charger counts as battery, a computer is detected
