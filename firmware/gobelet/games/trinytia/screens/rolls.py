"""Tri'Nytia: every roll of the game without a character."""

from gobelet.ui.screens.menu import Menu

from .common import open_form

# Rolls that need nobody: for a table that keeps its own sheets.
LOOSE = ("attack", "defend", "move", "placement", "suffer", "heal", "lieu1", "random", "bet")
RULED = {"placement": "A-TN02", "bet": "A-TN11"}  # the others have a page of their own name


class Rolls(Menu):
    """Every roll of the game without a character."""

    title = "home.rolls"
    keys = ("k.move", "k.open")

    def entries(self):
        return [(self.app.t(name), "") for name in LOOSE]

    def topic(self, index):
        return RULED.get(LOOSE[index], LOOSE[index])

    def choose(self, index):
        open_form(self.app, LOOSE[index])
