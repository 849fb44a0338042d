"""What `make chip ARGS=--flash` flashes. The flashing itself takes an emulated chip."""

from __future__ import annotations

from pathlib import Path

from host_tools.building import build, packs
from tests.chip import flashing


def test_one_text_of_a_pack_is_changed_and_nothing_else(tmp_path: Path) -> None:
    """An update of the largest is tried, whichever that is: a game's, or the shared one."""
    root = flashing.checkout(tmp_path / "checkout")
    before = build.build(tmp_path / "before", root=root)
    largest = max(before.entries, key=lambda entry: entry.size)
    names = {flashing._GAME, Path(largest.path).stem, packs.SHARED}
    for name in names:
        flashing.change(root, name)
    after = build.build(tmp_path / "after", root=root)
    different = {
        Path(old.path).stem for old, new in zip(before.entries, after.entries, strict=True) if old != new
    }
    assert different == names
