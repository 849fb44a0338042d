"""Trirème: what a roll gives; a cell that was read from the printed table can be kept."""

from gobelet.core.procedure import lane
from gobelet.ui import result
from gobelet.ui.casting import fill

from ..rules import cells, tables
from ..rules.afloat import marks
from . import common, kept

DAMAGE = ("ship_ram", "ship_rake")
READ = ("cell", "check")  # questions whose answer is what the printed table says


class Result(result.Result):
    """With the effects goes that the ships have had their roll of this step. After a question about the printed
    table: keep the answer in the owner's file (dossier 5.5)?
    """

    def act(self, name):
        if name == "apply" and self.outcome.word == "sum":
            return self.app.t("do.held")  # no number to reach is known: the players say that it holds
        return result.Result.act(self, name)

    def answer(self):
        if self.outcome.word == "sum":
            return common.bare_sum(self.app, self.proc, self.v)
        if self.proc.name in DAMAGE and self.outcome.word is None:
            return self.damage(self.outcome.key)
        return result.Result.answer(self)

    def damage(self, code):
        """A cell of the damage table as it is printed, and in words."""
        t = self.app.t
        found = []
        effects = cells.parts(code)
        for who in (0, 1):
            words = [t("cell." + name) for name in cells.named(effects[who])]
            if words:
                found.append(t("cell.%s.%d" % (self.proc.name, who), ", ".join(words)))
        return cells.write(code) + "  " + ("; ".join(found) or t("cell.none"))

    def subject(self):
        return common.subject(self.app, self.rows, self.hand)

    def again(self):
        app = self.app
        if kept.tells(self.proc):
            fill(app.session, self.proc, self.rows, self.v)
            found = kept.read(app)
            self.v.update(kept.parameters(found, self.proc))
            self.v.update(kept.corrections(found, self.proc, self.v))
        result.Result.again(self)

    def changes(self):
        session = self.app.session
        found = result.Result.changes(self)
        rows = {self.proc.roles[at]: self.rows[at] for at in range(len(self.rows))}
        for change in marks(session.state, self.proc.name, rows):
            if not session.get(*change[:3]):
                found.append(change)
        return found

    def ok(self):
        asked = self.ask
        option = asked.options[self.cursor] if asked else None
        result.Result.ok(self)
        if asked and asked.name in READ and option != cells.UNKNOWN:
            from gobelet.ui.dial import Confirm

            from ..rules.owner_lines import names

            self.read = option
            table, row, column, text = self.place_of(option)
            app = self.app
            app.push(Confirm(app, app.t("keep", text, *names(table, row, column))))

    def place_of(self, option):
        """(table, row, column, text) of the cell that was read as `option`."""
        from ..rules import corrections

        dice = sum(self.path[0])
        if self.proc.name == "ship_clearance":
            return corrections.CLEARANCE, self.v["quality"], dice - 2, tables.CLEARED[option]
        from ..rules import damage

        if self.proc.name == "ship_ram":
            from ..rules.ramming import where

            table = corrections.RAM
        else:
            from ..rules.raking import where

            table = corrections.RAKE
        row = damage.row(dice + lane(self.proc, self.v, "roll"))
        return table, row, where(self.v), cells.write(option)

    def returned(self, answer):
        if answer is True:
            from ..rules.owner_lines import set_line

            kept.add(self.app, set_line(*self.place_of(self.read)))
        else:
            result.Result.returned(self, answer)
