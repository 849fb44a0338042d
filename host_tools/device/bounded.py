"""A program whose time and output are bounded: what it passes on may come from a device that never ends."""

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
_LAST_SECONDS = 10  # from the end of what it says to its own


class TooLate(Exception):
    """It did not end in time."""


class TooMuch(Exception):
    """It said more than `most` bytes."""


def environment() -> dict[str, str]:
    """What a program is run with. mpremote looks in the user's home for their commands; who has no home has none."""
    try:
        Path.home()
    except RuntimeError:
        return {**os.environ, "XDG_CONFIG_HOME": os.devnull}
    return dict(os.environ)


def run(command: Sequence[str], seconds: float, most: int, silent: float = math.inf) -> tuple[int, str, str]:
    """Exit code, standard output and standard error. It is killed where it takes longer, says more, or says nothing for
    so many seconds.

    FileNotFoundError if there is no such program.
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
        last = [time.monotonic()]  # when something was heard
        readers = [
            threading.Thread(target=_hear, args=(child, stream, into, most, last), daemon=True)
            for stream, into in zip((child.stdout, child.stderr), heard, strict=True)
        ]
        end = time.monotonic() + seconds
        try:
            for reader in readers:
                reader.start()
            _wait(readers, lambda: min(end, last[0] + silent))
            child.wait(_LAST_SECONDS)
        except subprocess.TimeoutExpired:
            raise TooLate from None
        finally:
            child.kill()  # it has ended already, or must
            for reader in readers:
                if reader.ident is not None:  # Ctrl-C may come before it has begun
                    reader.join()
        if max(map(len, heard)) > most:
            raise TooMuch
    out, err = (said.decode("utf-8", "replace") for said in heard)
    return child.returncode, out, err


def _wait(readers: Sequence[threading.Thread], until: Callable[[], float]) -> None:
    """Wait for all readers; TooLate where that takes longer, `until` being asked anew while something is heard."""
    for reader in readers:
        while reader.is_alive() and (left := until() - time.monotonic()) > 0:
            reader.join(left)
    if any(reader.is_alive() for reader in readers):
        raise TooLate


def _hear(
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
        pass  # Ctrl-C has closed it before this had begun to read: nobody waits for what it says
