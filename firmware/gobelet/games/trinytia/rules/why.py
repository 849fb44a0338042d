"""Tri'Nytia: the explanations of results.

The device imports this module when a player holds OK. Each public function has the name that its Procedures declare
as `explain`. The arguments are the Procedure, the values of the inputs, and the path: the list of all thrown dice
and of all answers by players. The result is a list of lines (text key, numbers). The screen itself shows the faces and
the modifiers, and the lines explain how the faces and modifiers are combined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import bets, combat, fights
from .healing import values_after_healing
from .inputs import BOTH
from .moves import total

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Faces, Path, Values, Why


def _modifier_line(key: str, amount: int, *args: int) -> tuple[str, tuple[int, ...]]:
    """Return the line of a modifier; the sign of `amount` selects the text key."""
    return (key + (".minus" if amount < 0 else ".plus"), (abs(amount),) + args)


def _modify(values: Values, faces: Faces) -> tuple[list[int], list[Any]]:
    """Return the modified values of d4 and d6, and a list of lines.

    The list has a line for each die with a modifier, which explains the modified value.
    """
    after = []
    lines = []
    for index in (0, 1):
        mod = values.get("mod6" if index else "mod4", 0)
        after.append(faces[index] + mod)
        if mod:
            lines.append(_modifier_line("why.die", mod, BOTH[index], faces[index], after[index]))
    return after, lines


def sums(proc: Procedure, values: Values, path: Path) -> Why:
    after, lines = _modify(values, path[0])
    return lines + [("why.sum", (after[0], after[1], sum(after)))]


def players(proc: Procedure, values: Values, path: Path) -> Why:
    return [("why.player", (index + 1, sum(path[index]))) for index in range(len(path))]


def move(proc: Procedure, values: Values, path: Path) -> Why:
    lines: Why = []
    if values.get("fixed"):
        lines.append(("why.fixed", (values["lieu"],)))
    for index in range(len(path)):
        if isinstance(path[index], int):
            lines.append(("why.chosen", (path[index],)))
            continue
        lines += sums(proc, values, path[index:])
        if index + 1 < len(path):
            came = total(values, path[index])
            if not isinstance(path[index + 1], int):
                lines.append(("why.lieu1", ()))
            elif came == values.get("lieu"):
                lines.append(("why.own", (came,)))
            else:
                lines.append(("why.off", (came,)))
    return lines


def _fight(values: Values, faces: Faces, attack: bool) -> Why:
    base, missed, _ = fights.result(values, faces, attack)
    after, lines = _modify(values, faces)
    lines.append(("why.difference", (after[0], after[1], base)))
    if missed:
        lines.append(("why.miss", ()))
        return lines
    factor = fights.factor(values)
    now = base * factor
    if factor > 1:
        lines.append(("why.times", (factor, now)))
    by = values["div"] * values["div2"]
    if by > 1:
        now = -(-now // by)
        lines.append(("why.divided", (by, now)))
    if values["flat"]:
        now += values["flat"]
        lines.append(_modifier_line("why.flat", values["flat"], now))
        if now < 0:
            lines.append(("why.floor", ()))
    return lines


def _wound_lines(values: Values, path: Path, amount: int, lines: Why) -> Why:
    absorbed = 0
    if path:
        absorbed = path[0]
        lines.append(("why.absorbed", (absorbed, amount - absorbed)))
    pv, before = fights.victim(values)
    after, _, net, dead = combat.wounds(before, values["armour"], pv, amount, absorbed)
    if net:
        lines.append(("why.wounds", (before, net, after)))
    if dead:
        lines.append(("why.dead", (after, pv)))
    return lines


def attack(proc: Procedure, values: Values, path: Path) -> Why:
    return _wound_lines(
        values, path[1:], fights.result(values, path[0], True)[2], _fight(values, path[0], True)
    )


def suffer(proc: Procedure, values: Values, path: Path) -> Why:
    return _wound_lines(values, path, values["amount"], [("why.suffer", (values["amount"],))])


def defend(proc: Procedure, values: Values, path: Path) -> Why:
    return _fight(values, path[0], False)


def heal(proc: Procedure, values: Values, path: Path) -> Why:
    after, armour = values_after_healing(values)
    lines: Why = []
    if values["wounds"]:
        lines.append(("why.heal", (values["wounds"], values["wounds"] - after, after)))
    if armour > values["armour"]:
        lines.append(("why.armour", (values["armour"], armour - values["armour"], armour)))
    elif values["amount"] > values["wounds"]:
        lines.append(("why.lost", (values["amount"] - values["wounds"],)))
    return lines


def bet(proc: Procedure, values: Values, path: Path) -> Why:
    rolling = bets.rolling_rows(values)
    lines = [("why.player", (rolling[index] + 1, sum(path[index]))) for index in range(len(path))]
    return lines + [("why.pot", (sum(bets.stakes(values)),))]
