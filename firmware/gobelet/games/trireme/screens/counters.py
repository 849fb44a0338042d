"""Trirème: the screen on which players enter the values printed on the counters.

The players enter these values once, for the ships of both colours and for every battle.
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


# The value of `like` if no stored counter has the same values, so that the player enters each value.
OTHER = -1


def store_counter(context: Context, index: int, values: bytes, said: bool = True) -> None:
    """Store a counter in the owner's file, with a toast if `said`.

    The values are also copied to each ship of the battle with the name of the counter, unless players have entered
    values for the ship.
    """
    from .setup import fill_values

    add_line(context, counters.file_line(index, values), said)
    fill_values(context, {index: values})


class Counters(Ruled):
    """The list of the counters; a line has a counter's name and printed values.

    OK on a line begins the entry of a counter. The player first chooses a stored counter with the same values (a
    class), or OTHER. OK on a stored counter accepts all values of this counter; after OTHER, the player enters each
    value. UP and DOWN change the class or the value. After the last value the counter is stored, and the entry of the
    next counter without stored values begins.

    field   what the player enters: -1 nothing yet, 0 the class, else the number of the value, from 1
    ready   1 if the list has only the counters of a new battle, which begins after the last counter; else 0
    like    the number of the counter that provides the first values of the new counter, or OTHER
    values  the values that were entered so far
    listed  the numbers of the counters in the list
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
        # An undo may have removed the counter `like` from the file.
        if self.field == 0 and self.like != OTHER and self.like not in self.panel:
            self.begin_counter(self.cursor)
        Ruled.on_show(self)

    def head(self) -> tuple[str, str]:
        t = self.context.t
        if self.field < 0:
            return t("home.counters"), ""
        field = CLASS[self.field - 1] if self.field else ""
        title = t("f." + field if field else "counter.class")
        if field in counters.WORDS:  # the counter's line has only three letters of this value
            title += " " + t("f.%s.%d" % (field, self.values[self.field - 1]))
        # The top band also has the counter's name, because the line may shorten the name.
        return title, common.names(self.context)[self.listed[self.cursor]]

    def value_count(self) -> int:
        """Return the number of values to enter: 5 in the Fleet game, 6 in the Ship game.

        The values are those of the first fields in CLASS. The sixth value is the number of men.
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
                return "", ""  # `draw` draws the values on this line
            if self.like == OTHER:
                return name, context.t("counter.other")
            return name, context.t("counter.like", common.names(context)[self.like])
        if position not in self.panel:
            return name, "—"
        return name, context.t(
            "counter", *[self.short_text(self.panel[position], index) for index in range(4)]
        )

    def short_text(self, values: Printed, index: int) -> str:
        """Return the value at `index` as a number, or as three letters of its name."""
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
            left = c.align_right(
                x, y if here else y + 4, self.short_text(self.values, index), 16 if here else 8
            )
            if here:
                c.invert(left - 2, y, x - left + 4, 15)
            x = left - 5
        c.text(9, y + 4, c.shorten(common.names(self.context)[self.listed[self.cursor]], x - 9))

    def topic(self, index: int) -> str:
        return field_page(common.game(self.context), CLASS[self.field - 1]) if self.field > 0 else "errata"

    # The entry of a counter, from the choice of the class to the last value.

    def begin_counter(self, index: int) -> None:
        """Begin the entry of the counter on line `index`."""
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
        """Return the values with which the entry of the counter starts.

        The result is the stored values of the counter. If no values are stored, the result is the values of the counter
        `like`, or the average class if `like` is OTHER.
        """
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
        """Return the choices for the class: a stored counter for each class, then OTHER."""
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
        """Store the counter at the cursor, if its values have changed."""
        index = self.listed[self.cursor]
        if self.values != self.panel.get(index):
            values = bytes(self.values)
            if self.field:
                self.like = index
            store_counter(self.context, index, values, False)
        self.field = -1
        self.refresh()

    def begin_unknown(self, first: int) -> None:
        """Begin the entry of the next counter without values, from line `first` on.

        If all these counters have stored values and `ready` is set, start the battle.
        """
        for index in range(first, len(self.listed)):
            if self.listed[index] not in self.panel:
                self.begin_counter(index)
                return
        if self.ready:
            from .setup import fill_values, start_battle

            fill_values(self.context, self.panel)  # an undo may have removed values from ships
            start_battle(self.context)

    def on_back(self) -> None:
        if self.field < 0:
            self.context.close()
        elif self.field and self.values != self.first_values():
            self.store_values()
        else:
            self.field = -1
            self.refresh()
