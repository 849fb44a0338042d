"""Trirème: the lists in which players enter the ships' orders, or rowers' fatigue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.drawing.numbers import percent
from gobelet.ui.screens.menu import Lines

from ..rules import walks
from ..rules.fleet_movement import is_tiring
from ..rules.sheets import row_in_turn
from ..rules.ships import RESOLVED, done_change, is_done, order_changes
from . import common
from .lists import Rows
from .opening import open_form

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Change, Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Context, Entries, Steps


FATIGUE_STEP = RESOLVED["fleet_fatigue"]
JOIN_MS = 4000  # milliseconds within which two presses for one ship belong to the same transaction


def order_words(context: Context, row: Row) -> str:
    """Return the ordered speed of a ship and its steps of movement, as "3 -MM-M".

    The ship moves at each of the five steps with an M.
    """
    order = common.field_value(context, row, "order")
    held = common.HELD if context.session.get("ship", row, "immobilised") else ""
    if order == "?":
        return held + context.t("order.none")
    return "%s%d" % (held, order) if held else "%d %s" % (order, walks.movement_pattern(order))


class Ships(Rows):
    """A list with a line for each ship afloat; the cursor begins on the ship `row`."""

    is_valid = common.is_in_battle

    def __init__(self, context: Context, cursor: int = 0, row: Row = -1) -> None:
        Rows.__init__(self, context, cursor)
        self.begin = row
        # The time of the last change on the selected line; -1 if the next change begins a new transaction.
        self.changed_at = -1

    def rows(self) -> list[Row]:
        return common.ships(self.context).afloat

    def on_show(self) -> None:
        if self.begin in self.rows():
            self.cursor = self.rows().index(self.begin)
        self.begin = -1
        self.changed_at = -1
        Rows.on_show(self)

    def entries(self) -> Entries:
        return Lines(self.rows(), lambda row: (common.name(self.context, row), self.value(row)))

    def value(self, row: Row) -> str:
        """Return the value on the line of a ship."""
        return ""

    def write_changes(self, changes: Sequence[Change]) -> None:
        """Write changes of the ship at the cursor.

        Changes that follow the ship's last changes within JOIN_MS belong to the same transaction.
        """
        context = self.context
        join = self.changed_at >= 0 and context.ms_since(self.changed_at) < JOIN_MS
        if context.change(changes, join):
            self.changed_at = context.now()
        self.refresh()

    def on_pass(self, index: int) -> None:
        self.changed_at = -1
        Rows.on_pass(self, index)


class Orders(Ships):
    """The list of the ships' orders for this turn.

    A line has the ordered speed and the steps of movement at which the ship moves.
    """

    def head(self) -> tuple[str, str]:
        context = self.context
        rows = self.rows()
        pv = common.field_value(context, rows[self.cursor], "pv") if self.cursor < len(rows) else "?"
        return context.t("turn.orders"), context.t("sign.pv", pv) if pv != "?" else ""

    def value(self, row: Row) -> str:
        return order_words(self.context, row)

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        rows = self.rows()
        return [index for index in range(len(rows)) if ("ship", rows[index], "order") in by]

    def topic(self, index: int) -> str:
        return "ship_steps"

    def on_end(self) -> None:
        self.context.close(1)  # the result makes `Turn` select the line of the next step

    def change_value(self, index: int, by: Steps) -> None:
        row = self.rows()[index]
        context = self.context
        order = context.session.get("ship", row, "order")
        pv = common.field_value(context, row, "pv")
        most = pv if pv != "?" and order < pv else 5
        try:
            self.write_changes(order_changes(context.session.state, row, max(0, min(order + by, 5, most))))
        except Refused as refused:
            # The refusal is a toast, which waits for no key, because the player has only pressed UP too often.
            context.dialogs.show_toast(context.messages.refusal(refused))


class Fatigue(Ships):
    """The list of the moving side's ships, for the fatigue of their rowers.

    OK rolls for the selected ship and selects the next ship. UP and DOWN enter the result of a real die.
    """

    holds = "?"

    def draw(self, c: Canvas) -> None:
        rows = self.rows()
        self.act = "k.next" if self.cursor < len(rows) and self.has_had_roll(rows[self.cursor]) else "k.roll"
        Ships.draw(self, c)

    def has_had_roll(self, row: Row) -> int:
        """Tell whether a ship has had its fatigue roll this turn."""
        return is_done(self.context.session.state, row, FATIGUE_STEP)

    def head(self) -> tuple[str, str]:
        return self.context.t("fleet_fatigue"), ""

    def rows(self) -> list[Row]:
        side = row_in_turn(self.context.session.state)
        return Ships.rows(self) if side < 0 else common.ships(self.context).sides[side]

    def value(self, row: Row) -> str:
        context = self.context
        get = context.session.get
        tired_now = get("ship", row, "tired")
        if tired_now or self.has_had_roll(row):
            return context.t("fleet_fatigue.%d" % tired_now)
        crew = get("ship", row, "crew")
        return percent((sum([is_tiring(crew, die) for die in range(1, 7)]), 6), context.t("decimal"))

    def change_value(self, index: int, by: Steps) -> None:
        row = self.rows()[index]
        state = self.context.session.state
        self.write_changes(
            [
                ("ship", row, "tired", 1 - state.get("ship", row, "tired")),
                done_change(state, row, FATIGUE_STEP),
            ]
        )

    def on_pass(self, index: int) -> None:
        rows = self.rows()
        self.changed_at = -1
        self.cursor = (index + 1) % len(rows)
        self.context.redraw()
        if self.has_had_roll(rows[index]):
            return
        open_form(self.context, self.context.session.procedure_index("fleet_fatigue"), rows[index])
        self.context.navigation.top().on_ok()  # rolls at once, because the list has already shown the chance

    def about(self, index: int) -> None:
        row = self.rows()[index]
        number = self.context.session.procedure_index("fleet_fatigue")
        common.open_table(self.context, number, 0, row, self.context.session.get("ship", row, "crew"))

    def on_result(self, result: Any) -> None:
        if result == common.ODDS:
            open_form(
                self.context, self.context.session.procedure_index("fleet_fatigue"), self.rows()[self.cursor]
            )
