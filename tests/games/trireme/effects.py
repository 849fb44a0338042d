"""The effects of Trirème, and the events that end them."""

from __future__ import annotations

from simulator import paths
from simulator.keys import DOWN, OK
from tests.games.effects import Change, Device, Effect, Event, Game, Pointer, Scene

paths.install()
from gobelet.games.trireme.rules import battle  # noqa: E402
from gobelet.games.trireme.rules.sheets import (  # noqa: E402
    ABANDONED,
    FLEET,
    GRAPPLED,
    SHIPS,
    SIDE,
    SUNK,
    SURRENDERED,
    WRECKED,
)
from gobelet.games.trireme.rules.ships import tie_changes  # noqa: E402

IT, OTHER, THIRD = 2, SIDE, SIDE + 1  # a ship, a ship that is grappled to it, a ship that it rammed


def fight_game(game: int) -> Event:
    def ready(device: Device) -> None:
        device.change(*battle.start_changes(device.state, game, 3, 3))
        for row in (IT, OTHER, THIRD):
            values = {"size": 5, "pv": 4, "men": 30, "factor": 6, "crew": 0, "infantry": 2}
            device.change(*[("ship", row, of, value) for of, value in values.items()])
        rolled = {"rolled": 63, "lost_first": 3, "lost_second": 1}
        device.change(*tie_changes(device.state, IT, OTHER, how=GRAPPLED, **rolled))
        device.change(*tie_changes(device.state, IT, THIRD, eased=1))

    return ready


def no_changes(device: Device) -> list[Change]:
    return []


def fleet_changes(device: Device) -> list[Change]:
    """Return the changes for a battle of the Fleet game."""
    return [("game", 0, "game", FLEET), ("game", 0, "step", 1)]


def given_up(device: Device) -> list[Change]:
    return [("ship", IT, "fate", SURRENDERED)]


def fate_event(number: int) -> Event:
    def event(device: Device) -> None:
        top = device.open("sheet", 0, IT)
        device.choose("fate", top.names())
        device.press(*[DOWN] * number, OK)

    return event


def remove_ship(device: Device) -> None:
    top = device.open("sheet", 0, IT)
    device.choose("remove", top.names())
    device.yes()


def replace_ship(device: Device) -> None:
    """Replace the ship in its row by another one."""
    remove_ship(device)
    top = device.open("sheet", 0, 0)
    device.choose("add", top.names())
    assert device.get("ship.used", IT)


def next_turn(device: Device) -> None:
    now = device.get("game.turn", 0)
    top = device.open("turn")
    for _ in range(20):
        if device.get("game.turn", 0) == now:
            top.cursor = top.choices.index(("next", 0))
            device.press(OK)
    assert device.get("game.turn", 0) == now + 1


GONE = "removed replaced"
LOST = "sunk wrecked " + GONE  # an abandoned ship stays grappled
TABLE = Game(
    row=IT,
    kind="ship",
    ready=fight_game(SHIPS),
    scenes={
        "ships": Scene(no_changes),
        "fleets": Scene(fleet_changes),
        "given up": Scene(given_up, "sunk wrecked abandoned surrenders"),
    },
    events={
        "turn": next_turn,
        "sunk": fate_event(SUNK),
        "wrecked": fate_event(WRECKED),
        "abandoned": fate_event(ABANDONED),
        "surrenders": fate_event(SURRENDERED),
        "removed": remove_ship,
        "replaced": replace_ship,
    },
    effects={
        # effects of the turn
        "order": Effect(3, "turn " + GONE),
        "eased": Effect(1, "turn " + GONE),
        "done": Effect(7, "turn " + GONE),
        # effects until a roll or an action ends them
        "bonus": Effect(1, GONE),
        "tired": Effect(1, GONE),
        "slowed": Effect(1, GONE),
        "immobilised": Effect(1, GONE),
        "captured": Effect(1, GONE),
        "breaches": Effect(2, GONE),
        "house": Effect(1, GONE),
        "sail": Effect(2, GONE),
        "fate": Effect(0, GONE),
    },
    lasting="ship.size ship.crew ship.kind ship.pv ship.men ship.factor ship.infantry ship.iron ship.corvus "
    "ship.towers ship.engines ship.grappled ship.noted game.game game.tide game.battle game.starts",
    moving="ship.used ship.name game.turn game.step game.pulse tie.*",
    pointers={"tie.first": Pointer(1, GONE), "tie.second": Pointer(1, GONE)},
    others={
        ("tie.how", 0): LOST,
        ("tie.rolled", 0): "turn " + GONE,
        ("tie.lost_first", 0): "turn " + GONE,
        ("tie.lost_second", 0): "turn " + GONE,
        ("tie.eased", 1): "turn " + GONE,
    },
    gone=GONE,
    kept="ship.name ship.used ship.noted",
)
