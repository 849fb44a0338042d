"""Tri'Nytia: healing, and death."""

from gobelet.core.procedure import Outcome, Procedure, choice, number

from . import combat, tables
from .inputs import TARGET, amount, armour, wounds
from .sheets import GONE


def _heal(v, s):
    after, armour = healed(v)
    effects = (("target", "wounds", "=", after), ("target", "armour", "=", armour))
    return Outcome(v["wounds"] - after, effects, word="armour" if armour > v["armour"] else None)


def healed(v):
    """(wounds, armour) after healing."""
    return combat.heal(v["wounds"], v["armour"], v["amount"], v["spill"])


def _check_death(v):
    if v["faction"] and v["of"] >= 0:
        tables.check_faction((v["of"],) * 3, v["faction"], v["dead"] + 1)


def _death(v, s):
    effects = [("target", name, "=", value) for name, value in GONE]
    return Outcome(v["faction"], tuple(effects) + (("target", "faction", "=", v["faction"]),))


heal = Procedure(
    "heal",
    (amount(), wounds(), armour(), number("spill", 0, 1, role="option", field="spill", asked=False)),
    _heal,
    explain="heal",
    roles=TARGET,
)
death = Procedure(
    "death",
    (
        choice("faction", tables.FACTIONS, role="target", field="faction"),
        number("of", -1, 10, start=-1),  # how many of it the game holds; -1: not known here
        number("dead", 0, 10),  # how many of them were dead before
    ),
    _death,
    check=_check_death,
    roles=TARGET,
)
