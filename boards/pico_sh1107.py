"""Raspberry Pi Pico with a 1.5 inch SH1107 panel of 128x128; its middle is used."""

# Start commands of u8x8_d_sh1107_128x128_init_seq in csrc/u8x8_d_sh1107.c of olikraus/u8g2 at 0319996fef. The
# commands set page addressing (a one-byte command here), 128 lines, clock, pre-charge and deselect level.
# Offset 0 and the converter (ad 81: on) are reset values according to sh1107.py of peter-l5/SH1107; u8g2
# leaves them.

NAME = "Pico + SH1107"
MCU = "RP2040"
CHIP = "sh1107"
PANEL = "0 4 ae dc00 20 a87f d300 ad81 d550 d922 db35 a4"
