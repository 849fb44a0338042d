"""An emulated Pico: it runs a session of steps, and records the events.

    session = play(rom, flash, steps)         # usually called through `device.Device.play`
    session.answers()       # the answer to each key, in the chip's milliseconds
    session.picture         # the final frame

Steps are those of emulator/player.mjs. A step may have a `tag`, which the emulator ignores.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from simulator.board import definition
from simulator.panel import CHIPS
from simulator.paths import ROOT
from tests import node

EMULATOR = Path(__file__).with_name("emulator")
INSTALLED = ROOT / ".venv" / "chip"
CORE = INSTALLED / "core.wasm"
RP2040JS = INSTALLED / "node_modules/rp2040js/dist/esm/index.js"
RESET = 42

Step = Mapping[str, Any]
Event = dict[str, Any]

# Keys that act on release; the others act on press.
ON_RELEASE = ("OK", "BACK")
_TOLD_MS = 6000.0  # longest stretch of work, in ms, before the emulator reports it
_PLACED_MS = 2.0  # a positioning command precedes its bytes by at most this time


class ChipError(Exception):
    """The emulator failed. The message has its output."""


@dataclass(frozen=True)
class Answer:
    """The reaction to an edge of a key, in milliseconds from the edge; None if no byte was sent."""

    tag: str
    key: str
    held: bool
    acts: bool  # whether the key acts on this edge
    first: float | None  # time of the first byte sent to the panel
    last: float | None  # time of the last byte
    bytes: int
    erases: int
    busy: float  # length of the longest stretch of work
    step: int = -1
    # time of the last byte before the panel's longest silence; None if there is no silence
    paused: float | None = None


@dataclass
class Session:
    steps: Sequence[Step]
    events: list[Event]
    flash: bytes = b""
    panel: str = "ssd1306"  # chip of the panel
    # the frame at the beginning of each step, by its number
    pictures: dict[int, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        panel = CHIPS[self.panel]()
        for event in self.events:
            if "wire" in event:
                panel.receive(bytes.fromhex(event["wire"]))
            elif "step" in event:
                self.pictures[event["step"]] = panel.picture()
        self.picture = panel.picture()
        self._began = {event["step"]: event["t"] for event in self.events if "step" in event}
        self._times = [event["t"] for event in self.events]

    @property
    def last_event(self) -> Event:
        return self.events[-1]

    def step_start(self, step: int) -> float:
        return float(self._began.get(step, self.last_event["t"]))

    def sleep_shares(self, step: int) -> tuple[float, float]:
        """Return two shares of a step: asleep, and asleep with stopped clocks."""
        event = next(e for e in self.events if e.get("step") == step)
        after = next((e for e in self.events if e.get("step") == step + 1), self.last_event)
        took = after["t"] - event["t"]
        return (after["slept"] - event["slept"]) / took, (after["light"] - event["light"]) / took

    def usb_answers(self) -> list[tuple[int, str]]:
        """Return (step, USB output) of each step that typed. Raises ChipError if one was not answered."""
        found, step = [], 0
        for event in self.events:
            step = event.get("step", step)
            if "said" in event:
                if not event["answered"]:
                    raise ChipError(f"step {step}: no answer over USB but {event['said'][-300:]!r}")
                found.append((step, event["said"]))
        return found

    def profiles(self) -> list[tuple[str, Event]]:
        found, step = [], 0
        for event in self.events:
            step = event.get("step", step)
            if "profile" in event:
                found.append((self.steps[step].get("tag", ""), event["profile"]))
        return found

    def restart_count(self) -> int:
        """Return how often the program restarted itself for lack of memory."""
        return sum("anew" in event for event in self.events)

    def exceptions(self) -> list[str]:
        """Return the last line of each exception in the unsolicited USB output."""
        told = "".join(event.get("told", "") for event in self.events)
        return [part.strip().splitlines()[-1] for part in told.split("Traceback")[1:]]

    def restless_steps(self) -> list[int]:
        """Return the steps after which the device never became idle."""
        found, step = [], 0
        for event in self.events:
            step = event.get("step", step)
            if "restless" in event:
                found.append(step)
        return found

    def answers(self) -> list[Answer]:
        """Return an answer for each edge of a key, and one for the start.

        A held key answers after the milliseconds in `hold` of its step.
        """
        found = []
        for number, step in enumerate(self.steps):
            if "press" not in step and "settle" not in step:
                continue
            begin, end = self.step_start(number), self.step_start(number + 1)
            edges = [e["t"] for e in self._events_between(begin, end) if "key" in e and e["t"] < end]
            if "settle" in step:
                if number == 0:
                    found.append(self._build_answer(number, False, True, 0.0, end))
            elif step.get("held"):
                found.append(self._build_answer(number, True, True, edges[0] + step["hold"], end))
            elif step["press"] in ON_RELEASE:
                down, up = edges
                found.append(self._build_answer(number, False, False, down, up))
                found.append(self._build_answer(number, False, True, up, end))
            else:
                found.append(self._build_answer(number, False, True, edges[0], end))
        return found

    def _events_between(self, begin: float, end: float) -> list[Event]:
        """Return the events of a period and of some time after it.

        A stretch of work is reported only at its end.
        """
        first = bisect_left(self._times, begin)
        return self.events[first : bisect_left(self._times, end + _TOLD_MS)]

    def _build_answer(self, step: int, held: bool, acts: bool, begin: float, end: float) -> Answer:
        told = self._events_between(begin, end)
        sent = [e for e in told if "wire" in e and begin <= e["from"] < end]
        pixels = [at for at, e in enumerate(sent) if e["wire"].startswith("40")]
        first = last = paused = None
        if pixels:
            at = pixels[0]
            if at and sent[at]["from"] - sent[at - 1]["t"] < _PLACED_MS:
                at -= 1
            first, last = sent[at]["from"] - begin, sent[pixels[-1]]["t"] - begin
            silences = [(sent[b]["from"] - sent[a]["t"], sent[a]["t"]) for a, b in pairwise(pixels)]
            paused = max(silences)[1] - begin if silences else None
        work = [
            event["t"] - max(event["busy"], begin)
            for event in told
            if "busy" in event and begin < event["t"] and event["busy"] < end
        ]
        erases = sum("erase" in e and begin <= e["t"] < end for e in told)
        length = sum(1 + len(e["wire"]) // 2 for e in sent)
        tag, key = self.steps[step].get("tag", ""), self.steps[step].get("press", "")
        busy = max(work, default=0.0)
        return Answer(tag, key, held, acts, first, last, length, erases, busy, step, paused)


def check_core(rom: Path, count: int = 100_000) -> None:
    """Compare our instruction loop with rp2040js's. Raises ChipError at the first difference."""
    words, environment = _node_command("check.mjs", str(CORE), str(rom), str(count))
    ran = subprocess.run(words, capture_output=True, text=True, env=environment)
    if ran.returncode:
        raise ChipError(f"The instruction loop does not do as rp2040js does: {ran.stdout}{ran.stderr}")


def session_plan(rom: Path, flash: Path, board: ModuleType | None = None, **more: Any) -> dict[str, Any]:
    """Return the plan for emulator/session.mjs; `board` defines the keys and the panel."""
    board = board or definition()
    keys = {name: getattr(board, name) for name in ("UP", "DOWN", "OK", "BACK")}
    kind = {"rp2350js": str(rom)} if rom.is_dir() else {"core": str(CORE), "rom": str(rom)}
    bus = {"i2c": board.I2C, "sda": board.SDA, "scl": board.SCL}
    return {**kind, "flash": str(flash), "address": board.ADDRESS, "bus": bus, "keys": keys, **more}


def session_command(plan_file: Path, *mode: str) -> tuple[list[str], dict[str, str]]:
    """Return the command line and environment of a session."""
    return _node_command("session.mjs", str(plan_file), *mode)


def _node_command(script: str, *words: str) -> tuple[list[str], dict[str, str]]:
    return [node.node_path(), str(EMULATOR / script), *words], {**os.environ, "RP2040JS": str(RP2040JS)}


def run_session(
    rom: Path,
    flash: bytes,
    steps: Sequence[Step],
    dice: Mapping[str, Any] | None = None,
    symbols: Mapping[str, Any] | None = None,
    whole: bool = False,
    board: ModuleType | None = None,
    battery: int = 0,
) -> Session:
    """Power on, run the steps, power off.

    whole     record the data written to the flash in the events, for `operations`.
    battery   supply in millivolts; 0 means USB.
    """
    board = board or definition()
    with tempfile.TemporaryDirectory(prefix="chip-") as folder:
        before, after, told = Path(folder, "flash"), Path(folder, "after"), Path(folder, "plan.json")
        before.write_bytes(flash)
        more = {"dice": dice, "symbols": symbols, "whole": whole, "steps": list(steps), "keep": str(after)}
        more["battery"] = battery
        told.write_text(json.dumps(session_plan(rom, before, board, **more)))
        words, environment = session_command(told)
        ran = subprocess.run(words, capture_output=True, text=True, env=environment)
        if ran.returncode not in (0, RESET) or not ran.stdout:
            raise ChipError(f"The emulator ended with {ran.returncode}: {ran.stderr[-2000:]}")
        return Session(steps, parse_events(ran.stdout.splitlines()), after.read_bytes(), str(board.CHIP))


def parse_events(lines: Iterable[str]) -> list[Event]:
    return [json.loads(line) for line in lines]
