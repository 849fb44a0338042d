"""The cost of a frame: a second drawing reads no text and no font from flash, and gives the same picture."""

from __future__ import annotations

import io

import pytest

from simulator import pictures
from simulator.board import VirtualBoard, open_asset
from simulator.script import Script


@pytest.mark.parametrize("session", pictures.sessions(), ids=pictures.title)
def test_the_same_frame_again_reads_no_text(
    session: pictures.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def open_and_note(name: str) -> io.BytesIO:
        class Asset(io.BytesIO):
            def read(self, *size: int | None) -> bytes:
                read.append(name)
                return super().read(*size)

        return Asset(open_asset(name).read())

    monkeypatch.setattr("simulator.board.open_asset", open_and_note)
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
