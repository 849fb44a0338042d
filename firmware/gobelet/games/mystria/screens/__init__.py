"""The screens of Mystria, in SCREENS as {short name: (module, class)}.

The id of a screen is the name of the game, a dot and the short name, such as "mystria.turn".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .words import describe

if TYPE_CHECKING:
    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Context

__all__ = ("SCREENS", "SIGNALS", "describe", "seat")  # `Messages` looks up `seat` and `describe` by name

SIGNALS = "turn:game.active"

SCREENS = {
    "home": ("home", "Home"),
    "turn": ("play", "Turn"),
    "over": ("play", "Over"),
    # values of both players
    "score": ("score", "Score"),
    "table": ("score", "Table"),
    "bag": ("score", "Bag"),
    "correct": ("home", "Correct"),
    # screens before the first turn
    "new": ("home", "New"),
    "setup": ("setup", "Setup"),
    "result": ("setup", "Setup"),  # the screen that opens after a restart between a deal and its effects
    "stacks": ("setup", "Stacks"),
    "values": ("setup", "Values"),
    "look": ("setup", "Look"),
    # pages and lists that players look up
    "help": ("pages", "Help"),
    "clock": ("gobelet.ui.screens.turn_clock", "Times"),
    "history": ("home", "History"),
}


def seat(context: Context, row: Row) -> str:
    """Return a player's entered name; without one, a name of this game, such as "Ada".

    In other games a player without an entered name has the name of a colour. In this game such a name could be confused
    with the colours of tokens.
    """
    return context.messages.name(row) or context.t("seat.%d" % row)
