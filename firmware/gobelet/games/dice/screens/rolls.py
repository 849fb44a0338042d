"""The history of the free dice: the notations as the screen writes them."""

from gobelet.ui.history import History

from .record import told


class Rolls(History):
    """OK held on a line shows all of it."""

    def free(self, note):
        return told(self.app, note)
