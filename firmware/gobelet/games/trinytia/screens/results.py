"""Tri'Nytia: what a roll gives, and what follows from it."""

from gobelet.ui import result

from ..rules.rolls import CHOICE
from .common import healing, settle


class Result(result.Result):
    """After the effects: a death, a victory, or back to the turn."""

    def done(self):
        app = self.app
        died = [name for name, _ in self.outcome.then if name == "death"]
        row = app.session.row(self.proc, self.rows, "target")
        if died and row >= 0:
            self.leave("trinytia.death", row)
        elif not settle(app, self.leave):
            result.Result.done(self)

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
        return result.Result.answer(self)

    def sign(self):
        return healing(self.v)[1] if self.proc.name == "heal" else result.Result.sign(self)

    def actions(self):
        # Death follows of itself once the wounds are applied.
        return [name for name in result.Result.actions(self) if name != "death"]
