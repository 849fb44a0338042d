"""UF2 files: reading, refusing and writing."""

from __future__ import annotations

import struct

import pytest

from host_tools.building import uf2_blocks
from host_tools.building.uf2_blocks import Uf2Error

PAGE = b"\x01" * 256


def make_block(
    place: int,
    data: bytes,
    family: int = uf2_blocks.RP2040,
    flags: int = 0x2000,
    number: int = 0,
    count: int = 1,
) -> bytes:
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, place, len(data), number, count, family)
    return head + data.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)


UF2 = make_block(0x10000000, PAGE, count=2) + make_block(0x10000100, b"\x03", number=1, count=2)


def test_firmware_lies_where_its_blocks_say() -> None:
    assert uf2_blocks.read(UF2) == PAGE + b"\x03"


@pytest.mark.parametrize("size", [1, 255, 256, 257, 100_000])
def test_what_is_written_is_read_again(size: int) -> None:
    flash = bytes(at * 7 % 256 for at in range(size))
    written = uf2_blocks.write(flash)
    assert uf2_blocks.read(written)[:size] == flash
    assert set(uf2_blocks.read(written)[size:]) <= {0xFF}
    assert uf2_blocks.read(written[512:] + written[:512]) == uf2_blocks.read(
        written
    )  # each block has its address


def test_each_block_tells_its_number_and_how_many_there_are() -> None:
    written = uf2_blocks.write(bytes(600))
    told = [struct.unpack_from("<2I", written, at + 20) for at in range(0, len(written), 512)]
    assert told == [(0, 3), (1, 3), (2, 3)]


def test_blocks_that_are_not_for_flash_are_left_out() -> None:
    other = make_block(0x20000000, b"\x09", flags=0x2001, number=1, count=2)
    assert uf2_blocks.read(make_block(0x10000000, PAGE, count=2) + other) == PAGE


WHOLE = uf2_blocks.write(bytes(256 * 40))


@pytest.mark.parametrize(
    "holed",
    [
        WHOLE[: -512 * 9],
        WHOLE[512:],
        WHOLE[: 512 * 11] + WHOLE[512 * 30 :],
        WHOLE[: 512 * 11] + WHOLE[512 * 10 : 512 * 39],  # the right number of blocks, with one of them twice
        WHOLE + WHOLE[:512],
    ],
    ids=["its end cut off", "without the first", "a hole", "one twice for another", "one more"],
)
def test_a_file_with_blocks_missing_is_refused(holed: bytes) -> None:
    with pytest.raises(Uf2Error, match="blocks are missing"):
        uf2_blocks.read(holed)


@pytest.mark.parametrize("first", [0x10000000, 0x10000100])
def test_blocks_that_leave_a_gap_are_refused_whatever_they_count(first: int) -> None:
    gapped = make_block(first, PAGE, count=2) + make_block(0x10000300, PAGE, number=1, count=2)
    with pytest.raises(Uf2Error, match="leaves a gap at 0x10000"):
        uf2_blocks.read(gapped)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "whole number"),
        (b"x" * 100, "whole number"),
        (b"x" * 512, "block 0 is no block"),
        (UF2 + b"\0" * 512, "block 2 is no block"),
        (make_block(0x10000000, b"\x01", family=0xE48BFF59), "another chip than the RP2040"),
        (make_block(0x20000000, b"\x01"), "outside of a Pico's flash"),
    ],
)
def test_what_is_no_firmware_for_a_pico(data: bytes, reason: str) -> None:
    with pytest.raises(Uf2Error, match=reason):
        uf2_blocks.read(data)


def test_a_chip_whose_power_goes_while_a_file_is_dragged_has_no_beginning() -> None:
    """The file is copied over another one of the same size, with a power cut at each block.

    The first sector decides whether a program starts.
    """
    old, new = (bytes(at * step % 251 for at in range(5 * 4096 + 700)) for step in (3, 7))
    player = bytes(range(256)) * 40  # the bytes after the file
    place = 6 * 4096
    before = old.ljust(place, b"\xff") + player
    file = uf2_blocks.write_safely(new, uf2_blocks.RP2040)
    states = [bytes(flash) for flash in uf2_blocks.flash_states(file, before)]
    for flash in states[:-1]:
        assert flash[:256] == b"\xff" * 256
    assert all(flash[place:] == player for flash in states)
    whole = new.ljust(place, b"\xff") + player
    assert states[-1] == whole
    for torn in states[::7]:
        assert list(uf2_blocks.flash_states(file, torn))[-1] == whole, "dragged again, all is there"
    assert uf2_blocks.read(file)[: len(new)] == new


def test_such_a_file_erases_by_whole_sectors() -> None:
    """An RP2040 erases the sector of each sixteenth block only."""
    file = uf2_blocks.write_safely(bytes(9000), uf2_blocks.RP2350)
    places = [struct.unpack_from("<I", file, at + 12)[0] - 0x10000000 for at in range(0, len(file), 512)]
    for at in range(0, len(places), 16):
        assert len({place // 4096 for place in places[at : at + 16]}) == 1
    assert [place // 4096 for place in places[::16]] == [0, 1, 2, 0]
    families = {struct.unpack_from("<I", file, at + 28)[0] for at in range(0, len(file), 512)}
    assert families == {uf2_blocks.RP2350}
