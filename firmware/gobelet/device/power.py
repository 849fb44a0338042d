"""Power: the panel's dimming, the charge of the battery, and the sleep.

Without key presses, the panel dims and later switches off. The program sleeps between passes. A light sleep stops
the chip's clocks: the device then draws 1 mA instead of 20, but USB does not work.
"""

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

SHIFT_MS = 120000  # time without a key press after which the picture moves by a pixel
# the offsets of the picture, used in turn: (pixels to the right, pixels down)
SHIFTS = ((0, 0), (0, 1), (1, 1), (1, 0))

# milliseconds for which further presses are ignored after a press has woken the panel: players often press twice
WAKING_MS = 250

# The discharge curve of each kind of battery: pairs of millivolts and percent, falling. They are typical at
# 20-40 mA, the current of an awake device. Each curve is a text, which takes hardly any memory and is parsed
# once at the start.
CURVES: dict[str | None, str] = {
    "lipo": "4150 100, 4000 85, 3900 70, 3800 50, 3730 30, 3680 15, 3580 7, 3400 0",
    # three alkaline cells: the voltage falls slowly, and fast below 1.1 V a cell
    "3xaaa": "4650 100, 4300 85, 4000 65, 3750 45, 3500 25, 3300 10, 3000 3, 2700 0",
}

SAMPLES = 8  # number of readings of the converter in one measurement of the voltage
MEASURED_MS = 60000  # time for which a measured charge is valid
FLICKER = 3  # minimum rise of the charge, in percent, that is shown; load makes readings fluctuate by less
LOW = 30  # charge in percent below which the panel shows the charge (shell/low_battery.py)
WARN = 15  # charge in percent at which the player is warned once
EMPTY = 5  # charge in percent at which the game stops
FELL = 5  # number of percent that the battery must lose before the device shows a remaining time
FELL_MS = 900000  # milliseconds of discharge before the device shows a remaining time


class Power:
    """The state of the panel: AWAKE, then DIM, then OFF.

    The state depends on the time since the last key press.

    dim_ms, off_ms  milliseconds from the last key press to DIM and to OFF; None means never.
    shift  index in SHIFTS of the picture's present offset. The offset changes, so that the picture does not burn in.
    """

    def __init__(self, dim_ms: Milliseconds | None = 30000, off_ms: Milliseconds | None = 150000) -> None:
        self.dim_ms = dim_ms
        self.off_ms = off_ms
        self.state = AWAKE
        self._reported = AWAKE  # the state last returned by `update_state`
        # start of the time until DIM or OFF: the last key press, or the last pass with `lit` while the panel is dim
        self._last: Ticks | None = None
        self._waking = False
        self.shift = 0
        # time of the last shift of the picture, or of the last key press, which resets `shift`
        self._placed: Ticks | None = None

    def set_times(self, dim_ms: Milliseconds | None, off_ms: Milliseconds | None) -> None:
        """Set the milliseconds from the last key press to DIM and to OFF.

        None means never.
        """
        self.dim_ms = dim_ms
        self.off_ms = off_ms

    @property
    def is_dim(self) -> bool:
        """Tell whether the panel is dim."""
        return self.state == DIM

    def register_key(self, now: Ticks, diff: Diff) -> bool:
        """Register a key event at the time `now`, and set the state to AWAKE.

        Return False if the caller must ignore the event. This applies to an event that wakes a panel that was off, and
        to all events in the following 250 ms. A dimmed panel is readable, so an event that wakes a dimmed panel counts.
        """
        if self.state == OFF:
            self._waking = True
            self._wake(now)
        elif self._waking and diff(now, self._last) >= WAKING_MS:  # type: ignore[arg-type]
            self._waking = False
        if self._waking:
            return False
        self._wake(now)
        return True

    def _wake(self, now: Ticks) -> None:
        self.state = AWAKE
        self._last = self._placed = now
        self.shift = 0

    def shift_picture(self, now: Ticks, diff: Diff) -> bool:
        """Shift the picture after every two minutes without a key press.

        Return whether `shift` changed. The App calls this method at every pass while the panel is lit and no key
        is down.
        """
        if self._placed is None:
            self._placed = now
        if diff(now, self._placed) < SHIFT_MS:
            return False
        self._placed = now
        self.shift = (self.shift + 1) % len(SHIFTS)
        return True

    def update_state(self, now: Ticks, diff: Diff, lit: bool = False) -> int | None:
        """Update the state, at every pass. Return the new state; None without a change.

        While `lit` is set, the panel dims but does not switch off. The time to OFF begins at the first call
        without `lit`.
        """
        if self._last is None:
            self._last = now
        # Each limit (`dim_ms`, `off_ms`) is checked only until it is reached. So `diff` never has to span more than
        # six days.
        if self.state == AWAKE and self.dim_ms is not None and diff(now, self._last) >= self.dim_ms:
            self.state = DIM
        if lit:
            if self.state == DIM or self.dim_ms is None:
                self._last = now
        elif self.state != OFF and self.off_ms is not None and diff(now, self._last) >= self.off_ms:
            self.state = OFF
        if self.state == self._reported:
            return None
        self._reported = self.state
        return self.state


class Gauge:
    """The gauge of the supply voltage, on the pin VSYS of a Pico.

    read           returns a raw reading of the analog-to-digital converter: 0..65535 for 0 to 3.3 V.
    divider        the voltage of VSYS divided by the voltage at the converter.
    drop           millivolts lost between battery and VSYS.
    has_usb_power  returns whether USB feeds the device.
    """

    def __init__(
        self, read: Callable[[], int], divider: int, drop: Millivolts, has_usb_power: Callable[[], bool]
    ) -> None:
        self._read = read
        self._divider = divider
        self._drop = drop
        self.has_usb_power = has_usb_power

    def millivolts(self) -> Millivolts:
        """Return the voltage of the battery, the mean of some samples."""
        total = 0
        for _ in range(SAMPLES):
            total += self._read()
        return total // SAMPLES * 3300 * self._divider // 65535 + self._drop


class Battery:
    """The charge of a battery, from the voltage that a gauge measures.

    began   percent of charge when the discharge began: at the start of the program, when USB was unplugged, or when
            the charge last rose above `began`. None while USB feeds the device.
    fell    milliseconds since the discharge began.
    warned  whether the player was warned of the present low charge.
    empty   number of successive measurements of at most EMPTY percent.
    """

    def __init__(self, gauge: types.Gauge, kind: str | None) -> None:
        self._gauge = gauge
        self._curve = parse_curve(CURVES[kind]) if kind in CURVES else None
        self._shown: Percent | None = None
        self._at: Ticks | None = None  # time of the last measurement by `recent_percent`
        self._fresh = False  # whether a measurement followed the last `take_reading`
        self.began: Percent | None = None
        self.fell: Milliseconds = 0
        self.warned = False
        self.empty = 0

    def recent_percent(self, now: Ticks, diff: Diff) -> Percent | None:
        """Return the charge like `percent`, but measure it only once a minute.

        If the last charge was low and USB now feeds the device, the method calls `percent` at once.
        """
        passed = 0 if self._at is None else diff(now, self._at)
        shown = self._shown
        if (
            self._at is None
            or not 0 <= passed < MEASURED_MS
            or (shown is not None and shown < LOW and self._gauge.has_usb_power())
        ):
            self._at = now
            self._fresh = True
            shown = self.percent()
            if shown is None or self.began is None or shown > self.began:
                self.began = shown
                self.fell = 0
            else:
                self.fell += max(passed, 0)
        return shown

    def take_reading(self) -> bool:
        """Return whether `recent_percent` has measured since the last call of this method."""
        fresh = self._fresh
        self._fresh = False
        return fresh

    def count_low(self, percent: Percent | None) -> None:
        """Count in `empty` the successive measurements of at most EMPTY percent.

        Reset `warned` if the charge is at least 18 percent (WARN + FLICKER), or None because USB feeds the device:
        the next low charge then leads to a new warning.
        """
        if percent is None or percent >= WARN + FLICKER:
            self.warned = False
        self.empty = 0 if percent is None or percent > EMPTY else self.empty + 1

    def note_warning(self) -> None:
        """Record that the player was warned of a low charge."""
        self.warned = True

    def percent(self) -> Percent | None:
        """Measure and return the charge, 0..100.

        The result is None while USB feeds the device, or for an unknown kind of battery.
        """
        if self._curve is None or self._gauge.has_usb_power():
            self._shown = None
            return None
        percent = percent_at(self._curve, self._gauge.millivolts())
        if self._shown is None or percent < self._shown or percent >= self._shown + FLICKER:
            self._shown = percent
        return self._shown

    def remaining_time(self, now: Ticks, diff: Diff) -> str:
        """Return the time until the device stops, such as "1 h 20"; "" if not yet known.

        The method extrapolates from the discharge so far. It rounds the time to ten minutes, or to hours from
        three hours on.
        """
        percent = self.recent_percent(now, diff)
        if percent is None or self.began is None:
            return ""
        gone = self.began - percent
        if gone < FELL or self.fell < FELL_MS:
            return ""
        minutes = self.fell // 60000 * max(percent - EMPTY, 0) // gone
        if minutes >= 180:
            return "%d\u00a0h" % (minutes // 60)
        minutes = max(minutes // 10 * 10, 10)
        if minutes < 60:
            return "%d\u00a0min" % minutes
        return "%d\u00a0h\u00a0%02d" % (minutes // 60, minutes % 60)


def parse_curve(curve: str) -> Sequence[int]:
    """Parse a curve of CURVES into an array, so that a look-up allocates nothing."""
    return array("H", [int(word) for word in curve.replace(",", "").split()])


def percent_at(curve: Sequence[int], millivolts: Millivolts) -> Percent:
    """Return the charge at a voltage, interpolated between the points of a curve."""
    for index in range(0, len(curve), 2):
        over = millivolts - curve[index]
        if over >= 0:
            rise = curve[index - 1] - curve[index + 1]
            return curve[index + 1] + (rise * over // (curve[index - 2] - curve[index]) if index else 0)
    return 0


SHORT_MS = 40  # a sleep of at most this time is a pause between polls, too short to stop the clocks
# longest slice of a light sleep; a key press that triggers no interrupt is noticed only after the slice
SLICE_MS = 100
AWAKE_MS = 10  # longest pause while USB is connected, because the App polls the USB port
BIT_MS = 2  # longest slice of a pause, and so the longest time until a pause notices a key press


def sleeper(
    pause: Callable[[Milliseconds], object],
    stop_clocks: Callable[[Milliseconds], object],
    has_usb_power: Callable[[], bool],
    pressed_keys: Callable[[], Mask],
    has_noted_key: Callable[[], bool],
) -> Callable[[Milliseconds], None]:
    """Return a function sleep(ms) that draws little current and notices keys.

    The function `sleep` may return early.

    pause          waits with the clocks running (time.sleep_ms).
    stop_clocks    stops the clocks (machine.lightsleep), only while `has_usb_power` returns False.
    has_usb_power  returns whether USB is connected.
    pressed_keys   returns the mask of the keys that are down. A change of this mask ends a light sleep.
    has_noted_key  returns whether an interrupt has noted a key, which ends any sleep.

    A light sleep is split into slices. A key's interrupt ends a slice at once. The check after each slice finds
    a key edge that occurred between two slices, and a USB cable that was plugged in. A key's pin wakes the Pico
    only if the sleep has a timeout and the pin's interrupt has a handler.
    """

    def sleep_lightly(ms: Milliseconds) -> Milliseconds:
        """Stop the clocks for about `ms`.

        Return the number of milliseconds for which `sleep` must still pause.
        """
        before = pressed_keys()
        while ms > SHORT_MS:
            if has_usb_power():
                return AWAKE_MS
            stop_clocks(min(ms, SLICE_MS))
            ms -= SLICE_MS
            if has_noted_key() or pressed_keys() != before:
                return 0
        return ms

    # `sleep` and `sleep_lightly` are two functions, because a function that uses more than four names of the enclosing
    # function allocates memory at each call.
    def sleep(ms: Milliseconds) -> None:
        if ms > SHORT_MS:
            ms = sleep_lightly(ms)
        while ms > 0 and not has_noted_key():
            pause(min(ms, BIT_MS))
            ms -= BIT_MS

    return sleep
