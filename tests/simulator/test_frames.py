"""The cost of a frame: a second drawing reads no text from flash and gives the same picture."""

from __future__ import annotations

import pytest

from gobelet.words.texts import Texts
from simulator import pictures
from simulator.board import VirtualBoard
from simulator.script import Script


@pytest.mark.parametrize("session", pictures.sessions(), ids=pictures.title)
def test_the_same_frame_again_reads_no_text(
    session: pictures.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    find = Texts._find

    def counted(self: Texts, key: str) -> str | None:
        read.append(key)
        return find(self, key)

    monkeypatch.setattr(Texts, "_find", counted)
    board = VirtualBoard()
    wrong = []
    shots = 0

    def show(name: str, pixels: bytes) -> None:
        nonlocal shots
        shots += 1
        # Idle passes load texts, which replace cached ones.
        while board.context.session is not None and board.app.stack.top().prepare():
            pass
        board.app.redraw()
        board.app.step()
        settled = bytes(board.app.device.panel.buffer)
        del read[:]
        board.app.redraw()
        board.app.step()
        if read:
            wrong.append((name, list(read)))
        if bytes(board.app.device.panel.buffer) != settled:
            wrong.append((name, "another picture"))

    pictures.run_session(session, Script(board, show))
    assert shots
    assert not wrong, "\n".join(map(str, wrong))
