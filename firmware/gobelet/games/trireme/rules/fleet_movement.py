"""Trirème, Fleet game: the rolls before and during movement (RULES 1).

The rolls are the clearance of an immobilisation and the fatigue of the rowers. A third
Procedure, without dice, computes the movement points under sail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, choice, flag, lane
from gobelet.rules.refused import Refused

from .inputs import DIE, HELD, KINDS, SHIP, YES, check_held, check_size, crew_input, flag_input, size_input

if TYPE_CHECKING:
    from gobelet.rules.types import Consequence, Face, Progress, Step, Values

# Clearing an immobilisation [Dégagement de l'immobilisation], L65-72. Each line has the total, the result, and the new
# values of some fields of the ship. While the field "bonus" is 1, the ship has +2 at its next attempt [A3].
CLEARANCE = (
    "1   sunk       fate=1",
    "2   permanent  immobilised=2 bonus=0",
    "3   none       bonus=0",
    "4   partial    bonus=1 slowed=1",
    "5+  freed      immobilised=0 bonus=0 slowed=0",
)

# Fatigue [Table de fatigue], L74-80. Each line has the crew, the faces with which its rowers tire, and the other faces.
FATIGUE = (
    "expert     1    2-6",
    "ordinaire  1-2  3-6",
    "debutant   1-3  4-6",
    "esclave    1-5  6",
)

# Movement points under sail [PM véliques], L82-90. Each line has the ship's bearing to the wind, its points with the
# mainsail [grand-voile], and its points with the sail [voile].
SAIL = (
    "A  2*  2",
    "B  2   1",
    "C  1   0",
    "D  0   0",
)


def clearance_result(total: int) -> int:
    """Return the result of a clearance, 1 to 5, for the total of die and bonus."""
    return min(max(total, 1), len(CLEARANCE))


def _clearance(values: Values, progress: Progress) -> Step:
    if progress is None:
        return DIE
    result = clearance_result(progress + lane(fleet_clearance, values, "roll"))
    effects: list[Consequence] = []
    for word in CLEARANCE[result - 1].split()[2:]:
        field, _, value = word.partition("=")
        effects.append(("ship", field, "=", int(value)))
    return Outcome(result, tuple(effects))


fleet_clearance = Procedure(
    "fleet_clearance",
    (
        flag_input("bonus", "ship", "bonus", "roll", 2),
        choice("immobilised", HELD, 1, role="ship", field="immobilised"),
    ),
    _clearance,
    check=check_held,
    questions=(
        ("freed", lambda values, key: key == 5),
        ("1", lambda values, key: key == 1),
        ("ever", lambda values, key: key == 2),
    ),
    explain="fleet_clearance",
    roles=SHIP,
)


def is_tiring(quality: int, die: Face) -> bool:
    """Tell whether the rowers of a crew of this quality tire with this face."""
    return die <= int(FATIGUE[quality].split()[1][-1])


def _fatigue(values: Values, progress: Progress) -> Step:
    if progress is None:
        return DIE
    return Outcome(1, (("ship", "tired", "=", 1),)) if is_tiring(values["quality"], progress) else Outcome(0)


fleet_fatigue = Procedure(
    "fleet_fatigue", (crew_input(),), _fatigue, questions=YES, explain="fleet_fatigue", roles=SHIP
)


def sail_points(bearing: int, mainsail: bool, size: int, oars: object, venetian: bool) -> int:
    """Return the movement points of a ship under sail.

    A cell of SAIL with a star means 3 points for a ship of size 1 to 7 with oars, or for a Venetian ship (L90). For any
    other ship the number before the star counts.
    """
    cell = SAIL[bearing].split()[1 if mainsail else 2]
    if cell[-1] == "*" and (venetian or (1 <= size <= 7 and oars)):
        return 3
    return int(cell[0])


def _check_sail(values: Values) -> None:
    if values["sail"] == 0:
        raise Refused("TRI-E04")
    if values["bearing"] == 0 and values["sail"] == 2 and values["oars"] and values["kind"] != 3:
        check_size(values)  # only the SAIL cell with the star depends on the size


def _sail(values: Values, progress: Progress) -> Step:
    return Outcome(
        sail_points(
            values["bearing"], values["sail"] == 2, values["size"], values["oars"], values["kind"] == 3
        )
    )


fleet_sail = Procedure(
    "fleet_sail",
    (
        choice("bearing", ("A", "B", "C", "D")),
        choice("sail", ("none", "voile", "grand_voile"), 2, role="ship", field="sail"),
        size_input("size", "ship"),
        flag("oars", start=1),
        choice("kind", KINDS, role="ship", field="kind"),
    ),
    _sail,
    check=_check_sail,
    explain="fleet_sail",
    roles=SHIP,
)
