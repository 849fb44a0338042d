"""The screens of Trinités.

SCREENS maps the short name of each screen to its module and class. The id of a screen joins the name of the game
and the short name, as in "trinites.form".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

# The firmware calls `seat` for the name of a player. In this game each player is a character.
from .common import name as seat

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.game.resolution import Resolution
    from gobelet.rules.types import Effect
    from gobelet.ui.screens.types import Context

# the names that the firmware uses in the package `screens` of every game
__all__ = (
    "SCREENS",
    "SIGNALS",
    "describe",
    "form_for",
    "seat",
    "thrower",
    "visible_values",
)

SIGNALS = "death:char.dead=1 turn:combat.active"

SCREENS = {
    "home": ("home", "Home"),
    "options": ("gobelet.ui.screens.options", "Options"),
    "clock": ("gobelet.ui.screens.turn_clock", "Times"),
    "history": ("gobelet.ui.screens.history", "History"),
    "luck": ("gobelet.ui.screens.luck", "Luck"),
    # tests and confrontations
    "skills": ("rolls", "Skills"),
    "rolls": ("rolls", "Rolls"),
    "form": ("forms", "Form"),
    "presets": ("gobelet.ui.screens.presets", "Presets"),
    "result": ("results", "Result"),
    "confront": ("rolls", "Confront"),
    "race": ("rolls", "Race"),
    "sides": ("rolls", "Sides"),
    # the characters
    "first": ("party", "First"),
    "party": ("party", "Party"),
    "card": ("party", "Card"),
    "sheet": ("party", "Sheet"),
    "fields": ("party", "Fields"),
    "others": ("party", "Others"),
    "time": ("passing", "Time"),
    # the combat
    "memo": ("memo", "Memo"),
    "muster": ("memo", "Muster"),
    "round": ("memo", "Round"),
    "fighters": ("memo", "Fighters"),
    "stance": ("memo", "Stance"),
    "foes": ("memo", "Foes"),
    "turn": ("turn", "Turn"),
    "acts": ("turn", "Acts"),
    "grip": ("turn", "Grip"),
    "wound": ("turn", "Wound"),
    "objects": ("turn", "Objects"),
    # the pages of the rules
    "help": ("pages", "Help"),
}


def describe(context: Context, effects: Sequence[Effect]) -> str | Sequence[Effect]:
    """Return a few words that describe a change, see `changes.describe`."""
    from .changes import describe

    return describe(context, effects)


def form_for(context: Context, listed: Sequence[int], allowed: Sequence[str]) -> tuple[str, Sequence[int]]:
    """Return the short name and the arguments of a form, see `turn.form_for`."""
    from .turn import form_for

    return form_for(context, listed, allowed)


def thrower(context: Context, resolution: Resolution) -> str | None:
    """Return the text that names the character who throws the next real dice."""
    from .results import thrower

    return thrower(context, resolution)


def visible_values(context: Context) -> list[dict[str, Any]]:
    """Return the values of each character that all players may see."""
    from .table_view import visible_values

    return visible_values(context)
