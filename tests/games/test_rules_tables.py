"""The tables in each RULES.md must equal those of the rules."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from gobelet.games.trinites.rules import growth
from gobelet.games.trinytia.rules import tables as factions
from tests.games.trireme.rules import TABLES
from tests.lint.citations import GAMES_FOLDER, row_cells

SECTION = r"^#+ {0}[ .].*\n((?:(?!^#).*\n)*)"


def rules_section(game: str, number: str) -> str:
    text = (GAMES_FOLDER / game / "RULES.md").read_text(encoding="utf-8")
    found = re.search(SECTION.format(re.escape(number)), text, re.MULTILINE)
    assert found, f"{game}/RULES.md has no section {number}"
    return found[1]


def table_rows(text: str, head: str) -> list[list[str]]:
    """Return the rows below the head of a table."""
    lines = text[text.index(head) :].splitlines()[2:]
    table: list[list[str]] = []
    for line in lines:
        if not line.startswith("|"):
            break
        table.append(row_cells(line))
    return table


def block_rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.split("```")[1].strip().splitlines()]


def test_the_damage_table_of_trireme_is_on_its_page_cell_by_cell():
    (_, *columns), *printed = block_rows(rules_section("trireme", "5.1"))
    assert len(columns) == 20 and len(printed) == 15
    for roll, (first, *found) in enumerate(printed):
        assert int(first) == roll
        rams, rakes = (
            TABLES[name]["rows"][roll]["cells"] for name in ("ship_ram_damage", "ship_rake_damage")
        )
        assert found == [*rams, *rakes]


def test_the_mask_of_trireme_is_on_its_page_and_counts_what_it_says():
    text = rules_section("trireme", "5.2")
    masks = [row for row in block_rows(text) if row[0].isdigit()]
    for roll, ram, rake in masks:
        known = (TABLES[name]["rows"][int(roll)]["mask"] for name in ("ship_ram_damage", "ship_rake_damage"))
        assert (ram, rake) == tuple(known)
    every = "".join(ram for _, ram, _ in masks)
    assert (every.count("o"), every.count("c"), every.count("?")) == (71, 6, 178)
    assert "71 coherent, 6 check, 178 doubtful of 255" in text


def test_the_boardings_of_trireme_are_on_its_page():
    text = (GAMES_FOLDER / "trireme/RULES.md").read_text(encoding="utf-8")
    head = "| die | 1 | 2 | 3 | 4 | 5 | 10 | 15 | 20 | 25 |"
    printed = table_rows(text, head)
    assert [row[1:] for row in printed] == [
        [str(n) for n in row["cells"]] for row in TABLES["ship_boarding"]["rows"]
    ]


def test_the_factions_of_trinytia_are_on_its_page():
    (_, *players), *printed = block_rows(rules_section("trinytia", "1.3"))
    assert [name for name, *_ in printed] == ["Gardien:", "Ombre:", "Légende:"]
    for at, count in enumerate(players):
        dealt = tuple(int(row[at + 1]) for row in printed)
        assert dealt == factions.column(at + 1) and sum(dealt) == int(count)


def test_the_prices_of_trinites_are_on_its_page():
    printed = table_rows(rules_section("trinites", "4.11"), "| target base b |")
    assert [int(row[0]) for row in printed] == list(range(1, 13))
    for base, *found in printed:
        costs = [
            cost
            for name in ("skill", "resource", "karma")
            for cost in (growth.cost(name, int(base)), growth.cost_between(name, 0, int(base)))
        ]
        assert [int(cell) for cell in found] == costs


@pytest.mark.parametrize(
    "row", table_rows(rules_section("trinytia", "5.1"), "| sum |"), ids=lambda row: row[0]
)
def test_the_sums_of_trinytia_are_on_its_page(row: list[str]):
    ways = sum(a + b == int(row[0]) for a in range(1, 5) for b in range(1, 7))
    assert int(row[1]) == ways and Fraction(row[2]) == Fraction(ways, 24)


def test_a_section_that_is_not_there_is_told():
    with pytest.raises(AssertionError, match=r"no section 9\.9"):
        rules_section("trireme", "9.9")
