"""Tri'Nytia: checks whether the characters may make a roll now.

The screens that list rolls call `check_roll` before they open a roll.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import turn, walks
from .modes import check_stakes
from .setup import AGAIN
from .sheets import PLAY, SETUP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Row

OWN = ("move", "attack", "defend")  # rolls that a character may make only in its own turn
# For each roll of the set-up: the name of the step in walks.SETUP at which characters make it.
STEPS = {"placement": "placement", "gold": "gold", "tie_roll": "first", "first_chooser": "chooser"}


def check_roll(state: State, name: str, rows: Sequence[Row], allowed: Sequence[str] = ()) -> None:
    """Refuse a roll that the characters in `rows` may not make now.

    TN-E10 refuses a dead character, TN-TURN a roll outside the character's own turn, TN-PART a roll of
    another part of the game. TN-E21 refuses a second move, TN-E22 a second fight, TN-E25 a target out of range,
    TN-E26 an attack on oneself. `check_stakes` has the refusals of a bet. If a card allows the roll, the caller lists
    TN-E21, TN-E22 or TN-E25 in `allowed`, and this code is not raised.
    """
    if name in STEPS:
        if (rows[0] if rows else 0) >= 0:
            _check_step(state, name, rows)
    elif name == "bet":
        if max(rows) >= 0:
            if state.get("game", 0, "part") != PLAY:
                raise Refused("TN-PART")
            check_stakes(state)
    else:
        alive = turn.life_flags(state)
        for row in rows:
            if row >= 0 and True not in alive[row : row + 1]:
                raise Refused("TN-E10", name=row)
        if name in OWN and rows[0] >= 0:
            _check_own(state, name, rows, allowed)


def _check_step(state: State, name: str, rows: Sequence[Row]) -> None:
    """Raise Refused(TN-PART) for a roll outside its step of the set-up.

    TN-PART also refuses a second throw of the coin, and a second roll of a character who is not tied.
    """
    get = state.get
    step = walks.step_index(get("game", 0, "step"))
    at_step = get("game", 0, "players") > 0 and get("game", 0, "part") == SETUP
    if not at_step or walks.SETUP[step][0] != STEPS[name]:
        raise Refused("TN-PART")
    if name == "first_chooser" and get("game", 0, "god"):
        raise Refused("TN-PART")
    if name == "tie_roll" and get("char", rows[0], "score") != AGAIN:
        raise Refused("TN-PART")


def _check_own(state: State, name: str, rows: Sequence[Row], allowed: Sequence[str]) -> None:
    """Refuse a roll that the rules of the character's own turn do not allow.

    The causes of a refusal are another character's turn, a second move or fight, and a target out of range.
    """
    get = state.get
    me = rows[0]
    if get("game", 0, "part") != PLAY or get("game", 0, "active") != me:
        raise Refused("TN-TURN", name=me)
    try:
        turn.check_action(name, get("char", me, "moved"), get("char", me, "fought"))
    except Refused as refused:
        if refused.code not in allowed:
            raise
    if name != "attack" or rows[1] < 0:
        return
    if rows[1] == me:
        raise Refused("TN-E26")
    if "TN-E25" not in allowed and rows[1] not in turn.targets(state, me):
        raise Refused("TN-E25")
