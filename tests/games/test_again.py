"""The repeated last roll: one press in the game's main list reaches it, OK rolls."""

from __future__ import annotations

import pytest

from simulator.board import VirtualBoard
from simulator.keys import BACK, OK, UP

# A game, a roll that needs no entered values, and the key from the first line to the last roll.
ROLLS = (
    ("trinytia", "defend", UP),
    ("trireme", "ship_reef", None),
    ("trinites", "test", UP),
)


@pytest.mark.parametrize(("game", "name", "key"), ROLLS)
def test_the_last_roll_is_one_press_away(game: str, name: str, key: int | None) -> None:
    board = VirtualBoard()
    app = board.app
    app.context.open(game + ".home")
    board.run(50)
    labels = [str(app.stack.top().list[index][0]) for index in range(len(app.stack.top().list))]
    assert "↷ Encore" not in labels, "nothing was rolled yet"
    app.context.open(game + ".form", app.context.session.procedure_index(name))
    app.stack.top().accept_values(["skill"])
    board.run(50)
    board.press(OK)
    first = app.context.session.roll_position()
    assert first >= 0
    while app.stack.ids[-1] != game + ".home":
        board.press(BACK)
    if key is None:
        board.press_down_to("↷ Encore")
    else:
        app.stack.top().cursor = 0
        board.press(key)
    assert board.words.has_text("▶ ↷ Encore") or board.words.has_text("↷ Encore")
    assert board.words.has_text("OK lancer"), "it rolls at once"
    board.press(OK)
    assert app.context.session.roll_position() > first
    assert app.context.session.last_roll().proc.name == name


def test_in_a_battle_it_stands_below_the_line_where_the_cursor_begins() -> None:
    board = VirtualBoard()
    app = board.app
    app.context.open("trireme.home")
    app.context.open("trireme.form", app.context.session.procedure_index("ship_reef"))
    board.run(50)
    board.press(OK)
    app.context.change([("game", 0, "game", 1), ("ship", 0, "used", 1), ("ship", 20, "used", 1)])
    app.context.open("trireme.home")
    home = app.stack.top()
    home.refresh()
    assert home.offered[home.cursor + 1] == "again"
