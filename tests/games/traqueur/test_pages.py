"""Traqueur: the pages of the families of spells, which the tables provide."""

from __future__ import annotations

from pathlib import Path

import pytest

from gobelet.games.traqueur.rules import tables
from host_tools.building import texts
from simulator.board import VirtualBoard

WORDS = texts.load(Path(__file__).resolve().parents[3] / "firmware/gobelet/games/traqueur")


@pytest.mark.parametrize("family", tables.families())
def test_a_familys_page_names_its_spells_and_its_familiar(family):
    board = VirtualBoard()
    board.context.open("traqueur.help")
    board.run(50)
    board.app.stack.top().show("family.%d" % tables.families().index(family))
    title, lines = board.app.stack.top().title, board.app.stack.top().body
    assert title == WORDS["fr"]["family." + family]
    assert lines[0] == WORDS["fr"]["familiar." + tables.SPELLS[tables.families().index(family)].split()[1]]
    assert lines[2:] == ["• " + WORDS["fr"]["spell." + spell] for spell in tables.spells(family)]
