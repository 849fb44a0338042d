"""Trirème: the inputs, folds and checks that several Procedures share.

A rule that may not be applied is Refused with one of these codes:
    TRI-E01  the ship is permanently immobilised, so no clearance is possible
    TRI-E02  the ship is not immobilised, so it needs no clearance
    TRI-E03  the size of a ship is missing
    TRI-E04  no sail is hoisted
    TRI-E05  the target is out of range, which is {n} hexes
    TRI-E06  both boarding values are 0
A value outside the bounds of its input, such as a speed above 5, is Refused with RANGE.
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
HELD = ("no", "yes", "ever")  # options of "immobilised"; "ever" means permanently
BOTH = ("attacker", "target")
SHIP = ("ship",)

# The folds and rolls that most Procedures use.


def fold_sum(values: Values, progress: Progress, faces: Faces) -> int:
    """Fold a roll into the sum of its faces."""
    return sum(faces)


def fold_answer(values: Values, progress: Progress, option: Option) -> Option:
    """Fold the answer to a question: the answer itself is the next progress."""
    return option


DIE = Roll((6,), fold_sum)
DICE = Roll((6, 6), fold_sum)

# The chance that a form shows for a Procedure whose outcome is yes (key 1) or no (key 0).
YES = (("1", lambda values, key: key == 1),)


def crew_input(
    name: str = "quality", role: str = "ship", lane: str | None = None, mods: Mods = None
) -> Input:
    """Make an input for the quality of a crew, an index in QUALITIES."""
    return choice(name, QUALITIES, 1, lane, mods, role=role, field="crew")


def compare_crews(crew: int, other: int) -> int:
    """Return 1 if quality `crew` is better than `other`, -1 if worse, 0 if equal."""
    return (crew < other) - (crew > other)


def held_input(name: str, role: str, lane: str | None = None, mod: int = 0, asked: bool = True) -> Input:
    """Make an input for the immobilisation of a ship, an index in HELD.

    `mod` counts if the ship is immobilised, permanently or not.
    """
    mods = (0, mod, mod) if lane else None
    return choice(name, HELD, lane=lane, mods=mods, role=role, field="immobilised", asked=asked)


def flag_input(
    name: str, role: str, field: Field, lane: str | None = None, mod: int = 0, asked: bool = True
) -> Input:
    """Make a yes-or-no input that a field of a ship can fill; `mod` counts for yes."""
    return number(name, 0, 1, 0, lane, (0, mod) if lane else None, role=role, field=field, asked=asked)


def size_input(name: str, role: str, lane: str | None = None, mods: Mods = None, start: int = 1) -> Input:
    """Make an input for the size of a ship; 0 means that the size is unknown."""
    return number(name, 0, 16, start, lane, mods, role=role, field="size")


def check_sizes(values: Values) -> None:
    """Raise Refused with TRI-E03 for a ram unless the sizes of both ships are known."""
    if not values["rammer_size"] or not values["target_size"]:
        raise Refused("TRI-E03")


def check_size(values: Values) -> None:
    """Raise Refused with TRI-E03 for a roll of one ship unless its size is known."""
    if not values["size"]:
        raise Refused("TRI-E03")


def check_held(values: Values) -> None:
    """Raise Refused with TRI-E01 or TRI-E02 unless the ship may be cleared."""
    if values["immobilised"] != 1:
        raise Refused("TRI-E01" if values["immobilised"] else "TRI-E02")


def grapple_effects(changed: bool) -> tuple[Consequence, ...]:
    """Return the effects that tie two ships if `changed`, else those that untie them."""
    return (
        ("attacker", "grappled", "=", "target" if changed else 0),
        ("target", "grappled", "=", "attacker" if changed else 0),
    )
