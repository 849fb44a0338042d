"""The clock of a game whose Sheets say whose turn it is: the top band has it while the game is open, if the players
wish it so (a setting). What passes the turn passes the clock, in the same transaction, so an undo takes both back.

Such a game declares beside its Kinds the Kind "time", a row for each who takes turns and one more for the time that is
nobody's, and TURN, (Kind, field) of whose turn it is, -1 for nobody. Where no field is the row
itself, `whose(state)` gives it. What has passed in the present turn is in no Sheet: after the power was off it is
counted anew, and shown as the least that it can be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.clock import MOST, seconds, spent, written
from .menu import Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...device.types import Milliseconds, Ticks
    from ...rules.types import Change, Effect, Row
    from ..types import App, Entries

NAME = 32  # columns of the name beside the time
SMALL = 0x3FFFFFFF  # the bits of an integer that takes no room on the Pico


class TurnClock:
    """ms    what has passed of a turn that was begun before: this game was left meanwhile
    lost  a bit for each turn, the present one lowest: whether more of it may have passed, which was lost with the power
        or with a game that was left; the others are there for an undo
    """

    def __init__(self, app: App, ms: int = 0, lost: int = 0) -> None:
        self.app = app
        self.state = app.session.state
        self.kind, self.field = app.session.declared("TURN")
        self.since = app.now()
        self.ms = ms
        self.lost = lost if self.row() >= 0 else 0  # no turn was begun that could have lost time
        self.beat = 0  # the second that was drawn last

    def passed(self) -> int:
        """Milliseconds of the present turn."""
        return self.ms + self.app.since(self.since)

    def row(self) -> Row:
        """Whose turn it is, -1 for nobody."""
        return self.app.session.turn()

    def name(self, row: Row) -> str:
        """Of whoever has a row of the Kind "time"; "" for nobody."""
        nobody = self.state.kind("time").rows - 1
        if not 0 <= row < nobody:
            return ""
        hook = getattr(self.app.telling.game_screens(), "turn_of", None)
        return hook(self.app, row) if hook else self.app.seat(row)

    def spent(self, changes: Sequence[Change]) -> list[Change]:
        """The changes of time that belong to `changes`: none unless they pass the turn on."""
        now = self.state.get(self.kind, 0, self.field)
        for kind, _, field, value in changes:
            if kind == self.kind and field == self.field and value != now:
                row = self.row() % self.state.kind("time").rows
                return spent("time", row, seconds(self.state, "time", row) + self.passed() // 1000)
        return []

    def begin(self) -> None:
        """A turn has begun: count it from nothing, and note whether the one before may have lost time."""
        if self.passed() >= 1000:  # an undo of a pass that took no second finds none to give back
            self.lost <<= 1
        self.lost &= SMALL & ~1
        self.ms = 0
        self.since = self.app.now()

    def lose(self) -> None:
        """Another game is there: how much of its turn had passed is in no Sheet."""
        self.begin()
        self.lost = int(self.row() >= 0)

    def written(self, time: int) -> str:
        """Seconds that end with those of the present turn."""
        return ("≥" if self.lost & 1 else "") + written(time)

    def reverted(self, effects: Sequence[Effect], forward: bool) -> None:
        """An undo took the pass of a turn back, but not the time that passed in it; a redo passes it on again. Another
        game, see `Session.renew`, gives nobody time.
        """
        by = 0
        rows = []
        for number, row, field, old, new in effects:
            kind = self.state.kinds[number]
            if kind.name == "time":
                by += (new - old) * (1 if field else 60) or -MOST
                if row not in rows:
                    rows.append(row)
        if len(rows) == 1 and by > 0:
            self.ms = max(self.passed() + (-by if forward else by) * 1000, 0)
            self.since = self.app.now()
            now = self.lost & 1  # both turns are one again
            self.lost = (self.lost << 1) & SMALL if forward else self.lost >> 1
            self.lost |= now
        elif rows:
            self.lose()

    def due(self) -> bool:
        """Whether it shows another second than was drawn."""
        return self.passed() // 1000 != self.beat

    def shown(self) -> tuple[str, str]:
        """(whose turn it is, "" for nobody's; its time)."""
        self.beat = self.passed() // 1000
        return self.app.canvas.shorten(self.name(self.row()), NAME), self.written(self.beat)


class Times(Menu):
    """Everybody's time, and that of the game."""

    title = "home.clock"
    keys = ("k.scroll", "k.back")
    second = -1  # of the present turn, as listed

    def tick(self, now: Ticks) -> Milliseconds | None:
        clock = self.app.session.clock
        if clock is None:
            return None
        if clock.passed() // 1000 != self.second:
            self.refresh()
        return 1000 - clock.passed() % 1000

    def is_valid(self) -> bool:
        return self.app.session.clock is not None

    def entries(self) -> Entries:
        state = self.app.session.state
        clock = self.app.session.clock
        count = state.kind("time").rows
        now = (clock.row() % count, clock.passed() // 1000) if clock else (-1, 0)
        self.second = now[1]
        found = []
        total = 0
        for row in range(count):
            value = seconds(state, "time", row) + (now[1] if row == now[0] else 0)
            total += value
            if value and clock:
                time = clock.written(value) if row == now[0] else written(value)
                found.append((clock.name(row) or self.app.t("luck.all"), time))
        return found + [(self.app.t("clock.game"), clock.written(total) if clock else written(total))]

    def choose(self, index: int) -> None:
        self.app.close()
