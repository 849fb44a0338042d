"""Trinités: what can be done with the table."""

from gobelet.ui.menu import Menu

LINES = ("history", "redo")


class Home(Menu):
    title = "title"
    keys = ("k.move", "k.open")

    def entries(self):
        return [(self.app.t("home." + name), "") for name in LINES]

    def choose(self, at):
        if LINES[at] == "redo":
            self.app.redo()
        else:
            self.app.open("trinites." + LINES[at])
