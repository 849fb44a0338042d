"""Trinités: who is at the table: characters that come, are copied, put aside, brought back and go."""

from gobelet.core.refused import Refused

from . import pairs
from .damage import level
from .sheets import ASIDE, CHARACTERS, FULL, KARMA_MOST, LINES, NAME_FIELDS, PLAYED, SKILL_FIELDS

# Kinds with a row of a character besides "char".
SHEETS = ("adam", "skill", "zodiac")
# What a copy has of the one that it is made of, besides scores: not what happened to him.
LIKE = ["adam", "armour", "weapon", "sword", "range", "area"] + NAME_FIELDS

# Natures of Karma.
LIGHT = 0  # Lumière: the Deva's, and the Adam's where the Deva is the stronger
DARK = 1  # Ténèbres: the Archonte's
NONE = 2


def played(state):
    """Rows of the characters in play."""
    return [row for row in range(CHARACTERS) if state.get("char", row, "used") == PLAYED]


def aside(state):
    """Rows of those who were put aside."""
    return [row for row in range(CHARACTERS) if state.get("char", row, "used") == ASIDE]


def living(state):
    """Rows of those in play who are not dead."""
    return [row for row in played(state) if not state.get("char", row, "dead")]


def free(state, light):
    """The first row that nobody has, of a light adversary or of a full sheet; -1 if there is none."""
    for row in range(FULL, CHARACTERS) if light else range(FULL):
        if not state.get("char", row, "used"):
            return row
    return -1


def added(state, light, adam=0):
    """Changes that bring a new character, an Adam' or a human; [] if there is no room."""
    row = free(state, light)
    if row < 0:
        return []
    return [("char", row, "used", PLAYED), ("char", row, "adam", int(adam))]


def copied(state, row):
    """Changes that bring another one like `row`, unhurt; [] if there is no room."""
    to = free(state, row >= FULL)
    if to < 0:
        return []
    changes = [("char", to, "used", PLAYED)] + [
        ("char", to, field, state.get("char", row, field)) for field in LIKE
    ]
    for kind in SHEETS:
        if row < state.kind(kind).rows:
            changes += [(kind, to, field, state.get(kind, row, field)) for field in state.kind(kind).fields]
    return changes


def parted(state, row):
    """Changes by which a character leaves a combat, holds nobody, is held by nobody, and nobody waits for him."""
    changes = [("char", row, "zone", 0), ("char", row, "acting", 0)] + pairs.parted(state, row)
    changes += pairs.let_go(state, row)
    if state.get("char", row, "held"):
        changes += pairs.released(state, row)
    for field in ("active", "target"):
        if state.get("combat", 0, field) == row:
            changes.append(("combat", 0, field, -1))
    for other in range(CHARACTERS):
        for field in ("feint", "spurred_by", "cowed_by"):
            if state.get("char", other, field) == row + 1:
                changes.append(("char", other, field, 0))
    return changes


def removed(state, row):
    """Changes that make the row of a character free again."""
    emptied = [change for change in state.restart() if change[1] == row and change[0] in ("char",) + SHEETS]
    return parted(state, row) + emptied


def score(state, row, place):
    """Score in the skill at `place` of SKILL_FIELDS: base and zodiac bonus (L59). -1 if nobody has said one."""
    field = SKILL_FIELDS[place]
    base = state.get("skill", row, field)
    return base if base < 0 or row >= FULL else base + state.get("zodiac", row, field)


def rated(state, row, place, score):
    """Changes that make a score so high: the zodiac bonus stays as it is."""
    field = SKILL_FIELDS[place]
    bonus = state.get("zodiac", row, field) if row < FULL else 0
    return [("skill", row, field, max(score - bonus, 0))]


def known(state, row):
    """Places of the skills of which a character has a score."""
    return [at for at in range(len(SKILL_FIELDS)) if state.get("skill", row, SKILL_FIELDS[at]) >= 0]


def condition(state, row):
    """State of a character, see `damage`; 4 for the dead."""
    if state.get("char", row, "dead"):
        return 4
    return level(state.get("char", row, "boxes"), LINES[state.get("char", row, "adam")])


def adam(deva, archonte):
    """(nature, score) of the Adam's Karma: the difference of the two. TR-E16 outside 0 to 12."""
    if not (0 <= deva <= KARMA_MOST and 0 <= archonte <= KARMA_MOST):
        raise Refused("TR-E16")
    score = abs(deva - archonte)
    return (NONE if not score else LIGHT if deva > archonte else DARK), score


def ceilings(state, row):
    """{field: most that the reserve can have}: a temporary score is no higher than the score. That of the Adam' is
    open where it comes from the temporary scores [A-TR16].
    """
    deva, archonte = state.get("adam", row, "deva"), state.get("adam", row, "archonte")
    own = KARMA_MOST if state.get("option", 0, "now") else adam(deva, archonte)[1]
    return {"deva_now": deva, "archonte_now": archonte, "adam_now": own}


def scored(state, row, scores):
    """Changes of new scores, {"deva" or "archonte": score}. A reserve that is full stays full; no other has more than
    before, nor more than its score.
    """
    get = state.get
    old = {"deva": get("adam", row, "deva"), "archonte": get("adam", row, "archonte")}
    new = dict(old)
    new.update(scores)
    before, after = adam(old["deva"], old["archonte"]), adam(new["deva"], new["archonte"])
    own = get("adam", row, "adam_now")
    if own == before[1]:
        own = after[1]
    else:
        own = min(own, after[1]) if after[0] == before[0] else 0
    changes = [("adam", row, "adam_now", own)]
    for field in sorted(scores):
        left = get("adam", row, field + "_now")
        changes.append(("adam", row, field, new[field]))
        changes.append(
            ("adam", row, field + "_now", new[field] if left == old[field] else min(left, new[field]))
        )
    return changes
