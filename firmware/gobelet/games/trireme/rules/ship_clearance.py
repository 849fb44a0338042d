"""Trirème, Ship game: the clearance of an immobilised ship.

See [Dégagement de l'immobilisation], L269-281, and `ship_clearance` in RULES 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import ME, SHEET, Ask, Outcome, Procedure, Roll, choice, number

from . import sheets, tables
from .inputs import HELD, SHIP, check_held, crew_input, fold_answer

if TYPE_CHECKING:
    from gobelet.rules.types import Consequence, Progress, Step, Values

    from .types import Code, Mark

# Codes of cells, see tables.CLEARED. The code of the cell is also the outcome key.
ABANDONED = 1
STAYS = 2
FREED = 3
SLOWER = 4

# Progress before a question about the cell: CHECKED plus the cell's code if the owner should check the cell, DOUBTED
# for a cell in doubt.
CHECKED = 20
DOUBTED = 30


def codes(values: Values) -> list[tuple[Code, Mark]]:
    """List (code, mark) of the cells in a crew's table row, for the sums 2 to 12.

    The owner's corrections replace shipped cells.
    """
    found = []
    corrected = tables.unpack_codes(values, tables.CLEARANCE_INPUTS)
    for text, code in zip(tables.CLEARANCE_TABLE[values["quality"]].split()[1:], corrected):
        if code in (tables.SHIPPED, tables.ILLEGIBLE):
            cell, mark = tables.split_mark(text)
            found.append((tables.clearance_code(cell), tables.DOUBT if code else mark))
        else:
            found.append((code, tables.SURE))
    return found


def _clearance(values: Values, progress: Progress) -> Step:
    if progress is None:
        after = []
        for code, mark in codes(values):
            after.append((code, CHECKED + code, DOUBTED)[mark])
        return Roll((6, 6), lambda values, progress, faces: after[sum(faces) - 2])
    if progress >= DOUBTED:
        return Ask(SHEET, "cell", (STAYS, FREED, SLOWER, ABANDONED, tables.ILLEGIBLE), fold_answer)
    if progress >= CHECKED:
        shipped = progress - CHECKED
        return Ask(ME, "check", (FREED, SLOWER), fold_answer, lambda values, progress: shipped)
    if progress == tables.ILLEGIBLE:
        return Outcome(None, word="unknown")
    effects: tuple[Consequence, ...] = ()
    if progress == ABANDONED:
        effects = (("ship", "fate", "=", sheets.ABANDONED),)
    elif progress != STAYS:
        effects = (("ship", "immobilised", "=", 0),)
        if progress == SLOWER:
            effects += (("ship", "pv", "=", max(values["pv"] - 1, 0)),)
    return Outcome(progress, effects)


ship_clearance = Procedure(
    "ship_clearance",
    (
        crew_input(),
        choice("immobilised", HELD, 1, role="ship", field="immobilised"),
        number("pv", 0, 9, role="ship", field="pv", asked=False),
    )
    + tables.correction_inputs(tables.CLEARANCE_INPUTS),
    _clearance,
    check=check_held,
    questions=(
        ("freed", lambda values, key: key >= FREED),
        ("lost", lambda values, key: key == ABANDONED),
    ),
    explain="ship_clearance",
    roles=SHIP,
)
