"""Trirème: the screen at the end of a battle, when a side has no ship afloat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.amounts import two_players
from gobelet.ui.drawing.widgets import top
from gobelet.ui.screens.stack import Screen

from ..rules.ships import fleet
from . import common

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels


class Over(Screen):
    """The screen with the number of ships afloat of each side.

    OK asks whether to start a new battle. The screen names no winner, because the player aid does not say which side
    wins.
    """

    keys = ("", "over.end")
    holds = "?"

    def is_valid(self) -> bool:
        return common.is_in_battle(self) and not all(self.ships_afloat())

    def ships_afloat(self) -> list[int]:
        """Return the number of ships afloat of each side.

        A captured ship belongs to the side of its captor.
        """
        return [len(rows) for rows in common.ships(self.context).sides]

    def draw(self, c: Canvas) -> None:
        context = self.context
        t = context.t
        top(c, t("over.afloat"), t("turn.new", context.session.get("game", 0, "turn")))
        afloat = self.ships_afloat()
        begun = len(fleet(context.session.state))
        first, second = [(t("side.%d" % side), afloat[side], afloat[side], begun, "") for side in (0, 1)]
        left = [side for side in (0, 1) if afloat[side]]
        two_players(c, first, second, left[0] if len(left) == 1 else None)
        self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return [(str(count), 32) for count in self.ships_afloat()]

    def on_ok(self) -> None:
        self.context.dialogs.confirm(self.context.t("new.sure"))

    def on_result(self, result: Any) -> None:
        if result is True:
            self.context.navigation.back_to("trireme.home")
            self.context.open("trireme.new")

    def on_hold_ok(self) -> None:
        self.context.dialogs.show_page(self.context.t("over"), self.context.t("over.help"))
