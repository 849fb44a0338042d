"""The share of time that the chip is awake on battery, and the battery's hours.

Currents are typical values of data sheets, not measured on a board. The chip: RP2040 data sheet, and
published measurements of MicroPython's light sleep (0.99 mA of a Pico). The panel: SSD1306 of 0.96 inch, a
fifth of it lit.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from tests.chip import chip, desk, limits
from tests.chip.device import Device

# At 125 MHz and 1.1 V the currents are 24 and 18 mA. The current of logic is proportional to the clock and to
# the square of the voltage.
_FASTER = 200 / 125 * (1.15 / 1.1) ** 2
AWAKE_MA = 24.0 * _FASTER
PAUSE_MA = 18.0 * _FASTER  # current of a sleeping chip whose clocks run
LIGHT_MA = 1.0  # current with the clocks stopped
MILLIVOLTS = 4000
CELLS = (("3 × AAA, 1000 mAh", 1000), ("LiPo, 500 mAh", 500))
# The shares of an evening, in percent.
EVENING = {"a key every two seconds": 25, "lit, nothing pressed": 45, "dimmed": 25, "off": 5}
_STATE = "attack"
_PRESSES = 20
_SETTLE = {"settle": 300}


@dataclass(frozen=True)
class State:
    """The state of the chip over a while.

    asleep, light  shares of the time: asleep, and of all that with the clocks stopped
    """

    name: str
    panel: float  # current of the panel in mA
    asleep: float
    light: float

    @property
    def milliamperes(self) -> float:
        chip_ma = (1 - self.asleep) * AWAKE_MA + (self.asleep - self.light) * PAUSE_MA + self.light * LIGHT_MA
        return chip_ma + self.panel


@dataclass(frozen=True)
class PowerFigures:
    states: list[State]
    firsts: list[float]  # milliseconds from a key to the first byte, of the answered keys
    presses: int

    def find_faults(self) -> list[str]:
        """Return the presses that are lost or late."""
        found = []
        if len(self.firsts) < self.presses:
            found.append(f"{self.presses - len(self.firsts)} presses on battery were not answered")
        limit = limits.FIRST_BYTE
        if statistics.median(self.firsts) > (limit.median or 0) or max(self.firsts) > (limit.worst or 0):
            found.append("the first byte on battery")
        return found


# (state, panel's mA, milliseconds to wait for the state, milliseconds to measure). The panel dims after 30
# seconds and goes off after 150.
_WAITS = (
    ("lit, nothing pressed", 5.5, 500, 20_000),
    ("dimmed", 1.5, 15_000, 60_000),
    ("off", 0.1, 70_000, 60_000),
)


def measured_steps() -> tuple[list[chip.Step], list[tuple[str, float, list[int]]]]:
    """Return (actions, [(state, mA of the panel, numbers of the measured steps)...])."""
    made: list[chip.Step] = [_SETTLE]
    keys: list[int] = []
    for number in range(_PRESSES):
        keys += [len(made), len(made) + 1]
        made += [{"press": "UP" if number % 2 else "DOWN", "down": 100}, {"wait": 1700}]
    states = [("a key every two seconds", 5.5, keys)]
    for name, panel, before, ms in _WAITS:
        made.append({"wait": before})
        states.append((name, panel, [len(made)]))
        made.append({"wait": ms})
    return made, states


def measure_power(device: Device, battery: int = MILLIVOLTS) -> PowerFigures:
    made, states = measured_steps()
    session = device.play(device.flash(desk.state_files(_STATE)), made, battery=battery)
    found = []
    for name, panel, numbers in states:
        shares = [
            (session.sleep_shares(number), session.step_start(number + 1) - session.step_start(number))
            for number in numbers
        ]
        whole = sum(ms for _, ms in shares)
        asleep = sum(share[0] * ms for share, ms in shares) / whole
        light = sum(share[1] * ms for share, ms in shares) / whole
        found.append(State(name, panel, asleep, light))
    keys = [each for each in session.answers() if each.key]
    return PowerFigures(found, [each.first for each in keys if each.first is not None], len(keys))


def battery_hours(states: Sequence[State], capacity: int) -> float:
    mean = sum(EVENING[state.name] * state.milliamperes for state in states) / sum(EVENING.values())
    return capacity / mean


def format_table(measured: PowerFigures) -> str:
    states = measured.states
    rows = [
        "| on battery | awake | asleep, clocks running | clocks stopped | mA, computed |",
        "|---|--:|--:|--:|--:|",
    ]
    for state in states:
        shares = (1 - state.asleep, state.asleep - state.light, state.light)
        cells = " | ".join(f"{100 * max(share, 0):.1f} %" for share in shares)
        rows.append(f"| {state.name} | {cells} | {state.milliamperes:.1f} |")
    mix = ", ".join(f"{share} % {name}" for name, share in EVENING.items())
    rows += ["", f"Of an evening of {mix}:", ""]
    rows += [f"- {name}: {battery_hours(states, capacity):.0f} hours" for name, capacity in CELLS]
    middle, worst = statistics.median(measured.firsts), max(measured.firsts)
    rows += [
        "",
        f"{len(measured.firsts)} of {measured.presses} presses are answered; the first byte comes after ",
    ]
    rows[-1] += f"{middle:.0f} ms, at worst {worst:.0f}."
    return "\n".join(rows) + "\n"
