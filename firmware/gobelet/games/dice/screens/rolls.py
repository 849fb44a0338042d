"""The history of free dice."""

from __future__ import annotations

from gobelet.ui.screens.history import History

from ..rules.notation import as_now
from .record import in_words


class Rolls(History):
    """The history of rolls, with each notation as `in_words` returns it."""

    def free_title(self, note: str) -> str:
        return in_words(self.context, as_now(note))
