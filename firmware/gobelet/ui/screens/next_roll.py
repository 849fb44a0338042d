"""The next roll after a result: the same roll again, or a following Procedure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.procedure import Outcome, values
from ...rules.refused import Refused
from ...words.wording import arguments
from .casting import ask_dice, carry_on, from_cup

if TYPE_CHECKING:
    from ...rules import types
    from .result import Result


def open_following(screen: Result, name: str) -> None:
    """Open the form of the following Procedure `name`, with the known values."""
    session = screen.context.session
    number = session.procedure_index(name)
    proc = session.procedure(number)
    # the same Procedure may follow once for each of two players: select the known values of the act under the cursor
    found = screen.known_values(name)
    if not found:  # the Procedure `name` is no longer possible
        screen.refresh()
        return
    known = found[screen.list[: screen.cursor].count(name) % len(found)]
    # for a role that has another name in the former Procedure, `known` has this other name
    rows = [session.row_of_role(screen.proc, screen.rows, known.get(role, role)) for role in proc.roles]
    screen.open_next(session.name + ".form", number, *arguments(proc, rows, known, known))


def roll_again(screen: Result) -> None:
    """Make the same roll again, as a new roll in the journal.

    Inputs that fields of Sheets fill have the present values of these fields.
    """
    context = screen.context
    given = dict(screen.values)
    context.session.fill_inputs(screen.proc, screen.rows, given)
    screen.complete(given)
    try:
        inputs = values(screen.proc, given)
    except Refused as refused:
        context.dialogs.show_refusal(refused)
        return
    fresh = screen.begin_again(inputs)
    if fresh.is_waiting_for_dice():
        ask_dice(context, fresh)
    elif isinstance(fresh.now, Outcome) or fresh.hand:
        take_new(screen)
    else:
        from_cup(context, take_new, screen)


def take_new(screen: Result, *faces: types.Result) -> None:
    """Carry out the roll `screen.fresh`, and show its result.

    `faces` has the faces of real dice, if players have thrown any.
    """
    carry_on(screen.context, screen.fresh, *faces)
    screen.show_roll(screen.fresh)
    screen.refresh()
