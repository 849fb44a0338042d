"""Trirème, Ship game: raking the oars [ratissage], the right part of the damage table, seed L184-232."""

from gobelet.core.procedure import Procedure, flag, lane

from . import cells, damage
from .common import BOTH, better, crew, why

# Dice, then the raker's crew [A11]: lower [inf.], equal [égal.], higher [sup.] quality. Marks as in `ramming`.
TABLE = (
    " 0  éI   éI   éI",
    " 1  éI   éI   -?",
    " 2  éI   éI   éa?",
    " 3  éI   éa?  -?",
    " 4  éI   éa?  éa?",
    " 5  -?   -?   -?",
    " 6  éa?  -?   -?",
    " 7  -?   -?   éa?",
    " 8  éa?  éa?  éa?",
    " 9  -?   -?   -?",
    "10  éa?  -?   -?",
    "11  -?   -?   éa?",
    "12  -?   éa?  éa?",
    "13  -?   éa?  éa?",
    "14  -?   éa?  éa?",
)

TARGET_FULL_SPEED, NOT_FULL_SPEED = 1, -2  # seed L231-232


def where(v):
    """Column of the table with the values of a raking."""
    return 1 + better(v["raker_crew"], v["target_crew"])


def _rake(v, s):
    return damage.step(v, s, TABLE, where(v), lane(ship_rake, v, "roll"), damage.outcome)


ship_rake = Procedure(
    "ship_rake",
    (
        flag("target_full_speed", TARGET_FULL_SPEED, "roll"),
        flag("not_full_speed", NOT_FULL_SPEED, "roll"),
        crew("raker_crew", "attacker"),
        crew("target_crew", "target"),
    )
    + cells.inputs(damage.NAMES, cells.BASE, damage.EACH),
    _rake,
    questions=(("target", damage.hurt(0)), ("rammer", damage.hurt(1))),
    explain=why("rake"),
    roles=BOTH,
    label=cells.write,
)
