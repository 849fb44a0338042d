"""The list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..games import GAMES
from ..ui.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ui.types import App, Arguments, Entries

AGAIN = "again"
TOOLS = ("settings", "seats", "about")


class Home(Menu):
    """The games, then settings, seats and about. Above the game in which something was rolled last stands the line that
    rolls it again; the pointer is on it when that game is left.
    """

    keys = ("k.move", "k.open")
    holds = "?"

    def __init__(self, app: App, cursor: int = 0, last: int = -1) -> None:
        Menu.__init__(self, app, cursor)
        self.last = last  # number of the game in which something was rolled last, -1 for none

    def arguments(self) -> Arguments:
        return (self.cursor,) if self.last < 0 else (self.cursor, self.last)

    def head(self) -> tuple[str, str]:
        return "Gobelet", self.app.charge()

    @property
    def games(self) -> Sequence[str]:
        """Those that are on the device: a board with little room names them."""
        return getattr(self.app.board, "GAMES", "").split() or GAMES

    def names(self) -> list[str]:
        """What the lines are: games, AGAIN, TOOLS."""
        found = list(self.games) + list(TOOLS)
        if 0 <= self.last < len(GAMES) and GAMES[self.last] in found:
            found.insert(found.index(GAMES[self.last]), AGAIN)
        return found

    def entries(self) -> Entries:
        t = self.app.t
        return [(t(name + ".title" if name in self.games else name), "") for name in self.names()]

    def choose(self, index: int) -> None:
        name = self.names()[index]
        if name == AGAIN:
            from .again import again

            again(self.app, GAMES[self.last])
        else:
            self.app.open(name + ".home" if name in self.games else "system." + name)

    def about(self, index: int) -> None:
        name = self.names()[index]
        if name in self.games:
            self.app.page(self.app.t(name + ".title"), self.app.t(name + ".about"))

    def ahead(self) -> str:
        name = self.names()[self.cursor]
        return GAMES[self.last] if name == AGAIN else name if name in GAMES else ""

    def shown(self) -> None:
        app = self.app
        if app.session is not None and app.session.thrown and app.session.name in self.games:
            screens = app.telling.game_screens()
            if hasattr(screens, AGAIN) or "form" in screens.SCREENS:
                self.last = GAMES.index(app.session.name)
                self.cursor = self.names().index(AGAIN)
        app.navigation.leave_game()
        Menu.shown(self)

    def back(self) -> None:
        pass
