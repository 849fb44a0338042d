"""Trirème, Ship game: ramming [Rapports d'éperonnements], by the left part of the damage table."""

from gobelet.core.procedure import Procedure, flag, lane

from . import cells, damage
from .common import BOTH, better, check_sizes, crew, held, size, why
from .tables import RAM, ram_column

# Modifiers of the ratio (seed L206-209): a crew that is better counts for its ship.
STATIONARY, IMMOBILISED, CREW = 1, 1, 1

# Modifiers of the dice (seed L213-216).
MOVE_A, SIDE, NOT_FULL_SPEED, RAMMER_IMMOBILISED = 1, 1, -1, -1


def where(v):
    """Column of the table with the values of a ram."""
    return ram_column(lane(ship_ram, v, "column"))


def _ram(v, s):
    return damage.step(v, s, RAM, where(v), lane(ship_ram, v, "roll"), _done)


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
        flag("stationary", STATIONARY, "column"),
        flag("move_a", MOVE_A, "roll"),
        flag("flank", SIDE, "roll"),
        flag("not_full_speed", NOT_FULL_SPEED, "roll"),
        size("rammer_size", "attacker", "column", lambda v: v["rammer_size"]),
        size("target_size", "target", "column", lambda v: -v["target_size"]),
        crew("rammer_crew", "attacker"),
        crew("target_crew", "target", "column", lambda v: CREW * better(v["rammer_crew"], v["target_crew"])),
        held("target_immobilised", "target", "column", IMMOBILISED),
        held("rammer_immobilised", "attacker", "roll", RAMMER_IMMOBILISED),
    )
    + cells.inputs(cells.COLUMN),
    _ram,
    check=check_sizes,
    questions=(("target", damage.hurt(0)), ("rammer", damage.hurt(1))),
    explain=why("ram"),
    roles=BOTH,
    label=cells.write,
)
