"""The screens into which the chip is started.

`make chip ARGS=--restarts` starts the chip.
"""

from __future__ import annotations

import pytest

from tests import sweep
from tests.chip import limits, restarts
from tests.chip.restarts import LeftScreen, Start
from tests.games.own_tests import with_tests

FULL_BYTES = 16_000  # a journal written up to this length drops its oldest bytes


def test_every_game_is_started_into() -> None:
    for table, games in {
        "GAMES in tests/chip/restarts.py": restarts.GAMES,
        "RESTARTS in limits.py": limits.RESTARTS,
    }.items():
        assert set(games) == set(with_tests()), (
            f"{table}: these are missing, or too much: {sorted(set(games) ^ set(with_tests()))}"
        )
    for names in restarts.GAMES.values():
        for name in names:
            assert (restarts.SCRIPTS / f"{name}.txt").is_file()


@pytest.mark.sweep
def test_each_screen_is_kept_once_and_comes_back_with_a_full_journal_too() -> None:
    # only a few screens, because it takes long to fill a journal
    found = restarts.screens_of_game("counters", None if sweep.SHARE else 4)
    short = [left for left in found if not left.full]
    assert len(short) > 3
    assert len({left.screen for left in short}) == len(short)
    assert [left.screen for left in found if left.full] == [left.screen for left in short]
    assert all(left.screen.startswith("counters.home") for left in found)
    for left in found:
        board = restarts.pulled.start_desk(left.files)
        assert board.context.session.name == "counters"
        assert (board.context.session.journal.position > FULL_BYTES) == left.full


def test_a_sample_is_spread_over_all() -> None:
    found = [LeftScreen("dice", str(number), {}) for number in range(10)]
    assert restarts.choose_screens(found, None) == found
    assert restarts.choose_screens(found, 20) == found
    assert [left.screen for left in restarts.choose_screens(found, 3)] == ["1", "5", "8"]


def test_a_row_for_each_game_and_journal() -> None:
    starts = [
        Start("trireme", "a", False, 650, True),
        Start("trireme", "b", False, 810, True),
        Start("trireme", "b", True, 600, False),
    ]
    short, full = restarts.start_figures(starts)
    assert short.what == "restart into any screen: Trirème"
    assert (short.spread.n, short.spread.median, short.spread.worst, short.is_met) == (2, 650, 810, False)
    assert full.what == "restart into any screen: Trirème, its journal full"
    assert full.is_met
    assert restarts.find_faults(starts) == [
        "trireme: the start into 'b' shows something else than on the desk"
    ]


def test_a_game_that_is_measured_again_renews_its_own_rows() -> None:
    def replaced_table(old: str, *starts: Start) -> str:
        return restarts.replace_rows(old, restarts.start_figures(starts))

    both = replaced_table("", Start("dice", "a", False, 500, True), Start("trireme", "a", True, 700, True))
    again = replaced_table(
        both, Start("trireme", "a", True, 650, True), Start("counters", "a", False, 400, True)
    )
    rows = [line.split("|")[1:6:3] for line in again.splitlines()[2:]]
    assert [[part.strip() for part in row] for row in rows] == [
        ["restart into any screen: the dice", "500"],
        ["restart into any screen: the counters", "400"],
        ["restart into any screen: Trirème, its journal full", "650"],
    ]
