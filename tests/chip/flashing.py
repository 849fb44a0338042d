"""`make flash` on the chip: the real tool and the real mpremote, over the emulated USB.

First onto an empty board, then an update of one game; each once whole, and once with the power cut in the middle, after
which the same command has to mend it. What a player has on the device must stay.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from host_tools.building import build, image
from host_tools.building.image import FileSystem
from host_tools.device import flash as tool
from simulator.board import VirtualBoard
from simulator.paths import ROOT
from tests.chip import chip, port
from tests.chip.measure import Device

SETTLED_MS = 1000
# What a checkout needs to be flashed from.
_SOURCES = ("firmware", "boards")
_CHANGED = "firmware/gobelet/games/dice/fr.txt"
_DATA = {"data/kept": b"a player's own\n" * 40}


@dataclass(frozen=True)
class Step:
    what: str
    good: bool
    detail: str


def checkout(folder: Path) -> Path:
    """A copy of the sources, to change them."""
    for name in _SOURCES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def change(root: Path) -> None:
    """One text of one game is another one."""
    path = root / _CHANGED
    text = path.read_text(encoding="utf-8")
    changed = re.sub(r"^(\w+) = .*$", r"\1 = Autre", text, count=1, flags=re.MULTILINE)
    if changed == text:
        raise ValueError(f"{_CHANGED} has no text")
    path.write_text(changed, encoding="utf-8")


class Bench:
    """A board whose flash goes from step to step."""

    def __init__(self, device: Device, folder: Path) -> None:
        self.device = device
        self.folder = folder
        self.flash = image.flash(device.firmware, None)
        self.erased = 0

    def files(self) -> dict[str, bytes]:
        return FileSystem(image=self.flash[image.start(image.PICO) :]).files()

    def put_data(self) -> None:
        files = FileSystem(image=self.flash[image.start(image.PICO) :])
        for path, data in _DATA.items():
            files.put(path, data)
        self.flash = image.flash(self.device.firmware, files)

    def run(self, root: Path, cut: int = 0) -> tuple[int, port.Port]:
        """`make flash` from these sources. Its exit code, and the port that it spoke to."""
        with port.Port(self.device.rom, self.flash, self.folder / "port", cut) as board:
            code = tool.main(["--port", board.path], root=root)
        self.flash = board.flash
        return code, board

    def started(self) -> bytes:
        """The panel when the board has started."""
        session = chip.play(self.device.rom, self.flash, [{"settle": SETTLED_MS}])
        self.flash = session.flash
        return session.picture

    def whole(self, made: build.Build) -> bool:
        """Whether all of a build is there as it should be, and with the mark that it is complete."""
        there = self.files()
        wanted = {entry.path: (made.folder / entry.path).read_bytes() for entry in made.entries}
        wanted[build.READY] = made.id.encode()
        ours = {path: data for path, data in there.items() if path.partition("/")[0] in tool.OURS}
        return ours == wanted

    def kept(self) -> bool:
        there = self.files()
        return all(there.get(path) == data for path, data in _DATA.items())


def play(device: Device, folder: Path) -> Iterator[Step]:
    bench = Bench(device, folder)
    root = checkout(folder / "checkout")
    first = build.build(folder / "first" / "tree", root=root, native=True)
    yield from _both(bench, "onto an empty board", root, first, bench.flash)
    bench.put_data()
    before = bench.flash
    change(root)
    second = build.build(folder / "second" / "tree", root=root, native=True)
    yield from _both(bench, "an update of one game", root, second, before)
    yield Step("the player's data", bench.kept(), "as before")


def _both(bench: Bench, what: str, root: Path, made: build.Build, before: bytes) -> Iterator[Step]:
    code, board = bench.run(root)
    whole = bench.whole(made)
    count = board.operations()
    seconds = sum(event["t"] for event in board.events() if "end" in event) / 1000
    detail = f"{len(made.entries)} files, {count} erasures and writes of flash, {seconds:.0f} s of the chip"
    yield Step(f"flash {what}", code == 0 and whole, detail)
    desk = VirtualBoard()
    desk.gauge.usb = True
    desk.run(SETTLED_MS)
    panel = bench.started()
    if not bench.files().keys() & set(_DATA):
        yield Step("it starts", panel == desk.picture(), "the panel is the desk's")
    else:
        yield Step("it starts", any(panel), "something is on the panel")
    bench.flash = before
    code, board = bench.run(root, cut=count // 2)
    stopped = code != 0 and board.dead
    yield Step(f"the power is cut, {what}", stopped, f"at {count // 2} of {count} erasures and writes")
    asks = build.READY not in bench.files()
    panel = bench.started()
    yield Step("it starts", any(panel), "asks to be flashed again" if asks else "with what is whole")
    code, _ = bench.run(root)
    yield Step("flash again", code == 0 and bench.whole(made), "all is there")
