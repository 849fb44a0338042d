"""The effects of Tri'Nytia, and the events that end them."""

from __future__ import annotations

from simulator import paths
from simulator.keys import OK
from tests.games.effects import Change, Device, Effect, Event, Game, Pointer, Scene

paths.install()
from gobelet.games.trinytia.rules import setup, turn  # noqa: E402

HE, BEFORE = 1, 0  # The character with the next turn, and the one before


def begin_play(device: Device) -> None:
    device.change(*setup.start_game(5, setup.NORMAL, 3))
    device.change(*setup.store_first_player(BEFORE))
    device.change(*[("char", row, "lieu", 5) for row in range(5)])
    device.change(*turn.begin_first_turn(device.state))


def in_turn(device: Device) -> list[Change]:
    return [("game", 0, "active", HE)]


def before_it(device: Device) -> list[Change]:
    return [("game", 0, "active", BEFORE)]


def end_turn(device: Device) -> None:
    """End the current turn."""
    top = device.open("turn")
    device.choose("end", top.names())


def let_die(device: Device) -> None:
    top = device.open("sheet", HE)
    device.choose("dies", top.names())
    device.press(OK)


def let_live(device: Device) -> None:
    let_die(device)
    top = device.open("sheet", HE)
    device.choose("lives", top.names())


EVENTS: dict[str, Event] = {"turn": end_turn, "pass": end_turn, "dies": let_die, "lives": let_live}

TABLE = Game(
    row=HE,
    kind="char",
    ready=begin_play,
    scenes={"in his turn": Scene(in_turn, "turn"), "before it": Scene(before_it, "pass")},
    events=EVENTS,
    own="turn",  # the turn that begins
    like_own="dies lives",
    effects={
        # number of moves in the turn
        "moved": Effect(1, "turn dies lives"),
        "fought": Effect(1, "turn dies lives"),
        "exchanged": Effect(1, "pass turn dies lives"),
        "unabsorbed": Effect(2, "pass turn dies lives"),
        # until the next own turn (L151)
        "armour": Effect(3, "turn dies lives"),
        # until a bet is made
        "stake": Effect(2, "dies lives"),
        # Lost at a death (L154)
        "fixed": Effect(1, "dies lives"),
        "range": Effect(8, "dies lives"),
        "down": Effect(2, "dies lives"),
        "equipment": Effect(1, "dies lives"),
        "familiar": Effect(1, "dies lives"),
        "fam_pv": Effect(4, "dies lives"),
        "fam_wounds": Effect(2, "dies lives"),
        "fam2_pv": Effect(3, "dies lives"),
        "fam2_wounds": Effect(1, "dies lives"),
        "lieu": Effect(5, "dies lives"),
    },
    lasting="char.pv char.wounds char.gold char.score char.played game.mode game.players game.column game.first "
    "game.god game.passes game.lieux game.arcanes game.legends option.* stack.* life.*",
    moving="char.seat char.faction game.part game.step game.turn game.cycle game.actions game.exchanges "
    "game.cancelled pack.*",
    pointers={"game.active": Pointer(0, "dies lives")},
)
