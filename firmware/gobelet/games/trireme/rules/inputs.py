"""Trirème: the inputs, folds and checks that several Procedures share.

A rule that may not be applied is Refused with one of these codes:
    TRI-E01  permanently immobilised, no clearance possible;    TRI-E04  no sail is hoisted;
    TRI-E02  not immobilised, no clearance needed;              TRI-E05  out of range, it is {n} hexes;
    TRI-E03  the size of a ship is missing;                     TRI-E06  both boarding values are 0.
A speed above 5 and the like are RANGE.
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
HELD = ("no", "yes", "ever")
BOTH = ("attacker", "target")
SHIP = ("ship",)

# The folds and rolls that most Procedures use.


def fold_sum(values: Values, progress: Progress, faces: Faces) -> int:
    """Fold a roll into the sum of its faces."""
    return sum(faces)


def fold_answer(values: Values, progress: Progress, option: Option) -> Option:
    """Fold a question: the answer is the next progress."""
    return option


DIE = Roll((6,), fold_sum)
DICE = Roll((6, 6), fold_sum)

# The question about a yes, with key 1; its text is that of the outcome.
YES = (("1", lambda values, key: key == 1),)


def crew_input(
    name: str = "quality", role: str = "ship", lane: str | None = None, mods: Mods = None
) -> Input:
    """Input of the quality of a crew, an index of QUALITIES."""
    return choice(name, QUALITIES, 1, lane, mods, role=role, field="crew")


def compare_crews(one: int, other: int) -> int:
    """1 if the crew quality `one` is better than `other`, -1 if it is worse, 0 if they are equal."""
    return (one < other) - (one > other)


def held_input(name: str, role: str, lane: str | None = None, mod: int = 0, asked: bool = True) -> Input:
    """Input for whether a ship is immobilised, permanently or not."""
    mods = (0, mod, mod) if lane else None
    return choice(name, HELD, lane=lane, mods=mods, role=role, field="immobilised", asked=asked)


def flag_input(
    name: str, role: str, field: Field, lane: str | None = None, mod: int = 0, asked: bool = True
) -> Input:
    """A yes-or-no input that a Sheet can fill."""
    return number(name, 0, 1, 0, lane, (0, mod) if lane else None, role=role, field=field, asked=asked)


def size_input(name: str, role: str, lane: str | None = None, mods: Mods = None, start: int = 1) -> Input:
    """Input of the size of a ship; 0: not entered."""
    return number(name, 0, 16, start, lane, mods, role=role, field="size")


def check_sizes(values: Values) -> None:
    """Refuse with TRI-E03 a ram without the sizes of both ships."""
    if not values["rammer_size"] or not values["target_size"]:
        raise Refused("TRI-E03")


def check_size(values: Values) -> None:
    """Refuse with TRI-E03 a roll of one ship whose size is unknown."""
    if not values["size"]:
        raise Refused("TRI-E03")


def check_held(values: Values) -> None:
    """Refuse an impossible clearance with TRI-E01 or TRI-E02."""
    if values["immobilised"] != 1:
        raise Refused("TRI-E01" if values["immobilised"] else "TRI-E02")


def grapple_effects(changed: bool) -> tuple[Consequence, ...]:
    """Effects that tie or release two ships."""
    return (
        ("attacker", "grappled", "=", "target" if changed else 0),
        ("target", "grappled", "=", "attacker" if changed else 0),
    )
