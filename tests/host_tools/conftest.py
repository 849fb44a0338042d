"""A small project to build, and a board that is a folder."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host_tools import assets, remote
from tests.host_tools import fake_mpremote

PROJECT = {
    "firmware/main.py": "print('start')\n",
    "firmware/gobelet/__init__.py": "",
    "firmware/gobelet/core/__init__.py": "",
    "firmware/gobelet/core/dice.py": "def roll():\n    assert False\n    return 4\n",
    "firmware/gobelet/games/toy/rules.py": "TABLE = ('a b', 'c d')\n",
    "firmware/gobelet/games/toy/fr.txt": "title = Jouet\n",
    "firmware/gobelet/games/toy/en.txt": "title = Toy\n",
    "firmware/gobelet/system/fr.txt": "yes = Oui\n",
    "firmware/gobelet/system/en.txt": "yes = Yes\n",
    "boards/pico_ssd1306.py": "CHIP = 'ssd1306'\nMCU = 'RP2040'\nWIRELESS = False\n",
    "boards/pico_w.py": "CHIP = 'ssd1306'\nMCU = 'RP2040'\nWIRELESS = True\n",
    "boards/pico2.py": "CHIP = 'ssd1306'\nMCU = 'RP2350'\nWIRELESS = False\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a project of a few files. Its fonts are four short stand-ins."""
    root = tmp_path / "project"
    for name, text in PROJECT.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    monkeypatch.setattr(
        assets, "fonts", SimpleNamespace(SIZES=(8, 16, 32, 48), pack=lambda size: bytes([size]) * 9)
    )
    return root


class Desk:
    """A desk with a fake board: change its state, look at its storage, see what was sent."""

    program = ("mpremote",)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    @property
    def board(self) -> fake_mpremote.Board:
        return fake_mpremote.Board(self.folder)

    def set(self, **values: Any) -> None:
        board = self.board
        for name, value in values.items():
            setattr(board.state, name, value)
        board.save()

    def replug(self, die_at: int = 0) -> None:
        self.set(unplugged=False, writes=0, die_at=die_at)

    def put(self, name: str, data: bytes) -> None:
        path = self.board.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def log(self) -> list[list[str]]:
        """The commands so far; the log starts anew."""
        path = self.folder / "log"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return [json.loads(line) for line in lines]

    def run(self, command: list[str], **options: Any) -> Any:
        code, out, err = fake_mpremote.main(self.folder, command[1:])
        return SimpleNamespace(returncode=code, stdout=out, stderr=err)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """mpremote is answered within this process: a flash is a dozen calls."""
    found = Desk(tmp_path / "desk")
    stand_in = SimpleNamespace(
        run=found.run, DEVNULL=subprocess.DEVNULL, TimeoutExpired=subprocess.TimeoutExpired
    )
    monkeypatch.setattr(remote, "subprocess", stand_in)
    return found


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str]) -> Callable[[], str]:
    """The one line on standard error."""

    def read() -> str:
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 1, lines
        return lines[0]

    return read
