"""Applies the settings to keys, panel, power and signals, and the power state to the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .power import DIM, OFF
from .settings import SPEEDS

if TYPE_CHECKING:
    from ..shell.app import App

DIMMED = 8  # contrast of a dimmed panel
REPEATS = {"slow": 250, "normal": 150, "fast": 90}


def follow_settings(app: App) -> None:
    """Apply all settings to keys, panel, power and signals."""
    app.snapshot.forget_keys()
    settings = app.settings
    if app.hardware.buzz is not None:
        wanted = settings["sound"]
        if app.signals is None and wanted != "no":
            from .signals import Signals

            app.signals = Signals(app.hardware.buzz, app.hardware.hour)
        elif app.signals is not None and wanted == "no":
            app.signals.stop()
            app.signals = None
        if app.signals is not None:
            app.signals.choose(wanted == "all", settings["quiet"], app.now())
    app.keys.hold_ms = settings.number("hold")  # type: ignore[assignment]
    app.keys.repeat_ms = REPEATS[settings["repeat"]]
    change_speed(app, SPEEDS.get(settings["speed"], app.board.FREQ))
    app.panel.contrast(_contrast(app))
    app.panel.invert(settings.yes("invert"))
    app.panel.flip(settings.yes("flip") != bool(app.board.FLIP))
    app.canvas.turned = settings.index("half") - 1
    dim, off = settings.number("dim"), settings.number("off")  # None: never
    app.power.dim_ms = dim and dim * 1000
    app.power.off_ms = off and off * 1000
    if app.texts.language != settings["language"]:
        app.texts.switch(settings["language"])
        if app.stack.screens:
            app.top().on_show()
    app.redraw()


def change_speed(app: App, hertz: int) -> None:
    """Set the bus speed, and send the whole picture again: the panel may hold a broken one."""
    if hertz != app.hertz and app.hardware.set_speed is not None:
        app.hardware.set_speed(hertz)
        if app.panel.ok:
            app.panel.start()
    app.hertz = hertz


def _contrast(app: App) -> int:
    return app.settings.number("contrast") * 255 // 100  # type: ignore[operator]


def power_changed(app: App, state: int) -> None:
    """Apply a state that `Power.idle` returned to the panel."""
    panel = app.panel
    if state == OFF:
        panel.power(False)
        app.snapshot.save()
        return
    if state == DIM or not panel.lit:
        panel.power(True)
        panel.start()  # it may have been unplugged for too short a time to be missed
    panel.contrast(DIMMED if state == DIM else _contrast(app))


def tell_panel(app: App) -> None:
    """Print on the USB console whether a panel answers."""
    if app.panel.ok:
        app.hardware.say("Gobelet: panel found")
    else:
        app.hardware.say("Gobelet: no panel answers on the I2C bus; check its four wires and its address")
