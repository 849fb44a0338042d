"""The seed fixes the cases of `make survive`; a report of a fault has the command to repeat it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.faults import __main__ as survive

FAULTY = ("trireme", 7)
LIST, PARTS = survive.FOUND, survive.PARTS


def fail_planted_case(case: object) -> object:
    if case == FAULTY:
        raise AssertionError("planted")
    return case


def planted_rows(asked: survive.CaseChoice) -> Iterator[survive.Row]:
    for done in survive.run_cases(asked, fail_planted_case, [("dice", 7), ("trireme", 7), ("trireme", 8)]):
        yield "planted", str(done), f"{asked.share:g} {asked.seed}"


@pytest.fixture(autouse=True)
def planted_part(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(survive, "PARTS", {"planted": planted_rows})
    monkeypatch.setattr(survive, "failed", [])
    monkeypatch.setattr(survive.mutations, "make_worlds", list)
    monkeypatch.setattr(survive, "KEPT", tmp_path / "survive.json")
    monkeypatch.setattr(survive, "FOUND", tmp_path / "found.txt")
    survive.FOUND.write_text("# Nothing was found yet.\n\n")


def test_a_fault_is_told_with_the_command_that_tries_it_again(capfd: pytest.CaptureFixture[str]) -> None:
    assert survive.main(["--today", "--seed", "3"]) == 1
    told = capfd.readouterr()
    assert "| **not survived** | 1 | fail_planted_case trireme-7 |" in told.out
    (again,) = re.findall(
        r'again: make survive ARGS="(.*)"', told.err.partition("AssertionError: planted")[2]
    )
    assert told.err.splitlines()[-1] == again, "as it goes into the list"
    survive.failed.clear()
    assert survive.main(again.split()) == 1
    told = capfd.readouterr()
    assert told.out.count("| planted |") == 1
    assert "AssertionError: planted" in told.err


def test_today_has_its_own_cases_and_the_table_nothing_of_them(capfd: pytest.CaptureFixture[str]) -> None:
    assert survive.main(["--today"]) == 1
    days = (date.today() - date(1970, 1, 1)).days
    told = capfd.readouterr()
    assert f"{survive.LITTLE:g} {days}" in told.out
    assert f'make survive ARGS="--today --seed {days} --part planted"' in told.err
    assert not survive.KEPT.exists()


def test_what_gates_a_change_is_the_same_on_every_day(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survive, "date", None)  # a run with a seed needs no date
    assert survive.main(["--gate"]) == 1
    assert capfd.readouterr().out.count(f"| {survive.LITTLE:g} 0 |") == 3
    assert not survive.KEPT.exists()


def test_the_gate_tries_what_was_found_before(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "FAULTY", ("trireme", 9))
    survive.FOUND.write_text("# a hit\n--today --seed 5 --part planted --case trireme-8\n")
    assert survive.main(["--gate"]) == 0
    told = capfd.readouterr()
    assert told.out.endswith("| planted | ('trireme', 8) | 0.005 5 |\n")
    monkeypatch.setattr(sys.modules[__name__], "FAULTY", ("trireme", 8))
    assert survive.main(["--gate"]) == 1
    assert "--today --seed 5 --part planted --case trireme-8" in capfd.readouterr().err.splitlines()


def test_a_case_that_is_not_there_any_more_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    assert survive.main(["--today", "--seed", "1", "--part", "planted", "--case", "trinites-7"]) == 1
    assert "there is no case trinites-7 any more" in capfd.readouterr().err


def test_a_part_that_ends_with_an_exception_does_not_end_the_others(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_rows(_: survive.CaseChoice) -> Iterator[survive.Row]:
        raise OSError("no more room")

    monkeypatch.setattr(survive, "PARTS", {"broken": broken_rows, "planted": planted_rows})
    assert survive.main(["--gate"]) == 1
    told = capfd.readouterr()
    assert "| **not survived** | 1 | broken |" in told.out and "| planted |" in told.out
    assert "--today --seed 0 --part broken" in told.err.splitlines()


def test_each_line_of_the_list_is_one_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survive, "FOUND", LIST)
    monkeypatch.setattr(survive, "PARTS", PARTS)
    found = list(survive.found_before())
    assert found and all(asked.case and asked.part in PARTS for asked in found)
