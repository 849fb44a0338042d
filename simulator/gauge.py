"""The virtual supply: a battery with a voltage, or USB."""

from __future__ import annotations


class Gauge:
    """A battery with the voltage that the test sets."""

    def __init__(self, millivolts: int = 3900, usb: bool = False) -> None:
        self.mv = millivolts
        self.usb = usb

    def millivolts(self) -> int:
        """Return the voltage of the battery."""
        return self.mv

    def external(self) -> bool:
        """Tell whether USB powers the device."""
        return self.usb
