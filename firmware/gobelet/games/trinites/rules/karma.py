"""Trinités: Karma, regeneration and age (RULES 4.5, L255-331)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, ask_first, choice, number
from gobelet.rules.refused import Refused

from .damage import SORE, UNCONSCIOUS, UNHURT, WOUNDED
from .health import body_inputs, box_inputs, recovery_effects, state_of
from .party import DARK, LIGHT, adam_karma
from .sheets import KARMA_MOST

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Consequence, Field, Progress, Row, Values

NATURES = ("light", "dark")
HEALED = 4  # PV that a point of Karma heals (L270)

PRIME = 33  # age in years from which an Adam' ages more slowly
END = 99  # age in years at which an Adam' dies


def regenerating_natures(level: int) -> tuple[int, ...]:
    """Return the natures of Karma that pay for regeneration in a state of health.

    Raise TR-E09 for the state UNHURT.
    """
    if level == UNHURT:
        raise Refused("TR-E09", name="role.me")
    return {SORE: (LIGHT, DARK), WOUNDED: (LIGHT,), UNCONSCIOUS: (DARK,)}[level]


def round_count(light: int, dark: int) -> int:
    """Return the number of rounds that the payment of an effect takes in a combat.

    `light` and `dark` are the points of Lumière [light] and of Ténèbres [darkness]. A character spends at most one
    point of each nature in a round (L322).
    """
    return max(light, dark)


def points_to_wake(boxes: int, line: int) -> int:
    """Return the points of Ténèbres [darkness] that wake an unconscious character."""
    return max(0, -(-(boxes - 2 * line) // HEALED))


def apparent_age(years: int) -> int | None:
    """Return how old an Adam' of `years` years looks, in thirds of a year.

    The result is None for 99 years or more, because an Adam' dies on the 99th birthday (L273-274).
    """
    if years >= END:
        return None
    return 3 * years if years <= PRIME else 3 * PRIME + years - PRIME


def reserves(values: Values) -> list[list[tuple[Field, int]]]:
    """Return the reserves of Lumière [light] and of Ténèbres [darkness], two lists.

    Each list has (field, points left) for each reserve, in the order in which the character spends the reserves.
    """
    nature = adam_karma(values["deva"], values["archonte"])[0]
    if values["now"]:
        nature = adam_karma(values["deva_now"], values["archonte_now"])[0]
    found = []
    for kind, field in ((LIGHT, "deva_now"), (DARK, "archonte_now")):
        listed = [(field, values[field])]
        if nature == kind:
            listed.insert(0 if values["source"] else 1, ("adam_now", values["adam_now"]))
        found.append(listed)
    return found


def spending_effects(values: Values, nature: int, points: int) -> tuple[Consequence, ...]:
    """Return the effects of spending `points` points of Karma of one nature.

    Raise TR-E14 if the reserves have fewer points, and TR-E15 for a second point of one nature in a round of
    combat.
    """
    if not points:
        return ()
    name = "karma." + NATURES[nature]
    effects: tuple[Consequence, ...] = ()
    if values["zone"]:
        field = ("spent_l", "spent_t")[nature]
        if values[field] or points > 1:
            raise Refused("TR-E15", karma=name)
        effects = (("me", field, "=", 1),)
    for field, left in reserves(values)[nature]:
        take = min(points, left)
        if take:
            effects += (("adam", field, "-", take),)
            points -= take
    if points:
        raise Refused("TR-E14", karma=name)
    return effects


_BODY = body_inputs("me", 1)
# Inputs for the scores and reserves of Karma, and for the points of each nature spent in this round.
_SPIRITS = (
    # The reserve that the character spends first: that of the spirit, or that of the Adam'.
    choice("source", ("spirit", "adam")),
    number("deva", 0, KARMA_MOST, role="adam", field="deva", asked=False),
    number("archonte", 0, KARMA_MOST, role="adam", field="archonte", asked=False),
    number("deva_now", 0, KARMA_MOST, role="adam", field="deva_now"),
    number("archonte_now", 0, KARMA_MOST, role="adam", field="archonte_now"),
    number("adam_now", 0, KARMA_MOST, role="adam", field="adam_now"),
    number("spent_l", 0, 1, role="me", field="spent_l", asked=False),
    number("spent_t", 0, 1, role="me", field="spent_t", asked=False),
    number("now", 0, 1, role="option", field="now", asked=False),
)


def _check_regen(values: Values) -> None:
    if values["dead"]:
        raise Refused("TR-E08", name="role.me")
    if not values["body"]:
        raise Refused("TR-E12")
    natures = regenerating_natures(state_of(values))
    if values["nature"] not in natures:
        raise Refused("TR-E13", state="state.%d" % state_of(values), karma="karma." + NATURES[natures[0]])
    spending_effects(values, values["nature"], 1)


def _regen_step(values: Values, progress: Progress) -> Outcome:
    boxes = max(0, values["boxes"] - HEALED)
    return Outcome(
        boxes, recovery_effects(values, boxes, "me") + spending_effects(values, values["nature"], 1)
    )


# Regeneration with one point of Karma, which heals 4 PV. The player resolves this Procedure once for each
# point, because the new state of health decides which nature of Karma the next point needs [A-TR09].
regen = Procedure(
    "regen",
    (ask_first(choice("nature", NATURES)),) + box_inputs(role="me") + _BODY + _SPIRITS,
    _regen_step,
    _check_regen,
    roles=("me", "adam"),
)


def _check_spend(values: Values) -> None:
    if not values["light"] + values["dark"]:
        raise Refused("TR-E07")
    _spend_step(values, None)


def _spend_step(values: Values, progress: Progress) -> Outcome:
    light, dark = values["light"], values["dark"]
    more = (("adam", "owed_l", "=", 0), ("adam", "owed_t", "=", 0))
    # In a combat, one point of each nature is paid now, and the further points in later rounds.
    if values["zone"]:
        light, dark = min(light, 1), min(dark, 1)
        more = (
            ("adam", "owed_l", "=", values["light"] - light),
            ("adam", "owed_t", "=", values["dark"] - dark),
        )
    key = round_count(values["light"], values["dark"]) if values["zone"] else 0
    return Outcome(
        key,
        spending_effects(values, LIGHT, light) + spending_effects(values, DARK, dark) + more,
        word="spent",
    )


# Spending Karma on an effect. The outcome key is the number of rounds that the payment takes in a combat, and 0
# outside a combat.
spend = Procedure(
    "spend",
    (
        number("light", 0, KARMA_MOST, 1),
        number("dark", 0, KARMA_MOST),
        _BODY[2],  # the zone says whether the character is in a combat
    )
    + _SPIRITS,
    _spend_step,
    _check_spend,
    roles=("me", "adam"),
)


def refill_changes(state: State, row: Row, nature: int) -> list[Change]:
    """Return the changes that fill reserves of Karma at dawn or dusk (L326).

    At dawn `nature` is LIGHT, and the reserves of Lumière [light] are filled. At dusk `nature` is DARK, and
    the reserves of Ténèbres [darkness] are filled. `row` is the row of a character with a full sheet.
    """
    get = state.get
    deva, archonte = get("adam", row, "deva"), get("adam", row, "archonte")
    field = ("deva", "archonte")[nature]
    changes = [("adam", row, field + "_now", get("adam", row, field))]
    own, score = adam_karma(deva, archonte)
    if own == nature:
        changes.append(("adam", row, "adam_now", score))
    return changes
