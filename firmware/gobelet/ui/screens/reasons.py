"""The reasons for a result: its dice, its modifiers and the applied rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...words.wording import input_name, modifier, option_name
from ..drawing.widgets import number_text

if TYPE_CHECKING:
    from .result import Result


def show_reasons(screen: Result) -> None:
    """Open the page with the reasons for the result on `screen`."""
    context = screen.context
    lines = reasons(screen)
    receipt = ""
    if screen.resolution.proof:
        from .proof import proof_lines

        proof, receipt = proof_lines(context, screen.resolution.proof)
        lines += proof
    context.dialogs.show_page(context.t("why"), "|".join(lines), receipt)


def reasons(screen: Result) -> list[str]:
    """Return the lines with the reasons, without the lines of a proof."""
    context = screen.context
    proc = screen.proc
    lines = _dice(screen)
    for each in proc.inputs:
        if each.is_shown(screen.values) and each.modifier(screen.values):
            lane: str = each.lane  # type: ignore[assignment] # an input with a modifier has a lane
            text = input_name(context, proc, each) + " "
            if each.options is not None:
                text += option_name(context, proc, each, each.options[screen.values[each.name]]) + " "
            text += modifier(context, lane, each.modifier(screen.values))
            words = context.t("lane." + lane)
            lines.append(text if words in text else "%s (%s)" % (text, words))
    for name, args in context.session.explain(proc, screen.values, screen.path):
        lines.append(context.t(name, *[number_text(arg) for arg in args]))
    return lines


def _dice(screen: Result) -> list[str]:
    """Return the lines for the dice.

    Each throw with a name begins a line. A throw without a name continues the line before.
    """
    lines: list[str] = []
    for number, roll in enumerate(screen.resolution.rolls):
        dice = ", ".join(["d%d = %d" % die for die in roll])
        name = screen.context.t.get("%s.roll.%d" % (screen.proc.name, number))
        if name:
            lines.append("%s %s" % (name, dice))
        elif lines:
            lines[-1] += ", " + dice
        else:
            lines.append(dice)
    return lines
