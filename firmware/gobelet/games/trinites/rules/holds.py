"""Trinités: the actions that lay hold of somebody, or get rid of him; see `deed`."""

from gobelet.core.procedure import choice, number

from . import damage
from .deed import Against, Deed
from .trial import LEVEL
from .victim import VICTIM, hurt

_GRIP = ("secured", "tied", "gagged", "shield")


def _seized(v, final):
    held = (("target", "held", "=", "me"), ("target", "grip", "=", final))
    return held + tuple([("target", field, "=", 0) for field in _GRIP])


def _freed(v, final):
    return tuple([("me", field, "=", 0) for field in ("held", "grip") + _GRIP])


# What somebody who is dislodged may run into (seed L495-498): name, damage; of stairs one for 3 m.
OBSTACLES = ("nothing 0", "glass 1", "wall 2", "stairs 1")
_STAIRS = 3


def _downstairs(v):
    return v["into"] == _STAIRS


_INTO = choice("into", tuple([row.split()[0] for row in OBSTACLES]))
_DROP = number("metres", 0, 99, when=_downstairs)


def _dislodged(v, final):
    points = int(OBSTACLES[v["into"]].split()[1])
    if points and v["into"] == _STAIRS:
        points = v["metres"] // 3
    return hurt(v, damage.blow(points, protection=v["armour"])[2])


dislodge = Deed("dislodge", _dislodged, (LEVEL, _INTO, _DROP) + VICTIM)
disarm = Deed("disarm")
seize = Deed("seize", _seized)
break_free = Against("break_free", "me", "grip", _freed)
