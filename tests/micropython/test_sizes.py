"""What the firmware takes on flash. `python -m host_tools.building.build --sizes` prints the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from littlefs import LittleFS

from host_tools.building import texts
from simulator import paths
from tests.games.own_tests import with_tests
from tests.micropython.weigh import things

paths.install()
from gobelet.games import GAMES  # noqa: E402

KB = 1000
ROOM = 1.1  # a budget reports what grew; a test fails only beyond a tenth more
# More than half of it is the journal: what plays, and what reads all that a device may have written.
CORE = 25_500  # 3 500 are the odds of free dice, which games that are text have too
# All that every game needs, core and link included, and what reads games of an earlier version.
# 6 000 make room: names, modules and figures that lie in flash or are given back. 4 000 are what second parts of
# modules take besides, so that a start does without them. With 500 of it two games ask.
# 1 700 let keys act once more where memory was full, behind a start if need be; 400 keep what no journal has from being
# done so twice, or made again behind another change.
SHARED = 137_000
# All of the link, and of the QR codes and the proofs beside it: five blocks of a Pico W.
LINK = 20_000
LINKED = ("/link/", "/device/serial.", "/ui/code.", "/ui/qr.", "/core/proof.", "/ui/proof.")
# Each game, its modules and its texts in both languages, as its pack has them: how much of it is in memory at once,
# tests/micropython/test_heap.py holds.
GAME = (
    140_800  # 170 are what the build works out of printed tables, 300 what a start into a fight does without
)
OWN = 28 * 1024  # what plays games that are text, its screens and texts
TEXTS = 144_000  # of all games and the system; one more changes a little how those of all are encoded

# They all lie on flash, though, in packs of whole blocks, with both languages. A Pico W has the smaller file system;
# its players are to have so much of it. Where there is no room for a pack beside
# the old one, an update lets that give way first. (The free space that `doctor` prints is less than there is:
# MicroPython counts each folder's blocks twice.)
BLOCK = 4096
PICO_W = 848 * 1024 // BLOCK
PLAYERS = 96 * 1024 // BLOCK


@pytest.fixture(scope="module")
def sizes(firmware: Path) -> dict[str, int]:
    return {name: len(data) for name, data in things(firmware).items() if name.endswith(".mpy")}


def check(found: dict[str, int], limit: int) -> None:
    largest = sorted(found.items(), key=lambda each: -each[1])
    table = "\n".join(f"{size:>7} {path}" for path, size in largest)
    assert 0 < sum(found.values()) <= limit * ROOM, f"{sum(found.values())} bytes of {limit}\n{table}"


def test_the_core(sizes: dict[str, int]) -> None:
    check({path: size for path, size in sizes.items() if path.startswith("/core/")}, CORE)


def test_what_every_game_needs(sizes: dict[str, int]) -> None:
    check({path: size for path, size in sizes.items() if not path.startswith("/games/")}, SHARED)


def test_the_link(sizes: dict[str, int]) -> None:
    found = {path: size for path, size in sizes.items() if path.startswith(LINKED)}
    assert {"/link/port.mpy", "/device/serial.mpy", "/ui/qr.mpy"} <= found.keys()
    check(found, LINK)


@pytest.mark.parametrize("game", GAMES)
def test_a_game(game: str, firmware: Path) -> None:
    check({path: len(data) for path, data in things(firmware, game).items()}, GAME)


def test_what_plays_the_games_that_are_text(firmware: Path) -> None:
    """Each of these is a file of 8 KB at most besides: see tests/host_tools/own."""
    check({path: len(data) for path, data in things(firmware, "own").items()}, OWN)


def test_the_texts(firmware: Path) -> None:
    """Those of a game that has just been begun count in its pack."""
    begun = tuple(f"{game}." for game in texts.listed() if game not in with_tests())
    languages = tuple(f".{language}" for language in texts.LANGUAGES)
    found = {name: len(data) for name, data in things(firmware).items() if name.endswith(languages)}
    check({name: size for name, size in found.items() if not name.startswith(begun)}, TEXTS)


def test_no_module_is_so_large_that_loading_it_needs_a_large_hole(sizes: dict[str, int]) -> None:
    assert max(sizes.values()) <= 10 * KB * ROOM


def test_the_whole_on_the_file_system_of_a_pico_w(firmware: Path) -> None:
    # As MicroPython makes it there.
    files = LittleFS(
        block_size=BLOCK, block_count=PICO_W, read_size=32, prog_size=256, cache_size=1024, lookahead_size=32
    )
    for path in sorted(firmware.rglob("*")):
        name = path.relative_to(firmware).as_posix()
        if path.is_dir():
            files.mkdir(name)
        else:
            with files.open(name, "wb") as file:
                file.write(path.read_bytes())
    assert files.used_block_count + PLAYERS <= PICO_W, f"{files.used_block_count} blocks of {PICO_W}"
