"""The files that `make chip ARGS=--flash` flashes. Flashing needs an emulated chip."""

from __future__ import annotations

from pathlib import Path

from host_tools.building import build
from tests.chip import flashing


def test_one_text_of_a_game_is_changed_and_nothing_else(tmp_path: Path) -> None:
    root = flashing.copy_sources(tmp_path / "checkout")
    before = build.build(tmp_path / "before", root=root)
    flashing.change_text(root, flashing.GAME)
    after = build.build(tmp_path / "after", root=root)
    different = {
        Path(old.path).name.partition(".")[0]
        for old, new in zip(before.entries, after.entries, strict=True)
        if old != new
    }
    assert different == {flashing.GAME}
