"""Trirème, Ship game: reefs, steps of the simultaneous movement, incendiary missiles."""

from gobelet.core.procedure import Outcome, Procedure, Roll, choice, flag, lane, number
from gobelet.core.refused import Refused

from .common import DIE, KINDS, SHIP, check_size, size
from .sheets import WRECKED

# Passing reefs [Passage des récifs], seed L154-164: total, rising tide, falling tide. Both ends are open.
REEF = (
    "3-  passes   passes",
    "4   passes   stopped",
    "5   stopped  wrecked",
    "6+  wrecked  wrecked",
)
PASSED = ("passes", "stopped", "wrecked")  # by key

# Modifier, the ships that have it by kind and size, at most one line for each; sizes above 11 are not named.
REEF_MODIFIERS = (
    "-1 lemboi saxon",
    "+1 other:9-11 venetian:4 merchant:2",
    "+2 hexadecere venetian:6 merchant:5",
)

SIZED = (0, 3, 4)  # kinds whose modifier depends on their size

# Steps of movement [Étapes du mouvement simultané], seed L166-176: speed, M where one point is spent.
STEPS = (
    "5  M M M M M",
    "4  M - M M M",
    "3  - M M - M",
    "2  - - M - M",
    "1  - - - - M",
)

# Incendiary missiles [Projectiles incendiaires], seed L178-182: range in hexes; what a die needs to hit.
RANGES = (1, 2)  # archers, engines [machines de tirs]
NEED = 5
NEED_TOWER = 4


def reef_modifier(kind, size):
    """Modifier of a ship, `kind` as in common.KINDS; 0 if no line names it."""
    for row in REEF_MODIFIERS:
        value, ships = row.split(None, 1)
        for ship in ships.split():
            name, _, sizes = ship.partition(":")
            low, _, high = sizes.partition("-")
            if name == KINDS[kind] and (not sizes or int(low) <= size <= int(high or low)):
                return int(value)
    return 0


def reef(total, falling):
    """Index in PASSED."""
    return PASSED.index(REEF[min(max(total, 3), 6) - 3].split()[2 if falling else 1])


def _reef(v, s):
    if s is None:
        return DIE
    key = reef(s + lane(ship_reef, v, "roll"), v["tide"])
    return Outcome(key, (("ship", "fate", "=", WRECKED),) if key == 2 else ())


ship_reef = Procedure(
    "ship_reef",
    (
        choice("tide", ("rising", "falling")),
        choice(
            "kind",
            KINDS,
            0,
            "roll",
            lambda v: reef_modifier(v["kind"], v["size"]),
            role="ship",
            field="kind",
        ),
        size("size", "ship"),
    ),
    _reef,
    check=lambda v: check_size(v) if v["kind"] in SIZED else None,
    questions=(
        ("0", lambda v, key: key == 0),
        ("1", lambda v, key: key == 1),
        ("2", lambda v, key: key == 2),
    ),
    explain="reef",
    roles=SHIP,
)


def steps(speed):
    """At which of the five steps a ship of this speed (0 to 5) moves, such as "-MM-M"."""
    return "".join(STEPS[5 - speed].split()[1:]) if speed else "-----"


def moves(speed, step):
    """Whether a ship moves at a step, 1 to 5."""
    return steps(speed)[step - 1] == "M"


def _steps(v, s):
    """The key lists the steps; (0,) for a ship that does not move."""
    return Outcome(tuple([at for at in range(1, 6) if moves(v["speed"], at)]) or (0,))


ship_steps = Procedure(
    "ship_steps",
    (number("speed", 0, 5, 5, role="ship", field="order"),),
    _steps,
    explain="steps",
    roles=SHIP,
)


def check_range(v):
    """TRI-E05: the range comes first, and a tower does not lengthen it."""
    if v["range"] > RANGES[v["weapon"]]:
        raise Refused("TRI-E05", n=RANGES[v["weapon"]])


def need(from_tower):
    """What a die needs for an incendiary missile to hit."""
    return NEED_TOWER if from_tower else NEED


def _incendiary(v, s):
    """Three missiles a roll at most; a state is 16 times those thrown, and the hits. The key is the hits."""
    thrown, hits = divmod(s or 0, 16)
    left = v["shots"] - thrown
    if left == 0:
        return Outcome(hits)
    least = need(v["from_tower"])
    return Roll(
        (6,) * min(left, 3),
        lambda v, s, faces: (
            (thrown + len(faces)) * 16 + hits + len([face for face in faces if face >= least])
        ),
    )


ship_incendiary = Procedure(
    "ship_incendiary",
    (
        choice("weapon", ("archers", "engine")),
        number("range", 0, 20, 1),
        flag("from_tower"),
        number("shots", 1, 9, 1),
    ),
    _incendiary,
    check=check_range,
    questions=(("hit", lambda v, key: key > 0),),
    explain="incendiary",
)
