"""Trirème: what a roll gives; a cell that was read from the printed table can be kept."""

from gobelet.core.procedure import lane
from gobelet.ui import result

from ..rules import cells, tables
from ..rules.owner import FILE

READ = ("cell", "check")  # questions whose answer is what the printed table says


class Result(result.Result):
    """After such a question: keep the answer in the owner's file (dossier 5.5)?"""

    def ok(self):
        asked = self.ask
        option = asked.options[self.cursor] if asked else None
        result.Result.ok(self)
        if asked and asked.name in READ and option != cells.UNKNOWN:
            from gobelet.ui.dial import Confirm

            from ..rules.owner import names

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
            from ..rules import owner

            store = self.app.store
            data = store.read(FILE) or b""
            line = owner.set_line(*self.place_of(self.read))
            store.replace(FILE, data + owner.addition(data, line))
            self.app.toast(self.app.t("kept"))
        else:
            result.Result.returned(self, answer)
