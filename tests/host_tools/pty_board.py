"""A board for the real mpremote: real MicroPython, with a real littlefs, behind a pseudo-terminal.

    with PtyBoard(folder) as board:
        flash.main(["--plain", "--port", board.port, *NAMED])
        board.sent()                 # the bytes on the wires to its panel
        board.pin(OK, 0)             # a key
        board.pull(); board.plug()   # the cable, which also powers it

    python -m tests.host_tools.pty_board FOLDER     to try it by hand: it prints its port

MicroPython is the unix build, which has the raw REPL, raw paste and littlefs of the Pico's; it runs
board_inside.py. This module adds three behaviours of the Pico's port. A reset restarts the program; a soft
reset from the raw REPL does so without main.py. Input during a restart waits. Ctrl-C interrupts a running
program.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType

from simulator.panel import CHIPS, Panel

INSIDE = Path(__file__).with_name("board_inside.py")
BLOCK = 4096
# A Pico gets plain files only if games are named.
NAMED = ("--games", "all")
PINS = 30
OFF, RESET = -signal.SIGKILL, -signal.SIGTERM  # the signal that ends the process, see board_inside.py
PATIENCE = 0.5  # seconds
_HEAP = 480 * 1024  # twice the Pico's heap, because each word has twice the bytes
_READY = b"\x16"  # board_inside.py prints this before it starts the board's own files
_PART = re.compile(rb"[\x01\x02]|\x03+|[^\x01-\x04]*\x04|[^\x01-\x04]+")
_RESETS = re.compile(rb"machine\.reset\(\)[^\x04]*\x04")  # The start of a program that ends with a reset
_INTERRUPT = signal.SIGUSR1
# Ctrl-C acts as on the Pico: MicroPython handles it between two steps of the program. The unix build would
# handle SIGINT anywhere, even during a collection, which corrupts the heap.
_RUN = f"""
import ctypes, sys
sys.path += sys.argv[1:2]
import micropython_run
seen_by_the_next_step = ctypes.CDLL(micropython_run.__file__).mp_sched_keyboard_interrupt
ctypes.CDLL(None).signal({int(_INTERRUPT)}, ctypes.cast(seen_by_the_next_step, ctypes.c_void_p))
micropython_run.run_main(sys.argv[1:])
"""


def micropython_folder() -> Path | None:
    """Return the folder of MicroPython, a module of the computer's Python.

    The result is None if there is none for this machine.
    """
    found = importlib.util.find_spec("micropython_run")
    return Path(found.origin).parent if found and found.origin else None


@dataclass
class Kind:
    """The kind of board.

    build  the build of the Gobelet inside, if the name is "gobelet".
    cut    the power fails at this erase or write of the flash chip, counted from 1; 0: never.
    trace  erases and writes are recorded.
    """

    name: str = "micropython"
    version: tuple[int, int, int] = (1, 28, 0)
    machine: str = "Raspberry Pi Pico with RP2040"
    blocks: int = 352
    devices: list[int] = field(default_factory=lambda: [0x3C])
    cut: int = 0
    trace: bool = False
    build: str = ""


class PtyBoard:
    """A board that runs during the context. The flash of the board is a file in `folder`, which remains afterwards."""

    def __init__(self, folder: Path, kind: Kind | None = None) -> None:
        self.folder = folder
        self.kind = kind or Kind()
        self.port = ""
        self.starts = 0  # number of starts of MicroPython
        self.said = bytearray()  # bytes sent over USB since power-on
        folder.mkdir(parents=True, exist_ok=True)
        if not self.flash.exists():
            self.flash.write_bytes(b"\xff" * BLOCK * self.kind.blocks)
        (folder / "pins").write_text("1" * PINS)
        self._child: subprocess.Popen[bytes] | None = None
        self._master = self._slave = -1
        self._gone: list[int] = []  # open ends of earlier ports
        self._raw = False  # whether the computer asked for the raw REPL
        self._ready = False  # whether MicroPython accepts input
        self._typed = bytearray()  # input that MicroPython has not accepted yet
        self._heard = b""  # the last input since the start
        # panel for each chip, with the number of bytes it has received
        self._panels: dict[str, tuple[Panel, int]] = {}
        self._lock = threading.RLock()
        self._deaf = False  # whether the computer did not read the last output
        self._closing = False
        self._pump = threading.Thread(target=self._run, daemon=True)

    @property
    def flash(self) -> Path:
        return self.folder / "flash"

    @property
    def plugged(self) -> bool:
        return self._child is not None

    def __enter__(self) -> PtyBoard:
        self.plug()
        self._pump.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing = True
        self._pump.join()
        self.pull()
        for end in self._gone:
            os.close(end)

    # Actions of a user's hand.

    def plug(self) -> None:
        """Connect the cable: the board starts, perhaps at another port than before."""
        with self._lock:
            (self.folder / "board.json").write_text(json.dumps(asdict(self.kind)))
            (self.folder / "wires").write_text("")
            self._panels.clear()
            # Both ends stay open here, so that the port outlives the programs that use it.
            self._master, self._slave = pty.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self.port = os.ttyname(self._slave)
            self._raw = False
            self.said.clear()
            self._typed.clear()
            self._start()

    def pull(self) -> None:
        """Pull the cable during any activity of the board."""
        with self._lock:
            if self._child is not None:
                self._child.kill()
                self._dark()

    def drag(self, kind: Kind) -> None:
        """Copy another MicroPython onto the drive that the board opened; the board starts with that MicroPython.

        If that MicroPython has its file system at another address, code overwrites the start of the old one.
        """
        self.pull()
        if kind.name != self.kind.name:
            with self.flash.open("r+b") as file:
                file.write(b"code" * BLOCK)
        self.kind = kind
        self.plug()

    def pin(self, number: int, level: int) -> None:
        with (self.folder / "pins").open("r+") as file:
            file.seek(number)
            file.write(str(level))

    def sent(self) -> list[tuple[int, bytes]]:
        """Return the I2C transactions since power-on: addresses and bytes."""
        lines = (self.folder / "wires").read_text().split("\n")[:-1]
        return [(int(line[:2], 16), bytes.fromhex(line[2:])) for line in lines]

    def picture(self, chip: str = "ssd1306") -> bytes:
        """Return the picture on the panel."""
        if chip not in self._panels:
            self._panels[chip] = (CHIPS[chip](), 0)
        panel, at = self._panels[chip]
        with (self.folder / "wires").open() as wires:
            wires.seek(at)
            new = wires.read().rpartition("\n")[0]
        for line in filter(None, new.split("\n")):
            panel.receive(bytes.fromhex(line[2:]))
        self._panels[chip] = (panel, at + len(new) + bool(new))
        return panel.picture()

    def wait(self, done: Callable[[], bool], seconds: float = 60) -> None:
        """Wait until done() is true. Raises AssertionError after `seconds`."""
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, self.said.decode(errors="replace")[-2000:]
            time.sleep(0.02)

    # Actions of the chip.

    def _start(self) -> None:
        assert micropython_folder() is not None
        self.starts += 1
        self._ready = False
        self._heard = b""
        if self._raw:
            self._typed[:0] = b"\x01"
        mode = "raw" if self._raw else "run"
        self._child = subprocess.Popen(
            [
                sys.executable, "-ISc", _RUN, micropython_folder(), "-X", f"heapsize={_HEAP}", "-i", INSIDE,
                self.folder, mode,
            ],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0,
            # MicroPython handles the signal while a program runs. The host of MicroPython must not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        )  # fmt: skip

    def _run(self) -> None:
        while not self._closing:
            with self._lock:
                if self._child is not None:
                    self._pass(self._child)
            time.sleep(0.0002)  # Releases the lock for other threads

    def _pass(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdout is not None
        ready, _, _ = select.select([self._master, child.stdout], [], [], 0.01)
        if self._master in ready:
            self._typed += os.read(self._master, 4096)
        if child.stdout in ready:
            said = child.stdout.read(4096)
            if not said:
                self._ended(child.wait())
                return
            if self._ready:
                self._say(said)
            elif _READY in said:
                self._ready = True
                self._say(said.partition(_READY)[2])
        if self._ready:
            self._hear(child)

    def _hear(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdin is not None
        # A real reset takes a tenth of a second, during which a computer finds no Pico. Here the next search
        # may come sooner.
        while not _RESETS.search(self._heard) and (part := _PART.match(self._typed)):
            typed = bytes(part[0])
            self._heard = (self._heard + typed)[-200:]
            # Several Ctrl-C in a row count as one, because the first has ended the program.
            if typed[:1] != b"\x03" or not _interrupt(child.pid):
                if typed in (b"\x01", b"\x02"):
                    self._raw = typed == b"\x01"
                with contextlib.suppress(BrokenPipeError):
                    child.stdin.write(typed)
            del self._typed[: len(typed)]

    def _say(self, data: bytes) -> None:
        self.said += data
        # The Pico waits half a second for a slow reader, then drops the rest.
        while data:
            wait = 0 if self._deaf else PATIENCE
            if not select.select([], [self._master], [], wait)[1]:
                self._deaf = True
                return
            with contextlib.suppress(BlockingIOError):
                data = data[os.write(self._master, data) :]
                self._deaf = False

    def _ended(self, code: int) -> None:
        if code == OFF:
            self._dark()
            return
        if code == RESET:
            self._raw = False
        else:
            self._say(b"MPY: soft reboot\r\n")
        self._start()

    def _dark(self) -> None:
        assert self._child is not None
        self._child.wait()
        self._child = None
        os.close(self._master)
        # An open end keeps the name of this port from another board while the computer may still use the
        # name.
        self._gone.append(self._slave)


def _interrupt(pid: int) -> bool:
    """Send Ctrl-C to a process if MicroPython asked for it, which it does while it runs a program.

    The process is stopped meanwhile. Otherwise the process could end its program between the check and the
    signal, and the signal would interrupt the next program.
    """
    os.kill(pid, signal.SIGSTOP)
    try:
        while _state(pid, r"State:\s*(\w)") not in "TZ":
            time.sleep(0.0001)
        asked = bool(int(_state(pid, r"SigCgt:\s*(\w+)"), 16) >> signal.SIGINT - 1 & 1)
        if asked:
            os.kill(pid, _INTERRUPT)
        return asked
    finally:
        os.kill(pid, signal.SIGCONT)


def _state(pid: int, pattern: str) -> str:
    found = re.search(pattern, Path(f"/proc/{pid}/status").read_text())
    return found[1] if found else "0"


if __name__ == "__main__":
    with PtyBoard(Path(sys.argv[1])) as board:
        print(board.port)
        with contextlib.suppress(KeyboardInterrupt):
            signal.pause()
