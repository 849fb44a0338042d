"""Trirème: the pages of the rules.

The label of a page is "help.<name>", or the name of its roll; "help.<name>.text" has further text. The tables
are read from the rules when their page is opened, so a page cannot disagree with a roll.
"""

from __future__ import annotations

from gobelet.ui.screens import help

from . import lists

READINGS = 26  # number of readings, A1 to A26, with the texts "help.a<number>"


class Help(help.Help):
    """The two games, their material, our source and the readings, each with its pages."""

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
        ("of_readings", " ".join(["a%d" % (at + 1) for at in range(READINGS)])),
    )

    def heading(self, name: str) -> str:
        return lists.heading(self.context, name)

    def show(self, name: str) -> None:
        lists.show_page(self.context, name)
