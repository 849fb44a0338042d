"""The scenarios of `make chip`; every limit must have one."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from gobelet.journal import load as journal_load
from gobelet.journal.journal import LOGS, SAVED
from gobelet.rules.sheet import State
from simulator.script import ScriptError
from simulator.store import MemoryStore
from tests.chip import desk, games, limits, scenario
from tests.chip.scenario import Scenario, read_scenario

HOLD_MS = 600


def write_scenario(folder: Path, text: str) -> Scenario:
    (folder / "it.txt").write_text(text)
    return read_scenario("it", HOLD_MS, folder)


def test_the_steps_of_a_script(tmp_path: Path) -> None:
    it = write_scenario(
        tmp_path, "# why\nstate dice\ntag a\npress OK 2\nhold BACK\ntag -\nhold UP 2500\nwait 30\n"
    )
    assert it.state == "dice"
    first, *keys, wait = it.steps
    assert first == {"settle": scenario.SETTLED_MS, "tag": scenario.START}
    assert [(k["press"], k["held"], k["tag"]) for k in keys] == [
        ("OK", False, "a"), ("OK", False, "a"), ("BACK", True, "a"), ("UP", True, ""),
    ]  # fmt: skip
    assert all(90 <= key["down"] <= 130 and 0 <= key["after"] <= 25 for key in keys[:2])
    assert keys[2]["down"] > HOLD_MS and keys[3]["down"] == 2500
    assert wait == {"wait": 30}
    assert it.tags == {"start", "a"}


def test_a_script_is_always_played_in_the_same_way(tmp_path: Path) -> None:
    text = "state dice\npress OK 9\n"
    assert write_scenario(tmp_path, text).steps == write_scenario(tmp_path, text).steps


def test_repetitions_within_repetitions(tmp_path: Path) -> None:
    it = write_scenario(tmp_path, "state dice\nrepeat 2\nwait 1\nrepeat 3\nwait 2\nend\nend\nwait 3\n")
    assert [step["wait"] for step in it.steps[1:]] == [1, 2, 2, 2, 1, 2, 2, 2, 3]


def test_taps(tmp_path: Path) -> None:
    (_, it) = write_scenario(tmp_path, "state dice\ntaps OK 90 30, DOWN 40 40 2\n").steps
    assert it["taps"] == [["OK", 90, 30], ["DOWN", 40, 40], ["DOWN", 40, 40]]


def test_a_look_at_the_heap_goes_on_with_the_app(tmp_path: Path) -> None:
    it = write_scenario(tmp_path, "state dice\nheap here\n")
    assert it.steps_with("heap") == {2: "here"}
    assert [step.get("type", "")[:1] for step in it.steps] == ["", "\x03", "i", "i", ""]


def test_a_load_is_measured_in_a_start_of_its_own(tmp_path: Path) -> None:
    it = write_scenario(tmp_path, "state dice\nload dice\n")
    assert it.steps_with("load") == {1: "dice"}
    assert [step.get("press", step.get("until")) for step in it.steps] == ["BACK", " us\r\n", None]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("press OK\n", "begins with its state"),
        ("", "begins with its state"),
        ("state dice\npress LEFT\n", "no such key"),
        ("state dice\njump\n", "no command 'jump'"),
        ("state dice\nend\n", "nothing to end"),
        ("state dice\nrepeat 2\nwait 1\n", "has no end"),
    ],
)
def test_what_is_wrong_with_a_script_is_said(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(ScriptError, match=reason):
        write_scenario(tmp_path, text)


def test_one_key_of_each_tag_is_profiled(tmp_path: Path) -> None:
    it = write_scenario(tmp_path, "state dice\ntag a\npress OK 3\ntag b\npress UP\nhold OK\nheap a\n")
    profiled = it.with_profiles()
    edges = [step.get("profile") for step in profiled.steps]
    assert edges[:7] == ["start", None, None, "release", None, None, "press"]
    # The other measurements have the line numbers of the profiled scenario.
    assert (
        {number - 1: what for number, what in profiled.steps_with("heap").items()}
        == it.steps_with("heap")
        != {}
    )


SCENARIOS = {name: read_scenario(name, HOLD_MS) for name in scenario.scenario_names()}


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_every_scenario_has_its_state(name: str) -> None:
    path = desk.STATES / f"{SCENARIOS[name].state}.txt"
    assert path.is_file()
    assert desk.expand_parts(path)


@pytest.mark.parametrize("row", limits.TIMES, ids=lambda row: row.what)
def test_every_limit_is_measured_somewhere(row: limits.Time) -> None:
    for name in row.scenarios.split():
        assert SCENARIOS[name].tags & set(row.tags.split()), f"{name} has no key tagged {row.tags}"


def test_every_row_of_taps_and_heap_has_its_scenario() -> None:
    for row in limits.TAPS:
        assert sum("taps" in step for step in SCENARIOS[row.scenario].steps) == 1
    asked = [screen for it in SCENARIOS.values() for screen in it.steps_with("heap").values()]
    for heap in limits.HEAPS:
        assert any(screen.startswith(heap.screens) for screen in asked), heap.what
    for screen in asked:
        assert any(screen.startswith(heap.screens) for heap in limits.HEAPS), screen


def test_every_row_of_a_load_has_its_scenario_whose_journal_is_full() -> None:
    loads = {game: it for it in SCENARIOS.values() for game in it.steps_with("load").values()}
    assert loads.keys() == limits.LOADS.keys()
    for game, it in loads.items():
        kinds = importlib.import_module(f"gobelet.games.{game}.rules.sheets").KINDS
        loaded = journal_load.load(MemoryStore(desk.state_files(it.state)), game, State(kinds))
        assert loaded.condition == "ok"
        assert loaded.checkpoint.behind == SAVED - 1, "one more has another checkpoint made"
        assert len(loaded.history.blocks) == LOGS - 2, "it has gone round"


def test_no_two_rows_share_a_name() -> None:
    names = [row.what for rows in (limits.TIMES, limits.TAPS, limits.HEAPS) for row in rows]
    names += limits.LOADS.values()
    assert len(set(names)) == len(names)


def test_a_part_of_another_script_ends_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("press OK\nexpect x\npress UP\n")
    state = tmp_path / "state.txt"
    state.write_text("part other.txt expect x\nwait 1\n")
    assert desk.expand_parts(state) == "press OK\nexpect x\nwait 1"
    state.write_text("part other.txt expect y\n")
    with pytest.raises(ValueError, match=r"state.txt:1: other.txt has no line 'expect y'"):
        desk.expand_parts(state)


@pytest.mark.parametrize("name", games.GAMES)
def test_the_games_that_are_played_whole_are_scripts_of_the_tests(name: str) -> None:
    assert "press" in (games.SCRIPTS / f"{name}.txt").read_text(encoding="utf-8")
