"""Raspberry Pi Pico with an SH1107 panel, the usual 1.5 inch module of 128x128, of which the middle is used."""

# Commands: SH1107 data sheet v2.1 (Sino Wealth), 128x128: page addressing, 128 lines, DC-DC converter on.

NAME = "Pico + SH1107"
MCU = "RP2040"
CHIP = "sh1107"
PANEL = "0 4 ae dc00 20 a87f d300 ad8b d550 d922 db35 a4"
