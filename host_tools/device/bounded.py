"""Run a program with limits on time and output.

The limits are needed because a faulty device may never stop sending.
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
_LAST_SECONDS = 10  # seconds that the program has to exit after the end of its output


class TooLate(Exception):
    """The program did not end in time."""


class TooMuch(Exception):
    """The program printed more than `most` bytes."""


def environment() -> dict[str, str]:
    """Return the environment for mpremote.

    mpremote reads its commands from the user's home. Without a home, the configuration folder of mpremote is
    set to os.devnull.
    """
    try:
        Path.home()
    except RuntimeError:
        return {**os.environ, "XDG_CONFIG_HOME": os.devnull}
    return dict(os.environ)


def run(command: Sequence[str], seconds: float, most: int, silent: float = math.inf) -> tuple[int, str, str]:
    """Run a program, and return its exit code, standard output and standard error.

    seconds   time limit
    most      limit of each output in bytes
    silent    limit of the time without output, in seconds

    The program is killed at a limit; then TooLate or TooMuch is raised. Raises FileNotFoundError if the
    program does not exist.
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
        last = [time.monotonic()]  # time of the program's last output, in a list that the readers change
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
            child.kill()  # the process has ended, or must end now
            for reader in readers:
                if reader.ident is not None:  # Ctrl-C may arrive before the thread has started
                    reader.join()
        if max(map(len, heard)) > most:
            raise TooMuch
    out, err = (said.decode("utf-8", "replace") for said in heard)
    return child.returncode, out, err


def _wait_for(readers: Sequence[threading.Thread], until: Callable[[], float]) -> None:
    """Wait until all readers have ended.

    Raises TooLate at the time that `until` returns, which each output postpones.
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
        pass  # Ctrl-C closed the stream before this thread read it; its output is not needed
