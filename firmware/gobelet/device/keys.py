"""Keys: turns the levels of the four key pins into events.

A mask has one bit for each key that is down. `Keys` is a state machine without hardware: the App passes it a
mask every few milliseconds and gets events. While the program is busy, an interrupt stores each mask with its
time in a `Ring`, and the App evaluates the stored masks later.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .types import Clock, Diff, Event, Key, Mask, Milliseconds, Pins, Ticks

UP = 1
DOWN = 2
OK = 4
BACK = 8

PRESS = 1  # a key goes down; sent by the first poll that finds the key down
RELEASE = 2  # a key goes up, and no HOLD was sent since its PRESS; screens act on the RELEASE of OK and BACK
HOLD = 3  # OK or BACK is held; sent once, and the next event of the key is its next PRESS
REPEAT = 4  # UP or DOWN is held; sent repeatedly until the release

# The result of each poll without an event. All polls return the same object, so that they allocate no memory.
NOTHING: tuple[Event, ...] = tuple()

# Milliseconds after a change of a key for which further changes of this key are ignored: worn contacts bounce for up
# to 20 ms, and no tap is shorter than 25 ms.
DEBOUNCE_MS = 25
DELAY_MS = 400  # milliseconds from the PRESS of UP or DOWN to the first REPEAT
JAMMED_MS = 30000  # milliseconds after which a key that is down counts as stuck, for example under an object


class Keys:
    """The state machine that turns masks into events.

    hold_ms, repeat_ms  milliseconds from a PRESS to the HOLD, and from one REPEAT to the next.
    down   mask of the keys that are down, debounced.
    stuck  mask of the keys that were down at the first poll, or for half a minute. A stuck key has no event
           until its release.

    The first change of a key takes effect at once. Further changes of this key are then ignored for 25 ms,
    because its contacts bounce. Waiting for a stable contact would delay every reaction by 25 ms.
    """

    def __init__(self, hold_ms: Milliseconds = 600, repeat_ms: Milliseconds = 150) -> None:
        self.hold_ms = hold_ms
        self.repeat_ms = repeat_ms
        self.down = -1  # -1 until the first poll
        self.stuck = 0
        self._mute = 0  # mask of the keys that are down and have no events until they are released
        self.settling = 0  # mask of the keys that changed less than 25 ms ago
        self._edges: list[Ticks] = [0, 0, 0, 0]  # for each key, the time of its last change
        self.timed: Key = 0  # the last pressed key, until its release or HOLD
        self._since: Ticks = 0  # time when `timed` was pressed
        self._due = 0  # ms from `_since` to the next REPEAT or HOLD of the key `timed`
        self._held = 0  # the key whose HOLD was sent, until its release; meanwhile no other key has events

    def set_times(self, hold_ms: Milliseconds, repeat_ms: Milliseconds) -> None:
        """Set the time from a PRESS to its HOLD, and the time between two REPEATs."""
        self.hold_ms = hold_ms
        self.repeat_ms = repeat_ms

    def poll(self, mask: Mask, now: Ticks, diff: Diff) -> tuple[Event, ...]:
        """Evaluate the mask of the keys that are down, and return events.

        An event is (key, kind, step size). The step size is the amount by which a screen changes a number: 1, but
        5 for a REPEAT after the key was down for two seconds, and 10 after four seconds.
        """
        if self.down < 0:
            self.down = self.stuck = self._mute = mask
            return NOTHING
        events = NOTHING
        if self.timed & (OK | BACK):
            # Check for a due HOLD before the loop: if the key is up in `mask`, the loop resets `timed`, although the
            # key may have been down long enough for a HOLD.
            events = self._repeat_or_hold(now, diff)
        for number in range(4):
            key = 1 << number
            since = diff(now, self._edges[number])
            if since >= DEBOUNCE_MS:
                self.settling &= ~key
            if (mask ^ self.down) & key & ~self.settling:
                self.settling |= key
                self._edges[number] = now
                kind = self._on_press(key, now) if mask & key else self._on_release(key)
                if kind:
                    events += ((key, kind, 1),)
            elif since >= JAMMED_MS and self.down & ~self.stuck & key:
                self.stuck |= key
                self._held = 0
                self.swallow()
        if self.timed & (UP | DOWN):
            events += self._repeat_or_hold(now, diff)
        return events

    def swallow(self, pins: Pins | None = None, clock: Clock | None = None) -> None:
        """Suppress all events of the keys that are down, until each is released.

        If `pins` and `clock` are given, the method first drops the events of all edges since the last poll.
        """
        if pins is not None and clock is not None:
            while pins.fetch_change():
                self.poll(pins.mask, pins.time, clock.diff)
            self.poll(pins.read(), clock.ticks(), clock.diff)
        self._mute |= self.down
        self.timed = 0

    def _on_press(self, key: Key, now: Ticks) -> int | None:
        self.down |= key
        if self._held:
            self._mute |= key
            return None
        self.timed = key
        self._since = now
        self._due = DELAY_MS if key & (UP | DOWN) else self.hold_ms
        return PRESS

    def _on_release(self, key: Key) -> int | None:
        silent = self._mute & key
        self.down &= ~key
        self._mute &= ~key
        self.stuck &= ~key
        self._held &= ~key
        self.timed &= ~key
        return None if silent else RELEASE

    def _repeat_or_hold(self, now: Ticks, diff: Diff) -> tuple[Event, ...]:
        """Return a tuple with the REPEAT or HOLD that is due for the key `timed`.

        The result is NOTHING if neither event is due.
        """
        key = self.timed
        elapsed = diff(now, self._since)
        if elapsed < self._due:
            return NOTHING
        if key & (UP | DOWN):
            # The next REPEAT is due `repeat_ms` from now, even if the present REPEAT is late: a slow screen thus gets
            # fewer REPEATs instead of a burst.
            self._due = elapsed + self.repeat_ms
            # The step size stays 1 for two seconds, which is about twelve REPEATs: a player can stop at a small number.
            return ((key, REPEAT, 10 if elapsed >= 4000 else 5 if elapsed >= 2000 else 1),)
        self.timed = 0
        self._held = key
        self._mute |= self.down
        return ((key, HOLD, 1),)


class Ring:
    """A ring buffer of masks with their times.

    `add_mask` appends a mask; `fetch_change` moves the oldest entry into `mask` and `time`. An interrupt may call
    `add_mask`, because `add_mask` allocates no memory. A full ring drops the new mask. The App still gets the present
    mask, because the App reads the pins after it has emptied the ring.
    """

    ROOM = 64  # number of masks, enough for ten fast taps with bouncing contacts

    def __init__(self) -> None:
        self.mask = 0
        self.time = 0
        self._masks = bytearray(self.ROOM)
        self._times = array("i", [0] * self.ROOM)
        self._in = 0
        self._out = 0

    def add_mask(self, mask: Mask, time: Ticks) -> None:
        """Append a mask; drop it if the ring is full."""
        index = self._in
        after = index + 1
        if after == self.ROOM:
            after = 0
        if after != self._out:
            self._masks[index] = mask
            self._times[index] = time
            self._in = after

    def has_entry(self) -> bool:
        """Tell whether the ring has an entry."""
        return self._in != self._out

    def fetch_change(self) -> bool:
        """Move the oldest entry into `mask` and `time`.

        Return False if the ring is empty.
        """
        index = self._out
        if index == self._in:
            return False
        self.mask = self._masks[index]
        self.time = self._times[index]
        self._out = index + 1 if index + 1 < self.ROOM else 0
        return True
