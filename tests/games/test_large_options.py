"""In a form the choice is in large letters: an option, or the name of a flag."""

from __future__ import annotations

from typing import Any

import pytest

from simulator import paths
from simulator.board import VirtualBoard
from simulator.portraits import rows_of

paths.install()
from gobelet.ui.drawing.widgets import without_french_term  # noqa: E402

BOX = 12  # columns of a tick box
ROW = 113  # columns of a row beside its pointer and the scroll bar
# Choices in small letters, which are as large as their words allow. The choices occur only outside a battle,
# because in a battle the sheet of a ship has them.
SMALL = {
    ("trireme", "fr", "ordinaire"),
    ("trireme", "fr", "débutant"),
    ("trireme", "en", "bow/stern quarter"),
    ("trireme", "en", "Target full speed"),
}


def choice_text(canvas: Any, entry: tuple[Any, ...]) -> tuple[str, int]:
    """The text of the choice in a line of a form, and the width that it has."""
    label, value = entry[:2]
    if len(entry) > 2:
        return without_french_term(label), ROW - BOX - (canvas.width(value, 16) + 5 if value else 0)
    return (
        (value, max(ROW - canvas.width(label, 16) - 6, ROW // 2))
        if value
        else (without_french_term(label), ROW)
    )


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ["trinites", "trireme"])
def test_the_choice_in_a_line_is_in_large_letters(game: str, language: str) -> None:
    board = VirtualBoard()
    board.choose_language(language)
    app = board.app
    app.context.open(f"{game}.home")
    small = set()
    looked = 0
    for number in range(len(app.context.session.listed)):
        app.context.navigation.back_to(f"{game}.home")
        app.context.open(f"{game}.form", number, *rows_of(app, number))
        form = app.stack.top()
        if form.last_line() <= 3:
            continue  # without a scroll bar there is more room
        for each in form.proc.inputs:
            if not each.asked or (each.high - each.low > 2 and each.options is None):
                continue
            for value in range(each.low, each.high + 1):
                form.given.update({i.name: i.start for i in form.proc.inputs})
                form.given[each.name] = value
                form.refresh()
                text, room = choice_text(app.canvas, form.entry(app.canvas, each))
                looked += 1
                if app.canvas.width(text, 16) > room and (game, language, text) not in SMALL:
                    small.add((app.context.session.listed[number][0], each.name, text))
    assert looked > 100
    assert not small
