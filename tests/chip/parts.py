"""Where a start goes: when the device opens each module and asset of its packs, in the chip's own time.

The firmware is built once more, with packs that note the time at each opening. What a module takes is the time until
the next one is opened: to read it, to run it, and what is done with it then.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from host_tools.building import build
from tests.chip import chip, desk, scenario
from tests.chip.chip import ChipError
from tests.chip.measure import Device
from tests.chip.sources import replaced

_PACKS = "firmware/gobelet_packs.py"
_OPEN = "    def open(self, path: str, mode: str) -> Any:\n"
_ASSET = "    def asset(self, name: str) -> IO[bytes]:\n"
_NOTED = (
    ("\npacks: ", "\nopened = []\npacks: "),
    (_OPEN, f"{_OPEN}        note(path)\n"),
    (_ASSET, f"{_ASSET}        note(name)\n"),
    (
        "\n\ndef damaged(",
        "\n\ndef note(what):\n    from time import ticks_us\n\n    opened.append((what, ticks_us()))\n"
        "\n\ndef damaged(",
    ),
)
# The device has other names for these: see `scenario`.
_ASK = "import gobelet_packs as p;print('opened',p.<gobelet_packs opened>,'.')\r\n"
_TOLD = "] .\r\n"
_PAIR = re.compile(r"\('([^']+)', (\d+)\)")


@dataclass(frozen=True)
class Part:
    what: str  # a module or an asset
    begins: float  # milliseconds from the reset
    ms: float  # until the next one begins; the last one ends with the picture


def sources(folder: Path, root: Path = build.ROOT) -> Path:
    """A copy of the sources whose packs note what they open; it returns `folder`."""
    return replaced(folder, _PACKS, _NOTED, root)


def play(device: Device, name: str) -> list[Part]:
    """Start from the data of a scenario. device: with a firmware of these `sources`."""
    data = desk.with_settings(desk.state(scenario.load(name, desk.hold_ms()).state), device.chosen)
    steps = device.typed([
        {"shown": scenario.SHOWN_MS},
        {"wait": 1},
        {"type": "\x03", "until": scenario.STOPPED},
        {"type": _ASK, "until": _TOLD},
    ])  # fmt: skip
    session = chip.play(device.rom, device.flash(data), steps)
    return parts(session.said()[-1][1], session.began(1) - scenario.SHOWN_MS)


def parts(told: str, shown: float) -> list[Part]:
    """What the device tells, with the time at which the picture was there."""
    opened = [
        (what.removesuffix(".mpy").lstrip("/").replace("/", "."), int(at) / 1000)
        for what, at in _PAIR.findall(told.replace("\r\n", ""))
    ]
    opened = [each for each in opened if each[1] < shown]
    if not opened:
        raise ChipError(f"the packs told of nothing that was opened: {told[-200:]!r}")
    ends = [begins for _, begins in opened[1:]] + [shown]
    return [Part(what, begins, end - begins) for (what, begins), end in zip(opened, ends, strict=True)]


def table(found: Sequence[tuple[str, list[Part]]]) -> str:
    """The parts of each start, one start beside the other."""
    lines = []
    for name, each in found:
        first = Part("MicroPython, and the packs", 0, each[0].begins)
        shown = each[-1].begins + each[-1].ms
        lines += [f"`{name}`, {shown:.0f} ms:", "", "| from ms | ms | opened |", "|--:|--:|---|"]
        lines += [f"| {one.begins:.0f} | {one.ms:.1f} | {one.what} |" for one in (first, *each)]
        lines.append("")
    return "\n".join(lines)
