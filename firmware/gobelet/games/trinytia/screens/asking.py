"""Tri'Nytia: a menu whose lines ask further questions.

The screens about cards use this menu.
"""

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


HELD = ("down", "equipment", "familiar")  # fields that count cards, in the order of cards.LIMITS


class Asking(asking.Asking):
    """A menu that stores the changes of each answer as one transaction."""

    def call_with_choice(
        self,
        index: int,
        names: Sequence[Any],
        then: Callable[..., object],
        *args: Any,
    ) -> None:
        """Call then(name, *args) with the name at `index` in `names`.

        `ask` calls this method with the index that the player has chosen.
        """
        then(names[index], *args)

    def pick(
        self,
        title: str,
        prefix: str,
        names: Sequence[str],
        then: Callable[..., object],
        *args: Any,
    ) -> None:
        """Let the player choose one of `names`; the text key is `prefix` + name."""
        t = self.context.t
        labels = [t(prefix + name) for name in names]
        self.ask(Picker(self.context, t(title), labels), self.call_with_choice, names, then, *args)

    def pick_seat(self, title: str, then: Callable[..., object]) -> None:
        """Let the player choose a living character, whose row is passed to `then`."""
        alive = turn.life_flags(self.context.session.state)
        seats = [row for row in range(len(alive)) if alive[row]]
        labels = [self.context.seat(row) for row in seats]
        self.ask(Picker(self.context, self.context.t(title), labels), self.call_with_choice, seats, then)

    def apply_changes(self, make: Callable[..., list[Change]], *args: Any) -> bool:
        """Apply the changes of make(state, *args); return whether they were applied."""
        changes = self.allow(make, *args)
        done = changes is not None and self.context.change(changes)
        self.refresh()
        return done


def cards_of(context: Context, row: Row, prefix: str) -> list[tuple[str, str, int]]:
    """List each kind of card that the character `row` can give away.

    An entry is (card, label, index in HELD). The text key of a label is `prefix` + field. Each of two familiars has
    its own entry with its wounds and PV.
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
    """Return the row of the active character, or row 0 if no character is active."""
    return max(0, context.session.get("game", 0, "active"))
