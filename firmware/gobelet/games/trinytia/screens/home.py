"""Tri'Nytia: the main list of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens import kept_form, preset_lines
from gobelet.ui.screens.menu import Lines

from ..rules.sheets import KEPT, OVER, PLAY, SETUP

if TYPE_CHECKING:
    from typing import Any

    from gobelet.ui.screens.types import Entries


RULED = {"setup": "character", "turn": "sequence", "over": "victory", "rolls": "random", "chances": "order"}


class Home(kept_form.MainList):
    """The main list. If a game is stored, the first line continues this game."""

    def lines(self) -> list[str]:
        """Return the names of the lines.

        A name with ";" is a stored preset. The name "again" is a text key. Any other name has the text key
        "home.<name>", and most of these names are the names of screens.
        """
        get = self.context.session.get
        names = []
        if get("game", 0, "players"):
            part = get("game", 0, "part")
            names.append({SETUP: "setup", PLAY: "turn", OVER: "over"}[part])
            names.append("table")
            if self.context.session.clock:
                names.append("clock")
        names += ["new", "rolls", "presets", "chances", "help", "options", "history", "redo"]
        if self.context.session.has_archive():
            names.append("recall")
        names[2:2] = preset_lines.recent_lines(self.context)
        if self.context.session.journal.has_roll() and kept_form.is_offered(self.context):
            names.append("again")  # the last line, because UP selects it from the first line
        return names

    def entries(self) -> Entries:
        self.offered = self.lines()
        return Lines(self.offered, self.line)

    def line(self, name: str) -> tuple[str, str]:
        if name == "again":
            return self.context.t(name), ""
        return preset_lines.entry(self.context, name) if ";" in name else (self.context.t("home." + name), "")

    def topic(self, index: int) -> str:
        return RULED.get(self.offered[index], "")

    def choose(self, index: int) -> None:
        name = self.offered[index]
        if ";" in name:
            preset_lines.open_preset(self.context, name)
        elif name == "again":
            kept_form.roll_again(self.context)
        elif name == "redo":
            self.context.redo()
        elif name == "recall":
            self.context.dialogs.confirm(self.context.t("recall.sure"))
        elif name == "new" and self.context.session.get("game", 0, "players"):
            self.context.dialogs.confirm(self.context.t("new.sure"))
        else:
            self.context.open("trinytia." + name)

    def on_result(self, result: Any) -> None:
        if result is not True:
            return
        name = self.offered[self.cursor]
        self.cursor = 0  # the line that continues the game
        if name == "recall":
            self.context.session.restore_archive()
        else:
            self.context.session.restart(KEPT)
            self.context.open("trinytia.new")
        self.refresh()
