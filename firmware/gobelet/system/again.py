"""The last roll of a game once more, from the list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.screens.kept_form import open_form
from ..words.wording import arguments

if TYPE_CHECKING:
    from ..ui.types import App


def again(app: App, game: str) -> None:
    """Open a game and roll what was rolled there last, with what its Sheets say now: by its own `again`, or in the
    form of the roll, which says why if it may not be made.
    """
    app.open(game + ".home")
    screens = app.telling.game_screens()
    if hasattr(screens, "again"):
        screens.again(app)
        return
    roll = app.session.last_roll()
    if roll is None:
        app.notice(app.t("preset.none"))
        return
    if open_form(app, [roll.number] + arguments(roll.proc, roll.rows, roll.values)):
        app.top().ok()
