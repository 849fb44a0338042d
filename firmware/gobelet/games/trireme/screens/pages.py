"""Trirème: the pages of the rules.

The label of a page has the key "help.<name>", or the name of its Procedure. Its text has the key "help.<name>.text". A
page takes its table from the rules when it is opened, so it cannot disagree with a roll.
"""

from __future__ import annotations

from gobelet.ui.screens import help

from . import lists

READINGS = 26  # number of readings of unclear rules, A1 to A26, with the text keys "help.a<number>"


class Help(help.Help):
    """The sections of the help: both games, the material, our source, the readings."""

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
