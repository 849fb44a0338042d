"""Trinités: the next step of a purchase, as the Sheets suggest it, and what it buys. Form and result both need it."""

from ..rules.growth import ARCHONTE, DEVA, HIGHEST, SKILL, WISHES
from ..rules.sheets import SKILL_FIELDS
from . import common


def suggest(session, row, given):
    """Put into `given` the base that a purchase starts from, and the next one as the wish if it is no higher."""
    what = given.get("what", SKILL)
    if what == SKILL and row >= 0:
        given["base"] = max(0, session.get("skill", row, SKILL_FIELDS[given.get("skill", 0)]))
    if what <= ARCHONTE:
        name = {DEVA: "deva", ARCHONTE: "archonte"}.get(what, "base")
        if given.get("target", 0) <= given.get(name, 0):
            given["target"] = min(given.get(name, 0) + 1, HIGHEST)


def draw_bought(c, app, values):
    """Draw what a purchase buys: a score with what it becomes, or the name of it alone."""
    what = values["what"]
    words = common.skill(app, values["skill"]) if what == SKILL else app.t("o." + WISHES[what])
    if what <= ARCHONTE:
        base = values[{DEVA: "deva", ARCHONTE: "archonte"}.get(what, "base")]
        words = "%s %d→%d" % (common.plain(words), base, values["target"])
    c.centre(40, words, c.fit(words, 124, (16, 8)), 0, 124)
