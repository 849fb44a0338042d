"""Which fields of a game that is text are effects, and what ends them: none is, for its turn is whose it says."""

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


def nothing(device: Device) -> None:
    pass


TABLE = Game(
    id="own-duel",
    files=compiler.files(TEXT),
    row=1,
    kind="seat",
    ready=nothing,
    scenes={},
    events={},
    effects={},
    lasting="seat.hp table.doom",
    moving="seat.here table.step table.round table.turn",
)
