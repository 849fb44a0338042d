"""The virtual power supply: a battery with a voltage, or USB."""

from __future__ import annotations


class Gauge:
    """A power supply; a test sets its battery voltage and whether USB is connected."""

    def __init__(self, millivolts: int = 3900, usb: bool = False) -> None:
        self.mv = millivolts
        self.usb = usb

    def millivolts(self) -> int:
        """Return the voltage of the battery, in millivolts."""
        return self.mv

    def has_usb_power(self) -> bool:
        """Tell whether USB powers the device."""
        return self.usb
