"""Trinités: why a life is worn down; see `why`."""

from gobelet.core.procedure import lane

from .health import FATIGUE, fallen, fatigue, harm
from .trial import read
from .why import side


def aggression(proc, v, path):
    n = read(path)[0][0]
    lines = side("test", n, lane(proc, v, "roll"))
    if v["kind"] == FATIGUE:
        lines.append(("why.period", (fatigue(v["periods"] + 1), fatigue(v["periods"] + 2))))
    return lines + [("why.harm", (harm(v),))]


def fall(proc, v, path):
    lines = [("why.fall", (v["metres"], fallen(v)))]
    for n, _ in read(path):
        lines += side("test", n, lane(proc, v, "roll"))
    return lines
