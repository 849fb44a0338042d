"""Screens of Mystria: short name -> (module, class), for ids such as "mystria.turn"."""

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
    # tables of both players' values
    "score": ("score", "Score"),
    "table": ("score", "Table"),
    "bag": ("score", "Bag"),
    "correct": ("home", "Correct"),
    # screens before the first turn
    "new": ("home", "New"),
    "setup": ("setup", "Setup"),
    "result": ("setup", "Setup"),  # the screen on which a restart shows a deal that was not applied
    "stacks": ("setup", "Stacks"),
    "values": ("setup", "Values"),
    "look": ("setup", "Look"),
    # pages and lists that players look up
    "help": ("pages", "Help"),
    "clock": ("gobelet.ui.screens.turn_clock", "Times"),
    "history": ("home", "History"),
}


def seat(context: Context, row: Row) -> str:
    """Return the name of the seat, else one of the game: a colour could be taken for a token's."""
    return context.messages.name(row) or context.t("seat.%d" % row)
