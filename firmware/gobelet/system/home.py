"""The list of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..games import GAMES
from ..ui.screens.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ui.drawing.canvas import Canvas
    from ..ui.types import App, Arguments, Entries

# file with the games that are text: a line each with name, title and English title, separated by tabs
OWN = "own"
AGAIN = "again"
MOST_OWN = 8
TOOLS = ("settings", "seats", "about")


class Home(Menu):
    """The games, then settings, seats and about.

    A line that repeats the last roll precedes the game of that roll; the pointer is on it when the game is
    left.
    """

    keys = ("k.move", "k.open")
    holds = "?"

    def __init__(self, app: App, cursor: int = 0, last: int = -1) -> None:
        Menu.__init__(self, app, cursor)
        self.last = last  # index in `known` of the game with the last roll; -1 for none
        self.own: dict[str, str] = {}  # titles of the games that are text, by name

    def arguments(self) -> Arguments:
        return (self.cursor,) if self.last < 0 else (self.cursor, self.last)

    def head(self) -> tuple[str, str]:
        return "Gobelet", self.app.charge()

    @property
    def games(self) -> Sequence[str]:
        """The games on the device; a board with little flash lists them."""
        return list(getattr(self.app.board, "GAMES", "").split() or GAMES) + list(self.own)

    def known(self) -> list[str]:
        """All games, in an order that never changes their indexes."""
        return list(GAMES) + list(self.own)

    def refresh(self) -> None:
        self.own = {}
        try:
            lines = str(self.app.store.read(OWN) or b"", "utf-8").split("\n")
        except (OSError, UnicodeError):
            lines = []
        for line in lines[:MOST_OWN]:
            name, _, titles = line.partition("\t")
            if name.startswith(OWN + "-"):
                french, _, english = titles.partition("\t")
                self.own[name] = english if self.app.settings["language"] == "en" and english else french
        Menu.refresh(self)

    def names(self) -> list[str]:
        """The names of the lines: games, AGAIN, TOOLS."""
        found = list(self.games) + list(TOOLS)
        known = self.known()
        if 0 <= self.last < len(known) and known[self.last] in found:
            found.insert(found.index(known[self.last]), AGAIN)
        return found

    def entries(self) -> Entries:
        return [
            (self._title(name), self._title(self.known()[self.last]) if name == AGAIN else "")
            for name in self.names()
        ]

    def _title(self, name: str) -> str:
        return self.own.get(name) or self.app.t(name + ".title" if name in self.games else name)

    def draw(self, c: Canvas) -> None:
        again = self.names()[self.cursor] == AGAIN
        self.keys = ("k.move", "k.roll" if again else "k.open")
        self.holds = "" if again else "?"
        Menu.draw(self, c)

    def choose(self, index: int) -> None:
        name = self.names()[index]
        if name == AGAIN:
            from .again import repeat_last_roll

            repeat_last_roll(self.app, self.known()[self.last])
        else:
            self.app.open(name + ".home" if name in self.games else "system." + name)

    def about(self, index: int) -> None:
        name = self.names()[index]
        if name in GAMES:
            self.app.page(self.app.t(name + ".title"), self.app.t(name + ".about"))

    def ahead(self) -> str:
        name = self.names()[self.cursor]
        return self.known()[self.last] if name == AGAIN else name if name in self.known() else ""

    def on_show(self) -> None:
        app = self.app
        self.refresh()
        if app.session is not None and app.session.has_thrown() and app.session.name in self.games:
            from ..ui.screens.kept_form import is_offered  # the first picture of a start does without

            screens = app.telling.game_screens()
            number = self.known().index(app.session.name)
            if hasattr(screens, AGAIN) or ("form" in screens.SCREENS and is_offered(app)):
                self.last = number
                self.cursor = self.names().index(AGAIN)
            elif "form" in screens.SCREENS:  # the turn of that roll is over
                self.last = -1
                self.cursor = self.names().index(app.session.name)
        app.games.leave()
        Menu.on_show(self)

    def back(self) -> None:
        pass
