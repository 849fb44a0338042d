"""Trinités: martial primes and penalties of the actor in his turn (RULES 4.9, L695-770)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import choice, number
from gobelet.rules.refused import Refused

from . import combat_tables
from .sheets import ACTION, CHARACTERS, SWAY

if TYPE_CHECKING:
    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Consequence, Test, Values

# Keys of an action that is no blow.
FAILED = 0
DONE = 1
INCIDENT = -2  # key: the action has failed with the penalty Risque

# Primes and penalties as indices in their lists; 0 is none. Each action allows the first part of each list.
FASTER, EFFECTIVE, OVERWHELM, PRUDENCE, GRAVE, PRECISE, SEVERAL, NONLETHAL = range(1, 9)
ABANDON, DANGER, DIFFICULT, EASY, SLOWER, RISK, LIGHT = range(1, 8)
# The number of primes, and of penalties, that every action allows, "none" included.
ANY = 5
ANY_PENALTY = 7
_PRIMES = tuple(["none"] + combat_tables.names(combat_tables.PRIMES))
_PENALTIES = tuple(["none"] + combat_tables.names(combat_tables.PENALTIES))
_DIFFICULT_MODIFIERS = tuple(
    [-combat_tables.WORTH if at == DIFFICULT else 0 for at in range(len(_PENALTIES))]
)
_EFFECTIVE_MODIFIERS = tuple([combat_tables.WORTH if at == EFFECTIVE else 0 for at in range(len(_PRIMES))])


def penalty_input(
    name: str, count: int | None = None, lane: str = "roll", start: int = 0, when: Test | None = None
) -> Input:
    """Input of a penalty: one of the first `count` penalties, or of all for None."""
    return choice(name, _PENALTIES[:count], start, lane, _DIFFICULT_MODIFIERS[:count], when)


def prime_inputs(
    primes: int | None = None, penalties: int | None = None, lane: str = "roll", when: Test | None = None
) -> tuple[Input, Input]:
    """Inputs of a prime and a penalty, each from the first ones of its list.

    `primes` and `penalties` are the lengths; None means the whole list.
    """
    prime = choice("prime", _PRIMES[:primes], 0, lane, _EFFECTIVE_MODIFIERS[:primes], when)
    return prime, penalty_input("penalty", penalties, lane, when=when)


# Inputs that an action uses up, and the cover that Abandon takes away.
HELD = (
    number("feint", 0, CHARACTERS, role="me", field="feint", asked=False),
    number("bonus", 0, 1, role="me", field="bonus", asked=False),
    number("cover", 0, 6, role="me", field="cover", asked=False),
    number("hidden", 0, 99, role="me", field="hidden", asked=False),
)


def is_planned(values: Values) -> bool:
    """Tell whether a roll in the actor's own turn counts as an action: see `natural.plan_inputs`."""
    return values["acting"] > 0 and values["plan"] != 0


def martial_inputs(lane: str = "roll") -> tuple[Input, ...]:
    """Inputs of prime and penalty for a roll that is no action of the table.

    The inputs count in the actor's own turn (L702-768).
    """
    return prime_inputs(ANY, ANY_PENALTY, lane, is_planned) + HELD


MARTIAL = martial_inputs()


def penalties(values: Values) -> list[int]:
    """The penalties of an action: the chosen one, and the one of an advanced action."""
    return [values["penalty"]] + ([values["imposed"]] if "imposed" in values else [])


def failure_key(values: Values) -> int:
    """The key of a failure, with the incident of the penalty Risque."""
    return INCIDENT if RISK in penalties(values) else FAILED


def is_done(values: Values, key: int) -> bool:
    """Tell whether a key is a success."""
    return key == DONE


def pressure(values: Values) -> int:
    """The modifier of the reaction by prime and penalties (L727, L755)."""
    found = -combat_tables.WORTH if values["prime"] == OVERWHELM else 0
    return found + combat_tables.WORTH * penalties(values).count(EASY)


def check_choices(values: Values, action: str, reacts: bool) -> None:
    """Refuse forbidden choices; `reacts` says whether any character may oppose.

    A released hostage gives a prime without a penalty (L592). Abandon needs an advantage to give up: cover, a
    hiding place, or higher ground (L738), else TR-POS.
    """
    primes = [values["prime"] - 1] if values["prime"] else []
    paid = [values["penalty"] - 1] if values["penalty"] else []
    if ABANDON in penalties(values) and not (values["cover"] or values["hidden"] or values.get("above")):
        raise Refused("TR-POS")
    combat_tables.check_primes(action, primes, paid, reacts, values["bonus"])
    if "imposed" in values:
        if not values["imposed"]:
            raise Refused("TR-ADV")
        combat_tables.check_primes(action, [], [values["imposed"] - 1], reacts)


def actor_effects(values: Values, success: bool, end: str = "") -> list[Consequence]:
    """The effects of any action on the actor.

    `end` is the ending of the names of these modifiers.
    """
    found: list[Consequence] = []
    if values["plan"]:
        gain = SWAY if success and values["prime"] == FASTER else 0
        gain -= SWAY * penalties(values).count(SLOWER)
        if gain:
            found.append(("me", "delta", "+", gain))
    if values["prime"] == PRUDENCE:
        found.append(("me", "prudence", "+", 1))
    dangers = penalties(values).count(DANGER)
    if dangers:
        found.append(("me", "danger", "+", dangers))
    if ABANDON in penalties(values):
        found += [("me", "cover", "=", 0), ("me", "hidden", "=", 0)]
    for field in ("spurred", "cowed"):
        if values[field + end] == ACTION:
            found.append(("me", field, "=", 0))
    for field in ("feint", "bonus"):
        if values[field]:
            found.append(("me", field, "=", 0))
    return found
