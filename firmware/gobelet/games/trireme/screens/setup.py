"""Trirème: the set-up of a new battle, and the source of its ships' values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.widgets import draw_large, position_bar, top
from gobelet.ui.screens.stack import Screen

from ..rules import battle
from ..rules.sheets import FLEET, SHIPS, SIDE
from ..rules.ships import fleet
from . import common
from .lists import Rows, Ruled, sequence_page
from .owner_data import owner_corrections

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps

    from ..rules.types import Panel


class New(Rows):
    """The choice of the game, and of the number of ships of each side.

    OK on the last line archives the present battle, if any, and starts the new battle.
    """

    title = "home.new"

    def __init__(
        self, context: Context, cursor: int = 0, game: int = FLEET, first: int = 5, second: int = 5
    ) -> None:
        Rows.__init__(self, context, cursor)
        self.game = game
        self.counts = [first, second]

    def arguments(self) -> Arguments:
        return (self.cursor, self.game, self.counts[0], self.counts[1])

    def entries(self) -> Entries:
        t = self.context.t
        return [
            (t("home.fleet" if self.game == FLEET else "home.navires"), ""),
            (t("side.0"), str(self.counts[0])),
            (t("side.1"), str(self.counts[1])),
        ]

    def draw(self, c: Canvas) -> None:
        self.act = "new.begin" if self.cursor == 2 else "k.next"
        Rows.draw(self, c)

    def topic(self, index: int) -> str:
        return "" if index else sequence_page(self.game)

    def change_value(self, index: int, by: Steps) -> None:
        if index == 0:
            self.game = SHIPS if self.game == FLEET else FLEET
        else:
            self.counts[index - 1] = max(1, min(SIDE, self.counts[index - 1] + by))
        self.refresh()

    def on_end(self) -> None:
        context = self.context
        session = context.session
        first, second = self.counts
        if session.get("game", 0, "game"):
            session.archive()
        panel = owner_corrections(context).ships
        session.replace_game(
            session.state.effects(battle.start_changes(session.state, self.game, first, second, panel))
        )
        context.device.signal("turn")
        context.replace("trireme.ships")
        if missing_values(context):
            context.open("trireme.have")
        else:
            start_battle(context)


class Have(Ruled):
    """The choice of a source for the values of the ships.

    The sources are the printed counters, the owner's file, and an average class of ships, which is our own rule.
    """

    title = "have.title"
    holds = "?"
    is_valid = common.is_in_battle

    def entries(self) -> Entries:
        return [(self.context.t("have.%d" % index), "") for index in range(3)]

    def about(self, index: int) -> None:
        text = self.context.t("have.%d.help" % index)
        self.context.dialogs.show_page(
            self.context.t("have.%d" % index), [text, average_text(self.context)] if index == 2 else text
        )

    def choose(self, index: int) -> None:
        context = self.context
        state = context.session.state
        if index == 2:
            if context.change(battle.average_changes(state)):
                start_battle(context, True)
            return
        if index == 0:
            context.replace("trireme.counters", 0, -1, 1)
            context.navigation.top().begin_unknown(0)
        elif fill_values(context, owner_corrections(context).ships) and not missing_values(context):
            start_battle(context)
        else:
            self.about(index)


class Before(Screen):
    """The warnings before a battle; each page has a short text in large letters.

    `pages` is [(title, short text, longer text that OK held shows)].
    """

    holds = "?"

    def __init__(self, context: Context, pages: Sequence[tuple[str, str, str]]) -> None:
        Screen.__init__(self, context)
        self.pages = pages
        self.cursor = 0

    def draw(self, c: Canvas) -> None:
        last = len(self.pages) - 1
        title, words, _ = self.pages[self.cursor]
        top(c, title, "%d/%d" % (self.cursor + 1, last + 1))
        draw_large(c, words, 8, 48, 0, 124)
        position_bar(c, self.cursor, last + 1)
        self.keys = ("k.scroll", "new.begin" if self.cursor == last else "k.next")
        self.strip(c)

    def on_step(self, by: Steps) -> None:
        self.cursor = max(0, min(self.cursor - by, len(self.pages) - 1))

    def on_ok(self) -> None:
        if self.cursor == len(self.pages) - 1:
            self.context.close()
        else:
            self.on_step(-1)

    def on_hold_ok(self) -> None:
        title, _, more = self.pages[self.cursor]
        self.context.dialogs.show_page(title, more)


def average_text(context: Context) -> str:
    """Return the text with the values of the average class in the present game."""
    return context.t("average.fleet" if common.game(context) == FLEET else "average.ships")


def fill_values(context: Context, panel: Panel) -> bool:
    """Copy the values of counters in `panel` to the ships without entered values.

    Return whether any value has changed.
    """
    from ..rules import counters

    state = context.session.state
    changes = []
    for row in fleet(state):
        if not counters.has_entered_values(state, row):
            changes += counters.printed_changes(panel, state.get("ship", row, "name"), row)
    return bool(changes) and context.change(changes)


def missing_values(context: Context) -> int:
    """Return the number of ships in the battle whose counter's values are all unknown."""
    from ..rules.counters import has_values

    state = context.session.state
    return len([row for row in fleet(state) if not has_values(state, row)])


def start_battle(context: Context, averaged: bool = False) -> None:
    """Replace the screens of the set-up by the screen of the turn, and show warnings.

    The warnings are about ships of the average class, if `averaged`, and about rolls for which the device lacks printed
    numbers.
    """
    if context.navigation.stack.ids[-2] == "trireme.ships":
        context.navigation.stack.pop(-2)
    context.replace("trireme.turn")
    t = context.t
    found = owner_corrections(context)
    fleets = common.game(context) == FLEET
    pages = []
    if averaged:
        pages.append((t("f.house"), average_text(context), t("have.2.help")))
    if fleets:
        for name, title in (("parity", "fleet_ram"), ("need", "fleet_grapple")):
            if not found.params.get(name):
                pages.append((common.page_title(context, title), t("missing." + name), t("more." + name)))
    else:
        doubt = [found.unsure_counts(table)[1] for table in range(3)]
        if any(doubt):
            pages.append((t("help.damaged"), t("missing.ships"), t("more.ships", *doubt)))
    if pages:
        context.push(Before(context, pages))
