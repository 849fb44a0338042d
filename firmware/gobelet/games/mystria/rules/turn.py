"""Mystria: the changes of a game, from the set-up to the last turn.

A function whose first parameter is a State returns the changes of one transaction, or values for a screen. A function
that refuses a value raises Refused with the code named in its docstring.
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
    """Return the number of a version, given its number or its name.

    MY-E01 refuses any other value.
    """
    if version in VERSIONS:
        return VERSIONS.index(version)
    if not isinstance(version, int) or not 0 <= version < len(FACES):
        raise Refused("MY-E01")
    return version


def check_players(players: int) -> None:
    """Raise Refused(MY-E15) for a number of players other than two."""
    if players != 2:
        raise Refused("MY-E15")


def check_drops(one: int, other: int) -> None:
    """Refuse impossible numbers of drops with MY-E02.

    Both players together have eleven drops, and each player has 0 or more.
    """
    if one < 0 or other < 0 or one + other != DROPS:
        raise Refused("MY-E02")


def start_game(version: int) -> list[Change]:
    """Return the changes that begin the set-up of a version, from empty Sheets."""
    return [("game", 0, "version", check_version(version)), ("game", 0, "part", SETUP)]


def set_first_player(row: Row) -> list[Change]:
    """Return the changes that make the player `row` the first player.

    The first player receives six drops, the second player five (L76).
    """
    return [
        ("game", 0, "first", row),
        ("player", row, "drops", START[0]),
        ("player", 1 - row, "drops", START[1]),
    ]


def open_values(state: State) -> list[int]:
    """Return the values of the score board that no colour has yet.

    Values that occur once are first, in descending order. Values that occur twice are last.
    """
    left = board_values(state.get("game", 0, "version"))
    for value in values_by_colour(state, "game", 0, VALUE):
        if value in left:
            left.remove(value)
    return sorted(left, key=lambda value: (left.count(value), -value))


def give_value(state: State, colour: int) -> list[Change]:
    """Return the changes that assign the first of `open_values` to a colour.

    The printed rules about the values are L86 and L201. If all remaining values are equal, the changes also assign
    these values to the other colours.
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


# Acts and changes of a turn.


def check_playing(state: State) -> None:
    """Raise Refused(MY-E14) for a change after the end of the game."""
    if state.get("game", 0, "part") == OVER:
        raise Refused("MY-E14")


def give_drop(mine: int, other: int) -> tuple[int, int]:
    """Return (acting player's, opponent's) drops after an action (L113).

    The acting player gives one drop to the opponent. `mine` and `other` are the drops of the two players before the
    action. MY-E02 refuses impossible numbers of drops, MY-E13 an acting player without drops.
    """
    check_drops(mine, other)
    if not mine:
        raise Refused("MY-E13")
    return mine - 1, other + 1


def take_drop_back(mine: int, other: int, acted: int) -> tuple[int, int]:
    """Return (acting player's, opponent's) drops after the undo of an action.

    `acted` is the number of actions in this turn. MY-E10 refuses an undo if this number is 0.
    """
    if not acted:
        raise Refused("MY-E10")
    return mine + 1, other - 1


def use_action(state: State) -> list[Change]:
    """Return the changes of an action: the active player moves or flips a stack.

    MY-E13 refuses an active player without drops, MY-E14 an action after the end of the game.
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
    """Return the changes by which the active player takes a token from a triangle.

    `colour` is the colour of the triangle (L117-121). MY-E14 refuses a token after the end of the game. MY-LEFT refuses
    a colour whose tokens are all on the players' boards.
    """
    check_playing(state)
    if sum([state.get("player", row, TOOK[colour]) for row in (0, 1)]) == OF_COLOUR:
        raise Refused("MY-LEFT", colour="colour." + COLOURS[colour], n=OF_COLOUR)
    return [("game", 0, "taken", colour + 1)]


def group_sizes(state: State) -> tuple[int, int, int]:
    """Return (lowest, likely, highest) size of a group with the taken token placed.

    The group is the active player's largest group of the taken token's colour.
    """
    me = state.get("game", 0, "active")
    colour = state.get("game", 0, "taken") - 1
    before = state.get("player", me, GROUP[colour])
    return max(before, 1), before + 1, max(before, state.get("player", me, TOOK[colour])) + 1


def end_turn(turn: int, active: int, first: int, took: bool, placed: bool) -> tuple[int, int] | None:
    """Return (number of the next turn, row of the next player) after a turn.

    The result is None after the last turn of the game. MY-E03 refuses a player without a taken token, MY-E04 a player
    who has not placed the token.
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

    `size` is the size of the player's largest group of the token's colour after the placement. MY-E03 refuses a player
    without a taken token, MY-E05 an impossible size, MY-E14 a placement after the end of the game.
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
    """Return the changes by which the player `row` loses before the count of points.

    `how` is the reason, DRY or GAVE_UP. MY-E14 refuses a loss after the end of the game.
    """
    check_playing(state)
    return [("game", 0, "part", OVER), ("game", 0, "loser", row), ("game", 0, "how", how)]


def bag_counts(state: State) -> list[int | None]:
    """Return the number of tokens of each colour in the bag; None if unknown.

    If the players have laid stacks by hand, a number is unknown until they count the tokens of this colour in the bag.
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

    `n` is the number that the players have counted.
    """
    return [
        ("game", 0, BAG[colour], n),
        ("game", 0, "counted", state.get("game", 0, "counted") | 1 << colour),
    ]


def board_count(state: State, colour: int) -> int:
    """Return the number of tokens of a colour on the central board.

    The result is wrong if `bag_counts` returns None for the colour.
    """
    taken = sum([state.get("player", row, TOOK[colour]) for row in (0, 1)])
    return OF_COLOUR - state.get("game", 0, BAG[colour]) - taken
