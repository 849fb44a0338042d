"""The page of the notation: `parse` reads all its examples.

Notations of other programs mean the same dice.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gobelet.games.dice.rules import notation

PAGE = Path(notation.__file__).parents[1] / "NOTATION.md"
ROWS = [
    [cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| `")
]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_each_form_is_read_and_what_is_bold_is_the_same(row: list[str]) -> None:
    ours = re.findall(r"`([^`]+)`", row[0])
    pools = [notation.parse(text) for text in ours]
    assert pools and len(row) == 5
    for cell in row[2:]:
        for text in re.findall(r"\*\*`([^`]+)`\*\*", cell):
            assert notation.parse(text) in pools, text


def test_every_modifier_is_on_the_page() -> None:
    text = " ".join(row[0] for row in ROWS)
    for form in (
        "kh",
        "dl",
        "dh",
        "!",
        "!!",
        "!p",
        "x>=",
        "r2",
        "rr<=",
        "min",
        "max",
        ">=",
        ">>",
        "<=",
        "<<",
        "m`",
        "km",
        "i`",
        "f<=",
        ">>>",
        "lv",
        "kh2!",
    ):
        assert form in text, form
