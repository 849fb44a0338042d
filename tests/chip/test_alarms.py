"""Alarms of the emulated chips' timers.

`make chip` shows that MicroPython works with these alarms.
"""

from __future__ import annotations

import json

import pytest

from simulator.paths import ROOT
from tests import node

SCRIPT = """
import { on_time } from "%s";

const [nanos, register, value] = JSON.parse(process.argv[1]);
const asked = [];
const alarm = () => ({ clockAlarm: { schedule: (nanos) => asked.push(nanos) } });
const timer = { alarms: [alarm(), alarm()], clock: { nanos }, written: [] };
timer.writeUint32 = (register, value) => timer.written.push([register, value]);
on_time(timer);
timer.writeUint32(register, value);
console.log(JSON.stringify([timer.written, asked]));
"""


@pytest.mark.parametrize(
    ("nanos", "value", "left"),
    [
        (1_000_000, 1000, 0),
        (999_400, 1000, 600),  # the alarm is too early: the counter would still be at 999
        (899_300, 1000, 100_700),
        (1_000_400, 1000, 0),  # the counter has just reached 1000
        (1_001_000, 1000, (2**32 - 1) * 1000),  # the counter wraps before the alarm
        (2**32 * 1000 - 500, 1, 1500),
    ],
)
def test_an_alarm_comes_when_the_counter_has_its_value_and_no_earlier(
    nanos: int, value: int, left: int
) -> None:
    chip = ROOT / "tests" / "chip" / "emulator" / "chip.mjs"
    said = node.run_node(
        "--input-type=module", "-e", SCRIPT % chip.as_uri(), "--", json.dumps([nanos, 0x14, value])
    )
    written, asked = json.loads(said)
    assert written == [[0x14, value]]
    assert asked == [pytest.approx(left, abs=1e-3)]


def test_what_is_no_alarm_is_only_written() -> None:
    chip = ROOT / "tests" / "chip" / "emulator" / "chip.mjs"
    said = node.run_node("--input-type=module", "-e", SCRIPT % chip.as_uri(), "--", json.dumps([5, 0x20, 1]))
    assert json.loads(said) == [[[0x20, 1]], []]
