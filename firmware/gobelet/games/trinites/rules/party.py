"""Trinités: the characters at the table (RULES 2), with their state, scores and Karma.

Functions with a State as an argument return changes or read it. `roster` adds and removes characters.
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

    Skill = int  # index of a skill in SKILL_FIELDS, and in tables.OPTIONS


# Natures of Karma.
LIGHT = 0  # Lumière: the Deva's Karma, and the Adam's if the Deva is stronger
DARK = 1  # Ténèbres: the Archonte's
NONE = 2


def playing_rows(state: State) -> list[Row]:
    """Rows of the characters who play."""
    return [row for row in range(CHARACTERS) if state.get("char", row, "used") == PLAYED]


def rows_aside(state: State) -> list[Row]:
    """Rows of the characters who are put aside."""
    return [row for row in range(CHARACTERS) if state.get("char", row, "used") == ASIDE]


def living_rows(state: State) -> list[Row]:
    """Rows of the living characters who play."""
    return [row for row in playing_rows(state) if not state.get("char", row, "dead")]


def other_rows(state: State, one: Row) -> list[Row]:
    """Rows of the other characters in the combat; outside a combat, all living ones."""
    found = [row for row in range(CHARACTERS) if state.get("char", row, "zone")] or living_rows(state)
    return [row for row in found if row != one]


def score(state: State, row: Row, skill: Skill) -> int:
    """The score in a skill, base plus zodiac bonus (L59); -1 if no score was entered."""
    field = SKILL_FIELDS[skill]
    base = state.get("skill", row, field)
    return base if base < 0 or row >= FULL else base + state.get("zodiac", row, field)


def attempt_index(state: State, row: Row, skill: Skill, score: int, level: int) -> int:
    """The index in ATTEMPTS of a test with this score and difficulty.

    A retry counts as the first attempt if the difficulty is lower or the score higher (L150-152) [A-TR03], or
    if no character is known.
    """
    get = state.get
    if row < 0 or get("char", row, "task_skill") != skill + 1:
        return 0
    if score > get("char", row, "task_score") or level > get("char", row, "task_level"):
        return 0
    return min(get("char", row, "tries"), AUTOMATIC)


def score_changes(state: State, row: Row, skill: Skill, score: int) -> list[Change]:
    """The changes that set a score; the zodiac bonus stays."""
    field = SKILL_FIELDS[skill]
    bonus = state.get("zodiac", row, field) if row < FULL else 0
    return [("skill", row, field, max(score - bonus, 0))]


def known_skills(state: State, row: Row) -> list[Skill]:
    """The skills in which a character has a score."""
    return [index for index in range(len(SKILL_FIELDS)) if state.get("skill", row, SKILL_FIELDS[index]) >= 0]


def condition(state: State, row: Row) -> int:
    """The state of a character, see `damage`; 4 for the dead."""
    if state.get("char", row, "dead"):
        return 4
    return health_state(state.get("char", row, "boxes"), LINES[state.get("char", row, "adam")])


def adam_karma(deva: int, archonte: int) -> tuple[int, int]:
    """(nature, score) of the Adam's Karma; TR-E16 outside 0 to 12.

    The score is the difference between the other two.
    """
    if not (0 <= deva <= KARMA_MOST and 0 <= archonte <= KARMA_MOST):
        raise Refused("TR-E16")
    score = abs(deva - archonte)
    return (NONE if not score else LIGHT if deva > archonte else DARK), score


def karma_changes(state: State, row: Row, scores: dict[Field, int]) -> list[Change]:
    """The changes that set new scores, {"deva" or "archonte": score}.

    A full reserve stays full. Any other reserve keeps its points, up to its new score.
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
