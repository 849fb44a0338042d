"""Trirème: the two games and their tables."""

from gobelet.ui.menu import Menu

FLEET = "fleet_"  # how the names of its Procedures begin
SHIPS = "ship_"
GAMES = (FLEET, SHIPS)


class Home(Menu):
    """Which game [Jeu des Flottes, Jeu des Navires], and what has been rolled."""

    title = "title"
    keys = ("k.move", "k.open")

    def entries(self):
        t = self.app.t
        return [(t("home." + name), "") for name in ("fleet", "ships", "table", "history")]

    def choose(self, at):
        if at < len(GAMES):
            self.app.open("trireme.rolls", 0, at)
        else:
            self.app.open("trireme.table" if at == len(GAMES) else "trireme.history")


class Rolls(Menu):
    """The tables of one game, in the order of its printed sequence."""

    keys = ("k.move", "k.open")

    def __init__(self, app, cursor=0, game=0):
        Menu.__init__(self, app, cursor)
        self.game = game

    def place(self):
        return (self.cursor, self.game)

    def head(self):
        return self.app.t("home.ships" if self.game else "home.fleet"), ""

    def numbers(self):
        """Numbers of the Procedures listed."""
        listed = self.app.session.listed
        return [at for at in range(len(listed)) if listed[at][0].startswith(GAMES[self.game])]

    def entries(self):
        return [(self.app.t(self.app.session.listed[at][0]), "") for at in self.numbers()]

    def choose(self, at):
        number = self.numbers()[at]
        roles = len(self.app.session.procedure(number).roles)
        self.app.open("trireme.form", number, *([-1] * roles))
