"""Dice notation: the text of a pool.

`parse` converts a text to a pool, `write` converts a pool to its canonical text.

    2d6  d%  d6+d8-1       sums; d% is d100
    d66  2d66  d666        two or three d6 read as digits, the first one the tens; a die of 66 sides is d{1..66}
    4dF  4d{-1,0,1}        a die with custom faces
    d12!  d12!3            explodes: after its highest face a die is rolled again and added, at most 3 times
    d12!!  d12!!3          the same, and a success count treats the sum of these rolls as one roll
    d12!p  d12!p3          the same, and each extra roll counts one less
    d10i  d10!1i           implodes: after a first roll of 1 the die is rolled again, and that roll is subtracted
    d10x>=9  d10x3>=9      explodes from face 9 on; also d10!!x>=9, d10!px>=9. Without a face: as !
    4d6kh3  4d6kl1         keeps the 3 highest dice, or the lowest one. Without a number: 1. k is kh
    4d6dh1  4d6dl1         drops the highest die, or the lowest one. Without a number: 1. d is dl
    3d20dh1dl1             drops dice at both ends
    3d6kh2!  3d6kh2x>=5    keeps first; only the kept dice may then explode
    5d6m                   the number of dice in the largest set of equal dice
    3d6km                  the highest die, plus one for each other die with the same face
    4d6min2  2d20max15     a face below 2 counts as 2; a face above 15 counts as 15
    4d6r2  4d6ro<=2        rerolls each face of 2 or less once; the second face counts. Without a number: 1
    4d6rr<=2               rerolls until the face is above 2
    5d10>=8  5d10>=8>>10   counts the dice that show 8 or more; those of 10 or more count twice
    2d20<=12  2d20<=12<<3  counts the dice that show 12 or less; those of 3 or less count twice
    d%<=60<<30<<<12        those of 12 or less count three times; d%<=60lv means this, with a half and a fifth of 60
    5d10>=8f<=1            a die of 1 cancels a success; f1 is the same
    (2d6+d8)kh1            a group of dice with different sides
    |d4-d6|                the absolute difference of two dice
    3d6*2  (2d6+3)*5       a product with a number
    d6/2  (2d6+3)/2        a quotient by a number, rounded down
    d6[fire]               ignores the text in brackets

Modifiers follow their dice in any order, each at most once. Only the order of keeping and exploding has an effect:
the modifier written first is applied first. Dice can be kept before they explode only if all have the same sides and
none has r, min or i. A success count keeps all dice. Dice with a maximum (max) do not explode, and imploding dice
have no success count. Dice with custom faces can only have a keep modifier or a success count. Digits (d66),
differences (|a-b|), m and km allow no other modifier. The parser ignores spaces and capitals, and accepts several
dashes and the sign ×.

Combined modifiers have these meanings:
- A reroll applies to each roll of a die, extra rolls of an explosion included.
- The modifiers k and d compare the sums of each die's rolls; if they are written before an explosion, its first rolls.
- Whether a die is rerolled or explodes depends on its face. All other modifiers use the value of the face, which min
  and max may change.
- A success count tests each roll of a die, extra rolls included. If the goal is above the number of sides, no single
  roll reaches it, and the count tests the sum of the die's rolls.

A pool consists of tuples and integers, so pools can be compared, stored and sent:

    pool = (constant, terms)                     constant -999..999, at least one term, at most 60 dice
    term = (sign, dice, explode, reroll, keep, goal, double, least, most, values, more)
      sign     1 or -1
      dice     tuple of sides, 2..100 each, in the order written
      explode  0, or the limit of extra rolls of one die: 1..20, or UNLIMITED. COMPOUND or PENETRATING is added for
               these forms, IMPLODING for dice that implode, with or without explosions
      reroll   0, or the highest face that is rolled again (less than any of the sides). UNTIL is added if rerolls
               repeat; the face is then at most half of the sides, and some face above it does not explode
      keep     0 for all, n for the n highest, -n for the n lowest (fewer than all); or BARS for |a-b|, DIGITS for
               d66, DIGITS3 for d666, MATCHES for m, BEST for km
      goal     0, or the least value that counts: 1..200 (keep is 0); below 0 the greatest value that counts
      double   0, or the least value that counts twice: goal..200; with a goal below 0 the greatest one: goal..-1
      least    0, or a minimum, 2 to the smallest number of sides: a lower face counts as this value
      most     0, or the value that higher faces count as: 1 to the largest sides - 1, and not less than `least`
      values   (), or the value of each face: 2 to 10 numbers of -20..99, as many as there are sides
      more     (), or (burst, off, times, over, plus, cancel, triple, early), not all default: (0, 0, 1, 1, 0, 0, 0, 0)
               burst  0, or the least face that explodes: in the upper half of the sides, below the highest
               off    the number of highest dice to drop before `keep` (above 0) applies
               times, over, plus   the result is multiplied by `times` (1..100), then `plus` (-99..99) is added,
                      then it is divided by `over` (1..100); plus is 0 without a division
               cancel  0, or the greatest value that cancels a success: below the goal and below the exploding faces
               triple  0, or the least value that counts three times, as for `double`
               early   1 if dice are kept before they explode: equal dice that neither implode nor have a reroll or min
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import (
    BARS,
    BEST,
    COMPOUND,
    DIGITS,
    DIGITS3,
    IMPLODING,
    MATCHES,
    PENETRATING,
    PLAIN,
    SIMPLE,
    UNLIMITED,
    UNTIL,
    more_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Pool, Term

MOST_DICE = 60
MOST_VALUES = 10
LOW_VALUE = -20
HIGH_VALUE = 99
DEEPEST = 3  # largest depth of nested parentheses
_SIGNS = (("\u2212", "-"), ("\u2013", "-"), ("\xd7", "*"))  # signs that phones insert, and their plain forms


class NotationError(ValueError):
    """The error for a text that is not a pool.

    `code` names the fault; `offset` is the index of the faulty character in the text, from 0. These are the codes:

    end      the text ends too early
    die      a die or a number is missing
    op       a plus, a minus or a modifier is missing
    count    no die, or more than 60 dice in the pool
    sides    a number of sides outside 2..100
    number   a constant outside -999..999
    limit    a limit of extra rolls outside 1..20
    reroll   a highest rerolled face outside 1..sides-1
    keep     neither h nor l after k or d, or a number that leaves no die
    goal     neither >= nor <=, or a goal outside 1..200
    twice    a repeated modifier
    group    parentheses around more than plain dice, or nested too deeply
    bars     bars without exactly two dice, as in |dA-dB|
    double   neither >> nor <<, or a number outside goal..200
    min      a minimum outside 2..sides, or a misspelt "min"
    max      a maximum outside min..sides-1 or for exploding dice, or a misspelt "max"
    values   custom faces that are not 2 to 10 numbers of -20..99
    own      custom dice with a modifier that they cannot have, or in a group
    burst    a lowest exploding face that is not in the upper half of the faces
    until    r<= or rr2, which mix the forms r, ro and rr
    kinds    an explosion that is both compounding and penetrating
    middle   dice that explode without limit, with dice dropped at both ends
    digits   d66 with a modifier, in a group or in bars
    match    m or km with another modifier, or for one die
    cancel   a cancelling number that is not below the goal and the exploding faces; or f2
    implode  imploding dice with a success count, or that compound or penetrate
    early    different dice, or another modifier, with keeping before exploding
    scale    a factor or divisor outside 1..100, or a term that cannot be divided
    """

    def __init__(self, code: str, index: int) -> None:
        super().__init__(code)
        self.code = code
        self.offset = index


class _Reader:
    """A reader of the text of a pool; `offset` is the index of the next character."""

    def __init__(self, text: str) -> None:
        for sign, plain in _SIGNS:
            text = text.replace(sign, plain)
        self.text = text.lower()
        self.offset = 0
        self.values: tuple[int, ...] = ()  # custom faces of the last dice that were read, () for plain dice
        self.keep = 0  # DIGITS after d66, DIGITS3 after d666, 0 after other dice
        self.depth = 0  # depth of the open parentheses
        self.room = MOST_DICE  # number of dice that may still follow

    def peek(self) -> str:
        """Return the next character, or "" at the end of the text.

        Spaces and text in brackets before this character are skipped.
        """
        text = self.text
        while True:
            c = text[self.offset : self.offset + 1]
            end = text.find("]", self.offset) if c == "[" else self.offset
            if c not in (" ", "[") or end < 0:
                return c
            self.offset = end + 1

    def accept(self, c: str) -> bool:
        """Read the next character if it is `c`. Return whether it was read."""
        if self.peek() != c:
            return False
        self.offset += 1
        return True

    def require(self, c: str, code: str) -> None:
        """Read the character `c`.

        If another character is next, raise NotationError with `code`. At the end of the text, the code is "end".
        """
        found = self.peek()
        if found != c:
            raise NotationError(code if found else "end", self.offset)
        self.offset += 1

    def number(self, low: int, high: int, code: str, default: int = 0) -> int:
        """Read a number from `low` to `high`.

        For a number outside this range, raise NotationError with `code`. Without digits, return `default` unchecked; if
        `default` is 0, raise the error too.
        """
        c = self.peek()
        start = self.offset
        value = 0
        while c and c in "0123456789":
            value = value * 10 + int(c)
            self.offset += 1
            c = self.text[self.offset : self.offset + 1]
        if self.offset == start:
            if not default:
                self.require("0", code)
            return default
        if not low <= value <= high:
            raise NotationError(code, start)
        return value

    def dice(self, own: bool = False) -> tuple[int, ...]:
        """Read dice, and return their sides.

        If `own` is set, the dice may be digits (d66), or have custom faces.
        """
        start = self.offset
        count = self.number(1, self.room, "count", 1)
        self.require("d", "die")
        self.values = ()
        self.keep = 0
        sides = 100
        at = self.offset
        if self.accept("{"):
            sides = self.faces(at)
        elif self.accept("f"):
            self.values = (-1, 0, 1)
            sides = 3
        elif not self.accept("%"):
            sides = self.number(2, 666, "sides")
            if sides in (66, 666):
                self.keep = DIGITS if sides == 66 else DIGITS3
                count *= self.keep - DIGITS + 2
                sides = 6
            elif sides > 100:
                raise NotationError("sides", at)
        if not own and (self.values or self.keep):
            raise NotationError("digits" if self.keep else "own", at)
        self.room -= count
        if self.room < 0:
            raise NotationError("count", start)
        return (sides,) * count

    def faces(self, start: int) -> int:
        """Read the faces between braces into `values`, and return the number of sides.

        {1..n} is a plain die with n sides. `start` is the offset of the opening brace.
        """
        values: list[int] = []
        while True:
            sign = -1 if self.accept("-") else 1
            index = self.offset
            self.peek()
            values.append(sign * self.number(0, HIGH_VALUE, "values"))
            if values[-1] < LOW_VALUE:
                raise NotationError("values", index)
            if self.accept("}"):
                break
            if values == [1] and self.accept("."):
                self.require(".", "values")
                sides = self.number(2, 100, "sides")
                self.require("}", "values")
                return sides
            self.require(",", "values")
        if not 2 <= len(values) <= MOST_VALUES:
            raise NotationError("values", start)
        self.values = tuple(values)
        return len(values)


def parse(text: str) -> Pool:
    """Return the pool that `text` describes, or raise NotationError."""
    reader = _Reader(text)
    constant, terms = _sum(reader, "")
    if not terms:
        reader.require("d", "die")
    return constant, tuple(terms)


def as_now(text: str) -> str:
    """Return a notation that this or an earlier version stored, in its present form.

    Earlier versions wrote d66 for a die with 66 sides, which is now written d{1..66}.
    """
    return text.replace("d66", "d{1..66}")


def parse_kept(text: str) -> Pool:
    """Return the pool of a notation that this or an earlier version stored."""
    return parse(as_now(text))


def _sum(reader: _Reader, end: str) -> tuple[int, list[Term]]:
    """Read a sum up to the character `end`, and return (constant, terms).

    If `end` is "", the sum ends at the end of the text.
    """
    constant = 0
    terms: list[Term] = []
    sign = -1 if reader.accept("-") else 1
    while True:
        reader.peek()
        start = reader.offset
        value, more = _factor(reader)
        constant += sign * value
        if not -999 <= constant <= 999:
            raise NotationError("number", start)
        terms += [(sign * term[0],) + term[1:] for term in more]
        if reader.accept(end) if end else not reader.peek():
            return constant, terms
        sign = 1
        if not reader.accept("+"):
            reader.require("-", "group" if end else "op")
            sign = -1


def _factor(reader: _Reader) -> tuple[int, list[Term]]:
    """Read a summand with its factors and divisors. Return (constant, terms)."""
    start = reader.offset
    constant, terms = _primary(reader)
    while True:
        c = reader.peek()
        if not c or c not in "*/":
            return constant, terms
        at = reader.offset
        reader.offset += 1
        if c == "*" and not terms:
            reader.peek()
            by = constant
            start = reader.offset
            constant, terms = _primary(reader)
        else:
            if c == "*" and reader.peek() in ("d", "(", "|"):
                raise NotationError("scale", reader.offset)
            by = reader.number(1, 100, "scale")
            if reader.peek() == "d":
                raise NotationError("scale", reader.offset)
        if terms and not 1 <= by <= 100:
            raise NotationError("scale", start)
        if c == "/":
            constant, terms = _divide(constant, terms, by, at)
        else:
            constant *= by
            terms = [_multiply(term, by, 1, 0, at) for term in terms]


def _multiply(term: Term, times: int, over: int, plus: int, at: int) -> Term:
    """Multiply a term by `times`, then add `plus`, then divide by `over`.

    Raise NotationError at the offset `at` if a number is out of range, or if the term has a divisor already.
    """
    burst, off, by, under, _, cancel, triple, early = term[10] or SIMPLE
    if under != 1 or by * times > 100 or not -99 <= plus <= 99:
        raise NotationError("scale", at)
    return term[:10] + (more_of(burst, off, by * times, over, plus, cancel, triple, early),)


def _divide(constant: int, terms: list[Term], by: int, at: int) -> tuple[int, list[Term]]:
    """Divide a sum by the number `by`, and return (constant, terms) of the quotient.

    Raise NotationError at the offset `at` if the sum has several terms, or a term that cannot be divided.
    """
    if not terms:
        return constant // by, terms
    if by == 1:
        return constant, terms
    if len(terms) > 1:
        raise NotationError("scale", at)
    term = terms[0]
    if term[0] < 0:  # rounds the quotient of a subtracted term up, so that the sum is rounded down
        constant = by - 1 - constant
    return 0, [_multiply(term, 1, by, constant, at)]


def _primary(reader: _Reader) -> tuple[int, list[Term]]:
    """Read dice, a number, or a part in bars or parentheses. Return (constant, terms)."""
    c = reader.peek()
    if c == "|":
        return 0, [(1, _bars(reader), 0, 0, BARS, 0) + PLAIN]
    if c == "(":
        return _parentheses(reader)
    start = reader.offset
    value = reader.number(0, 9999999, "count", 1)
    if reader.peek() == "d":
        reader.offset = start
        dice = reader.dice(True)
        if reader.keep:
            c = reader.peek()
            if c and c in _MODIFIERS:
                raise NotationError("digits", reader.offset)
            return 0, [(1, dice, 0, 0, reader.keep, 0) + PLAIN]
        return 0, [_read_modifiers(reader, dice, reader.values)]
    if reader.offset == start:
        reader.require("d", "die")
    if value > 999:
        raise NotationError("number", start)
    return value, []


def _bars(reader: _Reader) -> tuple[int, ...]:
    """Read two dice between bars, and return their sides."""
    start = reader.offset
    reader.offset += 1
    dice = reader.dice()
    reader.require("-", "bars")
    dice += reader.dice()
    if len(dice) != 2:
        raise NotationError("bars", start)
    reader.require("|", "bars")
    return dice


def _parentheses(reader: _Reader) -> tuple[int, list[Term]]:
    """Read a part in parentheses. Return (constant, terms).

    Plain dice in parentheses are a group, and modifiers may follow it. Any other part in parentheses may only be
    multiplied or divided.
    """
    start = reader.offset
    reader.offset += 1
    reader.depth += 1
    if reader.depth > DEEPEST:
        raise NotationError("group", start)
    constant, terms = _sum(reader, ")")
    reader.depth -= 1
    dice: tuple[int, ...] = ()
    for term in terms:
        if term != (1, term[1], 0, 0, 0, 0) + PLAIN:
            dice = ()
            break
        dice += term[1]
    if dice and not constant:
        return 0, [_read_modifiers(reader, dice, ())]
    if dice:  # make one term of the dice, because only a single term can be divided
        terms = [(1, dice, 0, 0, 0, 0) + PLAIN]
    c = reader.peek()
    if c and c in _MODIFIERS:
        raise NotationError("group", reader.offset)
    return constant, terms


_MODIFIERS = "!xrkdm><cif"


def _read_modifiers(reader: _Reader, dice: Sequence[int], values: tuple[int, ...]) -> Term:
    """Read the modifiers that follow `dice`, and return the term."""
    explode = reroll = goal = double = triple = cancel = least = most = burst = high = low = keep = 0
    # `capped` is the offset of max in the text. `imploding`, `cancelling` and `early` are the offset + 1 of i, of f,
    # and of an explosion that follows a keep modifier. Each value is 0 if there is no such modifier.
    capped = imploding = cancelling = early = 0
    seen = ""
    while True:
        c = reader.peek()
        if not c or c not in _MODIFIERS:
            break
        start = reader.offset
        reader.offset += 1
        if values and c in "!xri":
            raise NotationError("own", start)
        if c in "!x":
            explode, burst = _explosion(reader, c, dice)
            early = start + 1 if "h" in seen or "l" in seen else 0
            c = "!"
        elif c == "m":
            if values and reader.peek() in ("a", "i"):
                raise NotationError("own", start)
            if reader.accept("a"):
                c = "x"
                reader.require("x", "max")
                most = reader.number(1, max(dice) - 1, "max")
                capped = start
            elif reader.accept("i"):
                reader.require("n", "min")
                least = reader.number(2, min(dice), "min")
            elif len(dice) < 2 or seen or values:
                raise NotationError("match", start)
            else:
                return (1, dice, 0, 0, MATCHES, 0) + PLAIN
        elif c == "r":
            reroll = _reroll(reader, min(dice))
        elif c == "i":
            imploding = start + 1
        elif c == "f" or (c == "d" and reader.accept("f")):
            cancel = _cancel(reader)
            cancelling = start + 1
            c = "f"
        elif c in "><c":
            goal, double, triple = _goal(reader, c)
            c = "khl"
        elif c == "k" and reader.accept("m"):
            if len(dice) < 2 or seen or values:
                raise NotationError("match", start)
            return (1, dice, 0, 0, BEST, 0) + PLAIN
        else:
            n, top = _keep(reader, c == "d", len(dice))
            if c == "k":
                keep = n if top else -n
                c = "khl"
            elif top:
                high = n
                c = "h"
            else:
                low = n
                c = "l"
        if [one for one in c if one in seen]:
            raise NotationError("twice", start)
        seen += c
        if high + low >= len(dice):
            raise NotationError("keep", start)
        if explode and reroll > UNTIL and reroll - UNTIL + 1 >= (burst or min(dice)):
            raise NotationError("reroll", start)  # no face would end the rerolls
        if high and low and explode % COMPOUND == UNLIMITED:
            raise NotationError("middle", start)
    if cancel and cancel >= min([goal] + [burst or min(dice)] * (explode > 0)):
        raise NotationError("cancel", cancelling - 1)
    if imploding:
        if explode >= COMPOUND or goal:
            raise NotationError("implode", imploding - 1)
        explode += IMPLODING
    if most and (explode or most < least):
        raise NotationError("max", capped)
    early *= high + low > 0 or abs(keep) not in (0, len(dice))
    if early and (imploding or reroll or least or min(dice) != max(dice)):
        raise NotationError("early", early - 1)
    off = 0
    if high or low:
        keep = len(dice) - high - low
        if not low:
            keep = -keep
        elif high:
            off = high
    if abs(keep) == len(dice):
        keep = 0
    more = more_of(burst, off, 1, 1, 0, cancel, triple, int(early > 0))
    return 1, dice, explode, reroll, keep, goal, double, least, most, values, more


def _explosion(reader: _Reader, c: str, dice: Sequence[int]) -> tuple[int, int]:
    """Read an explosion after the character `c`, which is ! or x.

    Return (explode, burst), two parts of the term.
    """
    kind = 0
    if c == "!":
        kind = COMPOUND if reader.accept("!") else PENETRATING if reader.accept("p") else 0
        if kind == COMPOUND and reader.peek() == "p":
            raise NotationError("kinds", reader.offset)
    once = reader.accept("o")
    start = reader.offset
    limit = 1 if once else reader.number(1, 100, "limit", UNLIMITED)
    by_face = c == "x" or reader.accept("x")
    burst = 0
    if by_face and (c == "!" or reader.peek() == ">"):
        reader.require(">", "burst")
        reader.require("=", "burst")
        at = reader.offset
        burst = reader.number(1, 100, "burst")
        if min(dice) != max(dice) or not dice[0] + 1 < 2 * burst <= 2 * dice[0]:
            raise NotationError("burst", at)
        burst %= dice[0]
    elif by_face and not once and limit != UNLIMITED:
        if min(dice) != limit or max(dice) != limit:  # x5 explodes on face 5 alone, which a pool cannot store
            raise NotationError("burst", start)
        limit = UNLIMITED
    if 20 < limit != UNLIMITED:
        raise NotationError("limit", start)
    return kind + limit, burst


def _reroll(reader: _Reader, sides: int) -> int:
    """Read the rest of a reroll after the letter r, and return the part `reroll`."""
    kind = "r" if reader.accept("r") else "o" if reader.accept("o") else ""
    start = reader.offset
    below = reader.accept("<")
    if below:
        reader.require("=", "reroll")
    value = reader.number(1, sides // 2 if kind == "r" else sides - 1, "reroll", 0 if below else 1)
    if below > bool(kind) or (kind and value > 1 and not below):
        raise NotationError("until", start)
    return UNTIL + value if kind == "r" else value


def _cancel(reader: _Reader) -> int:
    """Read the greatest value that cancels a success, after the letter f."""
    below = reader.accept("<")
    if below:
        reader.require("=", "cancel")
    start = reader.offset
    value = reader.number(1, 100, "cancel")
    if value > 1 and not below:  # f2 means that face 2 alone cancels, which a pool cannot store
        raise NotationError("cancel", start)
    return value


def _goal(reader: _Reader, c: str) -> tuple[int, int, int]:
    """Read the rest of a success count, and return its parts (goal, double, triple).

    The character `c` has been read already: >, <, or the c of cs, which the program Foundry writes.
    """
    if c == "c":
        reader.require("s", "goal")
        c = "<" if reader.accept("<") else ">"
        if c == ">":
            reader.require(">", "goal")
    reader.require("=", "goal")
    sign = 1 if c == ">" else -1
    goal = reader.number(1, 200, "goal")
    if sign < 0 and reader.accept("l"):
        reader.require("v", "double")
        return -goal, -(goal // 2), -(goal // 5)
    found = [goal, 0, 0]
    for at in (1, 2):
        if not reader.accept(c):
            break
        for _ in range(at):
            reader.require(c, "double")
        last = found[at - 1]
        found[at] = reader.number(last, 200, "double") if sign > 0 else reader.number(1, last, "double")
    return sign * goal, sign * found[1], sign * found[2]


def _keep(reader: _Reader, drops: bool, count: int) -> tuple[int, bool]:
    """Read the rest of a modifier that keeps or drops dice.

    The letter before the rest is d if `drops` is set, and k if not. The rest is h or l, and a number up to `count`.
    Return (number of dice to keep or drop, whether these dice are the highest).
    """
    highest = reader.accept("h")
    if not highest and not reader.accept("l"):
        highest = not drops
        c = reader.peek()
        if not c or c not in "0123456789":
            reader.require("h", "keep")
    return reader.number(1, count, "keep", 1), highest


def explosion_text(explode: int) -> str:
    """Return the notation of the part `explode` of a term; "" without an explosion."""
    if not explode:
        return ""
    limit = explode % COMPOUND
    text = "!" if limit else ""
    if COMPOUND <= explode < IMPLODING:
        text += "!" if explode < PENETRATING else "p"
    if 0 < limit < UNLIMITED:
        text += str(limit)
    return text + "i" if explode >= IMPLODING else text


def _dice_text(dice: Sequence[int], keep: int, values: Sequence[int]) -> str:
    """Return the notation of the dice of a term.

    Neighbouring dice with the same sides are written together, as in 2d6.
    """
    if DIGITS <= keep <= DIGITS3:
        size = keep - DIGITS + 2
        count = len(dice) // size
        return "%sD%s" % (count if count > 1 else "", "6" * size)
    runs = []
    index = 0
    while index < len(dice):
        count = 1
        while keep != BARS and dice[index + count : index + count + 1] == dice[index : index + 1]:
            count += 1
        sides = "{%s}" % ",".join([str(value) for value in values]) if values else str(dice[index])
        runs.append("%sd%s" % (count if count > 1 else "", "{1..66}" if sides == "66" else sides))
        index += count
    if keep == BARS:
        return "|" + "-".join(runs) + "|"
    return "(" + "+".join(runs) + ")" if runs[1:] else runs[0]


def write(pool: Pool) -> str:
    """Return the canonical text of a pool.

    Modifiers are in the order !, i, r, min, max, kh or kl, >=, f. The constant is last. parse(write(pool)) is
    equal to pool.
    """
    constant, terms = pool
    text = ""
    for term in terms:
        text += "-" if term[0] < 0 else "+"
        text += _term_text(term)
    if constant:
        text += "%+d" % constant
    return text[1:] if text[0] == "+" else text


def _term_text(term: Term) -> str:
    """Return the notation of a term without its sign."""
    _, dice, explode, reroll, keep, goal, double, least, most, values, more = term
    burst, off, _, _, _, cancel, triple, early = more or SIMPLE
    text = _dice_text(dice, keep, values)
    explosion = explosion_text(explode)
    if burst:
        if COMPOUND <= explode < IMPLODING:
            explosion += "x>=%d" % burst
        else:
            explosion = "x%s>=%d" % (explosion_text(explode % COMPOUND)[1:], burst)
            if explode >= IMPLODING:
                explosion += "i"
    if early:
        return _with_scale(text + _keep_text(len(dice), keep, off) + explosion, more)
    text += explosion
    if reroll:
        text += "rr<=%d" % (reroll - UNTIL) if reroll > UNTIL else "r%d" % reroll
    if least:
        text += "min%d" % least
    if most:
        text += "max%d" % most
    text += _keep_text(len(dice), keep, off)
    if goal:
        text += ">=%d" % goal if goal > 0 else "<=%d" % -goal
    if double:
        text += ">>%d" % double if double > 0 else "<<%d" % -double
    if triple:
        text += ">>>%d" % triple if triple > 0 else "<<<%d" % -triple
    if cancel:
        text += "f<=%d" % cancel
    return _with_scale(text, more)


def _keep_text(count: int, keep: int, off: int) -> str:
    """Return the notation of the parts `keep` and `off` of a term with `count` dice."""
    if off:
        return "dh%ddl%d" % (off, count - off - keep)
    if keep >= MATCHES:
        return "m" if keep == MATCHES else "km"
    if not keep or keep >= BARS:
        return ""
    return "kh%d" % keep if keep > 0 else "kl%d" % -keep


def _with_scale(text: str, more: Sequence[int]) -> str:
    """Return `text`, a term's notation, with the factor and the divisor in `more`."""
    times, over, plus = (more or SIMPLE)[2:5]
    if times > 1:
        text += "*%d" % times
    if over > 1:
        text = "(%s%+d)/%d" % (text, plus, over) if plus else "%s/%d" % (text, over)
    return text
