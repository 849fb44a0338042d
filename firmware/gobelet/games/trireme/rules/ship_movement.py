"""Trirème, Ship game: reefs, incendiary missiles, the steps of movement (RULES 2).

The steps of the simultaneous movement need no dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, choice, flag, lane, number
from gobelet.rules.refused import Refused

from .inputs import DIE, KINDS, SHIP, check_size, size_input
from .sheets import WRECKED
from .walks import moves

if TYPE_CHECKING:
    from gobelet.rules.types import Consequence, Progress, Step, Values

# Passing reefs [Passage des récifs], L154-164: the total, the result with a rising tide, the result with a falling
# tide. The first row is for a total of 3 or less, the last for 6 or more.
REEF = (
    "3-  passes   passes",
    "4   passes   stopped",
    "5   stopped  wrecked",
    "6+  wrecked  wrecked",
)
PASSED = ("passes", "stopped", "wrecked")  # names of the results, by key

# Each line has a modifier, then the ships that it applies to, by kind and size. At most one line applies to a ship.
REEF_MODIFIERS = (
    "-1 lemboi saxon",
    "+1 other:9-11 venetian:4 merchant:2",
    "+2 hexadecere venetian:6 merchant:5",
)

SIZED = (0, 3, 4)  # kinds whose modifier depends on their size

# Incendiary missiles [Projectiles incendiaires], L178-182: the range in hexes, and the lowest face that hits.
RANGES = (1, 2)  # for archers, for engines [machines de tirs]
NEED = 5
NEED_TOWER = 4


def reef_modifier(kind: int, size: int) -> int:
    """Return the modifier of a ship; 0 if no line applies to it.

    `kind` is an index in inputs.KINDS.
    """
    for row in REEF_MODIFIERS:
        value, ships = row.split(None, 1)
        for ship in ships.split():
            name, _, sizes = ship.partition(":")
            low, _, high = sizes.partition("-")
            if name == KINDS[kind] and (not sizes or int(low) <= size <= int(high or low)):
                return int(value)
    return 0


def reef(total: int, falling: object) -> int:
    """Return the result for the total of a roll, as an index in PASSED."""
    return PASSED.index(REEF[min(max(total, 3), 6) - 3].split()[2 if falling else 1])


def _reef(values: Values, progress: Progress) -> Step:
    if progress is None:
        return DIE
    key = reef(progress + lane(ship_reef, values, "roll"), values["tide"])
    effects: tuple[Consequence, ...] = (("ship", "fate", "=", WRECKED),) if key == 2 else ()
    return Outcome(key, effects)


ship_reef = Procedure(
    "ship_reef",
    (
        choice("tide", ("rising", "falling")),
        choice(
            "kind",
            KINDS,
            0,
            "roll",
            lambda values: reef_modifier(values["kind"], values["size"]),
            role="ship",
            field="kind",
        ),
        size_input("size", "ship"),
    ),
    _reef,
    check=lambda values: check_size(values) if values["kind"] in SIZED else None,
    questions=(
        ("0", lambda values, key: key == 0),
        ("1", lambda values, key: key == 1),
        ("2", lambda values, key: key == 2),
    ),
    explain="ship_reef",
    roles=SHIP,
)


def _steps(values: Values, progress: Progress) -> Step:
    """Resolve the movement of a ship.

    The key has the steps, 1 to 5, at which the ship moves. The key is (0,) for a ship that does not move.
    """
    return Outcome(tuple([pulse for pulse in range(1, 6) if moves(values["speed"], pulse)]) or (0,))


ship_steps = Procedure(
    "ship_steps",
    (number("speed", 0, 5, 5, role="ship", field="order"),),
    _steps,
    explain="ship_steps",
    roles=SHIP,
)


def check_range(values: Values) -> None:
    """Raise Refused with TRI-E05 for a target out of range, with or without a tower."""
    if values["range"] > RANGES[values["weapon"]]:
        raise Refused("TRI-E05", n=RANGES[values["weapon"]])


def lowest_hit(from_tower: object) -> int:
    """Return the lowest face with which an incendiary missile hits."""
    return NEED_TOWER if from_tower else NEED


def _incendiary(values: Values, progress: Progress) -> Step:
    """Resolve the missiles, at most three in a roll; the key is the number of hits.

    The progress is 16 times the number of missiles thrown so far, plus the number of hits.
    """
    thrown, hits = divmod(progress or 0, 16)
    left = values["shots"] - thrown
    if left == 0:
        return Outcome(hits)
    least = lowest_hit(values["from_tower"])
    return Roll(
        (6,) * min(left, 3),
        lambda values, progress, faces: (
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
    questions=(("hit", lambda values, key: key > 0),),
    explain="ship_incendiary",
    roles=SHIP,
)
