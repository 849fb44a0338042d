"""Raspberry Pi Pico 2 (RP2350) with an SSD1306 panel, the usual 0.96 inch module."""

NAME = "Pico 2 + SSD1306"
MCU = "RP2350"
CHIP = "ssd1306"
