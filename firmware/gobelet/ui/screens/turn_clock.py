"""The clock of turns, shown in the top band of a game if the players enable it.

The transaction that passes the turn to the next player also adds the time of the turn to a Sheet. So an undo reverts
the turn and its time. The time of the present turn is in no Sheet. After a power cut this time restarts at zero, and
is shown as a minimum.

The module `sheets` of a game with a clock declares the Kind "time". This Kind has a row for each player, and a last
row for time outside of turns. The module also declares TURN, the (Kind, field) that changes when the turn passes. The
value of this field is the index of the row of the player whose turn it is, -1 outside of turns. If the module
declares a function row_in_turn(state), this function returns the row instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.clock import MOST, clock_text, seconds, time_changes
from .menu import Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...device.types import Milliseconds, Ticks
    from ...rules.types import Change, Effect, Row
    from .types import Context, Entries

NAME = 32  # number of pixel columns for the player's name beside the time
SMALL = 0x3FFFFFFF  # bit mask of 30 bits: MicroPython stores such an integer without an allocation


class TurnClock:
    """The clock of an open game.

    began_at  tick count at which the time of the present turn began to run.
    ms        milliseconds of the present turn before `began_at`.
    lost      a bit for each turn, the lowest bit for the present turn: 1 if some time of the turn may be missing, after
              a power cut or because the game was left. After an undo, the bits of earlier turns are used again.
    beat      the time of the present turn that was drawn last, in seconds.
    """

    def __init__(self, context: Context, ms: int = 0, lost: int = 0) -> None:
        self.context = context
        self.state = context.session.state
        self.kind, self.field = context.session.declaration("TURN")
        self.began_at = context.now()
        self.ms = ms
        self.lost = lost if self.row() >= 0 else 0  # without a turn no time is missing
        self.beat = 0

    def passed_ms(self) -> int:
        """Return the milliseconds that the present turn has taken."""
        return self.ms + self.context.ms_since(self.began_at)

    def row(self) -> Row:
        """Return the index of the row of the player whose turn it is, or -1."""
        return self.context.session.row_in_turn()

    def name(self, row: Row) -> str:
        """Return the name of the player at index `row` of the Kind "time", or ""."""
        nobody = self.state.kind("time").rows - 1
        if not 0 <= row < nobody:
            return ""
        hook = getattr(self.context.messages.game_screens(), "turn_of", None)
        return hook(self.context, row) if hook else self.context.seat(row)

    def spent_changes(self, changes: Sequence[Change]) -> list[Change]:
        """Return the changes that add the time of the present turn to its player's row.

        The list is empty unless `changes` pass the turn to another player.
        """
        now = self.state.get(self.kind, 0, self.field)
        for kind, _, field, value in changes:
            if kind == self.kind and field == self.field and value != now:
                row = self.row() % self.state.kind("time").rows
                return time_changes("time", row, seconds(self.state, "time", row) + self.passed_ms() // 1000)
        return []

    def start_turn(self) -> None:
        """Start the time of a new turn, whose bit becomes the lowest bit of `lost`."""
        # The time of a turn shorter than a second changes no field. So `adjust_to_undo` does not notice that turn,
        # which therefore has no bit in `lost`.
        if self.passed_ms() >= 1000:
            self.lost <<= 1
        self.lost &= SMALL & ~1
        self.ms = 0
        self.began_at = self.context.now()

    def restart_unknown(self) -> None:
        """Restart the clock, because the values of another game were loaded.

        Some time of that game's present turn may be missing.
        """
        self.start_turn()
        self.lost = int(self.row() >= 0)

    def time_text(self, time: int) -> str:
        """Return a time of the present turn as text.

        "≥" precedes the text if some of the time may be missing.
        """
        return ("≥" if self.lost & 1 else "") + clock_text(time)

    def adjust_to_undo(self, effects: Sequence[Effect], forward: bool) -> None:
        """Adjust the clock to an undo of `effects`, or to their redo if `forward`.

        If the effects passed the turn, an undo restores the former turn, which continues with its former time. Effects
        on the times of several players belong to another game, see `Session.replace_game`. An undo or redo of
        them restarts the clock.
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
            self.ms = max(self.passed_ms() + (-by if forward else by) * 1000, 0)
            self.began_at = self.context.now()
            # an undo joins two turns: if time of either turn may be missing, time of the joined turn may be missing
            now = self.lost & 1
            self.lost = (self.lost << 1) & SMALL if forward else self.lost >> 1
            self.lost |= now
        elif rows:
            self.restart_unknown()

    def is_due(self) -> bool:
        """Tell whether a second has passed since the last drawing."""
        return self.passed_ms() // 1000 != self.beat

    def band_texts(self) -> tuple[str, str]:
        """Return (name of the player, time of the turn) for the top band.

        The name is "" if no player has the turn.
        """
        self.beat = self.passed_ms() // 1000
        return self.context.canvas.shorten(self.name(self.row()), NAME), self.time_text(self.beat)


class Times(Menu):
    """The list of the times of all players, and of the game."""

    title = "home.clock"
    keys = ("k.scroll", "k.back")
    second = -1  # seconds of the present turn, as the list shows them

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        clock = self.context.session.clock
        if clock is None:
            return None
        if clock.passed_ms() // 1000 != self.second:
            self.refresh()
        return 1000 - clock.passed_ms() % 1000

    def is_valid(self) -> bool:
        return self.context.session.clock is not None

    def entries(self) -> Entries:
        state = self.context.session.state
        clock = self.context.session.clock
        count = state.kind("time").rows
        now = (clock.row() % count, clock.passed_ms() // 1000) if clock else (-1, 0)
        self.second = now[1]
        found = []
        total = 0
        for row in range(count):
            value = seconds(state, "time", row) + (now[1] if row == now[0] else 0)
            total += value
            if value and clock:
                time = clock.time_text(value) if row == now[0] else clock_text(value)
                found.append((clock.name(row) or self.context.t("luck.all"), time))
        return found + [
            (self.context.t("clock.game"), clock.time_text(total) if clock else clock_text(total))
        ]

    def choose(self, index: int) -> None:
        self.context.close()
