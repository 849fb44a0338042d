"""template_game: the list of players with their gold. OK on a player opens the roll."""

from __future__ import annotations

from gobelet.ui.screens.menu import Menu

from ..rules.sheets import PLAYERS

LINES = ("history", "redo")


class Home(Menu):
    title = "title"
    keys = ("k.move", "k.open")

    def entries(self) -> list[tuple[str, str]]:
        """Return (label, value) of each line: the players, then LINES."""
        app = self.app
        players = [(app.seat(row), str(app.session.get("player", row, "gold"))) for row in range(PLAYERS)]
        return players + [(app.t(name), "") for name in LINES]

    def choose(self, at: int) -> None:
        app = self.app
        if at < PLAYERS:
            app.open("template_game.form", app.session.procedure_index("search"), at)
        elif LINES[at - PLAYERS] == "redo":
            app.redo()
        else:
            app.open("template_game.history")
