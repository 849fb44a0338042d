"""Trinités: the pairs of engaged characters (RULES 4.6, L454), and of holder and victim (4.7, L586).

Each sheet of an engaged pair names the other character, and has the number of opponents. So an action of
either character can correct both sheets. Functions with a State as an argument return changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sheets import CHARACTERS, FULL, HOSTAGE, INITIATIVE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row

    Pairs = dict[Row, set[Row]]  # the opponents of each row

_HALF = 10  # rows in each of the two masks
_MASKS = ("foes_a", "foes_b")


def foes(state: State, row: Row) -> list[Row]:
    """Rows of the characters who are engaged with `row`."""
    masks = [state.get("char", row, field) for field in _MASKS]
    return [other for other in range(CHARACTERS) if masks[other // _HALF] >> other % _HALF & 1]


def _pair_changes(state: State, pairs: Pairs) -> list[Change]:
    """The changes that write `pairs`, the opponents of each row, to the Sheets."""
    found = []
    for row in sorted(pairs):
        values = [
            sum([1 << other % _HALF for other in pairs[row] if other // _HALF == index]) for index in (0, 1)
        ]
        for field, value in zip(_MASKS + ("engaged",), values + [len(pairs[row])]):
            if state.get("char", row, field) != value:
                found.append(("char", row, field, value))
    return found


def _all_pairs(state: State) -> Pairs:
    return {row: set(foes(state, row)) for row in range(CHARACTERS)}


def _part_row(pairs: Pairs, row: Row) -> None:
    for other in pairs[row]:
        pairs[other].discard(row)
    pairs[row] = set()


def _engage_rows(pairs: Pairs, one: Row, other: Row) -> None:
    if one != other:
        pairs[one].add(other)
        pairs[other].add(one)


def engagement_changes(state: State, one: Row, other: Row) -> list[Change]:
    """The changes that engage two characters with each other, or part engaged ones."""
    pairs = _all_pairs(state)
    if other in pairs[one]:
        pairs[one].discard(other)
        pairs[other].discard(one)
    else:
        _engage_rows(pairs, one, other)
    return _pair_changes(state, pairs)


def disengagement_changes(state: State, row: Row) -> list[Change]:
    """The changes when `row` is no longer in contact with any character."""
    pairs = _all_pairs(state)
    _part_row(pairs, row)
    return _pair_changes(state, pairs)


def shields(state: State, holder: Row) -> list[Row]:
    """Rows of the hostages of `holder`; each is a human shield (L591)."""
    return [
        row
        for row in range(CHARACTERS)
        if state.get("char", row, "shield") and state.get("char", row, "held") == holder + 1
    ]


def shield_end_changes(state: State, holder: Row) -> list[Change]:
    """The changes when `holder` uses no human shield any more, but keeps the grip."""
    return [("char", row, "shield", 0) for row in shields(state, holder)]


def with_cover_changes(state: State, changes: Iterable[Change]) -> list[Change]:
    """`changes`, and the further changes of the holders' cover.

    A hostage is the cover of a holder who has no other; it ends with the last hostage.
    """
    changes = list(changes)
    after = {change[1:3]: change[3] for change in changes if change[0] == "char"}
    before: set[Row] = set()
    now: set[Row] = set()
    for row in range(CHARACTERS):
        held, shield = [state.get("char", row, field) for field in ("held", "shield")]
        if held and shield:
            before.add(held - 1)
        if after.get((row, "held"), held) and after.get((row, "shield"), shield):
            now.add(after.get((row, "held"), held) - 1)
    for holder in sorted(before | now):
        cover = after.get((holder, "cover"), state.get("char", holder, "cover"))
        if holder in now and not cover:
            changes.append(("char", holder, "cover", HOSTAGE))
        elif holder not in now and cover == HOSTAGE:
            changes.append(("char", holder, "cover", 0))
    return changes


def release_changes(state: State, victim: Row) -> list[Change]:
    """The changes when a grip ends.

    Bonds stay, with the result needed to break the bonds.
    """
    found = [("char", victim, field, 0) for field in ("held", "gagged", "shield")]
    if not state.get("char", victim, "tied"):
        found += [("char", victim, "grip", 0), ("char", victim, "secured", 0)]
    return found


def release_all_changes(state: State, holder: Row) -> list[Change]:
    """The changes when `holder` releases all victims."""
    found: list[Change] = []
    for row in range(CHARACTERS):
        if state.get("char", row, "held") == holder + 1:
            found += release_changes(state, row)
    return found


def departure_changes(state: State, row: Row, ends: bool = True) -> list[Change]:
    """The changes on the sheets of other characters when `row` leaves.

    Every hold of or on `row` ends, and so does every feint against `row`. ends: effects at the end of the
    turn of `row` never happen, because `row` has no further turn.
    """
    get = state.get
    found = release_all_changes(state, row)
    if get("char", row, "held"):
        found += release_changes(state, row)
    for other in range(CHARACTERS):
        if get("char", other, "feint") == row + 1:
            found.append(("char", other, "feint", 0))
        for field in ("spurred", "cowed"):
            if ends and get("char", other, field + "_by") == row + 1:
                found.append(("char", other, field + "_by", 0))
                if get("char", other, field) == INITIATIVE:
                    found.append(("char", other, field, 0))
    return found


# Fields that a dead character loses: modifiers of a reaction, also of one to come. The fields of a turn stay
# until its end, because characters who act at the same time still play [A-TR30].
_OF_LIVING = (
    "surprised",
    "event",
    "spurred",
    "spurred_by",
    "cowed",
    "cowed_by",
    "prudence",
    "danger",
    "cover",
)
_OF_TURN = ("plan", "done", "moved", "feint", "bonus", "delta")


def owed_karma_changes(state: State, row: Row) -> list[Change]:
    """The changes when an effect of Karma ends early: the points still owed are dropped."""
    fields = ("owed_l", "owed_t") if row < FULL else ()
    return [("adam", row, field, 0) for field in fields if state.get("adam", row, field)]


def _death_changes(state: State, row: Row) -> list[Change]:
    """Changes when a character dies."""
    acts = state.get("char", row, "acting")
    found = [("char", row, field, 0) for field in _OF_LIVING + (() if acts else _OF_TURN)]
    return departure_changes(state, row, not acts) + owed_karma_changes(state, row) + found


def with_linked_changes(state: State, changes: Iterable[Change]) -> list[Change]:
    """`changes`, with each change of the field "engaged" written as pairs.

    A field that becomes 0 leaves all opponents; of fields that rise, the first row meets the other rows. A
    character who dies or faints in a combat hinders nobody any more, and holds nobody [A-TR33].
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
            rest += _death_changes(state, row) if field == "dead" else release_all_changes(state, row)
        if pairs is None:
            pairs = _all_pairs(state)
        if field != "engaged" or not value:
            _part_row(pairs, row)
        else:
            meeting.append(row)
    if pairs is not None:
        for other in meeting[1:]:
            _engage_rows(pairs, meeting[0], other)
        rest += _pair_changes(state, pairs)
    return with_cover_changes(state, rest)
