"""The screen for the names and colours of the seats at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.screens.menu import Menu, Picker

if TYPE_CHECKING:
    from ..ui.screens.types import Entries

SEATS = 10


class Seats(Menu):
    """A list of ten seats, in which OK edits the name or colour of a seat.

    All games show these names and colours.
    """

    title = "seats"
    keys = ("k.move", "k.turn")

    def entries(self) -> Entries:
        found = []
        for row in range(SEATS):
            name, colour = self.context.seat(row), self.context.messages.colour(row)
            found.append(("%d %s" % (row + 1, name), "" if name == colour else colour))
        return found

    def choose(self, index: int) -> None:
        context = self.context
        labels = [context.t("seats.name")] + [context.t("colour.%d" % number) for number in range(SEATS)]
        context.push(
            Picker(context, context.t("seats.seat", index + 1), labels, context.messages.colours[index] + 1)
        )

    def on_result(self, result: int | str | None) -> None:
        context = self.context
        if result == 0:
            context.dialogs.ask_letters(
                context.t("seats.seat", self.cursor + 1), context.messages.name(self.cursor)
            )
            return
        if isinstance(result, str):
            context.messages.set_name(self.cursor, result)
        elif result is not None:
            context.messages.set_colour(self.cursor, result - 1)
        self.refresh()
