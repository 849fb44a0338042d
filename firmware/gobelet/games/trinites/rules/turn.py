"""Trinités: the turn of a character, and what the holder of a grip may do (dossier 4.6, 4.7).

The functions give changes to the State.
"""

from gobelet.core.refused import Refused

from . import actions, pairs
from .initiative import able, wound
from .sheets import HOSTAGE

ONE_UNIQUE = -1  # of a plan; else so many free actions

_FRESH = ("done", "moved", "feint", "bonus", "delta", "prudence", "danger", "event", "surprised")


def announce(state, row, plan):
    """Changes that begin the turn: what is announced. What held until the next own turn ends here.

    plan  ONE_UNIQUE, or how many free actions. TR-E19 for none, TR-E32 for who is unconscious.
    """
    if plan == 0:
        raise Refused("TR-E19")
    awake(state, row)
    return [("char", row, "plan", plan)] + [("char", row, field, 0) for field in _FRESH]


def awake(state, row):
    """TR-E32 for who is unconscious, see `initiative.able`."""
    if not able(state, row):
        raise Refused("TR-E32", name=row)


def left(state, row):
    """How many announced actions are still to be played."""
    plan = state.get("char", row, "plan")
    return max(0, abs(plan) - state.get("char", row, "done"))


def kind(name):
    """Type of an action, or of what a holder does: UNIQUE, FREE or TRIFLE."""
    for table in (actions.ACTIONS, actions.GRIP):
        for line in table:
            if line.split()[0] == name:
                return line.split()[2]
    raise KeyError(name)


def check(state, row, name):
    """Refuse an action that was not announced: TR-E29 for one of the other type, or one more than was said."""
    awake(state, row)
    wanted = kind(name)
    plan = state.get("char", row, "plan")
    if wanted == actions.TRIFLE:
        return
    if not left(state, row) or (wanted == actions.UNIQUE) != (plan == ONE_UNIQUE):
        raise Refused("TR-E29")


def played(state, row):
    """Changes when an announced action was played without dice."""
    if not state.get("char", row, "plan"):
        return []
    return [("char", row, "done", state.get("char", row, "done") + 1)]


def hold(state, holder, victim, name, nonlethal=False):
    """Changes of what a holder does to his victim, a name of actions.GRIP; all of it succeeds without dice.

    TR-E33 for a grip that is secured already. Who is tied stays so when he is let go of.
    """
    get = state.get
    found = []
    if name == "silence":
        found.append(("char", victim, "gagged", 1))
    elif name == "hostage":
        found += [("char", victim, "shield", 1), ("char", holder, "cover", HOSTAGE)]
    elif name == "release":
        found += pairs.released(state, victim)
        found.append(("char", holder, "bonus", 1))
    elif name == "secure":
        if get("char", victim, "secured"):
            raise Refused("TR-E33")
        grip = get("char", victim, "grip") + actions.SECURED
        found += [("char", victim, "secured", 1), ("char", victim, "grip", min(grip, 99))]
    elif name == "bind":
        found.append(("char", victim, "tied", 1))
    elif name == "choke":
        found += wound(state, victim, actions.CHOKED, nonlethal)
    if kind(name) != actions.TRIFLE:
        found += played(state, holder)
    return found
