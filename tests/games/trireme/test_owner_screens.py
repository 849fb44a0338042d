"""The owner's tables of Trirème on the screen.

The tests are about cells to check, corrections, parameters and faults.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_tools.questions import tables as host
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from tests.any_text import any_text
from tests.games.trireme.rules import STARTER
from tests.games.trireme.test_screens import check_readable, make_device, open_form, press_key

from gobelet.games.trireme.rules import OWNER_FILE, corrections, owner_file, tables  # isort: skip

RAM, RAKE, CLEARANCE = tables.RAM, tables.RAKE, tables.CLEARANCE
PARAMS = [row.split() for row in owner_file.PARAMS]
LANGUAGES = ("fr", "en")
STARTER_TEXT = STARTER.read_text(encoding="utf-8")


def show_screen(board: VirtualBoard, name: str, *given: int) -> Any:
    board.context.open(f"trireme.{name}", *given)
    board.run(50)
    check_readable(board)
    return board.app.stack.top()


def kept_text(board: VirtualBoard) -> str:
    return (board.app.device.store.read(OWNER_FILE) or b"").decode()


def checked_file(data: bytes | None) -> Any:
    """The contents of a file, after all checks."""
    return owner_file.note_breaks(owner_file.parse_file(data))


def replace_file(board: VirtualBoard, data: bytes | None) -> None:
    """Put another file onto the device, or none, from the desk.

    The device uses the file once the game opens again.
    """
    board.app.device.store.remove(OWNER_FILE)
    if data is not None:
        board.app.device.store.replace(OWNER_FILE, data)
    board.context.navigation.home()
    board.context.open("trireme.home")
    board.run(50)


def go_to_line(board: VirtualBoard, at: int) -> None:
    """Move the cursor of the list on top to line `at`."""
    top = board.app.stack.top()
    board.press_until(DOWN if top.cursor < at else UP, lambda: top.cursor == at)


def pick_line(board: VirtualBoard, label: str) -> None:
    """Choose the line `label` from the list on top."""
    go_to_line(board, board.app.stack.top().labels.index(label))
    press_key(board, OK)


# The menu.


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_screen_opens_it_and_every_line_tells_and_opens_something(language: str) -> None:
    board = make_device(language, trireme_tsv=b"hello\n")
    for _ in range(3):
        press_key(board, DOWN)
    press_key(board, OK)
    top = board.app.stack.top()
    assert board.app.stack.ids[-1] == "trireme.owner"
    assert [value for _, value in top.list[:3]] == ["184", "36", "18"]
    assert len(top.list) == 3 + len(PARAMS) + 2
    for at in range(len(top.list)):
        top = board.app.stack.top()
        go_to_line(board, at)
        press_key(board, OK, hold=True)
        page = board.app.stack.top()
        assert page is not top
        for _ in range(20):  # after 20 lines the page ends in either size of letters
            press_key(board, DOWN)
        press_key(board, OK)
        press_key(board, BACK)
        press_key(board, OK)
        assert board.app.stack.top() is not top
        press_key(board, BACK)
        assert board.app.stack.top().cursor == at
    assert kept_text(board) == "hello\n", "looking changes nothing"


def test_a_table_without_anything_to_check_has_a_tick() -> None:
    clean = "\n".join(line.replace("?", "").replace("~", "") for line in STARTER_TEXT.splitlines())
    board = make_device(trireme_tsv=clean.encode())
    top = show_screen(board, "owner")
    assert [value for _, value in top.list[:3]] == ["✓", "✓", "✓"]
    show_screen(board, "table", 0, RAKE)
    assert board.words.has_text("corrigée")


# Corrections.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("table", "column", "row", "value", "line", "left"),
    [
        (RAM, 8, 7, "Br*", "set\tship_ram_damage\t7\t0\tBr*\n", "183"),
        (RAKE, 1, 7, "éa", "set\tship_rake_damage\t7\tegal\téa\n", "35"),
        (CLEARANCE, 6, 1, "Dvr", "set\tship_clearance\tordinaire\t8\tDvr\n", "17"),
    ],
)
def test_a_cell_is_corrected_through_the_screens(
    language: str, table: int, column: int, row: int, value: str, line: str, left: str
) -> None:
    board = make_device(language)
    show_screen(board, "owner")
    go_to_line(board, table)
    press_key(board, OK)
    assert board.app.stack.top().table == table
    for _ in range(40):  # to the last column, and back to the first
        press_key(board, DOWN)
    for _ in range(40):
        press_key(board, UP)
    for _ in range(column):
        press_key(board, DOWN)
    press_key(board, OK)
    top = board.app.stack.top()
    assert (top.table, top.column, len(top.list)) == (table, column, len(tables.TABLES[table]))
    go_to_line(board, row)
    assert top.list[row][1][-1] in "?~"
    press_key(board, OK)
    pick_line(board, value)
    assert top.list[row][1] == value
    assert kept_text(board) == line
    press_key(board, OK)
    assert board.app.stack.top().labels[board.app.stack.top().cursor] == value, "the list begins where it is"
    press_key(board, OK)
    assert kept_text(board) == line, "the same again writes nothing"
    press_key(board, BACK)
    assert board.words.has_text(left)
    press_key(board, BACK)
    assert board.app.stack.top().list[table][1] == left
    found = checked_file(kept_text(board).encode())
    assert (found.faults, found.cell_at(table, row, column)) == ([], (value, tables.SURE))
    assert f"{owner_file.NAMES[table]}: " in "\n".join(host.report(found, kept_text(board).encode()))


@pytest.mark.parametrize("table", [RAM, RAKE, CLEARANCE])
def test_all_of_a_table_is_reached_and_comes_back_after_a_restart(table: int) -> None:
    board = make_device()
    for column in range(tables.COLUMNS[table]):
        top = show_screen(board, "column", 1, table, column)
        assert top.head()[0]
        assert top.cursor == 1
        assert all(label and value for label, value in top.list)
        press_key(board, BACK)
    show_screen(board, "table", 2, table)
    press_key(board, OK)
    press_key(board, DOWN)
    board.run(5000)
    board.boot()  # starts again, as after a power cut
    board.run(100)
    top = board.app.stack.top()
    assert board.app.stack.ids[-2:] == ["trireme.table", "trireme.column"]
    assert (top.cursor, top.table, top.column) == (1, table, 2)
    press_key(board, BACK)
    top = board.app.stack.top()
    assert (top.cursor, top.table) == (2, table)


@pytest.mark.parametrize("table", [RAM, RAKE])
def test_each_cell_of_the_chosen_column_can_be_read(table: int) -> None:
    board = make_device()
    for column in range(tables.COLUMNS[table]):
        show_screen(board, "table", column, table)
        drawn = board.words.strings
        for row in tables.TABLES[table]:
            label, *cells = row.split()
            at = drawn.index(label)
            assert drawn[at + 1] == cells[column].rstrip("?")
        assert not board.app.canvas.clipped and not board.words.overlapping_pairs()
        press_key(board, BACK)


def test_the_diagonals_are_those_of_the_rams_alone() -> None:
    board = make_device()
    top = show_screen(board, "column", 7, RAM, 8)
    press_key(board, OK, hold=True)
    pick_line(board, "Bra")
    press_key(board, OK)  # answers no: only this cell, not the diagonal
    assert kept_text(board) == ""
    press_key(board, OK, hold=True)
    pick_line(board, "Bra")
    press_key(board, DOWN)
    press_key(board, OK)
    assert kept_text(board) == "diag\tship_ram_damage\t16\tBra\n"
    assert top.list[7][1] == "Bra"
    for table in (RAKE, CLEARANCE):
        top = show_screen(board, "column", 1, table, 1)
        press_key(board, OK, hold=True)
        assert board.app.stack.top() is top
        assert top.holds == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cell_with_effects_on_both_ships_and_back_to_what_was_shipped(language: str) -> None:
    board = make_device(language)
    top = show_screen(board, "column", 7, RAKE, 1)
    other, shipped = board.context.t("table.both"), board.context.t("table.shipped", "-?")
    press_key(board, OK)
    assert shipped not in board.app.stack.top().labels, "it is as shipped"
    pick_line(board, other)
    pick_line(board, "Bra")
    pick_line(board, "éI")
    assert top.list[7][1] == "Bra/éI"
    press_key(board, OK)
    pick_line(board, other)
    press_key(board, BACK)  # closes the question without an answer
    assert top.list[7][1] == "Bra/éI"
    press_key(board, OK)
    pick_line(board, shipped)
    assert top.list[7][1] == "-?"
    assert kept_text(board) == "set\tship_rake_damage\t7\tegal\tBra/éI\nset\tship_rake_damage\t7\tegal\t-?\n"
    assert not any(checked_file(kept_text(board).encode()).cells[RAKE])


def test_every_pair_of_effects_can_be_written_and_read() -> None:
    for target in range(tables.EFFECT_COUNT):
        for rammer in range(tables.EFFECT_COUNT):
            code = tables.NOTHING + target + tables.EFFECT_COUNT * rammer
            assert tables.damage_code(tables.damage_text(code)) == code


# Parameters.


def choose_param(board: VirtualBoard, at: int, value: int) -> None:
    """Set a parameter in the menu on top."""
    go_to_line(board, 3 + at)
    press_key(board, OK)
    top = board.app.stack.top()
    if PARAMS[at][1] == "need":
        board.press_until(UP if top.value < value else DOWN, lambda: top.value == value)
    else:
        go_to_line(board, value - int(PARAMS[at][3]))
    press_key(board, OK)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("at", range(len(PARAMS)), ids=[row[0] for row in PARAMS])
def test_a_parameter_is_set_on_the_device(at: int, language: str) -> None:
    name, field, start, first, *options = PARAMS[at]
    board = make_device(language)
    top = show_screen(board, "owner")
    values = [0, 7, 30] if field == "need" else [int(first) + n for n in range(len(options))]
    choose_param(board, at, int(start))
    assert kept_text(board) == "", "as it is already"
    others = [value for value in values if value != int(start)]
    for value in [*others, int(start)]:
        before = top.list[3 + at][1]
        choose_param(board, at, value)
        assert top.list[3 + at][1] != before
        found = checked_file(kept_text(board).encode())
        assert (found.params, found.faults) == ({field: value}, [])
        option = owner_file.param_line(field, value).split()[2]
        assert f"{name} = {option}" in host.report(found, kept_text(board).encode())
    assert kept_text(board).count("\n") == len(others) + 1
    assert kept_text(board).startswith(f"param\t{name}\t")


def test_a_number_to_reach_counts_at_once_and_after_a_restart(tmp_path: Path, capsys: Any) -> None:
    board = make_device()
    open_form(board, "fleet_grapple")
    assert board.app.stack.top().odds.unknown == 1, "no number to reach"
    show_screen(board, "owner")
    choose_param(board, 3, 7)
    choose_param(board, 4, 2)
    press_key(board, BACK)
    top = board.app.stack.top()
    assert (top.proc.name, top.values["need"], top.values["dice"]) == ("fleet_grapple", 7, 2)
    assert board.words.has_text("58,3 %"), "21 of 36"
    board.entropy.faces([3, 4])
    press_key(board, OK)
    assert board.app.stack.top().outcome.key == 1
    board.run(5000)
    board.boot()  # starts again, as after a power cut
    board.run(100)
    open_form(board, "fleet_grapple")
    assert board.words.has_text("58,3 %")
    file = tmp_path / "mine.tsv"
    file.write_text(kept_text(board))
    assert host.main(["check", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["fleet_grapple_need = 7", "fleet_grapple_dice = 2"]
    replace_file(board, None)
    show_screen(board, "owner")
    assert board.app.stack.top().list[6][1] == "?"
    open_form(board, "fleet_grapple")
    top = board.app.stack.top()
    assert (top.values["need"], top.values["dice"]) == (0, 1)
    assert checked_file(None).params == {}


def test_corrections_leave_a_form_with_the_file() -> None:
    board = make_device(trireme_tsv=b"diag\tship_ram_damage\t16\tBr\n")
    open_form(board, "ship_ram")
    assert any(board.app.stack.top().values[name] for name in tables.DAMAGE_INPUTS[0])
    show_screen(board, "owner")
    go_to_line(board, 11)  # the line for the shipped tables
    press_key(board, OK)
    press_key(board, DOWN)
    press_key(board, OK)
    assert OWNER_FILE not in board.app.device.store.files
    press_key(board, BACK)
    assert not any(board.app.stack.top().values[name] for name in tables.DAMAGE_INPUTS[0])


def test_a_file_sent_while_the_game_is_open_counts_from_the_next_opening_on() -> None:
    board = make_device(trireme_tsv=b"param\tfleet_grapple_need\t7\n")
    open_form(board, "fleet_grapple")
    assert board.app.stack.top().values["need"] == 7
    board.app.device.store.replace(OWNER_FILE, b"param\tfleet_grapple_need\t8\n")
    press_key(board, BACK)
    open_form(board, "fleet_grapple")
    assert board.app.stack.top().values["need"] == 7
    replace_file(board, b"param\tfleet_grapple_need\t9\n")
    open_form(board, "fleet_grapple")
    assert board.app.stack.top().values["need"] == 9


# Faults.

TABLE = [line for line in STARTER_TEXT.splitlines() if line.startswith(("@table\tship_clear", "@head\t2"))]
ROWS = STARTER_TEXT.splitlines()[-4:]
WRONG: dict[str, list[str | bytes]] = {
    "utf8": [b"\xff\xfe"],
    "word": ["hello"],
    "table": ["set\tship_ram\t1\t1\tX"],
    "head": [TABLE[0], TABLE[1] + "\t13"],
    "column": ["set\tship_rake_damage\t3\t+99\tX"],
    "row": ["set\tship_ram_damage\t15\t1\tX"],
    "cells": [*TABLE, ROWS[0] + "\tD"],
    "rows": [*TABLE, *ROWS[:3]],
    "fields": ["set\tship_ram_damage\t15\t1"],
    "diag": ["diag\tship_rake_damage\t3\tX"],
    "param": ["param\tfleet_wind\t1"],
    "option": ["param\tship_boarding_split\tnone"],
    "ship": ["ship\tArgo\t5\t8\t6\tordinaire"],
    "value": ["set\tship_ram_damage\t9\t0\tKraken"],
    "break": ["set\tship_ram_damage\t5\t-1\tX", "set\tship_ram_damage\t6\t-1\téX"],
}


def as_file(*lines: str | bytes) -> bytes:
    return b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", host.REASONS)
def test_every_fault_is_told_in_words(code: str, language: str) -> None:
    data = as_file("# mine", *WRONG[code])
    found = checked_file(data)
    told = found.faults + found.notes
    assert [fault[1] for fault in told] == [code]
    board = make_device(language, trireme_tsv=data)
    top = show_screen(board, "owner")
    assert top.list[-1][1] == "1"
    go_to_line(board, len(top.list) - 1)
    press_key(board, OK)
    page = board.app.stack.top()
    title, said = page.body
    assert title == board.context.t("owner.left" if found.faults else "owner.notes")
    assert said.startswith(f"{'Ligne' if language == 'fr' else 'Line'} {told[0][0]}")
    assert "{" not in said
    assert "<" not in said
    for _ in range(12):
        press_key(board, DOWN)
        assert page.lines
    press_key(board, OK)  # switches to small letters
    assert board.app.canvas.shortened == 0, page.lines
    press_key(board, BACK)


def test_faults_come_before_remarks_and_name_what_they_mean() -> None:
    board = make_device(trireme_tsv=as_file(*WRONG["break"], *WRONG["column"], *WRONG["value"]))
    top = show_screen(board, "owner")
    go_to_line(board, len(top.list) - 1)
    assert top.list[-1][1] == "3"
    press_key(board, OK)
    assert [line.replace("\u00a0", " ") for line in board.app.stack.top().body] == [
        "Laissé de côté :",
        "Ligne 3 : pas de colonne « +99 » à cette place ; noms et ordre sont dans le modèle",
        "Pris, mais à relire :",
        "Ligne 2 : Dégâts, ligne 6, colonne −1 : pire pour l’éperonneur que la cellule à gauche ou "
        "au-dessus ; relisez votre table",
        "Ligne 4 : « Kraken » : hors de la légende, ou ~ ajouté ; la cellule reste douteuse",
    ]


def test_a_file_of_nothing_but_faults_is_told_as_far_as_there_is_room(tmp_path: Path) -> None:
    data = b"x\n" * 8000
    found = checked_file(data)
    assert (len(found.faults), found.dropped) == (corrections.MOST_FAULTS, 8000 - corrections.MOST_FAULTS)
    assert host.report(found, data)[corrections.MOST_FAULTS].startswith("and 7940 more")
    board = make_device(trireme_tsv=data)
    top = show_screen(board, "owner")
    assert top.list[-1][1] == "8000"
    top.show_faults()
    board.run(50)
    check_readable(board)
    assert board.app.stack.top().body[-1] == "Et 7940 de plus."


def test_strange_words_are_shown_as_far_as_the_letters_go() -> None:
    strange = "Ж" * 400
    board = make_device(
        trireme_tsv=as_file(
            strange,
            f"set\tship_ram_damage\t7\t0\t{strange}",
            "set\tship_clearance\texpert\t7\tKraken\x01",
            "set\tship_rake_damage\t7\tsup\t{0}|{1}",
        )
    )
    for at in range(4):
        top = show_screen(board, "owner", len(PARAMS) + 3)
        assert top.list[-1][1] == "4"
        press_key(board, OK)
        press_key(board, OK)
        show_screen(board, "table", at, CLEARANCE)
    assert show_screen(board, "column", 7, RAM, 8).list[7][1] == "?" * 23 + "…?"
    assert show_screen(board, "column", 0, CLEARANCE, 5).list[0][1] == "Kraken??"
    assert show_screen(board, "column", 7, RAKE, 2).list[7][1] == "{0}|{1}?"


MUTATED = st.lists(
    st.one_of(
        st.sampled_from([line for wrong in WRONG.values() for line in wrong]),
        st.sampled_from(STARTER_TEXT.splitlines()),
        st.tuples(st.sampled_from(STARTER_TEXT.splitlines()), st.integers(0, 60), st.binary(max_size=3)).map(
            lambda t: t[0].encode()[: t[1]] + t[2] + t[0].encode()[t[1] + 1 :]
        ),
        any_text(9),
    ),
    max_size=8,
).map(lambda lines: as_file(*lines))
BOARD: list[VirtualBoard] = []


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(MUTATED, st.integers(0, 16), st.sampled_from([RAM, RAKE, CLEARANCE]))
def test_whatever_is_in_the_file_the_screens_show_it(data: bytes, column: int, table: int) -> None:
    if not BOARD:
        BOARD.append(make_device())
    board = BOARD[0]
    board.app.device.store.replace(OWNER_FILE, data)
    top = show_screen(board, "owner", 99)
    press_key(board, OK)
    press_key(board, DOWN)
    press_key(board, BACK)
    column %= tables.COLUMNS[table]
    show_screen(board, "table", column, table)
    press_key(board, OK)
    press_key(board, OK)
    press_key(board, OK)
    for name in ("ship_ram", "ship_rake", "ship_clearance", "fleet_ram", "ship_boarding"):
        open_form(board, name)
        check_readable(board)
    board.context.navigation.home()
    board.context.open("trireme.home")
    found = checked_file(board.app.device.store.read(OWNER_FILE))
    assert found.cell_at(table, 0, column)[1] == tables.SURE, "corrected all the same"
    assert top.list


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_are_as_shipped_again_and_the_file_is_put_aside(language: str) -> None:
    data = as_file("set\tship_ram_damage\t7\t0\tBr", "param\tfleet_grapple_need\t8")
    board = make_device(language, trireme_tsv=data)
    top = show_screen(board, "owner")
    assert top.list[0][1] == "183"
    go_to_line(board, len(top.list) - 1)
    press_key(board, OK)
    press_key(board, OK)  # answers no
    assert kept_text(board) == data.decode()
    press_key(board, OK)
    press_key(board, DOWN)
    press_key(board, OK)
    assert board.app.stack.top().list[0][1] == "184"
    assert board.app.device.store.read(OWNER_FILE) is None
    assert board.app.device.store.read(OWNER_FILE + ".old") == data
    assert len(board.app.stack.top().list) == 3 + len(PARAMS)
