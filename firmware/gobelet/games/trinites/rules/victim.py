"""Trinités: who is hurt, and how much."""

from gobelet.core.procedure import number
from gobelet.core.refused import Refused

from . import damage
from .acting import GRAVE, LIGHT, NONLETHAL, PRECISE, SEVERAL, penalties
from .initiative import wounded
from .sheets import LINES

# The key of a blow is the life points lost, or one of these and those of `blows`.
MISS = -1
HALF = -10  # less what an area weapon does all the same
HALF_INCIDENT = -200  # the same, with the penalty Risque

VICTIM = (
    number("boxes", 0, 24, role="target", field="boxes", asked=False),
    number("dead", 0, 1, role="target", field="dead", asked=False),
    number("armour", 0, 20, role="target", field="armour"),
    number("t_zone", 0, 3, role="target", field="zone", asked=False),
    number("t_init", 0, 12, role="target", field="init", asked=False),
    number("round", 0, 999, role="combat", field="round", asked=False),
)


def lost(v, missed=False):
    """(damage, life points lost) of a hit, or of the miss of an area weapon."""
    prime = v["prime"]
    light = (prime == SEVERAL) + (LIGHT in penalties(v))
    doubled = v["sword"] and v["adam_b"]
    precise = prime == PRECISE
    found = damage.blow(v["weapon"], doubled, prime == GRAVE, light, missed, v["armour"], precise)
    return found[0], found[2]


def hurt(v, points, nonlethal=False):
    """Effects of a wound on the target."""
    if points < 1:
        return ()
    found = wounded(v["boxes"], v["adam_b"], v["t_zone"], v["t_init"], points, nonlethal, v["round"])
    return tuple([("target", field, "=", value) for field, value in found])


def points(key):
    """Life points lost, of a key."""
    if key <= HALF_INCIDENT:
        return HALF_INCIDENT - key
    return key if key >= 0 else max(0, HALF - key)


def _result(v, key):
    nonlethal = v.get("prime") == NONLETHAL or v.get("nonlethal", 0) > 0
    return damage.hurt(v["boxes"], LINES[v["adam_b"]], points(key), nonlethal)


def hits(v, key):
    return key >= 0


def faints(v, key):
    state = _result(v, key)
    return state[3] or state[1] == damage.DEAD


def kills(v, key):
    return _result(v, key)[1] == damage.DEAD


CHANCES = (("hit", hits), ("faint", faints), ("kill", kills))


def alive(v):
    if v["dead"]:
        raise Refused("TR-E08", name="who.target")
