"""The firmware on a MicroPython of 32-bit words, for measuring its heap."""

from __future__ import annotations

from pathlib import Path

from host_tools.building import build
from tests.micropython.wasm import Wasm

HERE = Path(__file__).parent
START = """
import os, sys
os.chdir("/")
import array, binascii, framebuf, time
from heap import *
"""


def heap_device_of(firmware: Path) -> Wasm:
    """Return a MicroPython with a firmware build in its file system, and with the functions of heap.py."""
    python = Wasm()
    python.copy(firmware)
    for name in ("session.py", "heap.py"):
        python.put(f"/{name}", (HERE / name).read_bytes())
    python.run(START)
    return python


def used_bytes(python: Wasm) -> int:
    """Return the bytes in use after a collection."""
    return int(python.calls([["collect"], ["allocated"]])[1][0])


def modules() -> list[str]:
    """Return the names of the device's modules."""
    return [path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in build.sources()]
