"""The effects of Trinités, and the events that end them."""

from __future__ import annotations

from simulator import paths
from simulator.keys import OK
from tests.games.effects import Change, Device, Effect, Event, Game, Pointer, Scene

paths.install()
from gobelet.games.trinites.rules import engagement  # noqa: E402
from gobelet.games.trinites.rules.sheets import GARDE, HOSTAGE, INITIATIVE, REACTION  # noqa: E402
from gobelet.games.trinites.screens.memo import next_round  # noqa: E402

# A player's character, an ally, two adversaries engaged with the character, and a held adversary

HE, ALLY, FOE, SECOND, HELD = 0, 1, 8, 11, 9


def begin_combat(device: Device) -> None:
    rows = (HE, ALLY, FOE, HELD, SECOND)
    device.change(*[("char", row, "used", 1) for row in rows], ("combat", 0, "round", 3))
    for row in rows:
        values = {"zone": GARDE, "init": 6, "weapon": 3}
        device.change(*[("char", row, of, value) for of, value in values.items()])
    device.change(("char", HE, "adam", 1), *[("adam", HE, of, 4) for of in ("deva", "deva_now")])
    for foe in (FOE, SECOND):
        device.change(*engagement.engagement_changes(device.state, HE, foe))
    device.change(("char", ALLY, "spurred", INITIATIVE), ("char", ALLY, "spurred_by", HE + 1))
    device.change(("char", FOE, "cowed", INITIATIVE), ("char", FOE, "cowed_by", HE + 1))
    device.change(("char", FOE, "feint", HE + 1), ("combat", 0, "target", HE))


def holding_changes(device: Device) -> list[Change]:
    grip = {"held": HE + 1, "grip": 5, "secured": 1, "gagged": 1, "shield": 1}
    return [("char", HELD, of, value) for of, value in grip.items()] + [("char", HE, "cover", HOSTAGE)]


def seized_changes(device: Device) -> list[Change]:
    grip = {"held": FOE + 1, "grip": 5, "secured": 1, "gagged": 1, "shield": 1}
    return [("char", HE, of, value) for of, value in grip.items()] + [("char", FOE, "cover", HOSTAGE)]


def in_turn(device: Device) -> list[Change]:
    return [
        *holding_changes(device),
        ("combat", 0, "active", HE),
        ("char", HE, "acting", 1),
        ("char", HE, "tie", 1),
    ]


def waiting_changes(device: Device) -> list[Change]:
    """Changes by which a character waits for an event, in the turn of another one."""
    return [
        *seized_changes(device),
        ("char", HE, "event", 1),
        ("char", HE, "plan", 2),
        ("combat", 0, "active", HELD),
        ("char", HELD, "acting", 1),
    ]


def pass_turn(device: Device) -> None:
    top = device.open("turn")
    device.choose("end", top.names)


def act_twice(device: Device) -> None:
    """Announce an action, take another one, and end the turn."""
    top = device.open("turn")
    device.choose("free1", top.names)
    pass_turn(device)


def wound_event(points: int) -> Event:
    def event(device: Device) -> None:
        device.open("wound", HE, points)
        device.press(OK)
        device.context.navigation.back_to("trinites.home")
        if device.get("combat.active", 0) == HE and device.get("char.dead", HE):
            pass_turn(device)  # the character's turn is not ended yet

    return event


def on_sheet(name: str) -> Event:
    def event(device: Device) -> None:
        top = device.open("sheet", 0, HE)
        device.choose(name, top.offered)
        if name == "remove":
            device.yes()

    return event


def comes_back(device: Device) -> None:
    on_sheet("aside")(device)
    on_sheet("back")(device)


def ends_combat(device: Device) -> None:
    top = device.open("fighters")
    device.choose("end", top.rows + top.names)
    device.yes()


AWAY = "aside back removed over"
LEAVES = "dies " + AWAY
TABLE = Game(
    row=HE,
    kind="char",
    ready=begin_combat,
    scenes={"in his turn": Scene(in_turn), "waiting": Scene(waiting_changes, "pass turn")},
    events={
        "pass": pass_turn,
        "turn": act_twice,
        "faints": wound_event(17),
        "dies": wound_event(25),
        "aside": on_sheet("aside"),
        "back": comes_back,
        "removed": on_sheet("remove"),
        "over": ends_combat,
        "round": lambda device: next_round(device.context),
    },
    gone="removed",
    own="turn",
    like_own="pass " + LEAVES,
    effects={
        # of the turn
        "acting": Effect(0, "pass turn " + LEAVES),
        "tie": Effect(0, "pass turn " + LEAVES),
        "delta": Effect(3, "pass turn " + LEAVES),
        "plan": Effect(0, "pass turn " + LEAVES),
        "done": Effect(1, "pass turn " + LEAVES),
        "moved": Effect(1, "pass turn " + LEAVES),
        "event": Effect(0, "pass turn " + LEAVES),
        "bonus": Effect(1, "pass turn " + LEAVES),
        "feint": Effect(FOE + 1, "pass turn " + LEAVES),
        # until the character's next turn (L731, L747), or until the present event ends
        "prudence": Effect(2, "pass turn " + LEAVES),
        "danger": Effect(2, "pass turn " + LEAVES),
        "surprised": Effect(1, "pass turn " + LEAVES),
        # of the round
        "spent_l": Effect(1, "round " + AWAY),
        "spent_t": Effect(1, "round " + AWAY),
        # until the state has been used (L540, L582)
        "spurred": Effect(REACTION, LEAVES),
        "spurred_by": Effect(ALLY + 1, LEAVES),
        "cowed": Effect(REACTION, LEAVES),
        "cowed_by": Effect(FOE + 1, LEAVES),
        # an effect of Karma that takes several rounds of a combat (L322)
        "adam.owed_l": Effect(1, LEAVES),
        "adam.owed_t": Effect(2, LEAVES),
        # where and how
        "engaged": Effect(2, "faints " + LEAVES),
        "foes_a": Effect(1 << FOE, "faints " + LEAVES),
        "foes_b": Effect(2, "faints " + LEAVES),
        "cover": Effect(0, LEAVES),
        "held": Effect(0, "aside back dies removed"),
        "grip": Effect(0, "aside back dies removed"),
        "secured": Effect(0, "aside back dies removed"),
        "gagged": Effect(0, "aside back dies removed"),
        "shield": Effect(0, LEAVES),
        "fainted": Effect(2, AWAY),
        "zone": Effect(GARDE, LEAVES),
        "init": Effect(6, AWAY),
    },
    lasting="char.adam char.armour char.weapon char.sword char.range char.area char.watched char.exposed "
    "char.periods char.task_skill char.task_level char.task_score char.tries char.pending char.result "
    "char.pending_skill char.pale char.dark char.n0 char.n1 char.n2 char.n3 char.n4 char.tied char.hidden "
    "adam.deva adam.archonte adam.deva_now adam.archonte_now adam.adam_now adam.xp adam.debt_l adam.debt_t "
    "adam.credit_l adam.credit_t adam.atouts adam.versets adam.ascendants adam.descendants adam.age "
    "skill.* zodiac.* other.* object.* option.*",
    moving="char.used char.boxes char.dead char.coma char.aided combat.round combat.ground",
    pointers={
        "char.held": Pointer(1, "aside back dies removed"),
        "char.spurred_by": Pointer(1, "pass turn " + LEAVES),
        "char.cowed_by": Pointer(1, "pass turn " + LEAVES),
        "char.feint": Pointer(1, LEAVES),
        "combat.active": Pointer(0, "pass turn " + LEAVES),
        "combat.target": Pointer(0, "aside back removed"),
    },
    others={
        ("char.spurred", ALLY): "pass turn " + LEAVES,
        ("char.cowed", FOE): "pass turn " + LEAVES,
        ("char.engaged", FOE): "faints " + LEAVES,
        ("char.foes_a", FOE): "faints " + LEAVES,
        ("char.cover", FOE): LEAVES,
        ("char.shield", HELD): "faints " + LEAVES,
        ("char.gagged", HELD): "faints aside back dies removed",
        ("char.grip", HELD): "faints aside back dies removed",
        ("char.secured", HELD): "faints aside back dies removed",
    },
)
