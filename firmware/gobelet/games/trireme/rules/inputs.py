"""Trirème: the inputs, rolls and checks that several Procedures share.

A Procedure whose values do not allow a roll raises Refused with one of these codes:
    TRI-E01  the ship is permanently immobilised, so no clearance is possible
    TRI-E02  the ship is not immobilised, so it needs no clearance
    TRI-E03  the size of a ship is missing
    TRI-E04  the ship has no sail hoisted
    TRI-E05  the target is farther away than the range of {n} hexes
    TRI-E06  the boarding values of both ships are 0

A value outside the bounds of its input, such as a speed above 5, raises Refused with the code RANGE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Roll, choice, number
from gobelet.rules.refused import Refused

if TYPE_CHECKING:
    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Consequence, Faces, Field, Mods, Option, Progress, Values

QUALITIES = ("expert", "ordinaire", "debutant", "esclave")
KINDS = ("other", "lemboi", "saxon", "venetian", "merchant", "hexadecere")
HELD = ("no", "yes", "ever")  # options of an input for the immobilisation of a ship; "ever" means permanently
BOTH = ("attacker", "target")
SHIP = ("ship",)

# The rolls that most Procedures use, and the functions that turn a result into the new progress.


def fold_sum(values: Values, progress: Progress, faces: Faces) -> int:
    """Return the sum of the faces of a roll as the new progress."""
    return sum(faces)


def fold_answer(values: Values, progress: Progress, option: Option) -> Option:
    """Return `option`, the answer to a question, as the new progress."""
    return option


DIE = Roll((6,), fold_sum)
DICE = Roll((6, 6), fold_sum)

# The named chance of a Procedure with a yes-or-no outcome, which its form shows: the probability of the outcome
# key 1, which means yes.
YES = (("1", lambda values, key: key == 1),)


def crew_input(
    name: str = "quality", role: str = "ship", lane: str | None = None, mods: Mods = None
) -> Input:
    """Make an input whose value is the quality of a crew, an index in QUALITIES."""
    return choice(name, QUALITIES, 1, lane, mods, role=role, field="crew")


def compare_crews(crew: int, other: int) -> int:
    """Return 1 if quality `crew` is better than `other`, -1 if worse, 0 if equal."""
    return (crew < other) - (crew > other)


def held_input(name: str, role: str, lane: str | None = None, mod: int = 0, asked: bool = True) -> Input:
    """Make an input whose value is the immobilisation of a ship, an index in HELD.

    An immobilised ship, permanently or not, adds the modifier `mod` to the lane `lane`.
    """
    mods = (0, mod, mod) if lane else None
    return choice(name, HELD, lane=lane, mods=mods, role=role, field="immobilised", asked=asked)


def flag_input(
    name: str, role: str, field: Field, lane: str | None = None, mod: int = 0, asked: bool = True
) -> Input:
    """Make a yes-or-no input whose value may come from a field of a ship.

    The answer yes adds the modifier `mod` to the lane `lane`.
    """
    return number(name, 0, 1, 0, lane, (0, mod) if lane else None, role=role, field=field, asked=asked)


def size_input(name: str, role: str, lane: str | None = None, mods: Mods = None, start: int = 1) -> Input:
    """Make an input whose value is the size of a ship; 0 means an unknown size."""
    return number(name, 0, 16, start, lane, mods, role=role, field="size")


def check_sizes(values: Values) -> None:
    """Raise Refused with TRI-E03 unless the sizes of rammer and target are known."""
    if not values["rammer_size"] or not values["target_size"]:
        raise Refused("TRI-E03")


def check_size(values: Values) -> None:
    """Raise Refused with TRI-E03 unless the size of the rolling ship is known."""
    if not values["size"]:
        raise Refused("TRI-E03")


def check_held(values: Values) -> None:
    """Raise Refused unless the ship may roll for clearance.

    The code is TRI-E01 if the ship is permanently immobilised, TRI-E02 if the ship is not immobilised.
    """
    if values["immobilised"] != 1:
        raise Refused("TRI-E01" if values["immobilised"] else "TRI-E02")


def grapple_effects(changed: bool) -> tuple[Consequence, ...]:
    """Return effects on attacker and target: tie them if `changed`, else untie them."""
    return (
        ("attacker", "grappled", "=", "target" if changed else 0),
        ("target", "grappled", "=", "attacker" if changed else 0),
    )
