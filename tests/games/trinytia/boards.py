"""A game of Tri'Nytia on the virtual board, for the tests of its screens."""

from __future__ import annotations

from gobelet.games.trinytia.rules import setup, turn
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP


class Table:
    """A running game of five characters. Row 0 has the turn on Lieu 5, with rows 1 and 4."""

    def __init__(self, *changes, language="fr"):
        self.board = VirtualBoard()
        self.board.choose_language(language)
        self.board.app.device.settings.choose("taught", 1)
        self.board.context.navigation.home()
        self.board.context.open("trinytia.home")
        self.state = self.board.context.session.state
        lieux = (5, 5, 9, 2, 5)
        self.set(*setup.start_game(5, setup.NORMAL, 3))
        self.set(*setup.store_first_player(0), *[("char", row, "lieu", lieux[row]) for row in range(5)])
        self.set(*turn.begin_first_turn(self.state))
        self.set(*changes)

    def set(self, *changes):
        self.board.context.session.change(list(changes))

    def open(self, name, *args):
        self.board.context.open("trinytia." + name, *args)
        self.board.run(50)

    def press(self, *keys):
        for key in keys:
            self.board.press(key)
        assert not self.board.faults, self.board.faults
        assert not self.board.context.t.missing, self.board.words.strings

    def choose(self, *lines):
        """For each number, press DOWN so often, then OK."""
        for line in lines:
            self.press(*[DOWN] * line, OK)

    def yes(self):
        self.press(UP, OK)

    def no(self):
        self.press(OK)

    def reads(self, text):
        return self.board.words.has_text(text)

    def char(self, field, row=0):
        return self.state.get("char", row, field)

    def game(self, field):
        return self.state.get("game", 0, field)

    def pack(self, number):
        return self.state.get("pack", number, "left"), self.state.get("pack", number, "discarded")

    def everything(self):
        return [list(sheet) for sheet in self.state.sheets]

    def undo(self):
        self.board.hold(BACK)
