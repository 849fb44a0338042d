"""Texts for the screens of a Procedure.

The text keys, where p is the Procedure's name; a text key after "or" is used if the first one is missing:
p            its title                     p.short      a shorter title (optional).
                                           p.i          the name of input i (or i.i).
p.i.o        option o of a choice (or o.o) p.i.help     shown when OK is held on the input (optional).
p.q          named chance q (or ask.q).    p.key        text for an outcome key or `word` (optional).
lane.l       name of lane l                role.r       name of role r.
p.a          question of the Ask a: {0} is the progress at this Ask, {i} the value of input i.
p.a.o        option o of that question (optional; default: the option's number).
p.dice       the dice in writing, "|d4−d6|" (optional; default: "d4+d6").
p.unit       unit after a result that has no `word`, also after the text p.key (optional).
p.one        unit after the result 1 (optional; default: p.unit).
p.roll.n     name of the roll n of several rolls, from 0 (optional).
hand.die.n   name of the real die n of several dice, from 0 (optional).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.odds import ratio
from ..rules.procedure import sums
from ..ui.drawing.numbers import signed_text
from ..ui.drawing.widgets import draw_large, number_text

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
    """Return the last arguments of the form screen "<game>.form".

    The last arguments of a form are the rows of the roles, and a value for each input. `known` maps names of inputs
    to values; an input that is not in `known` has its start value. `said` has the names of inputs whose values
    replace those of the Sheets. If `said` is not empty, the last argument is a number with a bit for each input: 1
    for the inputs in `said`.
    """
    inputs = procedure.inputs
    found = procedure.pack(rows, known)
    bits = sum([1 << index for index in range(len(inputs)) if inputs[index].name in said])
    return found + [bits] if bits else found


def key_label(context: Speaker, procedure: Procedure, key: Key) -> str:
    """Return the text for an outcome key.

    The result is the first of these that exists: the text "<procedure>.<key>", the result of `procedure.label`, the
    outcome key itself.
    """
    name = ".".join([str(part) for part in key]) if isinstance(key, tuple) else str(key)
    return context.t.get(procedure.name + "." + name) or (
        procedure.label(key) if procedure.label else number_text(name)
    )


def input_name(context: Speaker, procedure: Procedure, input: Input) -> str:
    """Return the name of an input, as a text on the screen.

    The name is the text "<procedure>.<input>". If there is no such text, the name is the text "i.<input>", which
    several Procedures share.
    """
    return context.t.get(procedure.name + "." + input.name) or context.t("i." + input.name)


def option_name(context: Speaker, procedure: Procedure, input: Input, option: str) -> str:
    """Return the name of an option of an input, as a text on the screen.

    The name is the text "<procedure>.<input>.<option>". If there is no such text, the name is the text "o.<option>".
    """
    return context.t.get("%s.%s.%s" % (procedure.name, input.name, option)) or context.t("o." + option)


def subject(context: Speaker, rows: Sequence[Row], by_hand: bool) -> str:
    """Return the text at the right of the top band of a Procedure's screen.

    The text is the name of the player who has the last row in `rows`. If `by_hand` is True, a note about real dice
    precedes the name.
    """
    who = context.seat(rows[-1]) if rows and rows[-1] >= 0 else ""
    return with_real_dice(context, who) if by_hand else who


def with_real_dice(context: Speaker, who: str) -> str:
    """Return the player's name `who`, after a note that real dice are used."""
    return context.t("hand.short") + " · " + who if who else context.t("hand").lower()


def split_at_colon(text: str) -> tuple[str, str]:
    """Split a text at its first colon, and return (before, after).

    The part after the colon begins with a capital. The result is ("", text) if the text has no colon.
    """
    before, colon, after = text.partition(": ")
    if not colon:
        return "", text
    if before.endswith("\u00a0"):  # French has a no-break space before a colon
        before = before[:-1]
    return before, after[0].upper() + after[1:]


def modifier(context: Speaker, lane: str, n: int) -> str:
    """Return a modifier as text: "+2", or "×3" for a lane that is shown as "×"."""
    return "×%d" % n if context.t("lane." + lane) == "×" else signed_text(n)


def undecided_shares(context: Speaker, odds: Odds) -> list[tuple[str, Share]]:
    """Return the chances of cases without an outcome key, as [(name, (num, den))...].

    Cases without an outcome key are those that only the printed sheet decides, and explosions that were not followed
    to their end.
    """
    found = []
    if odds.unknown:
        share = (odds.unknown, odds.total)
        # keep the denominator 36, because players count the results of two d6 in 36ths
        found.append((context.t("odds.unknown"), share if odds.total == 36 else ratio(*share)))
    if odds.tail:
        found.append((context.t("odds.tail"), ratio(odds.tail, odds.total)))
    return found


def dice_line(context: Speaker, procedure: Procedure, dice: Sequence[Sides]) -> str:
    """Return the text for the dice of the first throw, such as "d4+d6" or "|d4−d6|"."""
    return context.t.get(procedure.name + ".dice") or "+".join(["d%d" % sides for sides in dice])


def lanes_line(context: Speaker, procedure: Procedure, values: Values) -> str:
    """Return the sums of modifiers by lane in one line, such as "d4+1  ×3  roll +2".

    A space follows the name of a lane unless the name ends with a digit. Sums of zero are left out.
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
    """Return the unit that is shown after a result.

    The unit is the text "<procedure>.unit", or "" if the result has a `word`. For the result 1, and in French for 0,
    the unit is the text "<procedure>.one" if there is such a text.
    """
    single = number == 1 or (number == 0 and context.t("decimal") == ",")
    found = context.t.get(procedure.name + ".one") if single else None
    if found is None and word is None:
        found = context.t.get(procedure.name + ".unit")
    return found or ""


def figure(c: Canvas, y: int, h: Pixels, text: str, sign: str, w: Pixels = 128) -> None:
    """Draw a result in the largest letters that fit into the first `w` pixel columns.

    The unit `sign` follows the result.
    """
    wide = c.width(text, c.fitting_size(text, w, [size for size in (48, 32, 16) if size <= h] or (8,)))
    # number of pixel columns to leave free on the right of the result, for the unit in large letters
    aside = max(0, (wide - w) // 2 + c.width(sign, 16) + 7) if sign else 0
    if wide + 2 * aside > w:
        aside = 0
    size = draw_large(c, text, y, h, 0, w - 2 * aside)
    x = w // 2 - aside + 2 + c.width(text, size) // 2
    font = c.fitting_size(sign, w - x, (16, 8))
    if x + 5 + c.width(sign, font) <= w:
        x += 3  # a gap between result and unit, because the two would otherwise read as one word
    c.text(x, y + (h + size) // 2 - 16, sign, font)
