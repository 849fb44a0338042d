"""Mystria: the changes of a game, from the set-up to the last turn.

A function that takes a State returns the changes of one transaction, or values for a screen.
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
    board_values,
    values_by_colour,
)

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row


def check_version(version: int | str | None) -> int:
    """Return the number of a version, from its number or its name.

    MY-E01 refuses any other value.
    """
    if version in VERSIONS:
        return VERSIONS.index(version)
    if not isinstance(version, int) or not 0 <= version < len(FACES):
        raise Refused("MY-E01")
    return version


def check_players(players: int) -> None:
    """Refuse with MY-E15 any number of players but two."""
    if players != 2:
        raise Refused("MY-E15")


def check_drops(one: int, other: int) -> None:
    """Refuse impossible drops with MY-E02.

    Both players together have eleven, and neither is below 0.
    """
    if one < 0 or other < 0 or one + other != DROPS:
        raise Refused("MY-E02")


def start_game(version: int) -> list[Change]:
    """Return the changes that begin the set-up of a version, from empty Sheets."""
    return [("game", 0, "version", check_version(version)), ("game", 0, "part", SETUP)]


def set_first_player(row: Row) -> list[Change]:
    """Return the changes that make `row` the first player.

    The first player has six drops, the other five (L76).
    """
    return [
        ("game", 0, "first", row),
        ("player", row, "drops", START[0]),
        ("player", 1 - row, "drops", START[1]),
    ]


def open_values(state: State) -> list[int]:
    """Return the values of the score board that no colour has yet, the next one first.

    The next value is the highest of those that occur once. Values that occur twice come last.
    """
    left = board_values(state.get("game", 0, "version"))
    for value in values_by_colour(state, "game", 0, VALUE):
        if value in left:
            left.remove(value)
    return sorted(left, key=lambda value: (left.count(value), -value))


def give_value(state: State, colour: int) -> list[Change]:
    """Return the changes that give the next value to a colour (L86, L201).

    If the values that remain are all equal, the other colours get them too.
    """
    left = open_values(state)
    found = [("game", 0, VALUE[colour], left.pop(0))]
    if left and min(left) == max(left):
        for other in colours_without_value(state):
            if other != colour:
                found.append(("game", 0, VALUE[other], left[0]))
    return found


def colours_without_value(state: State) -> list[int]:
    """Return the colours that have no value yet."""
    values = values_by_colour(state, "game", 0, VALUE)
    return [index for index in range(len(COLOURS)) if not values[index]]


def begin_first_turn(state: State) -> list[Change]:
    """Return the changes that begin the first turn."""
    return [
        ("game", 0, "part", PLAY),
        ("game", 0, "turn", 1),
        ("game", 0, "active", state.get("game", 0, "first")),
    ]


# A turn


def check_playing(state: State) -> None:
    """Refuse with MY-E14 any change once the game is over."""
    if state.get("game", 0, "part") == OVER:
        raise Refused("MY-E14")


def give_drop(mine: int, other: int) -> tuple[int, int]:
    """Return the drops of both players after an action, which gives one away (L113).

    MY-E02 refuses impossible drops, MY-E13 a player without drops.
    """
    check_drops(mine, other)
    if not mine:
        raise Refused("MY-E13")
    return mine - 1, other + 1


def take_drop_back(mine: int, other: int, acted: int) -> tuple[int, int]:
    """Return the drops of both players after an action was taken back.

    MY-E10 refuses this if there was no action in this turn.
    """
    if not acted:
        raise Refused("MY-E10")
    return mine + 1, other - 1


def use_action(state: State) -> list[Change]:
    """Return the changes when the active player moves or flips a stack.

    MY-E13 refuses a player without a drop, and MY-E14 any action after the end.
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


def take_token(state: State, colour: int) -> list[Change]:
    """Return the changes that take a token of the triangle's colour (L117-121).

    The player may have made any number of actions before. MY-E14 refuses a token after the end, MY-LEFT a
    colour whose tokens are all on the players' boards.
    """
    check_playing(state)
    if sum([state.get("player", row, TOOK[colour]) for row in (0, 1)]) == OF_COLOUR:
        raise Refused("MY-LEFT", colour="colour." + COLOURS[colour], n=OF_COLOUR)
    return [("game", 0, "taken", colour + 1)]


def group_sizes(state: State) -> tuple[int, int, int]:
    """Return the lowest, the likely and the highest size of a group after a placement.

    The group is the active player's largest one of the taken colour.
    """
    me = state.get("game", 0, "active")
    colour = state.get("game", 0, "taken") - 1
    before = state.get("player", me, GROUP[colour])
    return max(before, 1), before + 1, max(before, state.get("player", me, TOOK[colour])) + 1


def end_turn(turn: int, active: int, first: int, took: bool, placed: bool) -> tuple[int, int] | None:
    """Return (turn, active player) after a turn; None after the last turn of the game.

    MY-E03 refuses a turn without a taken token, MY-E04 a turn without a placed one.
    """
    if not took:
        raise Refused("MY-E03")
    if not placed:
        raise Refused("MY-E04")
    if active == first:
        return turn, 1 - active
    return (turn + 1, first) if turn < TURNS else None


def place_token(state: State, size: int) -> list[Change]:
    """Return the changes that place the taken token (L129) and end the turn.

    `size` is the player's largest group of that colour afterwards. MY-E03 refuses a turn without a taken
    token, MY-E05 an impossible size, MY-E14 any size after the end.
    """
    check_playing(state)
    get = state.get
    me = get("game", 0, "active")
    colour = get("game", 0, "taken") - 1
    after = end_turn(get("game", 0, "turn"), me, get("game", 0, "first"), colour >= 0, True)
    low, _, high = group_sizes(state)
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


def lose_game(state: State, row: Row, how: int = DRY) -> list[Change]:
    """Return the changes when a player loses before the count.

    `how` is DRY or GAVE_UP. MY-E14 refuses a loss after the end.
    """
    check_playing(state)
    return [("game", 0, "part", OVER), ("game", 0, "loser", row), ("game", 0, "how", how)]


def bag_counts(state: State) -> list[int | None]:
    """Return the tokens of each colour in the bag; None for an unknown number.

    If the players laid stacks by hand, a number is unknown until they count the bag.
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
    """Return the changes that store the number of tokens of a colour in the bag.

    The players have counted these tokens.
    """
    return [
        ("game", 0, BAG[colour], n),
        ("game", 0, "counted", state.get("game", 0, "counted") | 1 << colour),
    ]


def board_count(state: State, colour: int) -> int:
    """Return the number of tokens of a colour on the central board.

    The result is wrong if the number in the bag is unknown.
    """
    taken = sum([state.get("player", row, TOOK[colour]) for row in (0, 1)])
    return OF_COLOUR - state.get("game", 0, BAG[colour]) - taken
