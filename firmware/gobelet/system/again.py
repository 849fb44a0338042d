"""The last roll of a game once more, from the list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.screens.kept_form import roll_again

if TYPE_CHECKING:
    from ..ui.types import App


def again(app: App, game: str) -> None:
    """Open a game and roll what was rolled there last: by its own `again`, or as its first screen does."""
    app.open(game + ".home")
    app.top()  # made here: where the roll opens its result, the stack of a Pico has no room for as many calls
    screens = app.telling.game_screens()
    (screens.again if hasattr(screens, "again") else roll_again)(app)
