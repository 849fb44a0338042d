"""The firmware that uses nothing in the flash."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from host_tools.building import build
from tests.chip import copies


def test_only_the_way_to_the_flash_is_taken_out(tmp_path: Path) -> None:
    root = copies.sources(tmp_path)
    found = build.sources(root)
    ours = build.sources()
    assert [name for name in ours if found[name] != ours[name]] == ["gobelet/device/pico.py"]
    in_place: dict[str, Any] = {}
    source = found["gobelet/device/pico.py"]
    exec(source[source.index("def in_place") : source.index("def _flash")], in_place)
    assert in_place["in_place"](object(), []) is None
