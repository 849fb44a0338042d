"""Entropy: the random source of the chip, from which dice are drawn.

On the Pico, `os.urandom` gets its bits from the ring oscillator. Up to MicroPython 1.27 it reads the
oscillator directly. Since 1.28 it reads the random generator of the Pico SDK, which reads the oscillator.
Gobelet never seeds this source.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class DeviceEntropy:
    """A source whose read(n) returns n random bytes."""

    def __init__(self) -> None:
        self.read: Callable[[int], bytes] = os.urandom
