"""Trirème: what the Procedures share.

A rule that may not be applied is Refused with one of these codes:
    TRI-E01  permanently immobilised, no clearance any more     TRI-E04  no sail is hoisted
    TRI-E02  not immobilised, nothing to clear                  TRI-E05  out of range, it is {n} hexes
    TRI-E03  the size of a ship is missing                      TRI-E06  both boarding values are 0
A speed above 5 and the like are RANGE.
"""

from gobelet.core.procedure import Roll, choice, number
from gobelet.core.refused import Refused

QUALITIES = ("expert", "ordinaire", "debutant", "esclave")
KINDS = ("other", "lemboi", "saxon", "venetian", "merchant", "hexadecere")
HELD = ("no", "yes", "ever")
BOTH = ("attacker", "target")
SHIP = ("ship",)

# The folds and the rolls that do for most.


def total(v, s, faces):
    """Fold of a roll of which only the sum counts."""
    return sum(faces)


def taken(v, s, option):
    """Fold of a question whose answer is the next state."""
    return option


DIE = Roll((6,), total)
DICE = Roll((6, 6), total)

# The chance of a yes; its text is that of the outcome.
YES = (("1", lambda v, key: key == 1),)


def crew(name="quality", role="ship", lane=None, mods=None):
    """The quality of a crew."""
    return choice(name, QUALITIES, 1, lane, mods, role=role, field="crew")


def better(a, b):
    """1 if crew `a` is better than crew `b`, -1 if it is worse, 0 if they are equal."""
    return (a < b) - (a > b)


def held(name, role, lane=None, mod=0, asked=True):
    """Whether a ship is immobilised; for ever counts as well."""
    mods = (0, mod, mod) if lane else None
    return choice(name, HELD, lane=lane, mods=mods, role=role, field="immobilised", asked=asked)


def has(name, role, field, lane=None, mod=0, asked=True):
    """A flag that a Sheet can fill."""
    return number(name, 0, 1, 0, lane, (0, mod) if lane else None, role=role, field=field, asked=asked)


def size(name, role, lane=None, mods=None, start=1):
    """The size of a ship; 0: not entered."""
    return number(name, 0, 16, start, lane, mods, role=role, field="size")


def check_sizes(v):
    """TRI-E03 for a ram without the size of both ships."""
    if not v["rammer_size"] or not v["target_size"]:
        raise Refused("TRI-E03")


def check_size(v):
    """TRI-E03 for a roll of one ship without its size."""
    if not v["size"]:
        raise Refused("TRI-E03")


def check_held(v):
    """TRI-E01, TRI-E02 for a clearance that cannot be."""
    if v["immobilised"] != 1:
        raise Refused("TRI-E01" if v["immobilised"] else "TRI-E02")


def grappled(changed):
    """Effects that tie two ships together, or let them go."""
    return (
        ("attacker", "grappled", "=", "target" if changed else 0),
        ("target", "grappled", "=", "attacker" if changed else 0),
    )
