"""Trinités: Se déplacer (seed L630-651)."""

from gobelet.core.odds import Odds
from gobelet.core.procedure import Outcome, Procedure, choice, flag, lane, number

from . import acting, actions, sides
from .acting import RISK, ROLES, penalties
from .deed import DONE, FAILED, INCIDENT, success
from .trial import EQUAL, B, succeeds

STOPPED = 2  # a move: somebody stood in the way
STOPPED_INCIDENT = -3  # the same, with the penalty Risque

_WAY = tuple([flag(row.split()[0], int(row.split()[1]), "roll") for row in actions.MOVE])
_TO = ("place", "person")
_JUMPED = tuple([-n for n in range(21)])  # one for each 30 cm up, or each metre
STAY = ("none", "corps", "esquive")  # nobody, somebody in the way, the one to be engaged


def _first_short(v):
    """The first short move of a turn succeeds of itself if nobody stands in the way and it is no complex one."""
    hard = any([v[row.split()[0]] for row in actions.MOVE if int(row.split()[1]) < 0])
    return (
        not (v["prime"] or v["moved"] or hard or v["high"] or v["far"] or acting.reacting(v))
        and v["short"] > 0
    )


# What `pairs` makes a pair of.
_MET = [("me", "engaged", "+", 1), ("target", "engaged", "+", 1)]


def _arrived(v):
    found = [("me", "moved", "=", 1), ("me", "cover", "=", v["behind"])]
    if v["to"]:
        return found + [("me", "engaged", "=", 0)] + _MET
    return found + [("me", "engaged", "=", 0)]


def _move(v, s):
    if _first_short(v):
        return Outcome(DONE, tuple(acting.after(v, True) + _arrived(v)))
    now = acting.needs(v, s)
    if now is not None:
        return now
    mod, against = lane(move, v, "roll"), lane(move, v, "react")
    moved = ("me", "moved", "=", 1)
    if acting.won(v, s, mod, against):
        return Outcome(DONE, tuple(acting.after(v, True) + _arrived(v)))
    found = acting.after(v, False) + [moved]
    if _barred(v, s, mod, against):
        return Outcome(_failed(v, STOPPED, STOPPED_INCIDENT), tuple(found + _MET))
    return Outcome(_failed(v), tuple(found))


def _barred(v, s, mod, against):
    """Whether somebody in the way has stopped the move: he succeeds, and the mover does not beat him."""
    return v["reaction"] == 1 and succeeds(s[1], against)


def _failed(v, key=FAILED, incident=INCIDENT):
    """Key of a move that fails: every failure brings the incident of Risque (seed L763)."""
    return incident if RISK in penalties(v) or v["risky"] else key


def _move_odds(v):
    if _first_short(v):
        return Odds({DONE: 1}, 1, 0, 0, 0)
    mod, against = lane(move, v, "roll"), lane(move, v, "react")
    shares = [(DONE, acting.win(v, mod, against))]
    if v["reaction"] == 1:
        found, unit = sides.weights(mod, against, v["adam_a"], v["adam_b"])
        shares.append((_failed(v, STOPPED, STOPPED_INCIDENT), (found[B] + found[EQUAL], unit)))
    return acting.odds_of(shares + [(_failed(v), None)])


move = Procedure(
    "move",
    acting.mine(("athletisme",))
    + (
        choice("to", _TO),
        choice("behind", tuple(actions.names(actions.COVER)), when=lambda v: not v["to"]),
    )
    + _WAY
    + (
        number("high", 0, 20, lane="roll", mods=_JUMPED),
        number("far", 0, 20, lane="roll", mods=_JUMPED),
        flag("dragging", actions.DRAGGING, "roll"),
        number("moved", 0, 1, role="me", field="moved", asked=False),
        number("risky", 0, 1, role="combat", field="ground", asked=False),
    )
    + acting.theirs(STAY[1:]),
    _move,
    check=lambda v: acting.check(v, "move"),
    questions=(("win", success), ("stopped", lambda v, key: key in (STOPPED, STOPPED_INCIDENT))),
    explain="deed",
    roles=ROLES,
    odds=_move_odds,
)
