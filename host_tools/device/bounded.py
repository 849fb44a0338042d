"""A program whose time and output are bounded: what it passes on may come from a device that never ends."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Sequence
from typing import IO

_PART = 1 << 16
_LAST_SECONDS = 10  # from the end of what it says to its own


class TooLate(Exception):
    """It did not end in time."""


class TooMuch(Exception):
    """It said more than `most` bytes."""


def run(command: Sequence[str], seconds: float, most: int) -> tuple[int, str, str]:
    """Exit code, standard output and standard error. It is killed where it takes longer or says more.

    FileNotFoundError if there is no such program.
    """
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        heard = [bytearray(), bytearray()]
        readers = [
            threading.Thread(target=_hear, args=(child, stream, into, most), daemon=True)
            for stream, into in zip((child.stdout, child.stderr), heard, strict=True)
        ]
        for reader in readers:
            reader.start()
        end = time.monotonic() + seconds
        try:
            for reader in readers:
                reader.join(max(0.0, end - time.monotonic()))
            if any(reader.is_alive() for reader in readers):
                raise TooLate
            child.wait(_LAST_SECONDS)
        except subprocess.TimeoutExpired:
            raise TooLate from None
        finally:
            child.kill()  # it has ended already, or must
            for reader in readers:
                reader.join()
        if max(map(len, heard)) > most:
            raise TooMuch
    out, err = (said.decode("utf-8", "replace") for said in heard)
    return child.returncode, out, err


def _hear(child: subprocess.Popen[bytes], stream: IO[bytes], into: bytearray, most: int) -> None:
    while part := stream.read1(_PART):  # type: ignore[attr-defined]
        into += part
        if len(into) > most:
            child.kill()
            return
