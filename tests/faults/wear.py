"""Flash wear over years of play: every erase is counted, on a littlefs with a Pico's geometry.

A random player plays one evening a week, each time another game. After each key there is a pause, in which
the device saves its screens and does its idle work. Between evenings the power is off. An action is a journal
record: a roll, a change, an undo or a redo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from host_tools.building.image import PICO
from simulator import paths
from tests.device.littlefs import Flash, mount_store
from tests.faults.monkey import Monkey

paths.install()
from gobelet.games import GAMES  # noqa: E402
from gobelet.journal.journal import Journal  # noqa: E402

KEYS = 400  # number of keys in an evening
PAUSE = 1  # keys between two pauses; the idle work runs as often as possible
PAUSE_MS = 500
ENDURES = 100_000  # erases that a block endures, by the data sheet of the Pico's flash


@dataclass
class Worn:
    evenings: int
    keys: int
    actions: int
    erases: int
    most: int  # erases of the most used block
    taken: int  # blocks in use at the end

    @property
    def in_100(self) -> float:
        return 100 * self.erases / self.actions


def play_evenings(evenings: int, keys: int = KEYS, games: Sequence[str] = GAMES) -> Worn:
    worn = Worn(evenings, 0, 0, 0, 0, 0)
    with pytest.MonkeyPatch.context() as patch:

        def count_bytes(act: Any) -> Any:
            def act_and_count(journal: Any, *args: Any, **options: Any) -> Any:
                before = journal.position
                done = act(journal, *args, **options)
                worn.actions += journal.position > before
                return done

            return act_and_count

        for name in ("write_roll", "change", "undo", "redo", "take_back_roll"):
            patch.setattr(Journal, name, count_bytes(getattr(Journal, name)))
        store = mount_store(patch, flash := Flash(), True)
        flash.erases = 0
        flash.erased.clear()
        for evening in range(evenings):
            game = games[evening % len(games)]
            monkey = Monkey(game, 1000 + evening, store, pause=(PAUSE, PAUSE_MS))
            monkey.play(keys)
            worn.keys += monkey.keys
            monkey.board.run(60_000)
            store = mount_store(patch, flash)
        files = store.names()
        worn.taken = sum(-(-len(store.read(name) or b"") // 4096) for name in files)
    worn.erases = flash.erases
    worn.most = max(flash.erased.values())
    assert worn.taken < PICO
    return worn
