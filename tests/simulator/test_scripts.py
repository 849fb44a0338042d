"""Every scripted session of the repository plays to its end, and all its words can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator import paths
from simulator.board import VirtualBoard
from simulator.script import Script

SESSIONS = sorted((paths.ROOT / "tests" / "scripts").rglob("*.txt"))
PICTURES = sorted(paths.SCRIPTS.rglob("*.txt"))


@pytest.mark.parametrize("path", SESSIONS + PICTURES, ids=lambda path: path.stem)
def test_a_script_plays_and_its_words_fit(path: Path) -> None:
    board = VirtualBoard()
    faults = []

    def show(name: str, pixels: bytes) -> None:
        canvas, texts = board.app.canvas, board.app.texts
        found = texts.missing, canvas.missing, canvas.clipped, canvas.shortened
        if any(found):
            faults.append((name, *found))

    Script(board, show).play(path)
    show("the end", board.picture())
    assert faults == []


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_a_session_proves_something(path: Path) -> None:
    assert any(line.startswith("expect ") for line in path.read_text(encoding="utf-8").splitlines())
