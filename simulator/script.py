"""Scripted sessions: the actions and expectations of a player, in virtual time.

A script has one command per line, and always produces the same screens. Names are case-sensitive. A line that
begins with `#` is a comment.

    press OK            press and release a key: UP, DOWN, OK or BACK.
    press UP 3          press the key three times.
    hold BACK           hold the key until the device undoes; a held OK opens an explanation.
    hold DOWN 1200      hold the key for 1200 ms; UP and DOWN repeat.
    wait 500            run the device for 500 ms.
    skip 3600000        advance the clock by an hour at once, without passes of the App.
    dice 3 5            set the next dice to 3, then 5.
    expect TEXT         require this text on the screen, within a second.
    absent TEXT         require that this text is not on the screen.
    shot NAME           save a picture.
    restart             cut and restore the power; the store keeps its files.
    fresh               restart with an empty store, as a new device.
    lang en             set the language of the screens.
    include FILE        run another script, whose path is relative to this script.

Shortcuts without keys, for pictures:

    open ID 1 2         open a screen by its id, with these arguments.
    set KIND ROW FIELD VALUE    change a field in a Sheet of the open game.
    setting NAME VALUE  change a setting.

Faults and rare conditions:

    cut 3               cut the power at the third write step from now, then restart.
    unplug / plug       disconnect the panel, connect it again.
    battery 3500 / usb  run on a battery of 3500 mV, or on USB.
    clock 1073741000    set the tick count, which wraps at 2**30.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from simulator import picture
from simulator.board import BOOT_MS, VirtualBoard
from simulator.clock import VirtualClock
from simulator.entropy import ScriptedEntropy
from simulator.keys import NAMES
from simulator.panel import PanelError
from simulator.store import MemoryStore, PowerCut

PATIENCE_MS = 1000
SETTLE_MS = 50  # milliseconds that the device runs after a command without a key, to draw the new screen
LONGEST = 24 * 3600 * 1000

Show = Callable[[str, bytes], None]  # a function that receives the name and the frame of a shot


class ScriptError(Exception):
    """A wrong command or an unmet expectation.

    The error message contains the line of the script and the text on the screen.
    """


@dataclass
class Line:
    """A command of a script, with its file and line number."""

    path: Path
    number: int
    command: str
    rest: str


def lines(text: str, path: Path) -> Iterator[Line]:
    """Yield the commands of a script, without comments and empty lines."""
    for number, raw in enumerate(text.splitlines(), 1):
        command, _, rest = raw.strip().partition(" ")
        if command and not command.startswith("#"):
            yield Line(path, number, command, rest.strip())


class Script:
    """A runner of scripts on one virtual board.

    Each `shot` command calls `show` with the shot's name and frame.
    """

    def __init__(self, board: VirtualBoard, show: Show | None = None) -> None:
        self.board = board
        self.show = show or (lambda name, picture: None)
        self.names: set[str] = set()
        self._open: list[Path] = []
        board.run(BOOT_MS)

    def play(self, path: Path) -> None:
        """Run a script file. Raises ScriptError on a failure."""
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise ScriptError(f"{path}: {error.strerror or error}") from None
        self.play_text(text, path)

    def play_text(self, text: str, path: Path) -> None:
        """Run the commands in a text; `path` names the text in error messages.

        Raises ScriptError if a command fails, or if scripted dice were never rolled.
        """
        if path in self._open:
            raise ScriptError(f"{path}: includes itself")
        self._open.append(path)
        line = Line(path, 0, "", "")
        for line in lines(text, path):
            self.run_line(line)
        self._open.pop()
        if not self._open:
            left = self._entropy().unused_faces
            if left:
                raise self._error(line, f"dice never rolled: {' '.join(map(str, left))}")

    def run_line(self, line: Line) -> None:
        """Run one line of a script. Raises ScriptError on a failure."""
        act = COMMANDS.get(line.command)
        if act is None:
            raise self._error(line, f"no command {line.command!r}")
        try:
            act(self, line)
        except PowerCut:
            self.board.boot()
            self.board.run(BOOT_MS)
        except ScriptError:
            raise
        except (ValueError, KeyError, PanelError) as error:
            raise self._error(line, f"{type(error).__name__}: {error}") from error
        except Exception as fault:
            raise self._failure(line, fault) from fault
        if self.board.faults:
            raise self._failure(line, self.board.faults[-1]) from self.board.faults[-1]

    def _failure(self, line: Line, fault: BaseException) -> ScriptError:
        trace = "".join(traceback.format_exception(fault))
        return self._error(line, f"a screen failed:\n{trace}")

    def _error(self, line: Line, reason: str) -> ScriptError:
        words = "\n".join(f"    {text}" for text in self.board.words.strings) or "    nothing"
        source = f"{line.command} {line.rest}".strip()
        return ScriptError(f"{line.path}:{line.number}: {source}\n  {reason}\n  on the screen:\n{words}")

    def _entropy(self) -> ScriptedEntropy:
        assert isinstance(self.board.entropy, ScriptedEntropy)
        return self.board.entropy

    def _memory(self) -> MemoryStore:
        if not isinstance(self.board.store, MemoryStore):
            raise ValueError("only for a store in memory")
        return self.board.store

    # Commands

    def press(self, line: Line) -> None:
        name, _, times = line.rest.partition(" ")
        for _ in range(_number(times or "1", 1, 1000)):
            self.board.press(_key(name))

    def hold(self, line: Line) -> None:
        name, _, ms = line.rest.partition(" ")
        if ms:
            self.board.press(_key(name), _number(ms, 1, LONGEST))
        else:
            self.board.hold(_key(name))

    def wait(self, line: Line) -> None:
        """Run the device for some milliseconds."""
        self.board.run(_number(line.rest, 0, LONGEST))

    def skip(self, line: Line) -> None:
        """Advance the clock at once, without passes of the App."""
        assert isinstance(self.board.clock, VirtualClock)
        self.board.clock.advance(_number(line.rest, 0, LONGEST))
        self.board.run(SETTLE_MS)

    def dice(self, line: Line) -> None:
        """Set the faces of the next dice."""
        if not line.rest:
            raise ValueError("which faces?")
        self._entropy().faces([int(face) for face in line.rest.split()])

    def expect(self, line: Line) -> None:
        if not self.board.run_until(lambda: self.board.words.has_text(line.rest), PATIENCE_MS):
            raise self._error(line, "not on the screen")

    def absent(self, line: Line) -> None:
        """Check that a text is not on the screen."""
        if self.board.words.has_text(line.rest):
            raise self._error(line, "on the screen")

    def shot(self, line: Line) -> None:
        """Take a picture of the panel, with the name in the line."""
        name = line.rest
        if not name or name in self.names:
            raise ValueError(f"a shot needs a name of its own, not {name!r}")
        self.names.add(name)
        self.show(name, self.board.picture())

    def restart(self, line: Line) -> None:
        self.board.boot()
        self.board.run(BOOT_MS)

    def fresh(self, line: Line) -> None:
        """Restart with an empty store."""
        self._memory().clear()
        self.restart(line)

    def lang(self, line: Line) -> None:
        """Choose the language."""
        self.board.choose_language(line.rest)
        self.board.run(0)

    def include(self, line: Line) -> None:
        """Play another script."""
        self.play(line.path.parent / line.rest)

    def open(self, line: Line) -> None:
        name, *numbers = line.rest.split()
        self.board.context.open(name, *map(int, numbers))
        self.board.run(SETTLE_MS)

    def set(self, line: Line) -> None:
        """Change a field of a Sheet of the open game."""
        kind, row, field, value = line.rest.split()
        if self.board.context.session is None:
            raise ValueError("no game is open")
        done = self.board.context.change([(kind, int(row), field, int(value))])
        self.board.run(SETTLE_MS)
        if not done:
            raise ValueError("refused")

    def setting(self, line: Line) -> None:
        """Change a setting of the device."""
        name, _, value = line.rest.partition(" ")
        self.board.choose_setting(name, value)
        self.board.run(SETTLE_MS)

    def cut(self, line: Line) -> None:
        """Plan a power cut at a write step of the store; 1 is the next write step."""
        self._memory().cut_in = _number(line.rest, 1, 100000)

    def unplug(self, line: Line) -> None:
        """Disconnect the panel from the bus."""
        self.board.bus.detach(self.board.definition.ADDRESS)

    def plug(self, line: Line) -> None:
        """Connect the panel to the bus."""
        self.board.bus.attach(self.board.definition.ADDRESS, self.board.panel)

    def battery(self, line: Line) -> None:
        """Run on a battery with this voltage, in millivolts."""
        self.board.gauge.mv = _number(line.rest, 0, 6000)
        self.board.gauge.usb = False

    def usb(self, line: Line) -> None:
        """Run on USB."""
        self.board.gauge.usb = True

    def clock(self, line: Line) -> None:
        """Set the tick count, in milliseconds."""
        assert isinstance(self.board.clock, VirtualClock)
        self.board.clock.set_ticks(_number(line.rest, 0, (1 << 30) - 1))


COMMANDS: dict[str, Callable[[Script, Line], None]] = {
    "press": Script.press,
    "hold": Script.hold,
    "wait": Script.wait,
    "skip": Script.skip,
    "dice": Script.dice,
    "expect": Script.expect,
    "absent": Script.absent,
    "shot": Script.shot,
    "restart": Script.restart,
    "fresh": Script.fresh,
    "lang": Script.lang,
    "include": Script.include,
    "open": Script.open,
    "set": Script.set,
    "setting": Script.setting,
    "cut": Script.cut,
    "unplug": Script.unplug,
    "plug": Script.plug,
    "battery": Script.battery,
    "usb": Script.usb,
    "clock": Script.clock,
}


def _key(name: str) -> int:
    if name not in NAMES:
        raise ValueError(f"no key {name!r}: there are {', '.join(NAMES)}")
    return NAMES[name]


def _number(text: str, low: int, high: int) -> int:
    number = int(text)
    if not low <= number <= high:
        raise ValueError(f"{number} is not within {low}..{high}")
    return number


def to_folder(folder: Path, scale: int = 4) -> Show:
    """Return a function that saves each shot as PNG."""
    return lambda name, pixels: picture.save(pixels, folder / f"{name}.png", scale)


def to_text(write: Callable[[str], None]) -> Show:
    """Return a function that prints each shot as text."""

    def show(name: str, pixels: bytes) -> None:
        write(f"{name}\n{picture.add_border(picture.half_blocks(pixels))}\n")

    return show
