"""Trinités: the drawing of a purchase, for its form and its result screen.

The code has a module of its own, so that other forms do not load it into memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.growth import ARCHONTE, SKILL, WISHES, base_of
from . import common

if TYPE_CHECKING:
    from gobelet.rules.types import Values
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Context


def draw_bought(c: Canvas, context: Context, values: Values) -> None:
    """Draw the name of a purchase; for a score, draw the present and wished base too."""
    what = values["what"]
    words = common.skill_name(context, values["skill"]) if what == SKILL else context.t("o." + WISHES[what])
    if what <= ARCHONTE:
        base = values[base_of(what)]
        words = "%s %d→%d" % (common.without_french_term(words), base, values["target"])
    c.centre(40, words, c.fitting_size(words, 124, (16, 8)), 0, 124)
