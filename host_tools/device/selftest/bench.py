"""The device on the bench: mpremote looks into it, the link plays on it; each opens the port by turns."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Sequence
from typing import Any

from host_tools.device import remote
from host_tools.device.remote import Remote, RemoteError, garbled
from host_tools.device.selftest import inside
from host_tools.device.selftest.talk import Silent, Talk
from host_tools.device.snippets import GO_ON
from host_tools.link import cable

START_SECONDS = 30.0  # from a reset until the link answers, with the port that comes back
TRIES = 4


def facts(rows: Sequence[str], port: str) -> list[tuple[str, Any]]:
    """(name, value) of each row that is one."""
    found = []
    for row in rows:
        if not row.startswith("("):
            continue
        try:
            name, value = ast.literal_eval(row)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise garbled(port) from None
        found.append((str(name), value))
    return found


class Bench:
    """A device at a port. mpremote and the link take turns, for a port has one reader.

    clock: () -> seconds, by which answers are timed; None: it is not that of the device.
    """

    def __init__(
        self,
        port: str,
        program: Sequence[str] = remote.PROGRAM,
        opened: Callable[[str], cable.Port] = cable.opened,
        clock: Callable[[], float] | None = time.monotonic,
    ) -> None:
        self.port = port
        self.clock = clock
        self._program = program
        self._opened = opened
        self._remote: Remote | None = None
        self._talk: Talk | None = None

    # With no program on it

    def ask(self, code: str, seconds: float = 0) -> dict[str, Any]:
        """Run code on the device, whose program is ended; its answers by name."""
        return dict(self.told(code, seconds))

    def told(self, code: str, seconds: float = 0) -> list[tuple[str, Any]]:
        """The answers in their order, with those that have the same name."""
        return facts(self.stopped().rows(code, seconds), self.port)

    def stopped(self) -> Remote:
        """The device with its program ended."""
        self._hang_up()
        if self._remote is None:
            self._remote = Remote(self.port, self._program)
        return self._remote

    # With its program

    def start(self) -> Talk:
        """Start the device afresh, and say hello."""
        self._hang_up()
        (self._remote or Remote(self.port, self._program, alive=True)).restart()
        self._remote = None
        return self.talk()

    def talk(self) -> Talk:
        """The link to the program that runs, or starts; Silent if it never answers."""
        if self._talk is not None:
            return self._talk
        end = time.monotonic() + START_SECONDS
        while True:
            try:
                self._talk = Talk(self._opened(self.port))
                self._talk.hello(max(1.0, end - time.monotonic()))
                return self._talk
            except (RemoteError, OSError, Silent):
                self._hang_up()
                if time.monotonic() > end:
                    raise Silent from None
                time.sleep(0.3)

    def inside(self, code: str, then: str = "") -> tuple[list[tuple[str, Any]], str]:
        """Run code between two passes of the program, which goes on behind `then`. Answers, and what was printed."""
        self._hang_up()
        indented = "\n".join("    " + line for line in code.splitlines())
        for tries in range(TRIES):
            board = Remote(self.port, self._program, alive=True)
            said = board.exec(f"{inside.INSIDE}{indented}\n")
            rows = [line.rstrip("\r")[2:] for line in said.split("\n") if line.startswith("@ ")]
            if "here" in rows:
                board.leave(then + GO_ON)
                return facts(rows, self.port), said
            board.restart()
            time.sleep(2.0 * (tries + 1))
        raise Silent

    def lost(self) -> None:
        """The port is gone, or will be: it is opened again by the next call."""
        self._hang_up()
        self._remote = None

    def _hang_up(self) -> None:
        if self._talk is not None:
            self._talk.close()
            self._talk = None
