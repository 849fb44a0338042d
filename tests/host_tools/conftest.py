"""A small project to build, and a board that is a folder."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gobelet.games.trireme.rules.battle import start_changes
from gobelet.games.trireme.rules.sheets import FLEET
from host_tools.building import assets
from host_tools.device import flash, remote
from simulator.board import VirtualBoard
from simulator.keys import OK
from simulator.script import Script
from simulator.store import MemoryStore
from tests.host_tools import fake_mpremote, mpremote_forks
from tests.host_tools.pty_board import NAMED, Kind, PtyBoard, micropython_folder
from tests.once import make_once

ROOT = Path(__file__).resolve().parents[2]

PROJECT = {
    "firmware/main.py": "print('start')\n",
    "firmware/gobelet/__init__.py": "",
    "firmware/gobelet/rules/__init__.py": "",
    "firmware/gobelet/rules/dice.py": "def roll():\n    assert False, 'no dice'\n    return 4\n\n\nDICE = (roll,)\n",
    "firmware/gobelet/games/toy/rules.py": "TABLE = ('a b', 'c d')\n",
    "firmware/gobelet/games/toy/fr.txt": "title = Jouet\n",
    "firmware/gobelet/games/toy/en.txt": "title = Toy\n",
    "firmware/gobelet/system/fr.txt": "yes = Oui\n",
    "firmware/gobelet/system/en.txt": "yes = Yes\n",
    "boards/pico_ssd1306.py": "CHIP = 'ssd1306'\nMCU = 'RP2040'\nWIRELESS = False\n",
    "boards/pico_w.py": "CHIP = 'ssd1306'\nMCU = 'RP2040'\nWIRELESS = True\n",
    "boards/pico2.py": "CHIP = 'ssd1306'\nMCU = 'RP2350'\nWIRELESS = False\n",
}


@pytest.fixture(scope="session", autouse=True)
def mpremote_from_forks() -> Iterator[None]:
    """Start mpremote from a forked process, see mpremote_forks.py."""
    with mpremote_forks.run_in_forks():
        yield


@pytest.fixture
def unread() -> Callable[..., tuple[int, str]]:
    """Return run(*words), which runs a tool whose reader closes the pipe at once, as `head` does.

    `run` returns (exit code, text of standard error).
    """

    def run(*words: str) -> tuple[int, str]:
        tool = subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert tool.stdout is not None
        assert tool.stderr is not None
        tool.stdout.close()
        complaints = tool.stderr.read()
        tool.stderr.close()
        return tool.wait(60), complaints

    return run


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the root of a project of a few files. The fonts are short stand-ins."""
    root = tmp_path / "project"
    for name, text in PROJECT.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    monkeypatch.setattr(
        assets, "fonts", SimpleNamespace(pack_all=lambda: {"letters": b"l" * 9, "figures": b"f" * 9})
    )
    return root


class Desk:
    """A computer with a fake board.

    The test changes the board's state, and reads its storage and its log.
    """

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
        """Return the commands since the last call."""
        path = self.folder / "log"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return [json.loads(line) for line in lines]

    def run(self, command: list[str], *limits: float) -> tuple[int, str, str]:
        return fake_mpremote.main(self.folder, command[1:])


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Return a Desk. mpremote runs within this process, because one flash takes a dozen calls of it."""
    found = Desk(tmp_path / "desk")
    monkeypatch.setattr(remote.bounded, "run", found.run)
    return found


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str]) -> Callable[[], str]:
    """Return read(): the only line on standard error."""

    def read() -> str:
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 1, lines
        return lines[0]

    return read


# Boards with real MicroPython, for the real mpremote.


def copy_sources(root: Path) -> Path:
    """Copy all files that a build reads, to `root`."""
    for folder in ("firmware", "boards"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return root


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project for builds.

    A test must not change this copy, but may copy it. The list of games has three games: copying and hashing
    all games takes twice as long.
    """
    root = copy_sources(tmp_path_factory.mktemp("checkout"))
    listed = root / "firmware" / "gobelet" / "games" / "__init__.py"
    listed.write_text('GAMES = ("dice", "counters", "trinytia")\n')
    return root


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Callable[..., PtyBoard]]:
    """Return plug(kind, image), which connects a board, with an image of another board's flash if given."""
    if micropython_folder() is None:
        pytest.skip("no MicroPython for this machine on PyPI")
    with contextlib.ExitStack() as boards:
        count = itertools.count(1)

        def plug(kind: Kind | None = None, image: bytes | None = None) -> PtyBoard:
            folder = tmp_path / f"board{next(count)}"
            folder.mkdir()
            if image is not None:
                (folder / "flash").write_bytes(image)
            return boards.enter_context(PtyBoard(folder, kind))

        yield plug


@dataclass(frozen=True)
class Flashed:
    """A board after a flash of the firmware with the real mpremote."""

    image: bytes  # content of the device's flash
    trace: Path  # the writes that led to this content, see board_inside.py
    code: int  # exit code of the flash tool
    said: str  # output of the flash tool
    started: bytes  # the picture on the panel afterwards


@pytest.fixture(scope="session")
def flashed(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Flashed:
    if micropython_folder() is None:
        pytest.skip("no MicroPython for this machine on PyPI")
    return make_once(tmp_path_factory, "flashed", lambda folder: _make_flashed(folder, checkout))


def _make_flashed(folder: Path, checkout: Path) -> Flashed:
    simulated = VirtualBoard()
    simulated.run(500)
    started = simulated.picture()
    said = io.StringIO()
    with (
        PtyBoard(folder, Kind(trace=True)) as board,
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
    ):
        code = flash.main(["--plain", "--port", board.port, *NAMED], root=checkout)
        assert code == 0, said.getvalue()
        board.wait(lambda: board.picture() == started)
    return Flashed(board.flash.read_bytes(), folder / "trace", code, said.getvalue(), started)


@pytest.fixture(scope="session")
def played() -> dict[str, bytes]:
    """Return the files of a device with a whole game of Tri'Nytia, counters and dice."""
    files: dict[str, bytes] = {}
    for name in ("dice_hand", "counters_play", "trinytia_game"):
        device = VirtualBoard(store=MemoryStore())
        Script(device, lambda shot, pixels: None).play(ROOT / "tests" / "scripts" / f"{name}.txt")
        files |= device.store.files
    return files | {"names.txt": "Zoé\nAl\n".encode()}


@pytest.fixture(scope="session")
def battle() -> dict[str, bytes]:
    """Return the files of a device on which one ship of Trirème captured another."""
    device = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\nlanguage=fr\n"}))
    device.context.open("trireme.home")
    session = device.context.session
    session.change(start_changes(session.state, FLEET, 2, 3))
    session.change([("ship", 1, "size", 5), ("ship", 1, "factor", 1), ("ship", 1, "noted", 15)])
    session.change([("ship", 20, "factor", 7)])
    device.entropy.faces([5])
    device.context.open("trireme.form", session.procedure_index("fleet_boarding"), 1, 20)
    device.run(50)
    device.press(OK)
    device.press(OK)
    assert session.get("ship", 1, "captured"), device.faults
    return dict(device.store.files)
