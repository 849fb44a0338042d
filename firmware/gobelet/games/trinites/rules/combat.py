"""Trinités: the parts that all actions of a combat share (RULES 4.6-4.10).

The shared parts are the inputs for the actor, the target and the wounded character, and the effects of primes
and penalties. A prime is an advantage that the actor chooses, a penalty is a disadvantage that the actor accepts.
An action is a test, or a confrontation if the target reacts. The progress of an action is a pair of natural
results, see `opposed_dice`. The lane "roll" is the sum of the actor's modifiers, the lane "react" the sum of the
target's modifiers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import Odds
from gobelet.rules.procedure import Procedure, ask_first, choice, flag, number
from gobelet.rules.refused import Refused

from . import combat_tables, damage, primes
from .natural import ACTOR, PENDING, PLANNED, TARGET, chance, is_success
from .opposed_dice import next_roll_of_two, weights, winner
from .primes import ANY, ANY_PENALTY, GRAVE, LIGHT, NONLETHAL, PRECISE, RISK, SEVERAL, penalties, pressure
from .sheets import LINES, REACTION, SWAY
from .tables import MOST

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from gobelet.rules.procedure import Ask, Input, Roll
    from gobelet.rules.types import Chance, Consequence, Progress, Test, Values

ROLES = ("me", "target")


def is_reacting(values: Values) -> bool:
    """Tell whether the target reacts to the action."""
    return values.get("reaction", 0) > 0


_SCORE = number("score", 0, MOST, lane="roll")
_ACTOR = (
    number("more", -30, 30, lane="roll"),
    number("adam_a", 0, 1, role="me", field="adam"),
    number("plan", -1, 9, lane="roll", mods=PLANNED, role="me", field="plan", asked=False),
)


def actor_numbers(prime_count: int | None = None, penalty_count: int | None = None) -> tuple[Input, ...]:
    """Return the inputs for the actor, without the skill.

    The input for the prime has its first `prime_count` options, "none" included. The input for the penalty has
    its first `penalty_count` options. A count of None stands for all options.
    """
    return (
        (_SCORE,) + primes.prime_inputs(prime_count, penalty_count) + _ACTOR + primes.CLEARED_INPUTS + PENDING
    )


def plain_inputs() -> tuple[Input, ...]:
    """Return the inputs for the actor, without the primes that only blows allow.

    The options of the prime and of the penalty are those that every action allows.
    """
    return actor_numbers(ANY, ANY_PENALTY)


def advanced_inputs() -> tuple[Input, ...]:
    """Return the inputs for the actor of an advanced action.

    An advanced action [avancée] imposes a penalty, the input "imposed", for which the actor gets no prime.
    """
    return plain_inputs() + (ask_first(primes.penalty_input("imposed", ANY_PENALTY, start=RISK)),)


def actor_inputs(skills: tuple[str, ...], inputs: tuple[Input, ...]) -> tuple[Input, ...]:
    """Return `inputs`, preceded by the choice of the skill if there are several."""
    return ((choice("skill", skills),) if len(skills) > 1 else ()) + inputs


def circumstance_inputs(table: Sequence[str]) -> tuple[Input, ...]:
    """Return one input for each circumstance in a printed table.

    Each input is a flag that adds the printed modifier to the lane "roll", the sum of the actor's modifiers.
    """
    found = []
    for row in table:
        name, modifier = row.split()
        found.append(flag(name, int(modifier), "roll"))
    return tuple(found)


def reactor_inputs(reactions: tuple[str, ...]) -> tuple[Input, ...]:
    """Return the inputs for the target, who may react.

    `reactions` are the skills that the target may react with. The reaction "same" uses the skill of the attack.
    """
    return (choice("reaction", ("none",) + reactions),) + _REACTOR


_CAREFUL = (0,) + (SWAY,) * 9
_RECKLESS = (0,) + (-SWAY,) * 9


def target_modifier_inputs(lane: str) -> tuple[Input, ...]:
    """Return the inputs for the modifiers that the target's sheet has for a reaction.

    The modifiers are added to the lane `lane`. A form does not ask the players for these inputs.
    """
    return tuple(
        [
            number(
                name, 0, high, lane=lane, mods=mods, when=is_reacting, role="target", field=field, asked=False
            )
            for name, high, mods, field in (
                ("t_spurred", 3, (0, 0, 0, SWAY), "spurred"),
                ("t_cowed", 3, (0, 0, 0, -SWAY), "cowed"),
                ("prudence", 9, _CAREFUL, "prudence"),
                ("danger", 9, _RECKLESS, "danger"),
            )
        ]
    )


_REACTOR = (
    (
        number("t_score", 0, MOST, lane="react", when=is_reacting),
        number("t_more", -30, 30, lane="react", when=is_reacting),
        flag("unaware"),
        number("adam_b", 0, 1, role="target", field="adam"),
    )
    + target_modifier_inputs("react")
    + (number("pressure", 0, 0, lane="react", mods=pressure, when=is_reacting, asked=False),)
)


class InputsOnDemand(Procedure):
    """A Procedure whose inputs `make_inputs` creates when they are first read.

    Creating inputs late saves memory, because a form needs the inputs of only one Procedure of the module.
    """

    make_inputs: Callable[[], tuple[Input, ...]]
    _made = False

    def __getattr__(self, name: str) -> Any:
        if self._made:
            raise AttributeError(name)
        self._made = True
        self.inputs = self.make_inputs()
        return getattr(self, name)


def check_action(values: Values, action: str) -> None:
    """Raise Refused if the reaction, prime or penalty of an action is forbidden.

    Raise TR-E23 for the reaction of a surprised target. `primes.check_choices` raises all other refusals.
    """
    if values.get("reaction") and values["unaware"]:
        raise Refused("TR-E23")
    primes.check_choices(values, action, "reaction" in values and not values["unaware"])


def next_roll(values: Values, progress: Progress) -> Roll | Ask | None:
    """Return the next Roll or Ask of an action, or None after the last one.

    The actor rolls first. The target rolls only if it reacts.
    """
    if progress and progress[0] > 0 and progress[0] % 12 and not is_reacting(values):
        return None
    return next_roll_of_two(values, progress)


def is_won(values: Values, progress: Progress, mod: int, against: int) -> bool:
    """Tell whether the action of the actor succeeds.

    `mod` is the sum of the actor's modifiers, `against` the sum of the target's modifiers.
    """
    if progress[0] + mod <= opposing_result(progress):
        return False
    if not is_reacting(values):
        return is_success(progress[0], mod)
    return winner(progress[0] + mod, progress[1] + against, progress[0] == 1, progress[1] == 1) == ACTOR


def opposing_result(progress: Progress) -> int:
    """Return the final result of a third character who opposes the action (L428).

    The result is 0 without such a character. In the progress, the number follows the natural results of actor
    and target.
    """
    return progress[2] if progress[2:] else 0


def win_chance(values: Values, mod: int, against: int) -> Chance:
    """Return the chance that the action succeeds, as (numerator, denominator)."""
    if not is_reacting(values):
        return chance(TARGET - mod, values["adam_a"])
    found, unit = weights(mod, against, values["adam_a"], values["adam_b"])
    return found[ACTOR], unit


def odds_from_shares(shares: Sequence[tuple[int, Any]]) -> Odds:
    """Return the Odds for some outcome keys and their chances.

    `shares` has pairs (outcome key, (numerator, denominator)). The last outcome key gets the remaining chance,
    so the last pair needs no numbers.
    """
    unit = 1
    for _, share in shares[:-1]:
        unit *= share[1]
    weights: dict[int, int] = {}
    left = unit
    for key, share in shares[:-1]:
        weight = share[0] * unit // share[1]
        left -= weight
        weights[key] = weights.get(key, 0) + weight
    last = shares[-1][0]
    weights[last] = weights.get(last, 0) + left
    return Odds({key: weights[key] for key in weights if weights[key]}, unit, 0, 0, 0)


def action_effects(values: Values, success: bool) -> list[Consequence]:
    """Return the effects that every action has on actor and target.

    The effects count the action in the actor's plan, clear the modifiers that the action has used, and store
    modifiers for later rolls.
    """
    found: list[Consequence] = [("me", "done", "+", 1)] if values["plan"] else []
    found += primes.actor_effects(values, success)
    return found + (reaction_effects(values) if "reaction" in values else [])


def reaction_effects(values: Values) -> list[Consequence]:
    """Return the effects that every action has on its target.

    The effects clear the modifiers that the target's reaction has used. If the target is surprised, the effects
    end its surprise.
    """
    found: list[Consequence] = []
    if is_reacting(values):
        for field in ("spurred", "cowed"):
            if values["t_" + field] == REACTION:
                found.append(("target", field, "=", 0))
        for field in ("prudence", "danger"):
            if values[field]:
                found.append(("target", field, "-", 1))
    if values["unaware"]:
        found.append(("target", "surprised", "=", 0))
    return found


# The outcome key of a blow that hits is the number of PV lost. Any other outcome of a blow has one of the
# negative outcome keys below, or one of those in `combat_blows`.
MISS = -1
# An area weapon that misses does half its damage. The outcome key of this miss is HALF minus the PV lost. If the
# penalty Risque [risk] also brings an incident, the outcome key is HALF_INCIDENT minus the PV lost.
HALF = -10
HALF_INCIDENT = -200

COVERED = -3  # outcome key of a shot that hits the cover
# Indexes in `combat_tables.COVER`: a human shield, and a cover that hides the target completely.
SHIELD = 2
HIDDEN = 6
# Value of the input "attack" for a shot. The value 0 stands for no blow, 1 for a strike with Corps à corps
# [brawl], and 2 for a strike with Mêlée [melee].
SHOT = 3


def cover_input(lane: str, when: Test | None = None) -> Input:
    """Return the input for the target's cover, whose modifier is added to `lane`."""
    table = combat_tables.COVER
    modifiers = tuple([combat_tables.modifier(table, at) or 0 for at in range(len(table))])
    return choice("t_cover", tuple(combat_tables.names(table)), 0, lane, modifiers, when)


def cover_modifier(values: Values) -> int:
    """Return the modifier of the target's cover, or 0 without cover."""
    return combat_tables.modifier(combat_tables.COVER, values["t_cover"]) or 0 if "t_cover" in values else 0


def refuse_hidden(values: Values) -> None:
    """Raise TR-HID if cover hides the target completely."""
    if values["t_cover"] == HIDDEN:
        raise Refused("TR-HID")


VICTIM = (
    number("boxes", 0, 24, role="target", field="boxes", asked=False),
    number("dead", 0, 1, role="target", field="dead", asked=False),
    number("armour", 0, 20, role="target", field="armour"),
    number("t_zone", 0, 3, role="target", field="zone", asked=False),
    number("t_init", 0, 12, role="target", field="init", asked=False),
    number("round", 0, 999, role="combat", field="round", asked=False),
)


def damage_and_loss(values: Values, missed: bool = False) -> tuple[int, int]:
    """Return (damage, PV lost) of a blow that hits, or of a missed area weapon."""
    prime = values["prime"]
    light = (prime == SEVERAL) + (LIGHT in penalties(values))
    # skill 0 of a strike is Corps à corps [brawl], a fight with bare hands, so the sword is not used (L563)
    doubled = values["sword"] and values["adam_b"] and values.get("skill", 1)
    precise = prime == PRECISE
    found = damage.blow_damage(
        values["weapon"], doubled, prime == GRAVE, light, missed, values["armour"], precise
    )
    return found[0], found[2]


def wound_effects(values: Values, points: int, nonlethal: int = False) -> tuple[Consequence, ...]:
    """Return the effects of a wound on the target."""
    if points < 1:
        return ()
    # Imported here, so that a form can open before `combat_rounds` is in memory.
    from .combat_rounds import values_after_wound

    found = values_after_wound(
        values["boxes"],
        values["adam_b"],
        values["t_zone"],
        values["t_init"],
        points,
        nonlethal,
        values["round"],
    )
    return tuple([("target", field, "=", value) for field, value in found])


def points_lost(key: int) -> int:
    """Return the PV that the target of a blow loses.

    `key` is the outcome key of the blow, see the constants `MISS` to `COVERED`.
    """
    if key <= HALF_INCIDENT:
        return HALF_INCIDENT - key
    return key if key >= 0 else max(0, HALF - key)


def _after_blow(values: Values, key: int) -> tuple[int, int, int, bool]:
    nonlethal = values.get("prime") == NONLETHAL or values.get("nonlethal", 0) > 0
    return damage.after_wound(values["boxes"], LINES[values["adam_b"]], points_lost(key), nonlethal)


def is_hit(values: Values, key: int) -> bool:
    """Tell whether the outcome key of a blow means a hit.

    `values` is unused: the odds call each function in CHANCES with the values and an outcome key.
    """
    return key >= 0


def is_faint(values: Values, key: int) -> bool:
    """Tell whether the target faints or dies from a blow with this outcome key."""
    state = _after_blow(values, key)
    return state[3] or state[1] == damage.DEAD


def is_kill(values: Values, key: int) -> bool:
    """Tell whether the target dies from a blow with this outcome key."""
    return _after_blow(values, key)[1] == damage.DEAD


CHANCES = (("hit", is_hit), ("faint", is_faint), ("kill", is_kill))


def refuse_dead(values: Values) -> None:
    """Raise TR-E08 if the target is dead."""
    if values["dead"]:
        raise Refused("TR-E08", name="who.target")
