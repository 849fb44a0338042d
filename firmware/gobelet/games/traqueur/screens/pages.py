"""Traqueur: pages of the rules and the spells.

Further pages have the readings, the errata and the open questions.
"""

from __future__ import annotations

from gobelet.ui.screens import help

from ..rules.tables import SPELLS

# Each section has the title "help.<section>". Each page has the text "page.<name>": its title up to the first
# "|", then its lines. RULES.md numbers the readings and the errata. The pages of the spells come from the
# tables.
SECTIONS = (
    ("setup", "setup.counters setup.piles setup.familiar setup.weapon setup.shop setup.grass setup.start"),
    ("prepare", "prepare buy coins rounds refresh tame basic shop reserve done"),
    ("combat", "combat effects strike adjacent pass out table"),
    ("end", "weapon picks starters order over"),
    ("spells", "spells aspect trap"),
    ("chances", "exotic draw"),
    ("readings", "A-TQ 22"),
    ("errata", "E-TQ 13"),
    ("silent", "cards hand cache"),
)


FAMILY = "family."  # a page with this prefix and an index in SPELLS; it has no text of its own


def names(section: int) -> list[str]:
    """Return the names of the pages of a section."""
    families = (
        [FAMILY + str(index) for index in range(len(SPELLS))] if SECTIONS[section][0] == "spells" else []
    )
    return help.pages(SECTIONS, section) + families


class Help(help.Help):
    """The pages of the rules, by section."""

    sections = SECTIONS

    def names(self) -> list[str]:
        return names(self.section)

    def heading(self, name: str) -> str:
        if name.startswith(FAMILY):
            return self.context.t(FAMILY + _spells(name)[0])
        return help.Help.heading(self, name)

    def show(self, name: str) -> None:
        if not name.startswith(FAMILY):
            self.context.dialogs.rule(name)
            return
        t = self.context.t
        cells = _spells(name)
        body = [t("familiar." + cells[1]), t("family.count", len(cells) - 2)]
        self.context.dialogs.page(
            self.heading(name), body + ["• " + t("spell." + spell) for spell in cells[2:]]
        )


def _spells(name: str) -> list[str]:
    """Return the row of a family in SPELLS: its name, its familiar and its spells."""
    return SPELLS[int(name[len(FAMILY) :])].split()
