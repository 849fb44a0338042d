"""Walk: a printed sequence of a game, as a table of steps.

A walk is a tuple of steps (name, when). `when` is None, or a function of the State that returns whether the
step applies now. A field of a Sheet stores the index of the present step, so that the journal and undo treat the
index like every other value. This module only computes such indexes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .sheet import State
    from .types import Walk, WalkStep


def is_applicable(step: WalkStep, state: State) -> bool:
    """Tell whether a step of a walk applies in this State."""
    return step[1] is None or bool(step[1](state))


def next_index(walk: Walk, present: int, state: State) -> int:
    """Return the index of the next step that applies; -1 if no later step applies.

    `present` is the index of the present step, or -1 before the first step.
    """
    for index in range(present + 1, len(walk)):
        if is_applicable(walk[index], state):
            return index
    return -1


def previous_index(walk: Walk, present: int, state: State) -> int:
    """Return the index of the last step that applies before the index `present`.

    The result is -1 if no earlier step applies.
    """
    # `present` may be beyond the end, because another version of the game with a longer walk may have stored it
    for index in range(min(present, len(walk)) - 1, -1, -1):
        if is_applicable(walk[index], state):
            return index
    return -1


def index(walk: Walk, name: str) -> int:
    """Return the index of the step called `name`.

    Raise ValueError if the walk has no such step.
    """
    for index in range(len(walk)):
        if walk[index][0] == name:
            return index
    raise ValueError(name)
