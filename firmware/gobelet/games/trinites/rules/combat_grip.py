"""Trinités: the actions of a holder on the held victim (RULES 4.7, L586-597).

These actions need no dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from .combat_rounds import ONE_UNIQUE, action_count_changes, actions_left, refuse_unconscious, wound_changes
from .combat_tables import ACTIONS, TRIFLE, UNIQUE
from .engagement import release_changes, with_cover_changes
from .sheets import HOSTAGE

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row

# The actions of a holder (L589-597). Each string has the first four columns of `combat_tables.ACTIONS`. "auto"
# means that the action needs no dice.
GRIP = (
    "silence    -            trifle auto",
    "hostage    -            trifle auto",
    "release    -            trifle auto",
    "secure     -            free   auto",
    "use        -            free   auto",
    "bind       -            free   auto",
    "choke      -            unique auto",
)

CHOKED = 2  # PV that a choked victim loses
SECURED = 3  # number that a secured grip adds to the final result needed to break free


def action_type(name: str) -> str:
    """Return the type of an action in ACTIONS or GRIP: UNIQUE, FREE or TRIFLE."""
    for table in (ACTIONS, GRIP):
        for line in table:
            if line.split()[0] == name:
                return line.split()[2]
    raise KeyError(name)


def check_announced(state: State, row: Row, name: str) -> None:
    """Raise TR-E29 for an action that the announced plan does not allow now.

    The plan is one unique action, or a number of free actions. An action of the type TRIFLE needs no plan.
    Raise TR-E32 for a character who cannot act.
    """
    refuse_unconscious(state, row)
    wanted = action_type(name)
    plan = state.get("char", row, "plan")
    if wanted == TRIFLE:
        return
    if not actions_left(state, row) or (wanted == UNIQUE) != (plan == ONE_UNIQUE):
        raise Refused("TR-E29")


def grip_changes(state: State, holder: Row, victim: Row, name: str, nonlethal: int = False) -> list[Change]:
    """Return the changes of a holder's action on the victim.

    `name` is the name of an action in GRIP. If `nonlethal` is true, choking does not tick the last box. A released
    victim who is tied up stays tied up. Raise TR-E33 if the holder secures a grip that is already secured.
    """
    get = state.get
    found: list[Change] = []
    if name == "silence":
        found.append(("char", victim, "gagged", 1))
    elif name == "hostage":
        found += [("char", victim, "shield", 1), ("char", holder, "cover", HOSTAGE)]
    elif name == "release":
        found += release_changes(state, victim)
        found.append(("char", holder, "bonus", 1))
    elif name == "secure":
        if get("char", victim, "secured"):
            raise Refused("TR-E33")
        grip = get("char", victim, "grip") + SECURED
        found += [("char", victim, "secured", 1), ("char", victim, "grip", min(grip, 99))]
    elif name == "bind":
        found.append(("char", victim, "tied", 1))
    elif name == "choke":
        found += wound_changes(state, victim, CHOKED, nonlethal)
    if action_type(name) != TRIFLE:
        found += action_count_changes(state, holder)
    return with_cover_changes(state, found)
