"""Trirème, Fleet game: grappling and boarding."""

from gobelet.core.procedure import Outcome, Procedure, Roll, choice, lane, number
from gobelet.core.refused import Refused

from .common import BOTH, DIE, YES, crew, grappled, has, held, total

# Grappling [Modificateurs à l'agrippement], seed L112-117. The number to reach is not in the seed, and the
# minus of the equipment is doubtful: both are `param` lines of the owner's file.


def _grapple(v, s):
    if not v["need"]:
        # The sum of the modifiers is all that can be said; whether it holds, the players know.
        return Outcome(None, grappled(True), (("fleet_boarding", {}),), "sum")
    if s is None:
        return Roll((6,) * v["dice"], total)
    if s + lane(fleet_grapple, v, "roll") < v["need"]:
        return Outcome(0)
    return Outcome(1, grappled(True), (("fleet_boarding", {}),))


fleet_grapple = Procedure(
    "fleet_grapple",
    (
        has("target_rammed", "target", "eased", "roll", 1),
        crew("crew", "attacker"),
        crew(
            "target_crew",
            "target",
            "roll",
            lambda v: int(v["crew"] < v["target_crew"]),
        ),
        held("immobilised", "attacker", "roll", -1),
        number(
            "equipment",
            0,
            1,
            0,
            "roll",
            lambda v: v["equipment"] * (1 if v["gear"] else -1),
            role="attacker",
            field="iron",
        ),
        number("need", 0, 30, role="param", field="need", asked=False),
        number("dice", 1, 3, 1, role="param", field="grapple_dice", asked=False),
        number("gear", 0, 1, role="param", field="gear", asked=False),
    ),
    _grapple,
    questions=YES,
    explain="needed",
    roles=BOTH,
)

# Boarding [Table des combats d'abordage], seed L127-138: F, the stronger captures the weaker; f, the reverse.
BOARDING = (
    "triple        - F F F F F",
    "double        - - - F F F",
    "below_double  f - - - F F",
    "equal         f - - - - F",
)


def boarding_row(a, b):
    """Row of two boarding values, multiplied and never divided. TRI-E06 if both are 0."""
    strong, weak = max(a, b), min(a, b)
    if not strong:
        raise Refused("TRI-E06")
    if strong >= 3 * weak:  # n against 0 too [A5]
        return 0
    if strong >= 2 * weak:
        return 1
    return 3 if strong == weak else 2


def boarding_cell(row, die):
    """F, f or - for a die."""
    return BOARDING[row].split()[die]


def worth(factor, immobilised, slowed, full):
    """Boarding value that counts: none while a ship is immobilised, for it gets it back when it is freed, or with
    result 4 of a clearance, which slows it (seed L71) [A22]; `full` if the owner's rules say otherwise.
    """
    return 0 if immobilised and not slowed and not full else factor


def counted(v):
    """(attacker's, target's) boarding values that count."""
    return (
        worth(v["value"], v["immobilised"], v["slowed"], v["full"]),
        worth(v["target_value"], v["target_immobilised"], v["target_slowed"], v["full"]),
    )


def voiding(v):
    """Names of the inputs that take a boarding value away."""
    values = v["value"], v["target_value"]
    return [("immobilised", "target_immobilised")[at] for at in (0, 1) if counted(v)[at] != values[at]]


def _row(v):
    return boarding_row(*counted(v))


def _equal(v):
    mine, other = counted(v)
    return mine == other


def _stronger(v):
    """0 if the attacker is the stronger, 1 if the target is; equal ones are told apart beforehand [A4]."""
    mine, other = counted(v)
    return v["stronger"] if mine == other else int(other > mine)


def _boarding(v, s):
    """Key 0: stalemate, 1: the attacker captures the target, 2: the target captures the attacker."""
    if s is None:
        return DIE
    cell = boarding_cell(_row(v), s)
    if cell == "-":
        return Outcome(0)
    winner = _stronger(v) if cell == "F" else 1 - _stronger(v)
    # A ship that is taken back belongs to its first side again.
    loser, was = ("attacker", v["captured"]) if winner else ("target", v["target_captured"])
    return Outcome(1 + winner, ((loser, "captured", "=", 1 - was),))


fleet_boarding = Procedure(
    "fleet_boarding",
    (
        number("value", 0, 99, 1, role="attacker", field="factor"),
        number("target_value", 0, 99, 1, role="target", field="factor"),
        choice("stronger", BOTH, when=_equal),
        # Of a ship that is not known the players give the value as it counts.
        has("captured", "attacker", "captured", asked=False),
        has("target_captured", "target", "captured", asked=False),
        held("immobilised", "attacker", asked=False),
        held("target_immobilised", "target", asked=False),
        has("slowed", "attacker", "slowed", asked=False),
        has("target_slowed", "target", "slowed", asked=False),
        number("full", 0, 1, role="param", field="held_factor", asked=False),
    ),
    _boarding,
    check=_row,
    questions=YES + (("2", lambda v, key: key == 2),),
    explain="why_fleet.boarding",
    roles=BOTH,
)
