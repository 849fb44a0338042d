"""Trirème: base classes of the lists; OK held on a line opens a page of the rules.

Each page of the rules has a name in `Help.sections`. The name of a Procedure stands for the page with the Procedure's
printed table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Menu

from ..rules.sheets import FLEET
from ..rules.walks import FLEET_TURN, SHIP_TURN
from . import common

if TYPE_CHECKING:
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Context, Steps

    from ..rules.types import Turn


TURNS = {"fleet": FLEET_TURN, "ships": SHIP_TURN}

# For each field on a ship's sheet or counter, the name of the page about this field. The name is that of a Procedure
# without "fleet_" or "ship_", or that of a reading of an unclear rule, such as "a3". The page about "kind" is "sail" in
# the Fleet game, "reef" in the Ship game.
FIELDS = (
    "fate=ram immobilised=clearance factor=boarding slowed=clearance bonus=a3 tired=fatigue grappled=grapple "
    "eased=grapple sail=sail captured=boarding pv=ram size=ram crew=ram iron=grapple kind=sail/reef men=a24 "
    "breaches=breach order=steps"
)


def sequence_page(game: int) -> str:
    """Return the name of the page about the printed sequence of a game."""
    return "fleet" if game == FLEET else "ships"


def field_page(game: int, name: str) -> str:
    """Return the name of the page about a ship's field; "" if there is no page."""
    for part in FIELDS.split():
        field, _, page = part.partition("=")
        if field == name:
            page = page.split("/")[0 if game == FLEET else -1]
            return page if page[1:].isdigit() else common.name_prefix(game) + page
    return ""


def heading(context: Context, name: str) -> str:
    """Return the title of the help page `name`."""
    if name[1:].isdigit():
        return "A%s %s" % (name[1:], context.t("help." + name))
    return common.page_title(context, name)


def show_page(context: Context, name: str) -> None:
    """Open the help page `name`: the printed table of a Procedure, or a text."""
    if "_" in name:
        common.open_table(context, context.session.procedure_index(name))
        return
    context.dialogs.show_page(
        heading(context, name),
        step_lines(context, TURNS.get(name, ())) + context.t("help.%s.text" % name).split("|"),
    )


def step_lines(context: Context, turn: Turn, here: int = -1) -> list[str]:
    """Return a line for each step of a turn, with an arrow at the step `here`.

    `here` is the index of the step, -1 for no arrow.
    """
    return [
        "%s%d. %s" % ("▶ " if index == here else "", index + 1, context.t("turn." + turn[index][0]))
        for index in range(len(turn))
    ]


class Ruled(Menu):
    """A list in which OK held on a line opens a page of the rules.

    `topic(index)` returns the name of the page for a line, "" for a line without a page.
    """

    def about(self, index: int) -> None:
        name = self.topic(index)
        if name:
            show_page(self.context, name)


class Rows(Ruled):
    """A list of values that the player fills in line by line.

    UP and DOWN change the value on the selected line, OK selects the next line. On the last line OK calls `on_end`.
    """

    act = "k.next"  # the text key of the label for OK

    def draw(self, c: Canvas) -> None:
        self.keys = ("k.change", self.act)
        Menu.draw(self, c)

    def change_value(self, index: int, by: Steps) -> None:
        """Change the value on line `index`."""

    def on_end(self) -> None:
        """Handle OK on the last line."""
        self.context.close()

    def move(self, by: int) -> None:
        """Change the value on the selected line; UP increases the value.

        `by` is negative for UP, because UP in other lists moves the cursor to a lower index.
        """
        if self.list:
            self.change_value(self.cursor, -by)

    def on_ok(self) -> None:
        if self.list:
            self.on_pass(self.cursor)

    def on_pass(self, index: int) -> None:
        """Handle OK on a line: select the next line, or call `on_end` on the last line."""
        if index + 1 < len(self.list):
            self.cursor = index + 1
            self.context.redraw()
        else:
            self.on_end()
