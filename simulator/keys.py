"""Virtual keys, and the fingers that press them at the right times."""

from __future__ import annotations

import heapq

from simulator.clock import Clock

UP, DOWN, OK, BACK = 1, 2, 4, 8
NAMES = {"UP": UP, "DOWN": DOWN, "OK": OK, "BACK": BACK}

# How a quick press goes. Longer than the firmware's debouncing, and short enough for twelve a second.
DOWN_MS = 40
GAP_MS = 40


class Keys:
    """Four keys as the firmware reads them: a bit mask, and what was noted since it looked, each with its time."""

    def __init__(self) -> None:
        self.mask = 0
        self.time = 0
        self._noted: list[tuple[int, int]] = []

    def read(self) -> int:
        return self.mask

    def next(self) -> bool:
        """Whether there is a mask that nobody has looked at: it is in `mask` then, with its time in `time`."""
        if not self._noted:
            return False
        self.mask, self.time = self._noted.pop(0)
        return True

    def down(self, key: int) -> None:
        self.mask |= key

    def up(self, key: int) -> None:
        self.mask &= ~key

    def note(self, key: int, down: bool, ticks: int) -> None:
        """A key went down or up at a time that has passed: however late somebody looks, it was down for so long."""
        mask = self._noted[-1][0] if self._noted else self.mask
        self._noted.append((mask | key if down else mask & ~key, ticks))


class Fingers:
    """Turns the characters of a keyboard, which say nothing of releases, into presses that follow each other.

    Times are milliseconds that `clock` has run. A keyboard's own repeat may come faster than fingers can press; presses
    beyond `ahead` are dropped, or the screen would go on after the key is let go.
    """

    def __init__(self, keys: Keys, clock: Clock, ahead: int = 2) -> None:
        self.keys = keys
        self.clock = clock
        self.ahead = ahead
        self._events: list[tuple[int, int, bool, int]] = []  # due, order, down, key
        self._order = 0
        self._free = 0  # when the fingers have done all that was asked

    def press(self, key: int, now: int, down_ms: int = DOWN_MS) -> bool:
        """Press and release a key as soon as the presses before are done; False if it was dropped."""
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

    def move(self, now: int) -> None:
        """Do all that is due, each at its time, however late `now` is: a computer that stood still holds no key."""
        while self._events and self._events[0][0] <= now:
            due, _, down, key = heapq.heappop(self._events)
            self.keys.note(key, down, self.clock.ticks_at(due))

    def due_in(self, now: int) -> int | None:
        """Milliseconds until something is due; None if nothing is planned."""
        return max(self._events[0][0] - now, 0) if self._events else None
