"""Trirème, Ship game: the three printed tables that the owner may correct.

A mark behind a cell: ~ is to be checked, ? is in doubt (dossier 5.2).
"""

# Ramming, the left part of the damage table [Table des dégâts au navire], seed L184-204.
# Dice, then a cell for each ratio; the columns of two ratios are -10 or -9, -8 or -7, -6 or -5, +5 or +6, +7 or
# +8, +9 or +10. The seed has one and the same sign for all the cells in doubt (dossier 5.3).
#       ≤-11 -10  -8   -6   -4   -3    -2   -1    0     +1  +2  +3  +4  +5  +7  +9  ≥11
RAM = (
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

# Rammer's size less the target's, with the modifiers of the ratio: the least of each column but the first.
LEAST = (-10, -8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 9, 11)

# Raking the oars [ratissage], the right part of it.
# Dice, then the raker's crew [A11]: lower [inf.], equal [égal.], higher [sup.] quality.
RAKE = (
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

# Clearing an immobilisation [Dégagement de l'immobilisation], seed L269-281.
# Crew, then 2d6 from 2 to 12: A abandoned, - still immobilised, D freed. The seed has one cell too many in each
# row: the last one has no label here [A12], so the cell before the first D is in doubt (?). "Dvr", freed but
# slower, is in the legend and in no cell: any D may be one (~).
CLEARANCE = (
    "expert     A  -  -  -  -  -? D~ D~ D~ D~ D~",
    "ordinaire  A  -  -  -  -  -  -? D~ D~ D~ D~",
    "debutant   A  -  -  -  -  -  -  -? D~ D~ D~",
    "esclave    A  -  -  -  -  -  -  -  -? D~ D~",
)

CLEARED = ("", "A", "-", "D", "Dvr")  # by code; 0 stands for a cell as shipped
ILLEGIBLE = 5


def ram_column(ratio):
    """Column of RAM for a ratio, from 0; both ends are open."""
    return len([least for least in LEAST if least <= ratio])


def clearance_code(text):
    """Code of a cell of CLEARANCE without its mark, ILLEGIBLE if it is none of CLEARED."""
    return CLEARED.index(text) if text and text in CLEARED else ILLEGIBLE


def column(table, at):
    """The cells of a column as shipped, with their marks, row by row: they stand one below the other."""
    first = table[0]
    start = len(first) - len(first.split(None, at + 1)[-1])
    found = []
    for row in table:
        end = row.find(" ", start)
        found.append(row[start:] if end < 0 else row[start:end])
    return found


def printed(table, row, column):
    """(text, mark) of a cell as shipped; mark 0 none, 1 ~, 2 ?; rows and columns from 0."""
    return marked(table[row].split()[column + 1])


def marked(text):
    """(text without its mark, mark) of a cell."""
    mark = "~?".find(text[-1:]) + 1 if text else 0
    return (text[:-1].rstrip() if mark else text), mark
