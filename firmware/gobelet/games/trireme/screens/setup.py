"""Trirème: a new battle."""

from ..rules import battle
from ..rules.sheets import FLEET, SHIPS, SIDE
from .lists import Rows, sequence
from .owner_data import read


class New(Rows):
    """Which game, and how many ships each side has. The battle before is kept until the next one begins."""

    title = "home.new"
    actions = 3

    def __init__(self, app, cursor=0, game=FLEET, first=5, second=5):
        Rows.__init__(self, app, cursor)
        self.game = game
        self.counts = [first, second]

    def arguments(self):
        return (self.cursor, self.game, self.counts[0], self.counts[1])

    def entries(self):
        t = self.app.t
        return [
            (t("home.fleet" if self.game == FLEET else "home.navires"), ""),
            (t("side.0"), str(self.counts[0])),
            (t("side.1"), str(self.counts[1])),
            (t("new.begin"), ""),
        ]

    def topic(self, at):
        return "" if at else sequence(self.game)

    def turn(self, at, by):
        if at == 0:
            self.game = SHIPS if self.game == FLEET else FLEET
        else:
            self.counts[at - 1] = max(1, min(SIDE, self.counts[at - 1] + by))
        self.refresh()

    def choose(self, at):
        app = self.app
        session = app.session
        first, second = self.counts
        if session.get("game", 0, "game"):
            session.archive()
        panel = read(app).ships
        if app.change(battle.begin(session.state, self.game, first, second, panel)):
            app.replace("trireme.ships")
            if not panel:
                app.open("trireme.counters")
                app.toast(app.t("new.blank"))
