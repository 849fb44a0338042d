"""Bad sources of random bytes, and how many rolls the fairness screen takes to condemn each; None where it does not."""

from __future__ import annotations

import random
from collections.abc import Callable

from simulator import paths

paths.install()
from gobelet.core.shaker import Shaker  # noqa: E402
from gobelet.games.dice.rules.fairness import FINE, ROLLS, Tally, final, judge  # noqa: E402

REFUSED = 0  # no die falls at all

Read = Callable[[int], bytes]


def good(seed: int = 11) -> Read:
    return random.Random(seed).randbytes


def stuck_bit(bit: int) -> Read:
    read = good()
    return lambda n: bytes(byte | 1 << bit for byte in read(n))


def period(length: int) -> Read:
    block, at = good()(length), 0

    def read(n: int) -> bytes:
        nonlocal at
        at += n
        return bytes(block[(at - n + i) % length] for i in range(n))

    return read


def folded(read: Read) -> Callable[[int], int]:
    """A cup that folds what is beyond the last multiple back: modulo bias."""
    return lambda sides: read(1)[0] % sides + 1


def tired(read: Read) -> Read:
    """One byte in four is the one before."""
    chance = random.Random(5)
    last = b"\0"

    def some(n: int) -> bytes:
        nonlocal last
        out = bytearray()
        for byte in read(n):
            if chance.random() >= 0.25:
                last = bytes([byte])
            out += last
        return bytes(out)

    return some


SOURCES: dict[str, tuple[int, Callable[[], Callable[[int], int]]]] = {
    "modulo bias, d100": (100, lambda: folded(good())),
    "a bit of each byte stuck at 1, d6": (6, lambda: Shaker(stuck_bit(0)).roll),
    "the top bit stuck at 1, d20": (20, lambda: Shaker(stuck_bit(7)).roll),
    "a period of 1000 bytes, d20": (20, lambda: Shaker(period(1000)).roll),
    "one byte in four repeated, d6": (6, lambda: Shaker(tired(good())).roll),
    "a block of 32 bytes repeated, d6": (6, lambda: Shaker(period(32)).roll),
    "one byte for ever, d6": (6, lambda: Shaker(lambda n: b"\x03" * n).roll),
}


def condemned(roll: Callable[[int], int], sides: int) -> int | None:
    """The least number of rolls that the screen offers at which two runs condemn the cup; REFUSED if it rolls none."""
    for rolls in ROLLS:
        verdicts = []
        for _ in range(2):
            tally = Tally(sides)
            try:
                while tally.rolls < rolls:
                    tally.run(roll, 50)
            except OSError:
                return REFUSED
            verdicts.append(judge(tally.results()))
        if final(*verdicts) != FINE:
            return rolls
    return None
