"""Trirème: the ships of both sides: the list, and the choice of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Lines, Menu

from ..rules.ships import fleet, side_of
from . import common, recent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Arguments, Context, Entries


FEW = 12  # up to this number of ships, a list without a part of last used ships is quick enough
NEAREST = 7  # up to this number of ships, the last used ones need no part of their own


class Ships(Menu):
    """The four last used ships, then all ships; UP and DOWN repeat when held.

    The cursor begins among these four, where each of them is near; the very last one is on the home screen
    too.
    """

    begin = 2
    holds = "?"
    sign: str | None = None  # the field in the list, if another one is more important than the strength

    keys = ("k.move", "k.open")
    is_valid = common.is_in_battle

    def __init__(self, context: Context, cursor: int = -1, row: Row = -1) -> None:
        Menu.__init__(self, context, cursor)
        self.row = row  # the ship at the cursor, because a change may move lines of the list
        self.rows: list[Row] = []
        self.recent = 0  # the number of last used ships at the top of the list

    def arguments(self) -> Arguments:
        if 0 <= self.cursor < len(self.rows):
            self.row = self.rows[self.cursor]
        return (self.cursor, self.row)

    def head(self) -> tuple[str, str]:
        return self.context.t("home.ships"), self.part()

    def part(self) -> str:
        """The part of the list that has the cursor: the last used ships, or a side."""
        if not self.rows:
            return ""  # an undo has removed the battle
        if self.cursor < self.recent:
            return self.context.t("ships.recent")
        return self.context.t("side.%d" % side_of(self.context.session.state, self.rows[self.cursor]))

    def offered_rows(self) -> Sequence[Row]:
        """The rows of the ships in the list."""
        return fleet(self.context.session.state)

    def leading_rows(self, rows: Sequence[Row]) -> Sequence[Row]:
        """List those of `rows` that may be among the last used ships at the top."""
        return rows

    def entries(self) -> Entries:
        context = self.context
        self.arguments()  # updates `row`, the ship at the cursor
        rows = self.offered_rows()
        leading = self.leading_rows(rows) if len(rows) > NEAREST else ()
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
        """Label and value of a ship."""
        return common.ship_line(self.context, row, self.sign)

    def about(self, index: int) -> None:
        """Explain the signs of a line in words."""
        common.states_page(self.context, self.rows[index])

    def choose(self, index: int) -> None:
        self.context.open("trireme.card", self.rows[index])


class Choose(Ships):
    """A choice of a ship; it closes with the ship's index in `rows`.

    Only the first `first` of `rows` may be in the part of the last used ships: the choice of a target begins
    with the other side. A list of at most FEW ships has no such part, and the cursor begins on the first.
    """

    begin = 1
    keys = ("k.move", "k.set")

    def __init__(self, context: Context, title: str, rows: Sequence[Row], first: int = -1) -> None:
        Ships.__init__(self, context)
        self.title = title
        self.among = rows
        self.lead = rows if first < 0 else rows[:first]
        if len(rows) <= FEW:
            self.cursor = 0
            self.lead = []

    def show_size(self) -> None:
        """Show the size of each ship."""
        self.sign = "size"

    def begin_on(self, row: Row) -> None:
        """Begin with the cursor on this ship."""
        self.row = row

    def leading_rows(self, rows: Sequence[Row]) -> Sequence[Row]:
        return self.lead

    def head(self) -> tuple[str, str]:
        return self.title, self.part()

    def offered_rows(self) -> Sequence[Row]:
        return self.among

    def choose(self, index: int) -> None:
        self.context.close(self.among.index(self.rows[index]))
