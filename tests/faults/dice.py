"""What fair dice do, exactly; bad sources of random bytes, and how many rolls the fairness screen takes to condemn
each; None where it does not.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache

from simulator import paths

paths.install()
from gobelet.games.dice.rules.fairness import FINE, PAIRED, ROLLS, Tally, final, judge  # noqa: E402
from gobelet.rules.shaker import Shaker  # noqa: E402

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
    "modulo bias, d20": (20, lambda: folded(good())),
    "a bit of each byte stuck at 1, d6": (6, lambda: Shaker(stuck_bit(0)).roll),
    "the top bit stuck at 1, d20": (20, lambda: Shaker(stuck_bit(7)).roll),
    "a period of 1000 bytes, d20": (20, lambda: Shaker(period(1000)).roll),
    "one byte in four repeated, d6": (6, lambda: Shaker(tired(good())).roll),
    "a block of 64 bytes repeated, d6": (6, lambda: Shaker(period(64)).roll),
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


# What fair dice do, exactly


# All that fall: free dice may have so many sides, and of a bag a token is drawn as from a die with as many as are left.
DICE = range(2, 101)
FACES = 10_000  # of each die, from each stream
SEEDS = (1, 2, 3)
WRONG = Fraction(1, 10**9)  # the chance that a fair die leaves one of the bounds below


@cache
def bounds(times: int, one_in: int, wrong: Fraction = WRONG) -> tuple[int, int]:
    """(least, most) of how often something with a chance of 1 in `one_in` comes in so many tries: below the one, and
    above the other, it does with a chance of `wrong` at most. Counted in whole numbers; nothing is rounded.
    """
    rest = one_in - 1
    allowed = one_in**times * wrong.numerator // wrong.denominator
    least, ways, sum_of_ways = 0, rest**times, 0
    while (sum_of_ways := sum_of_ways + ways) <= allowed:
        ways = ways * (times - least) // (least + 1) // rest
        least += 1
    most, ways, sum_of_ways = times, 1, 0
    while (sum_of_ways := sum_of_ways + ways) <= allowed:
        ways = ways * most * rest // (times - most + 1)
        most -= 1
    return least, most


def longest_run(times: int, sides: int, wrong: Fraction = WRONG) -> int:
    """The length of a run of one face that is exceeded with a chance of `wrong` at most: at each of the places where it
    may begin, the faces behind the first are all like it.
    """
    length = 1
    while times > wrong * sides**length:
        length += 1
    return length


def unlike(faces: Sequence[int], sides: int, pairs: bool) -> list[str]:
    """What fair rolls of this die would not do."""
    found = []

    def look(what: str, counts: Iterable[int], times: int, one_in: int) -> None:
        least, most = bounds(times, one_in)
        if not all(least <= count <= most for count in counts):
            found.append(f"{what} outside {least} to {most}")

    singles = Counter(faces)
    look("faces", [singles[face] for face in range(1, sides + 1)], len(faces), sides)
    repeated = sum(a == b for a, b in itertools.pairwise(faces))
    look("repeated faces", [repeated], len(faces) - 1, sides)
    if pairs:
        both = Counter(zip(faces[::2], faces[1::2], strict=True))
        every = itertools.product(range(1, sides + 1), repeat=2)
        look("pairs", [both[pair] for pair in every], len(faces) // 2, sides * sides)
    longest = max(len(list(run)) for _, run in itertools.groupby(faces))
    if longest > longest_run(len(faces), sides):
        found.append(f"a run of {longest}")
    return found


def fair(seeds: Sequence[int] = SEEDS, dice: Iterable[int] = DICE) -> tuple[int, list[str]]:
    """How many faces were rolled, and what about them was not as it should be."""
    rolled, found = 0, []
    for sides, seed in itertools.product(dice, seeds):
        roll = Shaker(good(seed)).roll
        faces = [roll(sides) for _ in range(FACES)]
        rolled += len(faces)
        found += [f"d{sides}, stream {seed}: {what}" for what in unlike(faces, sides, sides <= PAIRED)]
    return rolled, found
