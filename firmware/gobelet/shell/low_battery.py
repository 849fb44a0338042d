"""Low battery: the charge in the top band of every screen, a warning, and a stop.

The game stops when the battery is empty. The App imports this module when the charge is first low.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..device.power import LOW, OFF, WARN
from ..ui.screens.notice import Notice

if TYPE_CHECKING:
    from ..device.power import Battery
    from ..device.types import Milliseconds, Percent, Ticks
    from ..ui.drawing.canvas import Canvas
    from ..ui.screens.types import Steps
    from .context import Context
    from .snapshot import Snapshot

# Charge in percent at which a stopped game continues. It is above power.EMPTY, because a battery without load seems
# fuller.
AGAIN = 10
# number of successive low measurements that show an empty battery; a single measurement may be wrong
READINGS = 2

SHOWN_MS = 6000
FLASH_MS = 250
FLASHES = 6
STOPPED_MS = 10000  # time for which the panel shows the message about an empty battery


def on_charge(context: Context, snapshot: Snapshot, percent: Percent | None) -> None:
    """Handle a new measurement of a battery whose charge is or was low.

    `percent` is None while USB feeds the device. The App calls this function while no key is down and no work is in
    progress.
    """
    battery: Battery = context.device.battery  # type: ignore[assignment]
    gauge = "" if percent is None or percent >= LOW else context.messages.charge()
    if gauge != context.canvas.gauge:
        context.canvas.show_gauge(gauge)
        context.redraw()
    battery.count_low(percent)
    if percent is None or isinstance(context.navigation.stack.top(), EmptyBattery):
        return
    if battery.empty >= READINGS:
        if isinstance(context.navigation.stack.top(), LowBattery):
            context.navigation.stack.top().leave()
        stop(context, snapshot, battery)
    elif percent <= WARN and not battery.warned:
        battery.note_warning()
        left = context.device.remaining_time()
        context.navigation.push(
            LowBattery(
                context,
                context.t("battery.low", gauge) + (left and "\n" + context.t("battery.left", left)),
            )
        )


def stop(context: Context, snapshot: Snapshot, battery: Battery) -> None:
    """Pause the game, save the open screens, and wait until the battery is charged."""
    screens = context.messages.game_screens()
    if screens is not None and hasattr(screens, "pause"):
        screens.pause(context)
    context.navigation.push(EmptyBattery(context, context.t("battery.empty"), battery))
    snapshot.save()


class LowBattery(Notice):
    """The message about a low battery, which flashes the panel and closes by itself."""

    def __init__(self, context: Context, text: str) -> None:
        Notice.__init__(self, context, text)
        self.began_at = context.now()
        self.flash = 0

    def leave(self) -> None:
        """Close this screen, without a result for the screen below."""
        self.context.navigation.stack.pop()
        self.context.navigation.restore_top()

    def on_tick(self, now: Ticks) -> Milliseconds:
        passed = self.context.ms_since(self.began_at)
        if passed >= SHOWN_MS:
            self.leave()
        elif passed // FLASH_MS != self.flash and self.flash < FLASHES:
            self.flash = passed // FLASH_MS
            self.context.redraw()
        return FLASH_MS

    def draw(self, c: Canvas) -> None:
        Notice.draw(self, c)
        if self.flash & 1 and self.flash < FLASHES:
            c.invert(0, 0, 128, 64)

    def on_ok(self) -> None:
        self.leave()

    def on_back(self) -> None:
        self.leave()


class EmptyBattery(LowBattery):
    """The message about an empty battery, during which the game is stopped.

    The panel switches off after STOPPED_MS. At a key press, this screen measures the charge again.
    """

    keys = ("", "")
    dark = False  # whether the panel is off

    def __init__(self, context: Context, text: str, battery: Battery) -> None:
        LowBattery.__init__(self, context, text)
        self.battery = battery
        context.device.power.set_times(None, STOPPED_MS)

    def _continue_if_charged(self, percent: Percent | None) -> None:
        """Close this screen if the battery was charged, or if USB feeds the device."""
        if percent is None or percent >= AGAIN:
            self.leave()

    def leave(self) -> None:
        self.context.apply_settings()
        LowBattery.leave(self)

    def on_tick(self, now: Ticks) -> Milliseconds:
        woken = self.dark and self.context.device.power.state != OFF
        self.dark = self.context.device.power.state == OFF
        percent = (
            self.battery.percent()
            if woken
            else self.battery.recent_percent(now, self.context.device.clock.diff)
        )
        self._continue_if_charged(percent)
        return FLASH_MS

    def on_ok(self) -> None:
        self._continue_if_charged(self.battery.percent())

    def on_back(self) -> None:
        self.on_ok()

    def on_step(self, by: Steps) -> None:
        self.on_ok()

    def on_hold_back(self) -> None:
        """Ignore a held BACK key; the game continues only after a charge."""
