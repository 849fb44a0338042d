"""Mystria: from the set-up to the last turn. Functions of a State give the changes of one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from .sheets import (
    BAG,
    COLOURS,
    DROPS,
    DRY,
    FACES,
    GROUP,
    OF_COLOUR,
    OVER,
    PLAY,
    SETUP,
    START,
    TOOK,
    TURNS,
    VALUE,
    VERSIONS,
    face,
    four,
)

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row


def check_version(version: int | str | None) -> int:
    """The number of a version, from its number or its name. MY-E01 for any other."""
    if version in VERSIONS:
        return VERSIONS.index(version)
    if not isinstance(version, int) or not 0 <= version < len(FACES):
        raise Refused("MY-E01")
    return version


def check_players(players: int) -> None:
    """Refuse any count but two with MY-E15."""
    if players != 2:
        raise Refused("MY-E15")


def check_drops(one: int, other: int) -> None:
    """Refuse drops with MY-E02 unless both players together have eleven and neither is below 0."""
    if one < 0 or other < 0 or one + other != DROPS:
        raise Refused("MY-E02")


def start(version: int) -> list[Change]:
    """The changes that begin the set-up of a version on Sheets at their start values."""
    return [("game", 0, "version", check_version(version)), ("game", 0, "part", SETUP)]


def begins(row: Row) -> list[Change]:
    """Changes once the first player is known: he gets six drops, and the other five (L76)."""
    return [
        ("game", 0, "first", row),
        ("player", row, "drops", START[0]),
        ("player", 1 - row, "drops", START[1]),
    ]


def open_values(state: State) -> list[int]:
    """Values of the score board that the colours may still get, the next one first.

    The next one is the highest of the values that occur once: equal values come last.
    """
    left = face(state.get("game", 0, "version"))
    for value in four(state, "game", 0, VALUE):
        if value in left:
            left.remove(value)
    return sorted(left, key=lambda value: (left.count(value), -value))


def give_value(state: State, colour: int) -> list[Change]:
    """Changes that give the next value to a colour (L86, L201); if the other values are equal, all are given."""
    left = open_values(state)
    found = [("game", 0, VALUE[colour], left.pop(0))]
    if left and min(left) == max(left):
        for other in bare(state):
            if other != colour:
                found.append(("game", 0, VALUE[other], left[0]))
    return found


def bare(state: State) -> list[int]:
    """The colours without a value."""
    values = four(state, "game", 0, VALUE)
    return [index for index in range(len(COLOURS)) if not values[index]]


def opening(state: State) -> list[Change]:
    """The changes that begin the first turn."""
    return [
        ("game", 0, "part", PLAY),
        ("game", 0, "turn", 1),
        ("game", 0, "active", state.get("game", 0, "first")),
    ]


# A turn


def check_playing(state: State) -> None:
    """Refuse with MY-E14 once the game is over."""
    if state.get("game", 0, "part") == OVER:
        raise Refused("MY-E14")


def given(mine: int, other: int) -> tuple[int, int]:
    """Drops of both players after a move or a flip: one goes to the opponent (L113). MY-E02, MY-E13 with none left."""
    check_drops(mine, other)
    if not mine:
        raise Refused("MY-E13")
    return mine - 1, other + 1


def back(mine: int, other: int, acted: int) -> tuple[int, int]:
    """Drops of both after an action was taken back. MY-E10 if there was none this turn."""
    if not acted:
        raise Refused("MY-E10")
    return mine + 1, other - 1


def act(state: State) -> list[Change]:
    """Changes when the active player moves or flips a stack. MY-E13 with the player's row, MY-E14."""
    check_playing(state)
    me = state.get("game", 0, "active")
    mine, other = [state.get("player", row, "drops") for row in (me, 1 - me)]
    if not mine:
        raise Refused("MY-E13", name=me)
    mine, other = given(mine, other)
    return [
        ("player", me, "drops", mine),
        ("player", 1 - me, "drops", other),
        ("game", 0, "acted", min(state.get("game", 0, "acted") + 1, DROPS)),
    ]


def take(state: State, colour: int) -> list[Change]:
    """Changes that take a token of the triangle's colour (L117-121), after any number of actions.

    MY-E14; MY-LEFT if all tokens of that colour lie on the players' boards.
    """
    check_playing(state)
    if sum([state.get("player", row, TOOK[colour]) for row in (0, 1)]) == OF_COLOUR:
        raise Refused("MY-LEFT", colour="colour." + COLOURS[colour], n=OF_COLOUR)
    return [("game", 0, "taken", colour + 1)]


def sizes(state: State) -> tuple[int, int, int]:
    """(lowest, likely, highest) size of the active player's largest group of the taken colour, once it is placed."""
    me = state.get("game", 0, "active")
    colour = state.get("game", 0, "taken") - 1
    before = state.get("player", me, GROUP[colour])
    return max(before, 1), before + 1, max(before, state.get("player", me, TOOK[colour])) + 1


def ended(turn: int, active: int, first: int, took: bool, placed: bool) -> tuple[int, int] | None:
    """(turn, active) after a turn, or None after the last one. MY-E03, MY-E04 if it cannot end yet."""
    if not took:
        raise Refused("MY-E03")
    if not placed:
        raise Refused("MY-E04")
    if active == first:
        return turn, 1 - active
    return (turn + 1, first) if turn < TURNS else None


def place(state: State, size: int) -> list[Change]:
    """Changes that place the taken token (L129) and end the turn.

    `size` is the player's largest group of its colour. MY-E03 without a token, MY-E05 for an impossible size,
    MY-E14.
    """
    check_playing(state)
    get = state.get
    me = get("game", 0, "active")
    colour = get("game", 0, "taken") - 1
    after = ended(get("game", 0, "turn"), me, get("game", 0, "first"), colour >= 0, True)
    low, _, high = sizes(state)
    if not low <= size <= high:
        raise Refused("MY-E05")
    found = [
        ("player", me, TOOK[colour], get("player", me, TOOK[colour]) + 1),
        ("player", me, GROUP[colour], size),
        ("game", 0, "taken", 0),
        ("game", 0, "acted", 0),
    ]
    if after is None:
        return found + [("game", 0, "part", OVER)]
    return found + [("game", 0, "turn", after[0]), ("game", 0, "active", after[1])]


def lose(state: State, row: Row, how: int = DRY) -> list[Change]:
    """Changes when a player has lost before the count. MY-E14."""
    check_playing(state)
    return [("game", 0, "part", OVER), ("game", 0, "loser", row), ("game", 0, "how", how)]


def in_bag(state: State) -> list[int | None]:
    """The tokens of each colour in the bag; None for an unknown number.

    It is unknown after stacks were laid by hand, until the players have counted the bag.
    """
    dealt = state.get("game", 0, "dealt")
    whole = state.get("game", 0, "part") == SETUP or dealt >= state.get("table", 0, "cells")
    counted = state.get("game", 0, "counted")
    known = dealt > 0 and whole
    return [
        state.get("game", 0, BAG[index]) if known or counted >> index & 1 else None
        for index in range(len(COLOURS))
    ]


def counted(state: State, colour: int, n: int) -> list[Change]:
    """Changes when the players have counted the tokens of a colour in the bag."""
    return [
        ("game", 0, BAG[colour], n),
        ("game", 0, "counted", state.get("game", 0, "counted") | 1 << colour),
    ]


def on_board(state: State, colour: int) -> int:
    """Tokens of a colour in the stacks of the central board, if the number in the bag is known."""
    taken = sum([state.get("player", row, TOOK[colour]) for row in (0, 1)])
    return OF_COLOUR - state.get("game", 0, BAG[colour]) - taken
