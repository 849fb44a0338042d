"""Trirème: the owner's file, with and without faults."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.trireme.rules import owner_file, tables
from tests.any_text import any_text
from tests.games.trireme.rules import NAMED, STARTER

STARTER_TEXT = STARTER.read_text(encoding="utf-8")


def checked_file(data: bytes | None):
    """The contents of a file, after all checks."""
    return owner_file.note_breaks(owner_file.parse_file(data))


def read_lines(*lines: str):
    return checked_file("\n".join(lines).encode())


def table_block(name: str, change=lambda lines: lines) -> list[str]:
    """The lines of one table of the starter file, after `change`."""
    lines = STARTER_TEXT.splitlines()
    start = lines.index(f"@table\t{name}")
    found = []
    for line in lines[start:]:
        if found and line.startswith("@table"):
            break
        found.append(line)
    return change(found)


def ram_cell(found, row: int, ratio: int) -> tuple[str, int]:
    return found.cell_at(tables.RAM, row, tables.ram_column(ratio))


def test_no_file_is_the_shipped_table():
    for data in (None, b"", b"\n\n", b"# nothing\n"):
        found = checked_file(data)
        assert ram_cell(found, 2, 0) == ("éI", tables.SURE)
        assert ram_cell(found, 9, 0) == ("éa", tables.DOUBT)
        assert (found.params, found.faults, found.notes) == ({}, [], [])
        assert [found.unsure_counts(table) for table in range(3)] == [(6, 178), (0, 36), (14, 4)]


def test_one_cell():
    found = read_lines("set\tship_ram_damage\t10\t+4\tBra")
    assert ram_cell(found, 10, 4) == ("Bra", tables.SURE)
    assert ram_cell(found, 10, 5)[1] == tables.DOUBT
    assert found.unsure_counts(tables.RAM) == (6, 177)
    assert found.row_marks(tables.RAM, 10) == "oo" + "?" * 10 + "o????"


@pytest.mark.parametrize(
    ("label", "column"),
    [
        ("-11 ou moins", 0),
        ("-40", 0),
        ("-10 ou -9", 1),
        ("-9", 1),
        ("−9", 1),
        ("Égal (0)", 8),
        ("0", 8),
        ("4", 12),
        ("+5", 13),
        ("+6", 13),
        ("+5 ou +6", 13),
        ("+11 ou plus", 16),
        ("99", 16),
        ("five", -1),
        ("", -1),
        ("+", -1),
        ("1e3", -1),
        ("4,5", -1),
        ("123456789", -1),
    ],
)
def test_columns_by_label_or_ratio(label, column):
    assert owner_file.column_of(tables.RAM, label) == column


def test_columns_and_rows_of_the_other_tables():
    labels = ("Equip. inf.", "inf", "egal", "égal", "Equip. égal.", "sup", "Equip. sup.", "+4")
    assert [owner_file.column_of(tables.RAKE, label) for label in labels] == [0, 0, 1, 1, 1, 2, 2, -1]
    assert [owner_file.column_of(tables.CLEARANCE, str(n)) for n in range(1, 14)] == [-1, *range(11), -1]
    crews = ("expert", "Expert", "ordinaire", "débutant", "debutant", "DÉBUTANT", "Débutant", "esclave")
    assert [owner_file.row_of(tables.CLEARANCE, crew) for crew in crews] == [0, 0, 1, 2, 2, 2, 2, 3]
    assert owner_file.row_of(tables.CLEARANCE, "capitaine") == -1
    assert [owner_file.row_of(tables.RAM, label) for label in ("0", "14", "15", "-1", "01", "x")] == [
        0, 14, -1, -1, -1, -1,
    ]  # fmt: skip


def test_a_diagonal():
    found = read_lines("diag\tship_ram_damage\t13\ta")
    for row in range(15):
        for column in range(17):
            text, mark = found.cell_at(tables.RAM, row, column)
            if row + column + 1 == 13:
                assert (text, mark) == ("a", tables.SURE)
            else:
                assert (text, mark) == tables.shipped_cell(tables.RAM, row, column)
    assert len(read_lines(*[f"diag\tship_ram_damage\t{k}\ta" for k in range(13, 32)]).faults) == 0


def test_nineteen_diagonals_and_one_cell_fill_the_table():
    """RULES 5.6: the diagonals are k = 13 to 31, the cell is in row 0."""
    lines = [f"diag\tship_ram_damage\t{k}\tBr" for k in range(13, 32)]
    lines.append("set\tship_ram_damage\t0\t+3\t-")
    assert read_lines(*lines).unsure_counts(tables.RAM)[1] == 0


def test_order_goes_by_kind_then_by_line():
    """The order is shipped < @table < diag < set; of two equal ones the later line counts."""
    ram = table_block("ship_ram_damage", lambda lines: [line.replace("éa?", "X") for line in lines])
    found = read_lines(
        "set\tship_ram_damage\t10\t+4\tBr",
        "set\tship_ram_damage\t10\t+4\tBra",
        "diag\tship_ram_damage\t23\tI",
        *ram,
    )
    assert found.faults == []
    assert ram_cell(found, 10, 4) == ("Bra", tables.SURE)
    assert found.cell_at(tables.RAM, 11, 11) == ("I", tables.SURE), "k = 23: the diagonal"
    assert found.cell_at(tables.RAM, 11, 12) == ("X", tables.SURE), "k = 24: the table"
    later = read_lines(
        *table_block("ship_rake_damage"), "set\tship_rake_damage\t9\tinf\tI", *table_block("ship_rake_damage")
    )
    assert later.cell_at(tables.RAKE, 9, 0) == ("I", tables.SURE)


def test_a_whole_table_without_marks_is_confirmed():
    for name in owner_file.NAMES:
        table = owner_file.NAMES.index(name)
        found = read_lines(
            *table_block(name, lambda lines: [line.replace("?", "").replace("~", "") for line in lines])
        )
        assert found.faults == []
        assert found.unsure_counts(table) == (0, 0)
        assert "?" not in "".join(found.row_marks(table, row) for row in range(4))
        for row in range(len(tables.TABLES[table])):
            for column in range(tables.COLUMNS[table]):
                assert found.cell_at(table, row, column)[0] == tables.shipped_cell(table, row, column)[0]


def test_marks_of_the_owner():
    found = read_lines(
        "set\tship_ram_damage\t9\t0\téa?",
        "set\tship_ram_damage\t9\t+1\tBr~",
        "set\tship_ram_damage\t9\t+2\tBr?",
        "set\tship_ram_damage\t2\t0\téI?",
        "set\tship_ram_damage\t0\t0\téBrI",
        "set\tship_ram_damage\t0\t-1\teBrl ~",
        "set\tship_ram_damage\t2\t-1\téI~",
        "diag\tship_ram_damage\t31\ta~",
        "diag\tship_ram_damage\t14\tBr~",
    )
    assert found.faults == []
    told = {line: text for line, code, (text,) in found.notes if code == "value"}
    assert told == {2: "Br~", 7: "éI~", 8: "a~", 9: "Br~"}, "his ? is meant, his ~ would be lost unseen"
    assert len(found.notes) == 4, "a diagonal is told once"
    assert ram_cell(found, 9, 0) == ("éa", tables.DOUBT)
    assert ram_cell(found, 9, 1) == ("Br", tables.DOUBT), "a value to be checked is not relied on"
    assert ram_cell(found, 9, 2) == ("Br", tables.DOUBT)
    assert ram_cell(found, 2, -1) == ("éI", tables.DOUBT), "over a sure cell too"
    assert ram_cell(found, 2, 0) == ("éI", tables.DOUBT), "a coherent cell may be doubted"
    assert ram_cell(found, 0, 0) == ("éBrI", tables.SURE)
    assert ram_cell(found, 0, -1) == ("éBrI", tables.CHECK), "as shipped"


def test_an_unknown_value_is_kept_verbatim_in_doubt():
    found = read_lines("# x", "set\tship_ram_damage\t10\t+4\tKraken", "diag\tship_ram_damage\t31\tBr*/I")
    assert found.faults == []
    assert found.notes == [(2, "value", ("Kraken",)), (3, "value", ("Br*/I",))]
    assert ram_cell(found, 10, 4) == ("Kraken", tables.DOUBT)
    assert ram_cell(found, 14, 11) == ("Br*/I", tables.DOUBT)
    again = read_lines("set\tship_ram_damage\t10\t+4\tKraken", "set\tship_ram_damage\t10\t+4\tBr")
    assert ram_cell(again, 10, 4) == ("Br", tables.SURE)


def test_warnings_of_broken_order_name_line_and_cell():
    found = read_lines("set\tship_ram_damage\t5\t-1\tX", "", "set\tship_ram_damage\t6\t-1\téX")
    assert found.faults == []
    assert found.notes == [(3, "break", ("ship_ram_damage", "6", "-1"))]
    assert ram_cell(found, 6, -1) == ("éX", tables.SURE), "a warning, no rejection"
    assert read_lines("set\tship_rake_damage\t9\tinf\tI").notes == []
    shipped = read_lines("", "set\tship_ram_damage\t5\t-1\tX")
    assert shipped.notes == [], "its neighbours are in doubt"
    next_to_it = read_lines("", "set\tship_ram_damage\t5\t-5\tX")
    assert {note[0] for note in next_to_it.notes} == {2}, "the line that made the break, not the shipped cell"
    assert {note[2][1:] for note in next_to_it.notes} == {("5", "-4"), ("6", "-6")}
    worse = read_lines("set\tship_rake_damage\t1\tsup\téX")
    assert [note[2] for note in worse.notes] == [("ship_rake_damage", "1", "sup")], (
        "worse than both: told once"
    )


class Cells:
    """A raking table all rows of which are the same."""

    def __init__(self, *cells):
        self.cells = cells

    def row_cells(self, table, row):
        return self.cells


def test_a_cell_in_doubt_hides_what_stands_before_it():
    sure, doubt = [("X", tables.SURE), ("I", tables.SURE)], [("-", tables.DOUBT)]
    assert owner_file.misordered_cells(Cells(*sure, *doubt), tables.RAKE) == [
        (row, 1) for row in range(owner_file.ROWS)
    ]
    found = Cells(sure[0], *doubt, sure[1])
    assert owner_file.misordered_cells(found, tables.RAKE) == []
    assert owner_file.misordered_cells(found, tables.RAKE, doubtful=True) == [
        (row, 1) for row in range(owner_file.ROWS)
    ]


# Skipped entries

GOOD = "set\tship_ram_damage\t10\t+4\tBr"


@pytest.mark.parametrize(
    ("line", "code", "arguments"),
    [
        ("hello", "word", ("hello",)),
        ("set ship_ram_damage 10 +4 Br", "word", ("set ship_ram_damage 10 +4 Br",)),
        ("set\tship_ram_damage\t10\t+4", "fields", ("set", 4, 5)),
        ("set\tship_ram_damage\t10\t+4\tBr\tX", "fields", ("set", 6, 5)),
        ("set\tship_ram_damages\t10\t+4\tBr", "table", ("ship_ram_damages",)),
        ("set\tship_ram_damage\t15\t+4\tBr", "row", ("15",)),
        ("set\tship_ram_damage\t10\tfour\tBr", "column", ("four",)),
        ("set\tship_rake_damage\t10\t+4\tBr", "column", ("+4",)),
        ("diag\tship_ram_damage\t13", "fields", ("diag", 3, 4)),
        ("diag\tship_ram_damage\t32\ta", "diag", ("32",)),
        ("diag\tship_ram_damage\t0\ta", "diag", ("0",)),
        ("diag\tship_ram_damage\tx\ta", "diag", ("x",)),
        ("diag\tship_rake_damage\t5\ta", "diag", ("5",)),
        ("param\tfleet_ram_dice", "fields", ("param", 2, 3)),
        ("param\tfleet_ram\t1", "param", ("fleet_ram",)),
        ("param\tfleet_ram_dice\t9", "option", ("9", "0 1 2 3")),
        ("param\tfleet_ram_parity\tmaybe", "option", ("maybe", "ask dice totals")),
        ("param\tfleet_grapple_need\t31", "option", ("31", "0..30")),
        ("param\tfleet_grapple_need\t-1", "option", ("-1", "0..30")),
        ("param\tfleet_grapple_need\tnine", "option", ("nine", "0..30")),
        ("@table\tship_breach", "table", ("ship_breach", "ship_breach")),
        ("@table", "table", ("", "")),
        ("@head\t1\t2", "word", ("@head",)),
    ],
)
def test_a_bad_line_is_told_with_its_number_and_the_rest_counts(line, code, arguments):
    found = read_lines("# first", line, GOOD)
    assert found.faults == [(2, code, arguments)]
    assert ram_cell(found, 10, 4) == ("Br", tables.SURE)


def drop_row(lines):
    return lines[:-1]


def swap_columns(lines):
    return [lines[0], lines[1].replace("-4\t-3", "-3\t-4"), *lines[2:]]


def replace_in_line(at, old, new):
    return lambda lines: [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]


@pytest.mark.parametrize(
    ("change", "line", "code", "arguments"),
    [
        (drop_row, 1, "rows", (14, 15)),
        (lambda lines: [*lines, lines[-1]], 18, "row", ("14",)),
        (lambda lines: [*lines[:5], lines[4], *lines[6:]], 6, "row", ("2",)),
        (swap_columns, 2, "column", ("-3",)),
        (replace_in_line(1, "\t-4", ""), 2, "head", (16, 17)),
        (lambda lines: [lines[0], *lines[2:]], 2, "head", (0, 17)),
        (replace_in_line(7, "\téX", ""), 8, "cells", (16, 17)),
        (replace_in_line(7, "\téX", "\téX\téX"), 8, "cells", (18, 17)),
        (replace_in_line(7, "5\t", "fünf\t"), 8, "row", ("fünf",)),
        (replace_in_line(16, "14\t", "15\t"), 17, "row", ("15",)),
    ],
)
def test_a_bad_block_is_left_out_whole(change, line, code, arguments):
    def change_marked(lines):
        return change([each.replace("éa?", "X") for each in lines])

    found = read_lines(*table_block("ship_ram_damage", change_marked), *table_block("ship_rake_damage"), GOOD)
    assert found.faults == [(line, code, (*arguments, "ship_ram_damage"))], "and all of it is named"
    assert found.unsure_counts(tables.RAM) == (6, 177), "not one cell of it counts, the set line does"
    assert ram_cell(found, 10, 4) == ("Br", tables.SURE)


def test_the_rows_of_a_table_that_does_not_exist_are_told_once():
    """Another line or another table between the rows causes no second fault."""
    found = read_lines(*table_block("ship_clearance"), "@table\tship_breach", "@head\t1", GOOD, "12\tX")
    assert [(code, arguments) for _, code, arguments in found.faults] == [("table", ("ship_breach",) * 2)]


def test_rows_may_come_in_any_order_with_comments_between():
    lines = table_block("ship_ram_damage", lambda lines: [line.replace("éa?", "X") for line in lines])
    shuffled = [*lines[:2], "# rows", *reversed(lines[2:]), "", GOOD]
    found = read_lines(*shuffled)
    assert found.faults == []
    assert ram_cell(found, 14, 11) == ("X", tables.SURE)


def test_a_mistyped_line_behind_a_whole_table_leaves_it_alone():
    found = read_lines(*table_block("ship_rake_damage", replaced_all), "sett\tx", GOOD)
    assert found.faults == [(18, "word", ("sett",))]
    assert found.cell_at(tables.RAKE, 9, 0) == ("-", tables.SURE)


def replaced_all(lines):
    return [line.replace("?", "") for line in lines]


def test_a_table_that_is_interrupted_is_left_out():
    rake = table_block("ship_rake_damage", replaced_all)
    found = read_lines(*rake[:8], GOOD, *rake[8:])
    assert found.faults == [(1, "rows", (6, 15, "ship_rake_damage"))], "the rows behind it are part of that"
    assert found.unsure_counts(tables.RAKE) == (0, 36)
    assert ram_cell(found, 10, 4)[0] == "Br"
    twice = read_lines(*rake[:4], GOOD, *rake[4:8], "param\tfleet_ram_dice\t2", *rake[8:], "sett\tx", *rake)
    assert [fault[:2] for fault in twice.faults] == [(1, "rows"), (20, "word")]
    assert twice.unsure_counts(tables.RAKE) == (0, 0), "the same table later on is a new one"


@pytest.mark.parametrize("line", ["@head\tinf\tegal\tsup", "14\t-\t-\t-"])
def test_rows_of_a_table_that_is_right_but_over_are_told(line):
    """Only after a table with a fault, rows behind another line belong to the table.

    Other rows belong to no table, so they are reported.
    """
    rake = table_block("ship_rake_damage", replaced_all)
    found = read_lines(*rake, GOOD, line)
    assert [fault[:2] for fault in found.faults] == [(19, "word")]
    assert found.unsure_counts(tables.RAKE) == (0, 0)


def test_bytes_that_are_no_text():
    found = checked_file(b"\xff\xfe\n" + GOOD.encode() + b"\n")
    assert found.faults == [(1, "utf8", ())]
    assert ram_cell(found, 10, 4)[0] == "Br"
    rake = "\n".join(table_block("ship_rake_damage", replaced_all)).encode()
    spoilt = checked_file(rake.replace("éI".encode(), b"\xe9I", 1) + b"\n" + GOOD.encode())
    assert spoilt.faults == [(3, "utf8", ("ship_rake_damage",))]
    assert spoilt.unsure_counts(tables.RAKE) == (0, 36)
    assert ram_cell(spoilt, 10, 4)[0] == "Br"


def test_line_ends_byte_order_mark_and_blanks_do_not_matter():
    text = "\ufeff# DOS\r\n set\tship_ram_damage\t 10 \t+4\tBr \r\n\r\nparam\tfleet_ram_dice\t2\r\n"
    found = checked_file(text.encode())
    assert found.faults == []
    assert ram_cell(found, 10, 4) == ("Br", tables.SURE)
    assert found.params == {"ram_dice": 2}
    assert checked_file(STARTER_TEXT.replace("\n", "\r\n").encode()).faults == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_gives_the_same_numbers(end):
    rake = table_block("ship_rake_damage", replaced_all)
    found = checked_file(end.join(["# mine", *rake, "sett", "", "param\tfleet_ram_dice\t2", "x"]).encode())
    assert found.faults == [(19, "word", ("sett",)), (22, "word", ("x",))]
    assert found.unsure_counts(tables.RAKE) == (0, 0)
    assert found.params == {"ram_dice": 2}
    mixed = checked_file(b"# old\rparam\tfleet_ram_dice\t2\r\rx\r\ny\nz\r")
    assert found.params == mixed.params
    assert [fault[0] for fault in mixed.faults] == [4, 5, 6]


# Parameters.


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("fleet_ram_dice\t0", "ram_dice", 0),
        ("fleet_ram_dice\t3", "ram_dice", 3),
        ("fleet_ram_add_size\tno", "ram_size", 0),
        ("fleet_ram_add_size\tyes", "ram_size", 1),
        ("fleet_ram_parity\task", "parity", 0),
        ("fleet_ram_parity\tdice", "parity", 1),
        ("fleet_ram_parity\ttotals", "parity", 2),
        ("fleet_grapple_need\t0", "need", 0),
        ("fleet_grapple_need\t9", "need", 9),
        ("fleet_grapple_need\t30", "need", 30),
        ("fleet_grapple_dice\t2", "grapple_dice", 2),
        ("fleet_grapple_equipment\t-1", "gear", 0),
        ("fleet_grapple_equipment\t+1", "gear", 1),
        ("fleet_grapple_equipment\t1", "gear", 1),
        ("fleet_grapple_equipment\t−1", "gear", 0),
        ("ship_boarding_split\tgreedy", "split", 0),
        ("ship_boarding_split\tseparate", "split", 1),
        ("ship_boarding_split\tlower", "split", 2),
        ("fleet_boarding_held\tfull", "held_factor", 1),
        ("fleet_boarding_held\tnone", "held_factor", 0),
    ],
)
def test_parameters(line, field, value):
    found = read_lines("param\t" + line)
    assert (found.params, found.faults) == ({field: value}, [])
    assert checked_file(owner_file.param_line(field, value).encode()).params == {field: value}


def test_the_parameters_start_as_they_are_without_a_file_and_take_what_it_may_say():
    given = {i.field: i for proc in NAMED.values() for i in proc.inputs if i.role == "param"}
    assert sorted(given) == sorted(row.split()[1] for row in owner_file.PARAMS)
    for row in owner_file.PARAMS:
        name, field, start, first, *options = row.split()
        i = given[field]
        assert i.start == int(start), name
        count = 31 if options == ["0..30"] else len(options)
        assert (i.low, i.high) == (int(first), int(first) + count - 1), name
        for value in range(i.low, i.high + 1):
            found = checked_file(owner_file.param_line(field, value).encode())
            assert (found.params, found.faults) == ({field: value}, [])


def test_a_field_that_is_no_parameter_has_no_line():
    with pytest.raises(KeyError):
        owner_file.param_line("colour", 1)


# Writing.


@pytest.mark.parametrize("table", [tables.RAM, tables.RAKE, tables.CLEARANCE])
def test_a_kept_choice_is_read_again(table):
    value = "Dvr" if table == tables.CLEARANCE else "Br*a"
    for row in range(len(tables.TABLES[table])):
        for column in range(tables.COLUMNS[table]):
            found = checked_file(owner_file.set_line(table, row, column, value).encode())
            assert (found.faults, found.cell_at(table, row, column)) == ([], (value, tables.SURE))
            others = [code for code in found.cells[table] if code]
            assert len(others) == 1


def test_the_line_as_the_rules_write_it():
    assert owner_file.set_line(tables.RAM, 10, 12, "Bra") == "set\tship_ram_damage\t10\t+4\tBra\n"


@pytest.mark.parametrize("data", [None, b"", b"# mine\n", b"# mine"])
def test_a_line_is_added_to_whatever_is_there(data):
    more = owner_file.addition(data, owner_file.set_line(tables.RAM, 10, 12, "Br"))
    whole = (data or b"") + more
    assert whole.splitlines()[-1] == GOOD.encode()
    found = checked_file(whole)
    assert (found.faults, ram_cell(found, 10, 4)) == ([], ("Br", tables.SURE))


# Files with random contents.

WORDS = st.sampled_from(
    [
        "set",
        "diag",
        "param",
        "@table",
        "@head",
        "#",
        *owner_file.NAMES,
        "10",
        "+4",
        "13",
        "éa?",
        "Br",
        "X/éI",
        "-",
        "",
    ]
    + [row.split()[0] for row in owner_file.PARAMS]
)
LINES = st.one_of(
    st.lists(st.one_of(WORDS, any_text(8)), max_size=7).map("\t".join),
    st.sampled_from(STARTER_TEXT.splitlines()),
)


@given(st.lists(LINES, max_size=40), st.sampled_from(["\n", "\r\n", "\r"]))
def test_whatever_the_lines_are_it_never_fails_and_loses_none(lines, end):
    """Each line is a comment, has an effect, belongs to a block that was left out, or is reported."""
    found = checked_file(end.join(lines).encode("utf-8", "surrogatepass"))
    flat = re.split("\r\n|\r|\n", end.join(lines))
    told = [fault[0] for fault in found.faults]
    assert told == sorted(told)
    assert all(1 <= number <= len(flat) for number in told)
    for number, line in enumerate(flat, 1):
        first = line.strip(" \t\r").split("\t")[0].strip(" \t\r")
        # Every line that sets a value is reported, or has an effect.
        if first == "param" and number not in told:
            words = [word.strip(" \t\r") for word in line.strip(" \t\r").split("\t")]
            assert words[1] in [row.split()[0] for row in owner_file.PARAMS]
            assert len(found.params) > 0
        if first == "set" and number not in told:
            assert len(line.strip(" \t\r").split("\t")) == 5
    for table in range(3):
        for row in range(len(tables.TABLES[table])):
            assert len(found.row_marks(table, row)) == tables.COLUMNS[table]


@given(st.binary(max_size=400))
def test_whatever_the_bytes_are_it_never_fails(data):
    found = checked_file(data)
    assert all(len(fault) == 3 for fault in found.faults)
    assert found.unsure_counts(tables.RAM)[1] <= 255


@given(st.data())
def test_one_change_to_the_starter_is_either_read_or_told(data):
    """The change is a changed, missing or doubled byte.

    At most the table with the byte is left out, and its line is reported.
    """
    raw = bytearray(STARTER.read_bytes())
    at = data.draw(st.integers(0, len(raw) - 1))
    change = data.draw(st.sampled_from(["set", "cut", "double"]))
    if change == "set":
        raw[at] = data.draw(st.integers(0, 255))
    elif change == "cut":
        del raw[at]
    else:
        raw.insert(at, raw[at])
    found = checked_file(bytes(raw))
    spoilt = [table for table in range(3) if any(found.cells[table])]
    assert len(spoilt) <= 1
    assert len([fault for fault in found.faults if fault[1] != "word"]) <= 2
