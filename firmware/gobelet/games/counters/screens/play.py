"""Counters: the screen of the values.

One view shows one value in large digits, the other view shows the values of all players. Each device key has the same
effect in both views.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.amounts import all_players, bubble, pips, two_players
from gobelet.ui.drawing.letters import short_name
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import LOW, TOP, label, number_text, position_bar, strip, top
from gobelet.ui.screens.menu import Menu
from gobelet.ui.screens.number_screen import NumberScreen

from ..rules import turns
from ..rules.sheets import VALUE_FIELDS
from ..rules.table import clamp
from . import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps


WINDOW = 12  # greatest number of values that the screen shows at once
PIPS = 100  # greatest maximum of a counter whose value is also drawn as pips (small dots)
BACK_IN = "in"  # result of the screen Details if a player who is out plays again
MARKED = "marks"  # result of the screen Details if the marks must be opened
WIDE = 90  # greatest width of the large number, in pixels


class Play(NumberScreen):
    """The values of the players.

    UP and DOWN change the selected value by the step of its counter. OK selects the next player, or for a single
    player the next counter. Successive presses of UP and DOWN are one transaction, see NumberScreen. OK held opens
    Details.

    view     0 shows one value in large digits, 1 shows the values of all players.
    player   row of the player whose value is selected.
    counter  index of the counter whose value is selected.
    """

    holds = "?"

    def __init__(self, context: Context, view: int = 0, player: Row = 0, counter: int = 0) -> None:
        NumberScreen.__init__(self, context)
        self.view = view
        self.player = player
        self.counter = counter

    def arguments(self) -> Arguments:
        return (self.view, self.player, self.counter)

    def on_show(self) -> None:
        self.lay_out()
        self.end()

    def lay_out(self) -> None:
        """Prepare the parts of the screen that do not depend on the values.

        `cells` has (player, counter) of each value that OK may select, in this order. `names` has the name that is
        drawn beside each of these values.
        """
        get = self.context.session.get
        rows = self.rows()
        counters = get("table", 0, "counters")
        if self.player not in rows:
            self.player = rows[-1]  # an undo may have removed the player
        self.counter = min(self.counter, counters - 1)
        self.alone = len(rows) == 1
        if self.alone:
            self.cells = [(0, index) for index in range(counters)]
            self.names = [words.counter(self.context, index) for index in range(counters)]
        else:
            self.cells = [(row, self.counter) for row in rows]
            self.names = [words.player(self.context, row) for row in rows]
        self.counted = words.counter(self.context, self.counter)
        self.subject = words.player(self.context, 0) if self.alone else self.counted
        self.step = self.context.t("k.by", get("counter", self.counter, "step"))
        self.turn_to: str | None = None  # the text of the key strip for OK; None until `draw` sets it

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        count = len(self.cells)
        if not self.view or count == 1:
            return ((number_text(words.value(self.context, self.player, self.counter)), 32),)
        first = self.cells.index((self.player, self.counter)) // WINDOW * WINDOW
        rows = 32 if count == 2 else 24 if count <= 4 else 16 if count <= 8 else 12
        return [
            (number_text(words.value(self.context, *cell)), rows)
            for cell in self.cells[first : first + WINDOW]
        ]

    def rows(self) -> list[Row]:
        """Return the rows of players and non-players, in the order in which OK selects."""
        return turns.seated_rows(self.context.session.state)

    def name(self, index: int) -> str:
        """Return the name that is drawn beside the value `index` of `cells`.

        A sign before the name of a player shows that the player is out or has marks.
        """
        if self.alone:
            return self.names[index]
        return words.marked_name(self.context, self.cells[index][0])

    # Drawing

    def draw(self, c: Canvas) -> None:
        context = self.context
        get = context.session.get
        cells = self.cells
        index = cells.index((self.player, self.counter))
        value = words.value(context, self.player, self.counter)
        end = ""
        if self.open:
            for field in ("low", "high"):
                if value == get("counter", self.counter, field):
                    end = context.t("is." + field)
        if self.view and len(cells) > 8:
            end = self.name(index) + " " + self.bubble_text()
        elif not end and not self.view and len(cells) > 1:
            end = "%d/%d" % (index + 1, len(cells))
        top(c, self.subject, end)
        if not self.view or len(cells) == 1:
            self.draw_large(c, value, self.name(index))
            position_bar(c, index, len(cells))
        elif len(cells) == 2:
            two_players(c, self._side_of(0), self._side_of(1), index)
        else:
            self._draw_table(c, index)
        if self.turn_to is None:
            to = context.t("k.to", self.names[(index + 1) % len(cells)]) if len(cells) > 1 else ""
            self.turn_to = c.shorten(to, 112 - c.width(self.step))
        strip(c, self.step, self.turn_to, holds=self.holds)

    def _largest_amount(self, index: int) -> int:
        """Return the maximum of a counter with pips; 0 for a counter without pips."""
        get = self.context.session.get
        most = get("counter", index, "high")
        return most if most <= PIPS and get("counter", index, "low") >= 0 else 0

    def bubble_text(self) -> str:
        """Return the sum of successive presses of UP and DOWN as text; "" for 0.

        After an undo of such presses, the text begins with the sign of the undo.
        """
        return self.sign + (signed_text(self.sum) if self.sum else "")

    def draw_large(self, c: Canvas, value: int, name: str) -> None:
        """Draw the selected value in large digits.

        The name, the sum of the presses and the pips are drawn to the left of the value.
        """
        text = number_text(value)
        size = c.fitting_size(text, WIDE, (48, 32))
        w = c.align_right(124, TOP + (48 - size) // 2, text, size) - 5
        label(c, 0, TOP + 2, name, w)
        text = self.bubble_text()
        if text:
            bubble(c, c.width(text, 16) + 4, TOP + 20, text, 16)
        else:
            below = self.text_below(name)
            if below:
                label(c, 0, TOP + 19, below, w)
        most = self._largest_amount(self.counter)
        if most:
            pips(c, 0, LOW - 9, value, most, w, 7)

    def text_below(self, name: str) -> str:
        """Return the text that is drawn below the name if there is no sum of presses.

        The text says that the player is out, or lists the player's marks, or is the name of the counter.
        """
        if turns.is_out(self.context.session.state, self.player) and not self.alone:
            return self.context.t("out")
        return words.marks(self.context, self.player) or (self.counted if name != self.counted else "")

    def _side_of(self, side: int) -> tuple[str, int, int, int, str]:
        """Return the tuple for `two_players`; `side` is 0 for left, 1 for right."""
        row, index = self.cells[side]
        here = self.cells[side] == (self.player, self.counter)
        value = words.value(self.context, row, index)
        return self.name(side), value, value, self._largest_amount(index), self.bubble_text() if here else ""

    def _draw_table(self, c: Canvas, here: int) -> None:
        """Draw the values of all players.

        If there are more than WINDOW values, draw only the group of WINDOW values with the selected value.
        `here` is the index of the selected value in `cells`.
        """
        shown = []
        first = here // WINDOW * WINDOW
        for index in range(first, min(first + WINDOW, len(self.cells))):
            row, counter = self.cells[index]
            ails = "" if self.alone else words.marks(self.context, row).replace(", ", "\n")
            shown.append((self.name(index), number_text(words.value(self.context, row, counter)), ails))
        here -= first
        if len(self.cells) > 8:
            few: list[str] = []
            for index in range(len(shown)):
                name = self.names[first + index]
                few.append(short_name(name, few))
                sign = shown[index][0][: -len(name)]
                x, y = index % 4 * 32, TOP + index // 4 * 16
                _draw_with_initials(c, x, y, sign, few[-1], shown[index][1], index == here)
        else:
            all_players(c, shown, here, self.bubble_text())

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        """Show by how much an undo has changed a value. Return whether it was shown."""
        return self.select_changed(by) and self.show_undo(self.sum, mark)

    def select_changed(self, by: dict[tuple[str, Row, str], int]) -> bool:
        """Select the value that an undo has changed, and return True.

        Return False if the undo has changed several fields, or a field that this screen does not show.
        """
        kind, row, field = next(iter(by))
        if len(by) > 1 or kind != "player" or field not in VALUE_FIELDS:
            return False
        counter = VALUE_FIELDS.index(field)
        if (row, counter) not in self.cells:
            return False
        if (row, counter) != (self.player, self.counter):
            self._select_cell(row, counter)
        self.sum = by[kind, row, field]
        return True

    # Keys

    def on_step(self, by: Steps) -> None:
        get = self.context.session.get
        index = self.counter
        value = words.value(self.context, self.player, index)
        after = value + by * get("counter", index, "step")
        by = clamp(after, get("counter", index, "low"), get("counter", index, "high")) - value
        self.change_number([("player", self.player, VALUE_FIELDS[index], value + by)], by)

    def on_ok(self) -> None:
        index = self.cells.index((self.player, self.counter)) + 1
        self._select_cell(*self.cells[index % len(self.cells)])

    def _select_cell(self, player: Row, counter: int) -> None:
        """Select the value of a counter for a player."""
        self.player = player
        self.turn_to = None
        if counter != self.counter:
            self.counter = counter
            self.lay_out()
        self.context.request_snapshot()
        self.end()

    def on_hold_ok(self) -> None:
        self.context.push(Details(self.context, self.player, self.counter))

    def on_result(self, result: Any) -> None:
        if result is None:
            return
        if result is MARKED:
            self.context.open("counters.marks", self.player)
        elif result is BACK_IN:
            self.context.change(
                [("player", self.player, "v0", self.context.session.get("counter", 0, "start"))]
            )
        elif result:
            self._select_cell(*result)
        else:
            self.view = 1 - self.view
            self.context.request_snapshot()


def _draw_with_initials(c: Canvas, x: int, y: int, sign: str, name: str, text: str, here: bool) -> None:
    """Draw the number `text` after the initials `name`, 32 pixels wide and 16 high.

    `sign` is drawn above the initials. If a wide number leaves no room for two initials, they are drawn one above the
    other. If there is also a sign, only the first initial is drawn. If `here` is set, the sign and the initials are
    inverted.
    """
    lines = [sign, name] if sign else [name]
    if sign and c.width(name) + c.width(text) > 30:
        lines = [sign, name[:1]]
    elif not sign and c.width(name) + c.width(text, 16) > 27:
        lines = [name[:1], name[1:]]
    w = max([c.width(line) for line in lines]) + 1
    if here:
        c.fill(x, y, w, 15)
    for row in range(len(lines)):
        c.text(x + 1, y + (8 * row if sign or lines[1:] else 4), lines[row], 8, not here)
    size = c.fitting_size(text, 31 - w, (16, 8))
    c.align_right(x + 30, y + (16 - size) // 2, text, size)


class Details(Menu):
    """The list of a player's values, then of all other players' values of one counter.

    The result of the screen is (player, counter) of the chosen value. The lines that are not values have the results
    BACK_IN, MARKED, and () for the change of the view.
    """

    def __init__(self, context: Context, player: Row, counter: int) -> None:
        Menu.__init__(self, context)
        self.at = (player, counter)
        self.cells: list[Any] = []  # for each line, the result of the screen

    def head(self) -> tuple[str, str]:
        return words.player(self.context, self.at[0]), words.counter(self.context, self.at[1])

    def entries(self) -> Entries:
        context = self.context
        get = context.session.get
        player, counter = self.at
        found = []
        self.cells = []
        if turns.is_out(context.session.state, player):
            self.cells.append(BACK_IN)
            found.append((context.t("out.back"), str(get("counter", 0, "start"))))
        for index in range(get("table", 0, "counters")):
            self.cells.append((player, index))
            found.append((words.counter(context, index), str(words.value(context, player, index))))
        for row in turns.seated_rows(context.session.state):
            if row != player:
                self.cells.append((row, counter))
                found.append((words.marked_name(context, row), str(words.value(context, row, counter))))
        self.cells.append(MARKED)
        found.append((context.t("marks"), words.marks(context, player)))
        if len(self.cells) > 2:
            self.cells.append(())
            found.append((context.t("play.view"), ""))
        return found

    def choose(self, index: int) -> None:
        self.context.close(self.cells[index])
