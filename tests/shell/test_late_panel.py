"""A panel that responds late after power-on is found within about a second."""

from __future__ import annotations

from simulator.board import VirtualBoard


def test_a_panel_that_answers_after_100_ms_is_lit_a_second_later() -> None:
    board = VirtualBoard()
    address = board.definition.ADDRESS
    board.boot()
    board.bus.detach(address)
    board.app.device.panel.ok = False  # the panel did not respond at the start
    board.run(100)
    board.bus.attach(address, board.panel)
    board.run(1_200)
    assert board.app.device.panel.ok and board.panel.on
    assert board.picture() == bytes(board.app.device.panel.buffer) != bytes(1024)
