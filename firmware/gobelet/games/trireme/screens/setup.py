"""Trirème: a new battle, and what its players know of the ships."""

from gobelet.ui.page import Page

from ..rules import battle
from ..rules.sheets import FLEET, SHIPS, SIDE
from ..rules.ships import fleet
from . import common
from .lists import Rows, Ruled, sequence
from .owner_data import read


class New(Rows):
    """Which game, and how many ships each side has. The battle before is kept until the next one begins."""

    title = "home.new"

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
        ]

    def draw(self, c):
        self.act = "new.begin" if self.cursor == 2 else "k.next"
        Rows.draw(self, c)

    def topic(self, index):
        return "" if index else sequence(self.game)

    def turn(self, index, by):
        if index == 0:
            self.game = SHIPS if self.game == FLEET else FLEET
        else:
            self.counts[index - 1] = max(1, min(SIDE, self.counts[index - 1] + by))
        self.refresh()

    def ends(self):
        app = self.app
        session = app.session
        first, second = self.counts
        if session.get("game", 0, "game"):
            session.archive()
        panel = read(app).ships
        if app.change(battle.begin(session.state, self.game, first, second, panel)):
            app.replace("trireme.ships")
            if missing_values(app):
                app.open("trireme.have")
            else:
                start(app)


class Have(Ruled):
    """What the players have that tells the values of the ships: the printed counters, a file, or nothing, and then all
    are of one class by a rule of the house.
    """

    title = "have.title"
    holds = "?"
    stands = common.in_battle

    def entries(self):
        return [(self.app.t("have.%d" % index), "") for index in range(3)]

    def about(self, index):
        self.app.page(self.app.t("have.%d" % index), self.app.t("have.%d.help" % index))

    def choose(self, index):
        app = self.app
        state = app.session.state
        if index == 2:
            if app.change(battle.averaged(state)):
                start(app, [app.t("have.2.help")])
            return
        from .counters import fill  # only here: it is not small

        if index == 0:
            app.replace("trireme.counters", 0, -1, 1)
            app.top().onward(0)
        elif fill(app, read(app).ships) and not missing_values(app):
            start(app)
        else:
            self.about(index)


class Before(Page):
    """What is said before the battle, in small letters: OK reads on, and begins behind the last line."""

    def __init__(self, app, title, body):
        Page.__init__(self, app, title, body)
        self.size = 8

    def last(self):
        """Whether the last line is on the screen."""
        return self.first + self.seen() >= len(self.lines)

    def draw(self, c):
        if self.lines is None:
            self._fill(c)
        self.keys = ("k.scroll", "new.begin" if self.last() else "k.next")
        Page.draw(self, c)

    def ok(self):
        if self.last():
            self.app.close()
        else:
            self.down(self.seen())


def missing_values(app):
    """How many ships of the battle there are of which nothing was entered."""
    from ..rules.counters import blank, of

    state = app.session.state
    return len([row for row in fleet(state) if of(state, row) == blank()])


def start(app, said=()):
    """The first step of the turn in place of the screens that set the battle up. Before it a page with what is `said`,
    and with what rolls cannot be told for want of the printed tables.
    """
    if app.stack.ids[-2] == "trireme.ships":
        app.stack.pop(-2)
    app.replace("trireme.turn")
    found = read(app)
    lines = list(said)
    if common.game(app) == FLEET:
        for name in ("parity", "need"):
            if not found.params.get(name):
                lines.append(app.t("missing." + name))
    else:
        doubt = [found.open(table)[1] for table in range(3)]
        if any(doubt):
            lines.append(app.t("missing.ships", *doubt))
    if lines:
        app.push(Before(app, app.t("missing.title"), lines))
