"""Random players under real MicroPython.

A random player plays on the desk, where every invariant is checked after each key. MicroPython then replays
the same keys and must show the same pictures and keep the same files.
"""

from __future__ import annotations

import sys
import tempfile
import traceback
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from host_tools.building.build import build
from simulator.pictures import LANGUAGES
from tests.faults.monkey import GAMES, WORD, Monkey
from tests.micropython.recording import RecordedBoard, Recorder, replay_recording

KEYS = 100_000
EACH = 2500  # number of keys in a run; MicroPython gets them in one message


class RecordedMonkey(Monkey):
    def __init__(self, game: str, seed: int) -> None:
        self.recorder = Recorder()
        self.recorder.where = f"{game}, seed {seed}"
        board = RecordedBoard(self.recorder)
        board.choose_language(LANGUAGES[seed % 2])
        super().__init__(game, seed, board=board)

    def do(self, kind: str, key: int) -> None:
        self.recorder.where = (
            f"{self.game}, seed {self.seed}, key {self.keys + 1}: {kind} {WORD.get(key, '')}"
        )
        super().do(kind, key)


def play_both(game: str, seed: int, keys: int, firmware: Path, bits: int = 32) -> Monkey:
    """Play at least `keys` keys under both Pythons.

    AssertionError names the first key with a difference. `bits` is the argument of `replay`.
    """
    monkey = RecordedMonkey(game, seed)
    monkey.play(keys)
    monkey.undo_all()
    replay_recording(monkey.recorder.recording(), firmware, bits)
    return monkey


def play_seeds(share: float, seed: int, processes: int | None = None) -> tuple[int, list[str]]:
    """Return the number of pressed keys, and the failures.

    `share` is a share of KEYS; `processes` defaults to the number of processors.
    """
    each = min(EACH, round(KEYS * share / len(GAMES)))
    runs = max(len(GAMES), round(KEYS * share / each))
    keys, failed = 0, []
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(processes) as pool:
        firmware = build(Path(folder) / "tree").folder
        for done, fault in pool.map(partial(_play_seed, seed, each, firmware), range(runs)):
            keys += done
            failed += [fault] * bool(fault)
            print(f"MicroPython: {keys} keys", file=sys.stderr, flush=True)
    return keys, failed


def _play_seed(seed: int, keys: int, firmware: Path, number: int) -> tuple[int, str]:
    game = GAMES[number % len(GAMES)]
    try:
        return play_both(game, seed + number, keys, firmware).keys, ""
    except Exception:
        print(traceback.format_exc(limit=-2), file=sys.stderr, flush=True)
        return 0, f"{game}, seed {seed + number}, MicroPython"
