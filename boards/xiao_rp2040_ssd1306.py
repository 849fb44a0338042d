"""Seeed Studio XIAO RP2040 with an SSD1306 panel, on its expansion boards' pads."""

# Pinout: https://wiki.seeedstudio.com/XIAO-RP2040/, and pins.csv of SEEED_XIAO_RP2040 in MicroPython; its pads in their
# order: https://fabacademy.org/2026/labs/kochi/students/merin-cyriac/Assignments/Week_04/XIAO_RP2040.html.

NAME = "XIAO RP2040 + SSD1306"
MCU = "RP2040"
CHIP = "ssd1306"
I2C = 1
SDA = 6  # D4
SCL = 7  # D5
UP = 26  # D0
DOWN = 27  # D1
OK = 28  # D2
BACK = 29  # D3
BATTERY = None  # the board cannot measure a battery
VSYS = None
VBUS = None  # no pin senses USB: a charger counts as battery, a computer is detected
