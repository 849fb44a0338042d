"""The device under test, which mpremote and the link use in turn.

mpremote inspects the device, and the link plays on it.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Sequence
from typing import Any

from host_tools.device import remote
from host_tools.device.remote import Remote, RemoteError, garbled_answer
from host_tools.device.selftest import inside
from host_tools.device.selftest.talk import Silent, Talk
from host_tools.device.snippets import GO_ON
from host_tools.link import cable

START_SECONDS = 30.0  # most seconds from a reset until the link answers; the USB port must open first
TRIES = 4


def facts(rows: Sequence[str], port: str) -> list[tuple[str, Any]]:
    """Parse rows into (name, value). Rows that do not begin with "(" are ignored."""
    found = []
    for row in rows:
        if not row.startswith("("):
            continue
        try:
            name, value = ast.literal_eval(row)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise garbled_answer(port) from None
        found.append((str(name), value))
    return found


class Bench:
    """A device at a port, which mpremote and the link use in turn.

    A port has only one reader at a time.

    clock   a function that returns seconds, to time answers; None if it does not match the device's time
    """

    def __init__(
        self,
        port: str,
        program: Sequence[str] = remote.PROGRAM,
        opened: Callable[[str], cable.Port] = cable.open_port,
        clock: Callable[[], float] | None = time.monotonic,
    ) -> None:
        self.port = port
        self.clock = clock
        self._program = program
        self._opened = opened
        self._remote: Remote | None = None
        self._talk: Talk | None = None

    # While the program is stopped

    def ask_by_name(self, code: str, seconds: float = 0) -> dict[str, Any]:
        """Stop the program, run code on the device, and return the printed values by name."""
        return dict(self.ask_in_order(code, seconds))

    def ask_in_order(self, code: str, seconds: float = 0) -> list[tuple[str, Any]]:
        """Run code on the device, and return each printed (name, value) in order.

        The program is stopped first.
        """
        return facts(self.stop_program().rows(code, seconds), self.port)

    def stop_program(self) -> Remote:
        """Close the link, and return mpremote's connection, which stops the program."""
        self._hang_up()
        if self._remote is None:
            self._remote = Remote(self.port, self._program)
        return self._remote

    # While the program runs

    def restart_program(self) -> Talk:
        """Reset the device, and connect to its program."""
        self._hang_up()
        (self._remote or Remote(self.port, self._program, alive=True)).restart()
        self._remote = None
        return self.talk()

    def talk(self) -> Talk:
        """Return the connection to the program, which may still be starting.

        Raises Silent if the program does not answer.
        """
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
        """Run code between two passes of the program's main loop.

        `then` runs just before the program resumes. The method returns the printed (name, value) pairs, and
        everything that the code printed.
        """
        self._hang_up()
        indented = "\n".join("    " + line for line in code.splitlines())
        for tries in range(TRIES):
            board = Remote(self.port, self._program, alive=True)
            said = board.exec(f"{inside.INSIDE}{indented}\n")
            rows = [line.rstrip("\r")[2:] for line in said.split("\n") if line.startswith("@ ")]
            if "here" in rows:
                board.exec_detached(then + GO_ON)
                return facts(rows, self.port), said
            board.restart()
            time.sleep(2.0 * (tries + 1))
        raise Silent

    def close_connections(self) -> None:
        """Close the connections, because the port disappears.

        The next call opens the port again.
        """
        self._hang_up()
        self._remote = None

    def _hang_up(self) -> None:
        if self._talk is not None:
            self._talk.close()
            self._talk = None
