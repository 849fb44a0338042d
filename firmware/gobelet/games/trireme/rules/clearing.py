"""Trirème, Ship game: clearing an immobilisation [Dégagement de l'immobilisation], seed L269-281."""

from gobelet.core.procedure import ME, SHEET, Ask, Outcome, Procedure, Roll, choice, number

from . import cells, sheets
from .common import HELD, SHIP, check_held, crew, taken
from .tables import CLEARANCE, ILLEGIBLE, clearance_code, printed

# Codes, and keys.
ABANDONED = 1
STAYS = 2
FREED = 3
SLOWER = 4

CHECKED = 20
DOUBTED = 30


def cell(v, roll):
    """(code, mark) of the cell for a roll, with the owner's corrections."""
    code = cells.corrected(v, roll - 2, cells.CLEARANCE)
    text, mark = printed(CLEARANCE, v["quality"], roll - 2)
    if code == cells.SHIPPED:
        return clearance_code(text), mark
    return (clearance_code(text), cells.DOUBT) if code == ILLEGIBLE else (code, cells.SURE)


def _clearance(v, s):
    if s is None:
        states = []
        for dice in range(2, 13):
            code, mark = cell(v, dice)
            states.append((code, CHECKED + code, DOUBTED)[mark])
        return Roll((6, 6), lambda v, s, faces: states[sum(faces) - 2])
    if s >= DOUBTED:
        return Ask(SHEET, "cell", (STAYS, FREED, SLOWER, ABANDONED, ILLEGIBLE), taken)
    if s >= CHECKED:
        shipped = s - CHECKED
        return Ask(ME, "check", (FREED, SLOWER), taken, lambda v, s: shipped)
    if s == ILLEGIBLE:
        return Outcome(None, word="unknown")
    effects = ()
    if s == ABANDONED:
        effects = (("ship", "fate", "=", sheets.ABANDONED),)
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
    + cells.inputs(cells.CLEARANCE),
    _clearance,
    check=check_held,
    questions=(("freed", lambda v, key: key >= FREED), ("lost", lambda v, key: key == ABANDONED)),
    explain="clearance",
    roles=SHIP,
)
