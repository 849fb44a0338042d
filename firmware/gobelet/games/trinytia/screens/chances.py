"""Tri'Nytia: exact chances without a roll (RULES 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.numbers import percent, signed_text
from gobelet.ui.drawing.widgets import strip, top
from gobelet.ui.screens.chances import Odds
from gobelet.ui.screens.menu import Menu
from gobelet.ui.screens.stack import Screen

from ..rules import odds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Chance
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps


# Questions whose answer is one chance. Each has a name, and a tuple (name, lowest, highest, start) for each value that
# the player can change.
FIGURES: tuple[tuple[str, Sequence[tuple[str, int, int, int]]], ...] = (
    ("wounds", (("attacks", 1, 9, 1), ("least", 1, 60, 3), ("times", 1, 3, 1), ("flat", -9, 20, 0))),
    ("card", (("draws", 1, 50, 1), ("wanted", 1, 50, 10), ("left", 1, 50, 50))),
    ("starters", (("players", 2, 10, 4),)),
    ("bet", (("bettors", 2, 3, 2),)),
)
# The first entries of the menu, which open the screens with these names.
SCREENS = ("reach", "allies")
# For each entry of the menu: the page of the rules that explains it.
RULED = ("range", "faction", "order", "draw", "A-TN01", "A-TN11", "dice", "attack")
TABLES = (("sum", "placement"), ("difference", "defend"))  # the two printed tables, with their Procedures


def chance_of(name: str, values: Sequence[int]) -> Chance:
    """Return the chance for a question of FIGURES.

    `values` has the values that the player has set, in the order of FIGURES.
    """
    if name == "wounds":
        return odds.several_attacks(
            values[0], values[1], x2=int(values[2] == 2), x3=int(values[2] == 3), flat=values[3]
        )
    if name == "card":
        return odds.chance_within(values[0], values[2], values[1])
    num, den = odds.single_first(values[0])
    return (num, den) if name == "starters" else odds.ratio(num, den * values[0])


class Chances(Menu):
    """The list of all questions about chances."""

    title = "home.chances"
    keys = ("k.move", "k.open")

    def entries(self) -> Entries:
        found = list(SCREENS) + [row[0] for row in FIGURES + TABLES]
        return [(self.context.t("chance." + name), "") for name in found]

    def topic(self, index: int) -> str:
        return RULED[index]

    def choose(self, index: int) -> None:
        context = self.context
        if index < 2:
            context.open("trinytia." + SCREENS[index])
        elif index < 2 + len(FIGURES):
            context.open("trinytia.figure", index - 2)
        else:
            name, proc = TABLES[index - 2 - len(FIGURES)]
            found = context.session.procedure(context.session.procedure_index(proc))
            context.push(Odds(context, found, odds.odds_of(found), title=context.t("chance." + name)))


class Figure(Screen):
    """One chance, in large digits.

    UP and DOWN change a value, OK selects the next value.
    """

    keys = ("k.change", "k.next")

    def __init__(self, context: Context, number: int = 0, *values: int) -> None:
        Screen.__init__(self, context)
        self.number = number
        self.name, self.fields = FIGURES[number]
        self.values = list(values) or [field[3] for field in self.fields]
        self.cursor = 0
        self.share = chance_of(self.name, self.values)

    def arguments(self) -> Arguments:
        return [self.number] + self.values

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return ((percent(self.share, self.context.t("decimal")), 12),)

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        title = t("chance." + self.name)
        fraction = "%d/%d" % self.share
        # A fraction for ten players has 27 characters; if it does not fit, only the page behind OK held shows it.
        top(c, title, fraction if c.width(title + fraction) < 116 else "")
        x = 0
        for index in range(len(self.fields)):
            name = self.fields[index][0]
            value = self.values[index]
            left = x
            if name != "flat":  # the value of "flat" has a sign, so it needs no label
                x = c.text(x, 14, t("chance." + name)) + 2
            x = c.text(x, 8, (signed_text(value) if value else "+0") if name == "flat" else str(value), 16)
            if index == self.cursor:
                c.hline(left, 23, x - left - 1)
            x += 5
        text = percent(self.share, t("decimal"))
        c.centre(24, text, c.fitting_size(text, 128, (32, 16)))
        name = "chance." + self.fields[self.cursor][0]
        # Some labels are only a sign; for these, the text with the key "<label>.is" has a word for the key strip.
        name = name + ".is" if self.context.t.has_text(name + ".is") else name
        strip(c, "↑↓ " + t(name), t(self.keys[1]) if len(self.fields) > 1 else "", holds="?")

    def on_step(self, by: Steps) -> None:
        _, low, high, _ = self.fields[self.cursor]
        self.values[self.cursor] = max(low, min(high, self.values[self.cursor] + by))
        self.share = chance_of(self.name, self.values)

    def on_ok(self) -> None:
        self.cursor = (self.cursor + 1) % len(self.fields)

    def on_hold_ok(self) -> None:
        num, den = self.share
        dot = self.context.t("decimal")
        shares = ["%d / %d" % self.share, percent((den - num, den), dot)]
        body = self.context.t("chance." + self.name + ".help", *(shares + self.values))
        self.context.dialogs.show_page(self.context.t("chance." + self.name), body)
