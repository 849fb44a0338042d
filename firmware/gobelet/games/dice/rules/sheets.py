"""Free dice: what the device keeps, the dice in hand and the presets, and how a pool (see notation.py) lies in the
fields of a Sheet.

A pool is a constant and ten words. A word is a run of equal dice; the words of a group or of |a-b| follow each
other, joined. The first run of a term that has modifiers is followed by two more words; by further ones where these
cannot say all of them:

    run     sides | count << 7 | minus << 12 | joined << 13 | modified << 14        0: the end
    more    extra throws | reroll << 5 | compound or penetrating << 12 | further << 14
    more    keep + 20 | goal << 6
    further least | most << 7
    further double | faces of its own << 8, and for these two in a word:
    values  (value + 20) | (next value + 20) << 7

The name of a preset is five words of two letters (ui/letters.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.core.dice import BARS, COMPOUND, PLAIN, UNLIMITED
from gobelet.core.refused import Refused
from gobelet.core.sheet import Kind

from .notation import LOW_VALUE, NotationError, parse, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.core.sheet import State
    from gobelet.core.types import Change, Declared, Pool, Row, Term

WORDS = 10
PRESETS = 16

_MINUS = 1 << 12
_JOINED = 1 << 13
_MODIFIED = 1 << 14
_FURTHER = 1 << 14  # of the word after it
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
    return [(kind, row, fields[index], words[index]) for index in range(len(words))]


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
    for term in terms:
        sign, dice, explode, reroll, keep, goal, double, least, most, values = term
        head = _MINUS if sign < 0 else 0
        further = _FURTHER if term[6:] != PLAIN else 0
        if explode or reroll or keep or goal or further:
            head |= _MODIFIED
        for count, sides in runs(dice):
            words.append(sides | count << 7 | head)
            if head & _MODIFIED:
                words.append(
                    min(explode % COMPOUND, _ENDLESS) | reroll << 5 | explode // COMPOUND << 12 | further
                )
                words.append((_ALL_BARS if keep == BARS else keep + 20) | goal << 6)
                if further:
                    words += [least | most << 7, double | len(values) << 8]
                    for index in range(0, len(values), 2):
                        pair = [value - LOW_VALUE for value in (values[index : index + 2] + (0,))[:2]]
                        words.append(pair[0] | pair[1] << 7)
                    further = 0
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
    position = 1
    while position <= WORDS and words[position]:
        word = words[position]
        position += 1
        dice = (word & 127,) * (word >> 7 & 31)
        if word & _JOINED:
            last = terms.pop()
            terms.append((last[0], last[1] + dice) + last[2:])
            continue
        explode = reroll = keep = goal = 0
        further = PLAIN
        if word & _MODIFIED:
            explode = words[position] & 31
            if explode == _ENDLESS:
                explode = UNLIMITED
            if explode:
                explode += (words[position] >> 12 & 3) * COMPOUND
            reroll = words[position] >> 5 & 127
            keep = words[position + 1] & 63
            keep = BARS if keep == _ALL_BARS else keep - 20
            goal = words[position + 1] >> 6
            position += 2
            if words[position - 2] & _FURTHER:
                least, double = words[position], words[position + 1]  # an IndexError where they are cut off
                position += 2
                values = []
                for index in range(double >> 8):
                    values.append((words[position + index // 2] >> index % 2 * 7 & 127) + LOW_VALUE)
                position += (len(values) + 1) // 2
                further = (double & 255, least & 127, least >> 7, tuple(values))
        terms.append((-1 if word & _MINUS else 1, dice, explode, reroll, keep, goal) + further)
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
