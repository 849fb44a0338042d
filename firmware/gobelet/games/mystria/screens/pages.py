"""Mystria: pages of the rules, the readings, the errata, the open questions of the booklet, the chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import of_procedure
from gobelet.rules.procedure import values
from gobelet.ui.screens import help

from ..rules import draws
from ..rules.sheets import COLOURS, OF_COLOUR
from .words import bounds, chance

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.ui.screens.types import Context


# Each section has the title "help.<section>". Each page has the text "page.<name>": its title up to the first
# "|", then its lines. Readings and errata have the same numbers everywhere.
SECTIONS = (
    ("game", "game initiation complete turns drops actions loss take place bag"),
    ("points", "values groups colours.0 colours.1 majority objective drops total"),
    (
        "setup",
        "setup.board setup.boards setup.first setup.drops setup.stacks setup.objectives setup.majority setup.values "
        "setup.start",
    ),
    ("chances", "alike evenly tiles"),
    ("readings", "A-MY 10"),
    ("errata", "E-MY 6"),
    ("silent", "geometry motifs counts"),
)
EVENLY = (16, 14, 12, 10, 8, 6, 4, 3)  # tokens of each colour in the bag, as the bag empties evenly


class Help(help.Help):
    """The pages of the rules, by section."""

    sections = SECTIONS

    def show(self, name: str) -> None:
        self.context.dialogs.rule(name, *figures(self.context, name))


def figures(context: Context, name: str) -> Sequence[Any]:
    """Return the numbers on a page; they are computed when a player opens the page."""
    if name == "total":
        return bounds()
    if name == "alike":
        return (chance(context, draws.one_colour([OF_COLOUR] * len(COLOURS))),)
    if name == "evenly":
        return [context.t("chance", n, chance(context, draws.one_colour([n] * len(COLOURS)))) for n in EVENLY]
    if name == "tiles":
        mine = of_procedure(draws.objectives, values(draws.objectives)).exactly(1)
        unseen = of_procedure(draws.rival, {})
        shares = mine, unseen.chance_of(lambda key: key > 0), unseen.exactly(2)
        return [chance(context, share) for share in shares] + [draws.deals()]
    return ()
