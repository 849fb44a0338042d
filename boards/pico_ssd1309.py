"""Raspberry Pi Pico with an SSD1309 panel, the usual 2.42 inch module on I2C, with its RES pin."""

# Commands: SSD1309 data sheet rev 1.1 (Solomon Systech), 128x64. It has no charge pump: the module has a converter.

NAME = "Pico + SSD1309"
MCU = "RP2040"
CHIP = "ssd1309"
RESET = 19
PANEL = "0 0 ae fd12 d5a0 a83f d300 40 2002 2e da12 d925 db34 a4"
