"""Access to the device under test, alternately through mpremote and the link.

mpremote runs code on the device. The link, Gobelet's protocol over USB, presses device keys and reads pictures.
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

# maximum number of seconds from a reset until the link answers, including the start of the USB port
START_SECONDS = 30.0
TRIES = 4


def facts(rows: Sequence[str], port: str) -> list[tuple[str, Any]]:
    """Parse output lines "(name, value)"; ignore lines that do not begin with "("."""
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
    """The device under test at a serial port.

    Only one program can use a port at a time. Each method therefore closes the connection that it does not need:
    that of mpremote, or that of the link.

    opened  a function that opens the port for the link
    clock   a function that returns this computer's time in seconds; None if it cannot be compared with the
            device's clock
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

    # Methods that stop Gobelet and run code on the device

    def ask_by_name(self, code: str, seconds: float = 0) -> dict[str, Any]:
        """Stop Gobelet, run code on the device, and return the printed values by name."""
        return dict(self.ask_in_order(code, seconds))

    def ask_in_order(self, code: str, seconds: float = 0) -> list[tuple[str, Any]]:
        """Stop Gobelet, run code on the device, and return each printed (name, value)."""
        return facts(self.stop_program().rows(code, seconds), self.port)

    def stop_program(self) -> Remote:
        """Close the link, and return mpremote's connection; its first use stops Gobelet."""
        self._hang_up()
        if self._remote is None:
            self._remote = Remote(self.port, self._program)
        return self._remote

    # Methods that use the running Gobelet

    def restart_program(self) -> Talk:
        """Reset the device, and return the link to Gobelet there."""
        self._hang_up()
        (self._remote or Remote(self.port, self._program, alive=True)).restart()
        self._remote = None
        return self.talk()

    def talk(self) -> Talk:
        """Return the link to Gobelet on the device, which may still be starting.

        Raises Silent if Gobelet does not answer within START_SECONDS.
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
        """Run code on the device between two passes of Gobelet's main loop.

        `then` is code that runs just before the main loop resumes. The method returns the printed pairs
        (name, value), and the whole output of `code`.
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
        """Close both connections before the device's port disappears.

        The next call of another method opens the port again.
        """
        self._hang_up()
        self._remote = None

    def _hang_up(self) -> None:
        if self._talk is not None:
            self._talk.close()
            self._talk = None
