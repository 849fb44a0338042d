"""Words for the screens of a Procedure.

The keys of the texts, where p is the procedure's name:
p            its title                     p.short      a shorter title (optional).
                                           p.i          the name of input i (or i.i).
p.i.o        option o of a choice (or o.o) p.i.help     shown when OK is held on the input (optional).
p.q          "chance to..." (or ask.q)     p.key        word for an outcome's key or `word` (optional).
lane.l       name of lane l                role.r       name of role r.
p.a          question a of a step, {0} is the progress there, {i} the value of input i.
p.a.o        option o of that question (optional; default: its number).
p.dice       the dice in writing, "|d4−d6|" (optional; default: "d4+d6").
p.unit       sign after a result that has no `word`, also after the text p.key (optional).
p.one        the same after 1 (optional).
p.roll.n     name of the roll n of several, from 0 (optional).
hand.die.n   name of the real die n of several, from 0 (optional).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.odds import ratio
from ..rules.procedure import sums
from ..ui.drawing.numbers import signed_text
from ..ui.drawing.widgets import big, minus

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Any

    from ..rules.odds import Odds
    from ..rules.procedure import Input, Procedure
    from ..rules.types import Key, Row, Share, Sides, Values
    from ..ui.drawing.canvas import Canvas
    from ..ui.drawing.types import Pixels
    from .types import Speaker


def arguments(
    procedure: Procedure, rows: Sequence[Row], known: Mapping[str, Any], said: Collection[str] = ()
) -> list[int]:
    """Return the last arguments of "<game>.form".

    They are the rows of the roles and the values `known`. `said` has the names of the values that replace those of
    the Sheets.
    """
    inputs = procedure.inputs
    found = procedure.pack(rows, known)
    bits = sum([1 << index for index in range(len(inputs)) if inputs[index].name in said])
    return found + [bits] if bits else found


def key_label(context: Speaker, procedure: Procedure, key: Key) -> str:
    """Return the words for an outcome's key.

    They are its text "<procedure>.<key>", or the procedure's label, or the key.
    """
    name = ".".join([str(part) for part in key]) if isinstance(key, tuple) else str(key)
    return context.t.get(procedure.name + "." + name) or (
        procedure.label(key) if procedure.label else minus(name)
    )


def input_name(context: Speaker, procedure: Procedure, input: Input) -> str:
    """Return the name of an input.

    It is the text "<procedure>.<input>", or "i.<input>", which procedures share.
    """
    return context.t.get(procedure.name + "." + input.name) or context.t("i." + input.name)


def option_name(context: Speaker, procedure: Procedure, input: Input, option: str) -> str:
    """The name of an option: the text "<procedure>.<input>.<option>", or "o.<option>"."""
    return context.t.get("%s.%s.%s" % (procedure.name, input.name, option)) or context.t("o." + option)


def subject(context: Speaker, rows: Sequence[Row], by_hand: bool) -> str:
    """Return the right side of the top band.

    It has the player of the last role, and a note about real dice.
    """
    who = context.seat(rows[-1]) if rows and rows[-1] >= 0 else ""
    return with_real_dice(context, who) if by_hand else who


def with_real_dice(context: Speaker, who: str) -> str:
    """The names in a roll, after a note that real dice are used."""
    return context.t("hand.short") + " · " + who if who else context.t("hand").lower()


def split_at_colon(text: str) -> tuple[str, str]:
    """Return the words before a colon, and those after it with a capital.

    Without a colon the result is ("", text).
    """
    before, colon, after = text.partition(": ")
    if not colon:
        return "", text
    if before.endswith("\u00a0"):  # in French; MicroPython's rstrip leaves it
        before = before[:-1]
    return before, after[0].upper() + after[1:]


def modifier(context: Speaker, lane: str, n: int) -> str:
    """A modifier in writing: "+2", or "×3" in a lane that is called "×"."""
    return "×%d" % n if context.t("lane." + lane) == "×" else signed_text(n)


def undecided_shares(context: Speaker, odds: Odds) -> list[tuple[str, Share]]:
    """The parts of the odds that have no outcome, as [(name, (num, den))...].

    The parts are the results that only the printed sheet decides, and the explosions that were not followed
    to their end.
    """
    found = []
    if odds.unknown:
        share = (odds.unknown, odds.total)
        # two dice in 36ths, as players count them
        found.append((context.t("odds.unknown"), share if odds.total == 36 else ratio(*share)))
    if odds.tail:
        found.append((context.t("odds.tail"), ratio(odds.tail, odds.total)))
    return found


def dice_line(context: Speaker, procedure: Procedure, dice: Sequence[Sides]) -> str:
    """The dice that are thrown first, in writing."""
    return context.t.get(procedure.name + ".dice") or "+".join(["d%d" % sides for sides in dice])


def lanes_line(context: Speaker, procedure: Procedure, values: Values) -> str:
    """The sums by lane in one line, such as "d4+1  ×3  roll +2".

    A lane whose name is a word has a space after it. Sums of zero are left out.
    """
    lanes = sums(procedure, values)
    words = []
    for name in sorted(lanes):
        if lanes[name]:
            text = modifier(context, name, lanes[name])
            lane = context.t("lane." + name)
            gap = "" if lane[-1:].isdigit() else "\u00a0"
            words.append(text if text[0] == "×" else lane + gap + text)
    return "  ".join(words)


def sign(context: Speaker, procedure: Procedure, word: str | None, number: Key = None) -> str:
    """Return the unit after a result.

    It is the text "<procedure>.unit", or "" if the result has a `word`. After 1, and in French after 0, it is the
    text "<procedure>.one" if that exists.
    """
    single = number == 1 or (number == 0 and context.t("decimal") == ",")
    found = context.t.get(procedure.name + ".one") if single else None
    if found is None and word is None:
        found = context.t.get(procedure.name + ".unit")
    return found or ""


def figure(c: Canvas, y: int, h: Pixels, text: str, sign: str, w: Pixels = 128) -> None:
    """Draw a result as large as it fits into the first `w` columns.

    Its unit follows it.
    """
    wide = c.width(text, c.fitting_size(text, w, [size for size in (48, 32, 16) if size <= h] or (8,)))
    # Columns that the number leaves on its right, so that its unit has large letters.
    aside = max(0, (wide - w) // 2 + c.width(sign, 16) + 7) if sign else 0
    if wide + 2 * aside > w:
        aside = 0
    size = big(c, text, y, h, 0, w - 2 * aside)
    x = w // 2 - aside + 2 + c.width(text, size) // 2
    font = c.fitting_size(sign, w - x, (16, 8))
    if x + 5 + c.width(sign, font) <= w:
        x += 3  # without a gap, number and unit read as one word
    c.text(x, y + (h + size) // 2 - 16, sign, font)
