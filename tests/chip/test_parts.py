"""When the device opens what its packs hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.building import build
from tests.chip import parts
from tests.chip.chip import ChipError


def test_only_the_packs_are_others(tmp_path: Path) -> None:
    root = parts.sources(tmp_path)
    found = build.sources(root)
    ours = build.sources()
    assert [name for name in ours if found[name] != ours[name]] == ["gobelet_packs.py"]


def test_each_takes_until_the_next_and_the_last_until_the_picture() -> None:
    told = "opened [('/boot.mpy', 80000), ('letters', 200500), ('/ui/page.mpy',\r\n 310000), ('later', 999000)] ."
    found = parts.parts(told, 400.0)
    assert found == [
        parts.Part("boot", 80.0, 120.5),
        parts.Part("letters", 200.5, 109.5),
        parts.Part("ui.page", 310.0, 90.0),
    ]
    table = parts.table([("home", found)])
    assert "`home`, 400 ms:" in table
    assert "| 0 | 80.0 | MicroPython, and the packs |" in table and "| 310 | 90.0 | ui.page |" in table


def test_a_device_that_tells_of_nothing_is_said() -> None:
    with pytest.raises(ChipError, match="nothing that was opened"):
        parts.parts("Traceback", 400.0)
