"""Trinités: the actions that need no hold of anybody; see `deed`."""

from gobelet.core.procedure import choice, number
from gobelet.core.refused import Refused

from .deed import Against, Deed
from .trial import LEVEL

# What is encouraged or hindered: INITIATIVE, ACTION, REACTION of `initiative`, less one.
_WHAT = choice("what", ("init", "action", "reaction"))


def _pending(field):
    return number("already", 0, 3, role="target", field=field, asked=False)


def _free(v):
    if v["already"]:
        raise Refused("TR-E27")


def _sway(v, field):
    return ("target", field, "=", v["what"] + 1), ("target", field + "_by", "=", "me")


def _spur(v, final):
    return _sway(v, "spurred")


def _cow(v, final):
    return _sway(v, "cowed")


def _feinted(v, final):
    return (("me", "feint", "=", "target"),)


def _hid(v, final):
    return (("me", "hidden", "=", final),)


def _at_ease(v):
    return not v["engaged"]


draw = Deed("draw", None, (number("engaged", 0, 19, role="me", field="engaged"),), _at_ease)
feint = Deed("feint", _feinted)
encourage = Deed("encourage", _spur, (LEVEL, _WHAT, _pending("spurred")), None, _free)
intimidate = Deed("intimidate", _cow, (LEVEL, _WHAT, _pending("cowed")), None, _free)
hide = Deed("hide", _hid)
assess = Deed("assess")
improvise = Deed("improvise")
survey = Deed("survey")
spot = Against("spot", "target", "hidden")
