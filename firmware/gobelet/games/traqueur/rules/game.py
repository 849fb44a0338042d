"""Traqueur: the course of a game on its Sheets.

A function that returns changes returns all changes of one transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from .fights import check_exotics, leaving_familiars, life_after, neighbours, trap
from .sheets import ACTIONS, BASIC, COMBAT, END, FAR, OVER, PLAYERS, PREPARE, SLOTS, UNREAD
from .tables import picks

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row


class Ahead:
    """The State as it will be after `changes`; only functions that do not change a State can use this object."""

    def __init__(self, state: Ahead | State, changes: list[Change]) -> None:
        self.state = state
        self.made = {}
        for kind, row, field, value in changes:
            self.made[(kind, row, field)] = value

    def get(self, kind: str, row: Row, field: str) -> int:
        value = self.made.get((kind, row, field))
        return self.state.get(kind, row, field) if value is None else value


def _game(state: Ahead | State, field: str) -> int:
    return state.get("game", 0, field)


# Presence of players and familiars.


def check_players(players: int) -> None:
    """Refuse with TQ-E01 any number of players but 3 or 4 (L191)."""
    if players not in (3, 4):
        raise Refused("TQ-E01")


def living(state: Ahead | State) -> list[int]:
    """Return the rows of the players who are still in the game [A-TQ08]."""
    return [row for row in range(_game(state, "players")) if state.get("player", row, "life") > 0]


def check_living(state: State, row: Row) -> None:
    """Refuse with TQ-E16 a player who has left the game."""
    if not state.get("player", row, "life"):
        raise Refused("TQ-E16", name=row)


def familiars(state: Ahead | State, row: Row) -> list[int]:
    """Return the rows of a player's familiars, face up or face down."""
    return [
        index for index in range(SLOTS * row, SLOTS * row + SLOTS) if state.get("familiar", index, "type")
    ]


def unread(state: Ahead | State, index: Row) -> bool:
    """Tell whether a familiar is in the game, but its card was not entered."""
    return state.get("familiar", index, "type") == UNREAD


def fighters(state: Ahead | State, row: Row) -> list[int]:
    """Return the rows of a player's familiars that are face up.

    A player who has left the game has none.
    """
    if not state.get("player", row, "life"):
        return []
    return [
        index
        for index in familiars(state, row)
        if state.get("familiar", index, "life") or unread(state, index)
    ]


def standing(state: Ahead | State) -> list[int]:
    """Return the rows of the players with a familiar that is face up."""
    return [row for row in range(_game(state, "players")) if fighters(state, row)]


def following(state: Ahead | State, row: Row, rows: Sequence[int]) -> int:
    """Return the first of `rows` clockwise after `row`; `row` itself comes last, -1 is none."""
    players = _game(state, "players")
    for step in range(1, players + 1):
        if (row + step) % players in rows:
            return (row + step) % players
    return -1


def targets(state: State, row: Row) -> list[int]:
    """Return the rows of the familiars that a player's familiars may strike.

    The familiars are face up and belong to an adjacent player (L277).
    """
    up = standing(state)
    players = _game(state, "players")
    found = []
    for other in neighbours(players, row, [index for index in range(players) if index not in up]):
        found += fighters(state, other)
    return found


def victims(state: State, row: Row) -> list[int]:
    """Return the rows of the players whom the weapon of `row` hits at the end of a round (L295) [A-TQ04]."""
    players = _game(state, "players")
    alive = living(state)
    return neighbours(players, row, [index for index in range(players) if index not in alive])


# The order of a round


def finishing_order(rows: Sequence[int], fallen: Sequence[int]) -> list[int] | None:
    """Return the players `rows` in the order of the end of a round; None while several stand.

    The player who stands comes first, then the last who fell, and so on. Raises TQ-E12 if no player stands.
    """
    left = [row for row in rows if row not in fallen]
    if not left:
        raise Refused("TQ-E12")
    return None if left[1:] else left + list(reversed(fallen))


def spell_order(ranked: Sequence[int]) -> list[int]:
    """Return the players who take a spell, in the printed order (L297-299).

    `ranked`: the players in the order of `finishing_order`.
    """
    return [ranked[rank - 1] for rank in picks(len(ranked))]


def fallen_rows(state: Ahead | State) -> list[int]:
    """Return the rows of the players whose familiars are all down, in the order in which they fell."""
    fell = [(state.get("player", row, "fell"), row) for row in range(_game(state, "players"))]
    return [row for index, row in sorted(fell) if index]


def ranking(state: State) -> Any:
    """Return the players in the order of the end of the round, see `finishing_order`."""
    rows = [row for row in range(_game(state, "players")) if not state.get("player", row, "out")]
    return finishing_order(rows, fallen_rows(state))


def winner(state: State) -> int:
    """Return the row of the round's winner, -1 unless exactly one player stands."""
    try:
        ranked = ranking(state)
    except Refused:
        return -1
    return ranked[0] if ranked else -1


def choosers(state: State) -> list[int]:
    """Return the rows of the players who take a spell, in order.

    Players whom the weapon killed take none [A-TQ08].
    """
    alive = living(state)
    return spell_order([row for row in ranking(state) if row in alive])


def order_fallen(order: Sequence[int]) -> list[Change]:
    """Return the changes that make `order` the order of the fallen players; all others stand."""
    return [("player", row, "fell", order.index(row) + 1 if row in order else 0) for row in range(PLAYERS)]


def settle_falls(state: Ahead) -> list[Change]:
    """Return the changes that follow from the Life: players who fell, and the end of a round.

    If several fall at once, the next clockwise after the active player comes first; the players may change
    this [A-TQ13]. If a change that ended a round is corrected, the round goes on, unless its weapon has
    struck, or the players have ended it. Once the weapon has struck, the game is over if fewer than two
    players are left (L17); a correction can reopen it too. A player who leaves the game in his own
    preparation ends it at once [A-TQ08]. A player who comes back is in the round again, until its weapon has
    struck.
    """
    part = _game(state, "part")
    if part in (END, OVER) and _game(state, "struck"):
        now = END if len(living(state)) > 1 else OVER
        return [("game", 0, "part", now)] if part != now else []
    back: list[Change] = [
        ("player", row, "out", 0) for row in living(state) if state.get("player", row, "out")
    ]
    return back + _settle_round(Ahead(state, back))


def _settle_round(state: Ahead) -> list[Change]:
    """Return the part of `settle_falls` about the players who stand or fall in the round."""
    part = _game(state, "part")
    if part == PREPARE and _game(state, "active") not in living(state):
        return end_preparation(state)
    up = standing(state)
    if part not in (COMBAT, END) or (part == END and (_game(state, "called") or not up)):
        return []  # the players have ended the round, or none stands and they must decide [A-TQ17, TQ-E12]
    players = _game(state, "players")
    order = [row for row in fallen_rows(state) if row not in up]
    for step in range(1, players + 1):
        row = (_game(state, "active") + step) % players
        if row not in up and row not in order and not state.get("player", row, "out"):
            order.append(row)
    found = order_fallen(order)
    if len(up) < 2 and part == COMBAT:
        found += end_round()
    elif len(up) > 1 and part == END:
        found.append(("game", 0, "part", COMBAT))
    return [change for change in found if state.get(*change[:3]) != change[3]]


def complete(state: Ahead | State, changes: list[Change]) -> list[Change]:
    """`changes`, and the further changes that follow from them."""
    return changes + settle_falls(Ahead(state, changes))


def with_life(state: State, kind: str, row: Row, life: int) -> list[Change]:
    """Return the changes that set the Life of a player or a familiar.

    If the player or familiar falls or stands again, the further changes are included.
    """
    changes = [(kind, row, "life", life)]
    falls_or_stands = (life > 0) != (state.get(kind, row, "life") > 0)
    return complete(state, changes) if falls_or_stands else changes


# Set-up


def start(players: int) -> list[Change]:
    """Return the changes that begin the set-up; the Sheets are at their start.

    TQ-E01 refuses a wrong number of players.
    """
    check_players(players)
    return [("game", 0, "players", players)]


def unready(state: State) -> str:
    """Return the name of the step of set-up that is missing before the first combat; "" for none."""
    return "" if _game(state, "first") >= 0 else "grass"


def end_setup(state: State) -> list[Change]:
    """Return the changes that end the set-up: each player has the chosen familiar.

    The players may enter the card of the familiar later.
    """
    found = []
    for row in range(_game(state, "players")):
        if not familiars(state, row):
            found.append(("familiar", SLOTS * row, "type", UNREAD))
    return found + combat(Ahead(state, found))


def combat(state: Ahead | State) -> list[Change]:
    """Return the changes that begin a combat phase: all familiars are healed (L283) [A-TQ10].

    No player is down, except a player without a familiar.
    """
    found = order_fallen([])
    for row in range(PLAYERS * SLOTS):
        found.append(("familiar", row, "life", state.get("familiar", row, "pv")))
    alive = living(state)
    first = _game(state, "first")
    if first not in alive:
        first = following(state, first, alive)
    found += [
        ("game", 0, "part", COMBAT),
        ("game", 0, "round", max(1, _game(state, "round"))),
        ("game", 0, "active", first),
        ("game", 0, "cast", 0),
    ]
    return complete(state, found)


# Preparation


def use_action(state: State) -> list[Change]:
    """Return the change that uses one action of the preparation; TQ-E09 if none is left."""
    if _game(state, "part") != PREPARE or state.get("option", 0, "free"):
        return []
    left = _game(state, "left")
    if not left:
        raise Refused("TQ-E09")
    return [("game", 0, "left", left - 1)]


def use_action_if_left(state: State) -> list[Change]:
    """Return the changes of `use_action`, or [] without an action: an effect may give one more."""
    try:
        return use_action(state)
    except Refused:
        return []


def stock_weapon(row: Row, attack: int, cost: int) -> list[Change]:
    """Return the changes that put a weapon into the shop."""
    return [("shop", row, "there", 1), ("shop", row, "attack", attack), ("shop", row, "cost", cost)]


def disarm(state: State, row: Row) -> list[Change]:
    """Return the changes that give a player the basic weapon (L217) instead of his own.

    The lost weapon goes to the discard (L251). TQ-E17 refuses a player who has the basic weapon already.
    """
    if state.get("player", row, "basic"):
        raise Refused("TQ-E17")
    return [("player", row, "basic", 1), ("player", row, "attack", BASIC), ("player", row, "cost", 0)]


def leaving(state: State, row: Row, exotic: int) -> list[int]:
    """Return the rows of the player's familiars of which one must leave for a new one.

    The list is empty if there is room for the new one.
    """
    owned = familiars(state, row)
    exotics = [bool(state.get("familiar", index, "exotic")) for index in owned]
    return [
        owned[index] for index in leaving_familiars(exotics, bool(exotic), state.get("player", row, "limit"))
    ]


def discard_familiar(index: int) -> list[Change]:
    """Return the changes that remove a familiar."""
    return [("familiar", index, field, 0) for field in ("type", "exotic", "attack", "pv", "life")]


def take_familiar(
    state: State, row: Row, kind: int, exotic: int, attack: int, pv: int, instead: int = -1
) -> list[Change]:
    """Return the changes that give a player a familiar, in the slot `instead` or in a free one.

    Raises TQ-E11 without a free slot, TQ-E15 for a second exotic familiar, TQ-E16 for a player who has left the game.
    """
    check_living(state, row)
    owned = familiars(state, row)
    check_exotics([state.get("familiar", index, "exotic") for index in owned if index != instead] + [exotic])
    index = instead
    if index < 0:
        free = [index for index in range(SLOTS * row, SLOTS * row + SLOTS) if index not in owned]
        if not free:
            raise Refused("TQ-E11")
        index = free[0]
    values = (("type", kind), ("exotic", exotic), ("attack", attack), ("pv", pv), ("life", pv))
    return [("familiar", index, field, value) for field, value in values]


def end_preparation(state: Ahead | State) -> list[Change]:
    """Return the changes after a preparation: that of the next player, or the combat (L233)."""
    active, players = _game(state, "active"), _game(state, "players")
    row = following(state, active, living(state))
    # Compare two numbers of seats, clockwise from the active player: to the first player of the preparation,
    # and to the next player.
    if row < 0 or (_game(state, "prep") - active - 1) % players <= (row - active - 1) % players:
        return combat(state)
    return [("game", 0, "active", row), ("game", 0, "left", ACTIONS), ("game", 0, "cast", 0)]


# Combat


def pass_turn(state: Ahead | State) -> list[Change]:
    """Return the changes that give the turn to the next player with a familiar face up (L293)."""
    row = following(state, _game(state, "active"), standing(state))
    return [("game", 0, "active", row), ("game", 0, "cast", 0)] if row >= 0 else []


def check_strike(state: State, striker: int, target: int) -> None:
    """Refuse an impossible strike.

    TQ-E05 and TQ-E06 refuse familiars face down, TQ-E07 players who are not adjacent.
    """
    if not state.get("familiar", striker, "life"):
        raise Refused("TQ-E05", name=striker // SLOTS)
    if not state.get("familiar", target, "life"):
        raise Refused("TQ-E06")
    if target not in targets(state, striker // SLOTS):
        raise Refused("TQ-E07")


def end_round(called: int = 0) -> list[Change]:
    """Return the changes that end a round.

    `called` is 1 if all players pass and enter their order themselves [A-TQ17].
    """
    values = (("part", END), ("struck", 0), ("picks", 0), ("called", called))
    return [("game", 0, field, value) for field, value in values]


def turn_over(state: State, changes: list[Change]) -> list[Change]:
    """Return the changes of a strike, with the next turn or the end of the round."""
    found = complete(state, changes)
    ahead = Ahead(state, found)
    return found + pass_turn(ahead) if _game(ahead, "part") == COMBAT else found


def cast(state: State, row: Row) -> list[Change]:
    """Return the changes when a player casts a spell: one card less, if cards are counted.

    All familiars of the player may be down [A-TQ21]. Raises TQ-E16 for a player who has left the game.
    """
    check_living(state, row)
    mask = _game(state, "cast") | 1 << row
    spells = state.get("player", row, "spells")
    return [("player", row, "spells", max(0, spells - 1)), ("game", 0, "cast", mask)]


def put_into_hand(state: State, row: Row) -> list[Change]:
    """Return the change that puts one more spell into a player's hand."""
    return [("player", row, "spells", min(FAR, state.get("player", row, "spells") + 1))]


def take_trap(state: State, index: int, row: Row) -> list[Change]:
    """Return the changes when trap `index` goes into a player's hand.

    The list is empty if the trap goes to the discard (L121-123).
    """
    into, count = trap(state.get("trap", index, "count"), _game(state, "players"))
    return [("trap", index, "count", count)] + put_into_hand(state, row) if into else []


# The end of a round


def use_weapon(state: State) -> list[Change]:
    """Return the changes of the strike with the winner's weapon.

    The strike may end the game (L17, L295).
    """
    row = winner(state)
    found = [("game", 0, "struck", 1)]
    for other in victims(state, row) if row >= 0 else ():
        life = life_after(state.get("player", other, "life"), state.get("player", row, "attack"))
        found.append(("player", other, "life", life))
    if len(living(Ahead(state, found))) < 2:
        found.append(("game", 0, "part", OVER))
    return found


def pick_spell(state: State, takes: bool, trap: int = -1) -> list[Change]:
    """Return the changes when the next player takes a spell, or declines.

    trap: the index of the trap that it is. A trap that was in the hands as often as allowed goes to the
    discard instead.
    """
    index = _game(state, "picks")
    row = choosers(state)[index]
    found = [("game", 0, "picks", index + 1)]
    if takes:
        found += put_into_hand(state, row) if trap < 0 else take_trap(state, trap, row)
    return found


def starters(state: State) -> tuple[int, int]:
    """Return (first player of the next preparation, first player of the next combat).

    The next preparation begins with the first player who fell and is still in the game [A-TQ15]. The next
    combat begins with the winner (L301).
    """
    alive = living(state)
    ranked = [row for row in ranking(state) if row in alive]
    return ranked[len(ranked) - 1], ranked[0]


def next_round(state: State) -> list[Change]:
    """Return the changes that begin the next preparation phase."""
    prep, first = starters(state)
    found = order_fallen([])
    for row in range(_game(state, "players")):
        found.append(("player", row, "out", 0 if state.get("player", row, "life") else 1))
    return found + [
        ("game", 0, "part", PREPARE),
        ("game", 0, "round", min(999, _game(state, "round") + 1)),
        ("game", 0, "active", prep),
        ("game", 0, "prep", prep),
        ("game", 0, "first", first),
        ("game", 0, "left", ACTIONS),
        ("game", 0, "cast", 0),
    ]
