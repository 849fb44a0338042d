"""Mystria: from the set-up to the last turn.

A function of a State returns the changes of one transaction.
"""

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
    """Return the number of a version, from its number or its name. Any other value is refused with MY-E01."""
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
    """Return the changes that begin the set-up of a version; the Sheets are at their start."""
    return [("game", 0, "version", check_version(version)), ("game", 0, "part", SETUP)]


def begins(row: Row) -> list[Change]:
    """Return the changes that make `row` the first player: six drops, five for the other (L76)."""
    return [
        ("game", 0, "first", row),
        ("player", row, "drops", START[0]),
        ("player", 1 - row, "drops", START[1]),
    ]


def open_values(state: State) -> list[int]:
    """Values of the score board that no colour has yet, the next one first.

    The next value is the highest of those that occur once; values that occur twice come last.
    """
    left = face(state.get("game", 0, "version"))
    for value in four(state, "game", 0, VALUE):
        if value in left:
            left.remove(value)
    return sorted(left, key=lambda value: (left.count(value), -value))


def give_value(state: State, colour: int) -> list[Change]:
    """Return the changes that give the next value to a colour (L86, L201).

    If all remaining values are then equal, the other colours get them too.
    """
    left = open_values(state)
    found = [("game", 0, VALUE[colour], left.pop(0))]
    if left and min(left) == max(left):
        for other in bare(state):
            if other != colour:
                found.append(("game", 0, VALUE[other], left[0]))
    return found


def bare(state: State) -> list[int]:
    """Return the colours without a value."""
    values = four(state, "game", 0, VALUE)
    return [index for index in range(len(COLOURS)) if not values[index]]


def opening(state: State) -> list[Change]:
    """Return the changes that begin the first turn."""
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


def give_drop(mine: int, other: int) -> tuple[int, int]:
    """Drops of both players after a move or a flip: the opponent gets one (L113).

    Impossible drops are refused with MY-E02, a player without drops with MY-E13.
    """
    check_drops(mine, other)
    if not mine:
        raise Refused("MY-E13")
    return mine - 1, other + 1


def take_drop_back(mine: int, other: int, acted: int) -> tuple[int, int]:
    """Drops of both players after an action was taken back; MY-E10 if there was none."""
    if not acted:
        raise Refused("MY-E10")
    return mine + 1, other - 1


def act(state: State) -> list[Change]:
    """Return the changes when the active player moves or flips a stack.

    Without a drop the action is refused with MY-E13 and the player's row, after the end with MY-E14.
    """
    check_playing(state)
    me = state.get("game", 0, "active")
    mine, other = [state.get("player", row, "drops") for row in (me, 1 - me)]
    if not mine:
        raise Refused("MY-E13", name=me)
    mine, other = give_drop(mine, other)
    return [
        ("player", me, "drops", mine),
        ("player", 1 - me, "drops", other),
        ("game", 0, "acted", min(state.get("game", 0, "acted") + 1, DROPS)),
    ]


def take(state: State, colour: int) -> list[Change]:
    """Return the changes that take a token of the triangle's colour (L117-121).

    The player may have made any number of actions before. MY-E14 refuses the token after the end, MY-LEFT if
    all tokens of that colour are on the players' boards.
    """
    check_playing(state)
    if sum([state.get("player", row, TOOK[colour]) for row in (0, 1)]) == OF_COLOUR:
        raise Refused("MY-LEFT", colour="colour." + COLOURS[colour], n=OF_COLOUR)
    return [("game", 0, "taken", colour + 1)]


def sizes(state: State) -> tuple[int, int, int]:
    """Return the lowest, likely and highest size of a group after its token is placed.

    The group is the active player's largest one of the taken colour.
    """
    me = state.get("game", 0, "active")
    colour = state.get("game", 0, "taken") - 1
    before = state.get("player", me, GROUP[colour])
    return max(before, 1), before + 1, max(before, state.get("player", me, TOOK[colour])) + 1


def end_turn(turn: int, active: int, first: int, took: bool, placed: bool) -> tuple[int, int] | None:
    """Return (turn, active) after a turn; None after the last turn of the game.

    A turn without a taken token is refused with MY-E03, without a placed one with MY-E04.
    """
    if not took:
        raise Refused("MY-E03")
    if not placed:
        raise Refused("MY-E04")
    if active == first:
        return turn, 1 - active
    return (turn + 1, first) if turn < TURNS else None


def place(state: State, size: int) -> list[Change]:
    """Changes that place the taken token (L129) and end the turn.

    `size` is the player's largest group of its colour. MY-E03 refuses a size without a taken token, MY-E05 an
    impossible size, MY-E14 any size after the end.
    """
    check_playing(state)
    get = state.get
    me = get("game", 0, "active")
    colour = get("game", 0, "taken") - 1
    after = end_turn(get("game", 0, "turn"), me, get("game", 0, "first"), colour >= 0, True)
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
    """Return the changes when a player loses before the count; MY-E14 after the end."""
    check_playing(state)
    return [("game", 0, "part", OVER), ("game", 0, "loser", row), ("game", 0, "how", how)]


def in_bag(state: State) -> list[int | None]:
    """Return the tokens of each colour in the bag; None for an unknown number.

    The number is unknown if the players laid stacks by hand, until they count the bag.
    """
    dealt = state.get("game", 0, "dealt")
    whole = state.get("game", 0, "part") == SETUP or dealt >= state.get("table", 0, "cells")
    counted = state.get("game", 0, "counted")
    known = dealt > 0 and whole
    return [
        state.get("game", 0, BAG[index]) if known or counted >> index & 1 else None
        for index in range(len(COLOURS))
    ]


def store_count(state: State, colour: int, n: int) -> list[Change]:
    """Return the changes that store the number of tokens of a colour that the players counted in the bag."""
    return [
        ("game", 0, BAG[colour], n),
        ("game", 0, "counted", state.get("game", 0, "counted") | 1 << colour),
    ]


def on_board(state: State, colour: int) -> int:
    """Tokens of a colour in the stacks of the central board.

    The caller must know the number in the bag.
    """
    taken = sum([state.get("player", row, TOOK[colour]) for row in (0, 1)])
    return OF_COLOUR - state.get("game", 0, BAG[colour]) - taken
