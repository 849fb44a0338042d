"""Raspberry Pi Pico 2 (RP2350) with an SH1106 panel, the usual 1.3 inch module."""

NAME = "Pico 2 + SH1106"

MCU = "RP2350"  # the flash tool refuses another chip
WIRELESS = False  # True for a Pico with radio, whose supply is measured another way

# Panel
CHIP = "sh1106"
ADDRESS = 0x3C  # 0x3D on some modules
FLIP = False  # True if the panel is mounted upside down
I2C = 0
SDA = 20
SCL = 21
FREQ = 400_000

# Keys, each between its pin and ground
UP = 10
DOWN = 11
OK = 12
BACK = 13

# Supply
BATTERY = "lipo"  # "lipo", "3xaaa", or None: no gauge on the screen
VSYS = 29  # pin that measures the supply, through a divider by 3 on the board; None: it is not measured
VSYS_DIVIDER = 3
VSYS_DROP = 250  # millivolts lost in the diode between battery and VSYS
VSYS_SELECT = None  # pin to drive high while VSYS is measured
VBUS = 24  # high while USB feeds the board
