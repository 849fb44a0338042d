"""What comes after a result by a key: the same roll once more, or a Procedure that may follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.procedure import Outcome, values
from ...rules.refused import Refused
from ...words.wording import arguments
from .casting import ask_dice, carry_on, from_cup

if TYPE_CHECKING:
    from ...rules import types
    from .result import Result


def follow(screen: Result, name: str) -> None:
    """Open the Procedure called `name`, with what is already known."""
    session = screen.app.session
    number = session.number(name)
    proc = session.procedure(number)
    # The same may follow twice, for two of those who took part: the one under the cursor is meant.
    found = screen.of(name)
    if not found:  # what was offered has lost its reason
        screen.refresh()
        return
    known = found[screen.list[: screen.cursor].count(name) % len(found)]
    # A role that goes by another name here is known under its own.
    rows = [session.row(screen.proc, screen.rows, known.get(role, role)) for role in proc.roles]
    screen.link(session.name + ".form", number, *arguments(proc, rows, known, known))


def roll_again(screen: Result) -> None:
    """The same once more, with what the Sheets say now: a new roll, in the journal too."""
    app = screen.app
    given = dict(screen.values)
    app.session.fill(screen.proc, screen.rows, given)
    screen.complete(given)
    try:
        inputs = values(screen.proc, given)
    except Refused as refused:
        app.refuse(refused)
        return
    fresh = screen.fresh = app.session.begin(screen.resolution.number, screen.rows, inputs, app.by_hand)
    if fresh.wants_dice():
        ask_dice(app, fresh)
    elif isinstance(fresh.now, Outcome) or fresh.hand:
        take_new(screen)
    else:
        from_cup(app, take_new, screen)


def take_new(screen: Result, *faces: types.Result) -> None:
    """Carry the new roll on, with the faces of real dice if they were asked for, and show it."""
    carry_on(screen.app, screen.fresh, *faces)
    screen.show_roll(screen.fresh)
    screen.refresh()
