"""Trirème: the owner's table file (dossier 5.6), what the owner of the printed game reads on its sheet.

Plain UTF-8, fields separated by tabs; a bad line or block is told and left out, the rest counts:

    # comment
    @table  ship_ram_damage     a whole table: then @head with its columns, and all its rows
    set     ship_ram_damage  10  +4  Bra        one cell: row, column, value
    diag    ship_ram_damage  13  a              every cell whose dice + column number (1 to 17) is 13
    param   fleet_grapple_need  9               a number that the aid does not give

A set goes before a diag, a diag before a table, whatever their order; of equals the later line wins.
"""

from array import array

from . import cells, tables

FILE = "trireme.tsv"

RAM = 0
RAKE = 1
CLEARANCE = 2
NAMES = ("ship_ram_damage", "ship_rake_damage", "ship_clearance")
COLUMNS = (17, 3, 11)
LABELS = (
    "-11 ou moins|-10 ou -9|-8 ou -7|-6 ou -5|-4|-3|-2|-1|Égal (0)|+1|+2|+3|+4|+5 ou +6|+7 ou +8|+9 ou +10|"
    "+11 ou plus",
    "inf|egal|sup",
    "2|3|4|5|6|7|8|9|10|11|12",
)

# Name of a `param`, its field in the Sheet, the value of its first option, its options; the start value is the
# first option's unless it is named in STARTS.
PARAMS = (
    "fleet_ram_dice           ram_dice      0  0 1 2 3",
    "fleet_ram_add_size       ram_size      0  no yes",
    "fleet_ram_parity         parity        0  ask dice totals",
    "fleet_grapple_need       need          1  1..30",
    "fleet_grapple_dice       grapple_dice  1  1 2 3",
    "fleet_grapple_equipment  gear          0  -1 +1",
    "ship_boarding_split      split         0  greedy separate lower",
)
STARTS = {"ram_dice": 1, "ram_size": 1, "grapple_dice": 1}

# Who wrote a cell: a higher one is not overwritten by a lower one
_TABLE = 1
_DIAG = 2
_SET = 3


_BLANK = " \t\r"


class _Wrong(Exception):
    """A line or block that is left out: code and arguments of the reason."""


class Owner:
    """What the file says; of an empty one, the tables as shipped.

    cells    for each table, the codes of its cells (see `cells`, `tables.CLEARED`), 0 as shipped
    params   values of the parameters that it gives, by field
    faults   list of (line, code, arguments) of what was left out
    notes    the same for what was taken with a remark
    kept     values that cannot be used, verbatim, by (table, cell)
    """

    def __init__(self):
        self.cells = [bytearray(len(printed(at)) * COLUMNS[at]) for at in range(3)]
        self.lines = [array("H", bytes(2 * len(codes))) for codes in self.cells]
        self.params = {}
        self.faults = []
        self.notes = []
        self.kept = {}

    def at(self, table, row, column):
        """(text, mark) of a cell as it counts now."""
        place = row * COLUMNS[table] + column
        code = self.cells[table][place]
        if code == cells.SHIPPED:
            return tables.printed(printed(table), row, column)
        if code == illegible(table):
            return tables.marked(self.kept[(table, place)])[0], cells.DOUBT
        return (tables.CLEARED[code] if table == CLEARANCE else cells.write(code)), cells.SURE

    def mask(self, table, row):
        """The marks of a row, a letter each: o sure, c to be checked, ? in doubt."""
        return "".join(["oc?"[self.at(table, row, column)[1]] for column in range(COLUMNS[table])])

    def open(self, table):
        """(cells to check, cells in doubt) of a table."""
        marks = "".join([self.mask(table, row) for row in range(len(printed(table)))])
        return marks.count("c"), marks.count("?")

    def given(self, table, at):
        """Inputs that tell a Procedure of the corrections: of column `at`, or of the crew `at` of the clearance."""
        codes = self.cells[table]
        wide = COLUMNS[table]
        if table == CLEARANCE:
            return cells.packed(list(codes[at * wide : at * wide + wide]), cells.CLEARANCE)
        return cells.packed([codes[row * wide + at] for row in range(len(codes) // wide)], cells.COLUMN)

    def breaks(self, table, doubtful=False):
        """[(row, column)...] of cells of a damage table that are worse for the rammer than the cell to their left
        or above, where the table goes from the worst for the rammer to the worst for the target. Cells in doubt
        say nothing, unless they are asked for.
        """
        wide = COLUMNS[table]
        found = []
        above = [None] * wide
        for row in range(len(printed(table))):
            left = None
            for column in range(wide):
                text, mark = self.at(table, row, column)
                here = None if mark == cells.DOUBT and not doubtful else _score(text)
                for other in (left, above[column]):
                    if None not in (here, other) and here < other:
                        found.append((row, column))
                left = above[column] = here
        return found


def printed(table):
    """The rows of a table as shipped."""
    return (tables.RAM, tables.RAKE, tables.CLEARANCE)[table]


def illegible(table):
    """Code of a cell whose value cannot be used."""
    return tables.ILLEGIBLE if table == CLEARANCE else cells.UNKNOWN


def _score(text):
    """How much a cell favours the rammer; None if it cannot be read."""
    code = cells.read(text)
    if code == cells.UNKNOWN:
        return None
    target, rammer = cells.parts(code)
    return 2 * (target // 2 - rammer // 2) + ((target | rammer) & 1)


def given(owner, proc, v):
    """The inputs for the corrections of a Procedure with the values `v`; {} if it has none."""
    if proc.name == "ship_ram":
        from .ramming import where

        return owner.given(RAM, where(v))
    if proc.name == "ship_rake":
        from .raking import where

        return owner.given(RAKE, where(v))
    return owner.given(CLEARANCE, v["quality"]) if proc.name == "ship_clearance" else {}


def column_of(table, text):
    """Column of a label, from 0, -1 if there is none: a printed label, or any whole ratio."""
    text = text.replace("−", "-")
    if table == RAKE:
        text = text.replace("Equip.", "").strip(" .").replace("é", "e")
    labels = LABELS[table].split("|")
    if text in labels:
        return labels.index(text)
    ratio = _whole(text) if table == RAM else None
    return -1 if ratio is None else tables.ram_column(ratio)


def row_of(table, text):
    """Row of a label, from 0, -1 if there is none."""
    rows = [row.split()[0] for row in printed(table)]
    text = text.lower().replace("é", "e") if table == CLEARANCE else text
    return rows.index(text) if text in rows else -1


def _whole(text):
    """An integer as people write it, "+4" or "-12"; None if it is none."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not 0 < len(digits) < 6 or [1 for letter in digits if letter not in "0123456789"]:
        return None
    return -int(digits) if text[0] == "-" else int(digits)


def read(data):
    """The owner's file as an Owner; data is bytes, None if there is no file."""
    owner = Owner()
    levels = [bytearray(len(codes)) for codes in owner.cells]
    block = None
    data = data or b""
    number = 0
    at = 3 if data[:3] == b"\xef\xbb\xbf" else 0
    while at < len(data):
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        number += 1
        raw = data[at:end]
        at = end + 1
        try:
            line = _decoded(raw)
            fields = [field.strip(_BLANK) for field in line.split("\t")]
            if line and not line.startswith("#"):
                if fields[0] in ("@table", "set", "diag", "param"):
                    ended, block = block, None
                    _finish(owner, levels, ended)
                    if fields[0] == "@table":
                        block = _Block(number, fields)
                    else:
                        _single(owner, levels, number, fields)
                elif block is None or block.ends(fields[0]):
                    ended, block = block, None
                    _finish(owner, levels, ended)
                    raise _Wrong("word", fields[0])
                else:
                    block.add(number, fields)
        except _Wrong as wrong:
            if block is None:
                owner.faults.append((number,) + _reason(wrong))
            else:
                block.reject(number, wrong)
    _finish(owner, levels, block)
    for table in (RAM, RAKE):
        for row, column in owner.breaks(table):
            line = owner.lines[table][row * COLUMNS[table] + column]
            owner.notes.append((line, "break", (NAMES[table],) + names(table, row, column)))
    for told in (owner.faults, owner.notes):
        told.sort(key=lambda fault: fault[0])
    return owner


def _reason(wrong):
    return wrong.args[0], tuple(wrong.args[1:])


def _decoded(raw):
    try:
        line = str(raw, "utf-8")
    except UnicodeError:
        raise _Wrong("utf8")
    return line.replace("e\u0301", "é").strip(_BLANK)


class _Block:
    """A @table under way: nothing of it counts before all of it is right."""

    def __init__(self, number, fields):
        self.number = number
        self.fault = None
        self.table = -1
        self.head = False
        self.rows = {}
        self.kept = {}
        try:
            if len(fields) != 2 or fields[1] not in NAMES:
                raise _Wrong("table", " ".join(fields[1:]))
            self.table = NAMES.index(fields[1])
        except _Wrong as wrong:
            self.reject(number, wrong)

    def reject(self, number, wrong):
        """Remember the first thing that is wrong."""
        if self.fault is None:
            self.fault = (number,) + _reason(wrong)

    def ends(self, label):
        """Whether the block is complete, and a line with this label is none of it."""
        return (
            self.table >= 0 and len(self.rows) == len(printed(self.table)) and row_of(self.table, label) < 0
        )

    def add(self, number, fields):
        """Take a line of the block."""
        if self.fault is not None:
            return
        wide = COLUMNS[self.table]
        if fields[0] == "@head":
            if len(fields) != wide + 1:
                raise _Wrong("head", len(fields) - 1, wide)
            for column in range(wide):
                if column_of(self.table, fields[column + 1]) != column:
                    raise _Wrong("column", fields[column + 1])
            self.head = True
            return
        if not self.head:
            raise _Wrong("head", 0, wide)
        row = row_of(self.table, fields[0])
        if row < 0 or row in self.rows:
            raise _Wrong("row", fields[0])
        if len(fields) != wide + 1:
            raise _Wrong("cells", len(fields) - 1, wide)
        shipped = printed(self.table)[row].split()
        codes = bytearray(wide)
        for column in range(wide):
            codes[column] = _code(self.table, fields[column + 1], shipped[column + 1])
            if codes[column] == illegible(self.table):
                self.kept[row * wide + column] = fields[column + 1]
        self.rows[row] = (number, codes)


def _finish(owner, levels, block):
    """The end of a block: all of it counts, or nothing."""
    if block is None:
        return
    if block.fault is None and len(block.rows) != len(printed(block.table)):
        block.fault = (block.number, "rows", (len(block.rows), len(printed(block.table))))
    if block.fault is not None:
        owner.faults.append(block.fault)
        return
    wide = COLUMNS[block.table]
    for row in sorted(block.rows):
        number, codes = block.rows[row]
        for column in range(wide):
            place = row * wide + column
            _put(owner, levels, _TABLE, block.table, place, codes[column], block.kept.get(place), number)


def _put(owner, levels, level, table, place, code, text, number):
    """A cell, unless a line that goes before has it. `text` is kept of one that cannot be used."""
    if levels[table][place] > level:
        return
    levels[table][place] = level
    owner.cells[table][place] = code
    owner.lines[table][place] = min(number, 65535)
    if code == illegible(table):
        owner.kept[(table, place)] = text
        note = (number, "value", (text,))
        if _value(table, tables.marked(text)[0]) == code and note not in owner.notes:
            owner.notes.append(note)


def _value(table, text):
    """Code of a value without mark."""
    return tables.clearance_code(text) if table == CLEARANCE else cells.read(text)


def _code(table, text, shipped):
    """Code of a cell's text with its mark: as shipped, a value to be relied on, or one that cannot be used."""
    if text == shipped:
        return cells.SHIPPED
    value, mark = tables.marked(text)
    was, was_mark = tables.marked(shipped)
    code = _value(table, value)
    if mark == was_mark and code == _value(table, was):
        return cells.SHIPPED
    return illegible(table) if mark else code


def _single(owner, levels, number, fields):
    """A set, diag or param line."""
    wanted = {"set": 5, "diag": 4, "param": 3}[fields[0]]
    if len(fields) != wanted:
        raise _Wrong("fields", fields[0], len(fields), wanted)
    if fields[0] == "param":
        _param(owner, fields[1], fields[2])
        return
    if fields[1] not in NAMES:
        raise _Wrong("table", fields[1])
    table = NAMES.index(fields[1])
    wide = COLUMNS[table]
    if fields[0] == "set":
        row = row_of(table, fields[2])
        if row < 0:
            raise _Wrong("row", fields[2])
        column = column_of(table, fields[3])
        if column < 0:
            raise _Wrong("column", fields[3])
        places = ((row, column),)
    else:
        k = _whole(fields[2])
        if table != RAM or k is None or not 1 <= k <= 31:
            raise _Wrong("diag", fields[2])
        places = [(row, k - row - 1) for row in range(15) if 0 <= k - row - 1 < wide]
    level = _SET if fields[0] == "set" else _DIAG
    text = fields[-1]
    for row, column in places:
        code = _code(table, text, printed(table)[row].split()[column + 1])
        _put(owner, levels, level, table, row * wide + column, code, text, number)


def _param(owner, name, text):
    for row in PARAMS:
        words = row.split()
        if words[0] == name:
            options = words[3:]
            first = int(words[2])
            if options[0] == "1..30":
                value = _whole(text)
                if value is None or not 1 <= value <= 30:
                    raise _Wrong("option", text, options[0])
            else:
                text = text.replace("−", "-")
                text = text if text in options else "+" + text
                if text not in options:
                    raise _Wrong("option", text[1:], ", ".join(options))
                value = first + options.index(text)
            owner.params[words[1]] = value
            return
    raise _Wrong("param", name)


def param_changes(owner, state):
    """Changes that make the Sheet of the parameters say what the file says, as it does when a game is opened."""
    changes = []
    for row in PARAMS:
        field = row.split()[1]
        value = owner.params.get(field, STARTS.get(field, 0))
        if state.get("param", 0, field) != value:
            changes.append(("param", 0, field, value))
    return changes


# Writing: a choice that is kept is one more line at the end of the file.


def names(table, row, column):
    """(row, column) as a `set` line names them: the least of the ratios in a column."""
    label = LABELS[table].split("|")[column]
    if table == RAM:
        label = label.replace("Égal (0)", "0").split()[0]
    return printed(table)[row].split()[0], label


def set_line(table, row, column, text):
    """A line that keeps one cell."""
    return "\t".join(("set", NAMES[table]) + names(table, row, column) + (text,)) + "\n"


def param_line(field, value):
    """A line that keeps a parameter of the Sheet; the start value of the grapple cannot be written."""
    for row in PARAMS:
        words = row.split()
        if words[1] == field:
            options = words[3:]
            text = str(value) if options[0] == "1..30" else options[value - int(words[2])]
            return "param\t%s\t%s\n" % (words[0], text)
    raise KeyError(field)


def addition(data, line):
    """Bytes that add `line` to a file whose content is `data` (None: no file)."""
    if data and data[-1:] != b"\n":
        line = "\n" + line
    return line.encode()
