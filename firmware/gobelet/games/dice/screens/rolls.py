"""The history of the free dice: the notations as the screen writes them."""

from gobelet.ui.history import History

from .record import told


class Rolls(History):
    """OK held on a line shows all of it."""

    def free(self, note, total):
        return "%s =\u00a0%s" % (told(self.app, note), total)
