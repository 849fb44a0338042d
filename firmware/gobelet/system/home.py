"""The list of games."""

from ..games import GAMES
from ..ui.menu import Menu

TOOLS = ("settings", "seats", "about")


class Home(Menu):
    """The games, then settings, seats and about."""

    keys = ("k.move", "k.open")
    holds = "?"

    def head(self):
        return "Gobelet", self.app.charge()

    def entries(self):
        found = [(self.app.t(game + ".title"), "") for game in GAMES]
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
            self.app.page(self.app.t(GAMES[at] + ".title"), self.app.t(GAMES[at] + ".about"))

    def ahead(self):
        return GAMES[self.cursor] if self.cursor < len(GAMES) else ""

    def shown(self):
        self.app.leave_game()
        Menu.shown(self)

    def back(self):
        pass
