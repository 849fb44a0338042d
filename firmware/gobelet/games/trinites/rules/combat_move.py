"""Trinités: the action Se déplacer [move] (RULES 4.7, L630-651)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import Odds
from gobelet.rules.procedure import Outcome, Procedure, ask_first, choice, flag, lane, number

from . import combat, combat_tables
from .combat import ROLES
from .natural import EQUAL, OPPOSER, is_success
from .opposed_dice import weights
from .primes import DONE, FAILED, INCIDENT, RISK, is_done, penalties

if TYPE_CHECKING:
    from gobelet.rules.types import Consequence, Progress, Step, Values

STOPPED = 2  # outcome key of a move that a character in the way has stopped
STOPPED_INCIDENT = -3  # outcome key of a stopped move, with an incident by Risque [risk]

_CIRCUMSTANCES = combat.circumstance_inputs(combat_tables.MOVE)
_DESTINATIONS = ("location", "person")
# Modifiers of a jump, by its size: -1 for each 30 cm of a high jump, or for each metre of a long jump.
_JUMP_MODIFIERS = tuple([-n for n in range(21)])
# The reactions of the target. A character in the way reacts with the skill Corps à corps [brawl]. A character whom
# the mover wants to engage reacts with Esquive [dodge].
REACTIONS = ("none", "corps", "esquive")


def _is_first_short(values: Values) -> bool:
    """Tell whether the move is the turn's first short move, which needs no dice.

    Even the first short move needs dice if the target reacts. A prime, a jump or a circumstance with a negative
    modifier requires dice too.
    """
    hard = any([values[row.split()[0]] for row in combat_tables.MOVE if int(row.split()[1]) < 0])
    return (
        not (
            values["prime"]
            or values["moved"]
            or hard
            or values["high"]
            or values["far"]
            or combat.is_reacting(values)
        )
        and values["short"] > 0
    )


# The effects of a move that ends at a character. `engagement.with_linked_changes` turns these effects into a
# pair of engaged characters.
_ENGAGE_EFFECTS = [("me", "engaged", "+", 1), ("target", "engaged", "+", 1)]


def _arrival_effects(values: Values) -> list[Consequence]:
    found = [("me", "moved", "=", 1), ("me", "cover", "=", values["behind"])]
    if values["to"]:
        return found + [("me", "engaged", "=", 0)] + _ENGAGE_EFFECTS
    return found + [("me", "engaged", "=", 0)]


def _move_step(values: Values, progress: Progress) -> Step:
    if _is_first_short(values):
        return Outcome(DONE, tuple(combat.action_effects(values, True) + _arrival_effects(values)))
    now = combat.next_roll(values, progress)
    if now is not None:
        return now
    mod, against = lane(move, values, "roll"), lane(move, values, "react")
    moved = ("me", "moved", "=", 1)
    if combat.is_won(values, progress, mod, against):
        return Outcome(DONE, tuple(combat.action_effects(values, True) + _arrival_effects(values)))
    found = combat.action_effects(values, False) + [moved]
    met = (
        _ENGAGE_EFFECTS
        if _is_barred(values, progress, mod, against)
        else _ENGAGE_EFFECTS[:1]
        if combat.opposing_result(progress)
        else []
    )
    if met:
        return Outcome(_failure_key(values, STOPPED, STOPPED_INCIDENT), tuple(found + met))
    return Outcome(_failure_key(values), tuple(found))


def _is_barred(values: Values, progress: tuple[int, int], mod: int, against: int) -> bool:
    """Tell whether the target, who is in the way, has stopped the move.

    The caller has checked that the mover has not won. The target has stopped the move if its reaction is
    Corps à corps [brawl], and a success.
    """
    return values["reaction"] == 1 and is_success(progress[1], against)


def _failure_key(values: Values, key: int = FAILED, incident: int = INCIDENT) -> int:
    """Return the outcome key of a move that fails.

    The outcome key is `incident` if the mover has the penalty Risque [risk] (L763), else `key`. On dangerous
    ground every move has this penalty.
    """
    return incident if RISK in penalties(values) or values["risky"] else key


def _move_odds(values: Values) -> Odds:
    if _is_first_short(values):
        return Odds({DONE: 1}, 1, 0, 0, 0)
    mod, against = lane(move, values, "roll"), lane(move, values, "react")
    shares = [(DONE, combat.win_chance(values, mod, against))]
    if values["reaction"] == 1:
        found, unit = weights(mod, against, values["adam_a"], values["adam_b"])
        shares.append(
            (_failure_key(values, STOPPED, STOPPED_INCIDENT), (found[OPPOSER] + found[EQUAL], unit))
        )
    return combat.odds_from_shares(shares + [(_failure_key(values), None)])


move = Procedure(
    "move",
    combat.actor_inputs(("athletisme",), combat.plain_inputs())
    + (
        ask_first(choice("to", _DESTINATIONS)),
        choice(
            "behind", tuple(combat_tables.names(combat_tables.COVER)), when=lambda values: not values["to"]
        ),
    )
    + _CIRCUMSTANCES
    + (
        number("high", 0, 20, lane="roll", mods=_JUMP_MODIFIERS),
        number("far", 0, 20, lane="roll", mods=_JUMP_MODIFIERS),
        flag("dragging", combat_tables.DRAGGING, "roll"),
        number("moved", 0, 1, role="me", field="moved", asked=False),
        number("risky", 0, 1, role="combat", field="ground", asked=False),
    )
    + combat.reactor_inputs(REACTIONS[1:]),
    _move_step,
    check=lambda values: combat.check_action(values, "move"),
    questions=(("win", is_done), ("stopped", lambda values, key: key in (STOPPED, STOPPED_INCIDENT))),
    explain="action",
    roles=ROLES,
    odds=_move_odds,
)
