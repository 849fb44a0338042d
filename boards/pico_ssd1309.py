"""Raspberry Pi Pico with a 2.42 inch SSD1309 panel on I2C, with its RES pin."""

# Start commands of the panel makers' example: clock a0, pre-charge 25, deselect level 34, unlocked by fd 12.
# u8x8_d_ssd1309_128x64_noname_init_seq in csrc/u8x8_d_ssd1309.c of olikraus/u8g2 at 0319996fef agrees. u8g2
# only has d3 for 25, and 20 for 34. The chip has no charge pump; the module has a converter.

NAME = "Pico + SSD1309"
MCU = "RP2040"
CHIP = "ssd1309"
RESET = 19
PANEL = "0 0 ae fd12 d5a0 a83f d300 40 2002 2e da12 d925 db34 a4"
