"""Forks of a process that has already imported mpremote.

The start of Python and the import of mpremote take several times as long as most commands, and the tests run
hundreds of them.

    with forking():
        ...   # `bounded.run` forks its mpremote here

A fork gets the arguments, folder, environment and pipes that a new process would get. Two kinds of commands
still start a new process. One ends the program of a board that was just connected: the board needs that time
to start. The others run in processes that a test starts itself.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import SimpleNamespace, TracebackType
from typing import Any

NUMBER = 4  # bytes of a number; a fork sends its process id, then its exit code


# In the process that imported mpremote.


def serve_forks(desk: socket.socket) -> None:
    """Start a fork for each message, until the socket closes."""
    import mpremote.main  # type: ignore[import-untyped]  # noqa: F401

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nothing = os.open(os.devnull, os.O_RDONLY)
    while True:
        asked, ends, _, _ = socket.recv_fds(desk, 1 << 20, 3)
        if not asked:
            return
        if not os.fork():
            desk.close()
            for end, place in zip((nothing, *ends), (0, 1, 2), strict=False):
                os.dup2(end, place)
            run_mpremote(**json.loads(asked), told=ends[2])
        for end in ends:
            os.close(end)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def run_mpremote(words: list[str], folder: str, environment: dict[str, str], told: int) -> None:
    """Run `python -m mpremote` to its end."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.write(told, os.getpid().to_bytes(NUMBER, "big"))
    code = 1
    try:
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv[:] = ["mpremote", *words]
        runpy.run_module("mpremote", run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        else:
            code = end.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os.write(told, code.to_bytes(NUMBER, "big"))
        os._exit(code)


# In the process of the tests.


class Fork:
    """The part of Popen that `bounded` uses."""

    def __init__(self, forks: socket.socket, words: Sequence[str], environment: Mapping[str, str]) -> None:
        self.returncode: int | None = None
        out, err, self._told = os.pipe(), os.pipe(), os.pipe()
        self.stdout, self.stderr = os.fdopen(out[0], "rb"), os.fdopen(err[0], "rb")
        asked = {"words": [*words], "folder": os.getcwd(), "environment": dict(environment)}
        ends = [out[1], err[1], self._told[1]]
        socket.send_fds(forks, [json.dumps(asked).encode()], ends)
        for end in ends:
            os.close(end)
        self._pid = int.from_bytes(os.read(self._told[0], NUMBER), "big")

    def kill(self) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    def wait(self, seconds: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._told[0]], [], [], seconds)[0]:
                raise subprocess.TimeoutExpired("mpremote", seconds or 0)
            said = os.read(self._told[0], NUMBER)
            self.returncode = int.from_bytes(said, "big") if said else -signal.SIGKILL
            os.close(self._told[0])
        return self.returncode

    def __enter__(self) -> Fork:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stdout.close()
        self.stderr.close()
        self.wait()


@contextmanager
def run_in_forks() -> Iterator[None]:
    """Run mpremote in forks during the context."""
    from host_tools.device import bounded, remote

    desk, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    forks: list[subprocess.Popen[bytes]] = []

    def start_fork(command: Sequence[str], **given: Any) -> Fork | subprocess.Popen[bytes]:
        program = len(remote.PROGRAM)
        if tuple(command[:program]) != remote.PROGRAM or "resume" not in command:
            return subprocess.Popen(command, **given)
        if not forks:
            forks.append(
                subprocess.Popen(
                    [sys.executable, "-P", __file__, str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                )
            )
            theirs.close()
        return Fork(desk, command[program:], given["env"])

    plain = bounded.subprocess
    bounded.subprocess = SimpleNamespace(  # type: ignore[assignment]
        Popen=start_fork,
        DEVNULL=subprocess.DEVNULL,
        PIPE=subprocess.PIPE,
        TimeoutExpired=subprocess.TimeoutExpired,
    )
    try:
        yield
    finally:
        bounded.subprocess = plain
        desk.close()
        for process in forks:
            process.wait()


if __name__ == "__main__":
    serve_forks(socket.socket(fileno=int(sys.argv[1])))
