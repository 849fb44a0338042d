"""The self-test on real MicroPython: its report, and the return of the games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.device import data, doctor
from host_tools.device.remote import Remote
from host_tools.device.selftest import inside, report
from host_tools.device.selftest.__main__ import Run
from host_tools.device.selftest.bench import Bench
from host_tools.device.selftest.person import Nobody
from host_tools.device.selftest.results import FAILS, SKIPPED
from tests.host_tools.conftest import Flashed
from tests.host_tools.pty_board import PtyBoard

pytestmark = pytest.mark.slow


def put_player_files(board: PtyBoard) -> dict[str, bytes]:
    """Put a player's files onto the board; return them."""
    data.to_board(Remote(board.port), {"settings": b"taught=yes\nlanguage=en\n", "counters/0": b"\x01" * 40})
    return data.from_board(Remote(board.port)).files


def test_another_program_is_looked_at_and_not_played(
    flashed: Flashed, plugged: Callable[..., PtyBoard], tmp_path: Path
) -> None:
    """The self-test does not compare pictures of plain files.

    The files may come from other sources.
    """
    board = plugged(image=flashed.image)
    board.wait(lambda: board.picture() == flashed.started)
    before = put_player_files(board)
    lines: list[str] = []
    run = Run(Bench(board.port, clock=None), Nobody(), tmp_path, "fr", say=lines.append)
    made = run.run_checks()
    states = {each.name: (each.state, each.finding) for each in report.read_results(made)}
    assert (
        states["micropython"][0] == states["panel"][0] == states["bus"][0] == states["putback"][0] == "holds"
    )
    assert states["firmware"] == (FAILS, "other")
    assert states["key.OK"] == states["picture.frame"] == (SKIPPED, "nobody")
    assert states["pictures"] == (SKIPPED, "firmware")
    # The board has saved its screens since.
    assert before.items() <= data.from_board(Remote(board.port)).files.items()
    assert [path.suffix for path in tmp_path.glob("gobelet-*")] == [".zip"]
    assert str(board.port) not in str(made) and str(tmp_path) not in str(made)


def test_games_that_an_interrupted_test_left_aside_come_back_first(
    flashed: Flashed, plugged: Callable[..., PtyBoard], tmp_path: Path
) -> None:
    board = plugged(image=flashed.image)
    board.wait(lambda: board.picture() == flashed.started)
    before = put_player_files(board)
    remote = Remote(board.port)
    remote.exec(inside.SET_ASIDE % {"files": [("settings", b"taught=yes\n")]})
    assert data.from_board(remote).files == {"settings": b"taught=yes\n"}
    said = [each.what for each in doctor.examine(remote, None, doctor.build.ROOT)]
    assert any("games lie aside" in each for each in said)
    Run(Bench(board.port, clock=None), Nobody(), tmp_path, "en", say=lambda line: None).run_checks()
    # The board has saved its screens since.
    assert before.items() <= data.from_board(Remote(board.port)).files.items()
