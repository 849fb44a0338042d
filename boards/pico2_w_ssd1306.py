"""Raspberry Pi Pico 2 W with a 0.96 inch SSD1306 panel. The radio is not used."""

NAME = "Pico 2 W + SSD1306"
MCU = "RP2350"
WIRELESS = True
CHIP = "ssd1306"
VSYS_SELECT = 25  # pin to drive high while VSYS is measured: it releases pin 29 from the radio
VBUS = None  # the USB sense pin belongs to the radio: a charger counts as battery, a computer is detected
