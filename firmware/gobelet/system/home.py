"""The list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..games import GAMES
from ..ui.menu import Menu

if TYPE_CHECKING:
    from ..ui.types import Entries

TOOLS = ("settings", "seats", "about")


class Home(Menu):
    """The games, then settings, seats and about."""

    keys = ("k.move", "k.open")
    holds = "?"

    def head(self) -> tuple[str, str]:
        return "Gobelet", self.app.charge()

    def entries(self) -> Entries:
        found = [(self.app.t(game + ".title"), "") for game in GAMES]
        for name in TOOLS:
            found.append((self.app.t(name), ""))
        return found

    def choose(self, at: int) -> None:
        if at < len(GAMES):
            self.app.open(GAMES[at] + ".home")
        else:
            self.app.open("system." + TOOLS[at - len(GAMES)])

    def about(self, at: int) -> None:
        if at < len(GAMES):
            self.app.page(self.app.t(GAMES[at] + ".title"), self.app.t(GAMES[at] + ".about"))

    def ahead(self) -> str:
        return GAMES[self.cursor] if self.cursor < len(GAMES) else ""

    def shown(self) -> None:
        self.app.navigation.leave_game()
        Menu.shown(self)

    def back(self) -> None:
        pass
