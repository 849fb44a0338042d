"""Trirème, Ship game: ramming [Rapports d'éperonnements], by the left part of the damage table, and raking the oars
[ratissage], by its right part.
"""

from gobelet.core.procedure import Procedure, flag, lane

from . import cells, damage
from .common import BOTH, better, check_sizes, crew, held, size
from .tables import RAKE, RAM, ram_column


def where(v):
    """Column of the table with the values of a ram."""
    return ram_column(lane(ship_ram, v, "column"))


def _ram(v, s):
    return damage.step(v, s, RAM, ship_ram, where, _done)


def _done(v, code):
    rammer, target = v["rammer_size"], v["target_size"]
    return damage.outcome(
        v,
        code,
        (
            {"facing_larger": int(rammer > target), "size": target},
            {"facing_larger": int(target > rammer), "size": rammer},
        ),
    )


ship_ram = Procedure(
    "ship_ram",
    (
        # Of the ratio, lane "column" (seed L206-209), and of the dice, lane "roll" (L213-216).
        flag("stationary", 1, "column"),
        flag("move_a", 1, "roll"),
        flag("flank", 1, "roll"),
        flag("not_full_speed", -1, "roll"),
        size("rammer_size", "attacker", "column", lambda v: v["rammer_size"]),
        size("target_size", "target", "column", lambda v: -v["target_size"]),
        crew("rammer_crew", "attacker"),
        crew("target_crew", "target", "column", lambda v: better(v["rammer_crew"], v["target_crew"])),
        held("target_immobilised", "target", "column", 1),
        held("rammer_immobilised", "attacker", "roll", -1),
    )
    + cells.inputs(cells.COLUMN),
    _ram,
    check=check_sizes,
    questions=(("target", damage.hurt(0)), ("rammer", damage.hurt(1))),
    explain="why_tables.ram",
    roles=BOTH,
    label=cells.write,
)


def raked(v):
    """Column of the table with the values of a raking."""
    return 1 + better(v["raker_crew"], v["target_crew"])


def _rake(v, s):
    return damage.step(v, s, RAKE, ship_rake, raked, damage.outcome)


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
