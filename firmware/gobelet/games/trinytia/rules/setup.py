"""Tri'Nytia: the numbers of players and factions, and the changes of set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import rolls, tables
from .sheets import ALIVE, SETUP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row

NORMAL = 0
TRICORNE = 1
DUEL = 2
CHAMPIONS = 6  # number of champions in Duel Astral: three for each of the two gods
AGAIN = 1  # score of a tied character who must roll again, because no sum of two dice is 1


def check_players(players: int, mode: int = NORMAL) -> None:
    """Refuse a wrong number of players.

    TN-E01 refuses a number that the mode does not allow, TN-E02 two or three players in the normal mode.
    """
    if not isinstance(players, int) or not 2 <= players <= 10:
        raise Refused("TN-E01")
    if mode == NORMAL and players < 4:
        right = DUEL if players == 2 else TRICORNE
        raise Refused("TN-E02", n=players, mode="mode." + tables.MODES[right])
    if mode != NORMAL and players != (3 if mode == TRICORNE else 2):
        raise Refused("TN-E01")


def variants(players: int) -> list[tuple[int, ...]]:
    """Return the variants from which the players may choose before the deal.

    A variant is a tuple with the number of characters of each faction: Gardiens (guardians), Ombres (shadows) and
    Légendes (legends).
    """
    check_players(players)
    return [tables.column(n) for n in tables.columns(players)]


def check_pv(pv: int) -> None:
    """Raise Refused(TN-E06) for PV (life points) below 1."""
    if pv < 1:
        raise Refused("TN-E06")


def start_game(players: int, mode: int = NORMAL, column: int = 0) -> list[Change]:
    """Return the changes that set up a new game from empty Sheets."""
    check_players(players, mode)
    changes = [
        ("game", 0, "mode", mode),
        ("game", 0, "players", players),
        ("game", 0, "column", column),
        ("game", 0, "part", SETUP),
        ("game", 0, "step", 0),
    ]
    for row in range(CHAMPIONS if mode == DUEL else players):
        changes.append(("char", row, "seat", ALIVE))
    for pack in range(len(tables.PACKS)):
        # A card must bring the blue and the gold pack into play, except in Tricorne (L27, L220).
        changes.append(("pack", pack, "active", 1 if pack < 3 or mode == TRICORNE else 0))
        changes.append(("pack", pack, "left", tables.PACK_SIZES[pack]))
    if mode == TRICORNE:
        # Each Corsaire (pirate) begins with one card, from the red, the violet or the blue pack (L225-228).
        for row in range(players):
            changes.append(("char", row, "down", 1))
        for pack in (0, 2, 3):
            changes.append(("pack", pack, "left", tables.PACK_SIZES[pack] - 1))
    return changes


def first_player(state: State) -> list[Row]:
    """Return the rows of the characters with the highest roll so far.

    If only one row is returned, it is the row of the first player. If several rows are returned, these characters roll
    again (L99).
    """
    return rolls.leaders([state.get("char", row, "score") for row in range(10)])


def tie_break(rows: Sequence[Row]) -> list[Change]:
    """Return the changes before the tied rows roll again.

    The tied rows get the score AGAIN, and all other rows get the score 0.
    """
    return [("char", row, "score", AGAIN if row in rows else 0) for row in range(10)]


def store_first_player(row: Row) -> list[Change]:
    """Return the changes that store the first player, and clear the scores."""
    changes = [("game", 0, "first", row), ("game", 0, "active", row)]
    for other in range(10):
        changes.append(("char", other, "score", 0))
    return changes
