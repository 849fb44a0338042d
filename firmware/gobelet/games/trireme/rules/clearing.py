"""Trirème, Ship game: clearing an immobilisation [Dégagement de l'immobilisation], seed L269-281."""

from gobelet.core.procedure import ME, SHEET, Ask, Outcome, Procedure, Roll, choice, number

from . import cells, sheets
from .common import HELD, SHIP, check_held, crew, taken
from .tables import CLEARANCE, ILLEGIBLE, clearance_code, marked

# Codes, and keys.
ABANDONED = 1
STAYS = 2
FREED = 3
SLOWER = 4

CHECKED = 20
DOUBTED = 30


def codes(v):
    """[(code, mark)...] of the cells for the rolls 2 to 12, with the owner's corrections."""
    found = []
    for text, code in zip(CLEARANCE[v["quality"]].split()[1:], cells.unpacked(v, cells.CLEARANCE)):
        if code in (cells.SHIPPED, ILLEGIBLE):
            cell, mark = marked(text)
            found.append((clearance_code(cell), cells.DOUBT if code else mark))
        else:
            found.append((code, cells.SURE))
    return found


def _clearance(v, s):
    if s is None:
        states = []
        for code, mark in codes(v):
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
        number("pv", 0, 9, role="ship", field="pv", asked=False),
    )
    + cells.inputs(cells.CLEARANCE),
    _clearance,
    check=check_held,
    questions=(("freed", lambda v, key: key >= FREED), ("lost", lambda v, key: key == ABANDONED)),
    explain="why_tables.clearance",
    roles=SHIP,
)
