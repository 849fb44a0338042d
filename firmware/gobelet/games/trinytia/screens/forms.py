"""Tri'Nytia: what to know before a roll, with what the Sheets know filled in."""

from gobelet.ui import form

from ..rules import turn
from .common import healing, in_range


class Form(form.Form):
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
        return form.Form.preview(self)

    def questions(self, hidden=()):
        return form.Form.questions(self, () if self.v.get("pv", 1) else ("kill",))
