"""The screens to build a pool die by die. BACK held undoes the last change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import COMPOUND
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import list_rows, rows, top
from gobelet.ui.screens.menu import Menu, Picker

from ..rules import edit
from ..rules.notation import BARS, MATCHES, SIMPLE, explosion_text, write
from . import throw

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from gobelet.rules.types import Pool
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Arguments, Context, Entries


class _Editor(Menu):
    """A list with two visible lines, below the notation of the pool in hand."""

    keys = ("k.move", "k.turn")

    def __init__(self, context: Context, cursor: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.pool: Pool = (0, ())

    def refresh(self) -> None:
        self.pool = throw.in_hand(self.context)
        Menu.refresh(self)

    def draw(self, c: Canvas) -> None:
        top(c, *self.head())
        pool = self.pool
        throw.draw_headline(
            c, throw.in_words(self.context, write(pool)) if pool[1] else self.context.t("pool.none"), 8
        )
        self.first = list_rows(self.first, self.cursor, len(self.list), 2)
        rows(c, self.list, self.cursor, self.first, 24, 2)
        self.strip(c)

    def change_pool(self, function: Callable[..., Pool], *args: Any) -> bool:
        """Set the pool in hand to function(pool, *args), or show the refusal.

        Return whether the pool was set.
        """
        try:
            done = throw.set_pool(self.context, function(self.pool, *args))
        except Refused as refused:
            self.context.dialogs.show_refusal(refused)
            return False
        if done:
            self.refresh()
        return done


class Build(_Editor):
    """The list of the terms of the pool.

    Further lines add dice, set the bonus, store, clear and roll the pool.
    """

    title = "home.build"
    keys = ("k.move", "k.ok")

    def entries(self) -> Entries:
        t = self.context.t
        found = [(t("build.add"), "")]
        for term in self.pool[1]:
            found.append((throw.in_words(self.context, write((0, (term,)))), ""))
        found.append((t("bonus"), signed_text(self.pool[0])))
        for name in ("save", "clear", "roll"):
            found.append((t("build." + name), ""))
        return found

    def choose(self, index: int) -> None:
        context = self.context
        after = index - 1 - len(self.pool[1])
        if index == 0:
            context.open("dice.add")
        elif after < 0:
            context.open("dice.term", index - 1)
        elif after == 0:
            context.dialogs.ask_number(context.t("bonus"), self.pool[0], -999, 999)
        elif after == 1:
            context.open("dice.presets", 0, throw.SAVE)
        elif after == 2:
            self.change_pool(_without_dice)
            self.cursor = 0
        else:
            throw.roll_pool(context, self.pool)

    def on_result(self, result: Any) -> None:
        if result is not None:
            self.change_pool(edit.with_constant, result)


def _without_dice(pool: Pool) -> Pool:
    """Return the empty pool, without dice and bonus."""
    return 0, ()


class Add(_Editor):
    """The list of dice sizes. OK adds a die of the selected size."""

    title = "build.add"
    keys = ("k.move", "k.add")

    def __init__(self, context: Context, cursor: int = 3) -> None:
        _Editor.__init__(self, context, cursor)

    def entries(self) -> Entries:
        found = []
        for sides in edit.SIZES:
            n = 0
            for term in self.pool[1]:
                n += term[edit.DICE].count(sides)
            found.append(("d%d" % sides, "×%d" % n if n else ""))
        found.append((self.context.t("build.other"), ""))
        return found

    def choose(self, index: int) -> None:
        if index < len(edit.SIZES):
            self.change_pool(edit.add_die, edit.SIZES[index])
        else:
            self.context.dialogs.ask_number(self.context.t("faces"), 30, 2, 100)

    def on_result(self, result: Any) -> None:
        if result is not None:
            self.change_pool(edit.add_die, result)


# Lines of the screen Term that set a part of the term: the name of the line, and the index of the part.
INDEXES = {
    "keep": edit.KEEP,
    "explode": edit.EXPLODE,
    "reroll": edit.REROLL,
    "goal": edit.GOAL,
    "double": edit.DOUBLE,
    "least": edit.LEAST,
    "most": edit.MOST,
}
# names of the lines for the values in the tuple `more` of a term, by index; "" for a value without a line
MORE = ("burst", "", "times", "over", "", "cancel", "triple", "early")


class Term(_Editor):
    """The list of the parts of a term: numbers and sizes of its dice, and modifiers."""

    title = "term"

    def __init__(self, context: Context, index: int = 0, cursor: int = 0) -> None:
        _Editor.__init__(self, context, cursor)
        self.at = index
        # for each line: (name, index of the run of equal dice that the line edits); the index is None for other lines
        self.lines: list[tuple[str, Any]] = []
        self.asked: tuple[str, Any] = ("", None)  # the entry of `lines` whose dial or list is open
        self.offered: Sequence[int] | None = None  # the values in the open list; None for a dial

    def arguments(self) -> Arguments:
        return (self.at, self.cursor)

    def head(self) -> tuple[str, str]:
        """Return the title and the notation of the term.

        If the two texts do not fit beside each other, return the notation alone.
        """
        title = self.context.t(self.title)
        terms = self.pool[1][self.at : self.at + 1]  # empty if an undo or a restart has removed the term
        told = throw.in_words(self.context, write((0, terms))) if terms else ""
        wide = self.context.canvas.width
        return (title, told) if wide(title) + 9 + wide(told) <= 128 else (told, "")

    draw = Menu.draw

    def entries(self) -> Entries:
        pool = self.pool
        self.lines = []
        found: list[tuple[str, str]] = []
        if self.at >= len(pool[1]):
            return found
        sign, dice, explode, reroll, keep, goal, double, least, most, values, more = pool[1][self.at]
        burst, _, times, over, _, cancel, triple, early = more or SIMPLE
        runs = edit.runs(dice)

        def line(name: str, value: str = "", run: int | None = None, shown: object = True) -> None:
            if shown:
                label = face if name == "count" else self.context.t("term." + name)
                self.lines.append((name, run))
                found.append((label, value))

        for run in range(len(runs)):
            face = "d%d" % runs[run][1]
            if values:
                face = throw.in_words(
                    self.context, write((0, ((1, dice[:1], 0, 0, 0, 0, 0, 0, 0, values, ()),)))
                )
            line("count", "×%d" % runs[run][0], run)
            line("faces", face, run)
        apart = keep >= BARS
        plain = not apart and not values
        no = self.context.t("no")
        line("keep", self._keep_text(keep), None, (not apart or keep >= MATCHES) and len(dice) > 1)
        line("explode", self._explode_text(explode), None, plain)
        explodes = plain and explode % COMPOUND
        line("burst", "≥%d" % (burst or dice[0]), None, explodes and len(runs) < 2 and dice[0] > 3)
        line("reroll", throw.reroll_words(self.context, reroll), None, plain)
        line("goal", "≥%d" % goal if goal > 0 else no, None, not apart)
        line("below", "≤%d" % -goal if goal < 0 else no, None, not apart)
        line("double", "%s%d" % ("≥" if goal > 0 else "≤", abs(double)) if double else no, None, goal)
        line("triple", "%s%d" % ("≥" if goal > 0 else "≤", abs(triple)) if triple else no, None, double)
        line("cancel", "≤%d" % cancel if cancel else no, None, goal > 1)
        line("least", str(least) if least else no, None, plain)
        line("most", str(most) if most else no, None, plain)
        can = explodes and keep and edit.can_be_early(dice, explode, reroll, least)
        line("early", self.context.t("early.%d" % early), None, can)
        line("times", "×%d" % times)
        line("over", "/%d" % over)
        line("sign", "+" if sign > 0 else "−")
        line("join", "", None, edit.can_join(pool, self.at))
        line("differ", "", None, not apart and edit.can_differ(pool, self.at))
        line("split", "", None, apart or len(runs) > 1)
        line("remove")
        return found

    def topic(self, index: int) -> str:
        name = self.lines[index][0] if index < len(self.lines) else ""
        return name if self.context.t.has_text("page." + name) else ""

    def _keep_text(self, keep: int) -> str:
        return throw.keep_words(self.context, keep)

    def _reroll_text(self, reroll: int) -> str:
        return throw.reroll_words(self.context, reroll)

    def _explode_text(self, explode: int) -> str:
        return explosion_text(explode) or self.context.t("no")

    def choose(self, index: int) -> None:
        sign, dice, explode, reroll, keep, goal, double, least, most, _, more = self.pool[1][self.at]
        self.asked = name, run = self.lines[index]
        if name == "count":
            self._open_dial(edit.runs(dice)[run][0], 0, edit.MOST_DICE)
        elif name == "faces":
            self._open_dial(edit.runs(dice)[run][1], 2, 100)
        elif name == "keep":
            self._open_list(keep, self._keep_text)
        elif name == "explode":
            self._open_list(explode, self._explode_text)
        elif name == "reroll":
            self._open_list(reroll, self._reroll_text)
        elif name == "goal":
            self._open_dial(max(goal, 0) or max(dice), 0, 200)
        elif name == "below":
            self._open_dial(max(-goal, 0) or 1, 0, 200)
        elif name == "double":
            self._open_dial(abs(double) or (max(goal, max(dice)) if goal > 0 else 1), 0, 200)
        elif name == "early":
            self.change_pool(edit.set_more, self.at, edit.EARLY, 1 - (more or SIMPLE)[edit.EARLY])
        elif name == "triple":
            self._open_dial(abs((more or SIMPLE)[edit.TRIPLE] or double), 0, 200)
        elif name == "cancel":
            self._open_dial((more or SIMPLE)[MORE.index(name)], 0, goal - 1)
        elif name in MORE:
            value = (more or SIMPLE)[MORE.index(name)]
            low, high = ((dice[0] + 3) // 2, dice[0]) if name == "burst" else (1, 100)
            self._open_dial(value or high, low, high)
        elif name == "least":
            self._open_dial(least, 0, min(dice))
        elif name == "most":
            self._open_dial(most, 0, max(dice) - 1)
        elif name == "sign":
            self.change_pool(edit.set_part, self.at, edit.SIGN, -sign)
        elif name == "remove":
            self.change_pool(edit.set_part, self.at, edit.DICE, ())
            self.context.close()
        else:
            edits = {"join": edit.join_terms, "differ": edit.make_difference, "split": edit.split_term}
            self.change_pool(edits[name], self.at)

    def _open_dial(self, value: int, low: int, high: int) -> None:
        """Open a dial for the number of the selected line."""
        self.offered = None
        self.context.dialogs.ask_number(self.list[self.cursor][0], value, low, high)

    def _open_list(self, value: int, words: Callable[[int], str]) -> None:
        """Open a list of the values for the selected line.

        The text of a value is words(value).
        """
        values = edit.choices(self.pool[1][self.at], INDEXES[self.asked[0]])
        if self.asked[0] == "keep":
            values += edit.ALIKE
        self.offered = values
        labels = [words(value) for value in values]
        self.context.push(Picker(self.context, self.list[self.cursor][0], labels, values.index(value)))

    def on_result(self, result: Any) -> None:
        if result is None or self.asked not in self.lines:
            return  # while the dial or list was open, an undo may have removed the term
        name, run = self.asked
        if self.offered:
            result = self.offered[result]
        if name in MORE:
            self.change_pool(edit.set_more, self.at, MORE.index(name), result)
        elif name == "below" or (name == "double" and self.pool[1][self.at][edit.GOAL] < 0):
            self.change_pool(edit.set_part, self.at, INDEXES["goal" if name == "below" else name], -result)
        elif run is None:
            self.change_pool(edit.set_part, self.at, INDEXES[name], result)
        else:
            self.change_pool(edit.set_count if name == "count" else edit.resize, self.at, run, result)
            if not self.list:
                self.context.close()
