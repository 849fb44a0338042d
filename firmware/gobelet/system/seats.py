"""The names and colours of the seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.screens.menu import Menu, Picker

if TYPE_CHECKING:
    from ..ui.types import Entries

SEATS = 10


class Seats(Menu):
    """Ten seats; OK edits the name or colour of one. All games show them."""

    title = "seats"
    keys = ("k.move", "k.turn")

    def entries(self) -> Entries:
        found = []
        for row in range(SEATS):
            name, colour = self.app.seat(row), self.app.telling.colour(row)
            found.append(("%d %s" % (row + 1, name), "" if name == colour else colour))
        return found

    def choose(self, index: int) -> None:
        app = self.app
        labels = [app.t("seats.name")] + [app.t("colour.%d" % number) for number in range(SEATS)]
        app.push(Picker(app, app.t("seats.seat", index + 1), labels, app.telling.colours[index] + 1))

    def on_result(self, result: int | str | None) -> None:
        app = self.app
        if result == 0:
            app.letters(app.t("seats.seat", self.cursor + 1), app.telling.name(self.cursor))
            return
        if isinstance(result, str):
            app.telling.set_name(self.cursor, result)
        elif result is not None:
            app.telling.set_colour(self.cursor, result - 1)
        self.refresh()
