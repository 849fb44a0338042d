"""A script under MicroPython gets the same memory for any folder of the tests, and any user."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.micropython import unix

SCRIPT = """
import gc, sys
import beside
from gobelet.rules import pools

with open(sys.argv[1]) as file:
    text = file.read()


def figures():
    gc.collect()
    return [gc.mem_alloc(), [len(path) for path in sys.path], sys.argv[1:], text]


if __name__ == "__main__":
    print(figures())
"""


@pytest.fixture(params=["run", "calls"])
def figures(request: pytest.FixtureRequest, micropython: Callable[..., str]) -> Callable[[Path], object]:
    """Return a function that runs a script in a folder and returns its memory figures."""
    if request.param == "run":
        return lambda folder: micropython(folder / "script.py", "data/text", files={"data": folder})
    source = SCRIPT.replace("sys.argv[1]", "'/text'").replace("from gobelet.rules import pools", "")
    return lambda folder: unix.call_functions([["figures"]], folder, source)


def test_it_is_the_same_in_any_folder_for_any_user(
    figures: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for name, zone in (("a", "UTC"), ("Un dé à vingt faces, dans un dossier", "Pacific/Chatham")):
        folder = tmp_path / name
        folder.mkdir()
        for file, text in (("script.py", SCRIPT), ("beside.py", "ABOUT = __file__"), ("text", "the same")):
            (folder / file).write_text(text, encoding="utf-8")
        monkeypatch.setattr(tempfile, "tempdir", str(folder))
        monkeypatch.setenv("TZ", zone)
        found.append(figures(folder))
        monkeypatch.delenv("HOME", raising=False)
        monkeypatch.setenv("LC_ALL", "C")
    assert found[0] == found[1]
