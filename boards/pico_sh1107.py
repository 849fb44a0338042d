"""Raspberry Pi Pico with an SH1107 panel, the usual 1.5 inch module of 128x128, of which the middle is used."""

# Commands: those of u8x8_d_sh1107_128x128_init_seq in csrc/u8x8_d_sh1107.c of olikraus/u8g2 at 0319996fef: page
# addressing (a command of one byte here), 128 lines, clock, pre-charge and deselect level. Offset 0 and the converter
# (ad 81: on) are the reset values, as sh1107.py of peter-l5/SH1107 says; u8g2 leaves them so.

NAME = "Pico + SH1107"
MCU = "RP2040"
CHIP = "sh1107"
PANEL = "0 4 ae dc00 20 a87f d300 ad81 d550 d922 db35 a4"
