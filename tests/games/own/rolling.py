"""Random rolls and random changes for games that are text files."""

from __future__ import annotations

import random
from typing import Any

from gobelet.rules.odds import Odds
from gobelet.rules.procedure import Procedure, Refused, resolve, values

GAME = """
[game]
id = "any"
title = "Any"
seats = 3
[[counter]]
id = "hp"
high = 9
start = 9
[[counter]]
id = "doom"
per = "table"
"""


def inputs_by_chance(proc: Procedure, chance: random.Random) -> Any:
    """Return random values for all inputs, or None if the Procedure refuses them."""
    try:
        return values(proc, {each.name: chance.randint(each.low, each.high) for each in proc.inputs})
    except Refused:
        return None


def roll_by_chance(proc: Procedure, known: Any, odds: Odds, chance: random.Random) -> None:
    """Resolve the roll with random faces and choices, and check that its odds have the result."""
    outcome, _ = resolve(
        proc, known, lambda sides: chance.randint(1, sides), lambda ask, progress: chance.choice(ask.options)
    )
    assert outcome.key in odds.keys or odds.unknown or odds.tail


def changed_by_chance(value: Any, chance: random.Random) -> Any:
    """Return `value` with one part replaced at random."""
    if isinstance(value, (dict, list)) and value and chance.random() < 0.95:
        out = value.copy()
        key = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
        out[key] = changed_by_chance(value[key], chance)
        return out
    return chance.choice([None, -1, 0, 1, 2, 99, 5000, 10**9, "", "hp", "hit", [], [1], {}, True, 1.5, value])
