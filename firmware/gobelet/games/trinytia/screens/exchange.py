"""Tri'Nytia: a card changes hands."""

from gobelet.ui.screens.menu import Picker

from ..rules import cards, hand, turn
from .asking import Asking, active_row, owned


class Exchange(Asking):
    """The active character gives or receives a card: those on its Lieu are listed, who has had one this turn marked."""

    title = "turn.exchange"

    def __init__(self, app, cursor=0, other=-1):
        Asking.__init__(self, app, cursor)
        others = self.others()
        if other in others:
            self.cursor = others.index(other)

    def others(self):
        return turn.neighbours(self.app.session.state, active_row(self.app))

    def entries(self):
        get = self.app.session.get
        found = []
        for row in self.others():
            value = "L%d" % get("char", row, "lieu")
            found.append((self.app.seat(row), "✓ " + value if get("char", row, "exchanged") else value))
        return found or [(self.app.t("exchange.nobody"), "")]

    def allowed(self, other, agree, again):
        get = self.app.session.get
        me = active_row(self.app)
        same = get("char", other, "lieu") == get("char", me, "lieu") >= 0
        done = [get("char", row, "exchanged") for row in (me, other)]
        return self.allow(lambda state: cards.exchange(same, agree, done[0], done[1], again) or True)

    def topic(self, index):
        return "exchange"

    def choose(self, index):
        others = self.others()
        if not others or not self.allowed(others[index], True, False):
            return
        app = self.app
        ways = []
        labels = []
        for giver, taker, word in (
            (active_row(app), others[index], "give"),
            (others[index], active_row(app), "take"),
        ):
            for card, name, _ in owned(app, giver, "exchange."):
                ways.append((giver, taker, card))
                labels.append(app.t("exchange." + word, name))
        if ways:
            self.ask(
                Picker(app, app.seat(others[index]), labels), self.named, ways, self.agree, others[index]
            )
        else:
            app.notice(app.t("exchange.nothing"))

    def agree(self, way, other):
        self.ask_yes_no(self.app.t("exchange.agree", self.app.seat(other)), self.agreed, way, other)

    def agreed(self, yes, way, other):
        if not self.allowed(other, yes, False):
            return
        if self.get("exchanges"):
            # The cards have no names here: only the players know whether it is one of those that moved.
            self.ask_yes_no(self.app.t("exchange.again"), self.finish, way, other)
        else:
            self.finish(False, way, other)

    def finish(self, again, way, other):
        if self.allowed(other, True, again):
            self.do(hand.exchange, *way)
