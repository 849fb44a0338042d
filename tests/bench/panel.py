"""The panel: what we send against whole frames, and against the least that could be sent."""

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
# Bytes of a digit of 16 px, on two pages: if it becomes one much like it, a 6 for a 5, to send its bytes one by one
# would take more.
DIGIT = 2 * 9
ADDRESS = 0x3C


def full_frame() -> int:
    """Bytes of one `show` of the adafruit driver."""
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


def names() -> list[str]:
    """Names of the lines, without measuring."""
    named = wire.NAMED.stem
    return [
        f"wire, {named}: to whole frames",
        f"wire, {named}: to what changed",
        "wire, all scripts: to whole frames",
        "wire, all scripts: to what changed",
        "wire, any one key: to what changed",
    ]


def lines(scripts: Sequence[Path] | None = None) -> Iterator[Line]:
    """Per interaction: one key with all the pictures that it brings. Bytes are those after the address.

    scripts  those that are played, without which it is all; the lines of all come only then
    """
    of = dict.fromkeys(names())
    frame = full_frame()
    by_script = {}
    for path in wire.scripts() if scripts is None else scripts:
        by_script[path] = wire.measure(path)
        gc.freeze()  # the App collects often: it need not look each time through what the scripts before it left
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
