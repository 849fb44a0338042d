"""Free dice: the stored values, and a pool (see notation.py) as fields of a Sheet.

The stored values are the pool in hand and the presets. A pool is stored as a constant and ten integers of 15 bits,
called words. A word `run` stores a run, which is a sequence of equal dice. The runs of a group, or of |a-b|, are stored
one after another, and each run after the first has the flag `joined`. In a term with modifiers, two words `more` follow
the first run. The flags in these words tell which further words follow:

    run      sides | count << 7 | minus << 12 | joined << 13 | modified << 14         0 ends the pool
    more     extra throws | reroll << 5 | compound, penetrating or imploding << 12 | further << 14
    more     keep + 20 | goal << 6 | goal below 0 << 14
    further  least | most << 7
    further  double | number of custom faces << 8 | rerolls repeat << 12 | rest << 13 | count << 14
    values   (value + 20) | (next value + 20) << 7, for the custom faces
    rest     keep + 64 | burst << 7
    rest     times | over << 7
    rest     plus + 100 | off << 8
    count    cancel | triple << 7 with a goal, otherwise early

The name of a preset is stored as five integers of two letters each (ui/drawing/letters.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import BARS, COMPOUND, IMPLODING, PLAIN, SIMPLE, UNLIMITED, UNTIL, more_of
from gobelet.rules.refused import Refused
from gobelet.rules.sheet import Kind

from .notation import LOW_VALUE, NotationError, parse, write

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Declared, Pool, Row, Term

WORDS = 10
PRESETS = 16

_MINUS = 1 << 12
_JOINED = 1 << 13
_MODIFIED = 1 << 14
_FURTHER = 1 << 14  # flag in the first word `more`: words `further` follow
_ENDLESS = 31  # stored in place of UNLIMITED, because the limit of extra throws has five bits
_TOGETHER = 163  # a `keep` of BARS or more is stored as _TOGETHER - keep, which is 63 or less
_FEWEST = 50  # a stored value of _FEWEST or more means a `keep` of BARS or more
_MOST_KEPT = 20  # the greatest `keep` that fits into a word `more`; a greater one needs a word `rest`
_RUN = 31  # greatest number of dice in one word `run`, because the number has five bits

POOL_FIELDS = ["constant"] + ["w%d" % at for at in range(WORDS)]
NAME_FIELDS = ["n%d" % at for at in range(5)]


def pool_at(state: State, kind: str, row: Row) -> Pool:
    """Return the pool in a row of the Sheet `kind`."""
    return from_words([state.get(kind, row, field) for field in POOL_FIELDS])


def changes(kind: str, row: Row, words: Sequence[int]) -> list[Change]:
    """Return the changes that store `words` in a row of the Sheet `kind`.

    `words` has the values of POOL_FIELDS, and may have values of NAME_FIELDS after them.
    """
    fields = POOL_FIELDS + NAME_FIELDS
    return [(kind, row, fields[index], words[index]) for index in range(len(words))]


def runs(dice: Sequence[int]) -> list[list[int]]:
    """List [count, sides] of each sequence of equal dice."""
    found: list[list[int]] = []
    for sides in dice:
        if found and found[-1][1] == sides:
            found[-1][0] += 1
        else:
            found.append([1, sides])
    return found


def to_words(pool: Pool) -> list[int]:
    """Return the values of POOL_FIELDS for a pool.

    Raise Refused("ROOM") if the pool needs more than WORDS words.
    """
    constant, terms = pool
    words = []
    for term in terms:
        sign, dice, explode, reroll, keep, goal, double, least, most, values, more = term
        head = _MINUS if sign < 0 else 0
        burst, off, times, over, plus, cancel, triple, early = more or SIMPLE
        rest = more[:5] != SIMPLE[: len(more[:5])] or _MOST_KEPT < abs(keep) < BARS
        further = _FURTHER if term[6:] != PLAIN or rest or reroll > UNTIL else 0
        if explode or reroll or keep or goal or further:
            head |= _MODIFIED
        for count, sides in _words_of(dice):
            words.append(sides | count << 7 | head)
            if head & _MODIFIED:
                words.append(
                    min(explode % COMPOUND, _ENDLESS)
                    | reroll % UNTIL << 5
                    | explode // COMPOUND << 12
                    | further
                )
                kept = _TOGETHER - keep if keep >= BARS else 20 if rest else keep + 20
                words.append(kept | abs(goal) << 6 | (goal < 0) << 14)
                if further:
                    words.append(least | most << 7)
                    parts = (1 << 13 if rest else 0) | (1 << 14 if cancel or triple or early else 0)
                    words.append(abs(double) | len(values) << 8 | (reroll > UNTIL) << 12 | parts)
                    for index in range(0, len(values), 2):
                        pair = [value - LOW_VALUE for value in (values[index : index + 2] + (0,))[:2]]
                        words.append(pair[0] | pair[1] << 7)
                    if rest:
                        kept = keep + 64 if keep < BARS else 0
                        words += [kept | burst << 7, times | over << 7, plus + 100 | off << 8]
                    if parts >> 14:
                        words.append(cancel | early | abs(triple) << 7)
                    further = 0
            head = _JOINED
    if len(words) > WORDS:
        raise Refused("ROOM")
    return [constant] + words + [0] * (WORDS - len(words))


def _words_of(dice: Sequence[int]) -> list[list[int]]:
    """List [count, sides] of each run of equal dice; split runs longer than _RUN."""
    found: list[list[int]] = []
    for count, sides in runs(dice):
        while count > _RUN:
            found.append([_RUN, sides])
            count -= _RUN
        found.append([count, sides])
    return found


def from_words(
    words: Sequence[int],
) -> Pool:
    """Return the pool that the values of POOL_FIELDS encode.

    For invalid words, which a damaged journal may have, return the pool without dice, (0, ()).
    """
    try:
        pool = _decode(words)
        return parse(write(pool)) if pool[1] else pool  # `parse` joins runs that `_words_of` has split
    except (NotationError, IndexError):
        return 0, ()


def _decode(words: Sequence[int]) -> Pool:
    """Return the pool that `words` encode, without a check of their values.

    Raise IndexError if `words` ends too early.
    """
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
        further: tuple[Any, ...] = PLAIN
        if word & _MODIFIED:
            explode = words[position] & 31
            if explode == _ENDLESS:
                explode = UNLIMITED
            kind = (words[position] >> 12 & 3) * COMPOUND
            if explode or kind == IMPLODING:
                explode += kind
            reroll = words[position] >> 5 & 127
            keep = words[position + 1] & 63
            keep = keep - 20 if keep < _FEWEST else _TOGETHER - keep
            goal = words[position + 1] >> 6 & 255
            sign = -1 if words[position + 1] >> 14 else 1
            goal *= sign
            position += 2
            if words[position - 2] & _FURTHER:
                # the indexing raises IndexError if the list of words ends too early
                least, double = words[position], words[position + 1]
                position += 2
                values = []
                if double >> 12 & 1:
                    reroll += UNTIL
                for index in range(double >> 8 & 15):
                    values.append((words[position + index // 2] >> index % 2 * 7 & 127) + LOW_VALUE)
                position += (len(values) + 1) // 2
                found = SIMPLE
                if double >> 13 & 1:
                    kept, scale, end = words[position], words[position + 1], words[position + 2]
                    position += 3
                    if kept & 127:
                        keep = (kept & 127) - 64
                    found = (kept >> 7, end >> 8, scale & 127, scale >> 7, (end & 255) - 100, 0, 0, 0)
                if double >> 14:
                    counted = words[position]
                    position += 1
                    counts = (counted & 127, sign * (counted >> 7), 0) if goal else (0, 0, counted)
                    found = found[:5] + counts
                further = (sign * (double & 255), least & 127, least >> 7, tuple(values), more_of(*found))
        terms.append((-1 if word & _MINUS else 1, dice, explode, reroll, keep, goal) + further)
    return words[0], tuple(terms)


def _fields(first: int) -> tuple[Declared, ...]:
    """Return the declarations of POOL_FIELDS.

    `first` is the start value of the field w0.
    """
    found = [("constant", -999, 999, 0)]
    for name in POOL_FIELDS[1:]:
        found.append((name, 0, 32767, first))
        first = 0
    return tuple(found)


KINDS = (
    Kind("pool", 1, _fields(6 | 2 << 7)),  # the pool in hand; a new device has 2d6
    Kind("preset", PRESETS, _fields(0) + tuple([(name, 0, 32767, 0) for name in NAME_FIELDS])),
)
