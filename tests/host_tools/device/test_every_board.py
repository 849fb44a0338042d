"""Every board file is built and flashed over a stand-in port."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.building import board_files, build, models
from host_tools.building.image import BLOCK
from host_tools.device import flash
from simulator.board import VirtualBoard, definition
from tests.host_tools.conftest import Desk, Flashed
from tests.host_tools.pty_board import NAMED, Kind, PtyBoard
from tests.sweep import sample_cases

BOARDS = build.boards()
GAMES = ("dice",)  # every board has room for this game
SAME_SIZE = [
    board for board in BOARDS if models.model_of(build.constants(board)).storage == Kind().blocks * BLOCK
]


def machine_name(board: str) -> str:
    """Return the name that the board's MicroPython reports."""
    facts = build.constants(board)
    return f"{models.model_of(facts).machine} with {facts['MCU']}"


@pytest.fixture(scope="module")
def made(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> build.Build:
    """A build for one board; the builds for other boards differ only in the board file."""
    return build.build(tmp_path_factory.mktemp("made") / "tree", native=True, root=checkout, games=GAMES)


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_is_flashed_whole(board: str, made: build.Build, checkout: Path, desk: Desk) -> None:
    model = models.model_of(build.constants(board))
    desk.set(machine=machine_name(board), blocks=model.storage // BLOCK)
    assert flash.main(["--plain", "--board", board, "--games", " ".join(GAMES)], desk.program, checkout) == 0
    there = desk.board.tree()
    assert there.pop(build.READY)
    wanted = {entry.path: (made.folder / entry.path).read_bytes() for entry in made.entries}
    wanted["gobelet_board.py"] = board_files.with_games(build.board_source(board), GAMES).encode()
    assert there.keys() == wanted.keys()
    assert [name for name in there if there[name] != wanted[name]] == []
    assert desk.board.free() * BLOCK > 64 * 1024, "room for what is played"
    assert desk.board.state.restarts == 1


@pytest.mark.sweep
@pytest.mark.parametrize("board", sample_cases(SAME_SIZE, 1))
def test_a_board_starts_after_the_real_mpremote_has_flashed_it(
    board: str, checkout: Path, flashed: Flashed, plugged: Callable[..., PtyBoard]
) -> None:
    """Before, the board has the build of another board, so few files must be copied."""
    module = definition(board)
    there = plugged(Kind(machine=machine_name(board), devices=[module.ADDRESS]), flashed.image)
    words = ["--plain", "--port", there.port, "--board", board, "--replace-board", *NAMED]
    assert flash.main(words, root=checkout) == 0
    there.pull()
    there.plug()  # the next picture comes from the new build
    simulated = VirtualBoard(module)
    simulated.run(500)
    there.wait(lambda: there.picture(module.CHIP) == simulated.picture(), 10)
