"""What the firmware takes on flash. `python -m host_tools.building.build --sizes` prints the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from littlefs import LittleFS

from simulator import paths

paths.install()
from gobelet.games import GAMES  # noqa: E402

KB = 1000
CORE = 12 * KB
SHARED = 60 * KB  # all that every game needs, core included
GAME = 64 * KB  # each: games are added, and only one is in memory

# They all lie on flash, though. A quarter of the Pico's file system is left to the player's data and to an update.
# Counted is what the file system gives away for them: a file takes whole blocks of 4096 bytes if it is larger than
# an eighth of one, and a folder two, so that many small modules take more than twice their bytes. (The free space
# that `doctor` prints is less than there is: MicroPython counts each folder's blocks twice.)
BLOCK = 4096
BLOCKS = 1408 * 1024 // BLOCK
WHOLE = BLOCKS * 3 // 4


def sizes(firmware: Path) -> dict[str, int]:
    return {str(path.relative_to(firmware)): path.stat().st_size for path in firmware.rglob("*.mpy")}


def check(found: dict[str, int], limit: int) -> None:
    largest = sorted(found.items(), key=lambda each: -each[1])
    table = "\n".join(f"{size:>7} {path}" for path, size in largest)
    assert 0 < sum(found.values()) <= limit, f"{sum(found.values())} bytes of {limit}\n{table}"


def test_the_core(firmware: Path) -> None:
    check({path: size for path, size in sizes(firmware).items() if path.startswith("gobelet/core/")}, CORE)


def test_what_every_game_needs(firmware: Path) -> None:
    check(
        {path: size for path, size in sizes(firmware).items() if not path.startswith("gobelet/games/")},
        SHARED,
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_game(game: str, firmware: Path) -> None:
    folder = f"gobelet/games/{game}/"
    check({path: size for path, size in sizes(firmware).items() if path.startswith(folder)}, GAME)


def test_no_module_is_so_large_that_loading_it_needs_a_large_hole(firmware: Path) -> None:
    assert max(sizes(firmware).values()) <= 10 * KB


def test_the_whole_on_the_file_system_of_a_pico(firmware: Path) -> None:
    # As MicroPython makes it there.
    files = LittleFS(
        block_size=BLOCK, block_count=BLOCKS, read_size=32, prog_size=256, cache_size=1024, lookahead_size=32
    )
    for path in sorted(firmware.rglob("*")):
        name = path.relative_to(firmware).as_posix()
        if path.is_dir():
            files.mkdir(name)
        else:
            with files.open(name, "wb") as file:
                file.write(path.read_bytes())
    assert files.used_block_count <= WHOLE, f"{files.used_block_count} blocks of {WHOLE}"
