"""Raspberry Pi Pico 2 (RP2350) with an SH1106 panel, the usual 1.3 inch module."""

NAME = "Pico 2 + SH1106"
MCU = "RP2350"
CHIP = "sh1106"
