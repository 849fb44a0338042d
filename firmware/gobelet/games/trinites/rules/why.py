"""Trinités: the explanation of a result.

The device imports this module when the player holds OK on a result. The attribute `explain` of a Procedure is the
name of one of these functions. A function gets the Procedure, the values of the inputs, and the path: the faces of
each roll, and the option of each decision. The function returns [(text key, numbers)...], one pair for each line
of text. Some functions import the module of the Procedure, which is in memory already while the result is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane

from .natural import TARGET, read_sides
from .sheets import FAILED

if TYPE_CHECKING:
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Path, Values, Why


def side(name: str, natural: int, modifier: int) -> Why:
    """Return the lines about the natural and the final result of one side.

    The text key of the first line is "why." + `name`. A second line says that a natural 1 fails.
    """
    lines = [("why." + name, (natural, natural + modifier))]
    return lines + [("why.one", ())] if natural == 1 else lines


def test(proc: Procedure, values: Values, path: Path) -> Why:
    natural = read_sides(path)[0][0]
    modifier = lane(proc, values, "roll")
    lines = side("test", natural, modifier)
    if natural != 1:
        lines.append(("why.margin", (TARGET, "%+d" % (natural + modifier - TARGET))))
    return lines


def duel(proc: Procedure, values: Values, path: Path) -> Why:
    (natural_a, _), (natural_b, _) = read_sides(path)
    mod, against = lane(proc, values, "a"), lane(proc, values, "b")
    return (
        side("a", natural_a, mod)
        + side("b", natural_b, against)
        + _tie_lines(natural_a + mod, natural_b + against, values["aim"])
    )


def oppose(proc: Procedure, values: Values, path: Path) -> Why:
    natural = read_sides(path)[0][0]
    lines: Why = [("why.waited", (values["result"],))]
    if values["pending"] == FAILED:
        lines.append(("why.one", ()))
    final = natural + lane(proc, values, "roll")
    return lines + side("b", natural, final - natural) + _tie_lines(values["result"], final, False)


def _tie_lines(final: int, other: int, same: object) -> Why:
    return [("why.same" if same else "why.tie", (final,))] if final == other >= TARGET else []


# Combat


def sides(proc: Procedure, values: Values, path: Path) -> Why:
    """Return the lines about the results of the actor and of the opponent.

    A roll without an opponent has only the actor's lines.
    """
    rolled = [natural for natural, _ in read_sides(path)]
    lines = []
    for index in range(len(rolled)):
        final = rolled[index] + lane(proc, values, ("roll", "react")[index])
        lines += side(("action", "reaction")[index], rolled[index], final - rolled[index])
    return lines


def action(proc: Procedure, values: Values, path: Path) -> Why:
    lines = sides(proc, values, path)
    return lines + [("why.waited", (values["noted"],))] if values.get("noted") else lines


def initiative(proc: Procedure, values: Values, path: Path) -> Why:
    from .initiative import score

    final = read_sides(path)[0][0] + lane(proc, values, "roll")
    return [("why.init", (final, score(final)))]


def dodge(proc: Procedure, values: Values, path: Path) -> Why:
    return sides(proc, values, path) + [("why.waited", (values["result"],))]


def blow(proc: Procedure, values: Values, path: Path) -> Why:
    from .combat import damage_and_loss, is_won

    rolled = [natural for natural, _ in read_sides(path)] + [0]
    lines = sides(proc, values, path)
    missed = not is_won(values, rolled, lane(proc, values, "roll"), lane(proc, values, "react"))
    if missed and not values.get("area"):
        return lines
    gross, less = damage_and_loss(values, missed)
    return lines + [("why.gross", (gross, values["armour"], less))]


def aggression(proc: Procedure, values: Values, path: Path) -> Why:
    from .health import FATIGUE, aggression_points, fatigue_hours

    natural = read_sides(path)[0][0]
    lines = side("test", natural, lane(proc, values, "roll"))
    if values["kind"] == FATIGUE:
        lines.append(
            ("why.period", (fatigue_hours(values["periods"] + 1), fatigue_hours(values["periods"] + 2)))
        )
    return lines + [("why.harm", (aggression_points(values),))]


def fall(proc: Procedure, values: Values, path: Path) -> Why:
    from .health import fall_points

    lines = [("why.fall", (values["metres"], fall_points(values)))]
    for natural, _ in read_sides(path):
        lines += side("test", natural, lane(proc, values, "roll"))
    return lines
