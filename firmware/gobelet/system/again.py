"""Repeat a game's last roll, from a line in the list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.screens.kept_form import roll_again

if TYPE_CHECKING:
    from ..ui.screens.types import Context


def repeat_last_roll(context: Context, game: str) -> None:
    """Open a game and repeat its last roll.

    The game's own `repeat_roll` does it, or else `roll_again`.
    """
    context.open(game + ".home")
    # make the screen now, because the calls down to the result would else be too deep for the stack of a Pico
    context.navigation.top()
    screens = context.messages.game_screens()
    (screens.repeat_roll if hasattr(screens, "repeat_roll") else roll_again)(context)
