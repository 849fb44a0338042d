"""The flash after a power cut, computed from the events of a session."""

from __future__ import annotations

import pytest

from host_tools.building import image
from simulator.keys import NAMES
from tests.chip import desk, pulled
from tests.device.littlefs import HOWS
from tests.device.strips import StripStore

BLOCK = image.BLOCK
START = image.file_system_offset(image.PICO)
PLACE = START + 7 * BLOCK


def test_each_operation_is_not_begun_torn_or_done() -> None:
    flash = bytes(PLACE) + b"\x0f" * (2 * BLOCK) + bytes(345 * BLOCK - 2 * BLOCK)
    page = bytes([3]) * 256
    told = [
        {"step": 0},
        {"key": "OK"},
        {"step": 1},
        {"program": PLACE, "length": 256, "data": page.hex()},
        {"erase": PLACE + BLOCK, "length": BLOCK},
    ]
    found = list(pulled.flashes_after_cuts(flash, START, told))
    assert [each[0] for each in found] == [0, 1, 1, 1, 1, 1]
    assert [each[3] for each in found] == [True, True, False, True, False, True]
    assert found[0][2] == found[1][2] == flash
    programmed = flash[:PLACE] + page + flash[PLACE + 256 :]
    assert found[3][2] == programmed
    assert found[5][2] == programmed[: PLACE + BLOCK] + b"\xff" * BLOCK + programmed[PLACE + 2 * BLOCK :]
    for at in (2, 4):
        assert any(how in found[at][1] for how in HOWS[1:])
        assert found[at][2] not in (found[at - 1][2], found[at + 1][2])
        assert len(found[at][2]) == len(flash)


def test_a_players_files_are_read_from_the_flash() -> None:
    files = image.FileSystem()
    files.put_file("gobelet/ready", b"x")
    files.put_file("data/settings", b"taught=yes\n")
    files.put_file("data/toy/0", b"\x01\x02")
    flash = image.flash(b"", files)
    assert pulled.player_files(flash, START) == {"settings": b"taught=yes\n", "toy/0": b"\x01\x02"}


def test_every_state_that_is_cut_is_there() -> None:
    for play in pulled.PLAYS:
        assert (desk.STATES / f"{play.state}.txt").is_file()


def test_what_lies_below_a_list_that_a_press_has_opened_with_it() -> None:
    play = next(each for each in pulled.PLAYS if each.state == "ram")
    lower = [pulled.picture_below(play, count) for count in range(4)]
    assert [each is not None for each in lower] == [False, True, True, True]
    board = pulled.start_desk(desk.state_files("ram"))
    board.press(NAMES["OK"])
    board.run(1500)  # until the snapshot has the screen
    assert isinstance(board.store, StripStore)
    assert pulled.start_desk(board.store.files).picture() == lower[1] != board.picture()


@pytest.mark.parametrize(("shown", "count"), [(560, 3), (340, 3), (310, 1), (124, 1)])
def test_taps_before_the_picture_begin_before_it_and_only_the_last_ends_behind_it(
    shown: int, count: int
) -> None:
    time, taps = pulled.blind_taps(shown)
    assert len(taps) == count
    assert time > 0
    for at, (key, down, gap) in enumerate(taps, start=1):
        assert key == "OK"
        assert time < shown
        time += down
        assert (time > shown) == (at == count)
        time += gap
