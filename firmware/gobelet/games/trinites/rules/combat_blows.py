"""Trinités: Frapper [strike] and Tirer [shoot].

See RULES 4.7 and 4.10, L548-571, L653-680. A blow is a strike or a shot. The outcome key of a blow that hits is
the number of PV lost. `combat.MISS` and the constants after it are the other outcome keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, ask_first, choice, flag, lane, number
from gobelet.rules.refused import Refused

from . import combat, combat_tables
from .combat import (
    CHANCES,
    COVERED,
    HALF,
    HALF_INCIDENT,
    MISS,
    ROLES,
    SHIELD,
    SHOT,
    VICTIM,
    cover_input,
    cover_modifier,
    damage_and_loss,
    is_reacting,
    points_lost,
    refuse_dead,
    wound_effects,
)
from .natural import is_success
from .primes import INCIDENT, NONLETHAL, PRECISE, RISK, SEVERAL, penalties, pressure

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from gobelet.rules.odds import Odds
    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Consequence, Next, Progress, Step, Values

# Outcome key of a shot that hits the cover, with an incident that the penalty Risque [risk] brings.
COVERED_INCIDENT = -4
BEYOND = 3  # index of "beyond" in _SPANS

# The distance of a shot, compared with the range of the weapon (L668-677): up to once, twice or three times
# the range, or beyond three times the range. A shot "beyond" is refused.
_SPANS = ("within", "twice", "thrice", "beyond")


def _crowd_modifier(values: Values) -> int:
    """Return the modifier that engaged opponents add to the target's reaction."""
    return combat_tables.crowd_modifier(values["crowd"])


_WEAPON = (number("weapon", 0, 99), flag("sword"))


def _check_strike(values: Values) -> None:
    refuse_dead(values)
    combat.check_action(values, "strike")


def _check_shoot(values: Values) -> None:
    refuse_dead(values)
    combat.check_action(values, "shoot")
    if values["span"] == BEYOND:
        raise Refused("TR-FAR")
    combat.refuse_hidden(values)


def _miss_key(values: Values, miss: int = MISS, incident: int = INCIDENT) -> int:
    """Return the outcome key of a blow that misses.

    An area weapon that misses does half its damage (L666). For any other weapon the outcome key is `incident` if
    the attacker has the penalty Risque [risk], else `miss`.
    """
    risk = RISK in penalties(values)
    if values.get("area"):
        return (HALF_INCIDENT if risk else HALF) - damage_and_loss(values, True)[1]
    return incident if risk else miss


def _cover_key(values: Values) -> int:
    """Return the outcome key of a shot that hits the cover.

    An area weapon does half its damage to the target, as if the shot had missed. The option "stopped" makes the
    cover stop this half damage too [A-TR32].
    """
    if values["stopped"]:
        return COVERED_INCIDENT if RISK in penalties(values) else COVERED
    return _miss_key(values, COVERED, COVERED_INCIDENT)


def _other_target_values(values: Values) -> dict[str, Any]:
    """Return the damage of the same blow to another target.

    "gross" is the damage to a human, "twice" the damage to a Trinité. These numbers differ only for a sword
    (L277).
    """
    human, adam = dict(values), dict(values)
    human["adam_b"], adam["adam_b"] = 0, 1
    return {"gross": damage_and_loss(human)[0], "sword": values["sword"], "twice": damage_and_loss(adam)[0]}


def _blow_outcome(proc: Procedure, values: Values, progress: tuple[int, int]) -> Outcome:
    """Return the Outcome of a blow when all its dice are rolled."""
    mod, against = lane(proc, values, "roll"), lane(proc, values, "react")
    bare = mod - cover_modifier(values)
    noted: tuple[Consequence, ...] = (
        ("me", "weapon", "=", values["weapon"]),
        ("me", "sword", "=", values["sword"]),
    )
    if "area" in values:
        noted += (("me", "area", "=", values["area"]),)
    then: tuple[Next, ...] = ()
    key = damage_and_loss(values)[1]
    if values["prime"] == SEVERAL and is_success(progress[0], bare):
        # `bare` leaves out the modifier of this target's cover, because each further target has its own cover.
        known = _other_target_values(values)
        known["result"] = min(progress[0] + bare, 99)
        known["pressure"] = pressure(values)
        known["attack"] = SHOT if proc.name == "shoot" else 1 + values["skill"]
        then = (("dodge", known),)
    if combat.is_won(values, progress, mod, against):
        hits = wound_effects(values, key, values["prime"] == NONLETHAL)
        return Outcome(key, tuple(combat.action_effects(values, True)) + noted + hits, then)
    if bare != mod and combat.is_won(values, progress, bare, against):
        key = _cover_key(values)
        if values["t_cover"] == SHIELD:
            known = _other_target_values(values)
            known["precise"] = int(values["prime"] == PRECISE)
            known["nonlethal"] = int(values["prime"] == NONLETHAL)
            then += (("suffer", known),)
    else:
        key = _miss_key(values)
    hits = wound_effects(values, points_lost(key), values["prime"] == NONLETHAL)
    return Outcome(key, tuple(combat.action_effects(values, False)) + noted + hits, then)


class Blow(combat.InputsOnDemand):
    """The Procedure of Frapper [strike] or of Tirer [shoot]."""

    check: Callable[[Values], None]
    questions = CHANCES
    explain = "blow"
    roles = ROLES

    def __init__(
        self, name: str, check: Callable[[Values], None], make_inputs: Callable[[], tuple[Input, ...]]
    ) -> None:
        self.name = name
        self.check = check
        self.make_inputs = make_inputs

    def step(self, values: Values, progress: Progress) -> Step:
        return combat.next_roll(values, progress) or _blow_outcome(self, values, progress)

    def label(self, key: int) -> str:
        if key > HALF:
            return str(key)
        return "%d (½)%s" % (points_lost(key), " incident" if key <= HALF_INCIDENT else "")

    def odds(self, values: Values) -> Odds:
        mod, against = lane(self, values, "roll"), lane(self, values, "react")
        shares = [(damage_and_loss(values)[1], combat.win_chance(values, mod, against))]
        if cover_modifier(values):
            num, den = combat.win_chance(values, mod - cover_modifier(values), against)
            less, unit = shares[0][1]
            shares.append((_cover_key(values), (num * unit - less * den, den * unit)))
        return combat.odds_from_shares(shares + [(_miss_key(values), None)])


def _strike_inputs() -> tuple[Input, ...]:
    return (
        combat.actor_inputs(("corps", "melee"), combat.actor_numbers())
        + _WEAPON
        + combat.reactor_inputs(("same", "esquive"))
        + combat.circumstance_inputs(combat_tables.STRIKE)
        + (
            number(
                "crowd",
                0,
                19,
                lane="react",
                mods=_crowd_modifier,
                when=is_reacting,
                role="target",
                field="engaged",
                asked=False,
            ),
        )
        + VICTIM
    )


def _shoot_inputs() -> tuple[Input, ...]:
    return (
        combat.actor_numbers()
        + (ask_first(choice("span", _SPANS, 1, "roll", (combat_tables.NEAR, 0, combat_tables.FAR, 0))),)
        + _WEAPON
        + (flag("area"),)
        + combat.reactor_inputs(("esquive",))
        + combat.circumstance_inputs(combat_tables.SHOOT)
        + (cover_input("roll"),)
        + VICTIM
        + (number("stopped", 0, 1, role="option", field="stopped", asked=False),)
    )


strike = Blow("strike", _check_strike, _strike_inputs)
shoot = Blow("shoot", _check_shoot, _shoot_inputs)
