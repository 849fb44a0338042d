"""The rows of `python -m tests.wild`: none is wrong, and the refused and uncovered ones are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wild.__main__ import escape_cell
from tests.wild.cases import MISSING, REFUSED, RIGHT, Case
from tests.wild.rows import ROWS

REFUSALS = {6, 29, 35, 36}
NOT_COVERED = {18, 26, 31, 67, 68}
PAGES = {70, 71, 72}  # rows that notes for players answer


def test_there_is_a_row_for_each() -> None:
    assert [case.number for case in ROWS] == list(range(1, 76))


@pytest.mark.parametrize("case", ROWS, ids=[str(case.number) for case in ROWS])
def test_a_row_is_right_refused_or_known_to_be_missing(case: Case) -> None:
    if case.test:
        path, _, name = case.test.partition("::")
        text = (Path(__file__).resolve().parents[2] / path).read_text(encoding="utf-8")
        assert f"\ndef {name}(" in text
        return
    verdict = case.attempt() if case.attempt else (MISSING, "")
    right = REFUSED if case.number in REFUSALS else MISSING if case.number in NOT_COVERED else RIGHT
    assert verdict[0] == right or (case.number in PAGES and verdict[0] == MISSING), verdict[1]


def test_a_bar_stays_in_its_cell() -> None:
    assert escape_cell("|a-b|\nc") == "\\|a-b\\| c"
