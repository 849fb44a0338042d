"""Trinités: martial primes and penalties of an action (RULES 4.9, L695-770).

A prime is an advantage that the actor chooses. A penalty is a disadvantage that the actor accepts as the price
of the prime.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import choice, number
from gobelet.rules.refused import Refused

from . import combat_tables
from .sheets import ACTION, CHARACTERS, SWAY

if TYPE_CHECKING:
    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Consequence, Test, Values

# Outcome keys of an action other than a strike or a shot.
FAILED = 0
DONE = 1
INCIDENT = -2  # the action has failed, and the penalty Risque [risk] brings an incident

# The indexes of primes in _PRIMES and of penalties in _PENALTIES. Index 0 is the option "none". Each tuple begins
# with the entries that every action allows.
FASTER, EFFECTIVE, OVERWHELM, PRUDENCE, GRAVE, PRECISE, SEVERAL, NONLETHAL = range(1, 9)
ABANDON, DANGER, DIFFICULT, EASY, SLOWER, RISK, LIGHT = range(1, 8)
# Every action allows the first ANY primes and the first ANY_PENALTY penalties, "none" included.
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
    """Return the input for a penalty.

    The options are the first `count` entries of _PENALTIES, or all of them if `count` is None.
    """
    return choice(name, _PENALTIES[:count], start, lane, _DIFFICULT_MODIFIERS[:count], when)


def prime_inputs(
    primes: int | None = None, penalties: int | None = None, lane: str = "roll", when: Test | None = None
) -> tuple[Input, Input]:
    """Return the inputs for a prime and for a penalty.

    The options are the first `primes` entries of _PRIMES and the first `penalties` entries of _PENALTIES. The
    number None stands for all entries.
    """
    prime = choice("prime", _PRIMES[:primes], 0, lane, _EFFECTIVE_MODIFIERS[:primes], when)
    return prime, penalty_input("penalty", penalties, lane, when=when)


# Inputs for the actor's fields that an action sets to 0. Every action ends the feint, and uses up the free prime
# that the release of a hostage has given. The penalty Abandon [give ground] also ends the cover and the hiding
# place.
CLEARED_INPUTS = (
    number("feint", 0, CHARACTERS, role="me", field="feint", asked=False),
    number("bonus", 0, 1, role="me", field="bonus", asked=False),
    number("cover", 0, 6, role="me", field="cover", asked=False),
    number("hidden", 0, 99, role="me", field="hidden", asked=False),
)


def is_planned(values: Values) -> bool:
    """Tell whether a roll counts as an action of the actor's own turn."""
    return values["acting"] > 0 and values["plan"] != 0


def martial_inputs(lane: str = "roll") -> tuple[Input, ...]:
    """Return the inputs for a prime and a penalty, for an unlisted roll.

    An unlisted roll is a roll outside the table of actions. The prime and the penalty of an unlisted roll take
    effect only in the actor's own turn (L702-768).
    """
    return prime_inputs(ANY, ANY_PENALTY, lane, is_planned) + CLEARED_INPUTS


MARTIAL = martial_inputs()


def penalties(values: Values) -> list[int]:
    """Return the indexes of the chosen penalty and of the imposed penalty, if any."""
    return [values["penalty"]] + ([values["imposed"]] if "imposed" in values else [])


def failure_key(values: Values) -> int:
    """Return the outcome key of a failed action.

    The outcome key is INCIDENT if the action has the penalty Risque [risk], else FAILED.
    """
    return INCIDENT if RISK in penalties(values) else FAILED


def is_done(values: Values, key: int) -> bool:
    """Tell whether an outcome key means success.

    `values` is unused: the odds call each question of a Procedure with the values and an outcome key.
    """
    return key == DONE


def pressure(values: Values) -> int:
    """Return the modifier that the actor's choices add to the opponent's reaction.

    The prime Débordement [overwhelm] adds -3 (L727), the penalty Facilité [ease] adds +3 (L755).
    """
    found = -combat_tables.WORTH if values["prime"] == OVERWHELM else 0
    return found + combat_tables.WORTH * penalties(values).count(EASY)


def check_choices(values: Values, action: str, reacts: bool) -> None:
    """Raise Refused if the prime or the penalty of an action is forbidden.

    `reacts` tells whether a character can oppose the action. An actor who has just released a hostage may choose a
    prime without a penalty (L592). Raise TR-POS for the penalty Abandon [give ground] if the actor has no
    advantage to give up: cover, a hiding place, or higher ground (L738). Raise TR-ADV for an advanced action
    without its imposed penalty. `combat_tables.check_primes` raises all other refusals.
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
    """Return the effects that every action has on its actor.

    `end` is the ending that the Procedure appends to the names of the inputs "spurred" and "cowed".
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
