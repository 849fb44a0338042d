"""Tri'Nytia: a menu whose choices lead to further questions, for the screens about cards."""

from gobelet.ui.screens import asking
from gobelet.ui.screens.menu import Picker

from ..rules import hand, turn

HELD = ("down", "equipment", "familiar")  # in the order of cards.LIMITS


class Asking(asking.Asking):
    """Every change is one transaction, made by `do`."""

    def named(self, index, names, then, *args):
        """An answer that stands for one of `names`: then(name, *args), see `ask`."""
        then(names[index], *args)

    def pick(self, title, prefix, names, then, *args):
        """Ask for one of `names`, whose texts begin with `prefix`."""
        t = self.app.t
        labels = [t(prefix + name) for name in names]
        self.ask(Picker(self.app, t(title), labels), self.named, names, then, *args)

    def pick_seat(self, title, then):
        """Ask for one of the living."""
        alive = turn.living(self.app.session.state)
        seats = [row for row in range(len(alive)) if alive[row]]
        labels = [self.app.seat(row) for row in seats]
        self.ask(Picker(self.app, self.app.t(title), labels), self.named, seats, then)

    def do(self, make, *args):
        """Carry out the changes that make(state, *args) gives. Returns whether it was allowed."""
        changes = self.allow(make, *args)
        done = changes is not None and self.app.change(changes)
        self.refresh()
        return done


def owned(app, row, prefix):
    """[(card, label, index in HELD)] of what `row` can part with, one a line; the texts begin with `prefix`. Of two
    familiars each has a line, with its wounds and PV.
    """
    found = []
    for index in range(len(HELD)):
        if app.session.get("char", row, HELD[index]):
            found.append((HELD[index], app.t(prefix + HELD[index]), index))
    pets = hand.familiars(app.session.state, row)
    if len(pets) > 1:
        name = found.pop()[1]
        for card, (pv, wounds) in zip(("familiar", hand.SECOND), pets):
            found.append((card, "%s %d/%s" % (name, wounds, pv or "?"), len(HELD) - 1))
    return found


def active_row(app):
    """Row of the active character, the first one before there is any."""
    return max(0, app.session.get("game", 0, "active"))
