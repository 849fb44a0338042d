"""Counters: the marks of a player.

A mark is a usual state, such as poisoned, or a word that players write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.letters import name_words
from gobelet.ui.screens.menu import Menu

from ..rules.sheets import MARKS, NAME_FIELDS, OWN_MARKS
from ..rules.turns import seated_rows
from . import words

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Arguments, Context, Entries


class Marks(Menu):
    """The list of a player's marks. OK sets or removes a mark.

    The last OWN_MARKS marks are words that players write. If the selected mark has no word yet, OK asks for the word.
    OK held asks for a new word.
    """

    keys = ("k.move", "k.turn")

    def __init__(self, context: Context, row: Row, cursor: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.row = row

    def arguments(self) -> Arguments:
        return (self.row, self.cursor)

    def is_valid(self) -> bool:
        return self.row in seated_rows(self.context.session.state)

    def head(self) -> tuple[str, str]:
        return words.player(self.context, self.row), self.context.t("marks")

    def _bits(self) -> int:
        """Return the marks of the player as a bit mask, with bit n for mark n."""
        return self.context.session.get("player", self.row, "marks")

    def entries(self) -> Entries:
        bits = self._bits()
        return [
            (words.mark(self.context, index), "", bool(bits >> index & 1))
            for index in range(len(MARKS) + OWN_MARKS)
        ]

    def _own_word_row(self) -> int:
        """Return the row of the Kind "mark" for the selected mark; -1: a usual mark."""
        return max(self.cursor - len(MARKS), -1)

    def _ask_own_word(self) -> None:
        """Ask the players to write the word of the selected mark."""
        named = self._own_word_row()
        self.context.dialogs.ask_letters(
            self.context.t("mark.own", named + 1), words.own_name(self.context, "mark", named)
        )

    def choose(self, index: int) -> None:
        context = self.context
        named = self._own_word_row()
        if named >= 0 and not self._bits() >> index & 1 and not words.own_name(context, "mark", named):
            self._ask_own_word()
            return
        context.change([("player", self.row, "marks", self._bits() ^ 1 << index)])
        self.refresh()

    def held_signs(self) -> str:
        return "?" if self._own_word_row() >= 0 else ""

    def about(self, index: int) -> None:
        if self._own_word_row() >= 0:
            self._ask_own_word()

    def on_result(self, result: Any) -> None:
        if result is None:
            return
        named = self._own_word_row()
        numbers = name_words(result)
        changes = [("mark", named, NAME_FIELDS[index], numbers[index]) for index in range(len(numbers))]
        if result:
            changes.append(("player", self.row, "marks", self._bits() | 1 << self.cursor))
        self.context.change(changes)
        self.refresh()
