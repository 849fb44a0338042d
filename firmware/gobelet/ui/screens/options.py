"""The list of optional rules, and of readings of unclear rules.

Players may switch each rule and each reading on or off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .menu import Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .types import Entries


class Options(Menu):
    """The list of the fields of the Kind "option", each a yes or no.

    OK switches the selected field, OK held explains this field.

    The texts are "home.options", and for each field "option.<field>" and "option.<field>.help".
    """

    title = "home.options"
    keys = ("k.move", "k.turn")
    holds = "?"

    def fields(self) -> Sequence[str]:
        """Return the names of the fields, in the order of the list."""
        return self.context.session.state.kind("option").fields

    def entries(self) -> Entries:
        t = self.context.t
        get = self.context.session.get
        return [(t("option." + name), t("yes" if get("option", 0, name) else "no")) for name in self.fields()]

    def choose(self, index: int) -> None:
        name = self.fields()[index]
        self.context.change([("option", 0, name, 1 - self.context.session.get("option", 0, name))])
        self.refresh()

    def about(self, index: int) -> None:
        name = "option." + self.fields()[index]
        self.context.dialogs.show_page(self.context.t(name), self.context.t(name + ".help"))
