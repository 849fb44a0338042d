"""Raspberry Pi Pico with an SH1106 panel, the usual 1.3 inch module."""

NAME = "Pico + SH1106"
MCU = "RP2040"
CHIP = "sh1106"
