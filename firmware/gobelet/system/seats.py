"""Seats: the colour of each; the names come from the desk."""

from ..ui.menu import Menu, Picker

SEATS = 10


class Seats(Menu):
    """Ten seats with name and colour; OK chooses the colour."""

    title = "seats"
    keys = ("k.move", "k.turn")

    def entries(self):
        found = []
        for row in range(SEATS):
            name, colour = self.app.seat(row), self.app.colour(row)
            found.append(("%d %s" % (row + 1, name), "" if name == colour else colour))
        return found

    def choose(self, at):
        labels = [self.app.t("colour.%d" % number) for number in range(SEATS)]
        title = self.app.t("seats.colour", at + 1)
        self.app.push(Picker(self.app, title, labels, self.app.colours[at]))

    def returned(self, result):
        if result is not None:
            self.app.paint(self.cursor, result)
            self.refresh()
