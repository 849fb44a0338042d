"""MicroPython's unix build as a child process: 64-bit words, three times as fast as WebAssembly.

A script's heap holds each name that it reads: of a module, a file, a folder. Each child therefore works in a
`linked_folder`, where all names have the same length on every computer. So the path of the tests changes no
measurement.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host_tools.building.strip_types import strip
from tests.micropython.wasm import Call

HERE = Path(__file__).resolve().parent
FIRMWARE = HERE.parents[1] / "firmware"
# One folder of the place is the whole file system.
BEFORE = """
import json, os, sys
os.umount("/")
os.mount(os.VfsPosix("device"), "/")
os.chdir("/")
sys.path[:] = ["/", ".frozen"]
"""
# Calls each function when its line is read.
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


def micropython_path() -> Path | None:
    """Return the installed MicroPython, or None if there is none for this kind of machine."""
    path = Path(sys.executable).with_name("micropython")
    return path if path.exists() else None


@cache
def _untyped_firmware() -> TemporaryDirectory[str]:
    """Return a folder with the firmware's sources without their types, deleted when the tests end."""
    folder = TemporaryDirectory(prefix="gobelet-firmware-")
    for path in sorted(FIRMWARE.rglob("*.py")):
        to = Path(folder.name) / path.relative_to(FIRMWARE)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(strip(path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


@contextmanager
def linked_folder(files: Mapping[str, Path]) -> Iterator[str]:
    """Yield a temporary folder with links to these files and folders.

    The path of the folder has the same length on every computer.
    """
    with TemporaryDirectory(prefix="gobelet-", dir="/tmp") as folder:
        for name, path in files.items():
            link = Path(folder, name)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path.absolute())
        yield folder


def run_script(
    script: str | Path,
    *arguments: str,
    files: Mapping[str, Path] | None = None,
    heap: int | None = None,
    timeout: float = 600,
) -> str:
    """Run a script (a path or source text) with the firmware on its path; return its output.

    The script runs in a `linked_folder` with these `files`. The script can import modules of its own folder; source
    text can import those of this folder.
    """
    options = [] if heap is None else ["-X", f"heapsize={heap}"]
    what, beside = (["-c", script], HERE) if isinstance(script, str) else (["-m", script.stem], script.parent)
    with linked_folder(
        {"firmware": Path(_untyped_firmware().name), "scripts": beside, **(files or {})}
    ) as folder:
        done = subprocess.run(
            [str(micropython_path()), *options, *what, *arguments],
            cwd=folder,
            env={**os.environ, "MICROPYPATH": f"{folder}/scripts:{folder}/firmware:.frozen"},
            capture_output=True,
            encoding="utf-8",
            timeout=timeout,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def call_functions(calls: Iterable[Call], device: Path, source: str) -> list[tuple[Any, list[str]]]:
    """Call functions that `source` defines; the folder `device` is the file system.

    Return for each call its result and the lines that it printed.
    """
    with linked_folder({"device": device}) as folder:
        found = subprocess.run(
            [str(micropython_path()), "-X", "heapsize=4M", "-c", BEFORE + source + BEHIND],
            cwd=folder,
            # the default path would contain folders of the user's home
            env={**os.environ, "MICROPYPATH": ""},
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
