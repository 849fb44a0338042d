"""The flash at the start of a session.

The file system is at the offset that the MicroPython of each Pico expects.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.building import build, frozen, image
from tests.chip import chip, pulled
from tests.chip.device import Device

MB = 1024 * 1024


@pytest.mark.parametrize(
    ("target", "plain", "size", "start"),
    [
        ("pico", True, 2 * MB, 640 * 1024),
        ("pico", False, 2 * MB, frozen.CODE),
        ("pico2", True, 4 * MB, MB),
        ("pico2", False, 4 * MB, frozen.CODE),
    ],
)
def test_where_the_files_lie(target: str, plain: bool, size: int, start: int, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("")
    made = build.Build(tmp_path, "a board", "6.3", (build.Entry("main.py", 0, ""),))
    device = Device(b"firmware", tmp_path, target, plain=made if plain else None)
    flash = device.flash({"settings": b"taught=yes\n"})
    assert (len(flash), device.storage_offset) == (size, start)
    assert flash.startswith(b"firmware")
    assert pulled.player_files(flash, start) == {"settings": b"taught=yes\n"}
    rest = image.FileSystem((size - start) // image.BLOCK, flash[start:]).files()
    # The files of Gobelet are there, or only its board file.
    assert ("main.py" in rest) == plain == ("gobelet_board.py" not in rest)


def test_another_board_has_its_own_file_keys_and_wires(tmp_path: Path) -> None:
    device = Device(b"", tmp_path, board="xiao_rp2040_ssd1306")

    def files_in(flash: bytes) -> dict[str, bytes]:
        return image.FileSystem(
            (len(flash) - device.storage_offset) // image.BLOCK, flash[device.storage_offset :]
        ).files()

    assert files_in(device.flash({})) == {
        "gobelet_board.py": build.board_source("xiao_rp2040_ssd1306").encode()
    }
    assert files_in(device.flash({}, board_file=False)) == {}
    plan = chip.session_plan(tmp_path, tmp_path, device.definition())
    assert plan["bus"] == {"i2c": 1, "sda": 6, "scl": 7}
    assert plan["keys"] == {"UP": 26, "DOWN": 27, "OK": 28, "BACK": 29}
