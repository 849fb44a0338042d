"""Functions for the screens of games as text: counters, players and messages."""

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
    """Return the counters of each seat (`owner` 1) or of the table (0).

    A counter has the form in which the file of the game declares it.
    """
    return [each for each in rules.DECLARED["k"] if each[5] == owner]


def number_of(context: Context, owner: int, name: str) -> int:
    """Return the number of a counter among all counters that its Kind has or had.

    The module `rules.ids` explains these numbers.
    """
    return context.session.state.kind(KINDS[owner]).index[name] - len((TABLE, SEAT)[owner])


def form_arguments(
    context: Context, index: int, rows: Sequence[Row], values: Sequence[int] = ()
) -> list[int]:
    """Return the arguments that open the form of a roll.

    index   the index of the roll in the text.
    rows    the Sheet row for each role.
    values  the value of each input.
    """
    number = rules.ROLLS[index]
    proc = context.session.procedure(number)
    names = [each.name for each in proc.inputs]
    return [number] + proc.pack(rows[: len(proc.roles)], dict(zip(names, values)))


def seated_rows(context: Context) -> list[Row]:
    """Return the rows of the seats with a player."""
    return [row for row in range(rules.DECLARED["s"]) if context.session.get("seat", row, "here")]


def keep_in_bounds(changes: Iterable[Change]) -> list[Change]:
    """Return the changes, with each value of a counter limited to its bounds."""
    found = []
    for kind, row, field, value in changes:
        for name, low, high, _, _, owner, _ in rules.DECLARED["k"]:
            if name == field and KINDS[owner] == kind:
                value = max(low, min(value, high))
        found.append((kind, row, field, value))
    return found


def tell_emptied(context: Context, changes: Iterable[Change]) -> None:
    """Show the message of the first counter that has reached its lowest value.

    `changes` has the new values of the counters.
    """
    for kind, row, field, value in changes:
        for name, low, _, _, _, owner, zero in rules.DECLARED["k"]:
            if zero and name == field and KINDS[owner] == kind and value == low:
                who = context.seat(row) + ": " if owner and rules.DECLARED["s"] > 1 else ""
                context.dialogs.show_notice(who + context.t("zero." + name))
                return
