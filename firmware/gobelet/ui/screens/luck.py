"""Luck: the dice that were rolled beside those to be expected, for each player, from the journal of the game.

Of a die with s sides (s + 1) / 2 is to be expected, with a variance of (s * s - 1) / 12; that of an explosion, of a die
rolled again, or of one that a decision led to, too, for it is thrown only then. So the sum of all faces, less that of
what was expected, is measured in the exact standard deviation of that sum. A game that deals cards has no such screen.
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
    from ..types import App, Entries

AT_ONCE = 4  # records that are read in a pass
FEW = 12  # with fewer dice nothing can be said
SPAN = 30  # tenths of a standard deviation from the middle of the picture to its edge
MIDDLE = 64
HALF = 18


class Count:
    """The dice of one player: how many, the sum of their faces, twice the sum to be expected, 12 times its variance."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dice = 0
        self.sum = 0
        self.twice = 0
        self.variance = 0

    def add(self, sides: Sides, face: Face) -> None:
        self.dice += 1
        self.sum += face
        self.twice += sides + 1
        self.variance += sides * sides - 1

    def tenths(self) -> int:
        """By how many tenths of a standard deviation more was rolled than was to be expected."""
        more = 2 * self.sum - self.twice
        if not self.variance:
            return 0
        found = int((300 * more * more / self.variance) ** 0.5 + 0.5)
        return found if more >= 0 else -found


def thrown(app: App, number: int, listed: Sequence[int], path: Path, note: bytes) -> list[tuple[Sides, Face]]:
    """(sides, face) of all dice of a ROLL; none of one that this version does not know."""
    if number == FREE:
        screens = app.telling.game_screens()
        return screens.dice_of(app, listed, path, note) if hasattr(screens, "dice_of") else []
    known = app.session.known(number, listed)
    found: list[tuple[Sides, Face]] = []
    if known is None:
        return found
    proc = app.session.procedure(number)
    progress = None
    try:
        for result in path:
            step: Any = proc.step(known[1], progress)
            if isinstance(step, Roll):
                found.extend(zip(step.dice, result))
            progress = step.fold(known[1], progress, result)
    except Exception:  # the rules have changed since
        return []
    return found


class Luck(Menu):
    """A bar for each player, from the middle, and for all of them. The journal is read once they are shown."""

    title = "luck"
    keys = ("k.scroll", "k.open")
    holds = "?"

    def __init__(self, app: App, cursor: int = 0) -> None:
        Menu.__init__(self, app, cursor)
        self.counts = [Count(app.t("luck.all"))]
        self.rolls: Iterator[object] | None = self.read()

    def read(self) -> Iterator[object]:
        """Count the rolls of the journal; yields after every record."""
        app = self.app
        later = None
        for _, kind, payload in app.session.journal.newest_first():
            yield None
            if kind & 0x0F != ROLL:
                if kind & 0x0F == EFFECT:
                    later = None
                continue
            number, _, listed, path, note = roll = unpack_roll(payload)
            if number == NONE:
                continue
            # Every step of one roll is a record, the longest stands for all.
            if (
                later
                and number == later[0] != FREE
                and listed == later[2]
                and path == later[3][: len(path)] != later[3]
            ):
                continue
            later = roll
            dice = thrown(app, number, listed, path, note)
            if dice:
                known = None if number == FREE else app.session.known(number, listed)
                row = known[0][0] if known and known[0] else -1
                for count in (self.counts[0], self.of(app.seat(row))):
                    for sides, face in dice:
                        count.add(sides, face)

    def of(self, name: str) -> Count:
        """The count of a player; another one, which is not shown, where nobody is named."""
        for count in self.counts[1:]:
            if count.name == name:
                return count
        count = Count(name)
        if name:
            self.counts.append(count)
        return count

    def tick(self, now: Ticks) -> Milliseconds | None:
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
        return [(count.name, self.written(count)) for count in self.counts]

    def head(self) -> tuple[str, str]:
        t = self.app.t
        return t(self.title), "…" if self.rolls is not None else t("luck.dice", self.counts[self.cursor].dice)

    def written(self, count: Count) -> str:
        """ "+1,2", "?" for too few dice."""
        tenths = count.tenths()
        sign = "+" if tenths > 0 else "−" if tenths < 0 else ""
        number = "%d%s%d" % (abs(tenths) // 10, self.app.t("decimal"), abs(tenths) % 10)
        return "?" if count.dice < FEW else sign + number

    def draw(self, c: Canvas) -> None:
        top(c, *self.head())
        count = len(self.counts)  # while they are counted there may be more than the list has
        self.first = list_rows(self.first, self.cursor, count)
        scrollbar(c, self.first, 3, count)
        y = 8
        for index in range(self.first, min(self.first + 3, count)):
            one = self.counts[index]
            if index == self.cursor:
                pointer(c, 0, y, 122)
            c.text(9, y + 4, c.shorten(one.name, MIDDLE - HALF - 11))
            c.vline(MIDDLE, y + 1, 13)
            for x in (MIDDLE - HALF * 2 // 3, MIDDLE + HALF * 2 // 3):  # two standard deviations
                c.vline(x, y + 6, 3)
            long = min(abs(one.tenths()), SPAN) * HALF // SPAN
            left = MIDDLE - long if one.tenths() < 0 else MIDDLE
            if one.dice >= FEW:
                c.fill(left, y + 3, long + 1, 9)
            elif long:
                c.rect(left, y + 3, long + 1, 9)
            c.right(122, y, self.written(one), 16)
            y += 16
        self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, int]]:
        shown = [self.written(one) for one in self.counts[self.first : self.first + 3]]
        return [(text, 12) for text in shown if text != "?"]

    def choose(self, index: int) -> None:
        self.about(index)

    def about(self, index: int) -> None:
        """What it means, in words."""
        t = self.app.t
        one = self.counts[index]
        tenths = one.tenths()
        word = "few"
        if one.dice >= FEW:
            size = abs(tenths) // 10
            word = "even" if not size else ("up" if tenths > 0 else "down") + ("2" if size > 1 else "")
        expected = str(one.twice >> 1) + (t("decimal") + "5" if one.twice & 1 else "")
        lines = [t("luck." + word), t("luck.sums", one.sum, expected)]
        if one.dice >= FEW:
            lines.append(t("luck.sigma", self.written(one)))
        self.app.page(one.name, lines + [t("luck.about")])
