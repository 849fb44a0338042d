"""The line of the list of games that repeats a game's last roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.screens.kept_form import roll_again

if TYPE_CHECKING:
    from ..ui.types import Context


def repeat_last_roll(context: Context, game: str) -> None:
    """Open a game and repeat its last roll, by its own `again` or from its first screen."""
    context.open(game + ".home")
    # made here, because a Pico's stack holds too few calls for a roll that opens its result from here
    context.navigation.top()
    screens = context.messages.game_screens()
    (screens.again if hasattr(screens, "again") else roll_again)(context)
