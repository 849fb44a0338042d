"""Trirème, Ship game: the breach table [Table des brèches], seed L234-242."""

from gobelet.core.procedure import ME, Ask, Outcome, Procedure, flag, number

from .common import DIE, SHIP, check_size, held, size, taken
from .sheets import SUNK

# Die: men lost, full speed lost, immobilised (L: facing a larger ship), equipment lost, sunk (2: if it is the
# second breach or later [A8], the first for sizes 1 and 2). Row 3 reads "perte de l'équipement ou I".
BREACH = (
    "1  1 0 L  -  -",
    "2  1 0 I  -  -",
    "3  0 1 or or -",
    "4  1 1 L  E  -",
    "5  2 1 I  E  2",
    "6  3 1 I  E  2",
)

EQUIPMENT = ("iron", "corvus", "towers", "engines")
# State after "ou": the equipment is lost, or the ship is immobilised.
LOSES = 10
STAYS = 20


def cells(die):
    """(men, pv, immobilised, equipment, sunk) of a row."""
    row = BREACH[die - 1].split()
    return int(row[1]), int(row[2]), row[3], row[4], row[5]


def holds(v, die):
    """Whether the row immobilises for sure."""
    return cells(die)[2] == "I" or (cells(die)[2] == "L" and v["facing_larger"] == 1)


def sinks(v, die):
    """Whether the row sinks: by the number of this breach and the size."""
    return cells(die)[4] == "2" and (v["breaches"] >= 1 or 1 <= v["size"] <= 2)


def _breach(v, s):
    """The key is the die: row 3 is one outcome, whatever its "ou" becomes, and nobody is said to choose it."""
    if s is None:
        return DIE
    if s == 3:
        return Ask(ME, "or", (LOSES, STAYS), taken, lambda v, s: LOSES)
    die = 3 if s in (LOSES, STAYS) else s
    men, pv, _, equipment, _ = cells(die)
    effects = [
        ("ship", "breaches", "=", min(v["breaches"] + 1, 9)),
        ("ship", "men", "=", max(v["men"] - men, 0)),
        ("ship", "pv", "=", max(v["pv"] - pv, 0)),
    ]
    if holds(v, die) or s == STAYS:
        effects.append(("ship", "immobilised", "=", max(v["immobilised"], 1)))
    if equipment == "E" or s == LOSES:
        for field in EQUIPMENT:
            effects.append(("ship", field, "=", 0))
    if sinks(v, die):
        effects.append(("ship", "fate", "=", SUNK))
        return Outcome(die, tuple(effects), word="sunk")
    return Outcome(die, tuple(effects))


ship_breach = Procedure(
    "ship_breach",
    (
        flag("facing_larger"),
        number("breaches", 0, 9, role="ship", field="breaches"),  # before this one
        size("size", "ship", start=3),
        number("men", 0, 99, role="ship", field="men", asked=False),
        number("pv", 0, 9, role="ship", field="pv", asked=False),
        held("immobilised", "ship"),
    ),
    _breach,
    check=check_size,
    questions=(
        ("sunk", sinks),
        ("held", holds),
        ("slower", lambda v, key: cells(key)[1] > 0),
    ),
    explain="why_ships.breach",
    roles=SHIP,
)
