"""Functions that the screens of a game defined by a text share.

The functions concern counters, players, and messages at a lowest value.
"""

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


def counters(whose: int) -> list[Any]:
    """List the counters of each seat (1) or of the table (0), as in the file."""
    return [each for each in rules.DECLARED["k"] if each[5] == whose]


def number_of(context: Context, whose: int, name: str) -> int:
    """The number of a counter among all that its Sheet ever had, see `rules.ids`."""
    return context.session.state.kind(KINDS[whose]).index[name] - len((TABLE, SEAT)[whose])


def form_arguments(
    context: Context, index: int, rows: Sequence[Row], values: Sequence[int] = ()
) -> list[int]:
    """The arguments that open the form of a roll.

    The arguments are the roll's index in the text, the rows of the roles, and the values of the inputs.
    """
    number = rules.ROLLS[index]
    proc = context.session.procedure(number)
    names = [each.name for each in proc.inputs]
    return [number] + proc.pack(rows[: len(proc.roles)], dict(zip(names, values)))


def seated_rows(context: Context) -> list[Row]:
    """Rows of the players."""
    return [row for row in range(rules.DECLARED["s"]) if context.session.get("seat", row, "here")]


def keep_in_bounds(changes: Iterable[Change]) -> list[Change]:
    """Clamp the changes of counters to their bounds."""
    found = []
    for kind, row, field, value in changes:
        for name, low, high, _, _, whose, _ in rules.DECLARED["k"]:
            if name == field and KINDS[whose] == kind:
                value = max(low, min(value, high))
        found.append((kind, row, field, value))
    return found


def tell_emptied(context: Context, changes: Iterable[Change]) -> None:
    """Show the message of the first counter in `changes` that reaches its lowest value."""
    for kind, row, field, value in changes:
        for name, low, _, _, _, whose, zero in rules.DECLARED["k"]:
            if zero and name == field and KINDS[whose] == kind and value == low:
                who = context.seat(row) + ": " if whose and rules.DECLARED["s"] > 1 else ""
                context.dialogs.notice(who + context.t("zero." + name))
                return
