"""Trirème, Ship game: the three printed tables that the owner may correct.

See RULES 2 and 5.1. A shipped cell is a cell as this module has it, before any correction by the owner of the
printed game. The mark ~ after the text of a cell means that the owner should check the cell. The mark ? means that
the cell is in doubt (RULES 5.2).

A cell of a damage table has the effects on the target and on the ramming ship. The text of an effect on the ramming
ship begins with é. One code stands for the effects on both ships: 1 + target + 12 * rammer. Here `target` and
`rammer` are indexes in EFFECTS. So the code of "-", no effect, is 1.

The owner's corrections reach a Procedure as inputs. Each input packs the codes of two cells or more into one number.
The code 0 in an input stands for a cell that the owner did not correct. A Procedure receives only the cells of the
table column that the roll uses. The odds, the result, the history and the shell all read these inputs, so they all
use the same table. The journal stores the inputs of each roll, and with them the cells.
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

# The numbers of the three tables, and the number of columns in each table.
RAM = 0
RAKE = 1
CLEARANCE = 2
COLUMNS = (17, 3, 11)
ROWS = 15  # rows of a damage table

# Ramming, the left part of the damage table [Table des dégâts au navire], L184-204. Each table row begins with the
# total, which is the sum of the dice and modifiers; a cell for each ratio follows. The columns -10, -8, -6, +5, +7
# and +9 are for two ratios each: -10 or -9, -8 or -7, -6 or -5, +5 or +6, +7 or +8, +9 or +10. Our source has the
# same text, éa, in all cells in doubt (RULES 5.3).
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

# The ratio is the rammer's size minus the target's size, plus modifiers. LEAST has the lowest ratio of each column
# of RAM_TABLE except the first column.
LEAST = (-10, -8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 9, 11)

# Raking the oars [ratissage], the right part of the damage table. Each table row begins with the total, which is the
# sum of the dice and modifiers. Three cells follow: for a raker whose crew is worse than the target's crew, equal
# to the target's crew, or better [A11].
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

# Clearing an immobilisation [Dégagement de l'immobilisation], L269-281. Each table row begins with the crew; a cell
# for each sum of two dice from 2 to 12 follows. The cells mean: A abandoned, - still immobilised, D freed. The player
# aid has one cell too many in each row. This table drops the last cell [A12]. If another cell is the surplus one, the
# "-" before the first D would be a D, so that cell is in doubt (?). The legend of the player aid explains "Dvr", freed
# but slower, but no printed cell has this text. A D may stand for Dvr, so each D needs a check (~).
CLEARANCE_TABLE = (
    "expert     A  -  -  -  -  -? D~ D~ D~ D~ D~",
    "ordinaire  A  -  -  -  -  -  -? D~ D~ D~ D~",
    "debutant   A  -  -  -  -  -  -  -? D~ D~ D~",
    "esclave    A  -  -  -  -  -  -  -  -? D~ D~",
)

TABLES = (RAM_TABLE, RAKE_TABLE, CLEARANCE_TABLE)

# For each table, the printed column heads, separated by "|".
LABELS = (
    "-11 ou moins|-10 ou -9|-8 ou -7|-6 ou -5|-4|-3|-2|-1|Égal (0)|+1|+2|+3|+4|+5 ou +6|+7 ou +8|+9 ou +10|"
    "+11 ou plus",
    "inf|egal|sup",
    "2|3|4|5|6|7|8|9|10|11|12",
)

# Codes of a cell.
SHIPPED = 0  # the owner has not corrected the cell
NOTHING = 1  # no effect on either ship
UNKNOWN = 145  # the cell of a damage table is in doubt, or the players cannot read it
CLEARED = ("", "A", "-", "D", "Dvr")  # texts of the cells of CLEARANCE; the index of a text is its code
ILLEGIBLE = 5  # the cell of CLEARANCE is in doubt, or the players cannot read it

# The reliability of a cell, shown by its mark: no mark for SURE, ~ for CHECK, ? for DOUBT.
SURE = 0
CHECK = 1
DOUBT = 2

# Effects on one ship. The index of an effect is twice its kind, plus 1 if its text ends in "a": the ship is then
# easier to grapple.
EFFECTS = ("", "a", "I", "Ia", "Br*", "Br*a", "Br", "Bra", "BrI", "BrIa", "X", "Xa")
EFFECT_COUNT = 12
# Kinds of effects, in the order of their numbers: no kind; immobilised; a breach if the ram is on a side, immobilised
# for any other ram; a breach; breach and immobilised; sunk.
NO_KIND = 0
HELD = 1
MAYBE = 2
BREACH = 3
BREACH_HELD = 4
SUNK = 5

NAMES = ("", "held", "maybe", "breach", "both", "sunk")  # names of the kinds of effects, used in text keys

# Codes from which the players choose the content of a damage table's cell: no effect, each effect on the target, each
# effect on the rammer, or UNKNOWN for an illegible cell.
LEGEND = (NOTHING,) + tuple(range(2, 13)) + tuple(range(13, 134, EFFECT_COUNT)) + (UNKNOWN,)

# How inputs pack corrected cells: (names of the inputs, number of possible codes, number of cells in one input).
DAMAGE_INPUTS = (("rows0", "rows2", "rows4", "rows6", "rows8", "rows10", "rows12", "rows14"), 146, 2)
CLEARANCE_INPUTS = (("cells2", "cells7", "cells12"), 6, 5)


# The printed cells.


def cell_labels(table: Table, row: TableRow, column: Column) -> tuple[str, str]:
    """Return (head of the table row, head of the column), as in the owner's file.

    In the table RAM, the head of a column is its first printed ratio, such as "-10" for "-10 ou -9".
    """
    label = LABELS[table].split("|")[column].split()[0]
    return TABLES[table][row].split()[0], "0" if label == "Égal" else label


def column_cells(table: Table, column: Column) -> list[str]:
    """Return the texts of a column's shipped cells with their marks, row by row."""
    first = TABLES[table][0]
    start = len(first) - len(first.split(None, column + 1)[-1])
    found = []
    for row in TABLES[table]:
        end = row.find(" ", start)
        found.append(row[start:] if end < 0 else row[start:end])
    return found


def shipped_cell(table: Table, row: TableRow, column: Column) -> Cell:
    """Return (text, mark) of a shipped cell."""
    return split_mark(TABLES[table][row].split()[column + 1])


def split_mark(text: str) -> Cell:
    """Split the text of a cell into (text without the mark, mark)."""
    mark = "~?".find(text[-1:]) + 1 if text else 0
    return (text[:-1].rstrip() if mark else text), mark


# The table row and the column of a roll.


def ram_column(ratio: int) -> Column:
    """Return the column of RAM for a ratio.

    The first column has all ratios of -11 or less, the last column all ratios of 11 or more.
    """
    return len([least for least in LEAST if least <= ratio])


def damage_row(total: int) -> TableRow:
    """Return the row of a damage table for a total of dice and modifiers.

    A total below 0 uses the first row, a total above 14 the last row [A7].
    """
    return min(max(total, 0), ROWS - 1)


def column_of(procedure: Procedure, values: Values) -> tuple[Table, Column] | None:
    """Return (table, column) of the cells that a Procedure uses with these values.

    The result is None for a Procedure that uses none of the three tables. For CLEARANCE, `column` is the index of the
    crew's table row, because the dice of a clearance choose a cell within this row.
    """
    if procedure.name == "ship_clearance":
        return CLEARANCE, values["quality"]
    if procedure.name == "ship_ram":
        return RAM, ram_column(lane(procedure, values, "column"))
    if procedure.name == "ship_rake":
        return RAKE, 1 + compare_crews(values["raker_crew"], values["target_crew"])
    return None


# Codes of cells.


def clearance_code(text: str) -> Code:
    """Return the code of a CLEARANCE cell with this text.

    The result is ILLEGIBLE if CLEARED lacks the text.
    """
    return CLEARED.index(text) if text and text in CLEARED else ILLEGIBLE


def damage_code(text: str) -> Code:
    """Return the code of a damage table's cell with this text, which has no mark.

    The result is UNKNOWN if the grammar of RULES 5.6 does not allow the text.
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
    return NOTHING + sides[0] + EFFECT_COUNT * sides[1]


def _combine_effects(first: int, second: int) -> int:
    """Return the combination of two effects on one ship; -1 if EFFECTS lacks it.

    `first`, `second` and the result are indexes in EFFECTS.
    """
    easy = (first | second) & 1
    first //= 2
    second //= 2
    low, high = min(first, second), max(first, second)
    if low in (NO_KIND, high) or high == SUNK or (high == BREACH_HELD and low != MAYBE):
        return 2 * high + easy
    if (low, high) == (HELD, BREACH):
        return 2 * BREACH_HELD + easy
    return -1


def damage_text(code: Code) -> str:
    """Return the printed text of a damage table's cell with this code."""
    if code == UNKNOWN:
        return "?"
    target, rammer = split_code(code)
    found = [EFFECTS[target]] if target else []
    if rammer:
        found.append("é" + EFFECTS[rammer])
    return "/".join(found) or "-"


def split_code(code: Code) -> tuple[int, int]:
    """Split a damage code into (effect on the target, effect on the ramming ship)."""
    return (code - NOTHING) % EFFECT_COUNT, (code - NOTHING) // EFFECT_COUNT


def effect_names(effect: int) -> list[str]:
    """Return the names of the parts of an effect on one ship.

    The parts are the name of its kind, unless the kind is NO_KIND, and "eased" if the ship is easier to grapple.
    """
    found = [NAMES[effect // 2]] if effect // 2 else []
    if effect & 1:
        found.append("eased")
    return found


def code_for_side(code: Code, on_side: object) -> Code:
    """Replace each Br* in a code by Br if the ram is on a side, else by I."""
    sides = []
    for effect in split_code(code):
        if effect // 2 == MAYBE:
            effect = 2 * (BREACH if on_side else HELD) + (effect & 1)
        sides.append(effect)
    return NOTHING + sides[0] + EFFECT_COUNT * sides[1]


def is_side_dependent(code: Code) -> bool:
    """Tell whether a code contains Br*, a breach only if the ram is on a side."""
    return MAYBE in [effect // 2 for effect in split_code(code)]


# Corrected cells as inputs.


def correction_inputs(packing: Packing) -> tuple[Input, ...]:
    """Return the inputs that hold the corrected cells of a table column."""
    names, base, each = packing
    return tuple([number(name, 0, base**each - 1, asked=False) for name in names])


def pack_codes(codes: Sequence[Code], packing: Packing) -> Values:
    """Pack the codes of a table column's cells into values of inputs."""
    names, base, each = packing
    found = {}
    for index in range(len(names)):
        value = 0
        for code in reversed(codes[index * each : index * each + each]):
            value = value * base + code
        found[names[index]] = value
    return found


def unpack_codes(values: Values, packing: Packing) -> list[Code]:
    """Unpack the codes of a table column from inputs; SHIPPED means no correction.

    The list is longer than the column if the last input has room for more cells.
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
    """Unpack the code of one cell; SHIPPED means no correction.

    `index` is the index of the cell in its column.
    """
    names, base, each = packing
    return values[names[index // each]] // base ** (index % each) % base
