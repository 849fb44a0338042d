"""The form of a roll in a game defined by a text: the rolling seat, and its opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules import pools  # noqa: F401 - the odds need it: it is brought in with this screen
from gobelet.ui.screens.form import Form

from .common import seated_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Row


class OwnForm(Form):
    """The form of any roll of a game defined by a text."""

    def candidates(self, index: int) -> Sequence[Row]:
        """List the rows of the players who can be the opponent."""
        others = self.rows[:1] if index else []
        return [row for row in seated_rows(self.context) if row not in others]
