"""Trirème: a new battle."""

from gobelet.ui.dial import Dial
from gobelet.ui.menu import Menu

from ..rules import battle
from ..rules.sheets import FLEET, SHIPS, SIDE
from . import undoing


class New(Menu):
    """Which game, and how many ships each side has. The battle before is kept until the next one begins."""

    title = "home.new"
    keys = ("k.move", "k.turn")
    undo = undoing.undo

    def __init__(self, app, cursor=0, game=FLEET, first=5, second=5):
        Menu.__init__(self, app, cursor)
        self.game = game
        self.counts = [first, second]

    def place(self):
        return (self.cursor, self.game, self.counts[0], self.counts[1])

    def entries(self):
        t = self.app.t
        return [
            (t("home.fleet" if self.game == FLEET else "home.navires"), ""),
            (t("side.0"), str(self.counts[0])),
            (t("side.1"), str(self.counts[1])),
            (t("new.begin"), ""),
        ]

    def choose(self, at):
        app = self.app
        if at == 0:
            self.game = SHIPS if self.game == FLEET else FLEET
            self.refresh()
        elif at < 3:
            app.push(Dial(app, app.t("side.%d" % (at - 1)), self.counts[at - 1], 1, SIDE))
        else:
            session = app.session
            if session.get("game", 0, "game"):
                session.archive()
            if app.change(battle.begin(session.state, self.game, *self.counts)):
                app.replace("trireme.ships")

    def returned(self, result):
        if result is not None:
            self.counts[self.cursor - 1] = result
            self.refresh()
