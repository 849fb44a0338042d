"""Effects of a game that is a text file: none, because no turn of it ends anything."""

from __future__ import annotations

from host_tools.own import compiler
from tests.games.effects import Device, Game

TEXT = """
[game]
id = "duel"
title = "Duel"
seats = 3
[[counter]]
id = "hp"
high = 9
start = 3
[[counter]]
id = "doom"
per = "table"
[turn]
steps = [{ id = "act", name = "Act" }]
"""


def do_nothing(device: Device) -> None:
    pass


TABLE = Game(
    id="own-duel",
    files=compiler.files(TEXT),
    row=1,
    kind="seat",
    ready=do_nothing,
    scenes={},
    events={},
    effects={},
    lasting="seat.hp table.doom",
    moving="seat.here table.step table.round table.turn",
)
