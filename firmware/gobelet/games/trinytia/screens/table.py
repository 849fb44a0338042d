"""Tri'Nytia: all characters on one screen, on which players change the wounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.amounts import all_players
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import strip, top
from gobelet.ui.screens.number_screen import NumberScreen

from ..rules import turn
from ..rules.sheets import ALIVE, DEAD
from .common import is_playing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Steps


LOST = ("?", "G", "O", "L")  # the letter of each faction; the index is the number of the faction


class Table(NumberScreen):
    """All characters with their wounds.

    UP and DOWN change the wounds of the selected character, OK selects the next character. Successive presses for one
    character are one transaction. The sum of these presses is shown beside the character for four seconds.
    """

    holds = "?"

    def __init__(self, context: Context, row: Row = 0) -> None:
        NumberScreen.__init__(self, context)
        self.row = row

    def arguments(self) -> Arguments:
        return (self.row,)

    def is_valid(self) -> bool:
        return turn.seats(self.context.session.state) > 0

    def on_show(self) -> None:
        if self.is_valid():
            self.seats = turn.seats(self.context.session.state)
            self.row = min(self.row, self.seats - 1)
            self.end()

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        """Select the character whose wounds an undo has changed.

        Return False if the undo has changed more than the wounds of one character.
        """
        rows = [row for _, row, field in by if field == "wounds"]
        if len(rows) != 1 or [
            1 for _, row, field in by if row != rows[0] or field not in ("wounds", "unabsorbed")
        ]:
            return False
        self.row = rows[0]
        self.end()
        return self.show_undo(by["char", self.row, "wounds"], mark)

    def get(self, row: Row, field: str) -> int:
        return self.context.session.get("char", row, field)

    # Drawing

    def draw(self, c: Canvas) -> None:
        context = self.context
        t = context.t
        if not self.is_valid():
            return
        few = self.seats <= 4
        top(c, t("luck.all") if few else self.note(self.row), self.dead_text())
        cells = []
        for row in range(self.seats):
            cells.append((context.seat(row), self.wounds_text(row), self.note(row)))
        all_players(c, cells, self.row, self.sign + signed_text(self.sum) if self.sum else "")
        following = context.seat((self.row + 1) % self.seats)
        step = t("table.step")
        strip(c, step, c.shorten(t("table.next", following), 112 - c.width(step)), holds=self.holds)

    def wounds_text(self, row: Row) -> str:
        return "☠" if self.get(row, "seat") == DEAD else str(self.get(row, "wounds"))

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return [(self.wounds_text(row), 24 if self.seats <= 4 else 16) for row in range(self.seats)]

    def dead_text(self) -> str:
        """Return the numbers of dead and dealt characters of each faction as text."""
        state = self.context.session.state
        counts = turn.dealt_column(state)
        if counts is None:
            return ""
        dead = turn.dead_counts(state)
        there = [f for f in range(3) if counts[f]]
        names: Sequence[str] = LOST[1:]
        if len(there) < 3:  # for two factions, there is room for three letters of each name
            names = [self.context.t("f.faction.%d" % (f + 1))[:3] + ". " for f in range(3)]
        return "☠ " + " ".join(["%s%d/%d" % (names[f], dead[f], counts[f]) for f in there])

    def note(self, row: Row) -> str:
        """Return a character's PV (life points), armour and Lieu (place) as text.

        For a dead character, return the letter of the faction.
        """
        if self.get(row, "seat") == DEAD:
            return LOST[self.get(row, "faction")] if turn.dealt_column(self.context.session.state) else ""
        parts = []
        if self.get(row, "pv"):
            parts.append("/%d" % self.get(row, "pv"))
        if self.get(row, "armour"):
            parts.append("🛡%d" % self.get(row, "armour"))
        if self.get(row, "lieu") >= 0:
            parts.append("L%d" % self.get(row, "lieu"))
        return " ".join(parts)

    # Keys

    def on_step(self, by: Steps) -> None:
        """Add or remove wounds of the selected character.

        A sum of successive presses above 0 counts as unabsorbed wounds of this turn. A sum below 0 is healing, which
        does not change the number of unabsorbed wounds.
        """
        if self.get(self.row, "seat") != ALIVE:
            return
        if self.sign:
            self.end()
        now = self.get(self.row, "wounds")
        after = max(0, min(199, now + by))
        total = self.sum + after - now
        felt = self.get(self.row, "unabsorbed") + max(0, total) - max(0, self.sum)
        self.change_number(
            [("char", self.row, "wounds", after), ("char", self.row, "unabsorbed", felt)], after - now
        )

    def on_ok(self) -> None:
        if self.may_leave_row():
            self.row = (self.row + 1) % self.seats
            self.end()

    def on_back(self) -> None:
        if self.may_leave_row():
            self.context.close()

    def may_leave_row(self) -> bool:
        """Tell whether the player may leave the selected character.

        If the wounds of this character have just reached the PV (life points), open the death screen and return False.
        """
        state = self.context.session.state
        if self.joins and is_playing(state) and self.row in turn.doomed_rows(state):
            self.end()
            self.context.open("trinytia.death", self.row)
            return False
        return True

    def on_hold_ok(self) -> None:
        self.end()
        self.context.open("trinytia.sheet", self.row)
