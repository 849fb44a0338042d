"""Trinités: why a result is what it is, imported when OK is held: a function for each `explain` that names no module.

It takes the Procedure, the values and the path (the faces of each roll, the option of each decision) and gives
[(text key, numbers)...].
"""

from gobelet.core.procedure import lane

from .initiative import score
from .sheets import FAILED
from .trial import TARGET, read


def side(name, n, modifier):
    """A side: its natural and its final result."""
    lines = [("why." + name, (n, n + modifier))]
    return lines + [("why.one", ())] if n == 1 else lines


def test(proc, v, path):
    n = read(path)[0][0]
    modifier = lane(proc, v, "roll")
    lines = side("test", n, modifier)
    if n != 1:
        lines.append(("why.margin", (TARGET, "%+d" % (n + modifier - TARGET))))
    return lines


def duel(proc, v, path):
    (a, _), (b, _) = read(path)
    mod, against = lane(proc, v, "a"), lane(proc, v, "b")
    return side("a", a, mod) + side("b", b, against) + _tie(a + mod, b + against, v["aim"])


def oppose(proc, v, path):
    b = read(path)[0][0]
    lines = [("why.waited", (v["result"],))]
    if v["pending"] == FAILED:
        lines.append(("why.one", ()))
    final = b + lane(proc, v, "roll")
    return lines + side("b", b, final - b) + _tie(v["result"], final, False)


def _tie(a, b, same):
    return [("why.same" if same else "why.tie", (a,))] if a == b >= TARGET else []


# Combat


def sides(proc, v, path):
    """Natural and final results of who acts, and of who opposes."""
    rolled = [n for n, _ in read(path)]
    lines = []
    for at in range(len(rolled)):
        final = rolled[at] + lane(proc, v, ("roll", "react")[at])
        lines += side(("action", "reaction")[at], rolled[at], final - rolled[at])
    return lines


def deed(proc, v, path):
    lines = sides(proc, v, path)
    return lines + [("why.waited", (v["noted"],))] if "noted" in v else lines


def initiative(proc, v, path):
    final = read(path)[0][0] + lane(proc, v, "roll")
    return [("why.init", (final, score(final)))]


def dodge(proc, v, path):
    return sides(proc, v, path) + [("why.waited", (v["result"],))]
