"""The simulator's part of a measurement: the initial data of a scenario, and the expected pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gobelet.device.settings import Settings
from host_tools.own import compiler, imports
from host_tools.own.game_file import OWN
from simulator.board import VirtualBoard
from simulator.keys import NAMES
from simulator.paths import ROOT
from simulator.script import Line, Script, lines
from simulator.store import MemoryStore
from tests.chip.scenario import Scenario, parse_taps
from tests.device.strips import StripStore

STATES = Path(__file__).with_name("states")
AT_REST_MS = 4000  # time until the App has saved its screens
STARTED_MS = 5000
BETWEEN_MS = 300
SEEN_MS = 5


def state_files(name: str) -> dict[str, bytes]:
    """Return the files at the end of states/NAME.txt, as a device keeps them.

    Such a script has three more commands. `part FILE LINE` plays another script up to its first line that
    equals LINE. `own FILE` installs a game written as text, or an importable file. `fill KIND ROW FIELD VALUE
    TIMES` changes a value back and forth TIMES times.
    """
    path = STATES / f"{name}.txt"
    board = VirtualBoard(store=StripStore())
    Filling(board).play_text(expand_parts(path), path)
    board.run(AT_REST_MS)
    assert isinstance(board.store, MemoryStore)
    return dict(board.store.files)


def with_settings(data: dict[str, bytes], chosen: Sequence[tuple[str, str]]) -> dict[str, bytes]:
    """Return a player's files with these settings."""
    store = MemoryStore(dict(data))
    settings = Settings(store)
    for name, value in chosen:
        while settings[name] != value:
            settings.choose(name, settings.index(name) + 1)
    return dict(store.files)


class Filling(Script):
    def run_line(self, line: Line) -> None:
        if line.command == "own":
            self._own(ROOT / line.rest)
            return
        if line.command != "fill":
            super().run_line(line)
            return
        kind, row, field, value, times = line.rest.split()
        app = self.board.app
        values = (int(value), app.context.session.get(kind, int(row), field))
        if values[0] == values[1]:
            raise self._error(line, "has this value already")
        for number in range(int(times)):
            if not app.context.change([(kind, int(row), field, values[number % 2])]):
                raise self._error(line, "refused")
        self.board.run(SEEN_MS)

    def _own(self, path: Path) -> None:
        store = self.board.store
        text = path.read_text(encoding="utf-8") if path.suffix == ".toml" else imports.text_of(path)
        for name, data in compiler.files(text, store.read(OWN)).items():
            store.replace(name, data)


def expand_parts(path: Path) -> str:
    """Return a state's script with its parts inserted. Raises ValueError for a missing line."""
    found = []
    for line in lines(path.read_text(encoding="utf-8"), path):
        if line.command != "part":
            found.append(f"{line.command} {line.rest}")
            continue
        name, _, last = line.rest.partition(" ")
        other = (path.parent / name).read_text(encoding="utf-8").splitlines()
        if last not in other:
            raise ValueError(f"{path}:{line.number}: {name} has no line {last!r}")
        found += other[: other.index(last) + 1]
    return "\n".join(found)


def start_on_usb(data: dict[str, bytes]) -> VirtualBoard:
    """Start a board with this data on USB, like the emulated one."""
    board = VirtualBoard(store=MemoryStore(data))
    board.gauge.usb = True
    board.boot()
    board.run(STARTED_MS)
    return board


def hold_ms() -> int:
    return int(VirtualBoard().app.device.keys.hold_ms)


def pictures_of_taps(scenario: Scenario, data: dict[str, bytes]) -> list[list[bytes]]:
    """Return, for each `taps` line, the pictures after 0, 1, 2... effective taps of the last key."""
    board = start_on_usb(data)
    found = []
    for line in scenario.script:
        if line.command == "taps":
            every = parse_taps(line)
            last = every[-1][0]
            before = [tap for tap in every if tap[0] != last]
            for key, down, _ in before:
                board.press(NAMES[key], down)
                board.run(BETWEEN_MS)
            pictures = [board.picture()]
            for key, down, _ in every[len(before) :]:
                board.press(NAMES[key], down)
                board.run(SEEN_MS)
                pictures.append(board.picture())
            found.append(pictures)
        elif line.command == "press":
            key, _, times = line.rest.partition(" ")
            for _ in range(int(times or 1)):
                board.press(NAMES[key])
                board.run(BETWEEN_MS)
        elif line.command == "hold":
            board.hold(NAMES[line.rest])
            board.run(BETWEEN_MS)
        elif line.command == "wait":
            board.run(int(line.rest))
    return found
