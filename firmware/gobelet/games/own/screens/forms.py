"""The form of a roll in a game as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules import pools  # noqa: F401 - the odds need this module, so it is loaded with this screen
from gobelet.ui.screens.form import Form

from .common import seated_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Row


class OwnForm(Form):
    """The form before any roll of a game as text."""

    def candidates(self, index: int) -> Sequence[Row]:
        """Return the seats that the player may choose for the role at `index`.

        Role 0 is the seat that makes the roll. Role 1, the opponent, must be another seat.
        """
        others = self.rows[:1] if index else []
        return [row for row in seated_rows(self.context) if row not in others]
