"""Trinités: why a result is what it is, imported when OK is held: a function for each `explain`.

It takes the values and the path (the faces of each roll, the option of each decision) and gives
[(text key, numbers)...].
"""

from gobelet.core.procedure import lane

from . import acting, blows, deeds, health, trial
from . import duel as duels
from .initiative import score
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


# Combat


def _sides(proc, v, path):
    """Natural and final results of who acts, and of who opposes."""
    rolled = [n for n, _ in trial.read(path)]
    lines = []
    for at in range(len(rolled)):
        final = rolled[at] + lane(proc, v, ("roll", "react")[at])
        lines += _side(("action", "reaction")[at], rolled[at], final - rolled[at])
    return lines


def _deed(proc):
    def told(v, path):
        lines = _sides(proc, v, path)
        return lines + [("why.waited", (v["noted"],))] if "noted" in v else lines

    return told


def _blow(proc):
    def told(v, path):
        lines = _sides(proc, v, path)
        rolled = [n for n, _ in trial.read(path)] + [0]
        missed = not acting.won(v, rolled, lane(proc, v, "roll"), lane(proc, v, "react"))
        if missed and not v.get("area"):
            return lines
        gross, lost = blows.lost(v, missed)
        return lines + [("why.gross", (gross, v["armour"], lost))]

    return told


strike = _blow(blows.strike)
shoot = _blow(blows.shoot)
move = _deed(deeds.move)
draw = _deed(deeds.draw)
feint = _deed(deeds.feint)
encourage = _deed(deeds.encourage)
intimidate = _deed(deeds.intimidate)
dislodge = _deed(deeds.dislodge)
disarm = _deed(deeds.disarm)
seize = _deed(deeds.seize)
destroy = _deed(deeds.destroy)
hide = _deed(deeds.hide)
spot = _deed(deeds.spot)
assess = _deed(deeds.assess)
improvise = _deed(deeds.improvise)
survey = _deed(deeds.survey)
break_free = _deed(deeds.break_free)
alert = _deed(deeds.alert)


def initiative(v, path):
    final = trial.read(path)[0][0] + lane(deeds.initiative, v, "roll")
    return [("why.init", (final, score(final)))]


def dodge(v, path):
    return _sides(blows.dodge, v, path) + [("why.waited", (v["result"],))]
