"""Trirème: what to know before a roll, with the tables as their owner has corrected them."""

from gobelet.ui import form

from ..rules.afloat import afloat, side_of
from . import common, kept

# They serve the effects on a ship, and say nothing where it is not known.
OF_SHIP = ("men", "pv", "captured", "target_captured")


class Form(form.Form):
    """Parameters and corrections are not asked: they come from the owner's file, if the roll has any of them.

    found  what the file says
    """

    def __init__(self, app, number, *given):
        form.Form.__init__(self, app, number, *given)
        if -1 in self.rows and len(self.candidates(0)) > 1:
            self.cursor = self.rows.index(-1) + 1  # the roles are listed first

    def shown(self):
        self.found = kept.read(self.app) if kept.tells(self.proc) else None
        form.Form.shown(self)

    def refresh(self):
        found = self.found
        if found is not None:
            self.given.update(kept.parameters(found, self.proc))
        form.Form.refresh(self)
        if found is None or self.v is None:
            return
        more = kept.corrections(found, self.proc, self.v)
        if [name for name in more if self.given.get(name, 0) != more[name]]:
            self.given.update(more)
            form.Form.refresh(self)

    def asks(self, i):
        return i.role != "param" and i.name not in OF_SHIP and not i.name.startswith(("rows", "cells"))

    def returned(self, result):
        role = self.editing is not None and self.editing[1] is not None
        form.Form.returned(self, result)
        if role and result is not None:  # on to the next ship, or to what else is asked
            self.given.update(common.known(self.app, self.proc, self.rows))
            self.refresh()
            self.cursor = (self.rows.index(-1) if -1 in self.rows else self.cursor) + 1

    def preview(self):
        if self.proc.step(self.v, None).word == "sum":
            return common.bare_sum(self.app, self.proc, self.v), ""
        return form.Form.preview(self)

    def subject(self):
        return common.subject(self.app, self.rows, self.app.by_hand)

    def candidates(self, at):
        """The ships in play; for a target, those of the other side first."""
        state = self.app.session.state
        game = state.get("game", 0, "game")
        if not game or not self.proc.name.startswith(common.prefix(game)):
            return ()
        rows = afloat(state)
        if len(self.rows) == 2 and self.rows[1 - at] >= 0:
            other = self.rows[1 - at]
            foes = afloat(state, 1 - side_of(state, other))
            rows = foes + [row for row in rows if row not in foes and row != other]
        return rows

    def edit(self, i):
        if not isinstance(i, int):
            form.Form.edit(self, i)
            return
        from .ships import Choose

        offered = self.candidates(i)
        self.editing = (i, offered)
        self.app.push(Choose(self.app, self.label(i), offered))
