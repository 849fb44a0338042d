"""The flash images: a file system at its offset, as MicroPython makes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.building import build, image, uf2_blocks
from host_tools.building.image import FileSystem


def test_files_come_back() -> None:
    made = FileSystem(image.PICO_W)
    made.put_file("a/b/c.txt", b"one")
    made.put_file("a/d", b"two")
    there = FileSystem(image.PICO_W, made.image).files()
    assert there == {"a/b/c.txt": b"one", "a/d": b"two"}
    assert len(made.image) == image.PICO_W * image.BLOCK


def test_what_flash_leaves_on_a_board(tmp_path: Path) -> None:
    made = build.build(tmp_path / "tree", games=("dice", "counters"))
    data = {"settings": b"taught=yes\n"}
    there = image.installed_file_system(made, data).files()
    assert there.pop(build.READY) == made.id.encode()
    assert there.pop("data/settings") == data["settings"]
    assert there == {entry.path: (made.folder / entry.path).read_bytes() for entry in made.entries}


def test_the_file_system_has_the_end_of_the_flash() -> None:
    made = FileSystem()
    flash = image.flash(b"\x01\x02", made)
    assert len(flash) == uf2_blocks.FLASH_BYTES
    assert flash.startswith(b"\x01\x02\xff") and flash.endswith(made.image)
    assert image.flash(b"\x01", None).strip(b"\xff") == b"\x01"
    with pytest.raises(ValueError, match="MicroPython has"):
        image.flash(bytes(image.file_system_offset(image.PICO) + 1), made)
