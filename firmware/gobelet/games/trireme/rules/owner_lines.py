"""Trirème: the words and the lines of the owner's table file (see `owner`). A choice that is kept is one more line at
its end.
"""

from .corrections import printed

NAMES = ("ship_ram_damage", "ship_rake_damage", "ship_clearance")
LABELS = (
    "-11 ou moins|-10 ou -9|-8 ou -7|-6 ou -5|-4|-3|-2|-1|Égal (0)|+1|+2|+3|+4|+5 ou +6|+7 ou +8|+9 ou +10|"
    "+11 ou plus",
    "inf|egal|sup",
    "2|3|4|5|6|7|8|9|10|11|12",
)

# What the aid leaves open; each is an assumption (dossier 3). Name of a `param`, the field of the inputs that it
# fills, their value without a file, that of its first option, its options. A need of 0 is not known.
PARAMS = (
    "fleet_ram_dice           ram_dice      1  0  0 1 2 3",
    "fleet_ram_add_size       ram_size      1  0  no yes",
    "fleet_ram_parity         parity        0  0  ask dice totals",
    "fleet_grapple_need       need          0  0  0..30",
    "fleet_grapple_dice       grapple_dice  1  1  1 2 3",
    "fleet_grapple_equipment  gear          0  0  -1 +1",
    "ship_boarding_split      split         0  0  greedy separate lower",
    "fleet_boarding_held      held_factor   0  0  none full",
)


def names(table, row, column):
    """(row, column) as a `set` line names them: the least of the ratios in a column."""
    label = LABELS[table].split("|")[column].split()[0]
    return printed(table)[row].split()[0], "0" if label == "Égal" else label


def set_line(table, row, column, text):
    """A line that keeps one cell."""
    return "\t".join(("set", NAMES[table]) + names(table, row, column) + (text,)) + "\n"


def diag_line(table, diagonal, text):
    """A line that keeps the cells whose dice and column number (from 1) make `diagonal` together."""
    return "diag\t%s\t%d\t%s\n" % (NAMES[table], diagonal, text)


def param_line(field, value):
    """A line that keeps the value of a parameter."""
    for row in PARAMS:
        words = row.split()
        if words[1] == field:
            text = str(value) if field == "need" else words[4 + value - int(words[3])]
            return "param\t%s\t%s\n" % (words[0], text)
    raise KeyError(field)


def addition(data, line):
    """Bytes that add `line` to a file whose content is `data` (None: no file)."""
    return ("\n" + line if data and data[-1:] != b"\n" else line).encode()
