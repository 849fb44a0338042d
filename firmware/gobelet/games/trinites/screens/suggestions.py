"""Trinités: what the Sheets suggest in a combat before anybody is asked: skills, weapon, cover, who can be the target.
Form and result both need it.
"""

from ..rules import party
from ..rules.combat_rounds import conscious, fighters, victims
from ..rules.engagement import foes
from ..rules.sheets import FULL
from ..rules.tables import OPTIONS
from .common import same

# Actions that need to be engaged with the target.
CLOSE = ("strike", "dislodge", "disarm", "seize")
# Objects that somebody may have in hand: a portable device, a trinket, a staff or sword.
HANDY = (1, 2, 4)
# Actions that are aimed at one's own side.
FRIENDLY = ("encourage",)


def _best(state, row, skills):
    """Index of the skill in which a character has the highest score; the first if it has none."""
    scores = [party.score(state, row, OPTIONS.index(name)) if name in OPTIONS else -2 for name in skills]
    return scores.index(max(scores))


def suggested(app, proc, rows):
    """What is known of the inputs of an action, from the Sheets of who acts and of the target."""
    get = app.session.get
    state = app.session.state
    me = rows[proc.roles.index("me")] if "me" in proc.roles else -1
    target = rows[proc.roles.index("target")] if "target" in proc.roles else -1
    found = {}
    for i in proc.inputs:
        if i.name == "skill" and me >= 0:
            found["skill"] = _best(state, me, i.options)
        elif i.name in ("weapon", "sword", "area") and me >= 0:
            found[i.name] = get("char", me, i.name)
        elif i.name == "dragging" and me >= 0:
            found["dragging"] = 1 if victims(state, me) else 0
        elif i.name == "t_cover" and target >= 0:
            found["t_cover"] = get("char", target, "cover")
        elif i.name == "unaware" and target >= 0:
            feinted = me >= 0 and get("char", me, "feint") == target + 1
            found["unaware"] = 1 if feinted or get("char", target, "surprised") else 0
        elif i.name == "reaction" and target >= 0:
            skills = [same(proc, found, option) for option in i.options[1:]]
            found["reaction"] = 1 + _best(state, target, skills)
        elif i.name == "short":
            found["short"] = 1
        elif i.name in ("score", "t_score"):
            found[i.name] = 0  # until the form finds it on the sheet
    # Nobody stands in the way of a move unless it is said, nobody hinders who is not engaged, and nobody reacts for an
    # object but who may have it in hand (seed L512).
    alone = proc.name == "move" or (proc.name == "draw" and not (me >= 0 and get("char", me, "engaged")))
    if proc.name == "destroy":
        thing = (rows + [-1])[proc.roles.index("object") :][0]
        alone = thing < 0 or get("object", thing, "kind") not in HANDY
    if "reaction" in found and (alone or found.get("unaware") or not conscious(state, target)):
        found["reaction"] = 0
    return found


def targets(app, proc, rows):
    """Rows that a character may aim at: those in the combat, first whoever is engaged with it if it must be, then the
    other side, or one's own for an encouragement, and those who can still act; of these whoever was aimed at last.
    """
    state = app.session.state
    me = rows[proc.roles.index("me")] if "me" in proc.roles else -1
    last = state.get("combat", 0, "target")
    friendly = proc.name in FRIENDLY
    near = foes(state, me) if me >= 0 and proc.name in CLOSE else ()
    order = []
    for row in party.others(state, me):
        strange = ((row < FULL) == (me < FULL)) != friendly
        sought = proc.name == "spot" and not state.get("char", row, "hidden")
        order.append((sought, row not in near, strange, not conscious(state, row), row != last, row))
    return [line[-1] for line in sorted(order)]


def hostage(app, row):
    """The one behind whom `row` takes cover; -1 if nobody knows."""
    state = app.session.state
    held = victims(state, row) if row >= 0 else []
    return ([one for one in held if state.get("char", one, "shield")] + [-1])[0]


def another(app, row):
    """The next one on the side of `row` who fights and can act; -1 if there is none, or nobody knows who `row` is."""
    state = app.session.state
    if row < 0:
        return row
    side = [one for one, _, _ in fighters(state) if (one < FULL) == (row < FULL) and conscious(state, one)]
    side = sorted([one for one in side if one != state.get("combat", 0, "active")])
    behind = [one for one in side if one > row] + [one for one in side if one < row]
    return (behind + [-1])[0]
