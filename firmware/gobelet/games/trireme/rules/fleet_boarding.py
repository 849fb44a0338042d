"""Trirème, Fleet game: grappling and boarding.

See RULES 1, `fleet_grapple_modifiers` and `fleet_boarding`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, ask_first, choice, lane, number
from gobelet.rules.refused import Refused

from .inputs import BOTH, DIE, YES, crew_input, flag_input, fold_sum, grapple_effects, held_input

if TYPE_CHECKING:
    from gobelet.rules.types import Face, Progress, Step, Values

# Grappling [Modificateurs à l'agrippement], L112-117. The player aid (the printed summary of the rules) lacks the
# number to reach, and its minus sign for the grappling equipment is doubtful. So `param` lines of the owner's file may
# set the number and the sign. By reading [A26], the modifier "immobilisé" counts if the grappling ship is immobilised.


def _grapple(values: Values, progress: Progress) -> Step:
    if not values["need"]:
        # Without the number to reach, the device shows the sum of the modifiers. The players decide whether the
        # grapple holds.
        return Outcome(None, grapple_effects(True), (("fleet_boarding", {}),), "sum")
    if progress is None:
        return Roll((6,) * values["dice"], fold_sum)
    if progress + lane(fleet_grapple, values, "roll") < values["need"]:
        return Outcome(0)
    return Outcome(1, grapple_effects(True), (("fleet_boarding", {}),))


fleet_grapple = Procedure(
    "fleet_grapple",
    (
        flag_input("target_rammed", "target", "eased", "roll", 1),
        crew_input("crew", "attacker"),
        crew_input(
            "target_crew",
            "target",
            "roll",
            lambda values: int(values["crew"] < values["target_crew"]),
        ),
        held_input("immobilised", "attacker", "roll", -1),
        number(
            "equipment",
            0,
            1,
            0,
            "roll",
            lambda values: values["equipment"] * (1 if values["gear"] else -1),
            role="attacker",
            field="iron",
        ),
        number("need", 0, 30, role="param", field="need", asked=False),
        number("dice", 1, 3, 1, role="param", field="grapple_dice", asked=False),
        number("gear", 0, 1, role="param", field="gear", asked=False),
    ),
    _grapple,
    questions=YES,
    explain="total_and_need",
    roles=BOTH,
)

# Boarding [Table des combats d'abordage], L127-138. Each table row begins with the ratio of the two boarding values; a
# cell for each face of the die follows. F: the stronger ship captures the weaker one. f: the weaker ship captures the
# stronger one. -: a stalemate, no ship is captured.
BOARDING = (
    "triple        - F F F F F",
    "double        - - - F F F",
    "below_double  f - - - F F",
    "equal         f - - - - F",
)


def boarding_row(value: int, other: int) -> int:
    """Return the index of the row of BOARDING for two boarding values.

    Raise Refused with TRI-E06 if both values are 0.
    """
    strong, weak = max(value, other), min(value, other)
    if not strong:
        raise Refused("TRI-E06")
    if strong >= 3 * weak:  # this condition also holds if the weaker value is 0 [A5]
        return 0
    if strong >= 2 * weak:
        return 1
    return 3 if strong == weak else 2


def boarding_cell(row: int, die: Face) -> str:
    """Return the cell of a row of BOARDING for a face of the die: F, f or -."""
    return BOARDING[row].split()[die]


def effective_factor(factor: int, immobilised: int, slowed: int, full: int) -> int:
    """Return the boarding value that counts for a ship: `factor`, or 0.

    The value of an immobilised ship is 0 [A22]. The ship regains `factor` when the ship is freed, or with result 4 of a
    clearance, which sets the field "slowed" (L71). If the owner's file sets `full`, `factor` always counts.
    """
    return 0 if immobilised and not slowed and not full else factor


def effective_values(values: Values) -> tuple[int, int]:
    """Return (attacker's, target's) boarding values that count in the roll."""
    return (
        effective_factor(values["value"], values["immobilised"], values["slowed"], values["full"]),
        effective_factor(
            values["target_value"], values["target_immobilised"], values["target_slowed"], values["full"]
        ),
    )


def voiding_inputs(values: Values) -> list[str]:
    """Return the names of the inputs that reduce a ship's boarding value to 0."""
    written = values["value"], values["target_value"]
    return [
        ("immobilised", "target_immobilised")[side]
        for side in (0, 1)
        if effective_values(values)[side] != written[side]
    ]


def _table_row(values: Values) -> int:
    return boarding_row(*effective_values(values))


def _are_values_equal(values: Values) -> bool:
    mine, other = effective_values(values)
    return mine == other


def _stronger_side(values: Values) -> int:
    """Return 0 if the attacker is the stronger ship, 1 if the target is.

    If the boarding values are equal, the players have named the stronger ship before the roll [A4].
    """
    mine, other = effective_values(values)
    return values["stronger"] if mine == other else int(other > mine)


def _boarding(values: Values, progress: Progress) -> Step:
    """Resolve a boarding.

    The outcome key is 0 for a stalemate, 1 if the attacker captures the target, 2 if the target captures the
    attacker.
    """
    if progress is None:
        return DIE
    cell = boarding_cell(_table_row(values), progress)
    if cell == "-":
        return Outcome(0)
    winner = _stronger_side(values) if cell == "F" else 1 - _stronger_side(values)
    # If the loser is already a captured ship, it returns to the side with which it began the battle.
    loser, was = ("attacker", values["captured"]) if winner else ("target", values["target_captured"])
    return Outcome(1 + winner, ((loser, "captured", "=", 1 - was),))


fleet_boarding = Procedure(
    "fleet_boarding",
    (
        number("value", 0, 99, 1, role="attacker", field="factor"),
        number("target_value", 0, 99, 1, role="target", field="factor"),
        ask_first(choice("stronger", BOTH, when=_are_values_equal)),
        # A form never asks for the inputs below: their values come from the ships' rows and the owner's file. A ship
        # without a row counts as not immobilised. The players then enter 0 as its boarding value if it is immobilised.
        flag_input("captured", "attacker", "captured", asked=False),
        flag_input("target_captured", "target", "captured", asked=False),
        held_input("immobilised", "attacker", asked=False),
        held_input("target_immobilised", "target", asked=False),
        flag_input("slowed", "attacker", "slowed", asked=False),
        flag_input("target_slowed", "target", "slowed", asked=False),
        number("full", 0, 1, role="param", field="held_factor", asked=False),
    ),
    _boarding,
    check=_table_row,
    questions=YES + (("2", lambda values, key: key == 2),),
    explain="fleet_boarding",
    roles=BOTH,
)
