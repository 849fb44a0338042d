"""Raspberry Pi Pico 2 W with a 1.3 inch SH1106 panel. The radio is not used."""

NAME = "Pico 2 W + SH1106"
MCU = "RP2350"
WIRELESS = True
CHIP = "sh1106"
VSYS_SELECT = 25  # pin to drive high while VSYS is measured: it releases pin 29 from the radio
VBUS = None  # the USB sense pin belongs to the radio: a charger counts as battery, a computer is detected
