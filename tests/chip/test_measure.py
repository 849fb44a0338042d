"""The flash that a session begins with: for each Pico its file system where its MicroPython looks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.building import build, frozen, image
from tests.chip import pulled
from tests.chip.measure import Device

MB = 1024 * 1024


@pytest.mark.parametrize(
    ("target", "inside", "size", "start"),
    [
        ("pico", False, 2 * MB, 640 * 1024),
        ("pico", True, 2 * MB, frozen.CODE),
        ("pico2", False, 4 * MB, MB),
        ("pico2", True, 4 * MB, frozen.CODE),
    ],
)
def test_where_the_files_lie(target: str, inside: bool, size: int, start: int, tmp_path: Path) -> None:
    made = build.Build(tmp_path, "a board", "6.3", ())
    device = Device(b"firmware", tmp_path, made, frozen=inside, target=target)
    flash = device.flash({"settings": b"taught=yes\n"})
    assert (len(flash), device.start) == (size, start)
    assert flash.startswith(b"firmware")
    assert pulled.files(flash, start) == {"settings": b"taught=yes\n"}
    rest = image.FileSystem((size - start) // image.BLOCK, flash[start:]).files()
    assert ("gobelet_board.py" in rest) == inside
    if inside:
        assert frozen.boards(target)[0].startswith(target)


def test_what_something_else_has_of_it(tmp_path: Path) -> None:
    made = build.Build(tmp_path, "a board", "6.3", ())
    free = [
        image.FileSystem(image=device.flash({})[device.start :]).used
        for device in (Device(b"", tmp_path, made), Device(b"", tmp_path, made, taken=20))
    ]
    assert 20 <= free[1] - free[0] <= 21
