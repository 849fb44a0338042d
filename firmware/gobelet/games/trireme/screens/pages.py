"""Trirème: the pages of the rules.

The text key of a page's title is "help.<name>", or the name of the page's Procedure. The text key of its text is
"help.<name>.text". A page reads its printed table from the modules of the rules, so the page agrees with the rolls.
"""

from __future__ import annotations

from gobelet.ui.screens import help

from . import lists

READINGS = 26  # number of readings of unclear rules, A1 to A26; the text key of a reading is "help.a<number>"


class Help(help.Help):
    """The list of the help pages, in five sections.

    The sections are the Fleet game, the Ship game, the material, our source, and the readings of unclear rules.
    """

    sections = (
        (
            "of_fleet",
            "fleet fleet_clearance fleet_fatigue fleet_sail fleet_ram fleet_grapple fleet_boarding",
        ),
        (
            "of_ships",
            "ships ship_reef ship_steps ship_incendiary ship_ram ship_rake ship_breach ship_grapple ship_boarding "
            "ship_surrender ship_detachment ship_clearance",
        ),
        ("of_parts", "games parts map"),
        ("of_source", "errata missing damaged"),
        ("of_readings", " ".join(["a%d" % (index + 1) for index in range(READINGS)])),
    )

    def heading(self, name: str) -> str:
        return lists.heading(self.context, name)

    def show(self, name: str) -> None:
        lists.show_page(self.context, name)
