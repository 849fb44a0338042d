"""The list of games, and what the device is."""

from ..games import GAMES
from ..ui.menu import Menu
from ..ui.page import Page

TOOLS = ("settings", "seats", "about")


class Home(Menu):
    """The games, then settings, seats and about."""

    keys = ("k.move", "k.open")
    holds = "?"

    def head(self):
        return "Gobelet", self.app.charge()

    def entries(self):
        found = [(self.app.title(game), "") for game in GAMES]
        for name in TOOLS:
            found.append((self.app.t(name), ""))
        return found

    def choose(self, at):
        if at < len(GAMES):
            self.app.open(GAMES[at] + ".home")
        else:
            self.app.open("system." + TOOLS[at - len(GAMES)])

    def about(self, at):
        if at < len(GAMES):
            title, words = self.app.title(GAMES[at], "about")
            self.app.push(Page(self.app, title, words))

    def shown(self):
        self.app.leave_game()
        Menu.shown(self)

    def back(self):
        pass


class About(Page):
    """Version, board, battery, free memory and licence."""

    def __init__(self, app):
        gauge = (app.charge() or app.t("about.usb")) if app.battery is not None else "?"
        body = app.t("about.text", app.version, app.board.NAME, gauge, app.free())
        Page.__init__(self, app, app.t("about"), body)
