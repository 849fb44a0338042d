"""Virtual keys, and the timing of presses on them."""

from __future__ import annotations

import heapq

from simulator.clock import Clock

UP, DOWN, OK, BACK = 1, 2, 4, 8
NAMES = {"UP": UP, "DOWN": DOWN, "OK": OK, "BACK": BACK}

# Times of a quick press. The firmware ignores a key for 25 ms after a change. 40 ms each allow twelve presses a second.
DOWN_MS = 40
GAP_MS = 40


class Keys:
    """Four keys as the firmware reads them.

    mask  bits of the keys that are down.
    time  tick count of the change that `next` fetched last.
    """

    def __init__(self) -> None:
        self.mask = 0
        self.time = 0
        self._noted: list[tuple[int, int]] = []

    def read(self) -> int:
        return self.mask

    def next(self) -> bool:
        """Fetch the next unread change into `mask` and `time`.

        Return False if there is none.
        """
        if not self._noted:
            return False
        self.mask, self.time = self._noted.pop(0)
        return True

    def down(self, key: int) -> None:
        self.mask |= key

    def up(self, key: int) -> None:
        self.mask &= ~key

    def note(self, key: int, down: bool, ticks: int) -> None:
        """Record a change of a key at a past time.

        So a late reader still gets the true duration of a press.
        """
        mask = self._noted[-1][0] if self._noted else self.mask
        self._noted.append((mask | key if down else mask & ~key, ticks))


class Fingers:
    """A converter of keyboard characters into presses, one after the other.

    A character has no release event. All times are milliseconds of `clock`. The keyboard may repeat a character
    faster than one press takes. At most `ahead` presses are pending, and further ones are dropped. Otherwise the
    screen would still change after the user releases the key.
    """

    def __init__(self, keys: Keys, clock: Clock, ahead: int = 2) -> None:
        self.keys = keys
        self.clock = clock
        self.ahead = ahead
        self._events: list[tuple[int, int, bool, int]] = []  # (due time, order, is down, key)
        self._order = 0
        self._free = 0  # time at which the last planned press ends

    def press(self, key: int, now: int, down_ms: int = DOWN_MS) -> bool:
        """Schedule a press after the pending ones; return False if it was dropped."""
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
        """Record all due changes with their planned times.

        So a slow computer does not prolong the presses.
        """
        while self._events and self._events[0][0] <= now:
            due, _, down, key = heapq.heappop(self._events)
            self.keys.note(key, down, self.clock.ticks_at(due))

    def due_in(self, now: int) -> int | None:
        """Return the milliseconds until the next change, or None without one."""
        return max(self._events[0][0] - now, 0) if self._events else None
