"""Whole games: a script plays on the desk and on the chip, and every picture is compared.

The desk plays first, at a person's pace. The chip gets the same keys and the same entropy, so that the dice
are equal. If the script restarts the device, the chip's power is cut; it continues with its flash.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from simulator import paths
from simulator.board import VirtualBoard
from simulator.keys import NAMES
from simulator.script import Line, Script
from simulator.store import MemoryStore
from tests.chip import chip, presses
from tests.chip.device import Device
from tests.chip.presses import Place
from tests.chip.scenario import PAST_HOLD_MS, SETTLED_MS, STOPPED
from tests.drawn import RecordedEntropy

paths.install()
from gobelet.device.settings import entries  # noqa: E402

SCRIPTS = Path(__file__).resolve().parents[1] / "scripts"
# The sessions of `--games` without names: all games. The user can name any other session.
GAMES = (
    "trinytia_game", "trireme_ships", "trireme_fleet", "dice_roll", "dice_build", "counters_setup", "mystria_complete",
    "traqueur_three", "trinites_evening",
)  # fmt: skip

# A slow player's pace, so that both devices finish before the next key.
_DOWN_MS = 100
_PAUSE_MS = 400
# Time until the App has saved its screens. The chip's start takes a part of it.
_NOTED_MS = 3000

FIRST_START = Path(__file__).with_name("first_start.txt")

_URANDOM = "import os,machine;print('at',machine.mem32[id(os.urandom)+4])\r\n"


@dataclass
class Part:
    """The steps between power-on and power-off."""

    dice: int  # offset of its dice in the recorded entropy
    steps: list[dict[str, Any]] = field(default_factory=lambda: [{"settle": SETTLED_MS}])
    # For each number of a step: the line of the script before the step, and the frame when the step began.
    pictures: dict[int, tuple[Line, bytes]] = field(default_factory=dict)


class Recording(Script):
    """Plays a script on the desk, and records the steps and pictures for the chip."""

    def __init__(
        self, definition: ModuleType | None = None, files: Mapping[str, bytes] | None = None
    ) -> None:
        self.noted = RecordedEntropy()
        board = VirtualBoard(definition, entropy=self.noted, store=MemoryStore(dict(files or {})))
        board.gauge.usb = True
        board.boot()
        super().__init__(board)
        board.run(_NOTED_MS)
        self.parts = [Part(len(self.noted.given))]
        self.parts[-1].steps.append({"wait": _NOTED_MS})

    def run_line(self, line: Line) -> None:
        own = _OWN.get(line.command)
        if own is None:
            super().run_line(line)
        else:
            own(self, line)
        if self.board.faults:
            raise self._error(line, f"a screen failed: {self.board.faults[-1]!r}")

    def _record_picture(self, line: Line) -> None:
        self.parts[-1].pictures[len(self.parts[-1].steps)] = (line, self.board.picture())

    def _press_and_record(self, line: Line, name: str, down: int, chip_down: int) -> None:
        app, part = self.board.app, self.parts[-1]
        before, hold_ms = Place.from_app(app), app.device.keys.hold_ms
        held = down >= hold_ms
        step = {"press": name, "down": chip_down, "held": held, "dice": self._used_bytes() - part.dice}
        step |= {"hold": hold_ms} if held else {}
        self.board.press(NAMES[name], down)
        self.board.run(_PAUSE_MS)
        part.steps.append({**step, "tag": presses.kind_of_press(name, held, before, Place.from_app(app))})
        self._record_picture(line)

    def _used_bytes(self) -> int:
        """Return the number of entropy bytes used for dice."""
        shaker = self.board.context.dice.shaker
        return len(self.noted.given) - len(shaker._bytes) + shaker._at

    def _run_python(self, code: str) -> None:
        self.parts[-1].steps += [
            {"type": "\x03", "until": STOPPED},
            {"type": f"import gobelet.start.boot;{code}\r\n", "until": STOPPED},
            {"type": "gobelet.start.boot.run()\r\n", "until": "\n"},
            {"settle": SETTLED_MS},
        ]

    def press(self, line: Line) -> None:
        name, _, times = line.rest.partition(" ")
        for _ in range(int(times or 1)):
            self._press_and_record(line, name, _DOWN_MS, _DOWN_MS)

    def hold(self, line: Line) -> None:
        name, _, ms = line.rest.partition(" ")
        down = int(ms) if ms else self.board.app.device.keys.hold_ms + PAST_HOLD_MS
        self._press_and_record(line, name, down, down)

    def wait(self, line: Line) -> None:
        super().wait(line)
        self.parts[-1].steps.append({"wait": int(line.rest)})
        self._record_picture(line)

    def restart(self, line: Line) -> None:
        super().restart(line)
        self.board.run(_NOTED_MS)
        self.parts.append(Part(len(self.noted.given)))
        self.parts[-1].steps.append({"wait": _NOTED_MS})
        self._record_picture(line)

    def open(self, line: Line) -> None:
        super().open(line)
        name, *numbers = line.rest.split()
        self._run_python(f"gobelet.start.boot.app.context.open({', '.join([repr(name), *numbers])})")

    def set(self, line: Line) -> None:
        super().set(line)
        kind, row, field_name, value = line.rest.split()
        self._run_python(
            f"gobelet.start.boot.app.context.change([({kind!r}, {row}, {field_name!r}, {value})])"
        )

    def setting(self, line: Line) -> None:
        super().setting(line)
        name, _, value = line.rest.partition(" ")
        index = {entry[0]: entry[1] for entry in entries()}[name].index(value)
        app = "gobelet.start.boot.app"
        self._run_python(f"{app}.device.settings.choose({name!r}, {index});{app}.apply_settings()")


_OWN: dict[str, Callable[[Recording, Line], None]] = {
    "press": Recording.press,
    "hold": Recording.hold,
    "wait": Recording.wait,
    "restart": Recording.restart,
    # tests/faults cuts the power within a write; here the command is only a restart
    "cut": Recording.restart,
    "open": Recording.open,
    "set": Recording.set,
    "setting": Recording.setting,
}


@dataclass(frozen=True)
class Difference:
    where: str  # file and line of the script that failed
    desk: bytes
    chip: bytes


@dataclass(frozen=True)
class Outcome:
    name: str
    pictures: int
    starts: int
    anew: int  # number of times that the program restarted itself for lack of memory
    seconds: float  # seconds in the chip's time
    differences: list[Difference]

    @property
    def equal(self) -> int:
        return self.pictures - len(self.differences)


def format_table(outcomes: Iterable[Outcome]) -> str:
    """Format the outcomes as a Markdown table, in the order of `GAMES`."""
    lines = ["| session | pictures | as on the desk | starts | for want of memory |", "|---|--:|--:|--:|--:|"]
    lines += [
        f"| {one.name} | {one.pictures} | {one.equal} | {one.starts} | {one.anew} |"
        for one in sorted(outcomes, key=lambda one: [*GAMES, one.name].index(one.name))
    ]
    return "\n".join(lines) + "\n"


def script_names() -> list[str]:
    return sorted(path.stem for path in SCRIPTS.glob("*.txt"))


def urandom_address(device: Device) -> int:
    """Return the address of the function behind os.urandom, as MicroPython prints it."""
    steps = [{"settle": SETTLED_MS}, {"type": "\x03", "until": STOPPED}, {"type": _URANDOM, "until": STOPPED}]
    session = device.play(device.flash({}), steps)
    said = session.usb_answers()[-1][1]
    words = said.partition("\nat ")[2].split()
    if not words:
        raise chip.ChipError(f"MicroPython does not say where os.urandom is: {said!r}")
    return int(words[0]) & 0xFFFFFFFF


def play_script(device: Device, name: str, address: int) -> Outcome:
    recording = Recording()
    recording.play(SCRIPTS / f"{name}.txt")
    return compare_game(device, name, recording, device.flash({}), address)


def play_first_start(device: Device, flash: bytes) -> Outcome:
    """Play a first start on a newly written flash, up to the list of games and a roll."""
    recording = Recording(device.definition())
    recording.play(FIRST_START)
    return compare_game(device, FIRST_START.stem, recording, flash, urandom_address(device))


def compare_game(device: Device, name: str, recording: Recording, flash: bytes, address: int) -> Outcome:
    drawn = bytes(recording.noted.given)
    pictures, anew, seconds = 0, 0, 0.0
    differences = []
    for part in recording.parts:
        dice = {"address": address, "bytes": drawn[part.dice :].hex()}
        session = device.play(flash, part.steps, dice=dice)
        flash = session.flash
        anew += session.restart_count()
        seconds += session.last_event["t"] / 1000
        for number, (line, picture) in part.pictures.items():
            shown = session.pictures.get(number, session.picture)
            pictures += 1
            if shown != picture:
                where = f"{line.path.name}:{line.number}: {line.command} {line.rest}"
                differences.append(Difference(where, picture, shown))
    return Outcome(name, pictures, len(recording.parts), anew, seconds, differences)


def play_all(device: Device, names: Sequence[str]) -> Iterator[Outcome]:
    """Play the sessions, and yield each outcome as soon as it is done."""
    address = urandom_address(device)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        running = [pool.submit(play_script, device, name, address) for name in names]
        for done in as_completed(running):
            yield done.result()
