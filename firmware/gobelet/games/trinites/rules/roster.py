"""Trinités: adding, copying and removing characters (RULES 2); limits of the characters' Karma.

The functions that take a State return the changes to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .engagement import departure_changes, disengagement_changes, owed_karma_changes, with_cover_changes
from .party import adam_karma, karma_changes, score_changes
from .sheets import CHARACTERS, FULL, KARMA_MOST, NAME_FIELDS, PLAYED
from .tables import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Field, Row

# Kinds besides "char" that have a row for each character.
SHEETS = ("adam", "skill", "zodiac")
# Fields that a copy takes from its model, besides scores; play changes none of them.
LIKE = ["adam", "armour", "weapon", "sword", "range", "area"] + NAME_FIELDS


def free_row(state: State, light: object) -> Row:
    """The first unused row of a light adversary or of a full sheet; -1 if there is none."""
    for row in range(FULL, CHARACTERS) if light else range(FULL):
        if not state.get("char", row, "used"):
            return row
    return -1


def new_character_changes(state: State, light: object, adam: int = 0) -> list[Change]:
    """The changes that add a new character, an Adam' or a human; [] without room."""
    row = free_row(state, light)
    if row < 0:
        return []
    return [("char", row, "used", PLAYED), ("char", row, "adam", int(adam))]


# Adversaries for a first evening; the text has none, so these are ours. Each has the standard damage of the
# weapon, the protection, and scores.
SAMPLES = (
    "guard  weapon=3 armour=1 rapidite=4 corps=4 melee=6 tir=2 esquive=4 vigilance=6",
    "brute  weapon=2 armour=0 rapidite=3 corps=7 melee=5 tir=0 esquive=3 vigilance=3",
    "archer weapon=3 armour=0 rapidite=5 corps=3 melee=3 tir=7 esquive=5 vigilance=5",
)


# Ready Trinités, in the form of SAMPLES, with their full Karma. These characters are our own, too.
HEROES = (
    "blade  deva=5 archonte=3 weapon=4 sword=1 rapidite=5 corps=5 melee=8 tir=2 esquive=6 vigilance=5 subterfuge=4",
    "watch  deva=3 archonte=5 weapon=3 armour=0 rapidite=6 corps=4 melee=3 tir=8 esquive=5 vigilance=8 discretion=6",
)


def sample_changes(state: State, sample: int, name: Iterable[int]) -> list[Change]:
    """The changes that add a ready character; [] if there is no room.

    `sample` is a row of SAMPLES, or after these of HEROES. name: see `NAME_FIELDS`.
    """
    hero = sample >= len(SAMPLES)
    changes = new_character_changes(state, not hero, hero)
    if changes:
        row = changes[0][1]
        changes += [("char", row) + each for each in zip(NAME_FIELDS, name)]
        karma: dict[Field, int] = {}
        for word in (SAMPLES + HEROES)[sample].split()[1:]:
            field, _, value = word.partition("=")
            if field in OPTIONS:
                changes += score_changes(state, row, OPTIONS.index(field), int(value))
            elif field in ("deva", "archonte"):
                karma[field] = int(value)
            else:
                changes.append(("char", row, field, int(value)))
        if hero:
            changes += karma_changes(state, row, karma)
    return changes


def copy_changes(state: State, row: Row) -> list[Change]:
    """The changes that add an unhurt copy of `row`; [] if there is no room."""
    to = free_row(state, row >= FULL)
    if to < 0:
        return []
    changes = [("char", to, "used", PLAYED)] + [
        ("char", to, field, state.get("char", row, field)) for field in LIKE
    ]
    for kind in SHEETS:
        if row < state.kind(kind).rows:
            changes += [(kind, to, field, state.get(kind, row, field)) for field in state.kind(kind).fields]
    return changes


# Fields that are cleared at the end of a combat. Wounds, the weapon and all effects longer than a scene, such
# as bonds, stay on the sheet.
FOUGHT = (
    "zone init delta acting fainted surprised plan done moved event bonus feint spurred spurred_by cowed cowed_by "
    "prudence danger engaged foes_a foes_b cover spent_l spent_t tie shield"
).split()


def withdrawal_changes(state: State, row: Row) -> list[Change]:
    """The changes by which a character leaves a combat.

    Fields are cleared on this character's sheet and on the other sheets.
    """
    changes = (
        disengagement_changes(state, row) + departure_changes(state, row) + owed_karma_changes(state, row)
    )
    for field in ("active", "target"):
        if state.get("combat", 0, field) == row:
            changes.append(("combat", 0, field, -1))
    return with_cover_changes(state, changes) + [("char", row, field, 0) for field in FOUGHT]


def combat_end_changes(state: State) -> list[Change]:
    """The changes at the end of a combat; bonds, hiding places and wounds stay."""
    changes = [("combat", 0, "round", 0), ("combat", 0, "active", -1), ("combat", 0, "ground", 0)]
    for row in range(
        CHARACTERS
    ):  # only fields with a value are cleared, because one transaction may have no room for all
        changes += [("char", row, field, 0) for field in FOUGHT if state.get("char", row, field)]
        changes += owed_karma_changes(state, row)
    return changes


def removal_changes(state: State, row: Row) -> list[Change]:
    """The changes that make the row of a character free again."""
    emptied = [change for change in state.restart() if change[1] == row and change[0] in ("char",) + SHEETS]
    return withdrawal_changes(state, row) + emptied


def karma_limits(state: State, row: Row) -> dict[Field, int]:
    """The highest value of each reserve: a temporary score cannot exceed the score.

    The reserve of the Adam' has no such limit if it comes from the temporary scores [A-TR16].
    """
    deva, archonte = state.get("adam", row, "deva"), state.get("adam", row, "archonte")
    own = KARMA_MOST if state.get("option", 0, "now") else adam_karma(deva, archonte)[1]
    return {"deva_now": deva, "archonte_now": archonte, "adam_now": own}
