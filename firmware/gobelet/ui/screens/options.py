"""The readings and optional rules that players may switch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .menu import Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..types import Entries


class Options(Menu):
    """The fields of the Kind "option", each a yes or no: OK switches one, OK held explains it.

    Texts: "home.options", and for each field "option.<field>" and "option.<field>.help".
    """

    title = "home.options"
    keys = ("k.move", "k.turn")
    holds = "?"

    def fields(self) -> Sequence[str]:
        return self.app.session.state.kind("option").fields

    def entries(self) -> Entries:
        t = self.app.t
        get = self.app.session.get
        return [(t("option." + name), t("yes" if get("option", 0, name) else "no")) for name in self.fields()]

    def choose(self, index: int) -> None:
        name = self.fields()[index]
        self.app.change([("option", 0, name, 1 - self.app.session.get("option", 0, name))])
        self.refresh()

    def about(self, index: int) -> None:
        name = "option." + self.fields()[index]
        self.app.page(self.app.t(name), self.app.t(name + ".help"))
