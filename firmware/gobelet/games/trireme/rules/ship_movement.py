"""Trirème, Ship game: reefs, incendiary missiles, the steps of movement (RULES 2).

The steps of simultaneous movement are a Procedure without dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, choice, flag, lane, number
from gobelet.rules.refused import Refused

from .inputs import DIE, KINDS, SHIP, check_size, size_input
from .sheets import WRECKED
from .walks import is_moving

if TYPE_CHECKING:
    from gobelet.rules.types import Consequence, Progress, Step, Values

# Passing reefs [Passage des récifs], L154-164. Each line has the total of die and modifier, the result with a rising
# tide, and the result with a falling tide. The first line is for a total of 3 or less, the last line for 6 or more.
REEF = (
    "3-  passes   passes",
    "4   passes   stopped",
    "5   stopped  wrecked",
    "6+  wrecked  wrecked",
)
PASSED = ("passes", "stopped", "wrecked")  # names of the results; the index of a name is the outcome key

# Each line has a modifier, then the classes of ships to which this modifier applies. A class is a kind in inputs.KINDS.
# Sizes follow after a colon if the modifier applies only to these sizes. At most one line applies to a ship.
REEF_MODIFIERS = (
    "-1 lemboi saxon",
    "+1 other:9-11 venetian:4 merchant:2",
    "+2 hexadecere venetian:6 merchant:5",
)

SIZED = (0, 3, 4)  # indexes in inputs.KINDS of the kinds of ships whose modifier depends on the size

# Incendiary missiles [Projectiles incendiaires], L178-182.
RANGES = (1, 2)  # range in hexes of archers, of engines [machines de tirs]
NEED = 5  # lowest face with which a missile hits
NEED_TOWER = 4  # lowest face with which a missile from a tower hits


def reef_modifier(kind: int, size: int) -> int:
    """Return a ship's modifier on reefs; 0 if no line of REEF_MODIFIERS applies.

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
    """Return the result for a total of die and modifier, as an index in PASSED."""
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

    The outcome key is a tuple of the steps of movement, 1 to 5, at which the ship moves. For a ship that does not move,
    the outcome key is (0,).
    """
    return Outcome(tuple([pulse for pulse in range(1, 6) if is_moving(values["speed"], pulse)]) or (0,))


ship_steps = Procedure(
    "ship_steps",
    (number("speed", 0, 5, 5, role="ship", field="order"),),
    _steps,
    explain="ship_steps",
    roles=SHIP,
)


def check_range(values: Values) -> None:
    """Raise Refused with TRI-E05 if the target is out of range.

    A tower does not change the range.
    """
    if values["range"] > RANGES[values["weapon"]]:
        raise Refused("TRI-E05", n=RANGES[values["weapon"]])


def lowest_hit(from_tower: object) -> int:
    """Return the lowest face with which an incendiary missile hits."""
    return NEED_TOWER if from_tower else NEED


def _incendiary(values: Values, progress: Progress) -> Step:
    """Resolve the missiles; the outcome key is the number of hits.

    A roll has the dice of three missiles at most, and more missiles need more rolls. The progress is 16 times the
    number of missiles rolled so far, plus the number of hits.
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
