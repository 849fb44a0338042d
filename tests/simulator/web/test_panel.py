"""The decoders of panel bytes in the page and in the simulator: both return the picture that the driver drew."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from host_tools.building import build
from simulator.board import VirtualBoard, definition
from simulator.keys import DOWN
from simulator.panel import CHIPS
from simulator.store import MemoryStore
from tests import node

HERE = Path(__file__).parent
SETTINGS = b"taught=yes\nlanguage=en\n"


def decode_by_page(given: Sequence[tuple[str, Sequence[str]]]) -> list[Any]:
    """Return the pictures that the page's decoder makes from transactions, by chip.

    A refused transaction has an error text instead.
    """
    found: list[Any] = json.loads(node.run_node(HERE / "decode.mjs", given=json.dumps(given)))
    return found


def drive_device(board: str) -> tuple[VirtualBoard, list[str], list[str]]:
    """Return a device after a start, a turn, an inversion and some play.

    The other values are the bytes that the driver sent to the panel, and the simulator's picture after each
    transaction.
    """
    device = VirtualBoard(definition(board), store=MemoryStore({"settings": SETTINGS}))
    sent: list[str] = []
    seen: list[str] = []

    def receive(payload: bytes) -> None:
        type(device.panel).receive(device.panel, payload)
        sent.append(payload.hex())
        seen.append(device.picture().hex())

    device.panel.receive = receive  # type: ignore[method-assign]
    # as after a loss of supply: the driver configures the panel again, so the bytes start with the setup
    device.app.device.panel.ok = False
    device.app.device.panel.start()
    device.run(100)
    device.press(DOWN)
    assert device.picture() == bytes(device.app.device.panel.buffer)
    device.choose_setting("flip", "yes")
    device.choose_setting("contrast", "40")
    device.press(DOWN)
    assert device.picture() != bytes(device.app.device.panel.buffer), "half a turn"
    device.choose_setting("invert", "yes")
    device.run(100)
    device.choose_setting("invert", "no")
    device.choose_setting("flip", "no")
    device.press(DOWN)
    assert device.picture() == bytes(device.app.device.panel.buffer)
    assert device.faults == []
    return device, sent, seen


def test_every_board_shows_in_the_page_what_it_shows_in_the_simulator() -> None:
    boards = {str(definition(board).CHIP): board for board in build.boards()}
    assert boards.keys() == CHIPS.keys(), "a board for each chip"
    found = {chip: drive_device(board) for chip, board in boards.items()}
    pictures = decode_by_page([(chip, sent) for chip, (_, sent, _) in found.items()])
    for (chip, (_, sent, seen)), shown in zip(found.items(), pictures, strict=True):
        assert isinstance(shown, list), f"{chip}: {shown}"
        dark = seen.index(next(picture for picture in seen if picture != seen[0]))
        assert dark and len(set(seen)) > 10
        # Before the first picture both RAMs contain the noise of power-on there.
        assert [*shown[dark:]] == [*seen[dark:]], chip
        assert len(sent) == len(shown)


@pytest.mark.parametrize("board", build.boards())
def test_a_board_starts_in_the_simulator(board: str) -> None:
    module = definition(board)
    device = VirtualBoard(module, store=MemoryStore({"settings": SETTINGS}))
    device.run(300)
    assert device.panel.chip == module.CHIP and not device.panel.is_dark
    assert device.picture() == bytes(device.app.device.panel.buffer) and "Gobelet" in device.words.as_read()
    assert device.faults == []


@pytest.mark.parametrize(
    ("chip", "lines", "sentence"),
    [
        ("ssd1309", ["008d14"], "no command 141"),
        ("ssd1309", ["00fd16"], "commands are locked"),
        ("sh1106", ["002002"], "no command 32"),
        ("sh1107", ["00a83f"], "another number of lines"),
        ("sh1107", ["00ad8baf", "00b00010", "40" + "01" * 128], "outside of the middle"),
        ("sh1107", ["40" + "00" * 129], "data where none may be"),
        ("ssd1327", [], "no chip ssd1327"),
    ],
)
def test_what_a_chip_does_not_know_is_refused(chip: str, lines: list[str], sentence: str) -> None:
    assert sentence in decode_by_page([(chip, lines)])[0]
