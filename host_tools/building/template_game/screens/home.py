"""template_game: the list of players with their gold.

The device key OK on a player opens the form to roll a search.
"""

from __future__ import annotations

from gobelet.ui.screens.menu import Menu

from ..rules.sheets import PLAYERS

LINES = ("history", "redo")


class Home(Menu):
    """The first screen of the game: the players, the history, and redo."""

    title = "title"
    keys = ("k.move", "k.open")

    def entries(self) -> list[tuple[str, str]]:
        """Return the (label, value) of each line: the players with gold, then LINES."""
        context = self.context
        players = [
            (context.seat(row), str(context.session.get("player", row, "gold"))) for row in range(PLAYERS)
        ]
        return players + [(context.t(name), "") for name in LINES]

    def choose(self, at: int) -> None:
        context = self.context
        if at < PLAYERS:
            context.open("template_game.form", context.session.procedure_index("search"), at)
        elif LINES[at - PLAYERS] == "redo":
            context.redo()
        else:
            context.open("template_game.history")
