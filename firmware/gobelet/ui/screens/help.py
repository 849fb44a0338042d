"""Help: the pages that explain the rules of a game, in sections.

The readings of unclear rules and the errata of the printed rules are pages too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .menu import Lines, Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .types import Context, Entries


def pages(sections: Sequence[tuple[str, str]], index: int) -> list[str]:
    """Return the names of the pages in the section `sections[index]`.

    If the names end with a number, such as "A-TN 24", the pages are A-TN01 to A-TN24.
    """
    found = sections[index][1].split()
    if found[-1].isdigit():
        return ["%s%02d" % (found[0], number) for number in range(1, int(found[1]) + 1)]
    return found


class Help(Menu):
    """The list of all sections (section -1), or of the pages of a section.

    A subclass defines `sections`. A section is (name, names of its pages with spaces between them). The text keys are
    "home.help" for the title, "help.<section>" for each section, and "page.<name>" for each page, see
    `Dialogs.show_rule`.
    """

    keys = ("k.move", "k.open")
    sections: Sequence[tuple[str, str]] = ()

    def __init__(self, context: Context, section: int = -1, cursor: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.section = section

    def arguments(self) -> tuple[int, ...]:
        return (self.section, self.cursor)

    def head(self) -> tuple[str, str]:
        t = self.context.t
        return t("home.help") if self.section < 0 else t("help." + self.sections[self.section][0]), ""

    def names(self) -> list[str]:
        """Return the names of the pages of this section."""
        return pages(self.sections, self.section)

    def heading(self, name: str) -> str:
        """Return the title that the list shows for a page."""
        return self.context.t("page." + name).partition("|")[0]

    def entries(self) -> Entries:
        if self.section < 0:
            return [(self.context.t("help." + name), "") for name, _ in self.sections]
        return Lines(self.names(), lambda name: (self.heading(name), ""))

    def choose(self, index: int) -> None:
        if self.section < 0:
            self.context.open(self.context.session.name + ".help", index)
        else:
            self.show(self.names()[index])

    def show(self, name: str) -> None:
        """Open the page called `name`."""
        self.context.dialogs.show_rule(name)
