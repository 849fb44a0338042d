"""Generate walks, the sequences of device keys that the self-test plays in games.

The keys of a walk are pseudo-random, with a fixed seed for each game. A walk begins on the first screen of the
game and never leaves the game. The delays of a device vary. The seeds were therefore chosen so that no picture
changes by itself between two key presses; tests/host_tools/device/selftest checks this.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from host_tools.device.selftest.twin import Twin, files_after_lesson

STEPS = 24
SEEDS = {"dice": 1, "counters": 4, "trinytia": 1, "trireme": 1, "mystria": 1, "traqueur": 1, "trinites": 1}
KEYS = (
    ("ok", False, 44),
    ("down", False, 30),
    ("up", False, 10),
    ("back", False, 10),
    ("back", True, 3),
    ("ok", True, 3),
)


class Step(NamedTuple):
    """A press of a device key, and the picture that the device must show afterwards."""

    key: str
    hold: bool
    picture: bytes  # the simulator's picture after the press

    def __str__(self) -> str:
        return self.key.upper() + " held" * self.hold


def play_walk(game: str, seed: int, between_ms: int = 0) -> Iterator[Step]:
    """Play a walk in the simulator, and yield its steps.

    between_ms   pause after each press, in ms of virtual time
    """
    chosen = random.Random(f"{game} {seed}")
    twin = Twin(files_after_lesson())
    twin.ask({"open": game})
    twin.use_same_dice(seed)
    yield Step("open", False, twin.frame())
    ways = [(key, hold) for key, hold, _ in KEYS]
    weights = [weight for _, _, weight in KEYS]
    for _ in range(STEPS):
        key, hold = chosen.choices(ways, weights)[0]
        if len(twin.board.app.stack.ids) <= 2 and key == "back" and not hold:
            key = "down"
        twin.press(key, hold)
        picture = twin.frame()
        twin.board.run(between_ms)
        yield Step(key, hold, picture)
