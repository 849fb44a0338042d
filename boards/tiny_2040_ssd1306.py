"""Pimoroni Tiny 2040 (2 MB variant) with an SSD1306 panel."""

# Pinout: https://docs.zephyrproject.org/latest/boards/pimoroni/tiny2040/doc/index.html, pins.csv of
# PIMORONI_TINY2040 in MicroPython, and https://shop.pimoroni.com/products/tiny-2040. Pin pictures of public
# programs show the order of its pads: VBUS GND 3V3 29 28 27 26 GND, and 0 to 7 on the other side.

NAME = "Tiny 2040 + SSD1306"
MCU = "RP2040"
CHIP = "ssd1306"
SDA = 4
SCL = 5
UP = 29  # A3
DOWN = 28  # A2
OK = 27  # A1
BACK = 26  # A0
BATTERY = None  # the board cannot measure a battery
VSYS = None
VBUS = None  # no pin senses USB: a charger counts as battery, a computer is detected
