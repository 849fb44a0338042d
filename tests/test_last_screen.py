"""Which words stand below a failure: those of the innermost virtual device."""

from __future__ import annotations

from types import SimpleNamespace

from simulator.board import VirtualBoard
from tests.last_screen import words_of


def board_with_text(text: str) -> VirtualBoard:
    found = VirtualBoard()
    found.words.draw(text, 0, 0, 20, 8)
    return found


def test_the_words_of_a_board_or_of_what_has_one() -> None:
    held = SimpleNamespace(board=board_with_text("Attaquer"))
    assert words_of([{"number": 3}, {"table": held, "other": board_with_text("Soigner")}]).startswith(
        "Attaquer "
    )
    assert words_of([{"other": board_with_text("Soigner")}, {"table": held}]).startswith("Soigner ")


def test_no_board() -> None:
    assert words_of([{"words": ["a"], "board": None, "number": 3}]) == ""
