"""MicroPython's build for this desk's system as a child process: words of 64 bits, and three times as fast as
WebAssembly, which `wasm` has.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host_tools.building.strip_types import stripped
from tests.micropython.wasm import Call

FIRMWARE = Path(__file__).parents[2] / "firmware"
# A folder is the whole file system.
BEFORE = """
import json, os, sys
os.umount("/")
os.mount(os.VfsPosix(sys.argv[1]), "/")
os.chdir("/")
sys.path[:] = ["/", ".frozen"]
"""
# Functions are called as they are read.
BEHIND = """
for _line in sys.stdin:
    _name, *_parameters = json.loads(_line)
    print("\\x01" + json.dumps(globals()[_name](*_parameters)))
"""


class UnixError(Exception):
    """Python raised an exception. `done` are the results of the calls before."""

    def __init__(self, message: str, done: list[tuple[Any, list[str]]]) -> None:
        super().__init__(message)
        self.done = done


def binary() -> Path | None:
    """MicroPython as it was installed; None where there is none for this kind of machine."""
    path = Path(sys.executable).with_name("micropython")
    return path if path.exists() else None


@cache
def _firmware() -> TemporaryDirectory[str]:
    """The firmware's sources without their types; the folder goes when the tests end."""
    folder = TemporaryDirectory(prefix="gobelet-firmware-")
    for path in sorted(FIRMWARE.rglob("*.py")):
        to = Path(folder.name) / path.relative_to(FIRMWARE)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(stripped(path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def run(script: str | Path, *arguments: str, heap: int | None = None, timeout: float = 60) -> str:
    """What a script, a path or source text, prints with the firmware on its path."""
    options = [] if heap is None else ["-X", f"heapsize={heap}"]
    what = [str(script)] if isinstance(script, Path) else ["-c", script]
    done = subprocess.run(
        [str(binary()), *options, *what, *arguments],
        env={**os.environ, "MICROPYPATH": f"{_firmware().name}:.frozen"},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def calls(calls: Iterable[Call], folder: Path, source: str) -> list[tuple[Any, list[str]]]:
    """Call functions that `source` defines. For each: its result, and the lines that it printed."""
    found = subprocess.run(
        [str(binary()), "-X", "heapsize=4M", "-c", BEFORE + source + BEHIND, str(folder)],
        input="".join(json.dumps(list(call)) + "\n" for call in calls),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    done: list[tuple[Any, list[str]]] = []
    lines: list[str] = []
    for line in found.stdout.splitlines():
        if line.startswith("\x01"):
            done.append((json.loads(line[1:]), lines))
            lines = []
        else:
            lines.append(line)
    if found.returncode:
        raise UnixError("\n".join([*lines[-20:], found.stderr]).strip(), done)
    return done
