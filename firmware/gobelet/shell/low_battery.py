"""The battery when it is low: the gauge in every top band, a word of how long it will last, and the stop at its end.

Imported when there is something of it to be said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..device.power import FLICKER, LOW, OFF
from ..ui.screens.notice import Notice

if TYPE_CHECKING:
    from ..device.power import Battery
    from ..device.types import Milliseconds, Percent, Ticks
    from ..ui.drawing.canvas import Canvas
    from ..ui.types import Steps
    from .app import App

WORD = 15  # percent: it is said once
EMPTY = 5  # percent: the device stops
AGAIN = 10  # percent from which it goes on: without load a battery seems to have more
READINGS = 2  # in a row that must say that it is empty: a single one may be wrong

FELL = 5  # percent that must be gone, and
FELL_MS = 900000  # milliseconds that must have passed, before anything is said of the hours that are left

SAID_MS = 6000
FLASH_MS = 250
FLASHES = 6
STOPPED_MS = 10000  # how long the panel shows why


def measured(app: App, percent: Percent | None) -> None:
    """The charge was measured, and is low or was; None: USB feeds the device. Called where nothing is half done."""
    battery: Battery = app.battery  # type: ignore[assignment]
    gauge = "" if percent is None or percent >= LOW else app.charge()
    if gauge != app.canvas.gauge:
        app.canvas.gauge = gauge
        app.redraw()
    if percent is None or percent >= WORD + FLICKER:
        battery.told = False
    battery.empty = 0 if percent is None or percent > EMPTY else battery.empty + 1
    if percent is None or isinstance(app.stack.top(), Stopped):
        return
    if battery.empty >= READINGS:
        if isinstance(app.stack.top(), Low):
            app.stack.top().leave()
        stop(app, battery)
    elif percent <= WORD and not battery.told:
        battery.told = True
        left = charge_lasts(app)
        app.push(
            Low(app, app.texts("battery.low", gauge) + (left and "\n" + app.texts("battery.left", left)))
        )


def stop(app: App, battery: Battery) -> None:
    """Write what is not written yet, then wait for a charge."""
    screens = app.telling.game_screens()
    if screens is not None and hasattr(screens, "pause"):
        screens.pause(app)
    app.push(Stopped(app, app.texts("battery.empty"), battery))
    app.snapshot.save()


def charge_lasts(app: App) -> str:
    """How long the battery lasts until the device stops, by how it fell so far: "1 h 20", in steps of ten minutes, from
    three hours on in hours; "" while too little is known.
    """
    battery = app.battery
    if battery is None:
        return ""
    percent = battery.recent(app.now(), app.clock.diff)
    if percent is None or battery.began is None:
        return ""
    gone = battery.began - percent
    if gone < FELL or battery.fell < FELL_MS:
        return ""
    minutes = battery.fell // 60000 * max(percent - EMPTY, 0) // gone
    if minutes >= 180:
        return "%d\u00a0h" % (minutes // 60)
    minutes = max(minutes // 10 * 10, 10)
    if minutes < 60:
        return "%d\u00a0min" % minutes
    return "%d\u00a0h\u00a0%02d" % (minutes // 60, minutes % 60)


class Low(Notice):
    """The word for a low battery: the panel flashes with it, and it goes by itself."""

    def __init__(self, app: App, text: str) -> None:
        Notice.__init__(self, app, text)
        self.device = app
        self.since = app.now()
        self.flash = 0

    def leave(self) -> None:
        """Show what is below, which asked for nothing."""
        self.device.stack.pop()
        self.device.navigation.remake()

    def tick(self, now: Ticks) -> Milliseconds:
        passed = self.app.since(self.since)
        if passed >= SAID_MS:
            self.leave()
        elif passed // FLASH_MS != self.flash and self.flash < FLASHES:
            self.flash = passed // FLASH_MS
            self.app.redraw()
        return FLASH_MS

    def draw(self, c: Canvas) -> None:
        Notice.draw(self, c)
        if self.flash & 1 and self.flash < FLASHES:
            c.invert(0, 0, 128, 64)

    def ok(self) -> None:
        self.leave()

    def back(self) -> None:
        self.leave()


class Stopped(Low):
    """The battery is empty: the panel says so and goes off; a key asks whether there is a charge now."""

    keys = ("", "")
    dark = False  # whether the panel is off

    def __init__(self, app: App, text: str, battery: Battery) -> None:
        Low.__init__(self, app, text)
        self.battery = battery
        app.power.dim_ms = None
        app.power.off_ms = STOPPED_MS

    def _look(self, percent: Percent | None) -> None:
        """Go on if there is a charge."""
        if percent is None or percent >= AGAIN:
            self.leave()

    def leave(self) -> None:
        self.app.configure()
        Low.leave(self)

    def tick(self, now: Ticks) -> Milliseconds:
        woken = self.dark and self.device.power.state != OFF
        self.dark = self.device.power.state == OFF
        percent = self.battery.percent() if woken else self.battery.recent(now, self.device.clock.diff)
        self._look(percent)
        return FLASH_MS

    def ok(self) -> None:
        self._look(self.battery.percent())

    def back(self) -> None:
        self.ok()

    def shift(self, by: Steps) -> None:
        self.ok()

    def undo(self) -> None:
        """Nothing is done before there is a charge."""
