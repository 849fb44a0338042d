"""A board that the real mpremote can talk to: real MicroPython, with a real littlefs, behind a pseudo-terminal.

    with PtyBoard(folder) as board:
        flash.main(["--plain", "--port", board.port])
        board.sent()                    # what went over the wires to its panel
        board.pin(OK, 0)                # a key
        board.pull(); board.plug()      # the cable, which is the power too

    python -m tests.host_tools.pty_board FOLDER     to try things by hand: it prints its port

MicroPython is the unix build, which has the raw REPL, raw paste and littlefs of the Pico's; board_inside.py is
run by it. What the Pico's port does and that build does not is done here: a reset starts it again (a soft reset
from the raw REPL without main.py), what is typed meanwhile waits, and Ctrl-C reaches a program that runs.
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
PINS = 30
OFF, RESET = -signal.SIGKILL, -signal.SIGTERM  # how it ends, see board_inside.py
PATIENCE = 0.5  # seconds
_HEAP = 480 * 1024  # its words have twice the bytes of the Pico's
_READY = b"\x16"  # what board_inside.py says before it starts the board's own files
_PART = re.compile(rb"[\x01\x02]|\x03+|[^\x01-\x04]*\x04|[^\x01-\x04]+")
_RESETS = re.compile(rb"machine\.reset\(\)[^\x04]*\x04")  # a program that ends so, and is started
_INTERRUPT = signal.SIGUSR1
# Ctrl-C does what it does on the Pico: it is seen between two steps of the program. What MicroPython's unix build does
# on SIGINT is seen anywhere, in the middle of a collection too, which leaves the heap in ruins.
_RUN = f"""
import ctypes, sys
sys.path += sys.argv[1:2]
import micropython_run
seen_by_the_next_step = ctypes.CDLL(micropython_run.__file__).mp_sched_keyboard_interrupt
ctypes.CDLL(None).signal({int(_INTERRUPT)}, ctypes.cast(seen_by_the_next_step, ctypes.c_void_p))
micropython_run.run_main(sys.argv[1:])
"""


def library() -> Path | None:
    """The folder of MicroPython, which comes as a module of the desk's Python; None: not for this machine."""
    found = importlib.util.find_spec("micropython_run")
    return Path(found.origin).parent if found and found.origin else None


@dataclass
class Kind:
    """What kind of board it is.

    build  of the Gobelet that is inside, where the name is "gobelet"
    cut    the power goes at that erasure or write of the flash chip, counted from 1; 0: never
    trace  erasures and writes are noted
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
    """The board, running as long as the context. Its flash is a file in `folder`, and outlives it."""

    def __init__(self, folder: Path, kind: Kind | None = None) -> None:
        self.folder = folder
        self.kind = kind or Kind()
        self.port = ""
        self.starts = 0  # times that MicroPython started
        self.said = bytearray()  # what it sent over USB since the power came
        folder.mkdir(parents=True, exist_ok=True)
        if not self.flash.exists():
            self.flash.write_bytes(b"\xff" * BLOCK * self.kind.blocks)
        (folder / "pins").write_text("1" * PINS)
        self._child: subprocess.Popen[bytes] | None = None
        self._master = self._slave = -1
        self._gone: list[int] = []  # ends of ports that it had
        self._raw = False  # which REPL the desk asked for
        self._ready = False  # whether MicroPython hears what is typed
        self._typed = bytearray()  # what it did not hear yet
        self._heard = b""  # the end of what it heard since it started
        self._panels: dict[
            str, tuple[Panel, int]
        ] = {}  # by chip, with how much of the wires they have received
        self._lock = threading.RLock()
        self._deaf = False  # whether the desk did not read what was said last
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

    # What a hand does

    def plug(self) -> None:
        """Connect the cable: the board starts, at a port that may be another than before."""
        with self._lock:
            (self.folder / "board.json").write_text(json.dumps(asdict(self.kind)))
            (self.folder / "wires").write_text("")
            self._panels.clear()
            # Both ends are held open here, so that the port outlives the programs that use it.
            self._master, self._slave = pty.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self.port = os.ttyname(self._slave)
            self._raw = False
            self.said.clear()
            self._typed.clear()
            self._start()

    def pull(self) -> None:
        """Pull the cable, whatever the board is doing."""
        with self._lock:
            if self._child is not None:
                self._child.kill()
                self._dark()

    def drag(self, kind: Kind) -> None:
        """Copy another MicroPython onto the drive that it has opened: it starts with it. Where that has its file system
        elsewhere, code lies in its place.
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
        """What went over the I2C wires since the power came: addresses and bytes."""
        lines = (self.folder / "wires").read_text().split("\n")[:-1]
        return [(int(line[:2], 16), bytes.fromhex(line[2:])) for line in lines]

    def picture(self, chip: str = "ssd1306") -> bytes:
        """What is seen on the panel."""
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
        """AssertionError if it does not come to be."""
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, self.said.decode(errors="replace")[-2000:]
            time.sleep(0.02)

    # What the chip does

    def _start(self) -> None:
        assert library() is not None
        self.starts += 1
        self._ready = False
        self._heard = b""
        if self._raw:
            self._typed[:0] = b"\x01"
        mode = "raw" if self._raw else "run"
        self._child = subprocess.Popen(
            [sys.executable, "-ISc", _RUN, library(), "-X", f"heapsize={_HEAP}", "-i", INSIDE, self.folder, mode],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0,
            # MicroPython takes the signal over while a program runs. Its host must not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        )  # fmt: skip

    def _run(self) -> None:
        while not self._closing:
            with self._lock:
                if self._child is not None:
                    self._pass(self._child)
            time.sleep(0.0002)  # lets others have the lock

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
        # While it resets, after a tenth of a second, a desk finds no Pico; here the next one may be as fast as that.
        while not _RESETS.search(self._heard) and (part := _PART.match(self._typed)):
            typed = bytes(part[0])
            self._heard = (self._heard + typed)[-200:]
            # Several Ctrl-C in a row are one: the first has ended the program.
            if typed[:1] != b"\x03" or not _interrupted(child.pid):
                if typed in (b"\x01", b"\x02"):
                    self._raw = typed == b"\x01"
                with contextlib.suppress(BrokenPipeError):
                    child.stdin.write(typed)
            del self._typed[: len(typed)]

    def _say(self, data: bytes) -> None:
        self.said += data
        # The Pico waits half a second for a desk that is slow to read. If nobody listens the rest is lost.
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
        # As long as the other end is open, no other board gets a port of this name: a desk may still ask for it.
        self._gone.append(self._slave)


def _interrupted(pid: int) -> bool:
    """Give Ctrl-C to a process if it asked for it: MicroPython does while it runs a program.

    It stands still meanwhile. Else its program could end between the question and the signal, which would then meet
    the next one.
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
