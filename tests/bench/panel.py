"""The bytes sent to the panel, compared with whole frames and with the bytes that changed."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from simulator.bus import Bus
from simulator.panel import Ssd1306
from tests.bench import wire
from tests.bench.line import Line
from tests.blinka import BlinkaBus

OVER_SCRIPT = 1.5
ONE_INTERACTION = 2.5
# Bytes of a 16 px digit on two pages. If a digit changes into a similar one (6 to 5), sending its changed
# bytes one by one would take more.
DIGIT = 2 * 9
ADDRESS = 0x3C


def full_frame() -> int:
    """Return the bytes of one `show` of the adafruit driver."""
    ours = sys.modules.pop("framebuf", None)
    sys.modules["framebuf"] = None  # type: ignore[assignment]
    try:
        import adafruit_ssd1306
    finally:
        del sys.modules["framebuf"]
        if ours is not None:
            sys.modules["framebuf"] = ours
    bus = Bus()
    bus.attach(ADDRESS, Ssd1306())
    driver = adafruit_ssd1306.SSD1306_I2C(128, 64, BlinkaBus(bus), addr=ADDRESS)
    before = bus.sent
    driver.show()
    return bus.sent - before


def line_names() -> list[str]:
    """Return the names of the lines, without measuring."""
    named = wire.NAMED.stem
    return [
        f"wire, {named}: to whole frames",
        f"wire, {named}: to what changed",
        "wire, all scripts: to whole frames",
        "wire, all scripts: to what changed",
        "wire, any one key: to what changed",
    ]


def measure_lines(scripts: Sequence[Path] | None = None) -> Iterator[Line]:
    """Yield the lines: each is about interactions, that is, a key with all its frames.

    Bytes exclude the address.

    scripts: the scripts to play; the lines about all scripts are left out then
    """
    of = dict.fromkeys(line_names())
    frame = full_frame()
    by_script = {}
    for path in wire.script_files() if scripts is None else scripts:
        by_script[path] = wire.measure_script(path)
        gc.freeze()  # the App collects garbage often; `freeze` exempts the objects of earlier scripts
    every = [each for found in by_script.values() for each in found]
    names_left = iter(of)
    for some in (by_script[wire.NAMED], every) if scripts is None else (by_script[wire.NAMED],):
        count = len(some)
        sent = sum(each.sent for each in some) / count
        frames = sum(each.frames for each in some) / count
        changed = sum(each.changed for each in some) / count
        whole = f"adafruit_ssd1306, {frame} a frame"
        yield Line(next(names_left), "bytes after the address, a key", sent, frames * frame, whole, 1.0)
        yield Line(
            next(names_left),
            "bytes after the address, a key",
            sent,
            changed,
            "the bytes that changed",
            OVER_SCRIPT,
            True,
        )
    if scripts is not None:
        return
    worst = max(
        (each for each in every if each.sent > DIGIT), key=lambda each: each.sent / max(each.changed, 1)
    )
    yield Line(
        next(names_left),
        "bytes after the address",
        worst.sent,
        worst.changed,
        "the bytes that changed",
        ONE_INTERACTION,
        True,
        DIGIT,
        worst.where,
    )
