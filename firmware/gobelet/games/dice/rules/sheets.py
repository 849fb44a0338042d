"""Free dice: what the device keeps, the dice in hand and the presets, and how a pool (see notation.py) lies in the
fields of a Sheet.

A pool is a constant and ten words. A word is a run of equal dice; the words of a group or of |a-b| follow each
other, joined. The first run of a term that has modifiers is followed by two more words:

    run     sides | count << 7 | minus << 12 | joined << 13 | modified << 14        0: the end
    more    extra throws | reroll << 5
    more    keep + 20 | goal << 6

The name of a preset is five words of two letters (ui/letters.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.core.refused import Refused
from gobelet.core.sheet import Kind

from .notation import BARS, UNLIMITED, NotationError, parse, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.core.sheet import State
    from gobelet.core.types import Change, Declared, Pool, Row, Term

WORDS = 10
PRESETS = 16

_MINUS = 1 << 12
_JOINED = 1 << 13
_MODIFIED = 1 << 14
_ENDLESS = 31  # stands for UNLIMITED in five bits
_ALL_BARS = 63  # stands for BARS

POOL_FIELDS = ["constant"] + ["w%d" % at for at in range(WORDS)]
NAME_FIELDS = ["n%d" % at for at in range(5)]


def pool_at(state: State, kind: str, row: Row) -> Pool:
    """The pool that lies in a row of the Sheet `kind`."""
    return from_words([state.get(kind, row, field) for field in POOL_FIELDS])


def changes(kind: str, row: Row, words: Sequence[int]) -> list[Change]:
    """The changes that put the values of POOL_FIELDS, and those of NAME_FIELDS if there, into a row."""
    fields = POOL_FIELDS + NAME_FIELDS
    return [(kind, row, fields[at], words[at]) for at in range(len(words))]


def runs(dice: Sequence[int]) -> list[list[int]]:
    """[[count, sides]...] of equal neighbours."""
    found: list[list[int]] = []
    for sides in dice:
        if found and found[-1][1] == sides:
            found[-1][0] += 1
        else:
            found.append([1, sides])
    return found


def to_words(pool: Pool) -> list[int]:
    """The values of POOL_FIELDS for a pool. Refused("ROOM") if it has too many runs of dice."""
    constant, terms = pool
    words = []
    for sign, dice, explode, reroll, keep, goal in terms:
        head = _MINUS if sign < 0 else 0
        if explode or reroll or keep or goal:
            head |= _MODIFIED
        for count, sides in runs(dice):
            words.append(sides | count << 7 | head)
            if head & _MODIFIED:
                words.append(min(explode, _ENDLESS) | reroll << 5)
                words.append((_ALL_BARS if keep == BARS else keep + 20) | goal << 6)
            head = _JOINED
    if len(words) > WORDS:
        raise Refused("ROOM")
    return [constant] + words + [0] * (WORDS - len(words))


def from_words(
    words: Sequence[int],
) -> Pool:
    """The pool of the values of POOL_FIELDS; one without terms if there are no dice.

    Words that a damaged log left without sense count as no dice.
    """
    try:
        pool = _decoded(words)
        return parse(write(pool)) if pool[1] else pool
    except (NotationError, IndexError):
        return 0, ()


def _decoded(words: Sequence[int]) -> Pool:
    terms: list[Term] = []
    at = 1
    while at <= WORDS and words[at]:
        word = words[at]
        at += 1
        dice = (word & 127,) * (word >> 7 & 31)
        if word & _JOINED:
            last = terms.pop()
            terms.append((last[0], last[1] + dice) + last[2:])
            continue
        explode = reroll = keep = goal = 0
        if word & _MODIFIED:
            explode = words[at] & 31
            if explode == _ENDLESS:
                explode = UNLIMITED
            reroll = words[at] >> 5
            keep = words[at + 1] & 63
            keep = BARS if keep == _ALL_BARS else keep - 20
            goal = words[at + 1] >> 6
            at += 2
        terms.append((-1 if word & _MINUS else 1, dice, explode, reroll, keep, goal))
    return words[0], tuple(terms)


def _fields(first: int) -> tuple[Declared, ...]:
    # `first` is the word that a new Sheet starts with
    found = [("constant", -999, 999, 0)]
    for name in POOL_FIELDS[1:]:
        found.append((name, 0, 32767, first))
        first = 0
    return tuple(found)


KINDS = (
    Kind("pool", 1, _fields(6 | 2 << 7)),  # the dice in hand: 2d6 on a new device
    Kind("preset", PRESETS, _fields(0) + tuple([(name, 0, 32767, 0) for name in NAME_FIELDS])),
)
