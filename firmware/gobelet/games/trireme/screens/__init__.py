"""The screens of Trirème, in SCREENS as {short name: (module, class)}.

The id of a screen is the name of the game, a dot and the short name, such as "trireme.form".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .common import seat  # for the program, each ship of this game is a seat

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Effect, Row
    from gobelet.ui.screens.types import Context


# The names that this package defines for the program, see gobelet.ui.screens.types.GameScreens.
__all__ = (
    "SCREENS",
    "SIGNALS",
    "describe",
    "revert_outside",
    "seat",
    "turn_of",
    "visible_values",
)

SIGNALS = "death:ship.fate=1 death:ship.fate=2 turn:game.turn"

SCREENS = {
    "home": ("home", "Home"),
    "clock": ("gobelet.ui.screens.turn_clock", "Times"),
    "history": ("gobelet.ui.screens.history", "History"),
    "luck": ("gobelet.ui.screens.luck", "Luck"),
    # screens that belong to a battle
    "new": ("setup", "New"),
    "have": ("setup", "Have"),
    "turn": ("turn", "Turn"),
    "over": ("over", "Over"),
    "orders": ("orders", "Orders"),
    "fatigue": ("orders", "Fatigue"),
    "pair": ("home", "Pair"),
    "ships": ("ships", "Ships"),
    "card": ("sheet", "Card"),
    "sheet": ("sheet", "Sheet"),
    # screens of the rolls and of the printed tables
    "rolls": ("home", "Rolls"),
    "form": ("forms", "Form"),
    "presets": ("gobelet.ui.screens.presets", "Presets"),
    "result": ("results", "Result"),
    "owner": ("owner", "Owner"),
    "counters": ("counters", "Counters"),
    "table": ("owner_table", "Table"),
    "column": ("owner_table", "Column"),
    "help": ("pages", "Help"),
    "fleet_aid": ("aid_fleet", "Fleet"),
    "ship_aid": ("aid_ships", "Ships"),
}


def turn_of(context: Context, row: Row) -> str:
    """Return the name of a side for the clock of turns.

    `row` is the number of the side, and the index of its row in the Sheet "time".
    """
    return context.t("side.%d" % row)


def visible_values(context: Context) -> list[dict[str, Any]]:
    """List the values of each ship that the web page of the table shows."""
    from .table_view import visible_values

    return visible_values(context)


def describe(context: Context, effects: Sequence[Effect]) -> list[Effect] | str | None:
    """Return a short text for a change, or the effects that describe the change.

    See `changes.describe_change`.
    """
    from .changes import describe_change

    return describe_change(context, effects)


def revert_outside(context: Context, forward: bool) -> bool:
    """Undo or redo a change of the owner's file, which corrects printed tables.

    The journal does not have the changes of this file. Return False if a change in the journal must be undone or redone
    first.
    """
    from .owner_undo import undo_or_redo

    return undo_or_redo(context, forward)
