"""Trirème, Ship game: grappling [Agrippement], seed L244-256, and detachment [Détachement], seed L283-290."""

from gobelet.core.procedure import Outcome, Procedure, Roll, flag, lane

from .common import BOTH, TWO, better, crew, grappled, has, held, total, why

NEED = 9

# Grappling; a target at full speed counts for nothing in a collision.
MADE_EASIER, FRIENDLY, COLLISION, TARGET_IMMOBILISED, CREW = 3, 3, 1, 1, 1
TARGET_FULL_SPEED, OARSMEN_ONLY, IMMOBILISED, IRON_HANDS = -1, -1, -1, 2

# Detachment; the friendly ship and the crew are as above.
WON, ENEMY_CORVUS = 2, -3

DICE = Roll(TWO, total)


SUCCESS = ("1", lambda v, key: key == 1)

CREWS = (
    crew("crew", "attacker"),
    crew("other_crew", "target", "roll", lambda v: CREW * better(v["crew"], v["other_crew"])),
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
        has("made_easier", "target", "eased", "roll", MADE_EASIER),
        flag("friendly", FRIENDLY, "roll"),
        flag("collision", COLLISION, "roll"),
        held("target_immobilised", "target", "roll", TARGET_IMMOBILISED),
        flag("target_full_speed", TARGET_FULL_SPEED, "roll", when=lambda v: not v["collision"]),
        flag("oarsmen_only", OARSMEN_ONLY, "roll"),
        held("immobilised", "attacker", "roll", IMMOBILISED),
        has("iron_hands", "attacker", "iron", "roll", IRON_HANDS),
    )
    + CREWS,
    _grapple,
    questions=(SUCCESS,),
    explain=why("grapple"),
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
        flag("friendly", FRIENDLY, "roll"),
        flag("won_boarding", WON, "roll"),
        flag("enemy_corvus", ENEMY_CORVUS, "roll"),
    )
    + CREWS,
    _detachment,
    questions=(SUCCESS,),
    explain=why("detachment"),
    roles=BOTH,
)
