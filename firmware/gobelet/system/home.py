"""Home: the list of games, the first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..games import GAMES
from ..ui.screens.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ui.drawing.canvas import Canvas
    from ..ui.screens.types import Arguments, Context, Entries

# Name of the file that lists the games as text, which players have written. Each line has name, title and English
# title of a game, separated by tabs. The names of these games begin with "own-".
OWN = "own"
AGAIN = "again"
MOST_OWN = 8
TOOLS = ("settings", "seats", "about")


class Home(Menu):
    """The list of games, then settings, seats and about.

    Above the game with the last roll, the list has a line that repeats this roll. When a player leaves that game, the
    cursor is on this line.
    """

    keys = ("k.move", "k.open")
    holds = "?"

    def __init__(self, context: Context, cursor: int = 0, last: int = -1) -> None:
        Menu.__init__(self, context, cursor)
        self.last = last  # index in `all_games` of the game with the last roll; -1 if there is no such game
        self.own: dict[str, str] = {}  # the titles of the games as text, by the name of the game

    def arguments(self) -> Arguments:
        return (self.cursor,) if self.last < 0 else (self.cursor, self.last)

    def head(self) -> tuple[str, str]:
        return "Gobelet", self.context.messages.charge()

    @property
    def games(self) -> Sequence[str]:
        """Return the names of the games on the device.

        The board file of a board with little flash may list these games. Without such a list, all games are on the
        device.
        """
        return list(getattr(self.context.device.board, "GAMES", "").split() or GAMES) + list(self.own)

    def all_games(self) -> list[str]:
        """Return the names of all games of Gobelet, even of those that the device lacks.

        The snapshot stores an index in this list, so the order of the games must be equal on all devices.
        """
        return list(GAMES) + list(self.own)

    def refresh(self) -> None:
        self.own = {}
        try:
            lines = str(self.context.device.store.read(OWN) or b"", "utf-8").split("\n")
        except (OSError, UnicodeError):
            lines = []
        for line in lines[:MOST_OWN]:
            name, _, titles = line.partition("\t")
            if name.startswith(OWN + "-"):
                french, _, english = titles.partition("\t")
                self.own[name] = (
                    english if self.context.device.settings["language"] == "en" and english else french
                )
        Menu.refresh(self)

    def names(self) -> list[str]:
        """Return the names of the lines in the list: games, AGAIN, TOOLS."""
        found = list(self.games) + list(TOOLS)
        known = self.all_games()
        if 0 <= self.last < len(known) and known[self.last] in found:
            found.insert(found.index(known[self.last]), AGAIN)
        return found

    def entries(self) -> Entries:
        return [
            (self._title(name), self._title(self.all_games()[self.last]) if name == AGAIN else "")
            for name in self.names()
        ]

    def _title(self, name: str) -> str:
        return self.own.get(name) or self.context.t(name + ".title" if name in self.games else name)

    def draw(self, c: Canvas) -> None:
        again = self.names()[self.cursor] == AGAIN
        self.keys = ("k.move", "k.roll" if again else "k.open")
        self.holds = "" if again else "?"
        Menu.draw(self, c)

    def choose(self, index: int) -> None:
        name = self.names()[index]
        if name == AGAIN:
            from .again import repeat_last_roll

            repeat_last_roll(self.context, self.all_games()[self.last])
        else:
            self.context.open(name + ".home" if name in self.games else "system." + name)

    def about(self, index: int) -> None:
        name = self.names()[index]
        if name in GAMES:
            self.context.dialogs.show_page(self.context.t(name + ".title"), self.context.t(name + ".about"))

    def likely_next(self) -> str:
        name = self.names()[self.cursor]
        return self.all_games()[self.last] if name == AGAIN else name if name in self.all_games() else ""

    def on_show(self) -> None:
        context = self.context
        self.refresh()
        if (
            context.session is not None
            and context.session.has_thrown()
            and context.session.name in self.games
        ):
            # imported here, because the first picture after a start does not need the module
            from ..ui.screens.kept_form import is_offered

            screens = context.messages.game_screens()
            number = self.all_games().index(context.session.name)
            if hasattr(screens, "repeat_roll") or ("form" in screens.SCREENS and is_offered(context)):
                self.last = number
                self.cursor = self.names().index(AGAIN)
            elif "form" in screens.SCREENS:  # the turn of the last roll is over, so the list offers no repeat
                self.last = -1
                self.cursor = self.names().index(context.session.name)
        context.navigation.leave_game()
        Menu.on_show(self)

    def on_back(self) -> None:
        pass
