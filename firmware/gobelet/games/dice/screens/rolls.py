"""The history of the free dice: the notations as the screen writes them."""

from __future__ import annotations

from gobelet.ui.screens.history import History

from ..rules.notation import as_now
from .record import in_words


class Rolls(History):
    """The list of rolls; OK held shows the whole text of a line."""

    def free_title(self, note: str) -> str:
        return in_words(self.context, as_now(note))
