"""Tri'Nytia: the chances of each faction for a player whose faction is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.drawing.numbers import percent
from gobelet.ui.drawing.widgets import list_rows, rows, strip, top
from gobelet.ui.screens.menu import Menu, Picker

from ..rules import odds, tables, turn

if TYPE_CHECKING:
    from typing import Any

    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Arguments, Context, Entries


class Allies(Menu):
    """The chances of each faction for a player whose faction is unknown.

    The player who asks enters two factions that only this player knows. These entries are secret, so neither the
    journal nor the snapshot stores them.
    """

    title = "chance.allies"
    keys = ("k.move", "k.turn")

    def __init__(self, context: Context) -> None:
        Menu.__init__(self, context)
        # the factions of the player who asks and of the neighbour on the right; 0: unknown
        self.secret = [0, 0]
        self.me = max(0, context.session.get("game", 0, "active"))
        self.column = context.session.get("game", 0, "column") or 1

    def arguments(self) -> Arguments:
        return ()

    def names(self) -> tuple[str, str, str]:
        """Return the names of the lines that the player can change.

        In a game, the column of the faction table is known, and the last line selects the player who asks. Without a
        game, the last line selects the column.
        """
        return ("own", "right", "me" if self.context.session.get("game", 0, "column") else "column")

    def known_factions(self) -> list[int]:
        """Return the faction of each player; 0 is an unknown faction.

        The player who asks is the first in the list, the neighbour on the right is the second, and so on. Without a
        game, the list has only these two players.
        """
        get = self.context.session.get
        if not get("game", 0, "column"):
            return self.secret
        n = turn.seats(self.context.session.state)
        found = []
        for index in range(n):
            # index 0 is the player who asks, index 1 the neighbour on the right
            revealed = get("char", (self.me - index) % n, "faction")
            found.append(revealed or (self.secret[index] if index < 2 else 0))
        return found

    def topic(self, index: int) -> str:
        return "faction"

    def entries(self) -> Entries:
        t = self.context.t
        known = self.known_factions()
        found = []
        for index in range(2):
            word = t("faction." + tables.FACTIONS[known[index]]) if known[index] else "?"
            found.append((t("allies." + self.names()[index]), word))
        if self.names()[2] == "me":
            return found + [(t("allies.me"), self.context.seat(self.me))]
        return found + [(t("allies.column"), columns(self.column))]

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        top(c, *self.head())
        try:
            shares = odds.faction(tables.column(self.column), [f for f in self.known_factions() if f])
            for index in range(3):
                x = 43 * index
                c.centre(8, t("faction." + tables.FACTIONS[index + 1]), 8, x, x + 42)
                c.centre(16, percent(shares[index], t("decimal")), 16, x, x + 42)
                c.centre(32, "%d/%d" % shares[index], 8, x, x + 42)
        except Refused as refused:
            y = 8
            for line in c.wrap(self.context.messages.refusal(refused), 128, 16):
                c.text(0, y, line, 16)
                y += 16
        self.first = list_rows(self.first, self.cursor, 3, 1)
        rows(c, self.list, self.cursor, self.first, 40, 1)
        strip(c, t(self.keys[0]), t(self.keys[1]), holds=self.held_signs())

    def choose(self, index: int) -> None:
        if index < 2:
            self.secret[index] = (self.secret[index] + 1) % 4
        elif self.names()[2] == "me":
            self.me = (self.me + 1) % turn.seats(self.context.session.state)
            self.secret = [0, 0]
        else:
            labels = [columns(n) for n in range(1, 14)]
            self.context.push(Picker(self.context, self.context.t("allies.column"), labels, self.column - 1))
        self.refresh()

    def on_result(self, result: Any) -> None:
        if result is not None:
            self.column = result + 1
            self.refresh()


def columns(number: int) -> str:
    """Return a column of the faction table as a short text.

    The text has the numbers of players, Gardiens (guardians), Ombres (shadows) and Légendes (legends).
    """
    counts = tables.column(number)
    return "%d : %d+%d+%d" % ((sum(counts),) + counts)
