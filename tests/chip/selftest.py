"""The self-test on the emulated chip over the emulated USB, with a simulated user.

The self-test runs on a faultless device, then once for each fault of `PLANTED`; each fault must be found and
named.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host_tools.building import build, image
from host_tools.device.selftest import report
from host_tools.device.selftest.__main__ import EMULATED, Run
from host_tools.device.selftest.bench import Bench
from host_tools.device.selftest.results import Result
from simulator import paths
from simulator.board import definition
from simulator.panel import CHIPS, Panel, PanelError
from tests.chip.device import Device
from tests.chip.port import Port

HELD_MS = 700
LATER_MS = 300
# The player's data, which must be intact afterwards.
DATA = {"settings": b"taught=yes\nlanguage=en\n", "names": b"Ana\nBruno\n"}


@dataclass(frozen=True)
class Fault:
    """A planted fault, and the (group, finding) that names it.

    files   additional files on the device.
    board   the board of its board file; the wiring stays that of a Pico with an SSD1306.
    glass   the chip of the panel.
    keys    edges of a key in place of a clean press.
    played  whether the second half is played too.
    """

    name: str
    found: tuple[str, str]
    files: tuple[tuple[str, bytes], ...] = ()
    board: str = ""
    glass: str = "ssd1306"
    keys: Mapping[str, Sequence[tuple[bool, float]]] = ()  # type: ignore[assignment]
    played: bool = False


CLEAN = ((True, LATER_MS), (False, HELD_MS))
# Forty edges within 30 ms.
BOUNCING = (*[(n % 2 == 0, LATER_MS if not n else 1.5) for n in range(21)], (False, HELD_MS))
PLANTED = (
    Fault("a panel with another controller", ("picture", "shifted"), glass="sh1106"),
    Fault("a key that bounces", ("key", "bounces"), keys={"OK": BOUNCING}),
    Fault("a dead key", ("key", "dead"), keys={"BACK": ()}),
    Fault("a full flash", ("storage", "full"), files=(("holiday.bin", b"x" * 720 * 1024),)),
    Fault("a slow clock", ("speed", "slow"), files=(("boot.py", b"import machine\nmachine.freq(48000000)\n"),)),
    Fault("a wrong board file", ("boardfile.pins", "pins"), board="rp2040_zero_ssd1306"),
)  # fmt: skip


class Glass:
    """A panel that ignores unknown commands, as a real one does."""

    def __init__(self, name: str, port: Port) -> None:
        base: Any = CHIPS[name]

        class Lenient(base):  # type: ignore[misc]
            def _take_command(self, byte: int) -> None:
                try:
                    super()._take_command(byte)
                except PanelError:
                    pass

            def _take_data(self, data: bytes) -> None:
                try:
                    super()._take_data(data)
                except PanelError:
                    pass

        self.panel: Panel = Lenient()
        self._port = port
        self._seen = 0

    def picture(self) -> bytes:
        events = self._port.events()
        for event in events[self._seen :]:
            if "wire" in event:
                self.panel.receive(bytes.fromhex(event["wire"]))
        self._seen = len(events)
        return self.panel.picture()


def expected_picture(which: str) -> bytes:
    """Return a correct picture of the self-test."""
    paths.install()
    import framebuf

    buffer = bytearray(1024)
    frame = framebuf.FrameBuffer(buffer, 128, 64, framebuf.MONO_VLSB)
    if which == "frame":
        frame.rect(0, 0, 128, 64, 1)
        frame.hline(52, 32, 24, 1)
        frame.vline(64, 20, 24, 1)
    elif which == "lines":
        for x in range(0, 128, 32):
            frame.fill_rect(x, 0, 16, 64, 1)
    else:
        frame.fill(1)
    return bytes(buffer)


class OnTheChip:
    """The simulated user at the emulated chip."""

    there = True

    def __init__(self, port: Port, fault: Fault | None) -> None:
        self._port = port
        self._keys = dict(fault.keys or {}) if fault else {}
        self._glass = Glass(fault.glass if fault else "ssd1306", port)

    def is_shown(self, which: str) -> bool:
        return self._glass.picture() == expected_picture(which)

    def ask_to_hold(self, key: str) -> None:
        edges = self._keys.get(key, CLEAN)
        self._port.schedule_edges(f"@ press {key}", [(key, down, after) for down, after in edges])

    def volts(self) -> float | None:
        return None

    def has_heard(self) -> bool:
        return True

    def replug(self) -> None:
        self._port.reset()


def run_selftest(
    device: Device, folder: Path, fault: Fault | None, say: Callable[[str], object]
) -> dict[str, Any]:
    """Run the self-test on one device, and return the report."""
    files = image.FileSystem(device.blocks)
    board = fault.board if fault and fault.board else "pico_ssd1306"
    files.put_file("gobelet_board.py", build.board_source(board).encode())
    for name, content in DATA.items():
        files.put_file(f"data/{name}", content)
    for name, content in fault.files if fault else ():
        files.put_file(name, content)
    flash = image.flash(device.firmware, files, device.blocks)
    wired = definition("pico_ssd1306")
    with Port(device.rom, flash, folder / "port", board=wired, hands=True) as port:
        bench = Bench(port.path, clock=None)
        run = Run(bench, OnTheChip(port, fault), folder, "en", say=say)
        run.plays = fault is None or fault.played
        return run.run_checks()


def message_of(result: Result, language: str) -> str:
    """Return finding and remedy of a result."""
    return " ".join(result.sentence_pair(language))


def format_table(seconds: float, rows: Sequence[tuple[str, float, str, str]]) -> str:
    """Format the table: the seconds of a whole self-test, and each fault with its messages."""
    lines = ["| planted | s | said in French | in English |", "|---|--:|---|---|"]
    lines.append(f"| nothing | {seconds:.0f} | | |")
    lines += [f"| {name} | {took:.0f} | {french} | {english} |" for name, took, french, english in rows]
    return "\n".join(lines) + "\n"


def plant_all(
    device: Device, folder: Path, only: Sequence[str] = ()
) -> Iterator[tuple[Fault, Result | None, float]]:
    """Plant each fault, and yield (fault, matching result, seconds)."""
    for number, fault in enumerate(PLANTED):
        if only and fault.name not in only:
            continue
        here = folder / str(number)
        here.mkdir()
        told = run_selftest(device, here, fault, lambda line: None)
        failing = [each for each in report.read_results(told) if each.state == "fails"]
        hit = next(
            (
                each
                for each in failing
                if (each.name.partition(".")[0], each.finding)
                == (fault.found[0].partition(".")[0], fault.found[1])
            ),
            None,
        )
        yield fault, hit, told["seconds"]


def store_report(told: dict[str, Any]) -> None:
    """Store this report as the reference for comparisons."""
    EMULATED.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
