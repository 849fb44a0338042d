"""Default constants of a board file: a Raspberry Pi Pico with an SSD1306 panel."""

NAME = "Pico + SSD1306"

MCU = "RP2040"  # the flash tool refuses another chip
WIRELESS = False  # True for a Pico with radio, which measures its supply another way

# Panel
CHIP = "ssd1306"
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
VSYS = 29  # pin that measures the supply through the board's divider by 3, or None
VSYS_DIVIDER = 3
VSYS_DROP = 250  # voltage drop of the diode between battery and VSYS, in millivolts
VSYS_SELECT = None  # pin to drive high while VSYS is measured
VBUS = 24  # high while USB feeds the board
