"""Trinités: care, recovery and wounds outside combat (RULES 4.2-4.4, L169-248)."""

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

# The kinds of care, in French: soins d'urgence, premiers soins, soins de veille.
CARES = ("emergency", "first_aid", "watch")
CARE = (0, 0, -3, -6)  # difficulty of care, with the patient's state of health as index (L194)

# Direct aggressions (L205-211). Each string has a name and a number of PV. A character loses the PV of a fire
# in each round of contact. The PV of the ground are added to the PV of a fall.
FIRES = ("torch 1", "campfire 2", "blaze 3")
GROUNDS = ("soil 0", "concrete 3", "water -6")
SAVED_BY_DODGE = 3  # number of PV that a successful Esquive [dodge] saves in a fall
METRES = 2  # number of metres of a fall for which a character loses 1 PV

# Continuous aggressions (L216-248). Each string has the name, the period, the PV lost, the skill and the
# difficulties of the test. "-" means that the game master decides on the difficulty.
AGGRESSIONS = (
    "asphyxia round   1   endurance 3 -3",
    "heat     hour    4   survie    0 -3 -6",
    "fatigue  4-2-1   1   endurance 0",
    "cold     hour    1   survie    0 -3 -6",
    "illness  day     1-4 endurance -",
    "poison   round   1-4 endurance 3 -3",
)

# Indexes in CARES.
EMERGENCY = 0
FIRST_AID = 1
WATCH = 2
# The field "task_skill" stores a kind of care as TASKS + its index in CARES, because lower numbers are skills.
TASKS = 50
# The field "aided" is a number in base 3. It has one digit for each kind of care: 0, AIDED or FAILED.
# CARE_DIGITS has the weights of these digits, in the order of CARES.
CARE_DIGITS = (3, 1, 9)
CARER = 1  # the lowest score in Soins [care] of a character who can give daily care (L183)
WEEKLY = -6  # difficulty of the weekly test of Soins [care] for an unconscious patient
# The number of half hours in an hour and in a day. Rest is counted in half hours, because a watched patient
# recovers a box in half the usual time.
HOUR = 2
DAY = 48


def recovery_time(boxes: int, line: int) -> tuple[int, int, int]:
    """Return the (weekly tests, days, hours) that a natural recovery takes.

    Each ticked box of the third line takes a successful weekly test. Each ticked box of the second line takes a
    day, and each ticked box of the first line an hour.
    """
    weeks = max(0, boxes - 2 * line)
    days = max(0, min(boxes, 2 * line) - line)
    return weeks, days, min(boxes, line)


def boxes_after_rest(boxes: int, line: int, halves: int, cared: int = False, watched: int = False) -> int:
    """Return the ticked boxes after `halves` half hours of rest (L180-182).

    The last ticked box recovers first [A-TR21]. A box of the first line takes an hour. A box of the second
    line takes a day, and recovers only with care. A box of the third line does not recover by rest. A watched
    patient recovers in half the time.
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
    """Return the patient's state of health, from the inputs of a Procedure."""
    return health_state(values["boxes"], LINES[values["body"]])


def recovery_effects(values: Values, boxes: int, role: str = "target") -> tuple[Consequence, ...]:
    """Return the effects of a recovery that leaves `boxes` boxes ticked.

    The initiative die of a character who wakes in a combat moves to the zone en garde (L402).
    """
    effects: tuple[Consequence, ...] = ((role, "boxes", "=", boxes),)
    if state_of(values) == UNCONSCIOUS and health_state(boxes, LINES[values["body"]]) < UNCONSCIOUS:
        effects += ((role, "coma", "=", 0), (role, "fainted", "=", 0))
        if values["zone"]:
            effects += ((role, "zone", "=", GARDE),)
    return effects


def body_inputs(role: str = "target", adam: int = 0) -> tuple[Input, ...]:
    """Return the inputs for a patient's kind, death and zone in the combat.

    The kind is human or Adam'. `box_inputs` returns the input for the ticked boxes.
    """
    return (
        number("body", 0, 1, adam, role=role, field="adam"),
        number("dead", 0, 1, role=role, field="dead", asked=False),
        number("zone", 0, 3, role=role, field="zone", asked=False),
    )


def box_inputs(start: int = 1, mods: Mods = None, role: str = "target") -> tuple[Input, ...]:
    """Return the input for the ticked boxes, in a tuple.

    `mods` has the modifier of the roll for each number of ticked boxes, or is None without such a modifier.
    """
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
    """Return the digit of "aided" for the kind of care: 0, FAILED or AIDED.

    A care with the digit AIDED cannot be tried again. A first aid thus succeeds only once for each wound
    [A-TR29].
    """
    return values["aided"] // CARE_DIGITS[values["kind"]] % 3


def needed_care(state: State, patient: Row) -> int:
    """Return the kind of care that a patient needs, an index in CARES.

    An unconscious patient needs emergency care. Any other patient needs first aid, and after a successful first
    aid the watch [soins de veille].
    """
    get = state.get
    if health_state(get("char", patient, "boxes"), LINES[get("char", patient, "adam")]) == UNCONSCIOUS:
        return EMERGENCY
    given = care_state({"kind": FIRST_AID, "aided": get("char", patient, "aided")}) == AIDED
    return WATCH if given else FIRST_AID


def own_attempts(state: State, carer: Row, values: Values) -> int:
    """Return the value of the field "aided" for the attempts of one carer.

    The patient's sheet counts the attempts of all carers. The result counts only this carer's attempts at the
    chosen kind of care, except for first aid. Failed attempts do not count if the carer's score is now higher, or
    the care less difficult (L147-152) [A-TR03].
    """
    kind = values["kind"]
    now = care_state(values)
    own = now
    if now and kind != FIRST_AID and carer >= 0:
        own = (0, FAILED, AIDED)[
            attempt_index(state, carer, TASKS + kind, values["score"], _care_difficulty(values))
        ]
    return values["aided"] + (own - now) * CARE_DIGITS[kind]


def _care_difficulty(values: Values) -> int:
    return total(care, values, "roll") - values["score"] - _retry_modifier(values)


def _retry_modifier(values: Values) -> int:
    """Return the modifier of a care: -3 if the care has failed once, else 0 (L147)."""
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
        effects += (("target", "aided", "=", values["aided"] + (after - before) * CARE_DIGITS[kind]),)
    if not success:
        effects += failure_effects(values, TASKS + kind, _care_difficulty(values), 1 + before // FAILED)
    return Outcome(1 if success else failure_key(values), effects + unlisted_roll_effects(values, success))


def _care_odds(values: Values) -> Odds:
    return success_odds(total(care, values, "roll"), values["adam"], failure_key(values))


# A care. The role "me" is the carer, and the role "target" is the patient.
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


# The weekly test of a carer for an unconscious patient with daily care (L184).
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

# Rest. HALVES has the number of half hours in each of UNITS.

UNITS = ("hour", "day", "week")
HALVES = (HOUR, DAY, 7 * DAY)


def boxes_after_time(
    boxes: int, line: int, halves: int, coma: int, cared: int, watched: int
) -> tuple[int, bool]:
    """Return (boxes, dead) after `halves` half hours of rest or coma.

    An unconscious character loses 1 PV each hour until death (L177). If `coma` is true, care has stopped this
    loss.
    """
    if health_state(boxes, line) == UNCONSCIOUS:
        if coma:
            return boxes, False
        boxes += halves // HOUR
        return min(boxes, 3 * line), boxes > 3 * line
    return boxes_after_rest(boxes, line, halves, cared, watched), False


def best_carer_score(state: State, patient: Row) -> int:
    """Return the best score in Soins [care] among possible carers, at least 0.

    A possible carer is alive, conscious, and not the patient.
    """
    found = [0]
    for row in living_rows(state):
        if row != patient and condition(state, row) < UNCONSCIOUS:
            found.append(score(state, row, OPTIONS.index("soins")))
    return max(found)


def is_without_carer(state: State, row: Row) -> bool:
    """Tell whether a character needs care to recover, but has no carer.

    A character with a ticked box on the second or third line of life needs care (L183-184).
    """
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
    """Return the changes of a recovery that leaves `boxes` boxes ticked."""
    values = {"boxes": state.get("char", row, "boxes"), "body": state.get("char", row, "adam")}
    values["zone"] = state.get("char", row, "zone")
    changes = [("char", row, field, value) for _, field, _, value in recovery_effects(values, boxes)]
    if health_state(boxes, LINES[values["body"]]) != state_of(values):
        # Emergency care and watch are less difficult in the new state, so the attempts at both start anew (L150).
        changes.append(("char", row, "aided", state.get("char", row, "aided") % CARE_DIGITS[EMERGENCY]))
    return changes


def time_changes(state: State, row: Row, halves: int, cared: int) -> list[Change]:
    """Return the changes of a character after `halves` half hours of rest or coma.

    `cared` tells whether the character has daily care.
    """
    fields = ("boxes", "adam", "dead", "coma", "watched")
    boxes, body, dead, coma, watched = [state.get("char", row, field) for field in fields]
    if dead or not boxes:
        return []
    now, dies = boxes_after_time(boxes, LINES[body], halves, coma, cared, watched)
    if dies:
        return [("char", row, "boxes", now), ("char", row, "dead", 1)]
    changes = healing_changes(state, row, now) if now != boxes else []
    return changes if now else changes + [("char", row, "watched", 0)]


# Aggressions outside combat. The outcome key is the number of PV lost. The Procedures tick no boxes for these PV;
# the result screen does.

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
    """Return the number of hours in a period of fatigue.

    `period` is the number of the period, from 1. The first period has 4 hours, the second 2, every further period
    1 [A-TR15].
    """
    return FATIGUE_HOURS[min(period, len(FATIGUE_HOURS)) - 1]


def severity(values: Values) -> int:
    """Return the difficulty that AGGRESSIONS has for an aggression.

    The result is 0 for an illness, whose difficulty is the input "level".
    """
    kind = values["kind"]
    if kind == ILLNESS:
        return 0
    levels = AGGRESSIONS[kind].split()[4:]
    if kind in (HEAT, COLD):
        return int(levels[values["climate"]])
    return int(levels[values["active"]]) if len(levels) > 1 else int(levels[0])


def aggression_points(values: Values) -> int:
    """Return the PV that a character loses if the test against an aggression fails."""
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
    """Return the odds of the PV that a character loses in a test.

    A failure costs `lost` PV, a success costs `saved` PV.
    """
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
    """Return the PV that a fall costs without a successful Esquive [dodge].

    The number is 1 for each full 2 metres [A-TR08], plus the PV of the ground, and at least 0.
    """
    return max(0, values["metres"] // METRES + int(GROUNDS[values["ground"]].split()[1]))


def _fall_step(values: Values, progress: Progress) -> Step:
    lost = fall_points(values)
    if values["dodge"]:
        now = next_roll(values, progress)
        if now is not None:
            return now
        if is_success(progress, total(fall, values, "roll")):
            lost = max(0, lost - SAVED_BY_DODGE)
    return Outcome(lost)


def _fall_odds(values: Values) -> Odds:
    lost = fall_points(values)
    if not values["dodge"]:
        return Odds({lost: 1}, 1, 0, 0, 0)
    return _loss_odds(total(fall, values, "roll"), values["adam"], lost, max(0, lost - SAVED_BY_DODGE))


# A fall. A successful test of Esquive [dodge] with the difficulty 0 [A-TR23] saves 3 PV (L211).
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
    """Return the PV that a fire costs (L203-206).

    Each round of contact costs the PV of the fire less the character's protection. `contacts` is the number of
    rounds. Raise TR-E07 for a negative number.
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
