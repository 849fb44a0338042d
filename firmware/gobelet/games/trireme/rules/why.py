"""Trirème: the why-chains, imported when one is asked for: those of `explain` that name no module.

Each function takes the Procedure, the values and the path of a resolution and gives [(text key, arguments)...]. The
screen names the faces and the modifiers by itself; these lines say what becomes of them.
"""

from gobelet.core.procedure import lane

from . import passing
from .passing import REEF, need


def total(proc, v, path):
    """The dice with the modifiers of the lane "roll"."""
    mod = lane(proc, v, "roll")
    if not path:
        return [("why.sum", (mod,))]
    dice = sum(path[0])
    if not mod:
        return []
    return [("why.total" + (".minus" if mod < 0 else ".plus"), (dice, abs(mod), dice + mod))]


def needed(proc, v, path):
    """The same, and the number to reach."""
    number = v.get("need", 9)
    return total(proc, v, path) + ([("why.need", (number,))] if number else [])


def reef(proc, v, path):
    at = min(max(sum(path[0]) + lane(proc, v, "roll"), 3), 6)
    return total(proc, v, path) + [
        ("why.row", (REEF[at - 3].split()[0],)),
        ("f.tide.%d" % v["tide"], ()),
    ]


def steps(proc, v, path):
    return [("why.steps", (v["speed"], passing.steps(v["speed"])))]


def incendiary(proc, v, path):
    return [("why.need", (need(v["from_tower"]),))]
