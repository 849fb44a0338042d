"""Packs that are read where the flash has them. What imports do with packs: tests/micropython/test_packs.py."""

from __future__ import annotations

import sys
from binascii import crc32
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import gobelet_packs
import pytest

from host_tools.building import image, packs
from host_tools.building.build import Build, build

START = 0x100A0000
FILE = 0x20001000  # where the open file is in memory
LAST = FILE + 56  # and what littlefs knows of it: the number of its last block, then its size


class Memory:
    """The flash with a file system, and what the file system knows of an open file."""

    def __init__(self, flash: bytes) -> None:
        self.flash = bytearray(flash)
        self.words: dict[int, int] = {}

    def __getitem__(self, at: int) -> int:
        if at >= START and at < FILE:
            return int.from_bytes(self.flash[at - START : at - START + 4], "little")
        return self.words.get(at, 0)

    def bytes(self, at: int, size: int) -> bytearray:
        return self.flash[at - START : at - START + size]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return build(tmp_path_factory.mktemp("packs") / "tree")


@pytest.fixture
def memory(made: Build, monkeypatch: pytest.MonkeyPatch) -> Memory:
    found = Memory(image.installed(made, {}).image)

    class Flash:
        def ioctl(self, request: int, argument: int) -> int:
            return len(found.flash) // 4096 if request == 4 else 0

    for name, attributes in (
        ("machine", {"mem32": found}),
        ("rp2", {"Flash": Flash}),
        ("uctypes", {"addressof": lambda thing: START}),
    ):
        module = ModuleType(name)
        vars(module).update(attributes)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(gobelet_packs, "id", lambda thing: FILE, raising=False)
    monkeypatch.setattr(
        gobelet_packs, "mixed", lambda at, before, end: packs.mixed(found.bytes(at, end - at), before)
    )
    return found


def opened(memory: Memory, path: Path) -> Any:
    """A pack of which littlefs tells where it lies."""
    data = path.read_bytes()
    flash = bytes(memory.flash)
    number = gobelet_packs.block_and_offset(len(data) - 1)[0]
    tail = data[-(gobelet_packs.block_and_offset(len(data) - 1)[1] % 4000 or 1) :][-64:]
    memory.words = {LAST: flash.index(tail) // 4096, LAST + 4: len(data)}
    pack = gobelet_packs.Pack(str(path), lambda file: file, gobelet_packs.Flash())
    assert pack.blocks is None or len(pack.blocks) == number + 1
    return pack


def test_where_a_byte_of_a_file_is_in_its_blocks() -> None:
    for position in range(0, 300_000, 13):
        number, offset = gobelet_packs.block_and_offset(position)
        assert number >= 0
        assert position + 4096 - offset == packs._end_of_block(position)


@pytest.mark.parametrize("name", ["shared", "own"])
def test_what_lies_in_the_flash_is_what_the_pack_has(memory: Memory, made: Build, name: str) -> None:
    path = made.folder / "packs" / f"{name}.pack"
    data = path.read_bytes()
    pack = opened(memory, path)
    for at, begin in enumerate(pack.starts[:-1]):
        size = pack.starts[at + 1] - begin
        assert (
            b"".join(memory.bytes(*piece) for piece in pack.pieces(begin, size)) == data[begin : begin + size]
        )


def summed(data: bytes | str, found: int = 0) -> int:
    """As MicroPython's `crc32`, which takes strings too."""
    return crc32(data.encode() if isinstance(data, str) else data, found)


def test_what_lies_in_one_block_is_a_file_of_its_own(
    memory: Memory, made: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made.folder / "packs"
    flash = opened(memory, folder / "shared.pack").flash
    monkeypatch.setattr(flash, "file", lambda at, size: BytesIO(memory.bytes(at, size)))
    found = gobelet_packs.Packs(f"{folder}/", summed, lambda file: file, flash)
    pieces = set()
    for name, data in packs.unpack((folder / "shared.pack").read_bytes()).items():
        if name.endswith(".mpy"):
            file = found.open(name, "rb")
            assert file.read(len(data)) == data, name
            pieces.add(len(found._pieces))
            _, start, size = found.module(name)
            first, last = (gobelet_packs.block_and_offset(at)[0] for at in (start, start + size - 1))
            assert len(found._pieces) == last - first + 1, name
            assert isinstance(file, BytesIO) == (len(found._pieces) == 1), name
    assert 1 in pieces and max(pieces) > 1


def test_what_is_damaged_in_the_flash_is_not_opened(memory: Memory, made: Build) -> None:
    folder = made.folder / "packs"
    flash = opened(memory, folder / "shared.pack").flash
    found = gobelet_packs.Packs(f"{folder}/", summed, lambda file: file, flash)
    assert found.asset("letters")
    (address, _), *_ = found._pieces
    memory.flash[address - START] ^= 1
    assert found.asset("letters"), "the file system has it still"
    sums = found._shared.sums
    sums[found._at >> 2] ^= 1
    with pytest.raises(ImportError, match="damaged"):
        found.asset("letters")


def test_a_number_that_is_no_block_is_not_followed(memory: Memory, made: Build) -> None:
    path = made.folder / "packs" / "own.pack"
    pack = opened(memory, path)
    for wrong in (len(memory.flash) // 4096, 0x7FFFFFFF):
        memory.words[LAST] = wrong
        assert pack.flash.blocks(pack.file, path.stat().st_size) is None
    memory.words = {}
    assert pack.flash.blocks(pack.file, path.stat().st_size) is None


def test_without_a_flash_that_says_where_it_is_files_are_read(made: Build) -> None:
    with pytest.raises((ImportError, AttributeError, TypeError)):
        gobelet_packs.Flash()
    with pytest.raises(NotImplementedError):
        gobelet_packs.ptr32(0)
    pack = gobelet_packs.Pack(str(made.folder / "packs" / "own.pack"), lambda file: file)
    assert pack.pieces(100, 50) == []
