"""Functions for the screens of games as text: counters, seats and messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import rules
from ..rules.sheets import SEAT, TABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from gobelet.rules.types import Change, Row
    from gobelet.ui.screens.types import Context

KINDS = ("table", "seat")


def counters(owner: int) -> list[Any]:
    """Return the counters that each seat (`owner` 1) or the table (`owner` 0) has.

    Each counter is a list, as in the file of the game, see `declaration`.
    """
    return [each for each in rules.DECLARED["k"] if each[5] == owner]


def number_of(context: Context, owner: int, name: str) -> int:
    """Return the number of a counter among all counters that its Kind has or had.

    These numbers do not change when the text changes, see `rules.ids`.
    """
    return context.session.state.kind(KINDS[owner]).index[name] - len((TABLE, SEAT)[owner])


def form_arguments(
    context: Context, index: int, rows: Sequence[Row], values: Sequence[int] = ()
) -> list[int]:
    """Return the arguments with which the form of a roll is opened.

    index   the index of the roll in the text.
    rows    the row of the seat for each role: the seat that makes the roll, then the opponent.
    values  the value of each input; an input without a value gets its start value.
    """
    number = rules.ROLLS[index]
    proc = context.session.procedure(number)
    names = [each.name for each in proc.inputs]
    return [number] + proc.pack(rows[: len(proc.roles)], dict(zip(names, values)))


def seated_rows(context: Context) -> list[Row]:
    """Return the rows of the seats that have a player."""
    return [row for row in range(rules.DECLARED["s"]) if context.session.get("seat", row, "here")]


def keep_in_bounds(changes: Iterable[Change]) -> list[Change]:
    """Return the changes, with each new value limited to the bounds of its counter."""
    found = []
    for kind, row, field, value in changes:
        for name, low, high, _, _, owner, _ in rules.DECLARED["k"]:
            if name == field and KINDS[owner] == kind:
                value = max(low, min(value, high))
        found.append((kind, row, field, value))
    return found


def tell_emptied(context: Context, changes: Iterable[Change]) -> None:
    """Show the message of the first changed counter that is at its lowest value.

    Only some counters have such a message. `changes` has the new values of the counters.
    """
    for kind, row, field, value in changes:
        for name, low, _, _, _, owner, zero in rules.DECLARED["k"]:
            if zero and name == field and KINDS[owner] == kind and value == low:
                who = context.seat(row) + ": " if owner and rules.DECLARED["s"] > 1 else ""
                context.dialogs.show_notice(who + context.t("zero." + name))
                return
