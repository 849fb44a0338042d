"""Records with a right checksum that no game of this version can have written.

The device skips such records: each game opens with them, shows its history, and can undo what was played
before them.
"""

from __future__ import annotations

import pytest

from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK
from tests.device.strips import StripStore
from tests.faults import mutations
from tests.faults.mutations import World, open_session

# isort: split
from gobelet.journal.journal import EFFECT, FIRST, LAST, ROLL, UNDO, pack_roll
from gobelet.rules.effects import pack_effects
from tests.journal.inside import write_record

WHOLE = EFFECT | FIRST | LAST
RECORDS = (
    (ROLL, b""),
    (ROLL, b"\3"),
    (ROLL, b"\3\0\7\1"),
    (ROLL, b"\3\0\1\1\1\t\1"),
    (ROLL, pack_roll(250, [1, 2], [(6,), 9])),
    (WHOLE, b""),
    (WHOLE, b"\1"),
    (WHOLE, pack_effects([(200, 0, 0, 1, 2)])),
    (WHOLE, pack_effects([(0, 200, 0, 1, 2), (0, 0, 200, 1, 2)])),
    (UNDO, b"\1"),
    (9, b"what is this"),
)


@pytest.mark.parametrize("game", sorted({path.stem.partition("_")[0] for path in mutations.SCRIPTS}))
def test_each_game_opens_on_them(game: str, worlds: list[World]) -> None:
    (world,) = (world for world in worlds if world.game == game)
    for kind, payload in RECORDS:
        session = open_session(game, world.files)
        held = [bytes(values) for values in session.state.sheets]
        steps = len(session.journal.done)
        write_record(session.journal, kind, payload)
        board = VirtualBoard(store=StripStore(session.store.files))
        board.run(BOOT_MS)
        board.context.navigation.home()
        board.context.open(game + ".home")
        board.run(300)
        assert [bytes(values) for values in board.context.session.state.sheets] == held
        board.context.open(game + ".history")
        board.run(50)
        for key in (DOWN, OK, OK, BACK):
            board.press(key)
        for _ in range(2):
            board.hold(BACK)
        if board.faults:
            raise board.faults[0]
        if steps and board.context.session:
            assert len(board.context.session.journal.done) < steps + 2
