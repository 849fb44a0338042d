"""Trirème, Ship game: clearing an immobilisation [Dégagement de l'immobilisation], seed L269-281."""

from gobelet.core.procedure import ME, SHEET, Ask, Outcome, Procedure, Roll, choice, number

from . import cells
from .common import HELD, SHIP, TWO, check_held, crew, why

# Crew, then 2d6 from 2 to 12: A abandoned, - still immobilised, D freed. The seed has one cell too many in each
# row: the last one has no label here [A12], so the cell before the first D is in doubt (?). "Dvr", freed but
# slower, is in the legend and in no cell: any D may be one (~).
TABLE = (
    "expert     A  -  -  -  -  -? D~ D~ D~ D~ D~",
    "ordinaire  A  -  -  -  -  -  -? D~ D~ D~ D~",
    "debutant   A  -  -  -  -  -  -  -? D~ D~ D~",
    "esclave    A  -  -  -  -  -  -  -  -? D~ D~",
)

VALUES = ("", "A", "-", "D", "Dvr")  # by code and key; 0 as shipped
ABANDONED, STAYS, FREED, SLOWER, UNKNOWN = 1, 2, 3, 4, 5

# The owner's corrections, five cells in an input; see `cells`.
NAMES = ("cells2", "cells7", "cells12")
BASE, EACH = 6, 5

CHECKED, DOUBTED = 20, 30


def read(text):
    """Code of a cell without mark, UNKNOWN if it is none of VALUES."""
    return VALUES.index(text) if text and text in VALUES else UNKNOWN


def printed(row, column):
    """(text, mark) of a cell as shipped; column from 0."""
    return cells.marked(TABLE[row].split()[column + 1])


def cell(v, roll):
    """(code, mark) of the cell for a roll, with the owner's corrections."""
    code = cells.corrected(v, roll - 2, NAMES, BASE, EACH)
    text, mark = printed(v["quality"], roll - 2)
    if code == cells.SHIPPED:
        return read(text), mark
    return (read(text), cells.DOUBT) if code == UNKNOWN else (code, cells.SURE)


def _fold(v, s, faces):
    code, mark = cell(v, sum(faces))
    return (code, CHECKED + code, DOUBTED)[mark]


def _taken(v, s, option):
    return option


def _clearance(v, s):
    if s is None:
        return Roll(TWO, _fold)
    if s >= DOUBTED:
        return Ask(SHEET, "cell", (STAYS, FREED, SLOWER, ABANDONED), _taken)
    if s >= CHECKED:
        shipped = s - CHECKED
        return Ask(ME, "check", (FREED, SLOWER), _taken, lambda v, s: shipped)
    effects = ()
    if s == ABANDONED:
        effects = (("ship", "fate", "=", 3),)
    elif s != STAYS:
        effects = (("ship", "immobilised", "=", 0),)
        if s == SLOWER:
            effects += (("ship", "pv", "=", max(v["pv"] - 1, 0)),)
    return Outcome(s, effects)


ship_clearance = Procedure(
    "ship_clearance",
    (
        crew(),
        choice("immobilised", HELD, 1, role="ship", field="immobilised"),
        number("pv", 0, 9, role="ship", field="pv"),
    )
    + cells.inputs(NAMES, BASE, EACH),
    _clearance,
    check=check_held,
    questions=(("freed", lambda v, key: key >= FREED),),
    explain=why("ship_clearance"),
    roles=SHIP,
)
