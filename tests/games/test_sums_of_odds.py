"""Chances on one screen that do not add up to a whole must explain it."""

from __future__ import annotations

import pytest

from simulator import portraits
from simulator.board import VirtualBoard
from simulator.store import MemoryStore

# Chances that are part of another chance, as their names show.
NESTED = ("strike", "shoot", "dodge", "attack")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ["trinites", "trinytia", "trireme"])
def test_chances_that_are_no_whole_say_why(game: str, language: str) -> None:
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
    board.choose_language(language)
    app = board.app
    app.context.open(f"{game}.home")
    board.run(50)
    if game == "trinytia":  # a free choice may reach islands that the dice reach too
        app.context.change([("char", 0, "lieu", 7)])
    said = 0
    for number, (name, _) in enumerate(app.context.session.listed):
        rows = portraits.rows_of(app, number)
        app.context.open(f"{game}.form", number, *rows)
        board.run(50)
        form = app.stack.top()
        form.accept_values([each.name for each in form.proc.inputs])
        form.refresh()
        board.run(50)
        if form.odds is None or form.odds.unknown or name in NESTED:
            continue
        asked = [num / den for _, (num, den), _ in form.questions()]
        if len(asked) > 1 and abs(sum(asked) - 1) > 1e-9:
            note = app.context.t.get(f"{name}.sum")
            assert note, f"{name} shows {sum(asked):.0%}"
            drawn = " ".join(board.words.strings)
            assert all(word in drawn for word in note.split()), name
            said += 1
        app.context.close()
    assert said, game
