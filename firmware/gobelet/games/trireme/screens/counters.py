"""Trirème: the counter panel, with the values printed on the counters.

Players enter these values once, for both colours and for every battle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.widgets import TOP
from gobelet.ui.screens.menu import Lines

from ..rules import counters
from ..rules.sheets import CLASS, FLEET
from ..rules.ships import fleet
from . import common
from .lists import Ruled, field_page
from .owner_data import add_line, owner_corrections

if TYPE_CHECKING:
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Arguments, Context, Entries

    from ..rules.types import Panel, Printed


OTHER = -1  # stands for no counter: the player enters the values


def store_counter(context: Context, index: int, values: bytes, said: bool = True) -> None:
    """Store a counter in the owner's file.

    Ships of the battle without entered values get the values of the counter.
    """
    from .setup import fill_values

    add_line(context, counters.file_line(index, values), said)
    fill_values(context, {index: values})


class Counters(Ruled):
    """The names with the values printed on their counters, a line each.

    OK on a line selects its values in turn, UP and DOWN change the selected one. After the last value the
    counter is stored, and the next unknown counter follows. The values start as those of the counter `like`,
    which OK accepts for a ship of the same class.

    field is -1 while a line is chosen, 0 while the class is chosen, else the number of the value, from 1. If
    `ready` is set, only the counters of this battle are listed, and it begins after the last one.
    """

    holds = "?"

    def __init__(
        self,
        context: Context,
        cursor: int = 0,
        field: int = -1,
        ready: int = 0,
        like: int = OTHER,
        *values: int,
    ) -> None:
        Ruled.__init__(self, context, cursor)
        self.field = field
        self.ready = ready
        self.like = like
        self.values = bytearray(values)
        state = context.session.state
        battle = [state.get("ship", row, "name") for row in fleet(state)]
        self.listed = sorted(set(battle)) if ready else range(len(common.names(context)))

    def arguments(self) -> Arguments:
        return [self.cursor, self.field, self.ready, self.like] + list(self.values)

    def is_valid(self) -> bool:
        return not self.ready or common.is_in_battle(self)

    def on_show(self) -> None:
        self.panel: Panel = owner_corrections(self.context).ships
        # an undo has removed that counter
        if self.field == 0 and self.like != OTHER and self.like not in self.panel:
            self.begin_counter(self.cursor)
        Ruled.on_show(self)

    def head(self) -> tuple[str, str]:
        t = self.context.t
        if self.field < 0:
            return t("home.counters"), ""
        field = CLASS[self.field - 1] if self.field else ""
        title = t("f." + field if field else "counter.class")
        if field in counters.WORDS:  # the row has only the first letters
            title += " " + t("f.%s.%d" % (field, self.values[self.field - 1]))
        # The top band has the name, because the row may be too narrow.
        return title, common.names(self.context)[self.listed[self.cursor]]

    def value_count(self) -> int:
        """The number of values to ask for, the first of CLASS.

        Counters of the Fleet game have no men.
        """
        return 5 + (common.game(self.context) != FLEET)

    def entries(self) -> Entries:
        self.panel = owner_corrections(self.context).ships
        return Lines(self.listed, self.line)

    def line(self, position: int) -> tuple[str, str]:
        context = self.context
        name = common.names(context)[position]
        if self.field >= 0 and position == self.listed[self.cursor]:
            if self.field:
                return "", ""  # `draw` draws the line of a counter
            if self.like == OTHER:
                return name, context.t("counter.other")
            return name, context.t("counter.like", common.names(context)[self.like])
        if position not in self.panel:
            return name, "—"
        return name, context.t(
            "counter", *[self.short_text(self.panel[position], index) for index in range(4)]
        )

    def short_text(self, values: Printed, index: int) -> str:
        """A value in three letters at most."""
        field, value = CLASS[index], values[index]
        if field not in counters.WORDS:
            return str(value)
        return self.context.t("f.%s.%d" % (field, value))[:3] if value or field == "crew" else "—"

    def draw(self, c: Canvas) -> None:
        self.keys = ("k.move", "k.open") if self.field < 0 else ("k.change", "k.next")
        Ruled.draw(self, c)
        if self.field < 1:
            return
        y = TOP + 16 * (self.cursor - self.first)
        x = 120
        for index in range(self.value_count() - 1, -1, -1):
            here = index == self.field - 1
            left = c.right(x, y if here else y + 4, self.short_text(self.values, index), 16 if here else 8)
            if here:
                c.invert(left - 2, y, x - left + 4, 15)
            x = left - 5
        c.text(9, y + 4, c.shorten(common.names(self.context)[self.listed[self.cursor]], x - 9))

    def topic(self, index: int) -> str:
        return field_page(common.game(self.context), CLASS[self.field - 1]) if self.field > 0 else "errata"

    # Actions.

    def begin_counter(self, index: int) -> None:
        """Begin to enter the counter on a line."""
        self.cursor = index
        self.field = 1
        if self.listed[index] in self.panel:
            self.like = OTHER
        elif self.like not in self.panel:
            self.like = min(self.panel) if self.panel else OTHER
        self.values = bytearray(self.first_values())
        if self.like != OTHER:
            self.field = 0
        self.refresh()

    def first_values(self) -> Printed:
        """The values with which the line starts."""
        found = self.panel.get(self.listed[self.cursor]) or self.panel.get(self.like)
        return found or counters.average_values(self.value_count())

    def move(self, by: int) -> None:
        if self.field < 0:
            Ruled.move(self, by)
        elif self.field:
            index = self.field - 1
            field = CLASS[index]
            low, high = counters.bounds(field)[:2]
            if field in counters.WORDS:
                self.values[index] = (self.values[index] + by) % (high + 1)
            else:
                self.values[index] = max(low, min(high, self.values[index] - by))
        else:
            classes = self.classes()
            self.like = classes[(classes.index(self.like) + by) % len(classes)]
            self.values = bytearray(self.first_values())
        self.refresh()

    def classes(self) -> list[int]:
        """The choices of a class: one counter of each known class, then OTHER."""
        found = []
        values = []
        for index in [self.like] + sorted(self.panel):
            if index != OTHER and self.panel[index] not in values:
                found.append(index)
                values.append(self.panel[index])
        return sorted(found) + [OTHER]

    def choose(self, index: int) -> None:
        if self.field < 0:
            self.begin_counter(index)
        elif self.field < self.value_count() and (self.field or self.like == OTHER):
            self.field += 1
            self.refresh()
        else:
            self.store_values()
            self.begin_unknown(self.cursor + 1)

    def store_values(self) -> None:
        """Store the counter whose values the player has entered."""
        index = self.listed[self.cursor]
        if self.values != self.panel.get(index):
            values = bytes(self.values)
            if self.field:
                self.like = index
            store_counter(self.context, index, values, False)
        self.field = -1
        self.refresh()

    def begin_unknown(self, first: int) -> None:
        """Go to the next unknown counter, from line `first`.

        After the last one the battle begins.
        """
        for index in range(first, len(self.listed)):
            if self.listed[index] not in self.panel:
                self.begin_counter(index)
                return
        if self.ready:
            from .setup import fill_values, start_battle

            fill_values(self.context, self.panel)  # an undo may have removed a counter
            start_battle(self.context)

    def back(self) -> None:
        if self.field < 0:
            self.context.close()
        elif self.field and self.values != self.first_values():
            self.store_values()
        else:
            self.field = -1
            self.refresh()
