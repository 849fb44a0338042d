"""The largest free block, on a heap twice the Pico's, for its words are twice as wide: it is always there, whatever
was played before.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from simulator import paths
from tests.sweep import count, sample

paths.install()
from gobelet.games import GAMES  # noqa: E402
from gobelet.memory.heap import GARBAGE  # noqa: E402

PICO = 240_000  # heap at the start of main.py
IN_PLACE = 20_000  # that a Pico has in its flash (memory/inplace.py), at the least: here all lies on the heap
BLOCK = 24 * 1024
PRESSES = count(175, 1500)  # in each game

SCRIPT = """
import gc, json, sys
import os
here = os.getcwd()
sys.path[:0] = [here + "/scripts", here + "/build"]  # not the firmware as it is in its sources
import gobelet_board, gobelet_packs
import heap
import session
from heap import Dice, Files, Quiet
os.chdir("/")
gobelet_packs.mount(here + "/build/packs/")

heap.FOLDER = here + "/store"
world = Quiet(gobelet_board, gobelet_packs.asset, print, Files())
world.entropy = Dice()
world.free = lambda: gc.mem_free() // 2
session.say = len
session.setup(world)
session.file("settings", {taught!r})
session.boot(0)
gc.threshold({garbage})
chance = Dice()
now = 0
looked = 0
for game in {games!r}:
    session.home()
    session.open_screen(game + ".home")
    for press in range({presses}):
        key = (4, 4, 4, 2, 2, 2, 1, 1, 8, 8)[chance.read(1)[0] % 10]
        held = 700 if chance.read(1)[0] % 7 == 0 else 40
        for after, mask in ((0, key), (held, key), (10, key), (30, 0), (10, 0), (10, 0)):
            now += after
            session.step(now, mask)
        now += 30
        if press % 25 == 0:
            gc.collect()
            bytearray({block})  # MemoryError if there is no such block
            looked += 1
            if press % 500 == 0:
                session.home()
                session.open_screen(game + ".home")
print(json.dumps(looked))
"""


# One after the other without a restart: what the games before have interned lies everywhere.
ALL = pytest.param(GAMES, id="all")


@pytest.mark.sweep
@pytest.mark.parametrize("games", [*(pytest.param((game,), id=game) for game in sample(GAMES, 1)), ALL])
def test_there_is_a_large_free_block(
    games: tuple[str, ...], micropython: Callable[..., str], firmware: Path
) -> None:
    script = SCRIPT.format(
        taught=b"taught=yes\n".hex(),
        games=list(games),
        presses=PRESSES,
        block=2 * BLOCK,
        garbage=2 * GARBAGE,
    )
    printed = micropython(script, files={"build": firmware}, heap=2 * (PICO + IN_PLACE))
    assert json.loads(printed.splitlines()[-1]) == len(games) * PRESSES // 25
