"""Trinités: pairs of engaged characters (RULES 4.6, L454), grips and hostages.

Two engaged characters are in contact. Each sheet has one bit for every character in the game (the fields `foes_a`
and `foes_b`). The bit is 1 if this character is an engaged opponent. The field `engaged` has the number of these
opponents. So an engagement always changes the sheets of two characters.

In a grip, a holder holds a victim (RULES 4.7, L586).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sheets import CHARACTERS, FULL, HOSTAGE, INITIATIVE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row

    Pairs = dict[Row, set[Row]]  # {row of a character: rows of the character's engaged opponents}

_HALF = 10  # number of characters in each of the two bit masks
_MASKS = ("foes_a", "foes_b")


def foes(state: State, row: Row) -> list[Row]:
    """Return the rows of the opponents who are engaged with a character."""
    masks = [state.get("char", row, field) for field in _MASKS]
    return [other for other in range(CHARACTERS) if masks[other // _HALF] >> other % _HALF & 1]


def _pair_changes(state: State, pairs: Pairs) -> list[Change]:
    """Return the changes that store `pairs` on the sheets of the characters."""
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
    """Return the changes that engage two characters, or separate two engaged ones."""
    pairs = _all_pairs(state)
    if other in pairs[one]:
        pairs[one].discard(other)
        pairs[other].discard(one)
    else:
        _engage_rows(pairs, one, other)
    return _pair_changes(state, pairs)


def disengagement_changes(state: State, row: Row) -> list[Change]:
    """Return the changes that separate a character from all its opponents."""
    pairs = _all_pairs(state)
    _part_row(pairs, row)
    return _pair_changes(state, pairs)


def shields(state: State, holder: Row) -> list[Row]:
    """Return the rows of the hostages who serve `holder` as cover (L591)."""
    return [
        row
        for row in range(CHARACTERS)
        if state.get("char", row, "shield") and state.get("char", row, "held") == holder + 1
    ]


def shield_end_changes(state: State, holder: Row) -> list[Change]:
    """Return the changes that end the use of hostages as cover for `holder`.

    The grips on the hostages do not end.
    """
    return [("char", row, "shield", 0) for row in shields(state, holder)]


def with_cover_changes(state: State, changes: Iterable[Change]) -> list[Change]:
    """Return `changes`, and the changes of holders' cover that result from them.

    A hostage becomes the cover of a holder who has no other cover. A holder who loses the last hostage loses the
    cover HOSTAGE.
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
    """Return the changes when the grip on `victim` ends.

    A victim who is tied up stays tied up, and needs the same final result as before to break free.
    """
    found = [("char", victim, field, 0) for field in ("held", "gagged", "shield")]
    if not state.get("char", victim, "tied"):
        found += [("char", victim, "grip", 0), ("char", victim, "secured", 0)]
    return found


def release_all_changes(state: State, holder: Row) -> list[Change]:
    """Return the changes when `holder` releases all his victims."""
    found: list[Change] = []
    for row in range(CHARACTERS):
        if state.get("char", row, "held") == holder + 1:
            found += release_changes(state, row)
    return found


def departure_changes(state: State, row: Row, ends: bool = True) -> list[Change]:
    """Return the changes on other sheets when a character leaves the combat or dies.

    Every grip by or on the character ends, and so does every feint against the character. `ends` is false if the
    character still acts in the present turn. If `ends` is true, the character's encouragements and intimidations
    for the initiative, which would take effect at the end of the turn, are dropped.
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


# Fields that a character's death sets to 0. The fields of _OF_TURN keep their values during the character's turn,
# because a character who dies in a simultaneous turn still acts [A-TR30].
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
    """Return the changes that drop the points of Karma that a character still owes.

    An effect of Karma that ends early costs no further points.
    """
    fields = ("owed_l", "owed_t") if row < FULL else ()
    return [("adam", row, field, 0) for field in fields if state.get("adam", row, field)]


def _death_changes(state: State, row: Row) -> list[Change]:
    """Return the changes when a character dies, without the changes of the wound."""
    acts = state.get("char", row, "acting")
    found = [("char", row, field, 0) for field in _OF_LIVING + (() if acts else _OF_TURN)]
    return departure_changes(state, row, not acts) + owed_karma_changes(state, row) + found


def with_linked_changes(state: State, changes: Iterable[Change]) -> list[Change]:
    """Return `changes`, and the changes of further fields that result from them.

    A change of the field "engaged" is replaced by changes of both opponents' fields. The new value 0 separates the
    character from all opponents. The new value is above 0 for characters who meet. The first of these characters
    is then engaged with each of the others. A character who dies or faints is separated from all opponents, and
    releases all victims [A-TR33].
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
