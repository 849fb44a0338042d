"""The virtual supply: a battery with a voltage, or USB."""

from __future__ import annotations


class Gauge:
    def __init__(self, millivolts: int = 3900, usb: bool = False) -> None:
        self.mv = millivolts
        self.usb = usb

    def millivolts(self) -> int:
        return self.mv

    def external(self) -> bool:
        return self.usb
