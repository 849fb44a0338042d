"""Tests of the emulated drive, and of the boot ROM's check of the flash. `make chip` runs the chip itself."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.building import uf2_blocks
from host_tools.device import drive
from tests.chip import usb
from tests.chip.port import Moment
from tests.chip.usb import Pico, Trouble

SECTORS = bytes(range(256)) * 48
EMPTY = b"\xff" * uf2_blocks.FLASH_BYTES


@pytest.fixture
def uf2_file(tmp_path: Path) -> Path:
    path = tmp_path / "some.uf2"
    path.write_bytes(uf2_blocks.write_safely(SECTORS, uf2_blocks.RP2040))
    return path


def wait_until(has_come: Callable[[], object]) -> None:
    end = time.monotonic() + 10
    while not has_come():
        assert time.monotonic() < end
        time.sleep(0.01)


def wait_for_drive() -> Path:
    wait_until(lambda: list(drive.find_drives()))
    (folder,) = drive.find_drives()
    return folder


def copy_file(folder: Path, uf2: Path, trouble: Trouble) -> Pico:
    """Copy a file onto the drive of an empty Pico."""
    with Pico(folder / "rom", EMPTY, folder / "pico", trouble) as pico, pico.on_this_desk():
        where = wait_for_drive()
        assert drive.chip(where) == "RP2040"
        drive.copy(uf2, where)
        wait_until(lambda: pico.is_dark or (pico.copied and list(drive.find_drives())))
    return pico


def test_the_boot_rom_starts_what_has_its_checksum() -> None:
    assert usb.block_checksum(b"123456789") == 0x0376E6E7
    first = bytes(range(252))
    right = first + struct.pack("<I", usb.block_checksum(first))
    assert usb.is_startable(right + SECTORS) and not usb.is_startable(b"\x01" + right[1:])
    assert not usb.is_startable(EMPTY)


def test_the_drive_takes_all_blocks_and_goes(tmp_path: Path, uf2_file: Path) -> None:
    pico = copy_file(tmp_path, uf2_file, Trouble())
    assert pico.copied == len(uf2_file.read_bytes()) // uf2_blocks.BLOCK
    assert pico.flash == SECTORS + EMPTY[len(SECTORS) :]
    assert not pico.is_dark, "what is there has no checksum: its drive is open again"


def test_half_of_the_blocks_when_the_power_goes(tmp_path: Path, uf2_file: Path) -> None:
    pico = copy_file(tmp_path, uf2_file, Trouble(half=True))
    assert pico.is_dark and pico.copied == len(uf2_file.read_bytes()) // uf2_blocks.BLOCK // 2
    assert pico.flash[4096:5120] == SECTORS[4096:5120] and pico.flash[:4096] == EMPTY[:4096]


def test_the_desk_is_told_of_an_error_behind_the_last_block(tmp_path: Path, uf2_file: Path) -> None:
    trouble = Trouble(broken=True)
    with Pico(tmp_path / "rom", EMPTY, tmp_path / "pico", trouble) as pico, pico.on_this_desk():
        path = wait_for_drive() / uf2_file.name
        path.write_bytes(uf2_file.read_bytes())
        with path.open("rb") as file, pytest.raises(OSError, match="Input/output"):
            pico.fsync_or_fail(file.fileno())
        assert pico.copied


def test_a_drive_that_may_only_be_read_at_first(tmp_path: Path, uf2_file: Path) -> None:
    trouble = Trouble(read_only=True)
    with Pico(tmp_path / "rom", EMPTY, tmp_path / "pico", trouble) as pico, pico.on_this_desk():
        where = wait_for_drive()
        with pytest.raises(drive.ReadOnlyError):
            drive.copy(uf2_file, where)
        assert not pico.copied
        drive.copy(uf2_file, where)
        wait_until(lambda: pico.copied)


def test_a_drive_that_the_tools_do_not_find(tmp_path: Path, uf2_file: Path) -> None:
    trouble = Trouble(unseen=True)
    with Pico(tmp_path / "rom", EMPTY, tmp_path / "pico", trouble) as pico, pico.on_this_desk():
        pico.copy_by_hand(uf2_file)
        wait_until(lambda: pico.copied)
        assert not list(drive.find_drives())


def test_a_moment_comes_with_so_many_repetitions() -> None:
    moment = Moment(b"@ +", times=2)
    assert not moment.has_come(b"@ + a", b"@ +@ +")
    assert moment.has_come(b"@ + a\n@ + b", b"")
    assert Moment(typed=b"\x03").has_come(b"", b"\r\x03")
