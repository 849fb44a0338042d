"""Entropy: the chip's own random source, the one the dice are drawn from.

On the Pico `os.urandom` is fed by the ring oscillator: directly up to MicroPython 1.27, through the Pico
SDK's generator since 1.28. Nothing here is ever seeded.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class DeviceEntropy:
    """read(n) -> n random bytes."""

    def __init__(self) -> None:
        self.read: Callable[[int], bytes] = os.urandom
