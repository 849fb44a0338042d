"""Trirème: the list of the ships of both sides, and the choice of a ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Lines, Menu

from ..rules.ships import fleet, side_of
from . import common, recent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Arguments, Context, Entries


# A list of the class Choose begins with the last used ships only if it has more ships than this number.
MOST_WITHOUT_RECENT = 12
# Any list of ships begins with the last used ships only if it has more ships than this number.
MOST_SHORT = 7


class Ships(Menu):
    """The list of the four last used ships, then all ships.

    The cursor begins on the third line, so that each of the four ships is at most two presses away.
    """

    begin = 2
    holds = "?"
    sign: str | None = None  # the field of a ship that the list shows; None: see `common.list_field`

    keys = ("k.move", "k.open")
    is_valid = common.is_in_battle

    def __init__(self, context: Context, cursor: int = -1, row: Row = -1) -> None:
        Menu.__init__(self, context, cursor)
        self.row = row  # the row of the ship at the cursor, to find this ship again after its line has moved
        self.rows: list[Row] = []
        self.recent = 0  # the number of last used ships at the top of the list

    def arguments(self) -> Arguments:
        if 0 <= self.cursor < len(self.rows):
            self.row = self.rows[self.cursor]
        return (self.cursor, self.row)

    def head(self) -> tuple[str, str]:
        return self.context.t("home.ships"), self.part()

    def part(self) -> str:
        """Return the name of the part of the list in which the cursor is.

        The parts of the list are the last used ships, the ships of side 0 and the ships of side 1.
        """
        if not self.rows:
            return ""  # after an undo of the start of the battle the list is empty
        if self.cursor < self.recent:
            return self.context.t("ships.recent")
        return self.context.t("side.%d" % side_of(self.context.session.state, self.rows[self.cursor]))

    def offered_rows(self) -> Sequence[Row]:
        """Return the rows of the ships in the list."""
        return fleet(self.context.session.state)

    def leading_rows(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Return those of `rows` that the list may repeat at its top as last used ships."""
        return rows

    def entries(self) -> Entries:
        context = self.context
        self.arguments()  # updates `self.row`, the row of the ship at the cursor
        rows = self.offered_rows()
        leading = self.leading_rows(rows) if len(rows) > MOST_SHORT else ()
        first = [row for row in recent.last_ships(context.session) if row in leading]
        self.rows = first + list(rows)
        self.recent = len(first)
        if self.cursor < 0:
            self.cursor = max(min(self.begin, len(first) - 1), 0)
        elif self.row in self.rows and self.rows[self.cursor : self.cursor + 1] != [self.row]:
            self.cursor = self.rows.index(self.row)
        return Lines(self.rows, self.line)

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        changed = [row for kind, row, _ in by if kind == "ship"]
        return [index for index in range(self.recent, len(self.rows)) if self.rows[index] in changed]

    def line(self, row: Row) -> tuple[str, str]:
        """Return (name of a ship, text beside the name)."""
        return common.ship_line(self.context, row, self.sign)

    def about(self, index: int) -> None:
        """Show a page that explains the signs on a line."""
        common.show_states(self.context, self.rows[index])

    def choose(self, index: int) -> None:
        self.context.open("trireme.card", self.rows[index])


class Choose(Ships):
    """The choice of a ship; its result is the index of the ship in `rows`.

    The list begins with the last used ships among the first `first` ships in `rows`, or among all if `first` is -1. So
    the choice of a target begins with enemies, which are first in `rows`. In a list of at most MOST_WITHOUT_RECENT
    ships, the cursor begins on the first line.
    """

    begin = 1
    keys = ("k.move", "k.set")

    def __init__(self, context: Context, title: str, rows: Sequence[Row], first: int = -1) -> None:
        Ships.__init__(self, context)
        self.title = title
        self.among = rows
        self.lead = rows if first < 0 else rows[:first]
        if len(rows) <= MOST_WITHOUT_RECENT:
            self.cursor = 0
            self.lead = []

    def show_size(self) -> None:
        """Show the size of each ship instead of its strength."""
        self.sign = "size"

    def begin_on(self, row: Row) -> None:
        """Make the cursor begin on the ship `row`."""
        self.row = row

    def leading_rows(self, rows: Sequence[Row]) -> Sequence[Row]:
        return self.lead

    def head(self) -> tuple[str, str]:
        return self.title, self.part()

    def offered_rows(self) -> Sequence[Row]:
        return self.among

    def choose(self, index: int) -> None:
        self.context.close(self.among.index(self.rows[index]))
