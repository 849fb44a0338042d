"""The list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..games import GAMES
from ..memory.modules import load
from ..ui.menu import Menu

if TYPE_CHECKING:
<<<<<<< HEAD
    from ..ui.types import App, Arguments, Entries
=======
    from collections.abc import Sequence

    from ..ui.types import Entries
>>>>>>> refs/heads/boards

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

<<<<<<< HEAD
    def names(self) -> list[str]:
        """What the lines are: games, AGAIN, TOOLS."""
        found = list(GAMES + TOOLS)
        if 0 <= self.last < len(GAMES):
            found.insert(self.last, AGAIN)
=======
    @property
    def games(self) -> Sequence[str]:
        """Those that are on the device: a board with little room names them."""
        return getattr(self.app.board, "GAMES", "").split() or GAMES

    def entries(self) -> Entries:
        found = [(self.app.t(game + ".title"), "") for game in self.games]
        for name in TOOLS:
            found.append((self.app.t(name), ""))
>>>>>>> refs/heads/boards
        return found

    def entries(self) -> Entries:
        t = self.app.t
        return [(t(name + ".title" if name in GAMES else name), "") for name in self.names()]

    def choose(self, at: int) -> None:
<<<<<<< HEAD
        name = self.names()[at]
        if name == AGAIN:
            load("gobelet.system.again", "again")(self.app, GAMES[self.last])
        else:
            self.app.open(name + ".home" if name in GAMES else "system." + name)

    def about(self, at: int) -> None:
        name = self.names()[at]
        if name in GAMES:
            self.app.page(self.app.t(name + ".title"), self.app.t(name + ".about"))

    def ahead(self) -> str:
        name = self.names()[self.cursor]
        return GAMES[self.last] if name == AGAIN else name if name in GAMES else ""
=======
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
>>>>>>> refs/heads/boards

    def shown(self) -> None:
        app = self.app
        if app.session is not None and app.session.thrown and app.session.name in GAMES:
            screens = app.telling.game_screens()
            if hasattr(screens, AGAIN) or "form" in screens.SCREENS:
                self.last = GAMES.index(app.session.name)
                self.cursor = self.last
        app.navigation.leave_game()
        Menu.shown(self)

    def back(self) -> None:
        pass
