"""Exact odds and throws of free dice, compared with the libraries that other dice programs use."""

from __future__ import annotations

import itertools
import os
import statistics
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from simulator import paths
from tests.bench.line import ROUNDS, Line, per_call

paths.install()
from gobelet.games.dice.rules.notation import parse  # noqa: E402
from gobelet.rules.dice import throw  # noqa: E402
from gobelet.rules.pools import pool_odds  # noqa: E402
from gobelet.rules.shaker import Shaker  # noqa: E402

NET = {-1: 1, 0: 6, 1: 3}  # successes of a d10 at 8 or more, minus one for a 1
# The notation of Gobelet, and the expressions for equal dice in the two libraries. The times leave out the
# preparation of the dice, and the parsing of our notation.
QUESTIONS: tuple[tuple[str, Callable[[Any], Any], Callable[[Any], Any]], ...] = (
    ("2d6", lambda icepool: (2, icepool.d(6)), lambda dyce: (2, dyce.H(6))),
    ("20d6", lambda icepool: (20, icepool.d(6)), lambda dyce: (20, dyce.H(6))),
    ("10d10>=8", lambda icepool: (10, icepool.d(10) >= 8), lambda dyce: (10, dyce.H(10).ge(8))),
    ("|d4-d6|", lambda icepool: (icepool.d(4), icepool.d(6)), lambda dyce: (dyce.H(4), dyce.H(6))),
    ("4d6kh3", lambda icepool: icepool.d(6), lambda dyce: 4 @ dyce.P(6)),
    ("2d20kh1", lambda icepool: icepool.d(20), lambda dyce: 2 @ dyce.P(20)),
    ("d12!8", lambda icepool: icepool.d(12), lambda dyce: dyce.H(12)),
    ("d66", lambda icepool: (icepool.d(6) * 10, icepool.d(6)), lambda dyce: (dyce.H(6) * 10, dyce.H(6))),
    ("2d20<=12", lambda icepool: (2, icepool.d(20) <= 12), lambda dyce: (2, dyce.H(20).le(12))),
    ("3d20dh1dl1", lambda icepool: icepool.d(20), lambda dyce: 3 @ dyce.P(20)),
    ("(2d6+3)/2", lambda icepool: (2, icepool.d(6)), lambda dyce: (2, dyce.H(6))),
    ("60d6", lambda icepool: (60, icepool.d(6)), lambda dyce: (60, dyce.H(6))),
    ("5d10>=8f<=1", lambda icepool: (5, icepool.Die(NET)), lambda dyce: (5, dyce.H(NET))),
    ("d10!1i", lambda icepool: icepool.d(10), lambda dyce: dyce.H(10)),
    ("5d6km", lambda icepool: icepool.d(6).pool(5), lambda dyce: 5 @ dyce.P(6)),
    (
        "3d6kh2!1",
        lambda icepool: (icepool.d(6).pool(3), icepool.d(6)),
        lambda dyce: (3 @ dyce.P(6), dyce.H(6)),
    ),
)

# Four dice of different sizes; the two highest count. Each pool is queried once, because icepool caches.
MIXED = list(itertools.combinations(range(4, 13), 4))
MIXED_NAME = "(d4+d6+d8+d10)kh2 and its like"

NOTATIONS = ("2d6", "4d6kh3+2", "8d6", "2d20kh1", "1d8+1d6-1")
TEXTS = "1000 texts"


def _icepool_roll(text: str, dice: Any) -> Any:
    if text.startswith("|"):
        return abs(dice[0] - dice[1])
    if text == "4d6kh3":
        return dice.highest(4, 3)
    if text == "2d20kh1":
        return dice.highest(2, 1)
    if text == "d66":
        return dice[0] + dice[1]
    if text == "3d20dh1dl1":
        return dice.middle(3, 1)
    if text == "(2d6+3)/2":
        return (dice[0] @ dice[1] + 3) // 2
    if text == "d10!1i":
        return dice.map({10: 10 + dice, 1: 1 - dice})
    if text == "5d6km":
        return dice.expand().map(_best_die)
    if text == "3d6kh2!1":
        pool, extra = dice
        return pool.highest(2).expand().map(lambda kept: sum(kept) + kept.count(6) @ extra)
    if "!" in text:
        return dice.explode(depth=8)
    return dice[0] @ dice[1]


def _dyce_roll(text: str, dice: Any) -> Any:
    import dyce

    if text.startswith("|"):
        return abs(dice[0] - dice[1])
    if text == "4d6kh3":
        return _dyce_kept(dice, 3)
    if text == "2d20kh1":
        return dice.at(-1)
    if text == "d66":
        return dice[0] + dice[1]
    if text == "3d20dh1dl1":
        return dice.at(1)
    if text == "(2d6+3)/2":
        return (dice[0] @ dice[1] + 3) // 2
    if text == "d10!1i":
        return dyce.H.from_counts(_imploding_die(dice))
    if text == "5d6km":
        return dyce.H.from_counts((_best_die(roll), count) for roll, count in dice.rolls_with_counts())
    if text == "3d6kh2!1":
        return dyce.H.from_counts(_kept_first(*dice))
    if "!" in text:
        return dyce.explode_n(dice, n=8)
    return dice[0] @ dice[1]


def _best_die(roll: Sequence[int]) -> int:
    """Return the highest die, plus one for each other die of the same value."""
    best = max(roll)
    return best + roll.count(best) - 1


def _imploding_die(die: Any) -> Iterator[tuple[int, int]]:
    """Yield a d10 that adds a second throw on a 10, and subtracts it on a 1."""
    for face, count in die.items():
        for other, ways in die.items():
            yield face + other * ((face == 10) - (face == 1)), count * ways


def _kept_first(pool: Any, die: Any) -> Iterator[tuple[int, int]]:
    """Yield the two highest of three dice, with another throw for each 6 among them."""
    for roll, count in pool.rolls_with_counts(slice(-2, None)):
        fresh = roll.count(6) @ die if 6 in roll else die * 0
        for more, ways in fresh.items():
            yield sum(roll) + more, count * ways * 36 // sum(fresh.counts())


def _dyce_kept(pool: Any, n: int) -> Any:
    import dyce

    return dyce.H.from_counts((sum(roll), count) for roll, count in pool.rolls_with_counts(slice(-n, None)))


def check_odds(name: str, pool: Any, theirs: Any) -> None:
    """Raise AssertionError unless Gobelet and the library give the same odds."""
    odds = pool_odds(pool)
    ours = {key: Fraction(odds.weights[at], odds.total) for at, key in enumerate(odds.keys)}
    counts = {int(key): int(count) for key, count in theirs.items() if count}
    if ours != {key: Fraction(count, sum(counts.values())) for key, count in counts.items()}:
        raise AssertionError(f"{name} gives other odds for {pool}")


def line_names() -> list[str]:
    asked = [*(text for text, _, _ in QUESTIONS), MIXED_NAME]
    return [
        *(f"odds, {text}: to {library}" for text in asked for library in ("icepool", "dyce")),
        f"notation, {TEXTS}: to d20",
        *(f"roll, {text}: to d20" for text in NOTATIONS),
    ]


def measure_lines() -> Iterator[Line]:
    warnings.simplefilter("ignore")  # a part of dyce warns that it is experimental
    yield from _question_lines()
    yield from _mixed_lines()
    yield from _throw_lines()


def _question_lines() -> Iterator[Line]:
    import dyce
    import icepool

    for text, with_icepool, with_dyce in QUESTIONS:
        pool = parse(text)
        for name, ask, dice in (
            ("icepool", _icepool_roll, with_icepool(icepool)),
            ("dyce", _dyce_roll, with_dyce(dyce)),
        ):
            check_odds(name, pool, ask(text, dice))
            ours = per_call(lambda pool=pool: pool_odds(pool))  # type: ignore[misc]
            theirs = per_call(lambda ask=ask, text=text, dice=dice: ask(text, dice))  # type: ignore[misc]
            yield Line(f"odds, {text}: to {name}", "µs", ours, theirs, name, 1.0)


def _mixed_lines() -> Iterator[Line]:
    import dyce
    import icepool

    pools = [parse("(%s)kh2" % "+".join(f"d{n}" for n in sizes)) for sizes in MIXED]
    dice = {n: icepool.d(n) for n in range(4, 13)}
    asks: dict[str, Callable[[Any], Any]] = {
        "icepool": lambda sizes: icepool.Pool([dice[n] for n in sizes]).highest(2).sum(),
        "dyce": lambda sizes: _dyce_kept(dyce.P(*sizes), 2),
    }
    for name, ask in asks.items():
        ours, theirs = by_turns(pool_odds, pools, ask, MIXED)
        for sizes, pool in zip(MIXED, pools, strict=True):
            check_odds(name, pool, ask(sizes))
        yield Line(f"odds, {MIXED_NAME}: to {name}", "µs", ours, theirs, name, 1.0)


def _throw_lines() -> Iterator[Line]:
    import d20

    # Each text is different, because d20 caches the texts that it has parsed.
    texts = [f"{n}d{s}kh2+{b}" for n in (4, 5, 6, 7, 8) for s in (6, 8, 10, 12, 20) for b in range(1, 41)]
    ours, theirs = by_turns(parse, texts, d20.parse, texts)
    yield Line(f"notation, {TEXTS}: to d20", "µs a text", ours, theirs, "d20", 1.0)
    shaker = Shaker(os.urandom)
    for text in NOTATIONS:
        pool = parse(text)
        known = d20.parse(text)
        ours = per_call(lambda pool=pool: throw(pool, shaker.roll))  # type: ignore[misc]
        theirs = per_call(lambda known=known: d20.roll(known))  # type: ignore[misc]
        yield Line(f"roll, {text}: to d20", "µs", ours, theirs, "d20, its text too", 1.0)


def by_turns(
    ours: Callable[[Any], object], of: Sequence[Any], theirs: Callable[[Any], object], about: Sequence[Any]
) -> tuple[float, float]:
    """Return the microseconds per call of both functions, each call with another argument.

    The functions alternate, and the result is the median over the parts.
    """
    size = len(of) // ROUNDS
    parts = [slice(at * size, (at + 1) * size) for at in range(ROUNDS)]
    took = [(_seconds_each(ours, of[part]), _seconds_each(theirs, about[part])) for part in parts]
    return statistics.median(mine for mine, _ in took), statistics.median(other for _, other in took)


def _seconds_each(act: Callable[[Any], object], of: Sequence[Any]) -> float:
    start = time.process_time()
    for each in of:
        act(each)
    return (time.process_time() - start) / len(of) * 1e6
