"""The list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..games import GAMES
from ..ui.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ui.types import Entries

TOOLS = ("settings", "seats", "about")


class Home(Menu):
    """The games, then settings, seats and about."""

    keys = ("k.move", "k.open")
    holds = "?"

    def head(self) -> tuple[str, str]:
        return "Gobelet", self.app.charge()

    @property
    def games(self) -> Sequence[str]:
        """Those that are on the device: a board with little room names them."""
        return getattr(self.app.board, "GAMES", "").split() or GAMES

    def entries(self) -> Entries:
        found = [(self.app.t(game + ".title"), "") for game in self.games]
        for name in TOOLS:
            found.append((self.app.t(name), ""))
        return found

    def choose(self, at: int) -> None:
        games = self.games
        if at < len(games):
            self.app.open(games[at] + ".home")
        else:
            self.app.open("system." + TOOLS[at - len(games)])

    def about(self, at: int) -> None:
        if at < len(self.games):
            game = self.games[at]
            self.app.page(self.app.t(game + ".title"), self.app.t(game + ".about"))

    def ahead(self) -> str:
        games = self.games
        return games[self.cursor] if self.cursor < len(games) else ""

    def shown(self) -> None:
        self.app.navigation.leave_game()
        Menu.shown(self)

    def back(self) -> None:
        pass
