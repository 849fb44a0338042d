"""Tri'Nytia: a menu whose choices lead to further questions, for the screens about cards."""

from gobelet.core.refused import Refused
from gobelet.ui.menu import Menu, Picker

from ..rules import turn

HELD = ("down", "equipment", "familiar")  # in the order of cards.LIMITS


class Asking(Menu):
    """What a choice asks comes back to `returned`; every change is one transaction, made by `do`."""

    asked = None

    def get(self, field):
        return self.app.session.get("game", 0, field)

    def expect(self, then, *args, names=None):
        """The answer of the screen that is opened next goes to then(answer, *args), see `ask`."""
        self.asked = (names, then, args)

    def ask(self, screen, then, *args, names=None):
        """Open `screen`; then(answer, *args) gets what it closes with, or the name at that index."""
        self.expect(then, *args, names=names)
        self.app.push(screen)

    def pick(self, title, prefix, names, then, *args):
        """Ask for one of `names`, whose texts begin with `prefix`."""
        t = self.app.t
        labels = [t(prefix + name) for name in names]
        self.ask(Picker(self.app, t(title), labels), then, *args, names=names)

    def pick_seat(self, title, then):
        """Ask for one of the living."""
        alive = turn.living(self.app.session.state)
        seats = [row for row in range(len(alive)) if alive[row]]
        labels = [self.app.seat(row) for row in seats]
        self.ask(Picker(self.app, self.app.t(title), labels), then, names=seats)

    def ask_yes_no(self, question, then, *args):
        """A question of yes or no."""
        self.expect(then, *args)
        self.app.confirm(question)

    def number(self, title, now, high, then, *args):
        self.expect(then, *args)
        self.app.dial(self.app.t(title), now, 0, high)

    def returned(self, result):
        asked = self.asked
        self.asked = None
        if asked is not None and result is not None:
            names, then, args = asked
            then(result if names is None else names[result], *args)

    def allow(self, rule, *args):
        """What rule(*args) gives; None, and the refusal on the screen, if it does not allow it."""
        try:
            return rule(*args)
        except Refused as refused:
            self.app.refuse(refused)
            return None

    def do(self, make, *args):
        """Carry out the changes that make(state, *args) gives. Returns whether it was allowed."""
        changes = self.allow(make, self.app.session.state, *args)
        done = changes is not None and self.app.change(changes)
        self.refresh()
        return done


def active(app):
    """Row of the active character, the first one before there is any."""
    return max(0, app.session.get("game", 0, "active"))
