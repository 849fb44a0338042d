"""Odds of the examples: those of the games' own Procedures where they were written again, else what icepool says."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from host_tools.own import compiler

from gobelet.core.odds import of_procedure  # isort: skip
from gobelet.core.procedure import values  # isort: skip
from gobelet.games.own.rules import declaration, rolls  # isort: skip
from gobelet.games.trinytia.rules.fights import attack  # isort: skip
from gobelet.games.trireme.rules.ship_clearance import ship_clearance  # isort: skip

EXAMPLES = Path(__file__).parents[3] / "simulator" / "own"
MISS = 1000  # the key of the first result that is a word


def proc(example: str, name: str) -> Any:
    declaration.take(compiler.of_file(EXAMPLES / f"{example}.gobelet.toml")[1])
    return getattr(rolls, name)


def chances(of: Any, given: dict[str, int]) -> dict[Any, Fraction]:
    odds = of_procedure(of, values(of, given))
    found = {key: Fraction(*odds.exactly(key)) for key in odds.keys}
    return found | ({"?": Fraction(odds.unknown, odds.total)} if odds.unknown else {})


def test_the_attack_of_trinytia_written_again_has_the_same_odds() -> None:
    mine = proc("trinytia", "attack")
    chance = random.Random(30)
    for number in range(150):
        given = {"armour": chance.randint(0, 3)}
        given["mod4"], given["mod6"] = (0, 0) if number < 4 else (chance.randint(-9, 9) for _ in range(2))
        given["x2"], given["x3"] = number >> 1 & 1, number & 1
        given["div"], given["div2"] = chance.choice([1, 1, 2, 3, 99]), chance.choice([1, 2, 9])
        given["flat"] = chance.choice([0, 0, chance.randint(-50, 50)])
        theirs = chances(attack, given)
        ours = chances(mine, given)
        ours[0] = ours.pop(MISS, Fraction(0)) + ours.get(0, Fraction(0))
        assert {key: share for key, share in ours.items() if share} == theirs, given


@pytest.mark.parametrize("crew", range(4))
def test_the_clearance_of_trireme_written_again_has_the_same_odds(crew: int) -> None:
    ours = chances(proc("trireme", "clear"), {"crew": crew, "held": 1})
    theirs = chances(ship_clearance, {"quality": crew, "immobilised": 1})
    assert {key if key == "?" else key - MISS + 1: share for key, share in ours.items()} == theirs


# By icepool 2.1.3: of each result in its order, as the roll is before anything is changed.
BY_ICEPOOL = {
    ("sauvegarde", "breath"): "1/20 2/5 1/2 1/20",
    ("sauvegarde", "strike"): "2/5 3/5",
    ("sauvegarde", "wound"): "1/8 1/8 1/8 1/8 1/8 1/8 1/8 1/8",
    ("degres", "test"): "1/100 49/100 1/10 3/10 1/10",
    ("degres", "peur"): "2/5 3/5",
    ("fudge", "act"): "5/81 26/81 35/81 14/81 1/81",
    ("fudge", "face"): "101/243 41/243 101/243",
    ("temps", "weather"): "1/4 1/4 1/4 5/36 1/9",
    ("temps", "meet"): "1/3 1/3 1/6 1/6",
    ("escarmouche", "blow"): (
        "299/2592 227/1944 425/3888 731/7776 95/1296 11/216 83/2592 17/972 59/7776 1/486 247/648"
    ),
    ("ruine", "seal"): "32/243 80/243 131/243",
    ("ruine", "dark"): "1/3 1/2 1/6",
}


@pytest.mark.parametrize(("example", "name"), BY_ICEPOOL)
def test_odds_are_those_of_icepool(example: str, name: str) -> None:
    found = chances(proc(example, name), {})
    wanted = [Fraction(share) for share in BY_ICEPOOL[example, name].split()]
    assert [found[key] for key in sorted(found)] == wanted
