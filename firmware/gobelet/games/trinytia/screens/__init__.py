"""The screens of Tri'Nytia.

SCREENS maps the short name of a screen to (module, class). The id of a screen has the name of the game before the
short name, such as "trinytia.turn".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.sheets import DEAD, SETUP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Effect
    from gobelet.ui.screens.types import Context


SIGNALS = "death:char.seat=2 turn:game.turn"

SCREENS = {
    "home": ("home", "Home"),
    "options": ("pages", "Options"),
    "clock": ("gobelet.ui.screens.turn_clock", "Times"),
    "history": ("gobelet.ui.screens.history", "History"),
    "luck": ("gobelet.ui.screens.luck", "Luck"),
    # screens before the first turn
    "new": ("setup", "NewGame"),
    "setup": ("setup", "Setup"),
    "placement": ("setup", "Placement"),
    "first": ("setup", "First"),
    # screens of a turn
    "turn": ("turn", "Turn"),
    "over": ("turn", "Over"),
    "attack": ("attack", "Attack"),
    "hurt": ("hurt", "Hurt"),
    "form": ("forms", "Form"),
    "presets": ("gobelet.ui.screens.presets", "Presets"),
    "result": ("results", "Result"),
    "rolls": ("rolls", "Rolls"),
    "death": ("turn", "Death"),
    # values of the characters, and their cards
    "table": ("table", "Table"),
    "sheet": ("sheet", "Sheet"),
    "cards": ("cards", "Cards"),
    "exchange": ("exchange", "Exchange"),
    "packs": ("packs", "Packs"),
    "arcanes": ("packs", "Arcanes"),
    # screens of the two other modes
    "bet": ("modes", "Bet"),
    "champions": ("modes", "Champions"),
    # pages and lists that players look up
    "help": ("pages", "Help"),
    "chances": ("chances", "Chances"),
    "reach": ("reach", "Reach"),
    "allies": ("allies", "Allies"),
    "figure": ("chances", "Figure"),
}


def form_for(context: Context, listed: list[int], allowed: Sequence[str]) -> tuple[str, list[int]]:
    """Return (short name, arguments) of the screen for a stored roll; see kept.py."""
    from .kept import form_for

    return form_for(context, listed, allowed)


def describe(context: Context, effects: Sequence[Effect]) -> str | None:
    """Return text for effects that the names of their fields do not explain.

    Such effects are a death, a return to life, the start of the game, a cancelled roll and a reached objective. For
    all other effects, the result is None. The field "legends" is a mask of the rows that have reached the objective.
    """
    kinds = context.session.state.kinds
    found = {}
    for number, row, position, old, new in effects:
        field = kinds[number].fields[position]
        if field == "seat" and DEAD in (old, new):
            return context.t("death.who" if new == DEAD else "death.lives", context.seat(row))
        found[field] = old, new
    if 0 in found.get("turn", ()) and "part" in found:  # the game begins, or an undo reverts its beginning
        return context.t("home.setup" if found["part"][1] == SETUP else "home.turn")
    if "turn" not in found and "cancelled" in found:
        return context.t("what.cancelled")
    number, _, position, old, new = effects[0]
    if kinds[number].fields[position] != "legends":
        return None
    row = 0
    while not (old ^ new) >> row & 1:
        row += 1
    words = [context.t("yes" if mask >> row & 1 else "no") for mask in (old, new)]
    return "%s %s %s→%s" % (context.seat(row), context.t("f.legend"), words[0], words[1])
