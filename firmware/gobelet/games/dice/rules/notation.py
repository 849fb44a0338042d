"""Dice notation: `parse` turns a text into a pool, `write` turns a pool into its canonical text.

    2d6  d%  d6+d8-1       sums; d% is d100
    d12!  d12!3            explodes: a die showing its highest face is thrown again and added, at most 3 times
    d12!!  d12!!3          the same, and the sum of its throws is one throw for a success count
    d12!p  d12!p3          the same, and each extra throw is worth one less
    4d6kh3  kl1  dh1  dl1  keeps (drops) that many of the highest (lowest) dice; without a number: one
    4d6min2  2d20max15     a face below 2 counts as 2; one above 15 counts as 15
    4d6r2                  rerolls once each face of 2 or less; the second face stands. Without a number: 1
    5d10>=8  5d10>=8>>10   counts the dice that show 8 or more, those of 10 or more twice
    4d{-1,0,1}             a die with faces of its own
    (2d6+d8)kh1            a group of different sizes
    |d4-d6|                difference of two dice, without sign

Modifiers follow their dice in any order, each at most once; a success count keeps all dice. What has a greatest
worth (max) does not explode; dice with faces of their own are kept or counted, and nothing else. Spaces and capitals
do not matter.

What modifiers mean together:
- A reroll belongs to each throw of a die, extra throws of an explosion included.
- Keeping looks at what a die is worth: the sum of its throws.
- Rerolls and explosions look at the face, all else at what it counts as.
- A success count looks at each throw of a die ("10 again": each extra throw may count). A goal above the
  sides, which no throw reaches, looks at what the die is worth.

A pool is plain tuples and integers, so pools compare and travel cheaply:

    pool = (constant, terms)                     constant -999..999, at least one term, at most 20 dice
    term = (sign, dice, explode, reroll, keep, goal, double, least, most, values)
      sign     1 or -1
      dice     tuple of sides, 2..100 each, in the order written
      explode  0, or the most extra throws of one die: 1..20, or UNLIMITED; COMPOUND or PENETRATING more for these
      reroll   0, or the highest face that is thrown again (less than any of the sides)
      keep     0 all, n the n highest, -n the n lowest (fewer than there are dice), or BARS for |a-b|
      goal     0, or the least value that counts: 1..200 (keep is 0); the term is a number of successes
      double   0, or the least value that counts twice: goal..200
      least    0, or what lower faces count as: 2..sides (the smallest)
      most     0, or what higher faces count as: 1..sides-1 (the largest); at least `least`
      values   (), or what each face counts as: 2 to 10 numbers of -20..99, as many as there are sides
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.core.dice import BARS, COMPOUND, PENETRATING, PLAIN, UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.core.types import Pool, Term

MOST_DICE = 20
MOST_VALUES = 10
LOW_VALUE = -20
HIGH_VALUE = 99


class NotationError(ValueError):
    """A text that is no pool. `code` says what is wrong, `offset` is the index of the character, from 0.

    end    the text stops too early               die     a die or a number must stand here
    op     + - or a modifier must stand here      count   no die, or more than 20 in all
    sides  sides outside 2..100                   number  constant outside -999..999
    limit  explosion limit outside 1..20          reroll  outside 1..sides-1
    keep   not h or l, or not a part of the dice  goal    not >=, or outside 1..200
    twice  such a modifier was given already      group   + or ) must stand here
    bars   |dA-dB| takes exactly two dice         double  not >>, or outside goal..200
    min    outside 2..sides, or not "min"         max     outside min..sides-1, of dice that explode, or not "max"
    values not 2 to 10 numbers of -20..99         own     a modifier or a group that such dice do not have
    """

    def __init__(self, code: str, index: int) -> None:
        super().__init__(code)
        self.code = code
        self.offset = index


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text.lower()
        self.offset = 0
        self.values: tuple[int, ...] = ()  # of the dice read last

    def peek(self) -> str:
        # next character that is no space, "" at the end
        while self.text[self.offset : self.offset + 1] == " ":
            self.offset += 1
        return self.text[self.offset : self.offset + 1]

    def take(self, c: str) -> bool:
        if self.peek() != c:
            return False
        self.offset += 1
        return True

    def need(self, c: str, code: str) -> None:
        if not self.take(c):
            raise NotationError(code if self.peek() else "end", self.offset)

    def number(self, low: int, high: int, code: str, default: int = 0) -> int:
        # without digits: the default, which is not checked; 0 stands for none
        c = self.peek()
        start = self.offset
        value = 0
        while c and c in "0123456789":
            value = value * 10 + int(c)
            self.offset += 1
            c = self.text[self.offset : self.offset + 1]
        if self.offset == start:
            if not default:
                self.need("0", code)
            return default
        if not low <= value <= high:
            raise NotationError(code, start)
        return value

    def dice(self, own: bool = False) -> tuple[int, ...]:
        # `own`: they may have faces of their own
        count = self.number(1, MOST_DICE, "count", 1)
        self.need("d", "die")
        self.values = ()
        start = self.offset
        if self.take("{"):
            if not own:
                raise NotationError("own", start)
            values: list[int] = []
            while True:
                sign = -1 if self.take("-") else 1
                index = self.offset
                self.peek()
                values.append(sign * self.number(0, HIGH_VALUE, "values"))
                if values[-1] < LOW_VALUE:
                    raise NotationError("values", index)
                if self.take("}"):
                    break
                self.need(",", "values")
            if not 2 <= len(values) <= MOST_VALUES:
                raise NotationError("values", start)
            self.values = tuple(values)
            return (len(values),) * count
        return (100 if self.take("%") else self.number(2, 100, "sides"),) * count


def parse(text: str) -> Pool:
    """The pool that `text` describes. NotationError if it describes none."""
    reader = _Reader(text)
    constant = 0
    terms = []
    room = MOST_DICE
    sign = -1 if reader.take("-") else 1
    while True:
        c = reader.peek()
        start = reader.offset
        term = _term(reader, c, sign)
        if isinstance(term, int):
            constant += term
            if not -999 <= constant <= 999:
                raise NotationError("number", start)
        else:
            terms.append(term)
            room -= len(term[1])
            if room < 0:
                raise NotationError("count", start)
        if not reader.peek():
            break
        sign = 1
        if not reader.take("+"):
            reader.need("-", "op")
            sign = -1
    if not terms:
        reader.need("d", "die")
    return constant, tuple(terms)


def _term(reader: _Reader, c: str, sign: int) -> Term | int:
    # the dice, or the number, that begin with `c`
    if c == "|":
        return (sign, _bars(reader), 0, 0, BARS, 0) + PLAIN
    if c == "(":
        return _modified(reader, sign, _group(reader))
    start = reader.offset
    value = reader.number(0, 999, "number", 1)
    if reader.peek() == "d":
        reader.offset = start
        return _modified(reader, sign, reader.dice(True))
    if reader.offset == start:
        reader.need("d", "die")
    return sign * value


def _bars(reader: _Reader) -> tuple[int, ...]:
    # the two dice between bars
    start = reader.offset
    reader.offset += 1
    dice = reader.dice()
    reader.need("-", "bars")
    dice += reader.dice()
    if len(dice) != 2:
        raise NotationError("bars", start)
    reader.need("|", "bars")
    return dice


def _group(reader: _Reader) -> tuple[int, ...]:
    # the dice in parentheses
    reader.offset += 1
    dice = reader.dice()
    while not reader.take(")"):
        reader.need("+", "group")
        dice += reader.dice()
    return dice


def _modified(reader: _Reader, sign: int, dice: Sequence[int]) -> Term:
    # the term of `dice` with the modifiers that follow
    values = reader.values
    explode = reroll = keep = goal = double = least = most = 0
    capped = 0  # where `most` was given
    seen = ""
    while True:
        c = reader.peek()
        if not c or c not in "!rkdm>":
            if most and (explode or most < least):
                raise NotationError("max", capped)
            return sign, dice, explode, reroll, keep, goal, double, least, most, values
        start = reader.offset
        reader.offset += 1
        if values and c in "!rm":
            raise NotationError("own", start)
        if c == "!":
            kind = COMPOUND if reader.take("!") else PENETRATING if reader.take("p") else 0
            explode = kind + reader.number(1, 20, "limit", UNLIMITED)
        elif c == "m":
            if reader.take("a"):
                c = "x"
                reader.need("x", "max")
                most = reader.number(1, max(dice) - 1, "max")
                capped = start
            else:
                reader.need("i", "min")
                reader.need("n", "min")
                least = reader.number(2, min(dice), "min")
        elif c == "r":
            reroll = reader.number(1, min(dice) - 1, "reroll", 1)
        elif c == ">":
            goal, double = _goal(reader)
            c = "k"
        else:
            keep = _keep(reader, c == "d", len(dice))
            c = "k"
        if c in seen:
            raise NotationError("twice", start)
        seen += c


def _goal(reader: _Reader) -> tuple[int, int]:
    # what a die must reach to count, and to count twice, behind >
    reader.need("=", "goal")
    goal = reader.number(1, 200, "goal")
    if not reader.take(">"):
        return goal, 0
    reader.need(">", "double")
    return goal, reader.number(goal, 200, "double")


def _keep(reader: _Reader, drops: bool, count: int) -> int:
    # how many of `count` dice are kept behind k, or d where it `drops` others: below 0 the lowest, 0 for all
    start = reader.offset - 1
    highest = reader.take("h")
    if not highest:
        reader.need("l", "keep")
    keep = reader.number(1, count, "keep", 1)
    if drops:
        highest = not highest
        keep = count - keep
        if not keep:
            raise NotationError("keep", start)
    if keep == count:
        return 0
    return keep if highest else -keep


def exploding(explode: int) -> str:
    """How a die explodes, as it is written; "" for not at all."""
    if not explode:
        return ""
    text = "!!" if COMPOUND <= explode < PENETRATING else "!p" if explode >= PENETRATING else "!"
    limit = explode % COMPOUND
    return text if limit == UNLIMITED else text + str(limit)


def _dice(dice: Sequence[int], keep: int, values: Sequence[int]) -> str:
    # the dice of a term, equal neighbours together
    runs = []
    index = 0
    while index < len(dice):
        count = 1
        while keep != BARS and dice[index + count : index + count + 1] == dice[index : index + 1]:
            count += 1
        sides = "{%s}" % ",".join([str(value) for value in values]) if values else str(dice[index])
        runs.append("%sd%s" % (count if count > 1 else "", sides))
        index += count
    if keep == BARS:
        return "|" + "-".join(runs) + "|"
    return "(" + "+".join(runs) + ")" if runs[1:] else runs[0]


def write(pool: Pool) -> str:
    """Canonical text of a pool: modifiers in the order !, r, min, max, kh or kl, >=; the constant last.

    write(parse(t)) is stable, parse(write(pool)) == pool.
    """
    constant, terms = pool
    text = ""
    for sign, dice, explode, reroll, keep, goal, double, least, most, values in terms:
        text += "-" if sign < 0 else "+"
        text += _dice(dice, keep, values)
        if explode:
            text += exploding(explode)
        if reroll:
            text += "r%d" % reroll
        if least:
            text += "min%d" % least
        if most:
            text += "max%d" % most
        if keep and keep != BARS:
            text += "kh%d" % keep if keep > 0 else "kl%d" % -keep
        if goal:
            text += ">=%d" % goal
        if double:
            text += ">>%d" % double
    if constant:
        text += "%+d" % constant
    return text[1:] if text[0] == "+" else text
