"""The screens of Counters.

SCREENS maps the name of a screen to (module, class). The id of the screen is "counters.<name>".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .words import describe

if TYPE_CHECKING:
    from typing import Any

    from gobelet.ui.screens.types import Context


__all__ = ("SCREENS", "SIGNALS", "describe", "pause")  # `Messages` looks up `describe` by its name

SIGNALS = "turn:table.turn"

SCREENS = {
    "home": ("home", "Home"),
    "history": ("home", "History"),
    "play": ("play", "Play"),
    "turn": ("turn", "Turn"),
    "order": ("turn", "Order"),
    "result": ("first", "First"),
    "timer": ("timer", "Timer"),
    "times": ("timer", "Times"),
    "marks": ("marks", "Marks"),
    "players": ("setup", "Players"),
    "counters": ("setup", "Counters"),
    "counter": ("setup", "Counter"),
}


def pause(context: Context) -> None:
    """Stop the running clock and write its time to the Sheets."""
    if context.session.memo:
        from . import running

        running.pause(context)


def visible_values(context: Context) -> list[dict[str, Any]]:
    """List each player's values, all of which are public.

    `GameScreens.visible_values` explains the form of the list.
    """
    from ..rules.turns import is_out
    from . import words

    get = context.session.get
    counters = range(get("table", 0, "counters"))
    return [
        {
            "row": row,
            "name": words.player(context, row),
            "out": bool(is_out(context.session.state, row)),
            "values": [
                [words.counter(context, index), words.value(context, row, index)] for index in counters
            ],
        }
        for row in range(get("table", 0, "players"))
    ]
