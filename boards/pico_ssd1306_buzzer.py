"""Raspberry Pi Pico with an SSD1306 panel and a piezo disc."""

NAME = "Pico + SSD1306 + buzzer"
MCU = "RP2040"
CHIP = "ssd1306"
BUZZER = 16
