"""`make flash` of plain files on the chip: the real tool and the real mpremote, over the emulated USB.

The tool flashes all files onto a published MicroPython, then an update of one game. Each is done without a
fault, and with a power cut in the middle; then the same command must finish the work. The files of the player
must stay.
"""

from __future__ import annotations

import contextlib
import io
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from host_tools.building import build, image
from host_tools.building.image import FileSystem
from host_tools.device import copy_plain, flash
from simulator.board import VirtualBoard
from simulator.paths import ROOT
from tests.chip import port
from tests.chip.device import Device

SETTLED_MS = 1000
# The parts of a checkout that a flash needs.
_SOURCES = ("firmware", "boards")
GAME = "dice"
GAMES = ("dice", "counters", "trinytia", "trireme")  # as many as fit a Pico's storage with its data
_DATA = {"data/kept": b"a player's own\n" * 40}


@dataclass(frozen=True)
class Step:
    what: str
    good: bool
    copied: int  # number of files copied
    operations: int  # erasures and writes of flash
    seconds: float  # seconds of the chip's time
    came: str  # the result of the run, or the expected result

    def row(self) -> str:
        figures = f"{self.copied} | {self.operations} | {self.seconds:.0f}"
        return f"| {self.what} | {figures} | {'' if self.good else 'WRONG, not: '}{self.came} |"


HEAD = "| make flash | files copied | erasures and writes of flash | s of the chip | what came of it |"
RULE = "|---|--:|--:|--:|---|"


def format_table(steps: Sequence[Step]) -> str:
    return "\n".join([HEAD, RULE, *(step.row() for step in steps)]) + "\n"


def copy_sources(folder: Path) -> Path:
    """Return a copy of the sources, which a test can change."""
    for name in _SOURCES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def change_text(root: Path, game: str) -> None:
    """Change one text of a game that no start shows."""
    path = root / f"firmware/gobelet/games/{game}/fr.txt"
    text = path.read_text(encoding="utf-8")
    changed = re.sub(r"^(home\.\w+) = .*$", r"\1 = Autre", text, count=1, flags=re.MULTILINE)
    if changed == text:
        raise ValueError(f"{path} has no such text")
    path.write_text(changed, encoding="utf-8")


class Bench:
    """A board whose flash keeps its content from step to step."""

    def __init__(self, device: Device, folder: Path) -> None:
        self.device = device
        self.folder = folder
        self.flash = image.flash(device.firmware, None)

    def system(self) -> FileSystem:
        return FileSystem(image=self.flash[image.file_system_offset(image.PICO) :])

    def files(self) -> dict[str, bytes]:
        return self.system().files()

    def free(self) -> int:
        return image.PICO - self.system().used_blocks

    def put_data(self) -> None:
        files = self.system()
        for path, data in _DATA.items():
            files.put_file(path, data)
        self.flash = image.flash(self.device.firmware, files)

    def run_tool(self, root: Path, what: str, cut: int = 0) -> tuple[int, port.Port, Step]:
        """Run `make flash` from these sources.

        Return its exit code, the port that it used, and the step to report.
        """
        said = io.StringIO()
        board = port.Port(self.device.rom, self.flash, self.folder / "port", cut)
        with board, contextlib.redirect_stdout(said):
            code = flash.main(["--plain", "--port", board.path, "--games", " ".join(GAMES)], root=root)
        print(said.getvalue(), end="", file=sys.stderr, flush=True)
        self.flash = board.flash
        copied = len(re.findall("^copy ", said.getvalue(), re.MULTILINE))
        seconds = sum(event["t"] for event in board.events() if "end" in event) / 1000
        return code, board, Step(what, True, copied, board.operations(), seconds, "")

    def start_picture(self) -> bytes:
        """The picture on the panel after the board has started."""
        session = self.device.play(self.flash, [{"settle": SETTLED_MS}])
        self.flash = session.flash
        return session.picture

    def has_build(self, made: build.Build) -> bool:
        """Tell whether the chip has all files of a build unchanged.

        The chip must also have the mark that the copy is complete.
        """
        there = self.files()
        wanted = {entry.path: (made.folder / entry.path).read_bytes() for entry in made.entries}
        wanted[build.READY] = made.id.encode()
        ours = {path: data for path, data in there.items() if path.partition("/")[0] in copy_plain.OURS}
        return ours == wanted

    def data(self) -> dict[str, bytes]:
        """The files of the player; the device itself writes others beside them."""
        there = self.files()
        return {path: there[path] for path in _DATA if path in there}


def flash_all(device: Device, folder: Path) -> Iterator[Step]:
    bench = Bench(device, folder)
    root = copy_sources(folder / "checkout")
    made = build.build(folder / "first" / "tree", root=root, native=True, games=GAMES)
    yield from _flash_twice(bench, "onto an empty board", root, made, {})
    bench.put_data()
    change_text(root, GAME)
    made = build.build(folder / "second" / "tree", root=root, native=True, games=GAMES)
    yield from _flash_twice(bench, "an update of one game", root, made, bench.data())


def _flash_twice(
    bench: Bench, what: str, root: Path, made: build.Build, data: Mapping[str, bytes]
) -> Iterator[Step]:
    before = bench.flash
    desk = VirtualBoard()
    desk.gauge.usb = True
    desk.run(SETTLED_MS)

    def is_flashed(code: int) -> bool:
        """Tell whether the chip has all files and the player's data after the tool's exit code.

        The chip must also start as a device on the desk does.
        """
        good = code == 0 and bench.has_build(made)
        return bench.start_picture() == desk.picture() and bench.data() == data and good

    code, _, step = bench.run_tool(root, what)
    yield replace(step, good=is_flashed(code), came=f"all is there, and starts; {bench.free()} blocks free")
    bench.flash = before
    code, board, step = bench.run_tool(root, "the power cut half-way", cut=step.operations // 2)
    torn = code != 0 and board.dead and build.READY not in bench.files()
    panel = bench.start_picture()
    good = torn and any(panel) and panel != desk.picture() and bench.data() == data
    yield replace(step, good=good, came="it says that it must be flashed again")
    code, _, step = bench.run_tool(root, "once more")
    yield replace(step, good=is_flashed(code), came="all is there, and starts")
