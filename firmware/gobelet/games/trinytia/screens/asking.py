"""Tri'Nytia: a menu whose choices lead to further questions, for the screens about cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens import asking
from gobelet.ui.screens.menu import Picker

from ..rules import hand, turn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from gobelet.rules.types import Change, Row
    from gobelet.ui.screens.types import Context


HELD = ("down", "equipment", "familiar")  # fields of cards in hand, in the order of cards.LIMITS


class Asking(asking.Asking):
    """A menu each of whose changes is one transaction, made by `do`."""

    def pass_on(
        self,
        index: int,
        names: Sequence[Any],
        then: Callable[..., object],
        *args: Any,
    ) -> None:
        """Call then(choice, *args) with the one of `names` that the player chose, see `ask`."""
        then(names[index], *args)

    def pick(
        self,
        title: str,
        prefix: str,
        names: Sequence[str],
        then: Callable[..., object],
        *args: Any,
    ) -> None:
        """Ask for one of `names`, whose texts begin with `prefix`."""
        t = self.context.t
        labels = [t(prefix + name) for name in names]
        self.ask(Picker(self.context, t(title), labels), self.pass_on, names, then, *args)

    def pick_seat(self, title: str, then: Callable[..., object]) -> None:
        """Ask for one of the living characters."""
        alive = turn.living(self.context.session.state)
        seats = [row for row in range(len(alive)) if alive[row]]
        labels = [self.context.seat(row) for row in seats]
        self.ask(Picker(self.context, self.context.t(title), labels), self.pass_on, seats, then)

    def do(self, make: Callable[..., list[Change]], *args: Any) -> bool:
        """Apply the changes that make(state, *args) returns; return whether they were allowed."""
        changes = self.allow(make, *args)
        done = changes is not None and self.context.change(changes)
        self.refresh()
        return done


def cards_of(context: Context, row: Row, prefix: str) -> list[tuple[str, str, int]]:
    """List (card, label, index in HELD) of the cards that `row` can give away.

    Each card is one line; the texts begin with `prefix`. Each of two familiars has a line with its wounds and
    PV.
    """
    found = []
    for index in range(len(HELD)):
        if context.session.get("char", row, HELD[index]):
            found.append((HELD[index], context.t(prefix + HELD[index]), index))
    pets = hand.familiars(context.session.state, row)
    if len(pets) > 1:
        name = found.pop()[1]
        for card, (pv, wounds) in zip(("familiar", hand.SECOND), pets):
            found.append((card, "%s %d/%s" % (name, wounds, pv or "?"), len(HELD) - 1))
    return found


def active_row(context: Context) -> Row:
    """Row of the active character; the first row before the game has one."""
    return max(0, context.session.get("game", 0, "active"))
