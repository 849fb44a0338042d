"""Low battery: a gauge in every top band, a message with the remaining time, and the stop at the end.

Imported when the charge is first low.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..device.power import EMPTY, FLICKER, LOW, OFF
from ..ui.screens.notice import Notice

if TYPE_CHECKING:
    from ..device.power import Battery
    from ..device.types import Milliseconds, Percent, Ticks
    from ..ui.drawing.canvas import Canvas
    from ..ui.screens.types import Steps
    from .app import App

WORD = 15  # percent; below it one message is shown
AGAIN = 10  # percent from which a stopped device continues: a battery without load seems fuller
READINGS = 2  # number of consecutive low readings that mean an empty battery: a single one may be wrong

SAID_MS = 6000
FLASH_MS = 250
FLASHES = 6
STOPPED_MS = 10000  # time for which the panel shows the reason


def on_charge(app: App, percent: Percent | None) -> None:
    """Handle a new reading of a battery that is or was low; it is None on USB.

    Called between keys, when no work is in progress.
    """
    battery: Battery = app.device.battery  # type: ignore[assignment]
    gauge = "" if percent is None or percent >= LOW else app.context.messages.charge()
    if gauge != app.canvas.gauge:
        app.canvas.gauge = gauge
        app.redraw()
    if percent is None or percent >= WORD + FLICKER:
        battery.told = False
    battery.empty = 0 if percent is None or percent > EMPTY else battery.empty + 1
    if percent is None or isinstance(app.stack.top(), EmptyBattery):
        return
    if battery.empty >= READINGS:
        if isinstance(app.stack.top(), LowBattery):
            app.stack.top().leave()
        stop(app, battery)
    elif percent <= WORD and not battery.told:
        battery.told = True
        left = app.device.charge_lasts()
        app.navigation.push(
            LowBattery(
                app,
                app.context.t("battery.low", gauge) + (left and "\n" + app.context.t("battery.left", left)),
            )
        )


def stop(app: App, battery: Battery) -> None:
    """Save all state, then wait for a charge."""
    screens = app.context.messages.game_screens()
    if screens is not None and hasattr(screens, "pause"):
        screens.pause(app.context)
    app.navigation.push(EmptyBattery(app, app.context.t("battery.empty"), battery))
    app.snapshot.save()


class LowBattery(Notice):
    """The message for a low battery, which flashes the panel and closes by itself."""

    def __init__(self, app: App, text: str) -> None:
        Notice.__init__(self, app.context, text)
        self.app = app
        self.since = app.context.now()
        self.flash = 0

    def leave(self) -> None:
        """Close without a result for the screen below."""
        self.app.stack.pop()
        self.app.navigation.remake()

    def tick(self, now: Ticks) -> Milliseconds:
        passed = self.context.since(self.since)
        if passed >= SAID_MS:
            self.leave()
        elif passed // FLASH_MS != self.flash and self.flash < FLASHES:
            self.flash = passed // FLASH_MS
            self.context.redraw()
        return FLASH_MS

    def draw(self, c: Canvas) -> None:
        Notice.draw(self, c)
        if self.flash & 1 and self.flash < FLASHES:
            c.invert(0, 0, 128, 64)

    def ok(self) -> None:
        self.leave()

    def back(self) -> None:
        self.leave()


class EmptyBattery(LowBattery):
    """The screen of an empty battery: the panel shows it and switches off; a key measures the charge again."""

    keys = ("", "")
    dark = False  # whether the panel is off

    def __init__(self, app: App, text: str, battery: Battery) -> None:
        LowBattery.__init__(self, app, text)
        self.battery = battery
        app.device.power.dim_ms = None
        app.device.power.off_ms = STOPPED_MS

    def _look(self, percent: Percent | None) -> None:
        """Continue if there is a charge."""
        if percent is None or percent >= AGAIN:
            self.leave()

    def leave(self) -> None:
        self.app.apply_settings()
        LowBattery.leave(self)

    def tick(self, now: Ticks) -> Milliseconds:
        woken = self.dark and self.app.device.power.state != OFF
        self.dark = self.app.device.power.state == OFF
        percent = self.battery.percent() if woken else self.battery.recent(now, self.app.device.clock.diff)
        self._look(percent)
        return FLASH_MS

    def ok(self) -> None:
        self._look(self.battery.percent())

    def back(self) -> None:
        self.ok()

    def shift(self, by: Steps) -> None:
        self.ok()

    def undo(self) -> None:
        """Ignore the key: nothing can be done before there is a charge."""
