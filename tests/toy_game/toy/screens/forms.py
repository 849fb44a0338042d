"""The form, with a choice of characters."""

from gobelet.ui.screens import form


class Form(form.Form):
    def candidates(self, at):
        return (0, 1, 2, 3) if self.proc.roles[at] == "target" and self.rows[at] >= 0 else ()
