"""Tri'Nytia: the chances of a move to each island and each Lieu (place)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.numbers import whole_percent
from gobelet.ui.screens.menu import Menu, Picker

from ..rules import odds, tables, turn

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Arguments, Context, Entries


class Reach(Menu):
    """The chance that a move can end on each island and each Lieu.

    The move starts at the Lieu (place) of the character `row`. If `row` is -1, the move starts at `lieu`.
    """

    title = "chance.reach"
    keys = ("k.scroll", "k.turn")

    def __init__(self, context: Context, row: Row = -1, lieu: int = -1) -> None:
        Menu.__init__(self, context)
        get = context.session.get
        if row < 0 and lieu < 0:
            row = get("game", 0, "active")
        self.row = row
        self.lieu = get("char", row, "lieu") if row >= 0 else lieu
        if self.lieu < 0:
            self.row, self.lieu = -1, 7

    def arguments(self) -> Arguments:
        return (self.row, self.lieu)

    def entries(self) -> Entries:
        t = self.context.t
        get = self.context.session.get
        here = "L%d" % self.lieu
        if self.row >= 0:
            here = self.context.seat(self.row) + " " + here
        found = [(t("reach.from"), here)]
        if self.row >= 0 and get("char", self.row, "fixed"):
            return found + [(t("turn.fixed"), "")]
        extra = get("game", 0, "lieux")
        wanted = [(t("range", 2 + 3 * index, 4 + 3 * index), tables.ISLANDS[index]) for index in range(3)]
        for lieu in tables.members(tables.active_lieux(extra)):
            if lieu not in (1, self.lieu):
                wanted.append(("L%d" % lieu, 1 << lieu))
        for name, share in zip(wanted, odds.reach_chances(self.lieu, [mask for _, mask in wanted], extra)):
            found.append((name[0], whole_percent(share, t("decimal")) + " %d/%d" % share))
        return found

    def topic(self, index: int) -> str:
        return ("move", "island", "island", "island")[index] if index < 4 else "place"

    def seats(self) -> list[Row]:
        """Return the rows of the characters who are on any Lieu (place)."""
        get = self.context.session.get
        return [row for row in range(turn.seats(self.context.session.state)) if get("char", row, "lieu") >= 0]

    def choose(self, index: int) -> None:
        labels = [self.context.seat(row) for row in self.seats()] + ["L%d" % n for n in range(11)]
        self.context.push(Picker(self.context, self.context.t("reach.from"), labels))

    def on_result(self, result: Any) -> None:
        if result is None:
            return
        seats = self.seats()
        self.row = seats[result] if result < len(seats) else -1
        self.lieu = result - len(seats)
        if self.row >= 0:
            self.lieu = self.context.session.get("char", self.row, "lieu")
        self.cursor = 0
        self.refresh()
