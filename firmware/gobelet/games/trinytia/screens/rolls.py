"""Tri'Nytia: the list of all rolls without a character."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Menu

from .common import open_form

if TYPE_CHECKING:
    from gobelet.ui.screens.types import Entries


# Players with sheets on paper need these rolls, because the device does not know their characters.
LOOSE = ("attack", "defend", "move", "placement", "suffer", "heal", "lieu1", "random", "bet")
RULED = {"placement": "A-TN02", "bet": "A-TN11"}  # the page about any other roll has the name of the roll


class Rolls(Menu):
    """The list of all rolls without a character."""

    title = "home.rolls"
    keys = ("k.move", "k.open")

    def entries(self) -> Entries:
        return [(self.context.t(name), "") for name in LOOSE]

    def topic(self, index: int) -> str:
        return RULED.get(LOOSE[index], LOOSE[index])

    def choose(self, index: int) -> None:
        open_form(self.context, LOOSE[index])
