"""Traqueur: the help pages about the rules and the spells.

Further pages have the readings and the errata of RULES.md, and the questions that the printed rules do not answer.
"""

from __future__ import annotations

from gobelet.ui.screens import help

from ..rules.tables import SPELLS

# (section, names of its pages). The text key of a section's title is "help.<section>". The text key of a page is
# "page.<name>"; its text has the title of the page up to the first "|", then the lines. "A-TQ 22" stands for 22 pages,
# one for each reading, and "E-TQ 13" for 13 pages, one for each erratum. The section "spells" also has a page for each
# family of spells in SPELLS.
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


FAMILY = "family."  # prefix in the name of a page about a family of spells; the index in SPELLS follows


def names(section: int) -> list[str]:
    """Return the names of the pages in the section with the index `section`."""
    families = (
        [FAMILY + str(index) for index in range(len(SPELLS))] if SECTIONS[section][0] == "spells" else []
    )
    return help.pages(SECTIONS, section) + families


class Help(help.Help):
    """The help pages, by section."""

    sections = SECTIONS

    def names(self) -> list[str]:
        return names(self.section)

    def heading(self, name: str) -> str:
        if name.startswith(FAMILY):
            return self.context.t(FAMILY + _spells(name)[0])
        return help.Help.heading(self, name)

    def show(self, name: str) -> None:
        if not name.startswith(FAMILY):
            self.context.dialogs.show_rule(name)
            return
        t = self.context.t
        cells = _spells(name)
        body = [t("familiar." + cells[1]), t("family.count", len(cells) - 2)]
        self.context.dialogs.show_page(
            self.heading(name), body + ["• " + t("spell." + spell) for spell in cells[2:]]
        )


def _spells(name: str) -> list[str]:
    """Return [name of a family of spells, its familiar, its spells...].

    `name` is the name of the page about the family.
    """
    return SPELLS[int(name[len(FAMILY) :])].split()
