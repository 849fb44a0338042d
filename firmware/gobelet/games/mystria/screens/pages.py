"""Mystria: the pages of the rules, readings, errata, open questions and chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import values
from gobelet.ui.screens import help

from ..rules import draws
from ..rules.sheets import COLOURS, OF_COLOUR
from .words import chance_text, most_points_by_version

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.ui.screens.types import Context


# (name of a section, names of its pages). The text key of a section's title is "help.<section>". The text key of a page
# is "page.<name>"; the text is the page's title and its lines, separated by "|". "A-MY 10" stands for the readings
# A-MY01 to A-MY10 of RULES.md, "E-MY 6" for its errata.
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
# Numbers of tokens. For each number n, the page "evenly" shows a chance for a bag that has n tokens of each colour. It
# is the chance that three drawn tokens have one colour.
EVENLY = (16, 14, 12, 10, 8, 6, 4, 3)


class Help(help.Help):
    """The list of the pages, by section."""

    sections = SECTIONS

    def show(self, name: str) -> None:
        self.context.dialogs.show_rule(name, *page_numbers(self.context, name))


def page_numbers(context: Context, name: str) -> Sequence[Any]:
    """Return the numbers and chances for the text of the page `name`."""
    if name == "total":
        return most_points_by_version()
    if name == "alike":
        return (chance_text(context, draws.chance_of_one_colour([OF_COLOUR] * len(COLOURS))),)
    if name == "evenly":
        return [
            context.t("chance", n, chance_text(context, draws.chance_of_one_colour([n] * len(COLOURS))))
            for n in EVENLY
        ]
    if name == "tiles":
        mine = procedure_odds(draws.objectives, values(draws.objectives)).exactly(1)
        unseen = procedure_odds(draws.rival, {})
        shares = mine, unseen.chance_of(lambda key: key > 0), unseen.exactly(2)
        return [chance_text(context, share) for share in shares] + [draws.deal_count()]
    return ()
