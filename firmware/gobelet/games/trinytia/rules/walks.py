"""Tri'Nytia: the printed sequences of steps.

Each step is (name, condition); a step without a condition is part of every game. The text key of a step is
"setup.<name>" or "turn.<name>".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gobelet.rules.sheet import State

NORMAL = 0
TRICORNE = 1
DUEL = 2


def _is_normal(state: State) -> bool:
    return state.get("game", 0, "mode") == NORMAL


def _is_tricorne(state: State) -> bool:
    return state.get("game", 0, "mode") == TRICORNE


def _is_duel(state: State) -> bool:
    return state.get("game", 0, "mode") == DUEL


def _is_harassed(state: State) -> bool:
    return state.get("option", 0, "harass") == 1


# The steps of the set-up (L21-100). Characters are dealt only in the normal mode; in the other modes the players
# choose them [A-TN24].
SETUP = (
    ("board", None),
    ("packs", None),
    ("seats", None),
    ("placement", None),
    ("deal", _is_normal),
    ("look", _is_normal),
    ("corsairs", _is_tricorne),
    ("gold", _is_tricorne),
    ("gods", _is_duel),
    ("chooser", _is_duel),
    ("champions", _is_duel),
    ("life", None),
    ("first", lambda state: not _is_duel(state)),
    ("passing", _is_normal),
    ("start", None),
)


def step_index(number: int) -> int:
    """Return the index in SETUP of the step that the game stores as `number`.

    An earlier version had two more steps, stored as 1 and 3. Step 1 is now part of the step before it, step 3 is part
    of the step after it.
    """
    return number - (number > 0) - (number > 3)


def stored_number(index: int) -> int:
    """Return the number that the game stores for an index in SETUP.

    The numbers are those of an earlier version, so that games of that version continue at the same step.
    """
    return index + min(index, 2)


# The steps of a turn (L107-110, L151, L189, L198-199). In the step "actions" the player may move once, fight once, play
# cards and exchange one card, in any order.
TURN = (
    ("armour", None),
    ("premonition", None),
    ("actions", None),
    ("divination", None),
    ("limits", None),
    ("harass", _is_harassed),
)
