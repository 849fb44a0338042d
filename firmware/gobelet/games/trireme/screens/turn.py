"""Trirème: the turn, step by step [Séquence de jeu]."""

from gobelet.core.refused import Refused
from gobelet.ui.menu import Lines, Menu, Picker

from ..rules import fights, walks
from ..rules.marks import mark, marked
from ..rules.passing import steps
from . import common, undoing
from .opening import open_form

# Steps at which OK on a ship opens its own roll; the others give it an order, or show its card.
ROLLS = ("clearances", "fire", "morale")
TOLD = (
    "first",
    "second",
    "moves",
    "fire",
    "infantry",
)  # the ships are a reminder, and nothing is left open by them


def order_picker(app, row):
    """Asks for the order of a ship, as the table of movement has it."""
    get = app.session.get
    labels = ["%d  %s" % (speed, steps(speed)) for speed in range(6)]
    title = common.name(app, row)
    if get("ship", row, "pv"):
        title += "  " + app.t("card.pv", get("ship", row, "pv"))
    return Picker(app, title, labels, get("ship", row, "order"))


def give_order(app, row, speed):
    """Write an order down; returns whether it was done."""
    state = app.session.state
    try:
        fights.check_order(state, row, speed)
    except Refused as refused:
        app.refuse(refused)
        return False
    changes = [("ship", row, "order", speed)]
    if walks.step(state)[0] == "orders":
        changes.append(mark(state, row))
    return app.change(changes)


class Turn(Menu):
    """Who is left to act at this step, what is rolled at it, the next step and the one before."""

    keys = ("k.move", "k.ok")
    holds = "?"
    undo = undoing.undo

    def __init__(self, app, cursor=0, turn=0, step=-1, pulse=0):
        Menu.__init__(self, app, cursor)
        self.choices = []  # (what, whom or which) of each line
        self.asked = -1  # the ship whose order is asked
        self.at = [turn, step, pulse]  # what the list was made for: in another step the cursor begins anew

    def place(self):
        return [self.cursor] + self.at

    def now(self):
        """Turn, step and pulse."""
        return [self.app.session.get("game", 0, field) for field in ("turn", "step", "pulse")]

    def stands(self):
        """Whether there is still what this screen is about: a battle."""
        return walks.step(self.app.session.state) is not None

    def shown(self):
        if self.stands():  # else there is no step to list
            Menu.shown(self)

    def head(self):
        app = self.app
        count = len(walks.steps(app.session.state))
        turn, step, pulse = self.now()
        title = app.t("turn." + walks.steps(app.session.state)[step][0])
        if pulse:
            title += " " + app.t("turn.pulse", pulse)
        return title, app.t("turn.head", turn, step + 1, count)

    def refresh(self):
        if self.now() != self.at:
            self.at = self.now()
            self.cursor = 0
        Menu.refresh(self)

    def entries(self):
        """The ships and pairs left; the next step comes first where none is."""
        state = self.app.session.state
        name, _, rolls = walks.step(state)
        found = self.choices = []
        for who in walks.left(state, name, common.ships(self.app)):
            found.append(("pair" if isinstance(who, tuple) else "ship", who))
        onward = ("next", 0)
        if not found or name in TOLD:
            found.insert(0, onward)
        if name == "weather":
            found.append(("tide", 0))
        if walks.mover(state) >= 0:
            found.append(("player", 0))
        if name in ("orders", "moves"):
            found.append(("orders", 0))
        for roll in rolls:
            if roll != "ship_steps":
                found.append(("roll", self.app.session.number(roll)))
        if onward not in found:
            found.append(onward)
        if walks.backward(state):
            found.append(("before", 0))
        return Lines(found, self.line)

    def line(self, entry):
        """(label, value) of what can be chosen."""
        app = self.app
        t = app.t
        what, who = entry
        if what == "ship":
            ordered = walks.step(app.session.state)[0] in ("orders", "moves")
            return common.name(app, who), self.order(who) if ordered else common.signs(app, who)
        if what == "pair":
            return common.paired(app, *who), ""
        if what == "next":
            return t("turn.next"), self.coming()
        if what == "tide":
            return t("ship_reef.tide"), t("f.tide.%d" % app.session.get("game", 0, "tide"))
        if what == "player":
            return t("turn.first"), t("side.%d" % app.session.get("game", 0, "starts"))
        if what == "roll":
            return t(app.session.listed[who][0]), ""
        return t("turn.all" if what == "orders" else "turn.before"), ""

    def order(self, row):
        """A ship's order as the table of movement has it."""
        order = self.app.session.get("ship", row, "order")
        return "%d %s" % (order, steps(order)) if order or marked(self.app.session.state, row) else "—"

    def coming(self):
        """Name of what comes next."""
        for _, _, field, value in walks.onward(self.app.session.state):
            if field == "pulse" and value:
                return self.app.t("turn.pulse", value)
            if field == "step":
                return self.app.t("turn." + walks.steps(self.app.session.state)[value][0])
        return ""

    def choose(self, at):
        app = self.app
        what, who = self.choices[at]
        state = app.session.state
        name, _, rolls = walks.step(state)
        if what == "next":
            app.change(walks.onward(state))
            self.refresh()
        elif what == "before":
            app.change(walks.backward(state))
            self.refresh()
        elif what == "tide":
            app.change([("game", 0, "tide", 1 - app.session.get("game", 0, "tide"))])
            self.refresh()
        elif what == "player":
            app.change([("game", 0, "starts", 1 - app.session.get("game", 0, "starts"))])
            self.refresh()
        elif what == "orders":
            app.open("trireme.orders")
        elif what == "roll":
            open_form(app, who)
        elif what == "pair":
            open_form(app, app.session.number(rolls[-1]), *who)
        elif name == "orders":
            self.asked = who
            app.push(order_picker(app, who))
        elif name == "grapples":
            open_form(
                app, app.session.number(rolls[0]), -1, who
            )  # made easier to grapple, for whom is not known
        elif name in ROLLS:
            open_form(app, app.session.number(rolls[0]), who)
        else:
            app.open("trireme.card", who)

    def returned(self, result):
        if result is not None:
            give_order(self.app, self.asked, result)
            self.refresh()

    def about(self, at):
        """The printed sequence, and where we are in it."""
        app = self.app
        here = app.session.get("game", 0, "step")
        lines = []
        listed = walks.steps(app.session.state)
        for step in range(len(listed)):
            mark = "▶ " if step == here else ""
            lines.append("%s%d. %s" % (mark, step + 1, app.t("turn." + listed[step][0])))
        app.page(app.t("home.turn"), lines)


class Orders(Menu):
    """The orders of all ships of this turn, and at which steps they move."""

    title = "turn.orders"
    keys = ("k.move", "k.turn")
    stands = common.in_battle
    undo = undoing.undo
    asked = -1  # the ship whose order is asked

    def rows(self):
        """Ships in play."""
        return common.ships(self.app).afloat

    def entries(self):
        return Lines(self.rows(), self.line)

    def line(self, row):
        """A ship, its order, and when it moves."""
        order = self.app.session.get("ship", row, "order")
        return common.name(self.app, row), "%d %s" % (order, steps(order))

    def choose(self, at):
        self.asked = self.rows()[at]
        self.app.push(order_picker(self.app, self.asked))

    def returned(self, result):
        if result is not None:
            if give_order(self.app, self.asked, result):
                self.move(1)
            self.refresh()
