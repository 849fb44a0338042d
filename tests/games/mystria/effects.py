"""The effects of Mystria, and the events that end them."""

from __future__ import annotations

from simulator.keys import OK
from tests.games.effects import Change, Device, Effect, Game, Pointer, Scene

FIRST, SECOND = 0, 1


def begin_turn(device: Device) -> None:
    values = {"part": 2, "first": FIRST, "active": FIRST, "turn": 3}
    device.change(*[("game", 0, of, value) for of, value in values.items()])
    device.change(("player", FIRST, "drops", 4), ("player", SECOND, "drops", 7))


def placing_changes(device: Device) -> list[Change]:
    """Return the changes for a turn with a taken token, after two actions."""
    return []


def place_token(device: Device) -> None:
    device.open("turn")
    device.press(OK)


TABLE = Game(
    row=FIRST,
    kind="player",
    ready=begin_turn,
    scenes={"placing": Scene(placing_changes)},
    events={"pass": place_token},
    effects={"game.acted": Effect(2, "pass"), "game.taken": Effect(1, "pass")},
    lasting="player.drops player.group1 player.group2 player.group3 player.took1 player.took2 player.took3 "
    "player.chosen player.points player.tile1 player.tile2 player.kept game.part game.version game.step "
    "game.first game.loser game.how game.dealt game.objectives game.bag0 game.bag1 game.bag2 game.bag3 "
    "game.value0 game.value1 game.value2 game.value3 game.counted stack.* table.*",
    moving="player.group0 player.took0 game.turn",
    pointers={"game.active": Pointer(0, "pass")},
)
