"""Trirème: one list to fill in row by row."""

from gobelet.ui.menu import Menu

from .ruled import Ruled


class Rows(Ruled):
    """UP and DOWN change the value on the line, OK goes on to the next; behind the last one `ends`. Lines from
    `deeds` on have no value: there the cursor moves, and OK is `choose`.
    """

    deeds = 99
    act = "k.next"  # what OK does on a line with a value

    def draw(self, c):
        self.keys = ("k.move", "k.ok") if self.cursor >= self.deeds else ("k.change", self.act)
        Menu.draw(self, c)

    def turn(self, at, by):
        """Change the value on line `at`."""

    def ends(self):
        """OK on the last line."""
        self.app.close()

    def move(self, by):
        """UP, negative, is more."""
        if self.cursor >= self.deeds:
            Menu.move(self, by)
        elif self.list:
            self.turn(self.cursor, -by)

    def ok(self):
        if self.cursor >= self.deeds:
            Menu.ok(self)
        elif self.list:
            self.passed(self.cursor)

    def passed(self, at):
        """OK on a line with a value."""
        if at + 1 < len(self.list):
            self.cursor = at + 1
            self.app.dirty = True
        else:
            self.ends()
