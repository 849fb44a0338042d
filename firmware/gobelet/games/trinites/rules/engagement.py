"""Trinités: who is engaged with whom (dossier 4.6, seed L454), and who holds whom (4.7, L586).

Each pair that is engaged stands on both sheets, and their number beside it, so that what one of the two does is never
wrong about the other. The functions that have a State give the changes to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sheets import CHARACTERS, HOSTAGE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gobelet.core.sheet import State
    from gobelet.core.types import Change, Row

    Pairs = dict[Row, set[Row]]  # with whom each is engaged

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
