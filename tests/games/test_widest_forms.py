"""Every form with the widest values and modifiers: no words overlap or cross an edge.

The digits of the chances are large enough for all players at a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from simulator import paths
from simulator.board import VirtualBoard
from simulator.portraits import rows_of
from simulator.watched import too_small
from tests.sweep import sample_cases

paths.install()
from gobelet.game.by_name import load  # noqa: E402
from gobelet.games import GAMES  # noqa: E402

WITH_FORMS = [game for game in GAMES if "form" in load(f"gobelet.games.{game}.screens", "SCREENS")]


def input_values(proc: Any) -> Iterator[dict[str, int]]:
    """Yield values of the inputs.

    All values are at one end; or one value is at an end, or one step further if the step changes a sign.
    """
    starts = {i.name: i.start for i in proc.inputs}
    yield starts
    yield {i.name: i.low for i in proc.inputs}
    yield {i.name: i.high for i in proc.inputs}
    for i in proc.inputs:
        for value in {i.low, i.high, -1, 1}:
            if i.low <= value <= i.high:
                yield {**starts, i.name: value}
    signed = [i for i in proc.inputs if i.lane and i.mods is None]
    for value in (-1, 1):
        yield {**starts, **{i.name: max(i.low, min(i.high, value)) for i in signed}}


def word_faults(board: VirtualBoard) -> list[object]:
    """Return the faults of the words on the screen."""
    canvas = board.app.canvas
    found: list[object] = list(board.words.overlapping_pairs())
    found += [name for name in ("missing", "clipped") if getattr(canvas, name)]
    found += too_small(board)
    canvas.missing = canvas.clipped = canvas.shortened = 0
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", WITH_FORMS)
def test_no_words_of_a_form_meet(game: str, language: str) -> None:
    board = VirtualBoard()
    board.choose_language(language)
    app = board.app
    app.context.open(f"{game}.home")
    faults = []
    for number, (name, _) in enumerate(app.context.session.listed):
        seen = set()
        for given in sample_cases(input_values(app.context.session.procedure(number)), 2):
            app.context.navigation.back_to(f"{game}.home")
            app.context.open(f"{game}.form", number, *rows_of(app, number))
            form = app.stack.top()
            form.given.update(given)
            form.refresh()
            for line in range(form.last_line() + 1):
                form.cursor = line
                app.redraw()
                board.run(30)
                assert not board.faults, (name, given, board.faults)
                for fault in word_faults(board):
                    if fault not in seen:
                        seen.add(fault)
                        faults.append((name, given, line, fault, board.words.strings))
    assert not faults, "\n".join(map(str, faults))
