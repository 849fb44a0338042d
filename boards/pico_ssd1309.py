"""Raspberry Pi Pico with an SSD1309 panel, the usual 2.42 inch module on I2C, with its RES pin."""

# Commands: as u8x8_d_ssd1309_128x64_noname_init_seq of csrc/u8x8_d_ssd1309.c in olikraus/u8g2 at 0319996fef (clock a0,
# page addressing, COM pins 12), with the lines and the offset, which are the reset values there, and the unlocking of
# commands (fd 12) first. Pre-charge and deselect level (25, 34) are the reset values, SSD1309 data sheet rev 1.1
# (Solomon Systech); u8g2 has d3 and 20. It has no charge pump: the module has a converter.

NAME = "Pico + SSD1309"
MCU = "RP2040"
CHIP = "ssd1309"
RESET = 19
PANEL = "0 0 ae fd12 d5a0 a83f d300 40 2002 2e da12 d925 db34 a4"
