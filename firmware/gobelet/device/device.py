"""Device: the parts of one device, joined in one object.

`Device` applies the player's settings to these parts, and collects the key events for the App.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .keys import HOLD, PRESS, RELEASE, Keys
from .panel import Panel
from .power import DIM, OFF, Battery, Power
from .settings import SPEEDS, Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..rules.types import Change
    from .hardware import Hardware
    from .signals import Signals
    from .types import Board, Event, Key, Mask, Ticks

DIMMED = 8  # contrast of a dimmed panel, on the scale from 0 to 255
# for each value of the setting "repeat": milliseconds between two REPEAT events of a held key
REPEATS = {"slow": 250, "normal": 150, "fast": 90}


class Device:
    """The parts of one device, with its settings and files.

    The parts are its panel, keys, power, battery and signals.

    hardware  the parts of the board, real or virtual, see hardware.py.
    board     the board file, a module of boards/: panel chip and address, pins, kind of battery.
    clock, store   the clock and the files of `hardware`.
    battery   the charge of the battery; None if the board has no gauge.
    signals   plays signals on the buzzer or motor; None while the setting "sound" is "no".
    heard     key events that the App has not handled yet.
    key_at    time when the App removed the last event from `heard`.
    """

    def __init__(self, hardware: Hardware, board: Board) -> None:
        self.hardware = hardware
        self.board = board
        self.clock = hardware.clock
        self.store = hardware.store
        self.panel = Panel(hardware.bus, board.CHIP, board.ADDRESS, getattr(board, "PANEL", ""))
        self.keys = Keys()
        self.power = Power()
        self.battery = Battery(hardware.gauge, board.BATTERY) if hardware.gauge is not None else None
        self.settings = Settings(hardware.store)
        self.signals: Signals | None = None
        self._hertz = board.FREQ
        self.heard: list[Event] = []
        self.key_at = hardware.clock.ticks()

    def follow_settings(self) -> None:
        """Apply all settings to keys, panel, power and signals."""
        settings = self.settings
        if self.hardware.buzz is not None:
            self._choose_signals(settings["sound"])
        self.keys.set_times(settings.value_of("hold"), REPEATS[settings["repeat"]])  # type: ignore[arg-type]
        self.change_speed(SPEEDS.get(settings["speed"], self.board.FREQ))
        self.panel.set_contrast(self._contrast())
        self.panel.invert(settings.is_on("invert"))
        self.panel.flip(settings.is_on("flip") != bool(self.board.FLIP))
        # The settings are in seconds, and `set_times` takes milliseconds. None, for "never", stays None.
        dim, off = settings.value_of("dim"), settings.value_of("off")
        self.power.set_times(dim and dim * 1000, off and off * 1000)

    def _choose_signals(self, wanted: str) -> None:
        """Create or drop `signals`. `wanted` is the value of the setting "sound"."""
        if self.signals is None and wanted != "no":
            from .signals import Signals

            self.signals = Signals(self.hardware.buzz, self.hardware.hour)  # type: ignore[arg-type]
        elif self.signals is not None and wanted == "no":
            self.signals.stop()
            self.signals = None
        if self.signals is not None:
            self.signals.choose(wanted == "all", self.settings["quiet"], self.clock.ticks())

    def change_speed(self, hertz: int) -> None:
        """Set the speed of the I2C bus to the panel.

        The method also sends the panel's setup and the whole frame again, because transfers at the old speed
        may have failed.
        """
        if hertz != self._hertz and self.hardware.set_speed is not None:
            self.hardware.set_speed(hertz)
            if self.panel.ok:
                self.panel.start()
        self._hertz = hertz

    def listen(self) -> None:
        """Add to `heard` the events of all key edges since the last pass.

        `Keys` gets the time at which each edge occurred, so a long pass does not distort the length of a press.
        """
        pins = self.hardware.keys
        while pins.fetch_change():
            self._poll(pins.mask, pins.time)
        mask = pins.read()
        keys = self.keys
        # No poll is needed if `mask`, `keys.down` and `keys.stuck` are equal and no key is settling: then no key
        # has changed, and only stuck keys are down.
        if not mask == keys.down == keys.stuck or keys.settling:
            self._poll(mask, self.clock.ticks())

    def _poll(self, mask: Mask, time: Ticks) -> None:
        for event in self.keys.poll(mask, time, self.clock.diff):
            if self.power.register_key(time, self.clock.diff):
                self.heard.append(event)
                if self.signals is not None and self.signals.keys and event[1] == PRESS:
                    self.signal("key")
            else:
                self.keys.swallow()

    def next_key(self) -> Event:
        """Remove the oldest event from `heard`, return it, and set `key_at`."""
        self.key_at = self.clock.ticks()
        return self.heard.pop(0)

    def send_key(self, key: Key, hold: bool) -> None:
        """Add the events of a press to `heard`, as if the player had pressed the key.

        If `hold` is True, the press is a long one. The link calls this method for a program on USB
        (link/requests.py).
        """
        if self.power.register_key(self.clock.ticks(), self.clock.diff):
            self.heard.append((key, PRESS, 1))
            self.heard.append((key, HOLD if hold else RELEASE, 1))

    def drop_keys(self) -> None:
        """Drop the events in `heard`, and the later events of the keys that are now down."""
        del self.heard[:]
        self.keys.swallow()

    def _contrast(self) -> int:
        return self.settings.value_of("contrast") * 255 // 100  # type: ignore[operator]

    def light_panel(self, state: int) -> None:
        """Light, dim or switch off the panel.

        `state` is the state that `Power.update_state` returned: AWAKE, DIM or OFF.
        """
        panel = self.panel
        if state == OFF:
            panel.set_power(False)
            return
        if state == DIM or not panel.lit:
            panel.set_power(True)
            # send the setup again: a short disconnection, which a probe may miss, makes the panel lose its setup
            panel.start()
        panel.set_contrast(DIMMED if state == DIM else self._contrast())

    def remaining_time(self) -> str:
        """Return the time until the battery is empty, as text; "" if unknown."""
        battery = self.battery
        return "" if battery is None else battery.remaining_time(self.clock.ticks(), self.clock.diff)

    def report_panel(self) -> None:
        """Print on the USB console whether a panel answers."""
        if self.panel.ok:
            self.hardware.say("Gobelet: panel found")
        else:
            self.hardware.say(
                "Gobelet: no panel answers on the I2C bus; check its four wires and its address"
            )

    def signal(self, name: str) -> None:
        """Start a signal of the buzzer or motor, if signals are enabled.

        `name` is one of `signals.KINDS`.
        """
        if self.signals is not None:
            self.signals.start_signal(name, self.clock.ticks(), self.clock.diff)

    def signal_throw(self, dice: Sequence[Sequence[int]]) -> None:
        """Start the signal "critical" if all dice of a throw show their highest face.

        For `dice`, and the rule for a single die, see `signals.is_critical`.
        """
        if self.signals is not None:
            from .signals import is_critical

            if is_critical(dice):
                self.signal("critical")

    def signal_changes(self, marks: str, changes: Iterable[Change]) -> None:
        """Start the most important signal that a game has for some changes of its Sheets.

        `marks` is the game's constant SIGNALS, see `signals.signal_of_changes`. No signal starts unless signals are
        enabled.
        """
        from .signals import signal_of_changes

        name = signal_of_changes(marks, changes)
        if name:
            self.signal(name)
