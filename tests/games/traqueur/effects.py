"""The effects of Traqueur, and the events that end them."""

from __future__ import annotations

from simulator import paths
from simulator.keys import OK
from tests.games.effects import Change, Device, Effect, Game, Pointer, Scene

paths.install()
from gobelet.games.traqueur.rules.sheets import COMBAT, PREPARE, SLOTS  # noqa: E402
from gobelet.games.traqueur.screens.combat import MORE  # noqa: E402

HE, OTHER = 1, 0


def round_two(device: Device) -> None:
    values = {"players": 4, "part": COMBAT, "round": 2, "active": OTHER, "first": OTHER, "prep": 3}
    device.change(*[("game", 0, of, value) for of, value in values.items()])
    for row in range(4):
        familiar = {"type": 1, "attack": 2, "pv": 4, "life": 4}
        device.change(*[("familiar", SLOTS * row, of, value) for of, value in familiar.items()])


def in_turn(device: Device) -> list[Change]:
    """Return the changes after which the player is in the game and has cast a spell."""
    return [("game", 0, "active", HE), ("game", 0, "cast", 1 << HE), ("player", HE, "out", 0)]


def preparing_changes(device: Device) -> list[Change]:
    return [
        ("game", 0, "part", PREPARE),
        ("game", 0, "active", HE),
        ("game", 0, "left", 2),
        ("game", 0, "cast", 1 << HE),
        ("player", HE, "out", 0),
    ]


def out_changes(device: Device) -> list[Change]:
    """Return the changes for a player who left in an earlier round.

    The familiar of this player had fallen first.
    """
    return [("player", HE, "life", 0), ("player", HE, "fell", 1)]


def pass_turn(device: Device) -> None:
    top = device.open("combat" if device.get("game.part", 0) == COMBAT else "prepare")
    if device.get("game.part", 0) == COMBAT:
        top.cursor = len(top.own_familiars()) + MORE.index("pass")
        device.press(OK)
    else:
        device.choose("done", top.names())


def let_die(device: Device) -> None:
    top = device.open("card", HE)
    top.set_field(0, "life")


def comes_back(device: Device) -> None:
    top = device.open("card", HE)
    device.choose("back", top.names())


TABLE = Game(
    row=HE,
    kind="player",
    ready=round_two,
    scenes={
        "in his turn": Scene(in_turn, "back"),
        "preparing": Scene(preparing_changes, "back"),
        "out": Scene(out_changes, "pass dies"),
    },
    events={"pass": pass_turn, "dies": let_die, "back": comes_back},
    effects={
        "fell": Effect(0, "back"),
        "out": Effect(1, "back"),
    },
    lasting="player.coins player.attack player.cost player.basic player.limit player.spells player.aspect "
    "familiar.type familiar.exotic familiar.attack familiar.pv familiar.life game.players game.prep game.first "
    "game.struck game.picks game.common game.exotic game.deck game.copies game.cards game.called shop.* trap.* "
    "option.*",
    moving="player.life game.part game.step game.round game.left game.cast",
    pointers={"game.active": Pointer(0, "pass")},
    others={("game.cast", 0): "pass"},
)
