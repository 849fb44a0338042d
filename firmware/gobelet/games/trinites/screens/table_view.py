"""Trinités: the values that the link sends for a view that all players see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import party
from ..rules.sheets import FULL, LINES
from .common import name

if TYPE_CHECKING:
    from typing import Any

    from gobelet.ui.screens.types import Context


def visible_values(context: Context) -> list[dict[str, Any]]:
    """Return the PV and the Karma of each character, which all players may see."""
    get = context.session.get
    found = []
    for row in party.playing_rows(context.session.state):
        adam = get("char", row, "adam")
        values = [[context.t("unit.pv"), 3 * LINES[adam] - get("char", row, "boxes")]]
        if adam and row < FULL:
            for field in ("deva_now", "archonte_now", "adam_now"):
                values.append([context.t("f." + field), get("adam", row, field)])
        found.append(
            {"row": row, "name": name(context, row), "out": bool(get("char", row, "dead")), "values": values}
        )
    return found
