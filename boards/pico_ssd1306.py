"""Raspberry Pi Pico with an SSD1306 panel, the usual 0.96 inch module."""

NAME = "Pico + SSD1306"
MCU = "RP2040"
CHIP = "ssd1306"
