"""Power: when the panel dims and goes off, how full the battery is, how to sleep."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from . import types
    from .types import Diff, Mask, Milliseconds, Millivolts, Percent, Ticks

AWAKE = 0
DIM = 1
OFF = 2

WAKING_MS = 250  # a hand that wakes the device often presses two keys

# Battery kind: millivolts and percent, falling. Typical curves at 20-40 mA, as drawn awake. As text they take hardly
# any memory, and are read once a minute.
CURVES: dict[str | None, str] = {
    "lipo": "4150 100, 4000 85, 3900 70, 3800 50, 3730 30, 3680 15, 3580 7, 3400 0",
    # Three alkaline cells: a long slope, with its knee at 1.1 V a cell.
    "3xaaa": "4650 100, 4300 85, 4000 65, 3750 45, 3500 25, 3300 10, 3000 3, 2700 0",
}

SAMPLES = 8
MEASURED_MS = 60000  # how long a measured percentage holds
FLICKER = 3  # percent a reading must rise to be believed: under load it goes to and fro
LOW = 30  # percent; below it low_battery.py tells of the charge


class Power:
    """AWAKE -> DIM -> OFF as time passes without a key.

    dim_ms, off_ms  may be changed at any time; None is never
    """

    def __init__(self, dim_ms: Milliseconds | None = 30000, off_ms: Milliseconds | None = 150000) -> None:
        self.dim_ms = dim_ms
        self.off_ms = off_ms
        self.state = AWAKE
        self._told = AWAKE  # the state that `idle` gave last
        self._last: Ticks | None = None  # ticks of the last key that counted, or that woke
        self._waking = False

    @property
    def dimmed(self) -> bool:
        return self.state == DIM

    def touch(self, now: Ticks, diff: Diff) -> bool:
        """A key did something. Returns False if the key only woke the panel and is to be swallowed.

        A dimmed panel can be read, so there the key counts; a dark one cannot.
        """
        if self.state == OFF:
            self._waking = True
            self.state = AWAKE
            self._last = now
        elif self._waking and diff(now, self._last) >= WAKING_MS:  # type: ignore[arg-type]
            self._waking = False
        if self._waking:
            return False
        self.state = AWAKE
        self._last = now
        return True

    def idle(self, now: Ticks, diff: Diff, lit: bool = False) -> int | None:
        """To be called at every pass. Returns the state if it is another than last time, else None.

        While `lit` the panel dims but does not go off; the time to that begins when `lit` ends.
        """
        if self._last is None:
            self._last = now
        # Only the next threshold is looked at, so `_last` is never old enough for `diff` to turn round.
        if self.state == AWAKE and self.dim_ms is not None and diff(now, self._last) >= self.dim_ms:
            self.state = DIM
        if lit:
            if self.state == DIM or self.dim_ms is None:
                self._last = now
        elif self.state != OFF and self.off_ms is not None and diff(now, self._last) >= self.off_ms:
            self.state = OFF
        if self.state == self._told:
            return None
        self._told = self.state
        return self.state


class Gauge:
    """The supply, measured: millivolts() of the battery, external() True while USB feeds the device.

    read      () -> raw 0..65535 of 3.3 V
    divider   VSYS / voltage at the converter
    drop      millivolts lost between battery and VSYS
    external  () -> bool
    """

    def __init__(
        self, read: Callable[[], int], divider: int, drop: Millivolts, external: Callable[[], bool]
    ) -> None:
        self._read = read
        self._divider = divider
        self._drop = drop
        self.external = external

    def millivolts(self) -> Millivolts:
        total = 0
        for _ in range(SAMPLES):
            total += self._read()
        return total // SAMPLES * 3300 * self._divider // 65535 + self._drop


class Battery:
    """How full the battery of a kind is, from a gauge with millivolts() and external().

    fresh   whether it was measured since somebody set this to False
    began   percent when it began to fall: at the start, or when USB was taken off; None while it does not
    fell    milliseconds since then
    told    whether its low charge was said
    empty   how many readings in a row had too little for going on
    """

    def __init__(self, gauge: types.Gauge, kind: str | None) -> None:
        self._gauge = gauge
        self._curve = points(CURVES[kind]) if kind in CURVES else None
        self._shown: Percent | None = None
        self._at: Ticks | None = None  # when `recent` has measured
        self.fresh = False
        self.began: Percent | None = None
        self.fell: Milliseconds = 0
        self.told = False
        self.empty = 0

    def recent(self, now: Ticks, diff: Diff) -> Percent | None:
        """As `percent`, measured once a minute; a low battery is asked each time whether USB feeds it."""
        passed = 0 if self._at is None else diff(now, self._at)
        shown = self._shown
        if (
            self._at is None
            or not 0 <= passed < MEASURED_MS
            or (shown is not None and shown < LOW and self._gauge.external())
        ):
            self._at = now
            self.fresh = True
            shown = self.percent()
            if shown is None or self.began is None or shown > self.began:
                self.began = shown
                self.fell = 0
            else:
                self.fell += max(passed, 0)
        return shown

    def percent(self) -> Percent | None:
        """0..100; None while USB feeds the device, or when the kind of battery is not known."""
        if self._curve is None or self._gauge.external():
            self._shown = None
            return None
        percent = level(self._curve, self._gauge.millivolts())
        if self._shown is None or percent < self._shown or percent >= self._shown + FLICKER:
            self._shown = percent
        return self._shown


def points(curve: str) -> Sequence[int]:
    """The numbers of a curve, of those above: to look at them takes no memory."""
    return array("H", [int(word) for word in curve.replace(",", "").split()])


def level(curve: Sequence[int], millivolts: Millivolts) -> Percent:
    """Percent at a voltage, from the `points` of a falling curve; straight between them."""
    for index in range(0, len(curve), 2):
        over = millivolts - curve[index]
        if over >= 0:
            rise = curve[index - 1] - curve[index + 1]
            return curve[index + 1] + (rise * over // (curve[index - 2] - curve[index]) if index else 0)
    return 0


SHORT_MS = 40  # a sleep up to this long is a pause between polls, not worth stopping the clocks for
SLICE_MS = 100  # the longest a press can go unnoticed if it does not wake the chip
AWAKE_MS = 10  # the longest pause while USB is there, whose port is polled
BIT_MS = 2  # of a pause: a key waits so long at most


def sleeper(
    pause: Callable[[Milliseconds], object],
    light: Callable[[Milliseconds], object],
    external: Callable[[], bool],
    pressed: Callable[[], Mask],
    noted: Callable[[], bool],
) -> Callable[[Milliseconds], None]:
    """Make sleep(ms): the cheapest way to wait that still notices keys; it may return earlier.

    pause     waits with the clocks running (time.sleep_ms)
    light     stops the clocks (machine.lightsleep): 1 mA instead of 20, but USB goes deaf with them, so it is
              used only while `external` says that no USB is there
    external  () -> bool
    pressed   () -> mask of the keys that are down; another one ends a light sleep
    noted     () -> whether an interrupt has noted what a key did; that ends any sleep

    A light sleep goes in slices. A key's interrupt ends one at once, but the Pico lets a pin wake it only
    when a timeout is given and the pin's interrupt has a handler; should the edge fall between two slices,
    the look at the keys after the slice finds it. Between slices USB, just plugged in, is noticed too.
    """

    def lightly(ms: Milliseconds) -> Milliseconds:
        """Sleep lightly for about `ms`. Returns what is left for a pause."""
        before = pressed()
        while ms > SHORT_MS:
            if external():
                return AWAKE_MS
            light(min(ms, SLICE_MS))
            ms -= SLICE_MS
            if noted() or pressed() != before:
                return 0
        return ms

    # Two of them: MicroPython takes memory at every call of a function that uses more than four names from outside.
    def sleep(ms: Milliseconds) -> None:
        if ms > SHORT_MS:
            ms = lightly(ms)
        while ms > 0 and not noted():
            pause(min(ms, BIT_MS))
            ms -= BIT_MS

    return sleep
