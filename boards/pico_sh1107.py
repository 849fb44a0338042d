"""Raspberry Pi Pico with an SH1107 panel, the usual 1.5 inch module of 128x128, of which the middle is used."""

# Commands: as u8x8_d_sh1107_128x128_init_seq of csrc/u8x8_d_sh1107.c in olikraus/u8g2 at 0319996fef, in another order:
# page addressing, which is a command of one byte here, 128 lines, no offset; clock, pre-charge and deselect level. The
# converter (ad 8b: on) is the reset value there, and is set by peter-l5/SH1107 (ad 8d), each with another frequency.
# What each command means: SH1107 data sheet v2.1 (Sino Wealth).

NAME = "Pico + SH1107"
MCU = "RP2040"
CHIP = "sh1107"
PANEL = "0 4 ae dc00 20 a87f d300 ad8b d550 d922 db35 a4"
