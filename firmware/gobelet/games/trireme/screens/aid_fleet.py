"""Trirème: the printed tables of the Fleet game.

Each function imports only the rules of its own roll, to save memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.numbers import signed_text

from ..rules.inputs import QUALITIES
from .aid import Aid
from .grid import dice_range, row

if TYPE_CHECKING:
    from gobelet.rules.types import Values
    from gobelet.ui.screens.types import Context

    from .grid import Body, Cells


def _fleet_clearance(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules.fleet_movement import CLEARANCE

    t = context.t
    found: list[Cells] = [(t("aid.die"), t("aid.result"))]
    for line in CLEARANCE:
        number = line.split()[0]
        found.append((dice_range(number), t("fleet_clearance." + number[0])))
    return [found]


def _fleet_fatigue(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules.fleet_movement import FATIGUE

    t = context.t
    found: list[Cells] = [(t("help.tired"), t("o.yes"), t("o.no"))]
    for index in range(len(QUALITIES)):
        crew, *faces = FATIGUE[index].split()
        cells = [t("range", *each.split("-")) if "-" in each else each for each in faces]
        found.append(row([t("o." + crew)] + cells, values is not None and values["quality"] == index))
    return [found]


def _fleet_sail(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules.fleet_movement import SAIL

    t = context.t
    columns = (3 - values["sail"],) if values else ()
    found = [
        row(
            (t("fleet_sail.bearing"), t("fleet_sail.sail.grand_voile"), t("fleet_sail.sail.voile")),
            False,
            columns,
        )
    ]
    for index in range(4):
        found.append(row(SAIL[index].split(), values is not None and values["bearing"] == index, columns))
    return [found]


def _fleet_ram(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules.fleet_ramming import EFFECTS, RESULTS

    t = context.t
    found: list[Cells] = [(t("aid.difference"), t("aid.result"))]
    for line in EFFECTS:
        low, high, name = line.split()
        if high == "99":
            label = "≥ " + signed_text(int(low))
        elif low == "-99":
            label = "≤ " + signed_text(int(high))
        else:
            label = t("range", signed_text(int(low)), signed_text(int(high)))
        word = t("aid.parity" if name == "parity" else "fleet_ram.%d" % RESULTS.index(name))
        found.append((label, word))
    return [found]


def _fleet_boarding(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules import fleet_boarding

    index = fleet_boarding.boarding_row(*fleet_boarding.effective_values(values)) if values else -1
    found: list[Cells] = [tuple([context.t("aid.ratio")] + [str(die) for die in range(1, 7)])]
    labels = ("≥ ×3", "≥ ×2", "< ×2", "=")
    for number in range(len(labels)):
        cells = fleet_boarding.BOARDING[number].replace("-", "−").split()
        found.append(row([labels[number]] + cells[1:], number == index))
    return [found]


class Fleet(Aid):
    """The screen with the printed table of a Procedure of the Fleet game."""

    tables = {
        "fleet_clearance": _fleet_clearance,
        "fleet_fatigue": _fleet_fatigue,
        "fleet_sail": _fleet_sail,
        "fleet_ram": _fleet_ram,
        "fleet_boarding": _fleet_boarding,
    }
