"""Trinités: the actions of a character who has seized another (RULES 4.7, L586-597).

The actions need no dice.
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

# Actions of a character who has seized another; "auto" needs no dice (L589-597).
GRIP = (
    "silence    -            trifle auto",
    "hostage    -            trifle auto",
    "release    -            trifle auto",
    "secure     -            free   auto",
    "use        -            free   auto",
    "bind       -            free   auto",
    "choke      -            unique auto",
)

CHOKED = 2  # life points that strangling costs
SECURED = 3


def action_type(name: str) -> str:
    """Type of an action, one of a holder included: UNIQUE, FREE or TRIFLE."""
    for table in (ACTIONS, GRIP):
        for line in table:
            if line.split()[0] == name:
                return line.split()[2]
    raise KeyError(name)


def check_announced(state: State, row: Row, name: str) -> None:
    """Refuse, with TR-E29, an action that was not announced.

    Such an action has another type than announced, or comes after the last announced one.
    """
    refuse_unconscious(state, row)
    wanted = action_type(name)
    plan = state.get("char", row, "plan")
    if wanted == TRIFLE:
        return
    if not actions_left(state, row) or (wanted == UNIQUE) != (plan == ONE_UNIQUE):
        raise Refused("TR-E29")


def grip_changes(state: State, holder: Row, victim: Row, name: str, nonlethal: int = False) -> list[Change]:
    """The changes of a holder's action on the victim; `name` is a name of GRIP.

    TR-E33 refuses a grip that is already secured. A tied victim stays tied when he is released.
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
