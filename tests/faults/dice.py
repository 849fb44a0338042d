"""Exact limits for fair dice, and faulty entropy sources.

For each faulty source the tests count the rolls until the fairness screen rejects it; None means never.
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
from gobelet.games.dice.rules.fairness import FINE, PAIRED, ROLLS, Tally, final_verdict, judge  # noqa: E402
from gobelet.rules.shaker import Shaker  # noqa: E402

REFUSED = 0  # the faulty source lets no die be rolled

Read = Callable[[int], bytes]


def good_source(seed: int = 11) -> Read:
    return random.Random(seed).randbytes


def stuck_bit(bit: int) -> Read:
    read = good_source()
    return lambda n: bytes(byte | 1 << bit for byte in read(n))


def periodic_source(length: int) -> Read:
    block, at = good_source()(length), 0

    def read(n: int) -> bytes:
        nonlocal at
        at += n
        return bytes(block[(at - n + i) % length] for i in range(n))

    return read


def folded_cup(read: Read) -> Callable[[int], int]:
    """Return a cup with modulo bias: it folds the values beyond the last multiple."""
    return lambda sides: read(1)[0] % sides + 1


def repeating_source(read: Read) -> Read:
    """Return a source that repeats the previous byte one time in four."""
    chance = random.Random(5)
    last = b"\0"

    def read_repeating(n: int) -> bytes:
        nonlocal last
        out = bytearray()
        for byte in read(n):
            if chance.random() >= 0.25:
                last = bytes([byte])
            out += last
        return bytes(out)

    return read_repeating


SOURCES: dict[str, tuple[int, Callable[[], Callable[[int], int]]]] = {
    "modulo bias, d100": (100, lambda: folded_cup(good_source())),
    "modulo bias, d20": (20, lambda: folded_cup(good_source())),
    "a bit of each byte stuck at 1, d6": (6, lambda: Shaker(stuck_bit(0)).roll),
    "the top bit stuck at 1, d20": (20, lambda: Shaker(stuck_bit(7)).roll),
    "a period of 1000 bytes, d20": (20, lambda: Shaker(periodic_source(1000)).roll),
    "one byte in four repeated, d6": (6, lambda: Shaker(repeating_source(good_source())).roll),
    "a block of 64 bytes repeated, d6": (6, lambda: Shaker(periodic_source(64)).roll),
    "a block of 32 bytes repeated, d6": (6, lambda: Shaker(periodic_source(32)).roll),
    "one byte for ever, d6": (6, lambda: Shaker(lambda n: b"\x03" * n).roll),
}


def rolls_until_unfair(roll: Callable[[int], int], sides: int) -> int | None:
    """Return the least number of rolls at which two runs of the fairness screen reject the cup.

    REFUSED means that no die is rolled.
    """
    for rolls in ROLLS:
        verdicts = []
        for _ in range(2):
            tally = Tally(sides)
            try:
                while tally.rolls < rolls:
                    tally.roll_pairs(roll, 50)
            except OSError:
                return REFUSED
            verdicts.append(judge(tally.results()))
        if final_verdict(*verdicts) != FINE:
            return rolls
    return None


# Exact limits for fair dice


# Every number of sides in use: free dice allow up to 100, and a token of a bag is drawn like a die with as
# many sides as tokens left.
DICE = range(2, 101)
FACES = 10_000  # rolls of each die, from each stream
SEEDS = (1, 2, 3)
WRONG = Fraction(1, 10**9)  # probability that a fair die exceeds one of the limits below


@cache
def occurrence_bounds(times: int, one_in: int, wrong: Fraction = WRONG) -> tuple[int, int]:
    """Return (least, most) occurrences of an event of chance 1 in `one_in`, in so many tries.

    Fewer than the least, or more than the most, has a probability of at most `wrong`. The computation is
    exact, in integers.
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
    """Return a length of runs of one face that is exceeded with a probability of at most `wrong`.

    A longer run would have to begin at one of the places, with all following faces equal to the first.
    """
    length = 1
    while times > wrong * sides**length:
        length += 1
    return length


def exceeded_limits(faces: Sequence[int], sides: int, pairs: bool) -> list[str]:
    """Return the ways in which these rolls exceed the limits for a fair die."""
    found = []

    def compare_counts(what: str, counts: Iterable[int], times: int, one_in: int) -> None:
        least, most = occurrence_bounds(times, one_in)
        if not all(least <= count <= most for count in counts):
            found.append(f"{what} outside {least} to {most}")

    singles = Counter(faces)
    compare_counts("faces", [singles[face] for face in range(1, sides + 1)], len(faces), sides)
    repeated = sum(a == b for a, b in itertools.pairwise(faces))
    compare_counts("repeated faces", [repeated], len(faces) - 1, sides)
    if pairs:
        both = Counter(zip(faces[::2], faces[1::2], strict=True))
        every = itertools.product(range(1, sides + 1), repeat=2)
        compare_counts("pairs", [both[pair] for pair in every], len(faces) // 2, sides * sides)
    longest = max(len(list(run)) for _, run in itertools.groupby(faces))
    if longest > longest_run(len(faces), sides):
        found.append(f"a run of {longest}")
    return found


def check_fairness(seeds: Sequence[int] = SEEDS, dice: Iterable[int] = DICE) -> tuple[int, list[str]]:
    """Roll all dice with all seeds; return the number of faces, and the exceeded limits."""
    rolled, found = 0, []
    for sides, seed in itertools.product(dice, seeds):
        roll = Shaker(good_source(seed)).roll
        faces = [roll(sides) for _ in range(FACES)]
        rolled += len(faces)
        found += [
            f"d{sides}, stream {seed}: {what}" for what in exceeded_limits(faces, sides, sides <= PAIRED)
        ]
    return rolled, found
