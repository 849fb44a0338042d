"""The second half of the self-test: play games, and compare with the simulator.

This half compares each picture with the simulator's, times the device keys, and restarts the device in the middle
of changes.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from host_tools.device.selftest import inside, walks
from host_tools.device.selftest.bench import Bench
from host_tools.device.selftest.person import Person
from host_tools.device.selftest.results import Results
from host_tools.device.selftest.talk import Silent
from host_tools.device.selftest.twin import Twin, files_after_lesson

LEAST_FREE_KB = 44  # minimum free memory, in KB, while a game and the measuring code are in memory
LEAST_LARGEST_KB = 20
BLOCK = 16  # bytes of one block of MicroPython's heap
# Maximum number of reads until a picture equals the expected picture. The device may still be drawing it.
LOOKS = 4
CUTS = 20
PLUGS = 2
CUT_MS = (3, 9, 16, 24, 33, 43, 54, 66, 79, 93, 108, 124, 141, 160, 180, 210, 250, 300, 360, 450)
# (name of the check, limit of the median in ms, game to open, keys to press first, bits of the keys to time)
TIMED = (
    ("line", 60, "home", (), (2, 1) * 6),
    ("counter", 60, "counters", ("ok",), (1, 2) * 6),
    ("value", 120, "dice", (), (4,) * 4),
)
_KEYS = {"up": 1, "down": 2, "ok": 4, "back": 8}


def play_all(bench: Bench, results: Results, on_step: Callable[[], object] = lambda: None) -> None:
    """Play a sequence of device keys in each game, and check pictures and free memory.

    walks.py generates the sequences. `on_step` is called after each game.
    """
    for game, seed in walks.SEEDS.items():
        _play_game(bench, results, game, seed)
        _check_memory(bench, results, game)
        on_step()


def _play_game(bench: Bench, results: Results, game: str, seed: int) -> None:
    steps = list(walks.play_walk(game, seed))
    equal = 0
    other = ""
    times = []
    before = "open"
    try:
        bench.talk().ask({"open": game})
        bench.inside(inside.SAME_DICE % {"seed": seed})
        talk = bench.talk()
        for step in steps:
            before = str(step)
            if step.key != "open":
                talk.press(step.key, step.hold)
            began = talk.clock()
            for look in range(LOOKS):
                right = talk.frame() == step.picture
                if not look:
                    times.append(1000 * (talk.clock() - began))
                if right:
                    break
            equal += right
            if not right and not other:
                other = before
    except Silent:
        results.add_failure(f"pictures.{game}", "silent", after=before)
        bench.restart_program()
        return
    words: dict[str, Any] = {
        "equal": equal,
        "pictures": len(steps),
        "median": round(median(times)),
        "worst": round(max(times)),
    }
    if other:
        results.add_failure(f"pictures.{game}", "different", after=other, **words)
    else:
        results.add_pass(f"pictures.{game}", **words)


def _check_memory(bench: Bench, results: Results, game: str) -> None:
    told, said = bench.inside(inside.MEMORY)
    found = re.search(r"max free sz: (\d+)", said)
    free = int(dict(told)["free"]) // 1024
    largest = int(found[1]) * BLOCK // 1024 if found else 0
    words = {"free": free, "largest": largest}
    if free < LEAST_FREE_KB or largest < LEAST_LARGEST_KB:
        results.add_failure(f"memory.{game}", "low", **words)
    else:
        results.add_pass(f"memory.{game}", **words)


def time_keys(bench: Bench, results: Results) -> None:
    """Measure the time from a key press to the last byte of the new picture.

    The device's clock measures the time.
    """
    for what, limit, game, keys, timed in TIMED:
        talk = bench.talk()
        talk.ask({"open": game})
        for key in keys:
            talk.press(key)
        talk.frame()
        told, _ = bench.inside(inside.TIMES % {"keys": timed})
        # The first time is left out, because it includes the interrupt by mpremote.
        times = [each for each in dict(told)["times"][1:] if each >= 0]
        words = {
            "median": round(median(times), 1) if times else -1,
            "worst": max(times, default=-1),
            "least": limit,
        }
        if not times or words["median"] > limit:
            results.add_failure(f"time.{what}", "slow", **words)
        else:
            results.add_pass(f"time.{what}", **words)
        bench.talk().ask({"open": "home"})


class Cuts:
    """Power cuts shortly after a device key is pressed.

    After each cut, the device must show a screen that the simulator can show after the same cut.
    """

    def __init__(self, bench: Bench, results: Results) -> None:
        self.bench = bench
        self.results = results
        self.twin = Twin(files_after_lesson())

    def open_counters(self) -> None:
        """Restart the device; open the game of counters on device and simulator."""
        for where in (self.bench.restart_program(), self.twin.talk):
            where.ask({"open": "counters"})
            where.press("ok")
            where.frame()

    def cut_all(self) -> None:
        """Check that no reset, 3 to 450 ms after a key press, loses a change."""
        wrong = 0
        for number, ms in enumerate(CUT_MS[:CUTS]):
            if number == CUTS // 2:
                self._open_dice()
            key = "ok" if number >= CUTS // 2 else ("up", "down")[number % 3 == 2]
            seed = number + 50
            cut = inside.CUT % {"key": _KEYS[key], "ms": ms}
            self.bench.inside(inside.SAME_DICE % {"seed": seed}, cut)
            time.sleep(ms / 1000)
            wrong += not self._is_restored(key, seed)
        words = {"cuts": CUTS, "wrong": wrong}
        if wrong:
            self.results.add_failure("cuts", "lost", **words)
        else:
            self.results.add_pass("cuts", **words)

    def plug_all(self, person: Person) -> None:
        """Ask the user to pull the cable after a key press; check that no change is lost."""
        if not person.there:
            self.results.add_skip("plug", "nobody")
            return
        wrong = 0
        for number in range(PLUGS):
            seed = number + 80
            self.bench.inside(inside.SAME_DICE % {"seed": seed})
            self.bench.talk().press("ok")
            self.bench.close_connections()
            person.replug()
            wrong += not self._is_restored("ok", seed)
        words = {"cuts": PLUGS, "wrong": wrong}
        if wrong:
            self.results.add_failure("plug", "lost", **words)
        else:
            self.results.add_pass("plug", **words)

    def _open_dice(self) -> None:
        for where in (self.bench.talk(), self.twin.talk):
            where.ask({"open": "dice"})
            where.press("ok")
            where.frame()

    def _is_restored(self, key: str, seed: int) -> bool:
        """Tell whether the device shows a screen that the simulator can show after a cut.

        If so, the simulator continues from the files with which it shows this screen.
        """
        self.twin.use_same_dice(seed)
        states = self.twin.screens_after_cut(key)
        self.bench.close_connections()
        talk = self.bench.talk()
        for _ in range(LOOKS):
            picture = talk.frame()
            if picture in states:
                self.twin.restart_with(states[picture])
                return True
        # The simulator starts anew: otherwise its state would differ from the device's, and the next cuts would
        # count as failures too.
        self.twin = Twin(files_after_lesson())
        return False
