"""Tri'Nytia: the changes of a turn, of a death, and of a victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import combat, tables
from .cards import check_limits
from .setup import CHAMPIONS, DUEL, NORMAL, TRICORNE
from .sheets import ALIVE, DEAD, GONE, PLAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row

ROWS = 10
SPENT = ("moved", "fought", "actions")  # fields that count the actions of the turn


def check_action(what: str, moved: int, fought: int, extra: int = 0) -> None:
    """Refuse a second move (TN-E21) or a second fight (TN-E22) in a turn.

    `what` is "move", "attack" or "defend"; an attack and a defence are both a fight. A card may allow `extra`
    more moves or fights.
    """
    if what == "move":
        if moved > extra:
            raise Refused("TN-E21")
    elif fought > extra:
        raise Refused("TN-E22")


def is_adverse(state: State, row: Row, other: int) -> bool:
    """Tell whether the turn of the character `row` is an opponent's turn for `other`.

    In Duel Astral the opponents are the two gods, so two champions of the same god are no opponents.
    """
    return row != other and (state.get("game", 0, "mode") != DUEL or row // 3 != other // 3)


def side_of(state: State, row: Row, other: int) -> int:
    """Return 1 if the characters `row` and `other` are enemies, -1 if allies, else 0.

    In a normal game the result depends only on revealed factions. A Gardien (guardian) and an Ombre (shadow) are
    enemies. Two Gardiens are allies, and so are two Ombres (L116-120).
    """
    mode = state.get("game", 0, "mode")
    if mode != NORMAL:
        return 1 if is_adverse(state, row, other) else -1
    factions = [state.get("char", index, "faction") for index in (row, other)]
    if sorted(factions) == [1, 2]:
        return 1
    return -1 if factions in ([1, 1], [2, 2]) else 0


def neighbours(state: State, me: Row) -> list[Row]:
    """Return the rows of the living characters who may exchange cards with `me`.

    These characters are on the same Lieu (place) as the character `me`.
    """
    alive = life_flags(state)
    lieu = state.get("char", me, "lieu") if me >= 0 else -1
    rows = [row for row in range(len(alive)) if alive[row] and row != me]
    return [row for row in rows if state.get("char", row, "lieu") == lieu >= 0]


def targets(state: State, me: int, card: bool = False) -> list[int]:
    """Return the rows that `me` may attack, enemies first and known allies last.

    The characters in these rows are alive and in range; in Duel Astral they are champions of the other god. If `card`
    is set, all other living characters are targets, because a card may allow an attack on any character.
    """
    alive = life_flags(state)
    if card:
        found = [row for row in range(len(alive)) if alive[row] and row != me]
    else:
        lieux = [state.get("char", row, "lieu") for row in range(len(alive))]
        try:
            found = combat.targets(me, lieux, alive, state.get("char", me, "range"))
        except Refused:
            return []  # `me` is on no island: on Lieu 0 or 1, or off the board
        if state.get("game", 0, "mode") == DUEL:
            found = [row for row in found if is_adverse(state, me, row)]
    return sorted(found, key=lambda row: row - ROWS * side_of(state, me, row))


def cancel_roll(state: State, changes: Sequence[Change]) -> list[Change]:
    """Return the changes that remain of a roll after an arcane has cancelled it.

    The changes that count an action of the turn remain, because the action is used up (L272).
    """
    n = state.get("game", 0, "cancelled") + 1
    return [change for change in changes if change[2] in SPENT] + [("game", 0, "cancelled", n)]


def armour_after_turn(unabsorbed: int, armour: int, on: bool = True) -> int:
    """Return a character's armour after an opponent's turn (L172).

    If the optional rule applies (`on`), a character with unabsorbed wounds from this turn gains 1 armour.
    """
    return armour + 1 if on and unabsorbed > 0 else armour


def next_living(row: Row, first: int, alive: Sequence[bool]) -> tuple[int, bool]:
    """Return (row of the next living character clockwise, whether a cycle begins).

    A cycle begins at the row `first`, also if this character is dead. If no character is alive, the result is
    (-1, False).
    """
    cycle = False
    for step in range(1, len(alive) + 1):
        index = (row + step) % len(alive)
        cycle = cycle or index == first
        if alive[index]:
            return index, cycle
    return -1, False


def doomed_rows(state: State) -> list[int]:
    """Return the rows of the living characters whose wounds reach their PV.

    These characters die next, unless an arcane (a card) prevents their death. PV are life points.
    """
    get = state.get
    alive = life_flags(state)
    return [
        row
        for row in range(len(alive))
        if alive[row] and 0 < get("char", row, "pv") <= get("char", row, "wounds")
    ]


def dealt_column(state: State) -> tuple[int, ...] | None:
    """Return the number of dealt characters of each faction.

    The result is None in Tricorne and Duel Astral, which have no factions.
    """
    number = state.get("game", 0, "column")
    return tables.column(number) if number else None


def seats(state: State) -> int:
    """Return the number of rows in use: 6 in Duel Astral, otherwise one a player."""
    if state.get("game", 0, "mode") == DUEL:
        return CHAMPIONS
    return state.get("game", 0, "players")


def life_flags(state: State) -> list[bool]:
    """Return a list that tells, for each row in use, whether its character is alive."""
    return [state.get("char", row, "seat") == ALIVE for row in range(seats(state))]


def begin_turn(row: Row) -> list[Change]:
    """Return the changes at the start of a turn.

    The armour of the acting character becomes 0 (L151), and so do the counts of the turn's actions.
    """
    changes = [
        ("game", 0, "part", PLAY),
        ("game", 0, "step", 0),
        ("game", 0, "active", row),
        ("game", 0, "actions", 0),
        ("char", row, "armour", 0),
        ("char", row, "moved", 0),
        ("char", row, "fought", 0),
        ("game", 0, "cancelled", 0),
    ]
    for other in range(ROWS):
        changes.append(("char", other, "exchanged", 0))
        changes.append(("char", other, "unabsorbed", 0))
    return changes


def begin_first_turn(state: State) -> list[Change]:
    """Return the changes that begin the first turn.

    In Duel Astral the player of the first god then chooses a champion (`modes.begin_turn`).
    """
    row = state.get("game", 0, "active")
    if row < 0 and state.get("game", 0, "mode") != DUEL:
        row = state.get("game", 0, "first")
    changes = begin_turn(row) if row >= 0 else [("game", 0, "part", PLAY), ("game", 0, "step", 0)]
    return changes + [("game", 0, "turn", 1), ("game", 0, "cycle", 1)]


def end_turn(state: State) -> list[Change]:
    """Return the changes at the end of the active character's turn.

    TN-E28 refuses a character with too many cards.
    """
    row = state.get("game", 0, "active")
    alive = life_flags(state)
    if alive[row]:
        check_limits(*[state.get("char", row, name) for name in ("down", "equipment", "familiar")])
    changes = [("game", 0, "turn", state.get("game", 0, "turn") + 1)]
    if state.get("option", 0, "harass"):
        for other in range(len(alive)):
            if alive[other] and is_adverse(state, row, other):
                armour = state.get("char", other, "armour")
                after = armour_after_turn(state.get("char", other, "unabsorbed"), armour)
                changes.append(("char", other, "armour", after))
    return changes


def begin_cycle(state: State) -> list[Change]:
    """Return the changes that begin a cycle, in which each player has one turn."""
    return [("game", 0, "cycle", state.get("game", 0, "cycle") + 1), ("game", 0, "exchanges", 0)]


def pass_turn(state: State) -> list[Change]:
    """Return all changes between a turn and the next living character's turn.

    The changes that end the turn are the first in the list. So the start of the next player's turn removes the armour
    that this player has just gained by the optional rule (L151, L172). `modes.pass_turn` has the changes for Duel
    Astral.
    """
    changes = end_turn(state)
    row, cycle = next_living(state.get("game", 0, "active"), state.get("game", 0, "first"), life_flags(state))
    if cycle:
        changes += begin_cycle(state)
    return changes + begin_turn(row) if row >= 0 else changes


def count_known(state: State, faction: int) -> int:
    """Return how many characters of a faction are known: the revealed and the dead."""
    return sum([1 for row in range(seats(state)) if state.get("char", row, "faction") == faction])


def reveal(state: State, row: Row, faction: int) -> list[Change]:
    """Return the changes that reveal a faction (1 to 3).

    TN-E11 refuses the faction if all its dealt characters are known already.
    """
    counts = dealt_column(state)
    if counts is not None and state.get("char", row, "faction") != faction:
        tables.check_faction(counts, faction, count_known(state, faction) + 1)
    return [("char", row, "faction", faction)]


def possible_factions(state: State, row: Row) -> list[int]:
    """Return the factions that a dying character may have.

    If the faction of the character is known, the list has only this faction. In Tricorne and Duel Astral, which have
    no factions, the list is [0].
    """
    counts = dealt_column(state)
    faction = state.get("char", row, "faction")
    if faction or counts is None:
        return [faction]
    return [each for each in (1, 2, 3) if count_known(state, each) < counts[each - 1]]


def death(state: State, row: Row, faction: int) -> list[Change]:
    """Return the changes at the death of `row`, which reveals its faction.

    In Tricorne and Duel Astral, which have no factions, `faction` is 0.
    """
    changes = reveal(state, row, faction) if faction else []
    return changes + [("char", row, name, value) for name, value in GONE]


def dead_counts(state: State) -> tuple[int, ...]:
    """Return the numbers of dead Gardiens, Ombres and Légendes, as a tuple."""
    counts = [0, 0, 0, 0]
    for row in range(seats(state)):
        if state.get("char", row, "seat") == DEAD:
            counts[state.get("char", row, "faction")] += 1
    return tuple(counts[1:])


def winning_factions(counts: Sequence[int], dead: Sequence[int]) -> list[int]:
    """Return the factions that win: 1 Gardien (guardian), 2 Ombre (shadow).

    `counts` has the number of dealt characters of each faction, `dead` the number of dead characters of each faction.
    TN-E11 refuses more dead than dealt characters. Both factions may win at once [A-TN10].
    """
    for faction in (1, 2, 3):
        tables.check_faction(counts, faction, dead[faction - 1])
    winners = []
    if dead[1] == counts[1]:
        winners.append(1)
    if dead[0] == counts[0]:
        winners.append(2)
    return winners


def winners(state: State) -> list[tuple[str, int]]:
    """List (text key, row) of each winner.

    The row is that of the winning character, or -1 if a faction or god wins. The screens call this function after
    every change, because an objective ends the game at once (L112-120).
    """
    found = []
    mode = state.get("game", 0, "mode")
    alive = life_flags(state)
    factions = dealt_column(state) if mode == NORMAL else None
    if factions is not None:
        for faction in winning_factions(factions, dead_counts(state)):
            found.append(("won." + tables.FACTIONS[faction], -1))
        legends = state.get("game", 0, "legends")
        for row in range(len(alive)):
            if legends >> row & 1:
                found.append(("won.legende", row))
    elif mode == TRICORNE and sum(alive) == 1:
        found.append(("won.corsaire", alive.index(True)))
    elif mode == DUEL:
        if not any(alive[3:]):
            found.append(("won.solaire", -1))
        if not any(alive[:3]):
            found.append(("won.lunaire", -1))
    return found
