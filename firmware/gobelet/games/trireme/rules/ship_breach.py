"""Trirème, Ship game: the breach table [Table des brèches], L234-242 (RULES 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import ME, Ask, Outcome, Procedure, flag, number

from .inputs import DIE, SHIP, check_size, fold_answer, held_input, size_input
from .sheets import SUNK

if TYPE_CHECKING:
    from gobelet.rules.types import Consequence, Face, Progress, Step, Values

# The columns are the face of the die, men lost, full speed lost, immobilised, equipment lost, and sunk. I means that
# the ship is immobilised, L that it is immobilised only if the other ship is larger. E means that the ship loses its
# equipment. A 2 in the last column means that the second or a later breach sinks the ship [A8]; the first breach
# already sinks a ship of size 1 or 2. The row of face 3 is printed as "perte de l'équipement ou I" (equipment lost or
# immobilised).
BREACH = (
    "1  1 0 L  -  -",
    "2  1 0 I  -  -",
    "3  0 1 or or -",
    "4  1 1 L  E  -",
    "5  2 1 I  E  2",
    "6  3 1 I  E  2",
)

EQUIPMENT = ("iron", "corvus", "towers", "engines")  # fields of a ship's equipment
# The progress after the choice at face 3.
LOSES = 10  # the ship loses its equipment
STAYS = 20  # the ship is immobilised


def breach_row(die: Face) -> tuple[int, int, str, str, str]:
    """Return (men, full speed, immobilised, equipment, sunk) from BREACH for a face."""
    row = BREACH[die - 1].split()
    return int(row[1]), int(row[2]), row[3], row[4], row[5]


def is_immobilising(values: Values, die: Face) -> bool:
    """Tell whether this face immobilises the ship, and leaves no choice to a player."""
    held_by = breach_row(die)[2]
    return held_by == "I" or (held_by == "L" and values["facing_larger"] == 1)


def is_sinking(values: Values, die: Face) -> bool:
    """Tell whether a breach with this face sinks the ship.

    The ship's size and its number of earlier breaches decide.
    """
    return breach_row(die)[4] == "2" and (values["breaches"] >= 1 or 1 <= values["size"] <= 2)


def _breach(values: Values, progress: Progress) -> Step:
    """Resolve a breach; the outcome key is the face of the die.

    At face 3 a player chooses whether the ship loses its equipment or is immobilised. The outcome key is 3 in both
    cases, because the player aid does not say which player chooses.
    """
    if progress is None:
        return DIE
    if progress == 3:
        return Ask(ME, "or", (LOSES, STAYS), fold_answer, lambda values, progress: LOSES)
    die = 3 if progress in (LOSES, STAYS) else progress
    men, pv, _, equipment, _ = breach_row(die)
    effects: list[Consequence] = [
        ("ship", "breaches", "=", min(values["breaches"] + 1, 9)),
        ("ship", "men", "=", max(values["men"] - men, 0)),
        ("ship", "pv", "=", max(values["pv"] - pv, 0)),
    ]
    if is_immobilising(values, die) or progress == STAYS:
        effects.append(("ship", "immobilised", "=", max(values["immobilised"], 1)))
    if equipment == "E" or progress == LOSES:
        for field in EQUIPMENT:
            effects.append(("ship", field, "=", 0))
    if is_sinking(values, die):
        effects.append(("ship", "fate", "=", SUNK))
        return Outcome(die, tuple(effects), word="sunk")
    return Outcome(die, tuple(effects))


ship_breach = Procedure(
    "ship_breach",
    (
        flag("facing_larger"),
        number("breaches", 0, 9, role="ship", field="breaches"),  # number of the ship's earlier breaches
        size_input("size", "ship", start=3),
        number("men", 0, 99, role="ship", field="men", asked=False),
        number("pv", 0, 9, role="ship", field="pv", asked=False),
        held_input("immobilised", "ship"),
    ),
    _breach,
    check=check_size,
    questions=(
        ("sunk", is_sinking),
        ("held", is_immobilising),
        ("slower", lambda values, key: breach_row(key)[1] > 0),
    ),
    explain="ship_breach",
    roles=SHIP,
)
