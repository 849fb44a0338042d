"""Trirème: what the table sees, over the link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.sheets import FLEET
from ..rules.ships import fleet, side_of
from .common import field_value, game, name

if TYPE_CHECKING:
    from typing import Any

    from gobelet.ui.types import App


def seen(app: App) -> list[dict[str, Any]]:
    """List for the table what was entered of each ship, and what became of it."""
    get = app.session.get
    side = app.session.turn()
    strength = "factor" if game(app) == FLEET else "men"
    found = []
    for row in fleet(app.session.state):
        values = [[app.t("f." + field), field_value(app, row, field)] for field in ("pv", strength)]
        fate = get("ship", row, "fate")
        if fate:
            values = [[app.t("f.fate"), app.t("f.fate.%d" % fate)]]
        turn = side_of(app.session.state, row) == side
        found.append({"row": row, "name": name(app, row), "out": bool(fate), "turn": turn, "values": values})
    return found
