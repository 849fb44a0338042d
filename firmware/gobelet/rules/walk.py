"""Walk: a game's printed sequence as a literal table of steps.

A walk is a tuple of steps (name, when): `when` is None, or a function of the game's State that says whether
the step applies now. The current step is an index kept in a Sheet field, so it is journaled and undone like
everything else; this module only says which index comes next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .sheet import State
    from .types import Walk, WalkStep


def applies(step: WalkStep, state: State) -> bool:
    """Whether a step of a walk applies now."""
    return step[1] is None or bool(step[1](state))


def following(walk: Walk, position: int, state: State) -> int:
    """Index of the next step after `position` that applies, or -1 at the end. `position` is -1 before the start."""
    for index in range(position + 1, len(walk)):
        if applies(walk[index], state):
            return index
    return -1


def preceding(walk: Walk, position: int, state: State) -> int:
    """Index of the last step before `position` that applies, or -1 if there is none."""
    for index in range(min(position, len(walk)) - 1, -1, -1):  # another version's walk may have been longer
        if applies(walk[index], state):
            return index
    return -1


def index(walk: Walk, name: str) -> int:
    """Index of the step called `name`; ValueError if the walk has none."""
    for index in range(len(walk)):
        if walk[index][0] == name:
            return index
    raise ValueError(name)
