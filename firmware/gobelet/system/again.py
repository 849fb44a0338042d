"""Repeat a game's last roll, from a line in the list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.screens.kept_form import roll_again

if TYPE_CHECKING:
    from ..ui.screens.types import Context


def repeat_last_roll(context: Context, game: str) -> None:
    """Open a game and repeat its last roll.

    The function calls the game's own `repeat_roll`, or `roll_again` for a game without this function.
    """
    context.open(game + ".home")
    # Create the game's list now. If `roll_again` created the list, the calls would be too deep for a Pico's call
    # stack.
    context.navigation.top()
    screens = context.messages.game_screens()
    (screens.repeat_roll if hasattr(screens, "repeat_roll") else roll_again)(context)
