"""What years of play do to the flash: every erase counted on a littlefs with the geometry of a Pico.

A player without a plan plays an evening a week, each time another game, with a pause after each key, in which the
device notes its place and does what it does in idle moments; in between the battery is out. An action is what is kept:
a roll, a change, an undo, a redo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from host_tools.building.image import PICO
from simulator import paths
from tests.device.littlefs import Flash, mounted
from tests.faults.monkey import Monkey

paths.install()
from gobelet.games import GAMES  # noqa: E402
from gobelet.journal.journal import Journal  # noqa: E402

KEYS = 400  # of an evening
PAUSE = 1  # keys, and then a pause: all that is done in idle moments comes as often as it can
PAUSE_MS = 500
ENDURES = 100_000  # erases of a block, by the data sheet of the Pico's flash


@dataclass
class Worn:
    evenings: int
    keys: int
    actions: int
    erases: int
    most: int  # erases of the block that had most
    taken: int  # blocks of the flash that are in use in the end

    @property
    def in_100(self) -> float:
        return 100 * self.erases / self.actions


def played(evenings: int, keys: int = KEYS, games: Sequence[str] = GAMES) -> Worn:
    worn = Worn(evenings, 0, 0, 0, 0, 0)
    with pytest.MonkeyPatch.context() as patch:

        def counted(act: Any) -> Any:
            def acting(journal: Any, *args: Any, **options: Any) -> Any:
                before = journal.position
                done = act(journal, *args, **options)
                worn.actions += journal.position > before
                return done

            return acting

        for name in ("roll", "change", "undo", "redo", "drop"):
            patch.setattr(Journal, name, counted(getattr(Journal, name)))
        store = mounted(patch, flash := Flash(), True)
        flash.erases = 0
        flash.erased.clear()
        for evening in range(evenings):
            game = games[evening % len(games)]
            monkey = Monkey(game, 1000 + evening, store, pause=(PAUSE, PAUSE_MS))
            monkey.play(keys)
            worn.keys += monkey.keys
            monkey.board.run(60_000)
            store = mounted(patch, flash)
        files = store.names()
        worn.taken = sum(-(-len(store.read(name) or b"") // 4096) for name in files)
    worn.erases = flash.erases
    worn.most = max(flash.erased.values())
    assert worn.taken < PICO
    return worn
