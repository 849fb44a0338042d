"""Trinités: the characters, with their state, scores and Karma (RULES 2).

The module `roster` adds and removes characters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from .damage import health_state
from .sheets import ASIDE, CHARACTERS, FULL, KARMA_MOST, LINES, PLAYED, SKILL_FIELDS
from .tables import AUTOMATIC

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Field, Row

    Skill = int  # index of a skill in SKILL_FIELDS and in tables.OPTIONS


# The natures of Karma. LIGHT is Lumière [light], the Karma of the Deva. DARK is Ténèbres [darkness], the Karma of
# the Archonte. The Adam' has a Karma of the same nature as the spirit with the higher score, and none if the
# scores are equal.
LIGHT = 0
DARK = 1
NONE = 2


def playing_rows(state: State) -> list[Row]:
    """Return the rows of the characters who are neither unused nor put aside."""
    return [row for row in range(CHARACTERS) if state.get("char", row, "used") == PLAYED]


def rows_aside(state: State) -> list[Row]:
    """Return the rows of the characters whom the players have put aside."""
    return [row for row in range(CHARACTERS) if state.get("char", row, "used") == ASIDE]


def living_rows(state: State) -> list[Row]:
    """Return the rows of the living characters who are not put aside."""
    return [row for row in playing_rows(state) if not state.get("char", row, "dead")]


def other_rows(state: State, one: Row) -> list[Row]:
    """Return the rows of all characters in the combat except `one`.

    Outside a combat the list has all living characters except `one`.
    """
    found = [row for row in range(CHARACTERS) if state.get("char", row, "zone")] or living_rows(state)
    return [row for row in found if row != one]


def score(state: State, row: Row, skill: Skill) -> int:
    """Return a character's score in a skill, or -1 if the sheet has no base.

    The score is the base plus the zodiac bonus (L59).
    """
    field = SKILL_FIELDS[skill]
    base = state.get("skill", row, field)
    return base if base < 0 or row >= FULL else base + state.get("zodiac", row, field)


def attempt_index(state: State, row: Row, skill: Skill, score: int, level: int) -> int:
    """Return the index in ATTEMPTS of a test with this score and difficulty.

    The sheet has the score and the difficulty of the last failed test. The test counts as a first attempt if the
    score is now higher, or the difficulty lower (L150-152) [A-TR03]. `level` is the modifier of the difficulty.
    The row -1 is an unknown character, whose every test is a first attempt.
    """
    get = state.get
    if row < 0 or get("char", row, "task_skill") != skill + 1:
        return 0
    if score > get("char", row, "task_score") or level > get("char", row, "task_level"):
        return 0
    return min(get("char", row, "tries"), AUTOMATIC)


def score_changes(state: State, row: Row, skill: Skill, score: int) -> list[Change]:
    """Return the changes that set a character's score in a skill.

    The changes set the base to the score less the zodiac bonus, and at least to 0.
    """
    field = SKILL_FIELDS[skill]
    bonus = state.get("zodiac", row, field) if row < FULL else 0
    return [("skill", row, field, max(score - bonus, 0))]


def known_skills(state: State, row: Row) -> list[Skill]:
    """Return the skills in which a character has a score."""
    return [index for index in range(len(SKILL_FIELDS)) if state.get("skill", row, SKILL_FIELDS[index]) >= 0]


def condition(state: State, row: Row) -> int:
    """Return the state of health of a character: `damage.UNHURT` to `DEAD`."""
    if state.get("char", row, "dead"):
        return 4
    return health_state(state.get("char", row, "boxes"), LINES[state.get("char", row, "adam")])


def adam_karma(deva: int, archonte: int) -> tuple[int, int]:
    """Return (nature, score) of the Karma of an Adam'.

    The score is the difference between Deva and Archonte. Raise TR-E16 for a score outside 0 to 12.
    """
    if not (0 <= deva <= KARMA_MOST and 0 <= archonte <= KARMA_MOST):
        raise Refused("TR-E16")
    score = abs(deva - archonte)
    return (NONE if not score else LIGHT if deva > archonte else DARK), score


def karma_changes(state: State, row: Row, scores: dict[Field, int]) -> list[Change]:
    """Return the changes that set scores of the Deva or the Archonte.

    `scores` is {"deva" or "archonte": score}. A full reserve of Karma stays full. Any other reserve keeps its
    points, up to the new score. But a reserve of the Adam' that was not full becomes empty if the nature of his
    Karma changes.
    """
    get = state.get
    old = {"deva": get("adam", row, "deva"), "archonte": get("adam", row, "archonte")}
    new = dict(old)
    new.update(scores)
    before, after = adam_karma(old["deva"], old["archonte"]), adam_karma(new["deva"], new["archonte"])
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
