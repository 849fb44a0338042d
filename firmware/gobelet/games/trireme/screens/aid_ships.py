"""Trirème: the printed tables of the Ship game.

Each function imports only the rules of its own roll, to save memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane
from gobelet.ui.drawing.numbers import signed_text

from ..rules.inputs import QUALITIES
from ..rules.tables import CLEARANCE, COLUMNS, RAKE, RAM, ROWS, column_of, damage_row
from .aid import Aid
from .grid import dice_range, highlight, row
from .owner_data import owner_corrections

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Values
    from gobelet.ui.screens.types import Context
    from gobelet.words.texts import Texts

    from .grid import Body, Cells


# The columns of the table RAM, in groups that fit on the screen: (first column, column after the last of the group).
BLOCKS = ((0, 4), (4, 8), (8, 11), (11, 14), (14, 17))
RATIOS = "≤−11|−10/9|−8/7|−6/5|−4|−3|−2|−1|0|+1|+2|+3|+4|+5/6|+7/8|+9/10|≥+11"


def _ship_reef(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules import ship_movement

    t = context.t
    columns = (1 + values["tide"],) if values else ()
    table = [row((t("aid.die"), t("ship_reef.tide.rising"), t("ship_reef.tide.falling")), False, columns)]
    for line in ship_movement.REEF:
        cells = line.split()
        words = [t("ship_reef.%d" % ship_movement.PASSED.index(cell)) for cell in cells[1:]]
        table.append(row([dice_range(cells[0])] + words, False, columns))
    found: Body = [table, t("help.modifiers")]
    now = ship_movement.reef_modifier(values["kind"], values["size"]) if values else 0
    for line in ship_movement.REEF_MODIFIERS:
        value, ships = line.split(None, 1)
        names = [_class_words(t, ship) for ship in ships.split()]
        found.append(row((signed_text(int(value)), ", ".join(names)), now == int(value)))
    return found


def _class_words(t: Texts, ship: str) -> str:
    """Return the text for `ship`, an entry of REEF_MODIFIERS such as "venetian:4"."""
    name, _, sizes = ship.partition(":")
    low, _, high = sizes.partition("-")
    if high:
        return t("help.sizes", low, high)
    return t("help.sized", t("o." + name), low) if low else t("o." + name)


def _ship_steps(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules.walks import STEPS

    found: list[Cells] = [(context.t("ship_steps.speed"), "1", "2", "3", "4", "5")]
    for line in STEPS:
        cells = line.replace("-", "−").split()
        found.append(row(cells, values is not None and cells[0] == str(values["speed"])))
    return [found]


def _ship_incendiary(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules import ship_movement

    t = context.t
    table: list[Cells] = [(t("ship_incendiary.weapon"), t("ship_incendiary.range"))]
    for index in (0, 1):
        name = t("ship_incendiary.weapon." + ("archers", "engine")[index])
        table.append(
            row(
                (name, t("aid.hexes.%d" % ship_movement.RANGES[index])),
                values is not None and values["weapon"] == index,
            )
        )
    found: Body = [table]
    for tower in (0, 1):
        line = t("aid.tower" if tower else "aid.hits", ship_movement.lowest_hit(tower))
        found.append(highlight(line, values is not None and values["from_tower"] == tower))
    return found


def _damage_tables(
    context: Context,
    table: int,
    heads: list[str],
    blocks: Sequence[tuple[int, int]],
    column: int,
    rolled: int,
) -> Body:
    """Return the blocks of a damage table, each as a separate table of the page.

    A block is a group of columns that fits on the screen, as (first column, column after the last column). The cells
    contain the corrections of the owner's file. `column` and `rolled` are the column and the table row of the roll, -1
    if unknown. If the column is known, the result has only the block with this column.
    """
    said = owner_corrections(context)
    known: dict[str, str] = {}  # one string for all cells with the same text, to save memory
    rows = []
    for index in range(ROWS):
        cells = [text + ("", "~", "?")[mark] for text, mark in said.row_cells(table, index)]
        rows.append([known.setdefault(cell, cell) for cell in cells])
    found: Body = []
    for low, high in blocks:
        columns = (column - low + 1,) if low <= column < high else ()
        if column >= 0 and not columns:
            continue
        block = [row([context.t("aid.dice")] + heads[low:high], False, columns)]
        found.append(block)
        for index in range(ROWS):
            block.append(row([str(index)] + rows[index][low:high], rolled == index, columns))
    return found


def _rolled_cell(proc: Procedure, values: Values | None, dice: int) -> tuple[int, int]:
    """Return (column, table row) of a roll in a damage table; -1 if unknown."""
    if not values:
        return -1, -1
    row = damage_row(dice + lane(proc, values, "roll")) if dice else -1
    found: Any = column_of(proc, values)  # not None, because this Procedure uses a damage table
    return found[1], row


def _ship_ram(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules.ship_ramming import ship_ram

    return _damage_tables(context, RAM, RATIOS.split("|"), BLOCKS, *_rolled_cell(ship_ram, values, dice))


def _ship_rake(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules.ship_ramming import ship_rake

    heads = [context.t("rake.%d" % index) for index in range(COLUMNS[RAKE])]
    return _damage_tables(context, RAKE, heads, ((0, COLUMNS[RAKE]),), *_rolled_cell(ship_rake, values, dice))


def _ship_breach(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules import ship_breach

    t = context.t
    rows = range(1, len(ship_breach.BREACH) + 1)
    table: list[Cells] = [(t("aid.die"), t("aid.result"))]
    table += [(str(die), t("ship_breach.%d" % die)) for die in rows]
    larger = ", ".join([str(die) for die in rows if ship_breach.breach_row(die)[2] == "L"])
    sunk = [die for die in rows if ship_breach.breach_row(die)[4] == "2"]
    found: Body = [
        table,
        highlight(t("help.larger", larger), values is not None and values["facing_larger"] == 1),
    ]
    now = values is not None and ship_breach.is_sinking(values, sunk[0])
    found.append(highlight(t("help.sunk", ", ".join([str(die) for die in sunk])), now))
    return found


def _ship_boarding(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules import ship_boarding as boarding

    factors = boarding.FACTORS
    columns = (
        [1 + factors.index(part) for part in boarding.printed_factors(values["factor"], values["split"])]
        if values
        else ()
    )
    found = [row([context.t("aid.die")] + [str(factor) for factor in factors], False, columns)]
    for line in boarding.BOARDING:
        found.append(row(line.split(), False, columns))
    return [found]


def _ship_clearance(context: Context, values: Values | None, dice: int) -> Body:
    said = owner_corrections(context)
    columns = (1 + values["quality"],) if values else ()
    rows = [said.row_cells(CLEARANCE, crew) for crew in range(len(QUALITIES))]
    heads = [context.t("o." + crew)[:3] + "." for crew in QUALITIES]
    found = [row([context.t("aid.dice")] + heads, False, columns)]
    for index in range(COLUMNS[CLEARANCE]):
        cells = [
            rows[crew][index][0].replace("-", "−") + ("", "~", "?")[rows[crew][index][1]]
            for crew in range(len(QUALITIES))
        ]
        found.append(row([str(index + 2)] + cells, index + 2 == dice, columns))
    return [found]


def _ship_surrender(context: Context, values: Values | None, dice: int) -> Body:
    from ..rules import ship_boarding as boarding

    t = context.t
    table: list[Cells] = [(t("i.quality"), t("ship_surrender.1"))]
    for index in range(len(QUALITIES)):
        cells = boarding.SURRENDER[index].split()
        table.append(
            row((t("o." + cells[0]), ", ".join(cells[1:])), values is not None and values["quality"] == index)
        )
    minority = values is not None and values["quality"] == 3 and values["minority"] == 1
    found: Body = [table, highlight(t("help.minority", boarding.MINORITY), minority)]
    breached = values is not None and values["breaches"] > 0
    found.append(
        highlight(t("help.breached", ", ".join([str(roll) for roll in boarding.BREACHED])), breached)
    )
    return found


class Ships(Aid):
    """The screen with the printed table of a Procedure of the Ship game."""

    tables = {
        "ship_reef": _ship_reef,
        "ship_steps": _ship_steps,
        "ship_incendiary": _ship_incendiary,
        "ship_ram": _ship_ram,
        "ship_rake": _ship_rake,
        "ship_breach": _ship_breach,
        "ship_boarding": _ship_boarding,
        "ship_clearance": _ship_clearance,
        "ship_surrender": _ship_surrender,
    }
