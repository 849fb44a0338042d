"""Trinités: figures that a form and a result both work out."""

from gobelet.core.procedure import lane

from ..rules.prices import ARCHONTE, DEVA, HIGHEST, SKILL
from ..rules.sheets import LINES, SKILL_FIELDS
from ..rules.tables import RETRY
from ..rules.trial import attempt

# Procedures without dice whose key is the boxes that are ticked then.
LIVES = ("rest", "regen")


def left(v, boxes):
    """PV left before and after."""
    most = 3 * LINES[v["body"]]
    return "%d→%d" % (most - v["boxes"], most - boxes)


def spent(v, xp):
    """XP before the debts were paid and after."""
    return "%d→%d" % (v["xp"], xp)


def wish(session, row, given):
    """Put into `given` the base that a purchase starts from, and the next one as the wish if it is no higher."""
    what = given.get("what", SKILL)
    if what == SKILL and row >= 0:
        given["base"] = max(0, session.get("skill", row, SKILL_FIELDS[given.get("skill", 0)]))
    if what <= ARCHONTE:
        name = {DEVA: "deva", ARCHONTE: "archonte"}.get(what, "base")
        if given.get("target", 0) <= given.get(name, 0):
            given["target"] = min(given.get(name, 0) + 1, HIGHEST)


def attempted(session, proc, row, v):
    """Place in ATTEMPTS of a test with the values `v`; the first where nobody is known to make it."""
    if row < 0:
        return 0
    get = session.get
    level = lane(proc, v, "roll") - v["score"] - RETRY[v["attempt"]]
    before = [get("char", row, field) for field in ("task_skill", "task_level", "task_score", "tries")]
    return attempt(v["skill"], v["score"], level, *before)
