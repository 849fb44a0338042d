"""The rules of a game to look up, in sections; what is silent, the readings taken and the errata with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .menu import Lines, Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..types import App, Entries


def pages(sections: Sequence[tuple[str, str]], index: int) -> list[str]:
    """Names of the pages of a section. "A-TN 24" stands for the numbered A-TN01 to A-TN24."""
    found = sections[index][1].split()
    if found[-1].isdigit():
        return ["%s%02d" % (found[0], number) for number in range(1, int(found[1]) + 1)]
    return found


class Help(Menu):
    """The sections, or with its number the pages of one. Games list their `sections` as (name, names of its pages).

    Texts: "home.help", "help.<section>", and for each page what `App.rule` needs.
    """

    keys = ("k.move", "k.open")
    sections: Sequence[tuple[str, str]] = ()

    def __init__(self, app: App, section: int = -1, cursor: int = 0) -> None:
        Menu.__init__(self, app, cursor)
        self.section = section

    def arguments(self) -> tuple[int, ...]:
        return (self.section, self.cursor)

    def head(self) -> tuple[str, str]:
        t = self.app.t
        return t("home.help") if self.section < 0 else t("help." + self.sections[self.section][0]), ""

    def names(self) -> list[str]:
        """Names of the pages of this section."""
        return pages(self.sections, self.section)

    def heading(self, name: str) -> str:
        """What the list calls a page."""
        return self.app.t("page." + name).partition("|")[0]

    def entries(self) -> Entries:
        if self.section < 0:
            return [(self.app.t("help." + name), "") for name, _ in self.sections]
        return Lines(self.names(), lambda name: (self.heading(name), ""))

    def choose(self, index: int) -> None:
        if self.section < 0:
            self.app.open(self.app.session.name + ".help", index)
        else:
            self.show(self.names()[index])

    def show(self, name: str) -> None:
        """Open a page."""
        self.app.rule(name)
