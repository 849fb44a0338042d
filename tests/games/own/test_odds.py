"""The odds of the examples.

The tests compare these odds with the Procedures of the same games in Gobelet, else with icepool.
"""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from host_tools.own import compiler
from tests.sweep import case_count

from gobelet.rules.odds import procedure_odds  # isort: skip
from gobelet.rules.pools import pool_odds  # isort: skip
from gobelet.rules.procedure import values  # isort: skip
from gobelet.games.dice.rules.notation import parse  # isort: skip
from gobelet.games.own.rules import declaration, rolls  # isort: skip
from gobelet.games.trinytia.rules.fights import attack  # isort: skip
from gobelet.games.trireme.rules.ship_clearance import ship_clearance  # isort: skip

EXAMPLES = Path(__file__).parents[3] / "simulator" / "own"
MISS = 1000  # the key of the first result that is a word


def example_procedure(example: str, name: str) -> Any:
    declaration.load_game(compiler.from_file(EXAMPLES / f"{example}.gobelet.toml")[1])
    return getattr(rolls, name)


def outcome_chances(of: Any, given: dict[str, int]) -> dict[Any, Fraction]:
    odds = procedure_odds(of, values(of, given))
    found = {key: Fraction(*odds.exactly(key)) for key in odds.keys}
    return found | ({"?": Fraction(odds.unknown, odds.total)} if odds.unknown else {})


@pytest.mark.sweep
@pytest.mark.parametrize("mod4", range(-9, 10))
def test_the_attack_of_trinytia_written_again_has_the_same_odds(mod4: int) -> None:
    """Test every modifier of both dice and every multiplier, with random divisors and armour."""
    mine = example_procedure("trinytia", "attack")
    chance = random.Random(mod4)
    for mod6 in range(-9, 10):
        for times in range(4):
            given = {"mod4": mod4, "mod6": mod6, "x2": times >> 1, "x3": times & 1}
            for number in range(case_count(2, 40)):
                if number:
                    given["armour"] = chance.randint(0, 99)
                    given["div"], given["div2"] = (
                        chance.choice([1, 2, 3, chance.randint(1, 99)]),
                        chance.randint(1, 9),
                    )
                    given["flat"] = chance.choice([0, chance.randint(-50, 50)])
                theirs = outcome_chances(attack, given)
                ours = outcome_chances(mine, given)
                ours[0] = ours.pop(MISS, Fraction(0)) + ours.get(0, Fraction(0))
                assert {key: share for key, share in ours.items() if share} == theirs, given


@pytest.mark.parametrize("crew", range(4))
def test_the_clearance_of_trireme_written_again_has_the_same_odds(crew: int) -> None:
    ours = outcome_chances(example_procedure("trireme", "clear"), {"crew": crew, "held": 1})
    theirs = outcome_chances(ship_clearance, {"quality": crew, "immobilised": 1})
    assert {key if key == "?" else key - MISS + 1: share for key, share in ours.items()} == theirs


# Computed by icepool 2.1.3: the chance of each result in its order, for a roll without any change.
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
    ("brasier", "trait"): "3/16 163/288 71/288",
    ("brasier", "blow"): "1/6 49/108 23/108 1/6",
}
# examples that repeat Procedures of Gobelet's games
WRITTEN_AGAIN = {("trinytia", "attack"), ("trireme", "clear")}
FREE = {("brasier", "hoard")}  # a pool without rows, see test_pools.py


def test_every_roll_of_the_examples_is_compared_with_somebody_else() -> None:
    found = set()
    for path in EXAMPLES.glob("*.gobelet.toml"):
        game = compiler.from_file(path)[0]
        found |= {(path.name.partition(".")[0], roll["n"]) for roll in game.declared["r"]}
    assert found == BY_ICEPOOL.keys() | WRITTEN_AGAIN | FREE


def test_a_hoard_is_the_pool_of_the_free_dice() -> None:
    mine = procedure_odds(of := example_procedure("brasier", "hoard"), values(of))
    free = pool_odds(parse("3d6!p+2d4r1"))
    assert (mine.keys, mine.weights, mine.total, mine.tail) == (
        free.keys,
        free.weights,
        free.total,
        free.tail,
    )


@pytest.mark.parametrize(("example", "name"), BY_ICEPOOL)
def test_odds_are_those_of_icepool(example: str, name: str) -> None:
    found = outcome_chances(example_procedure(example, name), {})
    wanted = [Fraction(share) for share in BY_ICEPOOL[example, name].split()]
    assert [found[key] for key in sorted(found)] == wanted


SKILL = """
[game]
id = "skill"
title = "Skill"
[[roll]]
id = "test"
dice = "d%"
inputs = [
  { id = "skill", low = 1, high = 99, lane = "under" },
  { id = "hard", mod = 20 },
]
rows = ["0: Failed", "1: Success", "2: Hard", "3: Extreme"]
"""


@pytest.mark.parametrize("skill", [1, 4, 5, 37, 60, 99])
def test_levels_of_success_are_at_a_skill_its_half_and_its_fifth(skill: int) -> None:
    data = compiler.compile_text(SKILL)[1]
    assert data.startswith(b"gobelet-own 3 "), "an earlier device refuses it"
    declaration.load_game(data)
    for hard in (0, 1):
        found = outcome_chances(rolls.test, {"skill": skill, "hard": hard})  # type: ignore[attr-defined]
        rolled = [face + 20 * hard for face in range(1, 101)]
        levels = [(n <= skill) + (n <= skill // 2) + (n <= skill // 5) for n in rolled]
        right = {MISS + level: Fraction(levels.count(level), 100) for level in set(levels)}
        assert {key: share for key, share in found.items() if share} == right
