"""Scripted sessions, recorded on the desk at the App's interface and replayed under MicroPython.

A recording is a list of calls of session.py, each with the App's result and output. The App has no other
inputs. A replay with the same results and output has therefore drawn the same frames and written the same
files in the same order.
"""

from __future__ import annotations

import contextlib
import gc
import io
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from simulator import picture
from simulator.board import MakeApp, VirtualBoard, firmware_app
from simulator.clock import PERIOD
from simulator.panel import CHIPS, Panel
from simulator.recorder import Words
from simulator.script import Line, Script
from simulator.store import MemoryStore, PowerCut
from tests.micropython import session, unix
from tests.micropython.wasm import Wasm, WasmError
from tests.simulator.explorer import Explorer

HERE = Path(__file__).parent
REST = 1000  # passes in one call; within a call no garbage is collected


@dataclass
class Event:
    call: list[Any]
    where: str  # the line of the script that led to the call
    result: Any = None
    lines: list[str] = field(default_factory=list)


@dataclass
class Recording:
    events: list[Event]
    chip: str
    frames: int  # number of passes that sent bytes to the panel


class Recorder:
    """A layer between a script and the App that records every call with its results.

    A script also changes the parts without the App, such as an unplugged panel or an emptied store. The
    Recorder compares the parts with their recorded state before each call and records the difference.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.where = ""
        self.board: Any = None
        self._known: dict[str, list[Any]] = {"plug": [1], "supply": [3900, 0], "cut": [-1]}
        self._files: dict[str, bytes] = {}

    def make_app(self, words: Words) -> MakeApp:
        make = firmware_app(words)

        def record_app(hardware: Any, *more: Any) -> Any:
            say = hardware.say

            def say_and_record(line: str) -> None:
                session.say(line)
                say(line)

            hardware.bus = session.TellingBus(hardware.bus)
            hardware.entropy = session.TellingEntropy(hardware.entropy)
            hardware.store = session.TellingStore(hardware.store)
            hardware.say = say_and_record
            return RecordedApp(make(hardware, *more), self)

        return record_app

    def note(self, call: list[Any], act: Callable[[], Any], keeps: bool = False) -> Any:
        self._note_parts()
        event = Event(call, self.where)
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                result = act()
            event.result = result if keeps else None
            return result
        except PowerCut:
            printed.write("cut\n")
            event.result = -1 if keeps else None
            raise
        finally:
            event.lines = printed.getvalue().splitlines()
            drawn = [line.split(" ")[2] for line in event.lines if line.startswith("draw ")]
            if drawn:
                self._add(Event(["give", " ".join(drawn)], self.where))
            self._add(event)
            self._known["cut"] = self._parts()["cut"]
            self._files = dict(self.board.store.files)

    def step(self, ticks: int, mask: int, act: Callable[[], Any]) -> Any:
        """Call `act` and record it as `note` does.

        Passes without activity are counted, not listed.
        """
        result = self.note(["step", ticks, mask], act, keeps=True)
        if not result or self.events[-1].lines or self.events[-1].call[0] != "step":
            return result
        self.events.pop()
        if self.events and self.events[-1].call[0] == "rest":
            rest = self.events[-1]
            _, since, held, wait, passes = rest.call
            if (held, wait) == (mask, result) and ticks == (since + wait * passes) % PERIOD and passes < REST:
                rest.call[4] = rest.result = passes + 1
                return result
        self._add(Event(["rest", ticks, mask, result, 1], self.where, 1))
        return result

    def _add(self, event: Event) -> None:
        self.events.append(event)
        if len(self.events) % 200 == 0:
            gc.freeze()  # the App collects garbage after every frame; this exempts the existing objects

    def recording(self) -> Recording:
        """Return the whole recording, with the contents of the store at the end."""
        store = self.board.store
        kept = [f"file {name} {store.read(name).hex()}" for name in store.names()]
        frames = sum(any(line.startswith("wire") for line in event.lines) for event in self.events)
        events = [*self.events, Event(["files"], "end", None, kept)]
        return Recording(events, self.board.definition.CHIP, frames)

    def _parts(self) -> dict[str, list[Any]]:
        board = self.board
        return {
            "plug": [int(board.definition.ADDRESS in board.bus.devices)],
            "supply": [board.gauge.mv, int(board.gauge.usb)],
            "cut": [-1 if board.store.cut_in is None else board.store.cut_in],
        }

    def _note_parts(self) -> None:
        files = self.board.store.files
        if files != self._files:
            self.events.append(Event(["forget"], self.where))
            self.events += [Event(["file", name, files[name].hex()], self.where) for name in sorted(files)]
        parts = self._parts()
        for name, parameters in parts.items():
            if parameters != self._known[name]:
                self.events.append(Event([name, *parameters], self.where))
        self._known = parts


class RecordedApp:
    """The App, as a script uses it."""

    def __init__(self, app: Any, recorder: Recorder) -> None:
        self._app = app
        self._recorder = recorder
        self.device = WithMembers(app.device, settings=RecordedSettings(app.device.settings, recorder))
        self.context = WithMembers(
            app.context,
            device=self.device,
            open=self._open,
            change=self._change,
            navigation=WithMembers(app.navigation, home=self._home),
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self._app, name)

    def start(self) -> None:
        self._recorder.note(["boot", self._app.device.clock.ticks()], self._app.start)
        session.import_nothing_ahead(self._app)

    def step(self) -> Any:
        board = self._recorder.board
        return self._recorder.step(board.clock.ticks(), board.keys.read(), self._app.step)

    def _open(self, name: str, *numbers: int) -> None:
        self._recorder.note(["open_screen", name, *numbers], lambda: self._app.context.open(name, *numbers))

    def _change(self, changes: list[tuple[str, int, str, int]]) -> Any:
        flat = [value for each in changes for value in each]
        return self._recorder.note(["change", *flat], lambda: self._app.context.change(changes), keeps=True)

    def _home(self) -> None:
        self._recorder.note(["home"], self._app.navigation.home)

    def apply_settings(self) -> None:
        self._recorder.note(["apply_settings"], self._app.apply_settings)


class WithMembers:
    """A part of the App with some of its members replaced."""

    def __init__(self, part: Any, **members: Any) -> None:
        self._part = part
        vars(self).update(members)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._part, name)


class RecordedSettings:
    def __init__(self, settings: Any, recorder: Recorder) -> None:
        self._settings = settings
        self._recorder = recorder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._settings, name)

    def __getitem__(self, name: str) -> Any:
        return self._settings[name]

    def choose(self, name: str, index: int) -> None:
        self._recorder.note(["choose", name, index], lambda: self._settings.choose(name, index))


class RecordedBoard(VirtualBoard):
    def __init__(self, recorder: Recorder) -> None:
        recorder.board = self  # the App asks it for its parts during the boot
        super().__init__(store=MemoryStore(), make_app=recorder.make_app)


class RecordedScript(Script):
    def __init__(self, recorder: Recorder, language: str | None = None) -> None:
        self.recorder = recorder
        recorder.where = "start"
        board = RecordedBoard(recorder)
        if language is not None:
            board.choose_language(language)
        super().__init__(board)

    def run_line(self, line: Line) -> None:
        self.recorder.where = f"{line.path.name}:{line.number}: {line.command} {line.rest}"
        super().run_line(line)


@cache
def record_script(path: Path, language: str | None = None) -> Recording:
    """Play a script on the desk and return its recording.

    A failed expectation of the script raises ScriptError.
    """
    recorder = Recorder()
    RecordedScript(recorder, language).play(path)
    return recorder.recording()


@cache
def record_walk(game: str, presses: int, language: str) -> Recording:
    """Record a walk of the explorer through a game on the desk, until it leaves the game."""
    recorder = Recorder()
    recorder.where = "start"
    board = RecordedBoard(recorder)
    board.choose_language(language)
    board.choose_setting("taught", "yes")
    explorer = Explorer(board)
    for number, screen in enumerate(explorer.walk(game, presses)):
        if board.faults:
            raise board.faults[0]
        recorder.where = f"{game}, press {number + 1}, after {explorer.trail[-1]} on {screen}"
    board.context.navigation.home()
    board.run(100)
    return recorder.recording()


# Replaying.

SETUP = """
import gobelet_board
from gobelet.device.assets import open_asset
setup(World(gobelet_board, open_asset, sys.print_exception, Store()))
"""
START = f"""
import os, sys
os.chdir("/")
from session import *
{SETUP}
"""


def device(build: Path) -> Wasm:
    """Return a MicroPython with a firmware build in its filesystem, and the parts of session.py."""
    python = Wasm()
    python.copy(build)
    python.put("/session.py", (HERE / "session.py").read_bytes())
    python.run(START)
    return python


def replay_recording(recording: Recording, build: Path, bits: int = 32) -> None:
    """Replay a recording under MicroPython.

    Raises AssertionError with both pictures where results differ.

    bits: the size of MicroPython's words, 32 as on the Pico, or 64, which takes a third of the time. Without
    a unix build 64 means 32 too.
    """
    broken = None
    calls = [event.call for event in recording.events]
    try:
        if bits == 64 and unix.micropython_path():
            there = unix.call_functions(
                calls, build, (HERE / "session.py").read_text(encoding="utf-8") + SETUP
            )
        else:
            with device(build) as python:
                there = python.calls(calls)
    except (WasmError, unix.UnixError) as error:
        there, broken = error.done, str(error)
    compare_replay(recording, there, broken)


def replay_here(recording: Recording, board: Any, assets: Callable[[str], Any]) -> None:
    """Replay a recording on the desk.

    The result shows that the recording has all inputs of the App.
    """
    session.setup(session.World(board, assets, lambda error: None, session.Store()))
    there: list[tuple[Any, list[str]]] = []
    for event in recording.events:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            result = getattr(session, event.call[0])(*event.call[1:])
        there.append((result, printed.getvalue().splitlines()))
    compare_replay(recording, there)


def compare_replay(
    recording: Recording, there: list[tuple[Any, list[str]]], broken: str | None = None
) -> None:
    for at, event in enumerate(recording.events):
        if at >= len(there):
            raise AssertionError(f"{event.where}\n{event.call} fails under MicroPython:\n{broken}")
        result, lines = there[at]
        if result != event.result or lines != event.lines:
            raise AssertionError(describe_difference(recording, there, at))


def describe_difference(recording: Recording, there: list[tuple[Any, list[str]]], at: int) -> str:
    """Return the place where a replay first differs, its output, and the first different pictures."""
    event = recording.events[at]
    result, lines = there[at]
    out = [f"{event.where}", f"in the call {event.call}, number {at}:"]
    if result != event.result:
        out.append(f"  desk returns {event.result}, MicroPython {result}")
    for mine, yours in itertools.islice(
        (pair for pair in _output_pairs(event.lines, lines) if pair[0] != pair[1]), 3
    ):
        out += [f"  desk         {_shorten(mine)}", f"  MicroPython  {_shorten(yours)}"]
    # The trace of an exception.
    out += [f"  {line}" for line in lines if line.split(" ")[0] not in session.TOLD]
    for number, (mine, yours) in enumerate(panel_pictures(recording, there)):
        if mine != yours:
            where = recording.events[number].where
            out += [f"first pictures that differ, at {where}: desk | MicroPython", side_by_side(mine, yours)]
            break
    else:
        out.append("no picture differs")
    return "\n".join(out)


def panel_pictures(recording: Recording, there: list[tuple[Any, list[str]]]) -> Iterator[tuple[bytes, bytes]]:
    """Yield both panels after each call."""
    panels: list[Panel] = [CHIPS[recording.chip](), CHIPS[recording.chip]()]
    shown = [panel.picture() for panel in panels]
    for event, (_, lines) in zip(recording.events, there, strict=False):
        for side, printed in enumerate((event.lines, lines)):
            sent = [line for line in printed if line.startswith("wire ")]
            for line in sent:
                panels[side].receive(bytes.fromhex(line[5:]))
            if sent:
                shown[side] = panels[side].picture()
        yield shown[0], shown[1]


def side_by_side(left: bytes, right: bytes) -> str:
    rows = zip(picture.braille(left), picture.braille(right), strict=True)
    return "\n".join(f"{mine} | {yours}" for mine, yours in rows)


def _output_pairs(mine: list[str], yours: list[str]) -> Iterator[tuple[str, str]]:
    for at in range(max(len(mine), len(yours))):
        yield (
            mine[at] if at < len(mine) else "nothing",
            yours[at] if at < len(yours) else "nothing",
        )


def _shorten(line: str) -> str:
    return line if len(line) <= 90 else line[:90] + f"... ({len(line)} characters)"
