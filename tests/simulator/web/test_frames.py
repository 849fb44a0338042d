"""Scripts of the simulator on the page's machine in Chromium: every picture equals the one of CPython."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from simulator import paths
from simulator.panel import CHIPS
from tests.micropython.recording import Recording, record_script
from tests.simulator.web.browser import Browser, Site
from tests.sweep import sample_cases

TESTED = paths.ROOT / "tests" / "scripts"
SCRIPTS = [
    paths.SCRIPTS / "demo.txt",
    TESTED / "trinytia_game.txt",
    TESTED / "trireme_ships.txt",
    TESTED / "trinites_evening.txt",
    TESTED / "mystria_initiation.txt",
]
LONG = [TESTED / "dice_fair.txt"]  # rolls thousands of dice


def frame_sums(recording: Recording) -> list[int]:
    """Return the checksum of the panel's picture after each call."""
    panel = CHIPS[recording.chip]()
    found = []
    for event in recording.events:
        if event.call[0] == "boot":
            panel = CHIPS[recording.chip]()
        for line in event.lines:
            if line.startswith("wire "):
                panel.receive(bytes.fromhex(line[5:]))
        found.append(zlib.crc32(panel.picture()))
    return found


@pytest.mark.sweep
@pytest.mark.parametrize(
    "script", [*sample_cases(SCRIPTS, 1), *sample_cases(LONG, 0)], ids=lambda script: script.stem
)
def test_a_script_shows_the_same_pictures(script: Path, browser: Browser, site: Site) -> None:
    recording = record_script(script)
    expected = frame_sums(recording)
    assert len(set(expected)) > 5
    there = browser.play("replay", {"url": site.url, "calls": [event.call for event in recording.events]})
    assert len(there) == len(expected)
    other = [event.where for event, a, b in zip(recording.events, expected, there, strict=True) if a != b]
    assert other == [], f"{len(other)} pictures differ, the first at {other[0]}"
