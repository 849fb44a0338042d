"""Tri'Nytia: the rolls, with what the Sheets know filled in."""

from gobelet.ui import resolve
from gobelet.ui.menu import Menu

from ..rules import fights, turn
from ..rules.rolls import CHOICE
from .common import in_range, open_form, settle


def healing(v):
    """What healing does, and its sign: wounds before and after, or armour."""
    after, armour = fights.healed(v)
    if armour > v["armour"]:
        return "%d→%d" % (v["armour"], armour), "🛡"
    return "%d→%d" % (v["wounds"], after), "💧"


class Form(resolve.Form):
    """The target of an attack is chosen among those in range; rules of the whole game are not asked."""

    def candidates(self, at):
        state = self.app.session.state
        if self.proc.roles[at] != "target" or not turn.seats(state):
            return ()
        if self.proc.name == "attack":
            attacker = self.rows[self.proc.roles.index("attacker")]
            return in_range(state, attacker) if attacker >= 0 else ()
        alive = turn.living(state)
        return [row for row in range(len(alive)) if alive[row]]

    def asks(self, i):
        return i.role not in ("game", "option") and i.name != "rolling"

    def ask(self, name):
        """Begin with the value of input `name`."""
        for i in self.proc.inputs:
            if i.name == name:
                self.edit(i)

    def preview(self):
        if self.proc.name == "heal":
            return healing(self.v)
        if self.v.get("fixed"):
            return self.app.t("why.fixed", self.v["lieu"]), ""
        return resolve.Form.preview(self)

    def questions(self, hidden=()):
        return resolve.Form.questions(self, () if self.v.get("pv", 1) else ("kill",))


class Result(resolve.Result):
    """After the effects: a death, a victory, or back to the turn."""

    def done(self):
        app = self.app
        died = [name for name, _ in self.outcome.then if name == "death"]
        row = app.session.row(self.proc, self.rows, "target")
        resolve.Result.done(self)
        if died and row >= 0:
            app.open("trinytia.death", row)
        else:
            settle(app)

    def answer(self):
        """After a free choice the Lieu chosen, after an attack the wounds that the armour leaves."""
        if self.proc.name == "heal":
            return healing(self.v)[0]
        if self.proc.name == "attack" and self.outcome.word is None and self.path[1:]:
            return str(self.outcome.key - self.path[1])
        if self.outcome.key == CHOICE and self.proc.name == "move":
            for _, field, _, amount in self.outcome.effects:
                if field == "lieu":
                    return str(amount)
        return resolve.Result.answer(self)

    def sign(self):
        return healing(self.v)[1] if self.proc.name == "heal" else resolve.Result.sign(self)

    def actions(self):
        # Death follows of itself once the wounds are applied.
        return [name for name in resolve.Result.actions(self) if name != "death"]


# Rolls that need nobody: for a table that keeps its own sheets.
LOOSE = ("attack", "defend", "move", "placement", "suffer", "heal", "lieu1", "random", "bet")


class Rolls(Menu):
    """Every roll of the game without a character."""

    title = "home.rolls"
    keys = ("k.move", "k.open")

    def entries(self):
        return [(self.app.t(name), "") for name in LOOSE]

    def choose(self, at):
        open_form(self.app, LOOSE[at])
