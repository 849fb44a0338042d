"""Trinités: the action Détruire [destroy] (RULES 4.7, 4.8, L513-534).

The actor aims at an object, the ground, an advantageous position, or all characters in an area. The holder of an
object may dodge or parry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, choice, lane, number
from gobelet.rules.refused import Refused

from . import combat, damage, primes
from .natural import LEVEL
from .primes import INCIDENT, RISK, penalties

if TYPE_CHECKING:
    from gobelet.rules.odds import Odds
    from gobelet.rules.types import Progress, Step, Values

# The options for the prime, an extra demand on the action: none, or one of the first 7 of `combat_tables.PRIMES`.
_PRIMES = 8


def _check_destroy(values: Values) -> None:
    combat.check_action(values, "destroy")
    if not (values["aim"] or values["pv"]):  # the object is unknown, or already destroyed
        raise Refused("TR-OBJ")


def _destroy_step(values: Values, progress: Progress) -> Step:
    now = combat.next_roll(values, progress)
    if now is not None:
        return now
    mod, against = lane(destroy, values, "roll"), lane(destroy, values, "react")
    if not combat.is_won(values, progress, mod, against):
        return Outcome(_miss_key(values), tuple(combat.action_effects(values, False)))
    if values["aim"]:
        effects = (
            (("combat", "ground", "=", 1),),
            (("target", "cover", "=", 0), ("target", "hidden", "=", 0)),
            (),
        )
        then = (
            (("dodge", {"result": min(progress[0] + mod, 99), "gross": values["weapon"], "apart": 1}),)
            if values["aim"] == 3
            else ()
        )
        return Outcome(
            GROUND - values["aim"],
            tuple(combat.action_effects(values, True)) + effects[values["aim"] - 1],
            then,
        )
    key, left = _object_damage(values)
    return Outcome(key, tuple(combat.action_effects(values, True)) + (("object", "pv", "=", left),))


# If the aim is an object, the outcome key of a success is the number of PV that the object loses. For any other
# aim the outcome key of a success is GROUND minus the value of the input "aim", from 1 to 3.
GROUND = -9


def _miss_key(values: Values) -> int:
    return INCIDENT if RISK in penalties(values) else -1


def _object_damage(values: Values) -> tuple[int, int]:
    protected = damage.protection(values["material"] - 1, values["arms"]) if values["material"] else 0
    prime = values["prime"]
    light = prime == primes.SEVERAL
    gross, protected, _ = damage.blow_damage(
        values["weapon"],
        grave=prime == primes.GRAVE,
        light=light,
        protection=protected,
        precise=prime == primes.PRECISE,
    )
    return damage.strike_object(values["pv"], gross, protected)


def _destroy_odds(values: Values) -> Odds:
    share = combat.win_chance(values, lane(destroy, values, "roll"), lane(destroy, values, "react"))
    key = GROUND - values["aim"] if values["aim"] else _object_damage(values)[0]
    return combat.odds_from_shares([(key, share), (_miss_key(values), None)])


destroy = Procedure(
    "destroy",
    combat.actor_inputs(("force", "melee", "tir"), combat.actor_numbers(_PRIMES, primes.ANY_PENALTY))
    + (
        choice("aim", ("object", "ground", "position", "area")),
        LEVEL,
        number("weapon", 0, 99),
        number("material", 0, 5, role="object", field="material"),
        number("arms", 0, 1, role="object", field="arms"),
        number("pv", 0, 99, role="object", field="pv"),
    )
    + combat.reactor_inputs(("esquive", "melee", "corps")),
    _destroy_step,
    check=_check_destroy,
    questions=(
        ("hit", lambda values, key: key >= 0 or key < GROUND),
        ("break", lambda values, key: key >= values["pv"] > 0),
    ),
    explain="action",
    roles=("me", "target", "object"),
    odds=_destroy_odds,
)
