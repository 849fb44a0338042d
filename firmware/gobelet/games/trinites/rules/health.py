"""Trinités: care, recovery, and the causes of wounds outside combat (RULES 4.2-4.4, L169-248)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import Odds
from gobelet.rules.procedure import Outcome, Procedure, ask_first, choice, flag, number
from gobelet.rules.procedure import lane as total
from gobelet.rules.refused import Refused

from .damage import SORE, UNCONSCIOUS, WOUNDED, health_state
from .natural import PENDING, PLAN, TARGET, chance, is_success, next_roll
from .party import attempt_index, condition, living_rows, score
from .primes import MARTIAL, check_choices, failure_key
from .sheets import AIDED, FAILED, GARDE, LINES
from .skill_test import FIXED, SUCCESS, failure_effects, success_odds, unlisted_roll_effects
from .tables import DELICATE, LEVEL_NAMES, LEVEL_VALUES, MOST, OPTIONS, RETRY

if TYPE_CHECKING:
    from gobelet.rules.procedure import Input
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Consequence, Mods, Progress, Row, Step, Values

CARES = ("emergency", "first_aid", "watch")  # soins d'urgence, premiers soins, soins de veille
CARE = (0, 0, -3, -6)  # difficulty by the state of the patient (L194)

# Direct aggressions (L205-211): the points of each fire, then the points that each ground adds to a fall.
FIRES = ("torch 1", "campfire 2", "blaze 3")
GROUNDS = ("soil 0", "concrete 3", "water -6")
DODGED = 3
METRES = 2  # metres of a fall for one point

# Continuous aggressions (L216-248): period, damage, skill, difficulties. "-" means that the game master
# decides.
AGGRESSIONS = (
    "asphyxia round   1   endurance 3 -3",
    "heat     hour    4   survie    0 -3 -6",
    "fatigue  4-2-1   1   endurance 0",
    "cold     hour    1   survie    0 -3 -6",
    "illness  day     1-4 endurance -",
    "poison   round   1-4 endurance 3 -3",
)

EMERGENCY = 0
FIRST_AID = 1
WATCH = 2
TASKS = 50  # added to the index of a kind of care in "task_skill", so that each kind is a task of its own
ATTEMPTED = (3, 1, 9)  # weight of each kind's digit in the field "aided"; a digit is 0, AIDED or FAILED
CARER = 1  # the lowest score in Soins of a character who can give daily care (L183)
WEEKLY = -6  # difficulty of the weekly test of Soins
HOUR = 2  # half hours in an hour; half hours are the unit of time, because watch halves the time of a box
DAY = 48


def recovery_time(boxes: int, line: int) -> tuple[int, int, int]:
    """Return the (weekly tests, days, hours) of natural recovery, up to the last box.

    Each box of a line takes the same time.
    """
    weeks = max(0, boxes - 2 * line)
    days = max(0, min(boxes, 2 * line) - line)
    return weeks, days, min(boxes, line)


def boxes_after_rest(boxes: int, line: int, halves: int, cared: int = False, watched: int = False) -> int:
    """The boxes still ticked after `halves` half hours of rest (L180-182).

    The last ticked box recovers first [A-TR21]. A box of line one takes an hour. A box of line two takes a
    day, with care. Line three needs more than rest. A watched patient takes half the time.
    """
    while boxes:
        now = health_state(boxes, line)
        cost = HOUR if now == SORE else DAY
        if watched:
            cost //= 2
        if now == UNCONSCIOUS or (now == WOUNDED and not cared) or cost > halves:
            break
        halves -= cost
        boxes -= 1
    return boxes


def state_of(values: Values) -> int:
    """State of the patient whose lines of life are in `body`."""
    return health_state(values["boxes"], LINES[values["body"]])


def recovery_effects(values: Values, boxes: int, role: str = "target") -> tuple[Consequence, ...]:
    """The effects of a recovery to `boxes`.

    A character who wakes because of the healing moves to en garde (L402).
    """
    effects: tuple[Consequence, ...] = ((role, "boxes", "=", boxes),)
    if state_of(values) == UNCONSCIOUS and health_state(boxes, LINES[values["body"]]) < UNCONSCIOUS:
        effects += ((role, "coma", "=", 0), (role, "fainted", "=", 0))
        if values["zone"]:
            effects += ((role, "zone", "=", GARDE),)
    return effects


def body_inputs(role: str = "target", adam: int = 0) -> tuple[Input, ...]:
    """The inputs of a character's other lines of life; `box_inputs` has the first input."""
    return (
        number("body", 0, 1, adam, role=role, field="adam"),
        number("dead", 0, 1, role=role, field="dead", asked=False),
        number("zone", 0, 3, role=role, field="zone", asked=False),
    )


def box_inputs(start: int = 1, mods: Mods = None, role: str = "target") -> tuple[Input, ...]:
    """The input of the ticked boxes, with their modifier if they have one."""
    return (
        number("boxes", 0, 24, start, lane="roll" if mods else None, mods=mods, role=role, field="boxes"),
    )


_BODY = body_inputs()


# Care


def _check_patient(values: Values) -> None:
    if values["dead"]:
        raise Refused("TR-E08", name="role.target")
    if not values["boxes"]:
        raise Refused("TR-E09", name="role.target")


def _check_care(values: Values) -> None:
    _check_patient(values)
    check_choices(values, "care", False)
    if values["kind"] == EMERGENCY and state_of(values) != UNCONSCIOUS:
        raise Refused("TR-E10")
    if care_state(values) == AIDED:
        raise Refused("TR-AID" if values["kind"] == FIRST_AID else "TR-E28")


def care_state(values: Values) -> int:
    """The state of this kind of care on the patient's sheet: 0, FAILED or AIDED.

    The same care cannot be repeated after a first aid, or after two failures.
    """
    return values["aided"] // ATTEMPTED[values["kind"]] % 3


def needed_care(state: State, patient: Row) -> int:
    """The kind of care that a patient in this state needs.

    First aid is possible once for each wound.
    """
    get = state.get
    if health_state(get("char", patient, "boxes"), LINES[get("char", patient, "adam")]) == UNCONSCIOUS:
        return EMERGENCY
    given = care_state({"kind": FIRST_AID, "aided": get("char", patient, "aided")}) == AIDED
    return WATCH if given else FIRST_AID


def own_attempts(state: State, carer: Row, values: Values) -> int:
    """The value of "aided" that counts the carer's own attempts at this kind of care.

    Failed attempts do not count if the score is higher now, or the difficulty lower (L147-152) [A-TR03].
    First aid may be tried twice in all, by any carers.
    """
    kind = values["kind"]
    now = care_state(values)
    own = now
    if now and kind != FIRST_AID and carer >= 0:
        own = (0, FAILED, AIDED)[
            attempt_index(state, carer, TASKS + kind, values["score"], _care_difficulty(values))
        ]
    return values["aided"] + (own - now) * ATTEMPTED[kind]


def _care_difficulty(values: Values) -> int:
    return total(care, values, "roll") - values["score"] - _retry_modifier(values)


def _retry_modifier(values: Values) -> int:
    """The modifier of a care that has failed: -3 the second time (L147-148).

    First aid is possible once for each wound [A-TR29].
    """
    return RETRY[1] if care_state(values) == FAILED else 0


def _care_step(values: Values, progress: Progress) -> Step:
    now = next_roll(values, progress)
    if now is not None:
        return now
    success = is_success(progress, total(care, values, "roll"))
    effects: tuple[Consequence, ...] = ()
    kind = values["kind"]
    before = after = care_state(values)
    if not success:
        after = AIDED if before else FAILED
    elif kind == FIRST_AID:
        effects = recovery_effects(values, values["boxes"] - 1)
        after = AIDED
    else:
        effects = (("target", "coma" if kind == EMERGENCY else "watched", "=", 1),)
    if after != before:
        effects += (("target", "aided", "=", values["aided"] + (after - before) * ATTEMPTED[kind]),)
    if not success:
        effects += failure_effects(values, TASKS + kind, _care_difficulty(values), 1 + before // FAILED)
    return Outcome(1 if success else failure_key(values), effects + unlisted_roll_effects(values, success))


def _care_odds(values: Values) -> Odds:
    return success_odds(total(care, values, "roll"), values["adam"], failure_key(values))


# The character in the role "me" cares for the one in "target".
care = Procedure(
    "care",
    (choice("kind", CARES),)
    + FIXED
    + box_inputs(1, lambda values: CARE[state_of(values)])
    + _BODY
    + PENDING
    + (number("aided", 0, 26, lane="roll", mods=_retry_modifier, role="target", field="aided", asked=False),)
    + PLAN
    + MARTIAL,
    _care_step,
    _check_care,
    questions=SUCCESS,
    explain="test",
    roles=("me", "target"),
    odds=_care_odds,
)


def _check_weekly(values: Values) -> None:
    _check_patient(values)
    if state_of(values) != UNCONSCIOUS:
        raise Refused("TR-E11")


def _weekly_step(values: Values, progress: Progress) -> Step:
    now = next_roll(values, progress)
    if now is not None:
        return now
    success = is_success(progress, total(weekly, values, "roll"))
    return Outcome(int(success), recovery_effects(values, values["boxes"] - 1) if success else ())


def _weekly_odds(values: Values) -> Odds:
    return success_odds(total(weekly, values, "roll"), values["adam"])


# The test of a week of daily care (L184).
weekly = Procedure(
    "weekly",
    FIXED + box_inputs(2 * LINES[0] + 1, lambda values: WEEKLY) + _BODY,
    _weekly_step,
    _check_weekly,
    questions=SUCCESS,
    explain="test",
    roles=("me", "target"),
    odds=_weekly_odds,
)

# Passing of time.

UNITS = ("hour", "day", "week")
HALVES = (HOUR, DAY, 7 * DAY)


def boxes_after_time(
    boxes: int, line: int, halves: int, coma: int, cared: int, watched: int
) -> tuple[int, bool]:
    """Return (boxes, dead) after `halves` half hours of rest or coma.

    The coma is one that no character has stopped (L177).
    """
    if health_state(boxes, line) == UNCONSCIOUS:
        if coma:
            return boxes, False
        boxes += halves // HOUR
        return min(boxes, 3 * line), boxes > 3 * line
    return boxes_after_rest(boxes, line, halves, cared, watched), False


def best_carer_score(state: State, patient: Row) -> int:
    """The best score in Soins of the characters who can be with a patient; 0 for none."""
    found = [0]
    for row in living_rows(state):
        if row != patient and condition(state, row) < UNCONSCIOUS:
            found.append(score(state, row, OPTIONS.index("soins")))
    return max(found)


def is_without_carer(state: State, row: Row) -> bool:
    """Tell whether a character needs care to recover (L183-184), but has no carer."""
    return condition(state, row) in (WOUNDED, UNCONSCIOUS) and best_carer_score(state, row) < CARER


def _check_rest(values: Values) -> None:
    _check_patient(values)
    if values["cared"] and values["soins"] < CARER:
        raise Refused("TR-CAR")


def _rest_step(values: Values, progress: Progress) -> Outcome:
    line = LINES[values["body"]]
    boxes, dead = boxes_after_time(
        values["boxes"],
        line,
        values["amount"] * HALVES[values["unit"]],
        values["coma"],
        values["cared"],
        values["watched"],
    )
    if dead:
        return Outcome(boxes, (("target", "boxes", "=", boxes), ("target", "dead", "=", 1)), word="dead")
    effects = recovery_effects(values, boxes) if boxes != values["boxes"] else ()
    if values["watched"] and not boxes:
        effects += (("target", "watched", "=", 0),)
    return Outcome(boxes, effects)


rest = Procedure(
    "rest",
    (choice("unit", UNITS), number("amount", 1, 99, 1), flag("cared"))
    + (
        number("watched", 0, 1, role="target", field="watched", asked=False),
        number("coma", 0, 1, role="target", field="coma", asked=False),
    )
    + box_inputs()
    + _BODY
    + (number("soins", 0, MOST, CARER, when=lambda values: values["cared"]),),
    _rest_step,
    _check_rest,
    roles=("target",),
)


def healing_changes(state: State, row: Row, boxes: int) -> list[Change]:
    """The changes when a character recovers to `boxes`, and perhaps wakes up."""
    values = {"boxes": state.get("char", row, "boxes"), "body": state.get("char", row, "adam")}
    values["zone"] = state.get("char", row, "zone")
    changes = [("char", row, field, value) for _, field, _, value in recovery_effects(values, boxes)]
    if health_state(boxes, LINES[values["body"]]) != state_of(values):
        # Care is less difficult in the new state, so it may be tried again (L150).
        changes.append(("char", row, "aided", state.get("char", row, "aided") % ATTEMPTED[EMERGENCY]))
    return changes


def time_changes(state: State, row: Row, halves: int, cared: int) -> list[Change]:
    """The changes that `halves` half hours of rest or coma make to a character."""
    fields = ("boxes", "adam", "dead", "coma", "watched")
    boxes, body, dead, coma, watched = [state.get("char", row, field) for field in fields]
    if dead or not boxes:
        return []
    now, dies = boxes_after_time(boxes, LINES[body], halves, coma, cared, watched)
    if dies:
        return [("char", row, "boxes", now), ("char", row, "dead", 1)]
    changes = healing_changes(state, row, now) if now != boxes else []
    return changes if now else changes + [("char", row, "watched", 0)]


# Aggressions outside combat. The key is the number of PV lost; applying the result makes the wound.

KINDS = tuple([row.split()[0] for row in AGGRESSIONS])
ASPHYXIA = 0
HEAT = 1
FATIGUE = 2
COLD = 3
ILLNESS = 4
POISON = 5
CLIMATES = ("first", "second", "third")
FATIGUE_HOURS = (4, 2, 1)


def fatigue_hours(period: int) -> int:
    """Hours of a period of fatigue, numbered from 1: 4, 2, then 1 [A-TR15]."""
    return FATIGUE_HOURS[min(period, len(FATIGUE_HOURS)) - 1]


def severity(values: Values) -> int:
    """The difficulty of an aggression, from its row; for an illness the players enter it."""
    kind = values["kind"]
    if kind == ILLNESS:
        return 0
    levels = AGGRESSIONS[kind].split()[4:]
    if kind in (HEAT, COLD):
        return int(levels[values["climate"]])
    return int(levels[values["active"]]) if len(levels) > 1 else int(levels[0])


def aggression_points(values: Values) -> int:
    """The PV that a failure costs."""
    found = AGGRESSIONS[values["kind"]].split()[2]
    return values["harm"] if "-" in found else int(found)


def _aggression_step(values: Values, progress: Progress) -> Step:
    now = next_roll(values, progress)
    if now is not None:
        return now
    lost = 0 if is_success(progress, total(aggression, values, "roll")) else aggression_points(values)
    return Outcome(
        lost, (("me", "periods", "=", min(values["periods"] + 1, 9)),) if values["kind"] == FATIGUE else ()
    )


def _loss_odds(modifier: int, adam: int, lost: int, saved: int = 0) -> Odds:
    """Odds of a test that costs `lost` PV on failure and `saved` on success."""
    num, den = chance(TARGET - modifier, adam)
    found: dict[int, int] = {}
    for key, weight in ((lost, den - num), (saved, num)):
        if weight:
            found[key] = found.get(key, 0) + weight
    return Odds(found, den, 0, 0, 0)


def _aggression_odds(values: Values) -> Odds:
    return _loss_odds(total(aggression, values, "roll"), values["adam"], aggression_points(values))


aggression = Procedure(
    "aggression",
    (
        ask_first(choice("kind", KINDS, lane="roll", mods=severity)),
        choice("climate", CLIMATES, when=lambda values: values["kind"] in (HEAT, COLD)),
        flag("active", when=lambda values: values["kind"] in (ASPHYXIA, POISON)),
        choice(
            "level",
            LEVEL_NAMES,
            DELICATE,
            "roll",
            LEVEL_VALUES,
            when=lambda values: values["kind"] == ILLNESS,
        ),
        number("harm", 1, 4, 1, when=lambda values: values["kind"] in (ILLNESS, POISON)),
    )
    + FIXED
    + (number("periods", 0, 9, role="me", field="periods", asked=False),),
    _aggression_step,
    questions=(("hurt", lambda values, key: key > 0),),
    explain="aggression",
    roles=("me",),
    odds=_aggression_odds,
)


def fall_points(values: Values) -> int:
    """The PV of a fall before Esquive; 0 at least.

    The number is one for each full unit of height [A-TR08], and the points of the ground.
    """
    return max(0, values["metres"] // METRES + int(GROUNDS[values["ground"]].split()[1]))


def _fall_step(values: Values, progress: Progress) -> Step:
    lost = fall_points(values)
    if values["dodge"]:
        now = next_roll(values, progress)
        if now is not None:
            return now
        if is_success(progress, total(fall, values, "roll")):
            lost = max(0, lost - DODGED)
    return Outcome(lost)


def _fall_odds(values: Values) -> Odds:
    lost = fall_points(values)
    if not values["dodge"]:
        return Odds({lost: 1}, 1, 0, 0, 0)
    return _loss_odds(total(fall, values, "roll"), values["adam"], lost, max(0, lost - DODGED))


# A test of Esquive/0 [A-TR23] reduces the loss by 3 (L211).
fall = Procedure(
    "fall",
    (
        ask_first(number("metres", 0, 99, 2)),
        ask_first(choice("ground", tuple([row.split()[0] for row in GROUNDS]))),
        flag("dodge", start=1),
    )
    + FIXED,
    _fall_step,
    explain="fall",
    roles=("me",),
    odds=_fall_odds,
)


def fire_points(size: int, contacts: int, protection: int) -> int:
    """The PV of a fire (L203-206); TR-E07 for a negative number.

    Each round of contact costs the points of the fire less the protection.
    """
    if min(contacts, protection) < 0:
        raise Refused("TR-E07")
    return max(0, int(FIRES[size].split()[1]) - protection) * contacts


def _fire_step(values: Values, progress: Progress) -> Outcome:
    return Outcome(fire_points(values["size"], values["contacts"], values["protection"]))


fire = Procedure(
    "fire",
    (
        ask_first(choice("size", tuple([row.split()[0] for row in FIRES]))),
        number("contacts", 1, 99, 1),
        number("protection", 0, 9),
    ),
    _fire_step,
    roles=("me",),
)
