"""Trinités: care, recovery and what wears a life down (seed L169-248)."""

from gobelet.core.odds import Odds
from gobelet.core.procedure import Outcome, Procedure, choice, flag, number
from gobelet.core.procedure import lane as total
from gobelet.core.refused import Refused

from .damage import SORE, UNCONSCIOUS, WOUNDED, level
from .initiative import GARDE
from .sheets import AIDED, FAILED, LINES
from .tables import DELICATE, LEVEL_NAMES, LEVEL_VALUES, RETRY
from .trial import FIXED, PENDING, SUCCESS, TARGET, chance, needs, odds_of, succeeds, used

CARES = ("emergency", "first_aid", "watch")  # soins d'urgence, premiers soins, soins de veille
CARE = (0, 0, -3, -6)  # difficulty by the state of the patient (L194)

# Direct aggressions (L203-212): fire, its points; ground of a fall, what it adds.
FIRES = ("torch 1", "campfire 2", "blaze 3")
GROUNDS = ("soil 0", "concrete 3", "water -6")
DODGED = 3
METRES = 2  # of a fall for one point

# Continuous aggressions (L216-248): period, damage, skill, difficulties; "-" is what the game master says.
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
WEEKLY = -6  # difficulty of the weekly test of Soins
HOUR = 2  # time is counted in halves of an hour: watch halves what a box takes
DAY = 48


def plan(boxes, line):
    """(weekly tests, days, hours) that natural recovery takes to the last box: all of a line are as many."""
    weeks = max(0, boxes - 2 * line)
    days = max(0, min(boxes, 2 * line) - line)
    return weeks, days, min(boxes, line)


def rested(boxes, line, halves, cared=False, watched=False):
    """Boxes left after `halves` of an hour of rest (L180-182); the last ticked recover first [A-TR21].

    Line one: an hour each; line two: a day each, with care; line three: not by rest. Watched, in half the time.
    """
    while boxes:
        now = level(boxes, line)
        cost = HOUR if now == SORE else DAY
        if watched:
            cost //= 2
        if now == UNCONSCIOUS or (now == WOUNDED and not cared) or cost > halves:
            break
        halves -= cost
        boxes -= 1
    return boxes


def state_of(v):
    """State of the one whose lines of life are in `body`."""
    return level(v["boxes"], LINES[v["body"]])


def recovered(v, boxes, role="target"):
    """Effects of a recovery to `boxes`, and of waking by it: the die goes to en garde (L402)."""
    effects = ((role, "boxes", "=", boxes),)
    if state_of(v) == UNCONSCIOUS and level(boxes, LINES[v["body"]]) < UNCONSCIOUS:
        effects += ((role, "coma", "=", 0), (role, "fainted", "=", 0))
        if v["zone"]:
            effects += ((role, "zone", "=", GARDE),)
    return effects


def body(role="target", adam=0):
    """The other lines of life of somebody; `ticked` goes before them."""
    return (
        number("body", 0, 1, adam, role=role, field="adam"),
        number("dead", 0, 1, role=role, field="dead", asked=False),
        number("zone", 0, 3, role=role, field="zone", asked=False),
    )


def ticked(start=1, mods=None, role="target"):
    """Boxes ticked, and their modifier if they have one."""
    return (
        number("boxes", 0, 24, start, lane="roll" if mods else None, mods=mods, role=role, field="boxes"),
    )


_BODY = body()


# Care


def _patient(v):
    if v["dead"]:
        raise Refused("TR-E08", name="role.target")
    if not v["boxes"]:
        raise Refused("TR-E09", name="role.target")


def _care_allowed(v):
    _patient(v)
    if v["kind"] == EMERGENCY and state_of(v) != UNCONSCIOUS:
        raise Refused("TR-E10")
    if v["kind"] == FIRST_AID and v["aided"] == AIDED:
        raise Refused("TR-AID", name="role.target")


def _again(v):
    """A first aid that has failed is tried once more, at -3 (L147-148); it is given once a wound [A-TR29]."""
    return RETRY[1] if v["kind"] == FIRST_AID and v["aided"] == FAILED else 0


def _care(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    success = succeeds(s, total(care, v, "roll"))
    effects = ()
    if v["kind"] == FIRST_AID:
        over = success or v["aided"]
        effects = (recovered(v, v["boxes"] - 1) if success else ()) + (
            ("target", "aided", "=", AIDED if over else FAILED),
        )
    elif success:
        effects = (("target", "coma" if v["kind"] == EMERGENCY else "watched", "=", 1),)
    return Outcome(int(success), effects + used(v))


def _care_odds(v):
    return odds_of(total(care, v, "roll"), v["adam"])


# "me" looks after "target".
care = Procedure(
    "care",
    (choice("kind", CARES),)
    + FIXED
    + ticked(1, lambda v: CARE[state_of(v)])
    + _BODY
    + PENDING
    + (number("aided", 0, 2, lane="roll", mods=_again, role="target", field="aided", asked=False),),
    _care,
    _care_allowed,
    questions=SUCCESS,
    explain="test",
    roles=("me", "target"),
    odds=_care_odds,
)


def _weekly_allowed(v):
    _patient(v)
    if state_of(v) != UNCONSCIOUS:
        raise Refused("TR-E11")


def _weekly(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    success = succeeds(s, total(weekly, v, "roll"))
    return Outcome(int(success), recovered(v, v["boxes"] - 1) if success else ())


def _weekly_odds(v):
    return odds_of(total(weekly, v, "roll"), v["adam"])


# The test of a week of daily care (L184).
weekly = Procedure(
    "weekly",
    FIXED + ticked(2 * LINES[0] + 1, lambda v: WEEKLY) + _BODY,
    _weekly,
    _weekly_allowed,
    questions=SUCCESS,
    explain="test",
    roles=("me", "target"),
    odds=_weekly_odds,
)

# Time that passes

UNITS = ("hour", "day", "week")
HALVES = (HOUR, DAY, 7 * DAY)


def passed(boxes, line, halves, coma, cared, watched):
    """(boxes, dead) after `halves` of an hour: rest, or the coma that nobody has stopped (L177)."""
    if level(boxes, line) == UNCONSCIOUS:
        if coma:
            return boxes, False
        boxes += halves // HOUR
        return min(boxes, 3 * line), boxes > 3 * line
    return rested(boxes, line, halves, cared, watched), False


def _rest(v, s):
    line = LINES[v["body"]]
    boxes, dead = passed(
        v["boxes"], line, v["amount"] * HALVES[v["unit"]], v["coma"], v["cared"], v["watched"]
    )
    if dead:
        return Outcome(boxes, (("target", "boxes", "=", boxes), ("target", "dead", "=", 1)), word="dead")
    effects = recovered(v, boxes) if boxes != v["boxes"] else ()
    if v["watched"] and not boxes:
        effects += (("target", "watched", "=", 0),)
    return Outcome(boxes, effects)


rest = Procedure(
    "rest",
    (choice("unit", UNITS), number("amount", 1, 99, 1), flag("cared"))
    + (
        number("watched", 0, 1, role="target", field="watched", asked=False),
        number("coma", 0, 1, role="target", field="coma", asked=False),
    )
    + ticked()
    + _BODY,
    _rest,
    _patient,
    roles=("target",),
)


def healed(state, row, boxes):
    """Changes of a recovery of a character to `boxes`, and of waking by it."""
    v = {"boxes": state.get("char", row, "boxes"), "body": state.get("char", row, "adam")}
    v["zone"] = state.get("char", row, "zone")
    return [("char", row, field, value) for _, field, _, value in recovered(v, boxes)]


def spent(state, row, halves, cared):
    """Changes that `halves` of an hour of rest or of coma make to a character."""
    fields = ("boxes", "adam", "dead", "coma", "watched")
    boxes, body, dead, coma, watched = [state.get("char", row, field) for field in fields]
    if dead or not boxes:
        return []
    now, dies = passed(boxes, LINES[body], halves, coma, cared, watched)
    if dies:
        return [("char", row, "boxes", now), ("char", row, "dead", 1)]
    changes = healed(state, row, now) if now != boxes else []
    return changes if now else changes + [("char", row, "watched", 0)]


# What wears a life down. The key is the PV lost; the wound itself is made when it is applied.

KINDS = tuple([row.split()[0] for row in AGGRESSIONS])
ASPHYXIA = 0
HEAT = 1
FATIGUE = 2
COLD = 3
ILLNESS = 4
POISON = 5
PLACES = ("first", "second", "third")
FATIGUE_HOURS = (4, 2, 1)


def fatigue(period):
    """Hours of a period of fatigue, from 1: 4, 2, then 1 [A-TR15]."""
    return FATIGUE_HOURS[min(period, len(FATIGUE_HOURS)) - 1]


def severity(v):
    """Difficulty of an aggression, as its row has it; that of an illness is asked."""
    kind = v["kind"]
    if kind == ILLNESS:
        return 0
    values = AGGRESSIONS[kind].split()[4:]
    if kind in (HEAT, COLD):
        return int(values[v["place"]])
    return int(values[v["active"]]) if len(values) > 1 else int(values[0])


def harm(v):
    """PV that a failure costs."""
    found = AGGRESSIONS[v["kind"]].split()[2]
    return v["harm"] if "-" in found else int(found)


def _aggression(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    lost = 0 if succeeds(s, total(aggression, v, "roll")) else harm(v)
    return Outcome(lost, (("me", "periods", "=", min(v["periods"] + 1, 9)),) if v["kind"] == FATIGUE else ())


def _losing(modifier, adam, lost, saved=0):
    """Odds of a test whose failure costs `lost` PV, its success `saved`."""
    num, den = chance(TARGET - modifier, adam)
    found = {}
    for key, w in ((lost, den - num), (saved, num)):
        if w:
            found[key] = found.get(key, 0) + w
    return Odds(found, den, 0, 0, 0)


def _aggression_odds(v):
    return _losing(total(aggression, v, "roll"), v["adam"], harm(v))


aggression = Procedure(
    "aggression",
    (
        choice("kind", KINDS, lane="roll", mods=severity),
        choice("place", PLACES, when=lambda v: v["kind"] in (HEAT, COLD)),
        flag("active", when=lambda v: v["kind"] in (ASPHYXIA, POISON)),
        choice("level", LEVEL_NAMES, DELICATE, "roll", LEVEL_VALUES, when=lambda v: v["kind"] == ILLNESS),
        number("harm", 1, 4, 1, when=lambda v: v["kind"] in (ILLNESS, POISON)),
    )
    + FIXED
    + (number("periods", 0, 9, role="me", field="periods", asked=False),),
    _aggression,
    questions=(("hurt", lambda v, key: key > 0),),
    explain="why_health.aggression",
    roles=("me",),
    odds=_aggression_odds,
)


def fallen(v):
    """PV of a fall before Esquive: full units of height [A-TR08], and the ground; 0 at least."""
    return max(0, v["metres"] // METRES + int(GROUNDS[v["ground"]].split()[1]))


def _fall(v, s):
    lost = fallen(v)
    if v["dodge"]:
        now = needs(v, s)
        if now is not None:
            return now
        if succeeds(s, total(fall, v, "roll")):
            lost = max(0, lost - DODGED)
    return Outcome(lost)


def _fall_odds(v):
    lost = fallen(v)
    if not v["dodge"]:
        return Odds({lost: 1}, 1, 0, 0, 0)
    return _losing(total(fall, v, "roll"), v["adam"], lost, max(0, lost - DODGED))


# A test of Esquive/0 [A-TR23] takes 3 off (L212).
fall = Procedure(
    "fall",
    (
        number("metres", 0, 99, 2),
        choice("ground", tuple([row.split()[0] for row in GROUNDS])),
        flag("dodge", start=1),
    )
    + FIXED,
    _fall,
    explain="why_health.fall",
    roles=("me",),
    odds=_fall_odds,
)


def burnt(size, contacts, protection):
    """PV of a fire (L203-206): its points less the protection, each round that the contact lasts. TR-E07."""
    if min(contacts, protection) < 0:
        raise Refused("TR-E07")
    return max(0, int(FIRES[size].split()[1]) - protection) * contacts


def _fire(v, s):
    return Outcome(burnt(v["size"], v["contacts"], v["protection"]))


fire = Procedure(
    "fire",
    (
        choice("size", tuple([row.split()[0] for row in FIRES])),
        number("contacts", 1, 99, 1),
        number("protection", 0, 9),
    ),
    _fire,
    roles=("me",),
)
