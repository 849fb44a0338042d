"""Trirème, Ship game: raking the oars [ratissage], by the right part of the damage table."""

from gobelet.core.procedure import Procedure, flag

from . import cells, damage
from .common import BOTH, better, crew
from .tables import RAKE


def where(v):
    """Column of the table with the values of a raking."""
    return 1 + better(v["raker_crew"], v["target_crew"])


def _rake(v, s):
    return damage.step(v, s, RAKE, ship_rake, where, damage.outcome)


ship_rake = Procedure(
    "ship_rake",
    (
        flag("target_full_speed", 1, "roll"),  # seed L231-232
        flag("not_full_speed", -2, "roll"),
        crew("raker_crew", "attacker"),
        crew("target_crew", "target"),
    )
    + cells.inputs(cells.COLUMN),
    _rake,
    questions=(("target", damage.hurt(0)), ("rammer", damage.hurt(1))),
    explain="why_tables.rake",
    roles=BOTH,
    label=cells.write,
)
