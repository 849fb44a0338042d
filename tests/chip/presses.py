"""Kinds of key presses, as a player sees them, by which the times of whole games are grouped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simulator import paths
from tests.chip import limits
from tests.chip.limits import Limit

paths.install()
from gobelet.journal.records import ROLL  # noqa: E402

LINE = "a line, or a value by one"
GAME = "a game opens"
AGAIN_FROM_LIST = "rolled again from the list"
OPENS = "OK opens a screen"
VALUE = "OK to the value"
FIRST_CHANGE = "the first change of a game, whose files it creates"
LEAVES = "OK that deletes the open game, which is text"
AGAIN = "again"
STAYS = "OK on the same screen"
BACK = "BACK"
WHY = "why, after the hold"
UNDO = "undo, after the hold"
FIRST = "the first byte, after any edge"

LIMITS: Mapping[str, Limit] = {
    LINE: limits.LINE,
    GAME: limits.GAME,
    AGAIN_FROM_LIST: limits.GAME,
    OPENS: limits.FORM,
    VALUE: limits.VALUE,
    FIRST_CHANGE: limits.FIRST_ROLL,
    LEAVES: limits.DELETED,
    AGAIN: limits.AGAIN,
    STAYS: limits.NONE,
    BACK: limits.BACK,
    WHY: limits.NONE,
    UNDO: limits.UNDO,
    FIRST: limits.FIRST_BYTE,
}


@dataclass(frozen=True)
class Place:
    """The player's position.

    game: the open game
    screens: the open screens, from the list of games on
    rolled: the journal position of the last roll
    stored: the games that have files; the first change of one creates them
    """

    game: str | None
    screens: tuple[Any, ...]
    rolled: int
    stored: frozenset[str] = frozenset()

    @classmethod
    def from_app(cls, app: Any) -> Place:
        session, screens = app.context.session, tuple(app.stack.ids)
        names = app.device.store.names()
        stored = frozenset(name.partition("/")[0] for name in names if "/" in name)
        if session is None:
            return cls(None, screens, -1, stored)
        # Querying the session would change its next behaviour.
        rolls = (at for at, kind, _ in session.journal.newest_first() if kind & 15 == ROLL)
        return cls(session.name, screens, next(rolls, -1), stored)


def kind_of_press(key: str, held: bool, before: Place, after: Place) -> str:
    """Return the kind of a press, one of LIMITS."""
    if after.stored - before.stored:
        return FIRST_CHANGE
    if held:
        return {"OK": WHY, "BACK": UNDO}.get(key, LINE)
    if key in ("UP", "DOWN"):
        return LINE
    if key == "BACK":
        return BACK
    if before.game is None and after.game is not None:
        return AGAIN_FROM_LIST if len(after.screens) > 2 else GAME
    if after.game is None and before.game is not None:
        return LEAVES
    if after.rolled != before.rolled:
        return AGAIN if after.screens == before.screens else VALUE
    return STAYS if after.screens == before.screens else OPENS
