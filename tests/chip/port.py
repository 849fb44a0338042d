"""The emulated Pico as a serial port, for the tools that talk to a board over USB.

    with Port(rom, flash, folder) as port:
        flash_tool.main(["--port", port.path])
    port.flash              # the final content

A reset restarts the emulated Pico, as on the board. `hands` adds keys and a cable, for `fingers` and `reset`.
`cut` is the number, from 1, of the erase or program operation at which the power is cut, and `pulled` is the
moment of the conversation. The port then closes, as it does when the program enters the bootloader.
"""

from __future__ import annotations

import contextlib
import json
import os
import pty
import select
import subprocess
import threading
import tty
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, TracebackType

from tests.chip import chip
from tests.chip.chip import Event

_CUT = 43
_DRIVE = 44
_PATIENCE_S = 0.5  # time to wait for a reader; later output is lost


@dataclass(frozen=True)
class Moment:
    """A moment of the conversation: when the board has sent, or received, these bytes so many times."""

    said: bytes = b""
    typed: bytes = b""
    times: int = 1

    def has_come(self, said: bytes | bytearray, typed: bytes | bytearray) -> bool:
        there = said.count(self.said) if self.said else typed.count(self.typed)
        return there >= self.times


class Port:
    def __init__(
        self,
        rom: Path,
        flash: bytes,
        folder: Path,
        cut: int = 0,
        board: ModuleType | None = None,
        hands: bool = False,
        pulled: Moment | None = None,
    ) -> None:
        self._flash = folder / "flash"
        self._log = folder / "log"
        self._plan = folder / "plan.json"
        folder.mkdir(parents=True, exist_ok=True)
        self._flash.write_bytes(flash)
        self._log.write_text("")
        self._hands = os.pipe() if hands else None
        control = self._hands[0] if self._hands else 0
        told = chip.session_plan(
            rom, self._flash, board, keep=str(self._flash), log=str(self._log), cut=cut, control=control
        )
        self._plan.write_text(json.dumps(told))
        self.dead = False  # whether the power was cut
        self.asks_for_drive = False  # whether the program entered the bootloader
        self._pulled = pulled
        self._typed, self._said = bytearray(), bytearray()
        self._change: Callable[[bytes], bytes] | None = None

    def __enter__(self) -> Port:
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        self._leaving = False
        self._start_emulator()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leaving = True
        self._thread.join()

    @property
    def is_over(self) -> bool:
        """Tell whether the port has closed by itself."""
        return not self._thread.is_alive()

    @property
    def flash(self) -> bytes:
        """The flash after the port is closed."""
        return self._flash.read_bytes()

    def events(self) -> list[Event]:
        """Return the events of all its starts."""
        return chip.parse_events(self._log.read_text().splitlines())

    def operations(self) -> int:
        """Return the number of erases and programs of the flash."""
        return sum("erase" in event or "program" in event for event in self.events())

    def drag(self, change: Callable[[bytes], bytes]) -> None:
        """Power off, replace the flash by the result of `change`, power on.

        The boot ROM does not notice the end of a copy, so the chip's writes since its start are lost.
        """
        self._change = change
        self._child.kill()

    def schedule_edges(self, when: str, edges: Sequence[tuple[str, bool, float]]) -> None:
        """Schedule key edges after the chip prints `when`: (name, is down, ms after the edge before)."""
        self._send_control({"when": when, "edges": edges})

    def reset(self) -> None:
        """Power off and on; the flash keeps its content."""
        self._send_control({"reset": True})

    # Inside

    def _send_control(self, what: dict[str, object]) -> None:
        assert self._hands is not None
        os.write(self._hands[1], json.dumps(what).encode() + b"\n")

    def _start_emulator(self) -> None:
        words, environment = chip.session_command(self._plan, "port")
        self._child = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            bufsize=0,
            pass_fds=self._hands[:1] if self._hands else (),
        )

    def _serve(self) -> None:
        while not self._leaving:
            assert self._child.stdout is not None and self._child.stdin is not None
            ready, _, _ = select.select([self._master, self._child.stdout], [], [], 0.05)
            if self._master in ready:
                typed = os.read(self._master, 4096)
                if self._is_cut_now(b"", typed):
                    break
                with contextlib.suppress(BrokenPipeError):
                    self._child.stdin.write(typed)
            if self._child.stdout in ready:
                said = self._child.stdout.read(4096)
                if said:
                    if self._is_cut_now(said, b""):
                        break
                    self._write_output(said)
                elif self._handle_exit(self._child.wait()):
                    break
        self._close_files()

    def _is_cut_now(self, said: bytes, typed: bytes) -> bool:
        """Tell whether the power is cut at the bytes sent or received now."""
        if self._pulled is not None:
            self._said += said
            self._typed += typed
            self.dead = self._pulled.has_come(self._said, self._typed)
        return self.dead

    def _write_output(self, data: bytes) -> None:
        while data and select.select([], [self._master], [], _PATIENCE_S)[1]:
            data = data[os.write(self._master, data[:256]) :]

    def _handle_exit(self, code: int) -> bool:
        self.dead = code == _CUT
        self.asks_for_drive = code == _DRIVE
        change, self._change = self._change, None
        if change is not None:
            self._flash.write_bytes(change(self._flash.read_bytes()))
        if code == chip.RESET or change is not None:
            self._start_emulator()
            return False
        return True

    def _close_files(self) -> None:
        assert self._child.stdin is not None and self._child.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._child.stdin.close()
        self._child.stdout.read()
        self._child.wait()
        self._child.stdout.close()
        for each in (self._master, self._slave, *(self._hands or ())):
            os.close(each)
