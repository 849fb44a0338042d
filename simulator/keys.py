"""Virtual keys, and the timing of presses on them."""

from __future__ import annotations

import heapq

from simulator.clock import Clock

UP, DOWN, OK, BACK = 1, 2, 4, 8
NAMES = {"UP": UP, "DOWN": DOWN, "OK": OK, "BACK": BACK}

# A quick press holds a key down for DOWN_MS milliseconds; a gap of GAP_MS follows. Both times exceed the 25 ms for
# which the firmware ignores a key that has just gone down or up. The two times allow twelve presses a second.
DOWN_MS = 40
GAP_MS = 40


class Keys:
    """Four keys as the firmware reads them.

    mask  bits of the keys that are down, after the last call of `down`, `up` or `fetch_change`.
    time  tick count of the key change that `fetch_change` fetched last.
    """

    def __init__(self) -> None:
        self.mask = 0
        self.time = 0
        self._noted: list[tuple[int, int]] = []

    def read(self) -> int:
        return self.mask

    def fetch_change(self) -> bool:
        """Fetch the next unread key change into `mask` and `time`.

        Return False if no key change is unread.
        """
        if not self._noted:
            return False
        self.mask, self.time = self._noted.pop(0)
        return True

    def down(self, key: int) -> None:
        """Set a key down without recording the change."""
        self.mask |= key

    def up(self, key: int) -> None:
        """Set a key up without recording the change."""
        self.mask &= ~key

    def record_key(self, key: int, down: bool, ticks: int) -> None:
        """Record that a key went down or up, with the tick count of this change.

        If the firmware reads the change late, it still computes the true duration of the press.
        """
        mask = self._noted[-1][0] if self._noted else self.mask
        self._noted.append((mask | key if down else mask & ~key, ticks))


class Fingers:
    """A converter of keyboard characters into presses, one after the other.

    A terminal does not report that a key is released, so each press has a planned length. All times are milliseconds
    since the start of `clock`.

    A held key of the keyboard may repeat its character faster than one press takes. At most `ahead` presses are
    pending, and further presses are dropped. So the presses end soon after the user releases the key.
    """

    def __init__(self, keys: Keys, clock: Clock, ahead: int = 2) -> None:
        self.keys = keys
        self.clock = clock
        self.ahead = ahead
        # A heap of planned key changes: (due time, serial number, whether the key goes down, key).
        self._events: list[tuple[int, int, bool, int]] = []
        self._order = 0
        self._free = 0  # time at which the gap after the last planned press ends

    def press(self, key: int, now: int, down_ms: int = DOWN_MS) -> bool:
        """Schedule a press after the pending presses; return False if it was dropped."""
        if len(self._events) >= 2 * self.ahead:
            return False
        start = max(now, self._free)
        self._plan(start, True, key)
        self._plan(start + down_ms, False, key)
        self._free = start + down_ms + GAP_MS
        return True

    def _plan(self, due: int, down: bool, key: int) -> None:
        heapq.heappush(self._events, (due, self._order, down, key))
        self._order += 1

    def record_due(self, now: int) -> None:
        """Record all due key changes with their planned times.

        So a press keeps its planned length, even if a slow computer calls `record_due` late.
        """
        while self._events and self._events[0][0] <= now:
            due, _, down, key = heapq.heappop(self._events)
            self.keys.record_key(key, down, self.clock.ticks_at(due))

    def due_in(self, now: int) -> int | None:
        """Return the milliseconds until the next planned key change; None without one."""
        return max(self._events[0][0] - now, 0) if self._events else None
