"""Scenarios for the chip: scripts like the simulator's, with additional commands for measuring.

    state NAME          the initial data: the end of states/NAME.txt on the desk.
    tag NAME            the label of the following keys; NAME "-" excludes them.
    press OK 3          each press waits until the device is idle.
    hold BACK           hold until the second meaning; hold UP 2500 holds for so many ms.
    taps OK 90 30, DOWN 40 40 6
                        a key, ms down, ms up, times; at fixed times, without waiting for the device.
    wait 500            wait for 500 ms.
    link {"hello":1}    send a line over USB and await its answer, see firmware/gobelet/link/README.md.
    heap NAME           measure the heap.
    load GAME           only as first command: measure the load time of the journal of GAME, open at the start.
    repeat 8            repeat the lines up to `end` eight times.
    end                 the end of the repeated lines.

The first key follows when the start has settled. The start itself has the tag `start`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simulator.keys import NAMES
from simulator.script import Line, ScriptError, lines
from tests.chip.chip import ON_RELEASE

FOLDER = Path(__file__).with_name("scenarios")
START = "start"  # tag of everything before the first key
AT_POWER_ON = "power on"  # tag of a key that is down at power-on
SETTLED_MS = 250  # time to wait after a start
SHOWN_MS = 5  # silence on the bus after which the picture counts as complete

# A person's timing: how long a key is down, and how much it is late. A script always gets the same times.
_DOWN_MS = (90, 130)
_LATE_MS = 25
_SEED = 1
PAST_HOLD_MS = 100

# Ctrl-C stops the App between two passes. The output ends with the prompt, and the App resumes later.
STOPPED = ">>> "
_ASK = (
    "import gc,micropython;gc.collect();print('heap',gc.mem_alloc(),gc.mem_free());micropython.mem_info()\r\n"
)
_GO_ON = "import gobelet.start.boot;gobelet.start.boot.run()\r\n"

# If BACK is held at power-on, no program starts, so the computer can start it.
_WAY_IN = {"press": "BACK", "down": 1500, "held": False, "tag": AT_POWER_ON}
_LOAD = (
    "import time,gobelet.start.boot;from gobelet.journal import load as m;"
    "l=m.load;t=[];"
    "m.load=lambda *a:(t.append(time.ticks_us()),l(*a),t.append(time.ticks_us()),"
    "print('load',time.ticks_diff(t[1],t[0]),'us'))[1];gobelet.start.boot.main()\r\n"
)
_LOADED = " us\r\n"
_ANSWERED = '"to":'


@dataclass(frozen=True)
class Scenario:
    name: str
    state: str
    steps: tuple[dict[str, Any], ...]
    script: tuple[Line, ...]  # lines of the script, with all repetitions written out

    @property
    def tags(self) -> set[str]:
        return {step["tag"] for step in self.steps if step.get("tag")}

    def steps_with(self, what: str) -> dict[int, str]:
        """Return the steps with a command such as `heap`, and their arguments."""
        return {number: step[what] for number, step in enumerate(self.steps) if what in step}

    def with_profiles(self) -> Scenario:
        """Return a copy with one key of each tag profiled, and the start.

        The second key of a tag is chosen if there is one, because it finds everything loaded. The start gets
        an additional step, which ends at its first picture.
        """
        at: dict[str, list[int]] = {}
        for number, step in enumerate(self.steps):
            if step.get("tag") and "taps" not in step and "settle" not in step:
                at.setdefault(step["tag"], []).append(number)
        chosen = {numbers[min(1, len(numbers) - 1)] for numbers in at.values()}
        steps = [
            step | {"profile": _acting_edge(step)} if n in chosen else step
            for n, step in enumerate(self.steps)
        ]
        begins = [{"shown": SHOWN_MS, "tag": START, "profile": START}] if "settle" in self.steps[0] else []
        return replace(self, steps=(*begins, *steps))


def _acting_edge(step: dict[str, Any]) -> str:
    return "release" if step.get("press") in ON_RELEASE and not step["held"] else "press"


def scenario_names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def read_scenario(name: str, hold_ms: int, folder: Path = FOLDER) -> Scenario:
    """Parse a scenario. Raises ScriptError, which names the line."""
    path = folder / f"{name}.txt"
    script = _unroll_repeats(list(lines(path.read_text(encoding="utf-8"), path)))
    if not script or script[0].command != "state":
        raise ScriptError(f"{path}: a scenario begins with its state")
    steps = list(_script_steps(script[1:], hold_ms))
    if "load" not in [line.command for line in script[1:2]]:
        steps.insert(0, {"settle": SETTLED_MS, "tag": START})
    return Scenario(name, script[0].rest, tuple(steps), tuple(script[1:]))


def _unroll_repeats(script: list[Line]) -> list[Line]:
    found: list[Line] = []
    at = 0
    while at < len(script):
        line = script[at]
        at += 1
        if line.command == "end":
            raise _script_error(line, "nothing to end")
        if line.command != "repeat":
            found.append(line)
            continue
        depth, begin = 1, at
        while depth:
            if at == len(script):
                raise _script_error(line, "has no end")
            depth += {"repeat": 1, "end": -1}.get(script[at].command, 0)
            at += 1
        found += _unroll_repeats(script[begin : at - 1]) * int(line.rest)
    return found


def _script_steps(script: list[Line], hold_ms: int) -> Iterator[dict[str, Any]]:
    chance = random.Random(_SEED)
    tag = ""
    for line in script:
        words = line.rest.split()
        if line.command == "tag":
            tag = "" if line.rest == "-" else line.rest
        elif line.command in ("press", "hold"):
            key = _check_key(line, words)
            held = line.command == "hold"
            for _ in range(int(words[1]) if words[1:] and not held else 1):
                down = int(words[1]) if held and words[1:] else hold_ms + PAST_HOLD_MS
                step = {
                    "press": key,
                    "down": down if held else chance.randint(*_DOWN_MS),
                    "after": round(chance.uniform(0, _LATE_MS), 3),
                    "held": held,
                    "tag": tag,
                }
                yield step | {"hold": hold_ms} if held else step
        elif line.command == "taps":
            yield {"taps": parse_taps(line), "tag": tag}
        elif line.command == "wait":
            yield {"wait": int(line.rest)}
        elif line.command == "link":
            yield {"type": f"\n{line.rest}\n", "until": _ANSWERED}
            yield {"settle": SETTLED_MS}
        elif line.command == "heap":
            yield from heap_steps(line.rest)
        elif line.command == "load":
            yield _WAY_IN
            yield {"type": _LOAD, "until": _LOADED, "load": line.rest}
            yield {"settle": SETTLED_MS}
        else:
            raise _script_error(line, f"no command {line.command!r}")


def heap_steps(screen: str) -> list[dict[str, Any]]:
    """Return the steps that measure the heap; the second one is answered."""
    return [
        {"type": "\x03", "until": STOPPED},
        {"type": _ASK, "until": STOPPED, "heap": screen},
        {"type": _GO_ON, "until": "\n"},
        {"settle": SETTLED_MS},
    ]


def parse_taps(line: Line) -> list[list[Any]]:
    """Parse `taps` into [key, ms down, ms up] for each tap."""
    found = []
    for part in line.rest.split(","):
        key, down, gap, *times = part.split()
        _check_key(line, [key])
        found += [[key, int(down), int(gap)]] * int(times[0] if times else 1)
    return found


def _check_key(line: Line, words: list[str]) -> str:
    if not words or words[0] not in NAMES:
        raise _script_error(line, f"no such key: there are {', '.join(NAMES)}")
    return words[0]


def _script_error(line: Line, reason: str) -> ScriptError:
    return ScriptError(f"{line.path}:{line.number}: {line.command} {line.rest}: {reason}")
