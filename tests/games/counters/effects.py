"""The effects of the counters, and the events that end them."""

from __future__ import annotations

from simulator import paths
from simulator.keys import DOWN, OK, UP
from tests.games.effects import Change, Device, Effect, Game, Pointer, Scene

paths.install()
from gobelet.games.counters.rules.sheets import VALUE_FIELDS  # noqa: E402

SECOND = 1


def set_table(device: Device) -> None:
    device.change(("table", 0, "players", 3), ("table", 0, "counters", 2))


def in_turn(device: Device) -> list[Change]:
    return [("table", 0, "turn", SECOND), ("table", 0, "round", 2)]


def reduce_to_one(device: Device) -> None:
    """Reduce the table to one player."""
    top = device.open("players")
    top.cursor = 0
    device.press(OK, DOWN, DOWN, OK)
    assert device.get("table.players", 0) == 1


def replace_players(device: Device) -> None:
    """Replace the players at the table."""
    reduce_to_one(device)
    device.press(OK, UP, UP, OK)
    assert device.get("table.players", 0) == 3


TABLE = Game(
    row=SECOND,
    kind="player",
    ready=set_table,
    scenes={"in turn": Scene(in_turn)},
    events={"leaves": reduce_to_one, "replaced": replace_players},
    effects={
        "score": Effect(12, "replaced"),
        "tie": Effect(3, "replaced"),
        "rank": Effect(1, "replaced"),
        "marks": Effect(5, "replaced"),
    }
    | {name: Effect(7, "replaced") for name in VALUE_FIELDS},
    # A seat keeps its names, and its player's used time.
    lasting="player.m player.s player.n0 player.n1 player.n2 player.n3 player.n4 table.counters table.era table.m "
    "table.s table.limit table.whole table.down table.others table.round table.die counter.* mark.*",
    moving="table.players",
    pointers={"table.turn": Pointer(0, "leaves replaced")},
)
