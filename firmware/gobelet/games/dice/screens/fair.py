"""The screens of the fairness test.

The screen Fair has the settings. The screen Run makes many rolls, and shows a chart and the verdict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.numbers import whole_percent, with_percent
from gobelet.ui.drawing.widgets import draw_large, top
from gobelet.ui.screens.menu import Menu
from gobelet.ui.screens.stack import Screen

from ..rules import fairness

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.device.types import Milliseconds, Ticks
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps


PORTION = 32  # number of pairs of rolls in one pass; 32 pairs take about 20 ms on a Pico
DRAW_MS = 250
WORDS = ("fine", "uneven", "regular")  # for each verdict, the part of its text key after "fair."


class Fair(Menu):
    """The list to choose a die and the number of rolls, and to start a test run."""

    title = "home.fair"

    def __init__(self, context: Context, cursor: int = 0, sides: int = 20, rolls: int = 1) -> None:
        Menu.__init__(self, context, cursor)
        self.sides = sides
        self.rolls = rolls

    def arguments(self) -> Arguments:
        return (self.cursor, self.sides, self.rolls)

    def entries(self) -> Entries:
        t = self.context.t
        return [
            (t("fair.start"), ""),
            (t("fair.die"), "d%d" % self.sides),
            (t("fair.rolls"), str(fairness.ROLLS[self.rolls])),
            (t("fair.how"), ""),
        ]

    def choose(self, index: int) -> None:
        context = self.context
        if index == 0:
            context.push(Run(context, self.sides, fairness.ROLLS[self.rolls]))
        elif index == 1:
            context.dialogs.ask_number(context.t("fair.die"), self.sides, 2, 100)
        elif index == 2:
            self.rolls = (self.rolls + 1) % len(fairness.ROLLS)
            self.refresh()
        else:
            context.dialogs.show_page(context.t("fair.how"), context.t("fair.words"))

    def on_result(self, result: Any) -> None:
        if result is not None:
            self.sides = result
            self.refresh()


class Run(Screen):
    """The screen of a test run, which rolls a die while the screen is open.

    BACK stops the run.
    If the verdict of the first run is not FINE, the screen asks for a second run, which decides.
    """

    def __init__(self, context: Context, sides: int, rolls: int) -> None:
        Screen.__init__(self, context)
        self.sides = sides
        self.rolls = rolls
        self.before: int | None = None  # verdict of the first run while a second run lasts, otherwise None
        self._start_run()

    def _start_run(self) -> None:
        """Start a run with all counts at 0."""
        self.tally = fairness.Tally(self.sides)
        self.results: Sequence[tuple[float, int, float]] | None = None
        self.verdict = fairness.FINE  # unused until there are results
        self.cursor = -1
        self.drawn = self.context.now()

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        if self.results is not None:
            return None
        context = self.context
        tally = self.tally
        try:
            tally.roll_pairs(context.dice.shaker.roll, min(PORTION, (self.rolls - tally.rolls) // 2))
        except OSError:
            # Close the screen, because each further pass would raise the error again.
            context.close()
            raise
        if tally.rolls == self.rolls:
            self._finish_run()
            context.redraw()
        elif context.ms_since(self.drawn) >= DRAW_MS:
            self.drawn = now
            context.redraw()
        return 1

    def _finish_run(self) -> None:
        """Test the counts, and set the verdict."""
        self.results = self.tally.results()
        self.verdict = fairness.judge(self.results)
        if self.before is not None:
            self.verdict = fairness.final_verdict(self.before, self.verdict)

    # Drawing

    def needs_second_run(self) -> bool:
        """Tell whether the present run is the first, with a verdict that is not FINE."""
        return self.before is None and self.verdict != fairness.FINE

    def word(self) -> str:
        """Return the text of the verdict."""
        return self.context.t("fair.again" if self.needs_second_run() else "fair." + WORDS[self.verdict])

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return () if self.results is None else ((self.word(), 12),)

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        tally = self.tally
        top(c, "%s d%d" % (t("home.fair"), self.sides), str(tally.rolls))
        self._bars(c)
        if self.results is None:
            word = with_percent(100 * tally.rolls // self.rolls, t("decimal"))
            line = t("fair.running")
            self.keys = ("", "fair.stop")
            self.holds = ""
        else:
            word = self.word()
            self.keys = ("fair.move", "fair.second" if self.needs_second_run() else "fair.repeat")
            self.holds = "?"
            line = ", ".join(self._tests("fair.p"))
            if self.cursor >= 0:
                line = t("fair.face", self.cursor + 1, tally.faces[self.cursor], self._expected_text())
        draw_large(c, word, 8, 16)
        c.text(0, 48, line)
        self.strip(c)

    def _expected_text(self) -> str:
        return decimal(self.tally.rolls / self.sides, 1, self.context.t("decimal"))

    def _tests(self, key: str) -> list[str]:
        """Return a line of text for each test.

        The text key of a line is `key` and the index of the test, from 0.
        """
        dot = self.context.t("decimal")
        found: list[str] = []
        for chi2, df, p in self.results or ():
            said = (
                "<0" + dot + "001" if p < 0.001 else ">0" + dot + "999" if p > 0.999 else decimal(p, 3, dot)
            )
            by_chance = whole_percent((max(1, min(int(p * 1000000), 999999)), 1000000), dot)
            found.append(
                self.context.t("%s%d" % (key, len(found)), said, decimal(chi2, 2, dot), df, by_chance)
            )
        return found

    def _bars(self, c: Canvas) -> None:
        """Draw a bar for each face, and a dotted line at the expected count."""
        faces = self.tally.faces
        rolls = self.tally.rolls
        most = max(max(faces), rolls * 3 // (2 * self.sides), 1)
        pitch = min(126 // self.sides, 20)
        wide = pitch - 1 if pitch > 2 else pitch
        left = x = (128 - pitch * self.sides) // 2
        for index in range(self.sides):
            tall = 22 * faces[index] // most
            if self.cursor in (-1, index) or wide < 3:
                c.fill(x, 47 - tall, wide, tall)
            else:
                c.rect(x, 47 - tall, wide, tall)
            # a selected bar is full, with dots above it; all other bars are then hollow, as in `amounts.bars`
            if index == self.cursor:
                for dot in range(45 - tall, 24, -2):
                    c.hline(x + (wide - 1) // 2, dot, 1)
            x += pitch
        y = 47 - 22 * rolls // self.sides // most
        for index in range(left, x, 2):
            c.fb.pixel(index, y, index & 2)

    # Keys

    def on_step(self, by: Steps) -> None:
        self.cursor = (self.cursor + 1 - by) % (self.sides + 1) - 1

    def on_ok(self) -> None:
        if self.results is None:
            return
        self.before = self.verdict if self.needs_second_run() else None
        self._start_run()

    def on_hold_ok(self) -> None:
        if self.results is None:
            return
        t = self.context.t
        faces = self.tally.faces
        lines = [
            self.word(),
            t("fair.counts", self.tally.rolls, self._expected_text(), min(faces), max(faces)),
        ]
        lines += self._tests("fair.test") + [t("fair.words")]
        self.context.dialogs.show_page(t("why"), "|".join(lines))


def decimal(x: float, digits: int, dot: str) -> str:
    """Return `x` as text with `digits` decimals; `dot` is the decimal sign."""
    return ("%.*f" % (digits, x)).replace(".", dot)
