"""Whole sessions give the same frames and files, byte for byte, under MicroPython and on the desk.

MicroPython runs the firmware from .mpy files, built as for the device. `make test` plays a sample of the
sessions. Some sessions have words of 32 bits, as on the Pico; the others have 64 bits, which takes a third of
the time. `make survive` plays all sessions with words of 32 bits.
"""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import pytest

from host_tools.building.build import build
from simulator import paths
from simulator.board import definition, open_asset
from simulator.pictures import LANGUAGES
from tests.micropython.recording import Recording, record_script, record_walk, replay_here, replay_recording
from tests.sweep import case_count, sample_cases

paths.install()
from gobelet.games import GAMES  # noqa: E402

PRESSES = case_count(80, 250)
PICTURES = sorted((paths.SCRIPTS / "pictures").glob("*.txt"))
SCRIPTS = sorted(
    {*paths.SCRIPTS.rglob("*.txt"), *(paths.ROOT / "tests" / "scripts").rglob("*.txt")} - {*PICTURES}
)
PLAYED = sample_cases(SCRIPTS, 6)
PLAYED_32 = sample_cases(PLAYED, 2)
DRAWN = sample_cases(itertools.product(PICTURES, LANGUAGES), 3)
DRAWN_32 = sample_cases(DRAWN, 1)
WALKED_32 = sample_cases(GAMES, 2)


@pytest.mark.sweep
@pytest.mark.parametrize("script", PLAYED, ids=lambda script: script.stem)
def test_a_script_goes_alike(script: Path, firmware: Path) -> None:
    session = record_script(script)
    assert session.frames > 1
    replay_recording(session, firmware, 32 if script in PLAYED_32 else 64)


@pytest.mark.sweep
@pytest.mark.parametrize(("script", "language"), DRAWN, ids=lambda given: getattr(given, "stem", given))
def test_every_picture_is_the_same(script: Path, language: str, firmware: Path) -> None:
    replay_recording(record_script(script, language), firmware, 32 if (script, language) in DRAWN_32 else 64)


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES)
def test_a_walk_through_a_game_goes_alike(game: str, firmware: Path) -> None:
    """The walk has hundreds of presses on all reachable screens, even those that no script opens."""
    session = record_walk(game, PRESSES, LANGUAGES[GAMES.index(game) % 2])
    assert session.frames > PRESSES // 2
    replay_recording(session, firmware, 32 if game in WALKED_32 else 64)


def walk_recording() -> Recording:
    return record_walk("trinytia", PRESSES, LANGUAGES[GAMES.index("trinytia") % 2])


def test_a_recording_has_all_that_reaches_the_app() -> None:
    """A recording and its replay on the desk agree, also over a power cut."""
    for name in ("demo.txt", "pictures/system.txt"):
        replay_here(record_script(paths.SCRIPTS / name), definition(), open_asset)
    replay_here(walk_recording(), definition(), open_asset)


def changed_firmware(tmp_path: Path, module: str, old: str, new: str) -> Path:
    """Return a build of the firmware with one piece of a source replaced."""
    for name in ("firmware", "boards"):
        shutil.copytree(paths.ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    source = tmp_path / "firmware" / module
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new, 1), encoding="utf-8")
    return build(tmp_path / "build" / "pico_ssd1306", root=tmp_path).folder


RULES = "gobelet/games/trinytia/rules/combat.py"
LAST = "    return base, False, max(0, -(-(base * times) // by) + flat)"
PLANTED = {
    "a method that only CPython's strings have": (
        LAST,
        LAST.replace("flat)", 'int(str(flat).rjust(9, "0")))'),
        "AttributeError: 'str' object has no attribute 'rjust'",
    ),
    "trust in the order of a dict": (
        LAST,
        '    first = list({"h": flat, "g": 0, "f": 1, "e": 2, "d": 3})[0]\n'
        + LAST.replace("flat)", "flat) + (first != 'h')"),
        "first pictures that differ",
    ),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_rule_that_only_cpython_follows_is_found(what: str, firmware: Path, tmp_path: Path) -> None:
    """On the computer the planted lines have no effect.

    The replay finds these lines, and reports the place of each.
    """
    old, new, found = PLANTED[what]
    session = record_script(paths.ROOT / "tests" / "scripts" / "trinytia_why.txt")
    replay_recording(session, firmware, 64)
    with pytest.raises(AssertionError) as failure:
        replay_recording(session, changed_firmware(tmp_path, RULES, old, new), 64)
    said = str(failure.value)
    assert "trinytia_why.txt:" in said and found in said
    pictures = [line.split(" | ") for line in said.splitlines() if line.count(" | ") == 1][1:]
    assert len(pictures) == 16
    assert [left for left, _ in pictures] != [right for _, right in pictures]
    assert all(len(side) == 64 for pair in pictures for side in pair)
