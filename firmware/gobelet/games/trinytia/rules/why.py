"""Tri'Nytia: the why-chains, imported when one is asked for.

Each function takes the Procedure, the values and the path of a resolution and gives [(text key, numbers)...]. The
screen names the faces and the modifiers by itself; these lines say what becomes of them.
"""

from . import bets, combat, fights
from .healing import healed
from .inputs import BOTH
from .moves import total


def _signed(key, amount, *args):
    """A line about a modifier; its text depends on the sign."""
    return (key + (".minus" if amount < 0 else ".plus"), (abs(amount),) + args)


def _modified(v, faces):
    """(d4, d6) with their modifiers, and a line for each that has one."""
    after = []
    lines = []
    for at in (0, 1):
        mod = v.get("mod6" if at else "mod4", 0)
        after.append(faces[at] + mod)
        if mod:
            lines.append(_signed("why.die", mod, BOTH[at], faces[at], after[at]))
    return after, lines


def sums(proc, v, path):
    after, lines = _modified(v, path[0])
    return lines + [("why.sum", (after[0], after[1], sum(after)))]


def players(proc, v, path):
    return [("why.player", (at + 1, sum(path[at]))) for at in range(len(path))]


def move(proc, v, path):
    lines = []
    if v.get("fixed"):
        lines.append(("why.fixed", (v["lieu"],)))
    for at in range(len(path)):
        if isinstance(path[at], int):
            lines.append(("why.chosen", (path[at],)))
            continue
        lines += sums(proc, v, path[at:])
        if at + 1 < len(path):
            came = total(v, path[at])
            if not isinstance(path[at + 1], int):
                lines.append(("why.lieu1", ()))
            elif came == v.get("lieu"):
                lines.append(("why.own", (came,)))
            else:
                lines.append(("why.off", (came,)))
    return lines


def _fight(v, faces, attack):
    base, missed, _ = fights.result(v, faces, attack)
    after, lines = _modified(v, faces)
    lines.append(("why.difference", (after[0], after[1], base)))
    if missed:
        lines.append(("why.miss", ()))
        return lines
    factor = fights.factor(v)
    now = base * factor
    if factor > 1:
        lines.append(("why.times", (factor, now)))
    by = v["div"] * v["div2"]
    if by > 1:
        now = -(-now // by)
        lines.append(("why.divided", (by, now)))
    if v["flat"]:
        now += v["flat"]
        lines.append(_signed("why.flat", v["flat"], now))
        if now < 0:
            lines.append(("why.floor", ()))
    return lines


def _hurt(v, path, amount, lines):
    absorbed = 0
    if path:
        absorbed = path[0]
        lines.append(("why.absorbed", (absorbed, amount - absorbed)))
    pv, before = fights.victim(v)
    after, _, net, dead = combat.wounds(before, v["armour"], pv, amount, absorbed)
    if net:
        lines.append(("why.wounds", (before, net, after)))
    if dead:
        lines.append(("why.dead", (after, pv)))
    return lines


def attack(proc, v, path):
    return _hurt(v, path[1:], fights.result(v, path[0], True)[2], _fight(v, path[0], True))


def suffer(proc, v, path):
    return _hurt(v, path, v["amount"], [("why.suffer", (v["amount"],))])


def defend(proc, v, path):
    return _fight(v, path[0], False)


def heal(proc, v, path):
    after, armour = healed(v)
    lines = []
    if v["wounds"]:
        lines.append(("why.heal", (v["wounds"], v["wounds"] - after, after)))
    if armour > v["armour"]:
        lines.append(("why.armour", (v["armour"], armour - v["armour"], armour)))
    elif v["amount"] > v["wounds"]:
        lines.append(("why.lost", (v["amount"] - v["wounds"],)))
    return lines


def bet(proc, v, path):
    rolling = bets.rolling(v)
    lines = [("why.player", (rolling[at] + 1, sum(path[at]))) for at in range(len(path))]
    return lines + [("why.pot", (sum(bets.stakes(v)),))]
