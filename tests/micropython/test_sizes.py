"""What the firmware takes on flash. `python -m host_tools.build --sizes` prints the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator import paths

paths.install()
from gobelet.games import GAMES  # noqa: E402

KB = 1000
CORE = 12 * KB
SHARED = 60 * KB  # all that every game needs, core included
GAME = 64 * KB  # the largest, Trirème, has the tables, sheets and turns of two games


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
