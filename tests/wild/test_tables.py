"""Tables and lists in users' formats: the imported form of each, and the chances of its results."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from host_tools.own import compiler, folder, imports

from gobelet.rules.odds import procedure_odds  # isort: skip
from gobelet.rules.procedure import values  # isort: skip
from gobelet.games.own.rules import declaration, rolls  # isort: skip


def of_foundry(formula: str, *results: Any, **more: Any) -> str:
    listed = [
        {"range": list(ends), **({"text": each} if isinstance(each, str) else each)} for ends, each in results
    ]
    return json.dumps({"name": "Finds of the long road north", "formula": formula, "results": listed, **more})


HUNDRED = [
    ((at, at), f"Find {at}: a thing of no great worth, lost by somebody long ago") for at in range(1, 101)
]
TABLES = [
    ("six.json", of_foundry("1d6", ((1, 3), "a"), ((4, 6), "b")), ["1/2", "1/2"]),
    ("fate.json", of_foundry("4df", ((-4, 0), "x"), ((1, 4), "y")), ["50/81", "31/81"]),
    ("hundred.json", of_foundry("1d100", *HUNDRED), ["1/100"] * 100),
    ("gap.json", of_foundry("1d101", *HUNDRED), ["1/100"] * 100),
    ("shared.json", of_foundry("1d6", ((1, 4), "one"), ((4, 6), "two")), ["1/2", "1/6", "1/3"]),
    ("named.json", of_foundry("1d4", ((1, 2), {"name": "Sword", "description": "Old"}), ((3, 4), "b")), ["1/2"] * 2),
    ("weights.json", of_foundry("1d632", ((1, 316), "a"), ((317, 632), "b")), ["1/2", "1/2"]),
    ("kept.json", of_foundry("{1d6,1d8}kh", ((1, 4), "a"), ((5, 8), "b")), ["1/3", "2/3"]),
    ("times.json", of_foundry("1d6*10", ((10, 30), "a"), ((40, 60), "b")), ["1/2", "1/2"]),
    ("digits.json", of_foundry("1d6*10+1d6", ((11, 36), "a"), ((41, 66), "b")), ["1/2", "1/2"]),
    ("explode.json", of_foundry("1d6x", ((1, 5), "a"), ((7, 9999), "b")), ["5/6", "1/6"]),
    ("fire.json", of_foundry("1d6[fire]", ((1, 3), "a"), ((4, 6), "b")), ["1/2", "1/2"]),
    ("difference.json", of_foundry("1d4 - 1d4", ((-3, 0), "a"), ((1, 3), "b")), ["5/8", "3/8"]),
    ("none.json", of_foundry("", ((1, 20), "a"), ((21, 30), "b")), ["2/3", "1/3"]),
    ("strings.json", '{"name": "A", "results": ["x", "y", "z"]}', ["1/3"] * 3),
    ("remark.txt", "d4 What\n## More of it\n1-3 A\n4 B\n", ["3/4", "1/4"]),
    ("strings.csv", "1-3,low\n4-6,high\n", ["1/2", "1/2"]),
    ("bars.txt", "01-04|Sacks\n05-06|Baskets\n07-12|Rope\n", ["1/3", "1/6", "1/2"]),
    ("words.csv", "1 to 3,low\n4 to 6,high\n", ["1/2", "1/2"]),
    ("plain.txt", "1-10 A stronghold.\n11-20 A temple.\n21-100 A maze.\n", ["1/10", "1/10", "4/5"]),
    ("head.txt", "d4 What is inside\nRope\nLamp\nBones\nDust\n", ["1/4"] * 4),
    ("table.md", "| d6 | Meeting |\n|---|---|\n| 1-2 | Merchant |\n| 3-6 | Nobody |\n", ["1/3", "2/3"]),
    ("tabs.tsv", "d10\tWhat\n1-4\tA\n5-10\tB\n", ["2/5", "3/5"]),
    ("zeros.csv", "01-50,A\n51-00,B\n", ["1/2", "1/2"]),
    ("digits.csv", "d66,What\n11-16,A\n21-66,B\n", ["1/6", "5/6"]),
    ("nought.csv", "0-4;A\n5-9;B\n", ["1/2", "1/2"]),
    ("open.csv", "1-3;A\n4+;B\n", ["3/4", "1/4"]),
    ("dashes.csv", "1–2;A\n3–4;B\n", ["1/2", "1/2"]),
    ("under.txt", "d6 Who\n1-3\nA\n4-6\nB\n", ["1/2", "1/2"]),
    ("under.csv", "1\nA\n2-5\nB, C\n6\nD\n", ["1/6", "2/3", "1/6"]),
    ("commas.txt", "A cloak, torn\nA boot, left\n", ["1/2", "1/2"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "right"), TABLES, ids=[each[0] for each in TABLES])
def test_a_table_has_its_chances(name: str, data: str, right: list[str], tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(data, encoding="utf-8")
    made = compiler.compile_text(imports.text_of(path))[1]
    declaration.load_game(made)
    proc = next(each for each in vars(rolls).values() if hasattr(each, "declared"))
    odds = procedure_odds(proc, values(proc))
    found = [Fraction(weight, odds.total) for weight in odds.weights]
    assert found == [Fraction(each) for each in right]


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("counts.txt", "3 goblins\n2 wolves\nA troll\n", "list-mixed"),
        ("head.txt", "d6 What\nA\nB\n", "list-head"),
        ("row.csv", "1-2;A\nB\n3;C\n", "no-row"),
        ("prime.json", of_foundry("1d101", *[((at, at), "x") for at in range(1, 102)]), "die-sides"),
        (
            "ids.json",
            '{"name": "A", "formula": "1d2", "results": ["aB3dE5gH7jK9mN1p", "zY8xW6vU4tS2rQ0o"]}',
            "results-apart",
        ),
        ("text.json", '{"name": "A", "formula": "1d2", "results": ["x", {"text": "y"}]}', "no-result-range"),
        ("level.json", of_foundry("1d12 + @level", ((1, 6), "a"), ((7, 12), "b")), "no-dice"),
        ("hole.json", of_foundry("2d6", ((2, 5), "a"), ((7, 12), "b")), "gap"),
    ],
)
def test_what_is_no_table_is_refused_once(name: str, data: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(data, encoding="utf-8")
    try:
        told = [fault.code for fault in compiler.read(imports.text_of(path)).faults]
    except imports.ForeignError as fault:
        told = [fault.code]
    assert told == [code]


def test_results_that_stand_apart_are_joined(tmp_path: Path) -> None:
    numbers = ("aB3dE5gH7jK9mN1p", "zY8xW6vU4tS2rQ0o")
    texts = [{"name": "A", "formula": "1d6", "results": numbers, "_id": "T"}]
    texts += [
        {"_id": numbers[0], "range": [1, 2], "text": "low"},
        {"_id": numbers[1], "range": [3, 6], "text": "high"},
    ]
    paths = []
    for at, each in enumerate(texts):
        paths.append(tmp_path / f"{at}.json")
        paths[-1].write_text(json.dumps(each), encoding="utf-8")
    found = compiler.read(imports.text_of(*paths))
    assert not found.faults
    assert {"low", "high"} <= set(found.texts["en"].values())
    lines = folder.report(tmp_path, "en")
    assert lines == ["1 of 1 tables become a game; 2 other files are no tables."]
