"""The desk as another board: virtual parts around the firmware's App.

The desk is the computer that runs the simulator. The firmware receives a `Hardware` with the same members as on a
Pico, and a real board file of boards/. So the firmware cannot distinguish a desk from a Pico.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from types import CodeType, ModuleType
from typing import Any, BinaryIO

from simulator import paths
from simulator.bus import Bus
from simulator.clock import Clock, VirtualClock
from simulator.entropy import ScriptedEntropy, Source
from simulator.gauge import Gauge
from simulator.keys import DOWN, DOWN_MS, GAP_MS, Keys
from simulator.panel import CHIPS, Panel
from simulator.recorder import Words, recording
from simulator.serial import Serial
from simulator.store import MemoryStore, Store

paths.install()
from gobelet.device.hardware import Hardware  # noqa: E402

DEFAULT = "pico_ssd1306"
MOST_PRESSES = 100  # highest number of key presses in one call of `press_until`
BOOT_MS = 300  # milliseconds from power-on until the first screen is complete

MakeApp = Callable[..., Any]


class BoardError(Exception):
    """An unknown board, a faulty board file, or faulty sources of fonts and texts."""


def definition(name: str = DEFAULT) -> ModuleType:
    """Load the file of boards/ for a board, as the device's module gobelet_board.

    Raises BoardError for an unknown board or a faulty board file.
    """
    from host_tools.building import build

    return build.run_board(name, _code(name))


@cache
def _code(name: str) -> CodeType:
    from host_tools.building import build

    try:
        return build.board_code(name)
    except build.BuildError as fault:
        raise BoardError(str(fault)) from None


@cache
def _texts() -> dict[str, dict[str, str]]:
    from host_tools.building import texts

    return texts.read_all()


@cache
def _asset(name: str) -> bytes | None:
    """Build an asset of the flash; return None for an unknown name.

    An asset is a font or a catalogue of texts. It is built when the firmware first opens it, so that the simulator
    starts sooner. Raises BoardError for a faulty source of a font or text.
    """
    from host_tools.building import fonts, texts

    try:
        if "." in name:
            return texts.pack(_texts()[name]) if name in _texts() else None
        return fonts.pack_all().get(name)
    except (texts.TextsError, fonts.FontError) as error:
        raise BoardError(str(error)) from error


def open_asset(name: str) -> BinaryIO:
    """Open an asset of the device's flash: a font or a catalogue of texts.

    The asset is built from the current sources. Raises OSError for an unknown name.
    """
    data = _asset(name)
    if data is None:
        raise OSError(2, f"no asset {name}")
    return io.BytesIO(data)


def firmware_app(words: Words) -> MakeApp:
    """Return a function that makes an App whose canvas records drawn text in `words`."""
    from gobelet.shell.app import App
    from gobelet.ui.drawing.canvas import Canvas

    canvas = recording(Canvas, words)

    def make_app(*parts: Any) -> Any:
        return App(*parts, canvas=canvas)

    return make_app


class Desk(Hardware):
    """The `Hardware` of the firmware, with the parts of a virtual board."""

    def __init__(self, board: VirtualBoard) -> None:
        Hardware.__init__(self, board.bus, board.keys, board.clock, board.entropy, board.store)
        self._board = board
        self.gauge = board.gauge
        self.set_speed = board.bus.set_speed
        if board.has_sound:
            self.buzz = board.sound
        port = board.serial
        if port is not None:
            self.open_serial = lambda: port

    def say(self, line: str) -> None:
        self._board.said.append(line)

    def report(self, error: BaseException) -> None:
        self._board.faults.append(error)

    def hour(self) -> int | None:
        return self._board.hour()

    def can_sleep(self) -> bool:
        return not self._board.gauge.has_usb_power() and self._board.serial is None


class VirtualBoard:
    """One virtual device.

    board     a board file of boards/ as a module, see `definition`.
    make_app  a function that receives the Words and returns a function that makes an App, see `firmware_app`. A test
              may pass another function.
    faults    exceptions that a screen raised and the App caught.
    said      lines that the firmware printed on the USB console.
    hour      a function that returns the hour of the day, or None if the hour is unknown, as by default.
    sounding  whether the buzzer or motor is on.
    sounds    a pair (time in milliseconds, 1 for on or 0 for off) for each time that the buzzer starts or stops.
    serial    the serial port of the device, or None.
    """

    def __init__(
        self,
        board: ModuleType | None = None,
        *,
        clock: Clock | None = None,
        entropy: Source | None = None,
        store: Store | None = None,
        serial: Serial | None = None,
        make_app: Callable[[Words], MakeApp] = firmware_app,
        hour: Callable[[], int | None] = lambda: None,
    ) -> None:
        self.definition = board or definition()
        self.clock = clock or VirtualClock()
        self.entropy = entropy or ScriptedEntropy()
        self.store: Store = MemoryStore() if store is None else store
        self.serial = serial
        self.gauge = Gauge()
        self.words = Words()
        self.faults: list[BaseException] = []
        self.said: list[str] = []
        self.language: str | None = None
        self.hour = hour
        self.sounds: list[tuple[int, int]] = []
        self._make_app = make_app(self.words)
        self.boot()

    def boot(self) -> None:
        """Power on, with a new panel, bus, keys and App.

        The board keeps its clock, entropy source, supply and store.
        """
        chip = CHIPS[self.definition.CHIP]
        self.panel: Panel = chip(turned=bool(self.definition.FLIP))
        self.bus = Bus()
        self.bus.attach(self.definition.ADDRESS, self.panel)
        self.keys = Keys()
        self.words.clear()
        self.sounding = False
        app = self._make_app(Desk(self), self.definition, open_asset)
        app.start()
        self.app: Any = app
        if self.language is not None:
            self.choose_language(self.language)

    @property
    def context(self) -> Any:
        """The Context, through which screens use the App."""
        return self.app.context

    @property
    def has_sound(self) -> bool:
        """Tell whether the board file has a buzzer or a motor."""
        return any(getattr(self.definition, name, None) is not None for name in ("BUZZER", "MOTOR"))

    def sound(self, on: int) -> None:
        """Record that the buzzer starts or stops."""
        if on != self.sounding:
            self.sounds.append((self.clock.elapsed_ms, on))
        self.sounding = bool(on)

    def choose_language(self, code: str) -> None:
        """Set the language, now and after each later call of `boot`."""
        self.choose_setting("language", code)
        self.language = code

    def choose_setting(self, name: str, value: str) -> None:
        """Change a setting of the device, as the screen of the settings does.

        Raises ValueError for an unknown name or value.
        """
        from gobelet.device.settings import entries

        choices = {entry[0]: entry[1] for entry in entries()}
        if name not in choices:
            raise ValueError(f"no setting {name!r}: there are {', '.join(choices)}")
        if value not in choices[name]:
            raise ValueError(f"{name} is one of {', '.join(choices[name])}, not {value!r}")
        if self.app.device.settings[name] != value:
            self.app.device.settings.choose(name, choices[name].index(value))
            self.app.apply_settings()

    def picture(self) -> bytes:
        """Return the visible frame."""
        return self.panel.picture()

    # Virtual time

    def run(self, ms: int) -> None:
        """Step the App for `ms` milliseconds of virtual time, with a last step at the end."""
        clock = self.clock
        assert isinstance(clock, VirtualClock)
        end = clock.elapsed_ms + ms
        while True:
            wait = self.app.step()
            left = end - clock.elapsed_ms
            if left <= 0:
                return
            clock.advance(min(max(int(wait), 1), left))

    def run_until(self, done: Callable[[], bool], ms: int, every: int = 10) -> bool:
        """Step the App until `done()` is true, for at most `ms` milliseconds.

        The condition `done` is checked each `every` milliseconds. Return the last result of `done()`.
        """
        for _ in range(0, ms, every):
            if done():
                return True
            self.run(every)
        return done()

    def press(self, key: int, down_ms: int = DOWN_MS) -> None:
        """Hold a key down for `down_ms` milliseconds, then run the App for GAP_MS more."""
        self.keys.down(key)
        self.run(down_ms)
        self.keys.up(key)
        self.run(GAP_MS)

    def hold(self, key: int) -> None:
        """Press a key until the firmware reports it as held, then release it."""
        self.press(key, self.app.device.keys.hold_ms + 50)

    def press_until(self, key: int, done: Callable[[], bool]) -> None:
        """Press and release a key repeatedly until `done()` is true.

        Raises TimeoutError after MOST_PRESSES presses. The error message contains the text on the screen.
        """
        for _ in range(MOST_PRESSES):
            if done():
                return
            self.press(key)
        raise TimeoutError(f"not after {MOST_PRESSES} presses: {self.app.stack.ids}, {self.words.strings}")

    def press_down_to(self, label: str) -> None:
        """Press DOWN until the cursor is on the list line with this label.

        Raises ValueError if no line has the label.
        """
        top = self.app.stack.top()
        line = [top.list[index][0] for index in range(len(top.list))].index(label)
        for _ in range(line - top.cursor):
            self.press(DOWN)
