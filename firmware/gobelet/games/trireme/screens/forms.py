"""Trirème: what to know before a roll, with the tables as their owner has corrected them."""

from gobelet.ui import form

from ..rules.owner import FILE

CORRECTED = ("ship_ram", "ship_rake", "ship_clearance")
# They serve the effects on a ship, and say nothing where it is not known.
OF_SHIP = ("men", "pv", "captured", "target_captured")


class Form(form.Form):
    """Parameters and corrections are not asked: they come from the owner's file."""

    def refresh(self):
        form.Form.refresh(self)
        if self.v is None or self.proc.name not in CORRECTED:
            return
        data = self.app.store.read(FILE)
        if data:
            from ..rules import owner

            more = owner.read(data).given(self.proc, self.v)
            if [name for name in more if self.given.get(name, 0) != more[name]]:
                self.given.update(more)
                form.Form.refresh(self)

    def asks(self, i):
        return i.role != "param" and i.name not in OF_SHIP and not i.name.startswith(("rows", "cells"))
