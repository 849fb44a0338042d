"""Short signals of a buzzer or a vibration motor.

The signals are for players who do not look at the panel.

The module is imported only if signals are enabled. A signal never blocks: the App calls `tick` at every pass,
and `tick` switches the buzzer or motor when a period of the signal ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..rules.types import Change, Thrown
    from .types import Diff, Ticks

KEY = "key"
CRITICAL = "critical"
# The kinds of signals by rising importance. A new signal replaces a running one of the same or lower importance.
KINDS = (KEY, CRITICAL, "turn", "death", "time")
# The pattern of each kind of signal: the lengths of its periods in hundredths of a second. The buzzer or motor is on
# in the first period, off in the second, and so on. A player does not feel a motor that runs for less than 0.03 s.
_PATTERNS = (
    b"\x03",
    b"\x06\x04\x06\x04\x10",
    b"\x0a\x08\x0a",
    b"\x32",
    b"\x14\x0a\x14\x0a\x14\x0a\x28",
)
HOUR_MS = 3600000
NIGHT = "night"  # a value of the setting "quiet"
EVENING, MORNING = 22, 7  # the hours of the day at which the night begins and ends


class Signals:
    """The signals of one buzzer or motor.

    switch  switches the buzzer or motor: on for 1, off for 0.
    hour    returns the hour of the day, 0 to 23; None if unknown.
    keys    whether each key press starts the signal KEY.
    silent  whether no signal is running.
    """

    def __init__(self, switch: Callable[[int], object], hour: Callable[[], int | None]) -> None:
        self._switch = switch
        self._hour = hour
        self.keys = False
        self.silent = True
        self._quiet = ""  # value of the setting "quiet": a number of hours, NIGHT, or "no"
        self._since: Ticks = 0  # time when the player chose the value in `_quiet`, or time of the start
        self._kind = -1  # index in KINDS of the running signal
        self._index = -1  # index of the present period in the running signal's pattern; -1 before the first
        self._at: Ticks = 0  # time when the present period began

    def choose(self, keys: bool, quiet: str, now: Ticks) -> None:
        """Set whether each key press has a signal, and when signals are suppressed.

        `quiet` is the value of the setting "quiet": a number of hours from now on, NIGHT, or "no".
        """
        self.keys = keys
        if quiet != self._quiet:
            self._quiet = quiet
            self._since = now

    def is_quiet(self, now: Ticks, diff: Diff) -> bool:
        """Tell whether signals are suppressed.

        If the time of day is unknown, NIGHT suppresses them at any time.
        """
        if self._quiet == NIGHT:
            hour = self._hour()
            return hour is None or not MORNING <= hour < EVENING
        return self._quiet.isdigit() and not self.is_over(now, diff)

    def is_over(self, now: Ticks, diff: Diff) -> bool:
        """Tell whether the chosen number of quiet hours has passed.

        If so, the App sets the setting "quiet" to "no".
        """
        return self._quiet.isdigit() and diff(now, self._since) >= int(self._quiet) * HOUR_MS

    def start_signal(self, name: str, now: Ticks, diff: Diff) -> None:
        """Start a signal, unless a more important signal runs or signals are suppressed.

        KEY begins at once. A signal of another kind begins at the next `tick`, after the App has drawn the screen.
        """
        kind = KINDS.index(name)
        if kind < self._kind or self.is_quiet(now, diff):
            return
        self._kind = kind
        self._index = -1
        self.silent = False
        if kind == 0:
            self._switch_next(now)

    def tick(self, now: Ticks, diff: Diff) -> None:
        """Switch the buzzer or motor on or off when a period of the running signal ends."""
        if not self.silent and (
            self._index < 0 or diff(now, self._at) >= _PATTERNS[self._kind][self._index] * 10
        ):
            self._switch_next(now)

    def _switch_next(self, now: Ticks) -> None:
        self._index += 1
        self._at = now
        if self._index == len(_PATTERNS[self._kind]):
            self.stop()
        else:
            self._switch(1 - self._index % 2)

    def stop(self) -> None:
        """End the running signal."""
        self.silent = True
        self._kind = self._index = -1
        self._switch(0)


def is_critical(dice: Sequence[Sequence[int] | Thrown]) -> bool:
    """Tell whether a throw is critical: all dice show their highest face.

    A die is (sides, face) or (sides, face, marks). A single die is critical only if it has ten or more sides.
    """
    if len(dice) < 2 and (not dice or dice[0][0] < 10):
        return False
    for die in dice:
        if die[0] != die[1]:
            return False
    return True


def signal_of_changes(marks: str, changes: Iterable[Change]) -> str:
    """Return the most important signal for some changes of the Sheets; "" for none.

    `marks` is SIGNALS of a game: a text of entries, separated by spaces. An entry "<signal>:<Sheet>.<field>"
    means that each change of this field has this signal. An entry "<signal>:<Sheet>.<field>=<value>" means that only
    a change to this value has the signal.
    """
    found = -1
    for mark in marks.split():
        name, _, rest = mark.partition(":")
        where, _, wanted = rest.partition("=")
        for sheet, _, field, value in changes:
            if where == sheet + "." + field and wanted in ("", str(value)):
                found = max(found, KINDS.index(name))
    return KINDS[found] if found >= 0 else ""
