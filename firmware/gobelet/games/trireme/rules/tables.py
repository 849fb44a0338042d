"""Trirème, Ship game: the three printed tables that the owner may correct.

See RULES 2 and 5.1. A mark after a cell tells how reliable it is: ~ is to be checked, ? is in doubt (RULES
5.2).

A cell of a damage table has the effects on the target and on the ramming ship (é), each one of EFFECTS. Its
code is 1 + target + 12 * rammer, so 1 is "-".

The owner's corrections reach a Procedure as inputs, two cells or more packed into one number. So odds,
result, history and the shell read the same table, and a roll in the journal keeps its cells. Only the cells
of the roll's own column are needed. 0 means "as shipped", so without corrections all these inputs are 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane, number

from .inputs import compare_crews

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.procedure import Input, Procedure
    from gobelet.rules.types import Values

    from .types import Cell, Code, Column, Packing, Table, TableRow

# The numbers of the tables.
RAM = 0
RAKE = 1
CLEARANCE = 2
COLUMNS = (17, 3, 11)
ROWS = 15  # rows of a damage table

# Ramming, the left part of the damage table [Table des dégâts au navire], L184-204. Dice, then a cell for each
# ratio; the columns of two ratios are -10 or -9, -8 or -7, -6 or -5, +5 or +6, +7 or +8, +9 or +10. The aid has the
# same sign in all cells in doubt (RULES 5.3).
#       ≤-11 -10  -8   -6   -4   -3    -2   -1    0     +1  +2  +3  +4  +5  +7  +9  ≥11
RAM_TABLE = (
    " 0 éX   éX   éX   éX   éX   éBrI~ éBrI éBrI~ éBrI~ éI  -~  éa? éa? éa? éa? éa? éa?",
    " 1 éX   éX   éX   éX   éX   éBrI  éBr  éBr   éI    éI  -   éa? éa? éa? éa? éa? éa?",
    " 2 éX   éX   éX   éX   éBrI éBr   éBr  éI    éI    -   éa? éa? éa? éa? éa? éa? éa?",
    " 3 éX   éX   éX   éBrI éBr  éBr   éI   éI    -     éa? éa? éa? éa? éa? éa? éa? éa?",
    " 4 éX   éX   éBrI éBrI éBr  éI    éI   -     éa?   éa? éa? éa? éa? éa? éa? éa? éa?",
    " 5 éX   éBrI éBrI éBr  éI   éI    -    éa?   éa?   éa? éa? éa? éa? éa? éa? éa? éa?",
    " 6 éBrI éBrI éBr  éI   éI   -     éa?  éa?   éa?   éa? éa? éa? éa? éa? éa? éa? éa?",
    " 7 éBrI éBr  éI   éI   -    éa?   éa?  éa?   éa?   éa? éa? éa? éa? éa? éa? éa? éa?",
    " 8 éBr  éI   éI   -    éa?  éa?   éa?  éa?   éa?   éa? éa? éa? éa? éa? éa? éa? éa?",
    " 9 éBr~ éI   -    éa?  éa?  éa?   éa?  éa?   éa?   éa? éa? éa? éa? éa? éa? éa? éa?",
    "10 éI   -    éa?  éa?  éa?  éa?   éa?  éa?   éa?   éa? éa? éa? éa? éa? éa? éa? éa?",
    "11 éI~  éa?  éa?  éa?  éa?  éa?   éa?  éa?   éa?   éa? éa? éa? éa? éa? éa? éa? éa?",
    "12 éa?  éa?  éa?  éa?  éa?  éa?   éa?  éa?   éa?   éa? éa? éa? éa? éa? éa? éa? éa?",
    "13 éa?  éa?  éa?  éa?  éa?  éa?   éa?  éa?   éa?   éa? éa? éa? éa? éa? éa? éa? éa?",
    "14 éa?  éa?  éa?  éa?  éa?  éa?   éa?  éa?   éa?   éa? éa? éa? éa? éa? éa? éa? éa?",
)

# The ratio is the rammer's size less the target's, with its modifiers. The tuple has the least ratio of each
# column but the first.
LEAST = (-10, -8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 9, 11)

# Raking the oars [ratissage], the right part of the damage table. Dice, then the raker's crew [A11]: lower
# [inf.], equal [égal.], higher [sup.] quality.
RAKE_TABLE = (
    " 0 éI  éI  éI",
    " 1 éI  éI  -?",
    " 2 éI  éI  éa?",
    " 3 éI  éa? -?",
    " 4 éI  éa? éa?",
    " 5 -?  -?  -?",
    " 6 éa? -?  -?",
    " 7 -?  -?  éa?",
    " 8 éa? éa? éa?",
    " 9 -?  -?  -?",
    "10 éa? -?  -?",
    "11 -?  -?  éa?",
    "12 -?  éa? éa?",
    "13 -?  éa? éa?",
    "14 -?  éa? éa?",
)

# Clearing an immobilisation [Dégagement de l'immobilisation], L269-281.
# Crew, then 2d6 from 2 to 12: A abandoned, - still immobilised, D freed. The aid has one cell too many in each
# row: the last one has no label here [A12], so the cell before the first D is in doubt (?). "Dvr", freed but
# slower, is in the legend and in no cell: any D may be one (~).
CLEARANCE_TABLE = (
    "expert     A  -  -  -  -  -? D~ D~ D~ D~ D~",
    "ordinaire  A  -  -  -  -  -  -? D~ D~ D~ D~",
    "debutant   A  -  -  -  -  -  -  -? D~ D~ D~",
    "esclave    A  -  -  -  -  -  -  -  -? D~ D~",
)

TABLES = (RAM_TABLE, RAKE_TABLE, CLEARANCE_TABLE)

# The printed heads of the columns.
LABELS = (
    "-11 ou moins|-10 ou -9|-8 ou -7|-6 ou -5|-4|-3|-2|-1|Égal (0)|+1|+2|+3|+4|+5 ou +6|+7 ou +8|+9 ou +10|"
    "+11 ou plus",
    "inf|egal|sup",
    "2|3|4|5|6|7|8|9|10|11|12",
)

# Codes of a cell.
SHIPPED = 0  # the cell as the table has it, not corrected by the owner
NOTHING = 1
UNKNOWN = 145  # doubtful, or not legible for the players
CLEARED = ("", "A", "-", "D", "Dvr")  # cells of CLEARANCE, by code
ILLEGIBLE = 5  # an illegible cell of CLEARANCE, like UNKNOWN in the damage tables

# Marks of a cell: none, ~ and ?.
SURE = 0
CHECK = 1
DOUBT = 2

# Effects on one ship. An "a" at the end is easier grappling; effect
#
# 2 is the number of the effect without it.
EFFECTS = ("", "a", "I", "Ia", "Br*", "Br*a", "Br", "Bra", "BrI", "BrIa", "X", "Xa")
KINDS = 12
NO_KIND = 0
HELD = 1
MAYBE = 2
BREACH = 3
BREACH_HELD = 4
SUNK = 5

NAMES = ("", "held", "maybe", "breach", "both", "sunk")  # names of the kinds

# Answers of the players about the printed sheet: each single effect, or that the cell is not legible.
LEGEND = (NOTHING,) + tuple(range(2, 13)) + tuple(range(13, 134, KINDS)) + (UNKNOWN,)

# Packing of corrections: names of the inputs, number of codes, cells in one input.
DAMAGE_INPUTS = (("rows0", "rows2", "rows4", "rows6", "rows8", "rows10", "rows12", "rows14"), 146, 2)
CLEARANCE_INPUTS = (("cells2", "cells7", "cells12"), 6, 5)


# The printed cells.


def cell_labels(table: Table, row: TableRow, column: Column) -> tuple[str, str]:
    """The heads of a row and of a column, as a `set` line names them.

    A column has the name of its lowest ratio.
    """
    label = LABELS[table].split("|")[column].split()[0]
    return TABLES[table][row].split()[0], "0" if label == "Égal" else label


def column_cells(table: Table, column: Column) -> list[str]:
    """The shipped cells of a column, with their marks, from the first row to the last."""
    first = TABLES[table][0]
    start = len(first) - len(first.split(None, column + 1)[-1])
    found = []
    for row in TABLES[table]:
        end = row.find(" ", start)
        found.append(row[start:] if end < 0 else row[start:end])
    return found


def shipped_cell(table: Table, row: TableRow, column: Column) -> Cell:
    """(text, mark) of a shipped cell; rows and columns count from 0."""
    return split_mark(TABLES[table][row].split()[column + 1])


def split_mark(text: str) -> Cell:
    """(text without its mark, mark) of a cell."""
    mark = "~?".find(text[-1:]) + 1 if text else 0
    return (text[:-1].rstrip() if mark else text), mark


# The cell of a roll.


def ram_column(ratio: int) -> Column:
    """The column of RAM for a ratio; the outer columns have no limit."""
    return len([least for least in LEAST if least <= ratio])


def damage_row(total: int) -> TableRow:
    """The row for a total; totals beyond the ends use the last row there [A7]."""
    return min(max(total, 0), ROWS - 1)


def column_of(procedure: Procedure, values: Values) -> tuple[Table, Column] | None:
    """(table, column) of the cells that a Procedure may hit with these values.

    None for a Procedure that uses none of the three tables.
    """
    if procedure.name == "ship_clearance":
        return CLEARANCE, values["quality"]
    if procedure.name == "ship_ram":
        return RAM, ram_column(lane(procedure, values, "column"))
    if procedure.name == "ship_rake":
        return RAKE, 1 + compare_crews(values["raker_crew"], values["target_crew"])
    return None


# Codes


def clearance_code(text: str) -> Code:
    """The code of a cell of CLEARANCE without its mark; ILLEGIBLE if CLEARED lacks it."""
    return CLEARED.index(text) if text and text in CLEARED else ILLEGIBLE


def damage_code(text: str) -> Code:
    """The code of a cell of a damage table without its mark.

    The code is UNKNOWN if the grammar does not allow the text (RULES 5.6).
    """
    text = text.replace("e\u0301", "é").replace("l", "I")
    if text == "-":
        return NOTHING
    sides = [0, 0]
    written = text.split("/")
    if len(written) > 2:
        return UNKNOWN
    for part in written:
        side = 1 if part[:1] in ("é", "e") else 0
        part = part[side:]
        if not part or part not in EFFECTS:
            return UNKNOWN
        sides[side] = _combine_effects(sides[side], EFFECTS.index(part))
        if sides[side] < 0:
            return UNKNOWN
    return NOTHING + sides[0] + KINDS * sides[1]


def _combine_effects(one: int, two: int) -> int:
    """Two effects on the same ship combined; -1 if the legend has no such effect."""
    easy = (one | two) & 1
    one //= 2
    two //= 2
    low, high = min(one, two), max(one, two)
    if low in (NO_KIND, high) or high == SUNK or (high == BREACH_HELD and low != MAYBE):
        return 2 * high + easy
    if (low, high) == (HELD, BREACH):
        return 2 * BREACH_HELD + easy
    return -1


def damage_text(code: Code) -> str:
    """The text of a code, as the table prints it."""
    if code == UNKNOWN:
        return "?"
    target, rammer = split_code(code)
    found = [EFFECTS[target]] if target else []
    if rammer:
        found.append("é" + EFFECTS[rammer])
    return "/".join(found) or "-"


def split_code(code: Code) -> tuple[int, int]:
    """(effect on the target, effect on the ramming ship)."""
    return (code - NOTHING) % KINDS, (code - NOTHING) // KINDS


def effect_names(effect: int) -> list[str]:
    """The names of the parts of an effect on one ship."""
    found = [NAMES[effect // 2]] if effect // 2 else []
    if effect & 1:
        found.append("eased")
    return found


def code_for_side(code: Code, on_side: object) -> Code:
    """The code after the players have said whether the ram was on a side.

    On a side Br* is a breach, else the ship is immobilised.
    """
    sides = []
    for effect in split_code(code):
        if effect // 2 == MAYBE:
            effect = 2 * (BREACH if on_side else HELD) + (effect & 1)
        sides.append(effect)
    return NOTHING + sides[0] + KINDS * sides[1]


def depends_on_side(code: Code) -> bool:
    """Tell whether a code has a Br*."""
    return MAYBE in [effect // 2 for effect in split_code(code)]


# Corrected cells as inputs.


def correction_inputs(packing: Packing) -> tuple[Input, ...]:
    """The inputs that pass the corrected cells."""
    names, base, each = packing
    return tuple([number(name, 0, base**each - 1, asked=False) for name in names])


def pack_codes(codes: Sequence[Code], packing: Packing) -> Values:
    """The values of these inputs for the codes of all cells of a column."""
    names, base, each = packing
    found = {}
    for index in range(len(names)):
        value = 0
        for code in reversed(codes[index * each : index * each + each]):
            value = value * base + code
        found[names[index]] = value
    return found


def unpack_codes(values: Values, packing: Packing) -> list[Code]:
    """The codes in these inputs; SHIPPED for a cell without a correction.

    The list may be longer than the column.
    """
    names, base, each = packing
    found = []
    for name in names:
        value = values[name]
        for _ in range(each):
            found.append(value % base)
            value //= base
    return found


def corrected_code(values: Values, index: int, packing: Packing) -> Code:
    """The code of one cell of the column; SHIPPED if the owner has not corrected it."""
    names, base, each = packing
    return values[names[index // each]] // base ** (index % each) % base
