"""Trinités: why a result is what it is, imported when OK is held: a function for each `explain`.

It takes the values and the path (the faces of each roll, the option of each decision) and gives
[(text key, numbers)...].
"""

from gobelet.core.procedure import lane

from . import duel as duels
from . import health, trial
from .sheets import FAILED
from .trial import TARGET


def _side(name, n, modifier):
    """A side: its natural and its final result."""
    lines = [("why." + name, (n, n + modifier))]
    return lines + [("why.one", ())] if n == 1 else lines


def _success(proc, v, path):
    n = trial.read(path)[0][0]
    modifier = lane(proc, v, "roll")
    lines = _side("test", n, modifier)
    if n != 1:
        lines.append(("why.margin", (TARGET, "%+d" % (n + modifier - TARGET))))
    return lines


def test(v, path):
    return _success(trial.test, v, path)


def note(v, path):
    return _success(duels.note, v, path)


def care(v, path):
    return _success(health.care, v, path)


def weekly(v, path):
    return _success(health.weekly, v, path)


def duel(v, path):
    (a, _), (b, _) = trial.read(path)
    lines = _side("a", a, lane(duels.duel, v, "a")) + _side("b", b, lane(duels.duel, v, "b"))
    return lines + _tie(a + lane(duels.duel, v, "a"), b + lane(duels.duel, v, "b"), v["aim"])


def oppose(v, path):
    b = trial.read(path)[0][0]
    lines = [("why.waited", (v["result"],))]
    if v["pending"] == FAILED:
        lines.append(("why.one", ()))
    final = b + lane(duels.oppose, v, "roll")
    return lines + _side("b", b, final - b) + _tie(v["result"], final, False)


def _tie(a, b, same):
    return [("why.same" if same else "why.tie", (a,))] if a == b >= TARGET else []


def aggression(v, path):
    n = trial.read(path)[0][0]
    lines = _side("test", n, lane(health.aggression, v, "roll"))
    if v["kind"] == health.FATIGUE:
        lines.append(("why.period", (health.fatigue(v["periods"] + 1), health.fatigue(v["periods"] + 2))))
    return lines + [("why.harm", (health.harm(v),))]


def fall(v, path):
    lines = [("why.fall", (v["metres"], health.fallen(v)))]
    for n, _ in trial.read(path):
        lines += _side("test", n, lane(health.fall, v, "roll"))
    return lines
