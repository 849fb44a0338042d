"""Traqueur: the changes of the Sheets during a game.

If a function returns a list of changes, the list is one transaction. A player *falls* when the last of the player's
familiars is turned face down, and *stands* until then. A player with 0 Life has left the game. In this module `row` is
the row of a player, and `index` the row of a familiar, unless a docstring says otherwise. "Return the players" means
that the rows of the players are returned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from .fights import check_exotics, count_trap, leaving_familiars, life_after, neighbours
from .sheets import ACTIONS, BASIC, COMBAT, END, FAR, OVER, PLAYERS, PREPARE, SLOTS, UNREAD
from .tables import spell_ranks

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row


class StateAfter:
    """A State with `changes` applied, for functions that only read the State."""

    def __init__(self, state: StateAfter | State, changes: list[Change]) -> None:
        self.state = state
        self.changed = {}
        for kind, row, field, value in changes:
            self.changed[(kind, row, field)] = value

    def get(self, kind: str, row: Row, field: str) -> int:
        value = self.changed.get((kind, row, field))
        return self.state.get(kind, row, field) if value is None else value


def _game_value(state: StateAfter | State, field: str) -> int:
    return state.get("game", 0, field)


# The players and familiars that are still in the game or in the round


def check_players(players: int) -> None:
    """Raise Refused(TQ-E01) unless the number of players is 3 or 4 (L191)."""
    if players not in (3, 4):
        raise Refused("TQ-E01")


def living_rows(state: StateAfter | State) -> list[int]:
    """Return the rows of the players who have more than 0 Life [A-TQ08]."""
    return [row for row in range(_game_value(state, "players")) if state.get("player", row, "life") > 0]


def check_living(state: State, row: Row) -> None:
    """Raise Refused(TQ-E16) if a player has 0 Life, and so may not act."""
    if not state.get("player", row, "life"):
        raise Refused("TQ-E16", name=row)


def familiars(state: StateAfter | State, row: Row) -> list[int]:
    """Return the rows of a player's familiars, face up or face down."""
    return [
        index for index in range(SLOTS * row, SLOTS * row + SLOTS) if state.get("familiar", index, "type")
    ]


def is_unread(state: StateAfter | State, index: Row) -> bool:
    """Tell whether a familiar has the type UNREAD: its card is not entered yet."""
    return state.get("familiar", index, "type") == UNREAD


def fighters(state: StateAfter | State, row: Row) -> list[int]:
    """Return the rows of a player's familiars that are face up.

    The list is empty for a player who has left the game.
    """
    if not state.get("player", row, "life"):
        return []
    return [
        index
        for index in familiars(state, row)
        if state.get("familiar", index, "life") or is_unread(state, index)
    ]


def standing_rows(state: StateAfter | State) -> list[int]:
    """Return the rows of the players who have a familiar face up."""
    return [row for row in range(_game_value(state, "players")) if fighters(state, row)]


def next_row(state: StateAfter | State, row: Row, rows: Sequence[int]) -> int:
    """Return the first player in `rows` clockwise after the player `row`.

    If `rows` has no other player, the result is `row` itself. The result is -1 if `rows` is empty.
    """
    players = _game_value(state, "players")
    for step in range(1, players + 1):
        if (row + step) % players in rows:
            return (row + step) % players
    return -1


def targets(state: State, row: Row) -> list[int]:
    """Return the rows of the familiars that the familiars of player `row` may strike.

    A target must be face up, and must belong to an adjacent player (L277).
    """
    up = standing_rows(state)
    players = _game_value(state, "players")
    found = []
    for other in neighbours(players, row, [index for index in range(players) if index not in up]):
        found += fighters(state, other)
    return found


def victims(state: State, row: Row) -> list[int]:
    """Return the players whom the winner's weapon strikes at the end of a round.

    `row` is the winner of the round. The victims are the adjacent players (L295) [A-TQ04].
    """
    players = _game_value(state, "players")
    alive = living_rows(state)
    return neighbours(players, row, [index for index in range(players) if index not in alive])


# The order of the players in a round


def finishing_order(rows: Sequence[int], fallen: Sequence[int]) -> list[int] | None:
    """Return the players in the order of their ranks at the end of a round.

    `rows` has all players of the round, `fallen` the players who fell, in the order of their falls. The player who
    stands has rank 1. The player who fell last has rank 2, and the player who fell first has the last rank. The result
    is None while several players stand. Raise Refused(TQ-E12) if no player stands.
    """
    left = [row for row in rows if row not in fallen]
    if not left:
        raise Refused("TQ-E12")
    return None if left[1:] else left + list(reversed(fallen))


def spell_order(ranked: Sequence[int]) -> list[int]:
    """Return the players in the printed order in which they take spells (L297-299).

    `ranked` has the players in the order of their ranks, as `finishing_order` returns them.
    """
    return [ranked[rank - 1] for rank in spell_ranks(len(ranked))]


def fallen_rows(state: StateAfter | State) -> list[int]:
    """Return the players who fell in this round, in the order of their falls."""
    fell = [(state.get("player", row, "fell"), row) for row in range(_game_value(state, "players"))]
    return [row for index, row in sorted(fell) if index]


def ranking(state: State) -> Any:
    """Return the players of this round in the order of their ranks.

    While several players stand, the result is None. Raise Refused(TQ-E12) if no player stands.
    """
    rows = [row for row in range(_game_value(state, "players")) if not state.get("player", row, "out")]
    return finishing_order(rows, fallen_rows(state))


def winner(state: State) -> int:
    """Return the winner of the round, or -1 unless exactly one player stands."""
    try:
        ranked = ranking(state)
    except Refused:
        return -1
    return ranked[0] if ranked else -1


def choosers(state: State) -> list[int]:
    """Return the players who may take a spell after the round, in printed order.

    A player whom the winner's weapon has reduced to 0 Life takes no spell [A-TQ08].
    """
    alive = living_rows(state)
    return spell_order([row for row in ranking(state) if row in alive])


def order_fallen(order: Sequence[int]) -> list[Change]:
    """Return the changes that store the order in which players fell in this round.

    `order` has the players who fell, the first one first. All other players stand.
    """
    return [("player", row, "fell", order.index(row) + 1 if row in order else 0) for row in range(PLAYERS)]


def changes_of_falls(state: StateAfter) -> list[Change]:
    """Return the changes that are the consequences of changed Lives in `state`.

    The changes store which players fell, and may end the round or the game. If several players fall at once, they fall
    clockwise after the active player. The players may change this order [A-TQ13]. After the strike of the winner's
    weapon, the game is over if fewer than two players are left (L17). If the active player leaves the game in a
    preparation phase, that player's preparation ends at once [A-TQ08].

    A correction of a Life by the players can revert the end of a round. If several players stand again, the combat
    continues, unless the winner's weapon has struck, or the players have ended the round by hand. If a player who has
    left the game gets more than 0 Life, this player is in the round again, unless the
    winner's weapon has struck.
    """
    part = _game_value(state, "part")
    if part in (END, OVER) and _game_value(state, "struck"):
        now = END if len(living_rows(state)) > 1 else OVER
        return [("game", 0, "part", now)] if part != now else []
    back: list[Change] = [
        ("player", row, "out", 0) for row in living_rows(state) if state.get("player", row, "out")
    ]
    return back + _changes_of_round(StateAfter(state, back))


def _changes_of_round(state: StateAfter) -> list[Change]:
    """Return the changes of `changes_of_falls` in a preparation or a combat phase."""
    part = _game_value(state, "part")
    if part == PREPARE and _game_value(state, "active") not in living_rows(state):
        return end_preparation(state)
    up = standing_rows(state)
    if part not in (COMBAT, END) or (part == END and (_game_value(state, "called") or not up)):
        # The round stays as it is. Either the players have ended it by hand [A-TQ17], or nobody stands, so that the
        # players must decide who has won [TQ-E12].
        return []
    players = _game_value(state, "players")
    order = [row for row in fallen_rows(state) if row not in up]
    for step in range(1, players + 1):
        row = (_game_value(state, "active") + step) % players
        if row not in up and row not in order and not state.get("player", row, "out"):
            order.append(row)
    found = order_fallen(order)
    if len(up) < 2 and part == COMBAT:
        found += end_round()
    elif len(up) > 1 and part == END:
        found.append(("game", 0, "part", COMBAT))
    return [change for change in found if state.get(*change[:3]) != change[3]]


def with_consequences(state: StateAfter | State, changes: list[Change]) -> list[Change]:
    """Return `changes`, followed by their consequences from `changes_of_falls`."""
    return changes + changes_of_falls(StateAfter(state, changes))


def set_life(state: State, kind: str, row: Row, life: int) -> list[Change]:
    """Return the changes that set the Life of a player or a familiar.

    `row` is a row of the Kind `kind`. If the Life becomes 0 or was 0, the changes include the consequences, see
    `changes_of_falls`.
    """
    changes = [(kind, row, "life", life)]
    falls_or_stands = (life > 0) != (state.get(kind, row, "life") > 0)
    return with_consequences(state, changes) if falls_or_stands else changes


# Set-up


def start_game(players: int) -> list[Change]:
    """Return the changes that begin the set-up; the Sheets have their start values.

    Raise Refused(TQ-E01) unless the number of players is 3 or 4.
    """
    check_players(players)
    return [("game", 0, "players", players)]


def missing_step(state: State) -> str:
    """Return the name of the set-up step that is necessary before the first combat.

    Only the step "grass" is necessary, in which the first player is chosen. The result is "" if this step is done.
    """
    return "" if _game_value(state, "first") >= 0 else "grass"


def end_setup(state: State) -> list[Change]:
    """Return the changes that end the set-up, and begin the first combat.

    A player without an entered familiar gets a familiar of the type UNREAD, whose card the players may enter later.
    """
    found = []
    for row in range(_game_value(state, "players")):
        if not familiars(state, row):
            found.append(("familiar", SLOTS * row, "type", UNREAD))
    return found + begin_combat(StateAfter(state, found))


def begin_combat(state: StateAfter | State) -> list[Change]:
    """Return the changes that begin a combat phase.

    All familiars get their full Life (L283) [A-TQ10]. So each player who is in the game and has a familiar stands.
    """
    found = order_fallen([])
    for row in range(PLAYERS * SLOTS):
        found.append(("familiar", row, "life", state.get("familiar", row, "pv")))
    alive = living_rows(state)
    first = _game_value(state, "first")
    if first not in alive:
        first = next_row(state, first, alive)
    found += [
        ("game", 0, "part", COMBAT),
        ("game", 0, "round", max(1, _game_value(state, "round"))),
        ("game", 0, "active", first),
        ("game", 0, "cast", 0),
    ]
    return with_consequences(state, found)


# Preparation


def use_action(state: State) -> list[Change]:
    """Return the changes that use one action of the active player's preparation.

    The list is empty outside a preparation phase. It is also empty if the option "free" is 1, which makes the number of
    actions unlimited. Raise Refused(TQ-E09) if the player has no action left.
    """
    if _game_value(state, "part") != PREPARE or state.get("option", 0, "free"):
        return []
    left = _game_value(state, "left")
    if not left:
        raise Refused("TQ-E09")
    return [("game", 0, "left", left - 1)]


def use_action_if_left(state: State) -> list[Change]:
    """Return the changes of `use_action`, or [] if no action is left.

    The function never raises Refused, because the effect of a card may allow a fourth action.
    """
    try:
        return use_action(state)
    except Refused:
        return []


def stock_weapon(row: Row, attack: int, cost: int) -> list[Change]:
    """Return the changes that put a weapon into the row `row` of the shop."""
    return [("shop", row, "there", 1), ("shop", row, "attack", attack), ("shop", row, "cost", cost)]


def disarm(state: State, row: Row) -> list[Change]:
    """Return the changes that replace a player's weapon by the basic weapon (L217).

    The lost weapon is discarded (L251). Raise Refused(TQ-E17) if the player already has the basic weapon.
    """
    if state.get("player", row, "basic"):
        raise Refused("TQ-E17")
    return [("player", row, "basic", 1), ("player", row, "attack", BASIC), ("player", row, "cost", 0)]


def leaving_rows(state: State, row: Row, exotic: int) -> list[int]:
    """Return the rows of the familiars that player `row` may discard for a new one.

    The list is empty if the player has room for the new familiar. `exotic` is 1 if the new familiar is exotic.
    """
    owned = familiars(state, row)
    exotics = [bool(state.get("familiar", index, "exotic")) for index in owned]
    return [
        owned[index] for index in leaving_familiars(exotics, bool(exotic), state.get("player", row, "limit"))
    ]


def discard_familiar(index: int) -> list[Change]:
    """Return the changes that remove a familiar from the game."""
    return [("familiar", index, field, 0) for field in ("type", "exotic", "attack", "pv", "life")]


def take_familiar(
    state: State, row: Row, kind: int, exotic: int, attack: int, pv: int, instead: int = -1
) -> list[Change]:
    """Return the changes that add a familiar with the values of its card to a player.

    The new familiar replaces the familiar in row `instead`. If `instead` is -1, a free row of the player is used. Raise
    Refused with one of these codes:

    "TQ-E11"  the player has no free row.
    "TQ-E15"  the player would have a second exotic familiar.
    "TQ-E16"  the player has left the game.
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


def end_preparation(state: StateAfter | State) -> list[Change]:
    """Return the changes that end the active player's preparation (L233).

    The changes also begin the next player's preparation. After the last player's preparation, they begin the combat.
    """
    active, players = _game_value(state, "active"), _game_value(state, "players")
    row = next_row(state, active, living_rows(state))
    # The condition compares distances: numbers of seats clockwise from the active player. If the player with whom the
    # preparation phase began is not farther than the next player `row`, all players have had their preparation.
    if row < 0 or (_game_value(state, "prep") - active - 1) % players <= (row - active - 1) % players:
        return begin_combat(state)
    return [("game", 0, "active", row), ("game", 0, "left", ACTIONS), ("game", 0, "cast", 0)]


# Combat


def pass_turn(state: StateAfter | State) -> list[Change]:
    """Return the changes that begin the turn of the next player who stands (L293)."""
    row = next_row(state, _game_value(state, "active"), standing_rows(state))
    return [("game", 0, "active", row), ("game", 0, "cast", 0)] if row >= 0 else []


def check_strike(state: State, striker: int, target: int) -> None:
    """Raise Refused if the rules forbid a strike.

    `striker` and `target` are rows of familiars. The codes are:

    "TQ-E05"  the striker is face down.
    "TQ-E06"  the target is face down.
    "TQ-E07"  the target's player is not adjacent to the striker's player.
    """
    if not state.get("familiar", striker, "life"):
        raise Refused("TQ-E05", name=striker // SLOTS)
    if not state.get("familiar", target, "life"):
        raise Refused("TQ-E06")
    if target not in targets(state, striker // SLOTS):
        raise Refused("TQ-E07")


def end_round(called: int = 0) -> list[Change]:
    """Return the changes that end the combat of a round.

    `called` is 1 if the players end the round by hand, because several players still stand and all of them pass. In
    this case, the players enter the order of the falls that decides the ranks [A-TQ17].
    """
    values = (("part", END), ("struck", 0), ("picks", 0), ("called", called))
    return [("game", 0, field, value) for field, value in values]


def end_strike(state: State, changes: list[Change]) -> list[Change]:
    """Return the changes of a strike, with their consequences.

    `changes` has the target's new Life. The consequences begin the next player's turn, or end the round.
    """
    found = with_consequences(state, changes)
    ahead = StateAfter(state, found)
    return found + pass_turn(ahead) if _game_value(ahead, "part") == COMBAT else found


def cast_spell(state: State, row: Row) -> list[Change]:
    """Return the changes that store that a player casts a spell.

    The number of spells in the player's hand decreases by 1. If the number is 0, it stays 0: the players may cast
    spells that they have not counted. A player who has fallen may cast [A-TQ21]. Raise Refused(TQ-E16) if the player
    has left the game.
    """
    check_living(state, row)
    mask = _game_value(state, "cast") | 1 << row
    spells = state.get("player", row, "spells")
    return [("player", row, "spells", max(0, spells - 1)), ("game", 0, "cast", mask)]


def put_into_hand(state: State, row: Row) -> list[Change]:
    """Return the changes that add one spell to a player's hand."""
    return [("player", row, "spells", min(FAR, state.get("player", row, "spells") + 1))]


def take_trap(state: State, index: int, row: Row) -> list[Change]:
    """Return the changes that put a trap card into a player's hand.

    `index` is the row of the trap. The list is empty if the trap must be discarded instead (L121-123).
    """
    into, count = count_trap(state.get("trap", index, "count"), _game_value(state, "players"))
    return [("trap", index, "count", count)] + put_into_hand(state, row) if into else []


# The end of a round


def use_weapon(state: State) -> list[Change]:
    """Return the changes of the strike of the winner's weapon at the end of a round.

    The weapon strikes all adjacent players (L295). If fewer than two players are left, the changes end the game (L17).
    """
    row = winner(state)
    found = [("game", 0, "struck", 1)]
    for other in victims(state, row) if row >= 0 else ():
        life = life_after(state.get("player", other, "life"), state.get("player", row, "attack"))
        found.append(("player", other, "life", life))
    if len(living_rows(StateAfter(state, found))) < 2:
        found.append(("game", 0, "part", OVER))
    return found


def pick_spell(state: State, takes: bool, trap: int = -1) -> list[Change]:
    """Return the changes that store that the next player takes or declines a spell.

    If `takes` is true, the player takes a spell. `trap` is the row of a taken trap, or -1 for any other spell. If the
    trap was put into hands as often as the rules allow, it is discarded, and the player's hand does not change.
    """
    index = _game_value(state, "picks")
    row = choosers(state)[index]
    found = [("game", 0, "picks", index + 1)]
    if takes:
        found += put_into_hand(state, row) if trap < 0 else take_trap(state, trap, row)
    return found


def starters(state: State) -> tuple[int, int]:
    """Return (first player of the next preparation, first player of the next combat).

    The preparation begins with the player who fell first among the players still in the game [A-TQ15]. The combat
    begins with the winner of this round (L301).
    """
    alive = living_rows(state)
    ranked = [row for row in ranking(state) if row in alive]
    return ranked[len(ranked) - 1], ranked[0]


def next_round(state: State) -> list[Change]:
    """Return the changes that begin the next round, with its preparation phase."""
    prep, first = starters(state)
    found = order_fallen([])
    for row in range(_game_value(state, "players")):
        found.append(("player", row, "out", 0 if state.get("player", row, "life") else 1))
    return found + [
        ("game", 0, "part", PREPARE),
        ("game", 0, "round", min(999, _game_value(state, "round") + 1)),
        ("game", 0, "active", prep),
        ("game", 0, "prep", prep),
        ("game", 0, "first", first),
        ("game", 0, "left", ACTIONS),
        ("game", 0, "cast", 0),
    ]
