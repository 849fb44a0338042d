"""Trinités: who is at the table: characters that come, are copied, put aside, brought back and go (dossier 2); who is
engaged with whom (dossier 4.6, seed L454), and who holds whom (4.7, L586).

The functions that have a State give the changes to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.core.refused import Refused

from .damage import level
from .sheets import ASIDE, CHARACTERS, FULL, HOSTAGE, KARMA_MOST, LINES, NAME_FIELDS, PLAYED, SKILL_FIELDS
from .tables import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gobelet.core.sheet import State
    from gobelet.core.types import Change, Field, Row

    Skill = int  # index of a skill in SKILL_FIELDS, and in tables.OPTIONS
    Pairs = dict[Row, set[Row]]  # with whom each is engaged

# Kinds with a row of a character besides "char".
SHEETS = ("adam", "skill", "zodiac")
# What a copy has of the one that it is made of, besides scores: not what happened to him.
LIKE = ["adam", "armour", "weapon", "sword", "range", "area"] + NAME_FIELDS

# Natures of Karma.
LIGHT = 0  # Lumière: the Deva's, and the Adam's where the Deva is the stronger
DARK = 1  # Ténèbres: the Archonte's
NONE = 2


def played(state: State) -> list[Row]:
    """Rows of the characters in play."""
    return [row for row in range(CHARACTERS) if state.get("char", row, "used") == PLAYED]


def aside(state: State) -> list[Row]:
    """Rows of those who were put aside."""
    return [row for row in range(CHARACTERS) if state.get("char", row, "used") == ASIDE]


def living(state: State) -> list[Row]:
    """Rows of those in play who are not dead."""
    return [row for row in played(state) if not state.get("char", row, "dead")]


def free(state: State, light: object) -> Row:
    """The first row that nobody has, of a light adversary or of a full sheet; -1 if there is none."""
    for row in range(FULL, CHARACTERS) if light else range(FULL):
        if not state.get("char", row, "used"):
            return row
    return -1


def added(state: State, light: object, adam: int = 0) -> list[Change]:
    """Changes that bring a new character, an Adam' or a human; [] if there is no room."""
    row = free(state, light)
    if row < 0:
        return []
    return [("char", row, "used", PLAYED), ("char", row, "adam", int(adam))]


# Adversaries of our own for a first evening, for the text has none: standard damage of the weapon, protection, and
# scores.
SAMPLES = (
    "guard  weapon=3 armour=1 rapidite=4 corps=4 melee=6 tir=2 esquive=4 vigilance=6",
    "brute  weapon=2 armour=0 rapidite=3 corps=7 melee=5 tir=0 esquive=3 vigilance=3",
    "archer weapon=3 armour=0 rapidite=5 corps=3 melee=3 tir=7 esquive=5 vigilance=5",
)


def sampled(state: State, sample: int, name: Iterable[int]) -> list[Change]:
    """Changes that bring the adversary of this row of SAMPLES; [] if there is no room. name: see `NAME_FIELDS`."""
    changes = added(state, True)
    if changes:
        row = changes[0][1]
        changes += [("char", row) + each for each in zip(NAME_FIELDS, name)]
        for word in SAMPLES[sample].split()[1:]:
            field, _, value = word.partition("=")
            if field in OPTIONS:
                changes += rated(state, row, OPTIONS.index(field), int(value))
            else:
                changes.append(("char", row, field, int(value)))
    return changes


def copied(state: State, row: Row) -> list[Change]:
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


def withdrawn(state: State, row: Row) -> list[Change]:
    """Changes by which a character leaves a combat, holds nobody, is held by nobody, and nobody waits for him."""
    changes = [("char", row, "zone", 0), ("char", row, "acting", 0)] + disengaged(state, row)
    changes += let_go(state, row)
    if state.get("char", row, "held"):
        changes += released(state, row)
    for field in ("active", "target"):
        if state.get("combat", 0, field) == row:
            changes.append(("combat", 0, field, -1))
    for other in range(CHARACTERS):
        for field in ("feint", "spurred_by", "cowed_by"):
            if state.get("char", other, field) == row + 1:
                changes.append(("char", other, field, 0))
    return changes


def removed(state: State, row: Row) -> list[Change]:
    """Changes that make the row of a character free again."""
    emptied = [change for change in state.restart() if change[1] == row and change[0] in ("char",) + SHEETS]
    return withdrawn(state, row) + emptied


def score(state: State, row: Row, skill: Skill) -> int:
    """Score in a skill: base and zodiac bonus (L59). -1 if nobody has said one."""
    field = SKILL_FIELDS[skill]
    base = state.get("skill", row, field)
    return base if base < 0 or row >= FULL else base + state.get("zodiac", row, field)


def rated(state: State, row: Row, skill: Skill, score: int) -> list[Change]:
    """Changes that make a score so high: the zodiac bonus stays as it is."""
    field = SKILL_FIELDS[skill]
    bonus = state.get("zodiac", row, field) if row < FULL else 0
    return [("skill", row, field, max(score - bonus, 0))]


def known(state: State, row: Row) -> list[Skill]:
    """The skills of which a character has a score."""
    return [index for index in range(len(SKILL_FIELDS)) if state.get("skill", row, SKILL_FIELDS[index]) >= 0]


def condition(state: State, row: Row) -> int:
    """State of a character, see `damage`; 4 for the dead."""
    if state.get("char", row, "dead"):
        return 4
    return level(state.get("char", row, "boxes"), LINES[state.get("char", row, "adam")])


def adam(deva: int, archonte: int) -> tuple[int, int]:
    """(nature, score) of the Adam's Karma: the difference of the two. TR-E16 outside 0 to 12."""
    if not (0 <= deva <= KARMA_MOST and 0 <= archonte <= KARMA_MOST):
        raise Refused("TR-E16")
    score = abs(deva - archonte)
    return (NONE if not score else LIGHT if deva > archonte else DARK), score


def ceilings(state: State, row: Row) -> dict[Field, int]:
    """{field: most that the reserve can have}: a temporary score is no higher than the score. That of the Adam' is
    open where it comes from the temporary scores [A-TR16].
    """
    deva, archonte = state.get("adam", row, "deva"), state.get("adam", row, "archonte")
    own = KARMA_MOST if state.get("option", 0, "now") else adam(deva, archonte)[1]
    return {"deva_now": deva, "archonte_now": archonte, "adam_now": own}


def scored(state: State, row: Row, scores: dict[Field, int]) -> list[Change]:
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


# Who is engaged with whom, and who holds whom. Each pair that is engaged stands on both sheets, and their number beside
# it, so that what one of the two does is never wrong about the other.

_HALF = 10  # rows in each of the two masks
_MASKS = ("foes_a", "foes_b")


def foes(state: State, row: Row) -> list[Row]:
    """Rows of those who are engaged with `row`."""
    masks = [state.get("char", row, field) for field in _MASKS]
    return [other for other in range(CHARACTERS) if masks[other // _HALF] >> other % _HALF & 1]


def _written(state: State, pairs: Pairs) -> list[Change]:
    """Changes to what the Sheets say for `pairs`, {row: set of rows}."""
    found = []
    for row in sorted(pairs):
        values = [
            sum([1 << other % _HALF for other in pairs[row] if other // _HALF == index]) for index in (0, 1)
        ]
        for field, value in zip(_MASKS + ("engaged",), values + [len(pairs[row])]):
            if state.get("char", row, field) != value:
                found.append(("char", row, field, value))
    return found


def _all(state: State) -> Pairs:
    return {row: set(foes(state, row)) for row in range(CHARACTERS)}


def _part(pairs: Pairs, row: Row) -> None:
    for other in pairs[row]:
        pairs[other].discard(row)
    pairs[row] = set()


def _engage(pairs: Pairs, one: Row, other: Row) -> None:
    if one != other:
        pairs[one].add(other)
        pairs[other].add(one)


def engagement_toggled(state: State, one: Row, other: Row) -> list[Change]:
    """Changes that engage two with one another, or part them if they were."""
    pairs = _all(state)
    if other in pairs[one]:
        pairs[one].discard(other)
        pairs[other].discard(one)
    else:
        _engage(pairs, one, other)
    return _written(state, pairs)


def disengaged(state: State, row: Row) -> list[Change]:
    """Changes when `row` is in contact with nobody any more."""
    pairs = _all(state)
    _part(pairs, row)
    return _written(state, pairs)


def uncovered(state: State, victim: Row) -> list[Change]:
    """Changes when whoever holds `victim` loses this human shield."""
    holder = state.get("char", victim, "held") - 1
    shields = holder >= 0 and state.get("char", victim, "shield")
    if not shields or state.get("char", holder, "cover") != HOSTAGE:
        return []
    return [("char", holder, "cover", 0)]


def released(state: State, victim: Row) -> list[Change]:
    """Changes when a grip ends. Bonds stay, with the result that they are broken against."""
    found = [("char", victim, field, 0) for field in ("held", "gagged", "shield")]
    if not state.get("char", victim, "tied"):
        found += [("char", victim, "grip", 0), ("char", victim, "secured", 0)]
    return found + uncovered(state, victim)


def let_go(state: State, holder: Row) -> list[Change]:
    """Changes when `holder` holds nobody any more."""
    found: list[Change] = []
    for row in range(CHARACTERS):
        if state.get("char", row, "held") == holder + 1:
            found += released(state, row)
    return found


def settled(state: State, changes: Iterable[Change]) -> list[Change]:
    """`changes` with those of "engaged" told as pairs: 0 leaves everybody, two who rise meet one another. Whoever dies
    or faints in a combat hinders nobody any more, and holds nobody [A-TR33].
    """
    rest: list[Change] = []
    pairs: Pairs | None = None
    meeting: list[Row] = []
    for change in changes:
        row, field, value = change[1:]
        if field != "engaged":
            rest.append(change)
            if not value or field not in ("dead", "fainted"):
                continue
            rest += let_go(state, row)
        if pairs is None:
            pairs = _all(state)
        if field != "engaged" or not value:
            _part(pairs, row)
        else:
            meeting.append(row)
    if pairs is None:
        return rest
    if len(meeting) == 2:
        _engage(pairs, meeting[0], meeting[1])
    return rest + _written(state, pairs)
