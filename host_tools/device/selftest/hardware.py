"""The first half of the self-test: check board, panel, device keys and chip.

No game runs in this half.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from host_tools.building import build, frozen, models
from host_tools.device import copy_plain, identity
from host_tools.device.remote import RemoteError, plain
from host_tools.device.selftest import inside
from host_tools.device.selftest.bench import Bench
from host_tools.device.selftest.person import Person
from host_tools.device.selftest.results import Results
from host_tools.device.snippets import KEYS, PANELS

LEAST_HERTZ = 120_000_000
LEAST_HEAP_KB = 170
LEAST_STORAGE_KB = 160  # minimum free storage, in KB, for the games of the self-test and for an update
PICTURES = ("frame", "lines", "lit")
BOUNCE_MS = 20  # contact bounce, in ms, that gobelet/device/keys.py filters
# Edges of a pin that are less than this number of ms apart are the bounce of one press or release.
APART_MS = 100
HELD_MS = 300
BATTERY_MV = 150  # tolerated difference, in mV, between the device's and the user's measurement
ROLLS = 10_000
# Maximum chi-square for five degrees of freedom. A fair d6 exceeds this value in one of 10 000 tests.
MOST_CHI = 25.7
WANTED = (*KEYS, "SDA", "SCL", "I2C", "FREQ", "ADDRESS", "CHIP", "VSYS", "BUZZER", "MOTOR", "NAME")


class Hardware:
    """The checks of the first half of the self-test.

    The public attributes store the facts that the second half and the report need.
    """

    def __init__(self, bench: Bench, person: Person, results: Results, root: Path) -> None:
        self.bench = bench
        self.person = person
        self.results = results
        self.root = root
        self.same_program = False
        self.has_room = False
        self.panel_answers = False
        self.board_name = build.DEFAULT_BOARD
        self.board: dict[str, Any] = {}
        self.machine = ""
        self.build = ""

    def run_checks(self) -> None:
        """Run all checks of this half. Raises RemoteError if the device does not answer."""
        found = identity.identify(self.bench.stop_program())
        self.machine = found.machine
        self.board_name = identity.default_board(found, self.root)
        constants = build.constants(self.board_name, self.root)
        self.board = {name: constants.get(name) for name in WANTED}
        facts = self.bench.ask_by_name(inside.FACTS % {"board": self.board, "ready": build.READY})
        self._check_program(found, facts)
        self._check_chip(facts)
        self._check_bus()
        self._check_keys()
        self._check_battery()
        self._check_buzzer()
        self._check_entropy()

    def pad_label(self, name: str) -> str:
        return models.model_of(build.constants(self.board_name, self.root)).pad_label(int(self.board[name]))

    def _check_program(self, found: identity.Identity, facts: dict[str, Any]) -> None:
        results = self.results
        version = ".".join(map(str, found.version))
        try:
            target = frozen.target_of(identity.facts_of(found))
            identity.refuse_wrong_board(found, self.board_name, self.root)
            results.add_pass("micropython", version=version, machine=found.machine)
        except RemoteError as fault:
            results.add_failure(
                "micropython", "wrong", version=version, machine=found.machine, why=str(fault)
            )
            target = "pico"
        self.build = str(facts.get("build", ""))
        ours = self._own_build(found, target)
        self.same_program = self.build != "" and self.build == ours
        if not self.build:
            results.add_failure("firmware", "none")
        elif self.same_program:
            results.add_pass("firmware", build=self.build)
        else:
            results.add_failure("firmware", "other", build=self.build, ours=ours)
        self._check_board_file(found, facts)

    def _own_build(self, found: identity.Identity, target: str) -> str:
        if found.name == identity.INSIDE:
            return frozen.build_id(target, self.root)
        return "plain files"

    def _check_board_file(self, found: identity.Identity, facts: dict[str, Any]) -> None:
        if "board_fault" in facts:
            self.results.add_failure("boardfile", "unusable", why=facts["board_fault"], board=self.board_name)
            return
        self.board |= facts.get("board", {})
        name = str(self.board.get("NAME"))
        for each in build.boards(self.root):
            if build.constants(each, self.root).get("NAME") == name:
                self.board_name = each
        try:
            identity.refuse_wrong_board(found, self.board_name, self.root)
        except RemoteError as fault:
            wanted = identity.default_board(found, self.root)
            self.results.add_failure("boardfile", "wrong", why=str(fault), board=wanted)
            return
        self.results.add_pass("boardfile", board=name)

    def _check_chip(self, facts: dict[str, Any]) -> None:
        results = self.results
        mhz = int(facts["hertz"]) // 1_000_000
        if facts["hertz"] < LEAST_HERTZ:
            results.add_failure("speed", "slow", mhz=mhz, least=LEAST_HERTZ // 1_000_000)
        else:
            results.add_pass("speed", mhz=mhz)
        heap = int(facts["heap"]) // 1024
        if heap < LEAST_HEAP_KB:
            results.add_failure("heap", "low", free=heap, least=LEAST_HEAP_KB)
        else:
            results.add_pass("heap", free=heap)
        free, whole = (int(number) // 1024 for number in facts["storage"])
        self.has_room = free >= LEAST_STORAGE_KB
        if self.has_room:
            results.add_pass("storage", free=free, whole=whole)
            return
        ours = {*copy_plain.OURS, "data", copy_plain.KEPT_MAIN}
        every = sorted((size, name) for name, size in facts["root"] if name not in ours) or [
            (size, name) for name, size in facts["root"] if name == "data"
        ]
        size, largest = every[-1] if every else (0, "?")
        words = {"free": free, "whole": whole, "least": LEAST_STORAGE_KB}
        results.add_failure("storage", "full", largest=plain(largest), size=-(-size // 1024), **words)

    def _check_bus(self) -> None:
        results = self.results
        asked = {"board": self.board, "others": list(self._other_buses())}
        told = self.bench.ask_in_order(inside.BUS % asked)
        facts = dict(told)
        pins = {"sda": self.pad_label("SDA"), "scl": self.pad_label("SCL")}
        address = int(self.board["ADDRESS"])
        found = facts.get("found")
        self._down = facts.get("down", [])
        if facts["low"]:
            low = ", ".join(f"{name} ({self.pad_label(name)})" for name in facts["low"])
            results.add_failure("bus", "low", low=low)
        else:
            results.add_pass("bus")
        if found is not None and address in found:
            self.panel_answers = True
            results.add_pass("panel", address=f"0x{address:02X}")
        elif found and set(found) & set(PANELS):
            there = min(set(found) & set(PANELS))
            results.add_failure("panel", "address", there=f"0x{there:02X}", address=f"0x{address:02X}")
        else:
            elsewhere = [name for key, name in told if key == "elsewhere"]
            if elsewhere:
                results.add_failure("boardfile.pins", "pins", board=elsewhere[0], **pins)
            results.add_failure("panel", "absent", **pins)
        for which in PICTURES:
            self._check_picture(which)

    def _other_buses(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield (name, constants) of one board for each pair of I2C pins.

        Only boards with the same chip as the device are considered.
        """
        chip = build.constants(self.board_name, self.root).get("MCU")
        seen = set()
        for name in sorted(build.boards(self.root), key=lambda name: (name != "pico_ssd1306", name)):
            constants = build.constants(name, self.root)
            pins = constants["SDA"], constants["SCL"]
            if constants.get("MCU") == chip and pins not in seen:
                seen.add(pins)
                yield name, {key: constants[key] for key in ("SDA", "SCL", "I2C", "FREQ")}

    def _check_picture(self, which: str) -> None:
        name = f"picture.{which}"
        if not self.panel_answers:
            self.results.add_skip(name, "panel")
        elif not self.person.there:
            self.results.add_skip(name, "nobody")
        elif self.bench.ask_by_name(inside.PICTURE % {"which": which}).get("ok") and self.person.is_shown(
            which
        ):
            self.results.add_pass(name)
        else:
            self.results.add_failure(name, "shifted" if which != "lit" else "lines", chip=self.board["CHIP"])

    # Keys

    def _check_keys(self) -> None:
        if self._down:
            self.results.add_failure(
                "down", "held", keys=", ".join(f"{key} ({self.pad_label(key)})" for key in self._down)
            )
        else:
            self.results.add_pass("down")
        for key in KEYS:
            if not self.person.there:
                self.results.add_skip(f"key.{key}", "nobody")
                continue
            self.person.ask_to_hold(key)
            edges = self.bench.ask_by_name(inside.WATCH % {"key": key}, 60).get("edges", [])
            self.judge_key(key, edges)

    def judge_key(self, key: str, edges: Sequence[tuple[int, int]]) -> None:
        """Record whether the edges of a device key are one clean press and release.

        key    name of the device key that the user was asked to hold
        edges  (bits of the keys that are down, microseconds) at each edge of any key
        """
        add_failure, pin = self.results.add_failure, self.pad_label(key)
        bit = 1 << KEYS.index(key)
        seen = 0
        for mask, _ in edges:
            seen |= mask
        others = [name for at, name in enumerate(KEYS) if seen & ~bit & 1 << at]
        if not seen:
            add_failure(f"key.{key}", "dead", pin=pin)
            return
        if not seen & bit:
            add_failure(f"key.{key}", "other", pin=pin, other=", ".join(others))
            return
        if others:
            add_failure(f"key.{key}", "together", pin=pin, other=", ".join(others))
            return
        held, bounce = contact([(bool(mask & bit), at / 1000) for mask, at in edges])
        words = {"held": round(held), "bounce": round(bounce, 1), "edges": len(edges)}
        if bounce > BOUNCE_MS:
            add_failure(f"key.{key}", "bounces", pin=pin, least=BOUNCE_MS, **words)
        elif held < HELD_MS:
            add_failure(f"key.{key}", "short", pin=pin, **words)
        else:
            self.results.add_pass(f"key.{key}", **words)

    def _check_battery(self) -> None:
        if self.board.get("VSYS") is None:
            self.results.add_skip("battery", "none")
            return
        typed = self.person.volts() if self.person.there else None
        if typed is None:
            self.results.add_skip("battery", "nobody")
            return
        measured = int(self.bench.ask_by_name(inside.BATTERY)["millivolts"])
        words = {"measured": measured, "typed": round(1000 * typed)}
        if abs(measured - 1000 * typed) > BATTERY_MV:
            self.results.add_failure("battery", "off", **words)
        else:
            self.results.add_pass("battery", **words)

    def _check_buzzer(self) -> None:
        name = next((each for each in ("BUZZER", "MOTOR") if self.board.get(each) is not None), "")
        if not name or not self.person.there:
            self.results.add_skip("buzzer", "nobody" if name else "none")
            return
        self.bench.ask_by_name(inside.BUZZ)
        if self.person.has_heard():
            self.results.add_pass("buzzer")
        else:
            self.results.add_failure("buzzer", "silent", pin=self.pad_label(name))

    def _check_entropy(self) -> None:
        counts = self.bench.ask_by_name(inside.ROLLS % {"rolls": ROLLS}, 120)["counts"]
        chi = chi_square(counts)
        words = {"rolls": sum(counts), "chi": round(chi, 1)}
        if chi > MOST_CHI or sum(counts) != ROLLS:
            self.results.add_failure("entropy", "biased", most=MOST_CHI, **words)
        else:
            self.results.add_pass("entropy", **words)


def contact(edges: Sequence[tuple[bool, float]]) -> tuple[float, float]:
    """Return (duration of the press, longest contact bounce) of a device key, in ms.

    `edges` are (whether the key is down, milliseconds) at each edge of the key.
    """
    if not edges:
        return 0, 0
    bursts = [[edges[0][1]]]
    for (_, before), (_, at) in pairwise(edges):
        if at - before < APART_MS:
            bursts[-1].append(at)
        else:
            bursts.append([at])
    held = edges[-1][1] - edges[0][1] if len(bursts) > 1 else 0
    return held, max(burst[-1] - burst[0] for burst in bursts)


def chi_square(counts: Sequence[int]) -> float:
    """Return Pearson's chi-square of counts, whose expected values are equal."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts) if expected else 0.0
