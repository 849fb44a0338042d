"""Parts shared by the screens of a game as text: its counters, who plays, and what a counter at its lowest says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import rules
from ..rules.sheets import SEAT, TABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from gobelet.rules.types import Change, Row
    from gobelet.ui.types import App

KINDS = ("table", "seat")


def counters(whose: int) -> list[Any]:
    """List the counters of each seat (1) or of all (0), as in the file."""
    return [each for each in rules.DECLARED["k"] if each[5] == whose]


def number_of(app: App, whose: int, name: str) -> int:
    """The number of a counter among all that its Sheet ever had: see `rules.ids`."""
    return app.session.state.kind(KINDS[whose]).index[name] - len((TABLE, SEAT)[whose])


def form_arguments(app: App, index: int, rows: Sequence[Row], values: Sequence[int] = ()) -> list[int]:
    """The arguments of the form of a roll, by its index in the text: for these rows, and the values of its inputs."""
    number = rules.ROLLS[index]
    proc = app.session.procedure(number)
    names = [each.name for each in proc.inputs]
    return [number] + proc.pack(rows[: len(proc.roles)], dict(zip(names, values)))


def seated_rows(app: App) -> list[Row]:
    """Rows of those who play."""
    return [row for row in range(rules.DECLARED["s"]) if app.session.get("seat", row, "here")]


def keep_in_bounds(changes: Iterable[Change]) -> list[Change]:
    """Keep changes of counters within their bounds."""
    found = []
    for kind, row, field, value in changes:
        for name, low, high, _, _, whose, _ in rules.DECLARED["k"]:
            if name == field and KINDS[whose] == kind:
                value = max(low, min(value, high))
        found.append((kind, row, field, value))
    return found


def tell_emptied(app: App, changes: Iterable[Change]) -> None:
    """Say what the first of these counters says that came to its lowest."""
    for kind, row, field, value in changes:
        for name, low, _, _, _, whose, zero in rules.DECLARED["k"]:
            if zero and name == field and KINDS[whose] == kind and value == low:
                who = app.seat(row) + ": " if whose and rules.DECLARED["s"] > 1 else ""
                app.notice(who + app.t("zero." + name))
                return
