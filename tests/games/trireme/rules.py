"""Functions for the tests of Trirème: Procedures by name, printed tables as numbers."""

from __future__ import annotations

import importlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from gobelet.games.trireme.rules import PROCEDURES
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import Outcome, advance, values

HERE = Path(__file__).parent
TABLES = json.loads((HERE / "tables.json").read_text(encoding="utf-8"))
STARTER = HERE.parents[2] / "host_tools" / "questions" / "trireme.tsv"

NAMED: dict[str, Any] = {
    name: getattr(importlib.import_module(f"gobelet.games.trireme.rules.{module}"), name)
    for name, module in PROCEDURES
}
QUALITIES = ("expert", "ordinaire", "debutant", "esclave")


def step_after(name: str, path: list, **given: int) -> Any:
    """Return the step of a Procedure after `path`."""
    proc = NAMED[name]
    return advance(proc, values(proc, given), path)


def outcome_after(name: str, path: list, **given: int) -> Any:
    now = step_after(name, path, **given)
    assert isinstance(now, Outcome), now
    return now


def outcome_effects(name: str, path: list, **given: int) -> dict[str, int]:
    """Return the effects of an outcome as {"role.field": amount}."""
    return {
        f"{role}.{field}": amount for role, field, _, amount in outcome_after(name, path, **given).effects
    }


def odds_of(name: str, **given: int) -> Any:
    proc = NAMED[name]
    return procedure_odds(proc, values(proc, given))


def key_chances(name: str, **given: int) -> dict[Any, Fraction]:
    """Return the exact chance of each key.

    The key None has the chance of all undetermined results.
    """
    found = odds_of(name, **given)
    exact = {
        key: Fraction(weight, found.total) for key, weight in zip(found.keys, found.weights, strict=True)
    }
    if found.unknown:
        exact[None] = Fraction(found.unknown, found.total)
    assert sum(exact.values()) == 1
    return exact


def two_dice(total: int) -> tuple[int, int]:
    """Return two dice with this sum."""
    low = max(1, total - 6)
    return low, total - low
