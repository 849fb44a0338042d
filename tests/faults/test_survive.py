"""What `make survive` tries is known by its seed, and a fault is told with the command that tries its case again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

import pytest

from tests.faults import __main__ as survive


def planted(case: object) -> object:
    if case == ("trireme", 7):
        raise AssertionError("planted")
    return case


def part(asked: survive.Asked) -> Iterator[survive.Row]:
    for done in survive.each(asked, planted, [("dice", 7), ("trireme", 7), ("trireme", 8)]):
        yield "planted", str(done), f"{asked.share:g} {asked.seed}"


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survive, "PARTS", {"planted": part})
    monkeypatch.setattr(survive, "failed", [])
    monkeypatch.setattr(survive.mutations, "worlds", list)
    monkeypatch.setattr(survive.mutations, "packed", list)


def test_a_fault_is_told_with_the_command_that_tries_it_again(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert survive.main(["--today", "--seed", "3"]) == 1
    told = capfd.readouterr()
    assert "| **not survived** | 1 | planted trireme-7 |" in told.out
    (again,) = re.findall(
        r'again: make survive ARGS="(.*)"', told.err.partition("AssertionError: planted")[2]
    )
    monkeypatch.setattr(survive, "failed", [])
    assert survive.main(again.split()) == 1
    told = capfd.readouterr()
    assert told.out.count("| planted |") == 1
    assert "AssertionError: planted" in told.err


def test_today_has_its_own_cases_and_the_table_nothing_of_them(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def put(*_: object) -> None:
        pytest.fail("the table is of all cases")

    monkeypatch.setattr(survive, "keep", put)
    assert survive.main(["--today"]) == 1
    days = (date.today() - date(1970, 1, 1)).days
    told = capfd.readouterr()
    assert f"{survive.TODAY:g} {days}" in told.out
    assert f'make survive ARGS="--today --seed {days} --part planted"' in told.err
