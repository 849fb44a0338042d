"""Trirème, Ship game: grappling [Agrippement], seed L244-256, and detachment [Détachement], seed L283-290."""

from gobelet.core.procedure import Outcome, Procedure, flag, lane

from .common import BOTH, DICE, YES, better, crew, grappled, has, held

NEED = 9

CREWS = (
    crew("crew", "attacker"),
    crew("other_crew", "target", "roll", lambda v: better(v["crew"], v["other_crew"])),
)


def _grapple(v, s):
    if s is None:
        return DICE
    if s + lane(ship_grapple, v, "roll") < NEED:
        return Outcome(0)
    return Outcome(1, grappled(True), (("ship_boarding", {}),))


ship_grapple = Procedure(
    "ship_grapple",
    (
        has("made_easier", "target", "eased", "roll", 3),
        flag("friendly", 3, "roll"),
        flag("collision", 1, "roll"),
        held("target_immobilised", "target", "roll", 1),
        flag("target_full_speed", -1, "roll", when=lambda v: not v["collision"]),
        flag("oarsmen_only", -1, "roll"),
        held("immobilised", "attacker", "roll", -1),
        has("iron_hands", "attacker", "iron", "roll", 2),
    )
    + CREWS,
    _grapple,
    questions=YES,
    explain="needed",
    roles=BOTH,
)


def _detachment(v, s):
    if s is None:
        return DICE
    if s + lane(ship_detachment, v, "roll") < NEED:
        return Outcome(0)
    return Outcome(1, grappled(False))


ship_detachment = Procedure(
    "ship_detachment",
    (
        flag("friendly", 3, "roll"),
        flag("won_boarding", 2, "roll"),
        flag("enemy_corvus", -3, "roll"),
    )
    + CREWS,
    _detachment,
    questions=YES,
    explain="needed",
    roles=BOTH,
)
