"""Trirème, Ship game: ramming, the left part of the damage table [Table des dégâts au navire], seed L184-228."""

from gobelet.core.procedure import Procedure, flag, lane

from . import cells, damage
from .common import BOTH, better, check_sizes, crew, held, size, why

# Rammer's size less the target's, with the modifiers of the ratio: the least of each column but the first.
LEAST = (-10, -8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 9, 11)

# Dice, then a cell for each ratio:
#  ≤-11  -10-9 -8-7  -6-5  -4    -3    -2    -1    0     +1    +2    +3    +4    +5+6  +7+8  +9+10 ≥+11
# A mark behind a cell: ~ is to be checked, ? is in doubt: the seed has one sign for all of them (dossier 5.3).
TABLE = (
    " 0  éX    éX    éX    éX    éX    éBrI~ éBrI  éBrI~ éBrI~ éI    -~    éa?   éa?   éa?   éa?   éa?   éa?",
    " 1  éX    éX    éX    éX    éX    éBrI  éBr   éBr   éI    éI    -     éa?   éa?   éa?   éa?   éa?   éa?",
    " 2  éX    éX    éX    éX    éBrI  éBr   éBr   éI    éI    -     éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    " 3  éX    éX    éX    éBrI  éBr   éBr   éI    éI    -     éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    " 4  éX    éX    éBrI  éBrI  éBr   éI    éI    -     éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    " 5  éX    éBrI  éBrI  éBr   éI    éI    -     éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    " 6  éBrI  éBrI  éBr   éI    éI    -     éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    " 7  éBrI  éBr   éI    éI    -     éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    " 8  éBr   éI    éI    -     éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    " 9  éBr~  éI    -     éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    "10  éI    -     éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    "11  éI~   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    "12  éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    "13  éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
    "14  éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?   éa?",
)

# Modifiers of the ratio (seed L206-209): a crew that is better counts for its ship.
STATIONARY, IMMOBILISED, CREW = 1, 1, 1

# Modifiers of the dice (seed L213-216).
MOVE_A, SIDE, NOT_FULL_SPEED, RAMMER_IMMOBILISED = 1, 1, -1, -1


def column(ratio):
    """Column of a ratio, from 0; both ends are open."""
    return len([least for least in LEAST if least <= ratio])


def where(v):
    """Column of the table with the values of a ram."""
    return column(lane(ship_ram, v, "column"))


def _ram(v, s):
    return damage.step(v, s, TABLE, where(v), lane(ship_ram, v, "roll"), _done)


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
        crew(
            "target_crew", "target", "column", lambda v: CREW * better(v["rammer_crew"], v["target_crew"])
        ),
        held("target_immobilised", "target", "column", IMMOBILISED),
        held("rammer_immobilised", "attacker", "roll", RAMMER_IMMOBILISED),
    )
    + cells.inputs(damage.NAMES, cells.BASE, damage.EACH),
    _ram,
    check=check_sizes,
    questions=(("target", damage.hurt(0)), ("rammer", damage.hurt(1))),
    explain=why("ram"),
    roles=BOTH,
    label=cells.write,
)
