"""Waveshare RP2040-Zero with an SSD1306 panel."""

# Pinout: https://www.waveshare.com/wiki/RP2040-Zero; the order of its pads also in BOARDS.md of
# TeamOpenFIRE/OpenFIRE-Firmware.

NAME = "RP2040-Zero + SSD1306"
MCU = "RP2040"
CHIP = "ssd1306"
SDA = 0
SCL = 1
UP = 29
DOWN = 28
OK = 27
BACK = 26
BATTERY = None  # the board cannot measure a battery
VSYS = None
VBUS = None  # no pin senses USB: a charger counts as battery, a computer is detected
