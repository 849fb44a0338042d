"""Trirème: the values that the device sends over USB to the web page of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.sheets import FLEET
from ..rules.ships import fleet, side_of
from .common import field_value, game, name

if TYPE_CHECKING:
    from typing import Any

    from gobelet.ui.screens.types import Context


def visible_values(context: Context) -> list[dict[str, Any]]:
    """List the values of each ship for the web page of the table.

    The values of a ship afloat are its full speed and its strength: the boarding value or the number of men. A ship
    that is not afloat has only its fate as a value.
    """
    get = context.session.get
    side = context.session.row_in_turn()
    strength = "factor" if game(context) == FLEET else "men"
    found = []
    for row in fleet(context.session.state):
        values = [[context.t("f." + field), field_value(context, row, field)] for field in ("pv", strength)]
        fate = get("ship", row, "fate")
        if fate:
            values = [[context.t("f.fate"), context.t("f.fate.%d" % fate)]]
        turn = side_of(context.session.state, row) == side
        found.append(
            {"row": row, "name": name(context, row), "out": bool(fate), "turn": turn, "values": values}
        )
    return found
