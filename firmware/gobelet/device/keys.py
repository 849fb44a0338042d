"""Keys: a pure state machine from a 4-bit mask, polled every few milliseconds, to key events; and a ring in which an
interrupt notes what the keys did while something else was done.
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

PRESS = 1  # at once, on the first poll that sees the key down
RELEASE = 2  # only when no HOLD came before it: OK and BACK act on this
HOLD = 3  # OK or BACK held; once, then nothing more until the key is released
REPEAT = 4  # UP or DOWN held, again and again

NOTHING: tuple[Event, ...] = tuple()  # shared, so that an idle poll allocates nothing

DEBOUNCE_MS = 25  # worn contacts bounce for up to 20 ms; nobody taps as fast
DELAY_MS = 400  # from PRESS to the first REPEAT
JAMMED_MS = 30000  # nobody holds a key that long: something lies on it


class Keys:
    """Turns masks into events.

    hold_ms, repeat_ms  may be changed at any time
    down   mask of the keys that are down, debounced
    stuck  mask of the keys that were down at the first poll, or for half a minute: they give no events until
           they are released

    A change is taken at once and the key then ignored for 25 ms: contacts bounce after they meet, and waiting
    for them to settle would put 25 ms on every reaction.
    """

    def __init__(self, hold_ms: Milliseconds = 600, repeat_ms: Milliseconds = 150) -> None:
        self.hold_ms = hold_ms
        self.repeat_ms = repeat_ms
        self.down = -1  # nobody has looked
        self.stuck = 0
        self._mute = 0  # down, but silent until released
        self.settling = 0  # changed less than 25 ms ago, at the times in _edges
        self._edges: list[Ticks] = [0, 0, 0, 0]
        self.timed: Key = 0  # the key pressed last, until it is released, or its HOLD was given
        self._since: Ticks = 0  # when it was pressed
        self._due = 0  # ms after that at which it is to be looked at again
        self._held = 0  # the key whose HOLD was given, while it is down: the others are ignored

    def poll(self, mask: Mask, now: Ticks, diff: Diff) -> tuple[Event, ...]:
        """mask of the keys that are down, ticks, diff(a, b) -> (key, kind, n)...

        n is the step size: 1, and for REPEAT 5 after two seconds and 10 after four.
        """
        if self.down < 0:
            self.down = self.stuck = self._mute = mask
            return NOTHING
        events = NOTHING
        if self.timed & (OK | BACK):
            # First: a key that is seen released only now may have been held long enough before.
            events = self._repeat_or_hold(now, diff)
        for number in range(4):
            key = 1 << number
            since = diff(now, self._edges[number])
            if since >= DEBOUNCE_MS:
                self.settling &= ~key
            if (mask ^ self.down) & key & ~self.settling:
                self.settling |= key
                self._edges[number] = now
                kind = self._pressed(key, now) if mask & key else self._released(key)
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
        """Let the keys that are down give no more events until they are released. With the objects behind the pins and
        the time, first take in what they did since the last poll: it gives no events either.
        """
        if pins is not None and clock is not None:
            while pins.next():
                self.poll(pins.mask, pins.time, clock.diff)
            self.poll(pins.read(), clock.ticks(), clock.diff)
        self._mute |= self.down
        self.timed = 0

    def _pressed(self, key: Key, now: Ticks) -> int | None:
        self.down |= key
        if self._held:
            self._mute |= key
            return None
        self.timed = key
        self._since = now
        self._due = DELAY_MS if key & (UP | DOWN) else self.hold_ms
        return PRESS

    def _released(self, key: Key) -> int | None:
        silent = self._mute & key
        self.down &= ~key
        self._mute &= ~key
        self.stuck &= ~key
        self._held &= ~key
        self.timed &= ~key
        return None if silent else RELEASE

    def _repeat_or_hold(self, now: Ticks, diff: Diff) -> tuple[Event, ...]:
        """What the key pressed last gives, if it has been down long enough for something."""
        key = self.timed
        elapsed = diff(now, self._since)
        if elapsed < self._due:
            return NOTHING
        if key & (UP | DOWN):
            # From now, not from when it was due: a slow screen gets one late step, not a burst.
            self._due = elapsed + self.repeat_ms
            # One by one up to 12, so that a small number can be stopped at.
            return ((key, REPEAT, 10 if elapsed >= 4000 else 5 if elapsed >= 2000 else 1),)
        self.timed = 0
        self._held = key
        self._mute |= self.down
        return ((key, HOLD, 1),)


class Ring:
    """Masks with their times, in their order: `note` puts one in, `next` takes the oldest out into `mask` and `time`.

    An interrupt may call `note`: it allocates nothing. What finds no room is lost; whoever takes them out looks at the
    keys themselves afterwards.
    """

    ROOM = 64  # ten fast taps, with contacts that bounce

    def __init__(self) -> None:
        self.mask = 0
        self.time = 0
        self._masks = bytearray(self.ROOM)
        self._times = array("i", [0] * self.ROOM)
        self._in = 0
        self._out = 0

    def note(self, mask: Mask, time: Ticks) -> None:
        index = self._in
        after = index + 1
        if after == self.ROOM:
            after = 0
        if after != self._out:
            self._masks[index] = mask
            self._times[index] = time
            self._in = after

    def waiting(self) -> bool:
        """Whether there is one to take out."""
        return self._in != self._out

    def next(self) -> bool:
        """Whether there was one to take out."""
        index = self._out
        if index == self._in:
            return False
        self.mask = self._masks[index]
        self.time = self._times[index]
        self._out = index + 1 if index + 1 < self.ROOM else 0
        return True
