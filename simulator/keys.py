"""Virtual keys, and the fingers that press them at the right times."""

from __future__ import annotations

import heapq

UP, DOWN, OK, BACK = 1, 2, 4, 8
NAMES = {"UP": UP, "DOWN": DOWN, "OK": OK, "BACK": BACK}

# How a quick press goes. Longer than the firmware's debouncing, and short enough for twelve a second.
DOWN_MS = 40
GAP_MS = 40


class Keys:
    """Four keys as the firmware reads them: a bit mask. No time passes here in which one could be missed."""

    def __init__(self) -> None:
        self.mask = 0
        self.time = 0

    def read(self) -> int:
        return self.mask

    def next(self) -> bool:
        """Whether there is a mask that nobody has looked at: it is in `mask` then, with its time in `time`."""
        return False

    def down(self, key: int) -> None:
        self.mask |= key

    def up(self, key: int) -> None:
        self.mask &= ~key


class Fingers:
    """Turns the characters of a keyboard, which say nothing of releases, into presses that follow each other.

    Times are milliseconds of a clock that never goes back. A keyboard's own repeat may come faster than
    fingers can press; presses beyond `ahead` are dropped, or the screen would go on after the key is let go.
    """

    def __init__(self, keys: Keys, ahead: int = 2) -> None:
        self.keys = keys
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

    def move(self, now: int) -> bool:
        """Do the next thing that is due, one at a time so that no edge is missed; False if nothing is."""
        if not self._events or self._events[0][0] > now:
            return False
        _, _, down, key = heapq.heappop(self._events)
        if down:
            self.keys.down(key)
        else:
            self.keys.up(key)
        return True

    def due_in(self, now: int) -> int | None:
        """Milliseconds until something is due; None if nothing is planned."""
        return max(self._events[0][0] - now, 0) if self._events else None
