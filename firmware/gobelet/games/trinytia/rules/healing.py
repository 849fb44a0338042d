"""Tri'Nytia: the Procedures of healing and of a death."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, choice, number

from . import combat, tables
from .inputs import TARGET, amount, armour, wounds
from .sheets import GONE

if TYPE_CHECKING:
    from gobelet.rules.types import Progress, Values


def _heal_step(values: Values, progress: Progress) -> Outcome:
    after, armour = values_after_healing(values)
    effects = (("target", "wounds", "=", after), ("target", "armour", "=", armour))
    return Outcome(values["wounds"] - after, effects, word="armour" if armour > values["armour"] else None)


def values_after_healing(values: Values) -> tuple[int, int]:
    """Return (wounds, armour) after the healing."""
    return combat.heal(values["wounds"], values["armour"], values["amount"], values["spill"])


def _check_death(values: Values) -> None:
    if values["faction"] and values["of"] >= 0:
        tables.check_faction((values["of"],) * 3, values["faction"], values["dead"] + 1)


def _death_step(values: Values, progress: Progress) -> Outcome:
    effects = [("target", name, "=", value) for name, value in GONE]
    return Outcome(values["faction"], tuple(effects) + (("target", "faction", "=", values["faction"]),))


heal = Procedure(
    "heal",
    (amount(), wounds(), armour(), number("spill", 0, 1, role="option", field="spill", asked=False)),
    _heal_step,
    explain="heal",
    roles=TARGET,
)
death = Procedure(
    "death",
    (
        choice("faction", tables.FACTIONS, role="target", field="faction"),
        number("of", -1, 10, start=-1),  # number of characters of this faction in the game; -1: unknown
        number("dead", 0, 10),  # number of dead characters of this faction
    ),
    _death_step,
    check=_check_death,
    roles=TARGET,
)
