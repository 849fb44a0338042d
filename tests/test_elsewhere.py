"""`make elsewhere` runs without any other file or program of this computer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import elsewhere

LOOK = """
import json, os, pwd, time
try:
    name = pwd.getpwuid(os.getuid()).pw_name
except KeyError:
    name = None
try:
    home = os.path.expanduser("~")
except RuntimeError:
    home = "~"
with open("found.json", "w", encoding="utf-8") as file:
    json.dump([os.getcwd(), name, home, time.tzname[0], sorted(os.environ), os.path.exists("tests/elsewhere.py")], file)
"""


def test_another_folder_user_home_and_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    with elsewhere.copy_elsewhere() as copy:
        assert copy.run("-c", LOOK) == 0
        folder, name, home, zone, names, there = json.loads((copy.folder / "found.json").read_text("utf-8"))
        assert folder == str(copy.folder)
        assert " " in folder and not folder.isascii() and len(folder) != len(str(elsewhere.ROOT))
        assert zone == "ELSE" and there
        assert {"PATH", "LC_ALL", "TMPDIR", "TZ"} <= set(names) and not {"HOME", "PYTHONPATH"} & set(names)
        if copy.user:
            assert (name, home) == (None, "~")
        assert all((elsewhere.ROOT / test).exists() for test in elsewhere.TESTS)
        assert copy.run("-c", "raise SystemExit(3)") == 3
    assert not Path(folder).exists()
