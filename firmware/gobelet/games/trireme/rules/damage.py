"""Trirème: what a cell of the damage table does, for rams and for raking alike.

A state is a row that was rolled on a cell that somebody must read (CHECKED or DOUBTED), or the code of the cell.
"""

from gobelet.core.procedure import ME, SHEET, Ask, Outcome, Roll, lane

from . import cells, sheets
from .common import taken
from .tables import column, marked, printed

ROWS = 15
HELD = ("target_immobilised", "rammer_immobilised")
CHECKED = 200
DOUBTED = 300


def row(total):
    """Row of a total; both ends are closed [A7]."""
    return min(max(total, 0), ROWS - 1)


def codes(v, table, at):
    """[(code, mark)...] of the cells of a column, row by row, with the owner's corrections."""
    known = {}  # one cell is as the next
    found = []
    for text, code in zip(column(table, at), cells.unpacked(v, cells.COLUMN)):
        if text not in known:
            cell, mark = marked(text)
            known[text] = cells.read(cell), mark
        if code == cells.SHIPPED:
            found.append(known[text])
        elif code == cells.UNKNOWN:
            found.append((known[text][0], cells.DOUBT))
        else:
            found.append((code, cells.SURE))
    return found


def step(v, s, table, proc, where, done):
    """The step of a Procedure on the column where(v). done(v, code) makes its Outcome once the code is known and
    has no Br*.

    A cell in doubt is asked of the printed sheet, and the odds do not rest on it. One to check is asked for
    confirmation, with the shipped value as best, before anything follows from it.
    """
    if s is None:
        modifier = lane(proc, v, "roll")
        found = codes(v, table, where(v))
        states = []
        for dice in range(2, 13):
            at = row(dice + modifier)
            code, mark = found[at]
            states.append((code, CHECKED + at, DOUBTED + at)[mark])
        return Roll((6, 6), lambda v, s, faces: states[sum(faces) - 2])
    if s >= CHECKED:
        if s >= DOUBTED:
            return Ask(SHEET, "cell", cells.LEGEND, taken)
        shipped = cells.read(printed(table, s - CHECKED, where(v))[0])
        return Ask(ME, "check", cells.LEGEND, taken, lambda v, s: shipped)
    if s == cells.UNKNOWN:
        return Outcome(None, word="unknown")
    if cells.depends(s):
        if not v.get("flank"):
            # Only the board tells: the odds take neither for granted.
            return Ask(ME, "on_side", (0, 1), lambda v, s, option: cells.located(s, option))
        s = cells.located(s, True)
    return done(v, s)


def outcome(v, code, breaches=({}, {})):
    """Effects on both ships, and what may follow: a breach roll each, a grapple that was made easier.

    breaches: what is known for the breach of the target and of the ramming ship, two dicts.
    """
    effects = []
    breach = []
    grapple = []
    for side in (0, 1):
        role = ("target", "attacker")[side]
        effect = cells.parts(code)[side]
        kind = effect // 2
        if kind == cells.SUNK:
            effects.append((role, "fate", "=", sheets.SUNK))
        if kind in (cells.HELD, cells.BREACH_HELD):
            effects.append((role, "immobilised", "=", max(1, v.get(HELD[side], 0))))
        if kind in (cells.BREACH, cells.BREACH_HELD):
            known = {"ship": role}
            known.update(breaches[side])
            breach.append(("ship_breach", known))
        if effect & 1 and kind != cells.SUNK:  # the mark on a ship that stays; another may grapple it
            effects.append((role, "eased", "=", 1))
            # It is the ramming ship that can be grappled more easily: who grapples is the other one.
            turned = {"made_easier": 1, "attacker": "target", "target": "attacker"}
            grapple.append(("ship_grapple", turned if side else {"made_easier": 1}))
    if cells.SUNK in [effect // 2 for effect in cells.parts(code)]:
        grapple = []  # neither by a ship that sinks nor of one
    return Outcome(code, tuple(effects), tuple(breach + grapple))


def hurt(side):
    """Test of a question: whether anything but easier grappling befalls the target (0) or the rammer (1)."""
    return lambda v, key: cells.parts(key)[side] > 1
