"""Luck: the sum of each player's dice, compared with the mean of that sum.

The dice are those in the journal of the game. A die with s sides has the mean (s + 1) / 2 and the variance
(s * s - 1) / 12. This also holds for explosions, rerolls and dice after a decision, because each thrown die counts.
The screen shows the deviation: the sum of all faces minus the mean of that sum, in standard deviations of the sum.
A game that deals cards does not have this screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...journal.journal import EFFECT, ROLL, unpack_roll
from ...journal.records import FREE, NONE
from ...rules.procedure import Roll
from ..drawing.widgets import list_rows, pointer, scrollbar, top
from .menu import Menu

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ...device.types import Milliseconds, Ticks
    from ...rules.types import Face, Path, Sides
    from ..drawing.canvas import Canvas
    from .types import Context, Entries

AT_ONCE = 4  # number of records of the journal that one pass reads
FEW = 12  # smallest number of dice for which a deviation is shown
SPAN = 30  # largest deviation that a bar shows, in tenths of a standard deviation
MIDDLE = 64
HALF = 18


class Count:
    """The number of a player's dice, and the sum of the faces, its mean and variance.

    dice      the number of dice.
    sum       the sum of the faces.
    twice     twice the mean of the sum.
    variance  12 times the variance of the sum.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.dice = 0
        self.sum = 0
        self.twice = 0
        self.variance = 0

    def add(self, sides: Sides, face: Face) -> None:
        """Count a thrown die."""
        self.dice += 1
        self.sum += face
        self.twice += sides + 1
        self.variance += sides * sides - 1

    def tenths(self) -> int:
        """Return the sum minus its mean, in tenths of a standard deviation."""
        more = 2 * self.sum - self.twice
        if not self.variance:
            return 0
        found = int((300 * more * more / self.variance) ** 0.5 + 0.5)
        return found if more >= 0 else -found


def dice_of_roll(
    context: Context, number: int, listed: Sequence[int], path: Path, note: bytes
) -> list[tuple[Sides, Face]]:
    """Return the (sides, face) of each die of a ROLL, given the fields of its record.

    The result is [] if this version of Gobelet does not know the roll.
    """
    if number == FREE:
        screens = context.messages.game_screens()
        return screens.dice_of(context, listed, path, note) if hasattr(screens, "dice_of") else []
    known = context.session.rows_and_values(number, listed)
    found: list[tuple[Sides, Face]] = []
    if known is None:
        return found
    proc = context.session.procedure(number)
    progress = None
    try:
        for result in path:
            step: Any = proc.step(known[1], progress)
            if isinstance(step, Roll):
                found.extend(zip(step.dice, result))
            progress = step.fold(known[1], progress, result)
    except Exception:  # the rules have changed since the roll
        return []
    return found


class Luck(Menu):
    """A list with a bar for all players together, then a bar for each player.

    A bar begins in the middle of its range, at a deviation of 0.

    While the screen is open, each pass reads AT_ONCE records of the journal.
    """

    title = "luck"
    keys = ("k.scroll", "k.open")
    holds = "?"

    def __init__(self, context: Context, cursor: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.counts = [Count(context.t("luck.all"))]
        self.rolls: Iterator[object] | None = self.count_rolls()

    def count_rolls(self) -> Iterator[object]:
        """Count the dice of all rolls in the journal. Yield once for each record."""
        context = self.context
        later = None
        for _, kind, payload in context.session.journal.newest_first():
            yield None
            if kind & 0x0F != ROLL:
                if kind & 0x0F == EFFECT:
                    later = None
                continue
            number, _, listed, path, note = roll = unpack_roll(payload)
            if number == NONE:
                continue
            # each step of a roll writes a record with all steps so far: count only the longest record
            if (
                later
                and number == later[0] != FREE
                and listed == later[2]
                and path == later[3][: len(path)] != later[3]
            ):
                continue
            later = roll
            dice = dice_of_roll(context, number, listed, path, note)
            if dice:
                known = None if number == FREE else context.session.rows_and_values(number, listed)
                row = known[0][0] if known and known[0] else -1
                for count in (self.counts[0], self.count_of(context.seat(row))):
                    for sides, face in dice:
                        count.add(sides, face)

    def count_of(self, name: str) -> Count:
        """Return the Count of the player called `name`.

        If `name` is "", the result is a new Count that no line shows.
        """
        for count in self.counts[1:]:
            if count.name == name:
                return count
        count = Count(name)
        if name:
            self.counts.append(count)
        return count

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        if self.rolls is None:
            return None
        try:
            for _ in range(AT_ONCE):
                next(self.rolls)
        except StopIteration:
            self.rolls = None
            self.refresh()
        return 0

    def entries(self) -> Entries:
        return [(count.name, self.deviation_text(count)) for count in self.counts]

    def head(self) -> tuple[str, str]:
        t = self.context.t
        return t(self.title), "…" if self.rolls is not None else t("luck.dice", self.counts[self.cursor].dice)

    def deviation_text(self, count: Count) -> str:
        """Return a deviation as text, such as "+1,2", or "?" for fewer than FEW dice."""
        tenths = count.tenths()
        sign = "+" if tenths > 0 else "−" if tenths < 0 else ""
        number = "%d%s%d" % (abs(tenths) // 10, self.context.t("decimal"), abs(tenths) % 10)
        return "?" if count.dice < FEW else sign + number

    def draw(self, c: Canvas) -> None:
        top(c, *self.head())
        # while the journal is being read, `counts` may have more players than `self.list`
        count = len(self.counts)
        self.first = list_rows(self.first, self.cursor, count)
        scrollbar(c, self.first, 3, count)
        y = 8
        for index in range(self.first, min(self.first + 3, count)):
            one = self.counts[index]
            if index == self.cursor:
                pointer(c, 0, y, 122)
            c.text(9, y + 4, c.shorten(one.name, MIDDLE - HALF - 11))
            c.vline(MIDDLE, y + 1, 13)
            # draw a mark on each side of the middle, at two standard deviations
            for x in (MIDDLE - HALF * 2 // 3, MIDDLE + HALF * 2 // 3):
                c.vline(x, y + 6, 3)
            long = min(abs(one.tenths()), SPAN) * HALF // SPAN
            left = MIDDLE - long if one.tenths() < 0 else MIDDLE
            if one.dice >= FEW:
                c.fill(left, y + 3, long + 1, 9)
            elif long:
                c.rect(left, y + 3, long + 1, 9)
            c.align_right(122, y, self.deviation_text(one), 16)
            y += 16
        self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, int]]:
        shown = [self.deviation_text(one) for one in self.counts[self.first : self.first + 3]]
        return [(text, 12) for text in shown if text != "?"]

    def choose(self, index: int) -> None:
        self.about(index)

    def about(self, index: int) -> None:
        """Open a page that explains the deviation at `index`."""
        t = self.context.t
        one = self.counts[index]
        tenths = one.tenths()
        word = "few"
        if one.dice >= FEW:
            size = abs(tenths) // 10
            word = "even" if not size else ("up" if tenths > 0 else "down") + ("2" if size > 1 else "")
        expected = str(one.twice >> 1) + (t("decimal") + "5" if one.twice & 1 else "")
        lines = [t("luck." + word), t("luck.sums", one.sum, expected)]
        if one.dice >= FEW:
            lines.append(t("luck.sigma", self.deviation_text(one)))
        self.context.dialogs.show_page(one.name, lines + [t("luck.about")])
