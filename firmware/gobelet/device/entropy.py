"""Entropy: the chip's own random source, the one the dice are drawn from.

On the Pico `os.urandom` is fed by the ring oscillator: directly up to MicroPython 1.27, through the Pico
SDK's generator since 1.28. Nothing here is ever seeded.
"""

import os


class DeviceEntropy:
    """read(n) -> n random bytes."""

    def __init__(self):
        self.read = os.urandom
