"""Tri'Nytia: the rolls, with what the Sheets know filled in."""

from gobelet.core.procedure import Refused
from gobelet.ui import resolve

from ..rules import combat, turn


def open_form(app, name, *rows):
    """Open the form of a procedure for the given Sheet rows of its roles, -1 for "not known"."""
    number, _ = app.session.procedure(name)
    app.open("trinytia.form", number, *rows)


class Form(resolve.Form):
    """The target of an attack is chosen among those in range; rules of the whole game are not asked."""

    def candidates(self, at):
        state = self.app.session.state
        role = self.proc.roles[at]
        if role != "target" or -1 in self.rows:
            return ()
        if self.proc.name != "attack":
            return [row for row, alive in enumerate(turn.living(state)) if alive]
        return in_range(state, self.rows[self.proc.roles.index("attacker")])

    def asks(self, i):
        return i.role != "game"

    def questions(self):
        found = []
        for name, test in self.proc.questions:
            if name == "kill" and not self.v["pv"]:
                continue
            if name == "goal" and not self.v["goal"]:
                continue
            share = self.odds.where(lambda key, test=test: test(self.v, key))
            found.append((self.app.t(self.proc.name + "." + name, self.v.get("goal")), share))
        return found


def in_range(state, me):
    """Rows that `me` may attack: alive, another, on its island or in its range."""
    lieux = [state.get("char", row, "lieu") for row in range(turn.seats(state))]
    try:
        return combat.targets(me, lieux, turn.living(state), state.get("char", me, "range"))
    except Refused:
        return []  # on Lieu 0 or 1, which belong to no island
