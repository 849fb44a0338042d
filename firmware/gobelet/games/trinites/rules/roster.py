"""Trinités: adding, copying and removing characters (RULES 2).

The functions whose first argument is a State return changes, except `free_row` and `karma_limits`.
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

# Kinds in which the row r has further values of the character in the row r of the Kind "char".
CHARACTER_KINDS = ("adam", "skill", "zodiac")
# Fields of the Kind "char" that `copy_changes` copies: human or Adam', the equipment and the name.
COPIED_FIELDS = ["adam", "armour", "weapon", "sword", "range", "area"] + NAME_FIELDS


def free_row(state: State, light: object) -> Row:
    """Return the first unused row for a character, or -1 if there is none.

    `light` is true for a light adversary, and false for a character with a full sheet.
    """
    for row in range(FULL, CHARACTERS) if light else range(FULL):
        if not state.get("char", row, "used"):
            return row
    return -1


def new_character_changes(state: State, light: object, adam: int = 0) -> list[Change]:
    """Return the changes that add a character, or [] if no row is unused."""
    row = free_row(state, light)
    if row < 0:
        return []
    return [("char", row, "used", PLAYED), ("char", row, "adam", int(adam))]


# Ready adversaries. Gobelet has invented these adversaries, because the printed rules have none. Each string has a
# name, then fields of "char" and skills with their values.
SAMPLES = (
    "guard  weapon=3 armour=1 rapidite=4 corps=4 melee=6 tir=2 esquive=4 vigilance=6",
    "brute  weapon=2 armour=0 rapidite=3 corps=7 melee=5 tir=0 esquive=3 vigilance=3",
    "archer weapon=3 armour=0 rapidite=5 corps=3 melee=3 tir=7 esquive=5 vigilance=5",
)


# Ready Trinités with full Karma, written like SAMPLES. Gobelet has invented these Trinités too.
HEROES = (
    "blade  deva=5 archonte=3 weapon=4 sword=1 rapidite=5 corps=5 melee=8 tir=2 esquive=6 vigilance=5 subterfuge=4",
    "watch  deva=3 archonte=5 weapon=3 armour=0 rapidite=6 corps=4 melee=3 tir=8 esquive=5 vigilance=8 discretion=6",
)


def sample_changes(state: State, sample: int, name: Iterable[int]) -> list[Change]:
    """Return the changes that add a ready character, or [] if no row is unused.

    `sample` is an index in SAMPLES + HEROES. `name` has the values of the fields in NAME_FIELDS.
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
    """Return the changes that add an unhurt copy of the character in `row`.

    The list is empty if no row is unused.
    """
    to = free_row(state, row >= FULL)
    if to < 0:
        return []
    changes = [("char", to, "used", PLAYED)] + [
        ("char", to, field, state.get("char", row, field)) for field in COPIED_FIELDS
    ]
    for kind in CHARACTER_KINDS:
        if row < state.kind(kind).rows:
            changes += [(kind, to, field, state.get(kind, row, field)) for field in state.kind(kind).fields]
    return changes


# Fields that the end of a combat sets to 0. The sheet keeps wounds, the weapon, and effects that outlast a
# combat, such as bonds.
COMBAT_FIELDS = (
    "zone init delta acting fainted surprised plan done moved event bonus feint spurred spurred_by cowed cowed_by "
    "prudence danger engaged foes_a foes_b cover spent_l spent_t tie shield"
).split()


def withdrawal_changes(state: State, row: Row) -> list[Change]:
    """Return the changes when a character leaves a combat.

    The changes clear the character's COMBAT_FIELDS, and the fields of other characters that refer to the
    character.
    """
    changes = (
        disengagement_changes(state, row) + departure_changes(state, row) + owed_karma_changes(state, row)
    )
    for field in ("active", "target"):
        if state.get("combat", 0, field) == row:
            changes.append(("combat", 0, field, -1))
    return with_cover_changes(state, changes) + [("char", row, field, 0) for field in COMBAT_FIELDS]


def combat_end_changes(state: State) -> list[Change]:
    """Return the changes at the end of a combat.

    The characters keep bonds, hiding places and wounds.
    """
    changes = [("combat", 0, "round", 0), ("combat", 0, "active", -1), ("combat", 0, "ground", 0)]
    # Only fields with a value are cleared, because one transaction of the journal may lack room for all fields.
    for row in range(CHARACTERS):
        changes += [("char", row, field, 0) for field in COMBAT_FIELDS if state.get("char", row, field)]
        changes += owed_karma_changes(state, row)
    return changes


def removal_changes(state: State, row: Row) -> list[Change]:
    """Return the changes that remove a character and free the row."""
    emptied = [
        change
        for change in state.restart_changes()
        if change[1] == row and change[0] in ("char",) + CHARACTER_KINDS
    ]
    return withdrawal_changes(state, row) + emptied


def karma_limits(state: State, row: Row) -> dict[Field, int]:
    """Return {field: highest number of points} of the three reserves of Karma.

    The limit of a reserve is the score of the Deva, of the Archonte or of the Adam'. The limit of the Adam' is
    12 if the temporary scores decide the nature of his Karma [A-TR16].
    """
    deva, archonte = state.get("adam", row, "deva"), state.get("adam", row, "archonte")
    own = KARMA_MOST if state.get("option", 0, "now") else adam_karma(deva, archonte)[1]
    return {"deva_now": deva, "archonte_now": archonte, "adam_now": own}
