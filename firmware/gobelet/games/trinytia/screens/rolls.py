"""Tri'Nytia: the list of the rolls for which the Sheets need no character."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Menu

from .common import open_form

if TYPE_CHECKING:
    from gobelet.ui.screens.types import Entries


# The rolls for players who keep their characters on paper, so that the device has no values of the characters.
LOOSE = ("attack", "defend", "move", "placement", "suffer", "heal", "lieu1", "random", "bet")
# For a roll: the page of the rules that explains it. For any other roll, the page has the name of the roll.
RULED = {"placement": "A-TN02", "bet": "A-TN11"}


class Rolls(Menu):
    """The menu of the rolls that players can make without a character in the Sheets."""

    title = "home.rolls"
    keys = ("k.move", "k.open")

    def entries(self) -> Entries:
        return [(self.context.t(name), "") for name in LOOSE]

    def topic(self, index: int) -> str:
        return RULED.get(LOOSE[index], LOOSE[index])

    def choose(self, index: int) -> None:
        open_form(self.context, LOOSE[index])
