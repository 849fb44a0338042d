"""A refused form opens at once; idle moments or OK then search for valid values."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.board import VirtualBoard
from simulator.keys import OK

from gobelet.ui.screens.form import Form  # isort: skip

MOST = 3  # maximum number of evaluations of a form before its first picture


class Counted:
    """A refused form of Trinités.

    refreshes: the number of its evaluations.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.refreshes = 0
        refresh = Form.refresh

        def count_refresh(form: Form) -> None:
            self.refreshes += 1
            refresh(form)

        monkeypatch.setattr(Form, "refresh", count_refresh)
        self.board = VirtualBoard()
        app = self.board.app
        app.context.open("trinites.home")
        app.context.open("trinites.form", app.context.session.procedure_index(name))
        self.form: Any = app.stack.top()
        self.board.run(50)

    def state(self) -> list[Any]:
        form = self.form
        return [dict(form.given), list(form.entered), list(form.list), form.cursor, form.error, form.values]


@pytest.mark.parametrize(
    ("name", "mended"),
    [("destroy", True), ("spend", True), ("buy", False), ("debts", False)],
)
def test_a_refused_form_is_drawn_at_once(monkeypatch: pytest.MonkeyPatch, name: str, mended: bool) -> None:
    counted = Counted(monkeypatch, name)
    assert counted.form.error is not None and 0 < counted.refreshes <= MOST
    before = counted.state()
    counted.board.run(2000)
    assert counted.form.mending is mended and counted.state() == before
    assert counted.board.words.has_text("OK corriger" if mended else "OK fermer")


def test_ok_waits_for_what_was_not_tried_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch, "spend")
    assert counted.form.mending is None and counted.board.words.has_text("OK")
    counted.board.press(OK)
    assert (counted.form.mending, counted.form.cursor) == (True, 1)
    counted = Counted(monkeypatch, "buy")
    counted.board.press(OK)
    assert counted.board.app.stack.ids[-1] == "trinites.home"
