"""Trinités: the main list of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens import kept_form, preset_lines
from gobelet.ui.screens.menu import Lines

from ..rules import party
from ..rules.sheets import CHARACTERS, FULL
from . import common, opening

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.drawing.types import Entry
    from gobelet.ui.screens.types import Arguments, Context, Entries

KEPT_KINDS = ("option",)  # Kinds whose values are kept when the players begin a new game

PAGES = {"memo": "rounds", "test": "levels", "confront": "direct", "party": "skills", "time": "recovery"}
MORE = ("rolls", "presets", "help", "options", "history", "redo")
PRESETS = ("preset0", "preset1")
NAMES = (
    ("memo", "test", "confront", "party", "time")
    + MORE
    + ("new", "recall", "first", "clock")
    + PRESETS
    + ("again",)
)


class Home(kept_form.MainList):
    """The main list of the game.

    The list has a line for each living character with a full sheet, which opens the character's skills. If a light
    adversary (an opponent without a full sheet) made the last roll, this adversary has a line too. In a combat the
    cursor begins at the memo, the line of the combat. Outside a combat the cursor begins at the character who made
    the last roll.
    """

    def __init__(self, context: Context, index: int = -1) -> None:
        kept_form.MainList.__init__(self, context)
        self.offered: list[str | Row] = []  # the entries of the list, see `names`
        self.presets: list[str] = []  # the recent presets, see `preset_lines`
        # the entry at which the cursor begins; -1 is the usual entry, see the docstring of the class
        self.at: str | Row = index if index < CHARACTERS else NAMES[index - CHARACTERS]

    def arguments(self) -> Arguments:
        index = self.offered[self.cursor] if self.offered else self.at
        return (index if isinstance(index, int) else CHARACTERS + NAMES.index(index),)

    def names(self) -> list[str | Row]:
        """Return the entries of the list.

        An entry is the row of a character, or one of NAMES. Most names in NAMES are the short name of the screen
        that the entry opens.
        """
        state = self.context.session.state
        played = party.playing_rows(state)
        found: list[str | Row] = ["first", "party", "test", "confront"]
        if played:
            last = opening.last_actor(self.context)[0]
            tested = [row for row in party.living_rows(state) if row < FULL or row == last]
            found = ["memo", "confront", "party", "time"]
            found[1:1] = tested
        self.presets = preset_lines.recent_lines(self.context)
        found[1:1] = PRESETS[: len(self.presets)]
        if self.context.session.clock:
            found.append("clock")
        found += MORE
        if played or party.rows_aside(state):
            found.append("new")
        if self.context.session.has_archive():
            found.append("recall")
        if played:
            found.append("first")
        return found + ["again"] if self.context.session.journal.has_roll() else found

    def refresh(self) -> None:
        names = self.names()
        if self.offered:  # the list may have changed, but the cursor stays on its entry
            self.at = self.offered[self.cursor]
        elif self.at == -1:
            self.at = (
                "memo"
                if self.context.session.get("combat", 0, "round")
                else opening.last_actor(self.context)[0]
            )
        if self.at in names:
            self.cursor = names.index(self.at)
        self.offered = names
        kept_form.MainList.refresh(self)

    def entries(self) -> Entries:
        return Lines(self.offered, self.line)

    def line(self, name: str | Row) -> Entry:
        """Return the label and the value of an entry."""
        context = self.context
        if isinstance(name, int):
            skill = opening.last_skill(context, name)
            value = (
                common.without_french_term(common.skill_name(context, skill))
                if skill >= 0
                else context.t("home.test")
            )
            return common.name(context, name), value
        if name in PRESETS:
            return preset_lines.entry(context, self.presets[PRESETS.index(name)])
        if name == "memo":
            number = context.session.get("combat", 0, "round")
            return context.t("home.memo"), context.t("home.round", number) if number else ""
        return context.t(name if name == "again" else "home." + name), ""

    def topic(self, index: int) -> str:
        name = self.offered[index]
        return PAGES.get("test" if isinstance(name, int) else name, "")

    def choose(self, index: int) -> None:
        context = self.context
        name = self.offered[index]
        if name == "redo":
            context.redo()
        elif name == "again":
            kept_form.roll_again(context)
        elif name in ("new", "recall"):
            self.confirming = name
            context.dialogs.confirm(context.t(name + ".sure"))
        elif isinstance(name, int):
            context.open("trinites.skills", -1, name)
        elif name in PRESETS:
            preset_lines.open_preset(context, self.presets[PRESETS.index(name)])
        elif name == "test":
            opening.open_form(context, "test")
        else:
            context.open("trinites." + name)

    def on_result(self, result: Any) -> None:
        if result is not True:
            return
        if self.confirming == "recall":
            if not self.context.session.restore_archive():
                self.context.dialogs.show_notice(self.context.t("recall.damaged"))
        else:
            self.context.session.restart(KEPT_KINDS)
        # move the cursor to the usual entry, as in a new list
        self.offered, self.at, self.cursor = [], -1, 0
        self.refresh()
