"""The screens of free dice.

SCREENS maps the name of a screen to (module, class). The id of the screen is "dice.<name>".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Face, Path, Sides
    from gobelet.ui.screens.types import Context


SCREENS = {
    "home": ("home", "Home"),
    "result": ("result", "Result"),
    "lock": ("result", "Lock"),
    "line": ("line", "Line"),
    "build": ("build", "Build"),
    "add": ("build", "Add"),
    "term": ("build", "Term"),
    "presets": ("presets", "Presets"),
    "history": ("rolls", "Rolls"),
    "luck": ("gobelet.ui.screens.luck", "Luck"),
    "fair": ("fair", "Fair"),
}


def repeat_roll(context: Context) -> None:
    """Roll the dice of the last roll again."""
    from . import record, throw

    last = record.last_record(context.session)
    if last is None:
        context.dialogs.show_notice(context.t("preset.none"))
    else:
        throw.roll_pool(context, last.pool)


def dice_of(context: Context, listed: Sequence[int], path: Path, note: bytes) -> list[tuple[Sides, Face]]:
    """List (sides, face) of the dice thrown in a roll, for statistics of luck.

    The list is empty for a roll that kept dice of the roll before, because the kept dice were not thrown again.
    """
    from . import record

    kept = listed[1]
    return [] if kept else [die[:2] for die in record.read_record(0, listed, path, note).thrown.dice]
