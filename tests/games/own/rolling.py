"""Any roll of a game that is text, made with inputs and faces by chance."""

from __future__ import annotations

import random
from typing import Any

from gobelet.core.odds import Odds
from gobelet.core.procedure import Procedure, Refused, resolve, values


def inputs_by_chance(proc: Procedure, chance: random.Random) -> Any:
    """Values for all inputs; None if the roll is refused with them."""
    try:
        return values(proc, {each.name: chance.randint(each.low, each.high) for each in proc.inputs})
    except Refused:
        return None


def roll_by_chance(proc: Procedure, known: Any, odds: Odds, chance: random.Random) -> None:
    """Make the roll, with any decision; what comes of it is in its odds."""
    outcome, _ = resolve(
        proc, known, lambda sides: chance.randint(1, sides), lambda ask, progress: chance.choice(ask.options)
    )
    assert outcome.key in odds.keys or odds.unknown or odds.tail
