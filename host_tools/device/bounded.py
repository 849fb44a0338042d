"""Run a program with limits on its time and its output.

A faulty device can make mpremote wait forever, or print without end.
"""

from __future__ import annotations

import math
import os
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

_PART = 1 << 16
_LAST_SECONDS = 10  # maximum number of seconds from the end of the program's output to its exit


class TooLate(Exception):
    """The program was killed, because it exceeded a limit on time."""


class TooMuch(Exception):
    """The program was killed, because it exceeded the limit on output."""


def environment() -> dict[str, str]:
    """Return the environment variables for mpremote.

    mpremote searches its configuration in the user's home folder, and fails for a user without a home folder. For
    such a user, the configuration folder XDG_CONFIG_HOME is os.devnull.
    """
    try:
        Path.home()
    except RuntimeError:
        return {**os.environ, "XDG_CONFIG_HOME": os.devnull}
    return dict(os.environ)


def run(command: Sequence[str], seconds: float, most: int, silent: float = math.inf) -> tuple[int, str, str]:
    """Run a program, and return its exit code, standard output and standard error.

    seconds   maximum duration of the program, in seconds
    most      maximum size of standard output and of standard error, in bytes each
    silent    maximum time without output, in seconds

    If the program exceeds a limit, the function kills the program, and raises TooLate or TooMuch. Raises
    FileNotFoundError if the program does not exist.
    """
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        heard = [bytearray(), bytearray()]
        # Time of the program's last output. It is in a list, so that the threads can change it.
        last = [time.monotonic()]
        readers = [
            threading.Thread(target=_read_stream, args=(child, stream, into, most, last), daemon=True)
            for stream, into in zip((child.stdout, child.stderr), heard, strict=True)
        ]
        end = time.monotonic() + seconds
        try:
            for reader in readers:
                reader.start()
            _wait_for(readers, lambda: min(end, last[0] + silent))
            child.wait(_LAST_SECONDS)
        except subprocess.TimeoutExpired:
            raise TooLate from None
        finally:
            child.kill()  # without effect if the program has ended
            for reader in readers:
                if reader.ident is not None:  # Ctrl-C may arrive before the thread has started
                    reader.join()
        if max(map(len, heard)) > most:
            raise TooMuch
    out, err = (said.decode("utf-8", "replace") for said in heard)
    return child.returncode, out, err


def _wait_for(readers: Sequence[threading.Thread], until: Callable[[], float]) -> None:
    """Wait until all threads in `readers` have ended.

    Raises TooLate at the time that `until` returns. Each call of `until` may return a later time.
    """
    for reader in readers:
        while reader.is_alive() and (left := until() - time.monotonic()) > 0:
            reader.join(left)
    if any(reader.is_alive() for reader in readers):
        raise TooLate


def _read_stream(
    child: subprocess.Popen[bytes], stream: IO[bytes], into: bytearray, most: int, last: list[float]
) -> None:
    try:
        while part := stream.read1(_PART):  # type: ignore[attr-defined]
            last[0] = time.monotonic()
            into += part
            if len(into) > most:
                child.kill()
                return
    except ValueError:
        pass  # Ctrl-C closed the stream before this thread read it
