"""Entropy: the chip's own random source, from which dice are drawn.

On the Pico the ring oscillator feeds `os.urandom`. Up to MicroPython 1.27 the oscillator does so directly,
since 1.28 through the generator of the Pico SDK. Gobelet never seeds it.
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
