"""The counter panel of Trirème: values entered once fill both sides of every battle."""

from __future__ import annotations

import random

import pytest

from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore
from tests.games.trireme.test_ships import go_to_line

from gobelet.games.trireme.rules import OWNER_FILE, battle, counters, owner_file, sheets  # isort: skip
from gobelet.games.trireme.rules.sheets import CLASS, FLEET, SHIPS, SIDE  # isort: skip
from gobelet.games.trireme.screens import common  # isort: skip

HOLD_MS = 700
LINES = b"ship\tAlpha\t5\t8\t6\tordinaire\nship\tB\xc3\xaata\t4\t6\t5\texpert\tkind=venetian\tmen=9\n"


def make_device(file: bytes | None = None, language: str = "fr") -> VirtualBoard:
    files = {"settings": b"taught=yes\n"}
    if file is not None:
        files[OWNER_FILE] = file
    board = VirtualBoard(store=MemoryStore(files))
    board.choose_language(language)
    board.context.open("trireme.home")
    board.run(50)
    return board


def press_keys(board: VirtualBoard, *keys: int) -> None:
    for key in keys:
        board.press(key)
        assert not board.faults, board.faults


def ship_values(board: VirtualBoard, row: int, *fields: str) -> list[int]:
    return [board.context.session.get("ship", row, field) for field in fields]


def kept_file(board: VirtualBoard) -> bytes:
    return board.app.device.store.read(OWNER_FILE) or b""


def begin_battle(board: VirtualBoard, *keys: int) -> None:
    """Begin a battle of 5 ships on each side with the fewest keys.

    `keys` are pressed before the last key.
    """
    board.context.open("trireme.new")
    press_keys(board, *keys, OK, OK, OK)
    assert board.app.stack.ids[-1] == "trireme.have", "not all of its counters are known"
    press_keys(board, BACK)
    assert board.app.stack.ids[-1] == "trireme.ships"


def test_a_line_comes_back_as_it_was_whatever_the_values() -> None:
    ship = sheets.KINDS[0]
    bounds = [ship.field(ship.index[field])[1:3] for field in CLASS]
    rng = random.Random(7)
    for at in range(battle.NAMES):
        given = bytes([rng.randint(*bound) for bound in bounds])
        line = counters.file_line(at, given)
        assert counters.parse_line(line.strip().split("\t")) == (at, given, None)
        assert owner_file.parse_file(line.encode()).ships == {at: given}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_name_is_known_in_both_languages_and_as_the_file_has_it(language: str) -> None:
    board = make_device(language=language)
    names = common.names(board.context)
    assert len(names) == len(counters.NAMES.split()) == battle.NAMES
    assert [counters.number_of(name) for name in names] == list(range(battle.NAMES))
    assert [counters.number_of(name) for name in counters.NAMES.upper().split()] == list(range(battle.NAMES))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("ship\tAlpha\t5\t8\tordinaire", ("fields", "ship", 5, 6)),
        ("ship\tArgo\t5\t8\t6\tordinaire", ("ship", "Argo")),
        ("ship\tAlpha\t10\t8\t6\tordinaire", ("option", "10", "0..9")),
        ("ship\tAlpha\t5\t100\t6\tordinaire", ("option", "100", "0..99")),
        ("ship\tAlpha\t5\t8\t-6\tordinaire", ("option", "-6", "0..16")),
        ("ship\tAlpha\t5\t8\t\tordinaire", ("option", "", "0..16")),
        ("ship\tAlpha\t5\t8\t6\tgood", ("option", "good", "expert ordinaire debutant esclave")),
        ("ship\tAlpha\t5\t8\t6\texpert\tmen=many", ("option", "many", "0..99")),
        (
            "ship\tAlpha\t5\t8\t6\texpert\tcolour=red",
            ("option", "colour=red", "kind= men= infantry= iron= corvus= towers= engines="),
        ),
    ],
)
def test_a_line_that_cannot_be_taken_is_left_out_with_its_reason(line: str, fault: tuple) -> None:
    found = owner_file.parse_file(("ship\tBeta\t4\t6\t5\texpert\n" + line + "\n").encode())
    assert found.faults == [(2, fault[0], fault[1:])]
    assert list(found.ships) == [1], "the other counts"


def test_the_counters_fill_both_colours_of_every_battle() -> None:
    for game in (FLEET, SHIPS):
        board = make_device(LINES)
        begin_battle(board, *[UP] * (game - FLEET))
        for low in (0, SIDE):
            assert ship_values(board, low, "pv", "factor", "size", "crew") == [5, 8, 6, 1]
            assert ship_values(board, low + 1, "pv", "factor", "size", "crew", "kind", "men") == [
                4,
                6,
                5,
                0,
                3,
                9,
            ]
            assert ship_values(board, low + 2, "pv", "factor", "size", "crew") == [0, 0, 0, 1], "not entered"
        board.hold(BACK)
        assert board.context.session.get("game", 0, "game") == 0, "it is one change"


def test_a_ship_that_joins_or_takes_another_name_has_what_its_counter_shows() -> None:
    board = make_device(LINES)
    begin_battle(board)
    board.context.change(battle.removal_changes(board.context.session.state, 0))
    board.context.open("trireme.sheet", 0, 2)
    top = board.app.stack.top()
    top.cursor = top.names().index("add")
    press_keys(board, OK)
    assert ship_values(board, 0, "used", "name", "size", "factor") == [1, 0, 6, 8]
    board.context.open("trireme.sheet", 0, 2)
    top = board.app.stack.top()
    top.cursor = top.names().index("name")
    press_keys(board, OK, UP, OK)
    assert ship_values(board, 2, "name", "size", "factor") == [1, 5, 6]
    press_keys(board, OK, UP, OK)
    assert ship_values(board, 2, "name", "size", "factor") == [0, 5, 6], "what was entered is not overwritten"


def enter_counter(board: VirtualBoard, pv: int, factor: int, size: int) -> None:
    """Enter values for the open counter, which begins as an average one.

    The crew stays as it is.
    """
    for value, first in ((pv, 4), (factor, 5), (size, 5)):
        press_keys(board, *[UP if value > first else DOWN] * abs(value - first), OK)
    press_keys(board, OK, OK)


def listed_values(board: VirtualBoard, count: int) -> list[str]:
    return [board.app.stack.top().list[at][1] for at in range(count)]


def test_counters_are_entered_one_after_the_other_and_fill_the_battle_that_waits_for_them() -> None:
    board = make_device()
    begin_battle(board)
    board.context.change([("ship", SIDE + 1, "factor", 3)])
    board.context.open("trireme.counters")
    press_keys(board, OK)
    press_keys(board, UP)
    assert ship_values(board, 0, "size") == [0], "not before its last value"
    press_keys(board, DOWN)
    enter_counter(board, 5, 8, 6)
    assert kept_file(board) == b"ship\tAlpha\t5\t8\t6\tordinaire\n"
    for row in (0, SIDE):
        assert ship_values(board, row, "pv", "factor", "size") == [5, 8, 6]
    press_keys(board, DOWN, OK, OK, UP, OK, OK, DOWN, BACK)
    assert kept_file(board).splitlines()[1:] == [b"ship\tBeta\t4\t6\t5\tdebutant"]
    assert ship_values(board, 1, "size") == [5]
    assert ship_values(board, SIDE + 1, "factor", "size") == [3, 0], (
        "one of which something was entered stays as it is"
    )
    assert listed_values(board, 3) == ["5 8 6 ord.", "4 6 5 déb.", "—"]


def test_the_counter_that_is_entered_is_named_in_full_however_many_values_its_row_has() -> None:
    board = make_device()
    board.context.open("trireme.counters")
    board.run(50)
    screen = board.app.stack.top()
    press_keys(board, DOWN, DOWN, OK)
    screen.values = bytearray((9, 99, 16, 2, 5, 99))
    screen.refresh()
    assert screen.head() == ("PV", "Gamma")
    screen.field = 4
    assert screen.head() == ("Équipage débutant", "Gamma"), "the row has three letters of it"
    assert board.words.has_text("Gamma")


def test_a_counter_that_was_only_looked_at_writes_nothing() -> None:
    board = make_device(LINES)
    board.context.open("trireme.counters")
    press_keys(board, OK, OK, UP, DOWN, BACK, DOWN, DOWN, OK, BACK, BACK)
    assert kept_file(board) == LINES


def test_a_counter_that_was_kept_can_be_undone_and_what_is_being_entered_outlives_a_power_cut() -> None:
    board = make_device(LINES)
    board.context.open("trireme.counters")
    press_keys(board, OK, UP)
    board.run(2000)
    board.boot()
    board.run(300)
    assert board.app.stack.top().values[0] == 6
    press_keys(board, BACK)
    assert kept_file(board) == LINES + b"ship\tAlpha\t6\t8\t6\tordinaire\n"
    board.hold(BACK)
    assert kept_file(board) == LINES


@pytest.mark.parametrize("game", [FLEET, SHIPS])
def test_ships_of_a_class_are_copied_and_behind_the_last_one_the_battle_begins(game: int) -> None:
    board = make_device()
    board.context.open("trireme.new")
    press_keys(board, *[UP] * (game == SHIPS), OK, DOWN, OK, OK, OK)
    top = board.app.stack.top()
    assert list(top.listed) == [0, 1, 2, 3, 4], "as many as the larger side has"
    assert top.field == 1, "no class is known yet"
    enter_counter(board, 5, 8, 6)
    if game == SHIPS:
        press_keys(board, OK)
    assert listed_values(board, 2) == ["5 8 6 ord.", "= Alpha"]
    press_keys(board, OK, DOWN)
    assert listed_values(board, 3)[1:] == ["5 8 6 ord.", "autre classe"]
    press_keys(board, OK, DOWN, BACK)
    assert listed_values(board, 3)[2] == "3 5 5 ord.", "what was typed is kept"
    press_keys(board, DOWN, OK)
    assert listed_values(board, 4)[3] == "= Gamma", "the class entered last"
    press_keys(board, UP)
    assert listed_values(board, 4)[3] == "= Alpha"
    press_keys(board, OK, OK)
    assert board.app.stack.ids[-2:] == ["trireme.turn", None], "a page on what cannot be told"
    press_keys(board, BACK)
    assert board.app.stack.ids == ["system.home", "trireme.home", "trireme.turn"]
    assert [ship_values(board, row, "pv") for row in (0, 1, 2, 3, SIDE + 4)] == [[5], [5], [3], [5], [5]]
    assert len(kept_file(board).splitlines()) == 5


def test_a_class_that_is_taken_back_is_not_offered_any_more() -> None:
    board = make_device()
    begin_battle(board)
    board.context.open("trireme.counters", 0, -1, 1)
    press_keys(board, OK)
    enter_counter(board, 5, 8, 6)
    assert board.app.stack.top().field == 0
    board.hold(BACK)
    assert (ship_values(board, 0, "size"), len(kept_file(board).splitlines())) == ([0], 1), (
        "two changes, the battle's first"
    )
    board.hold(BACK)
    assert not kept_file(board)
    top = board.app.stack.top()
    assert (top.cursor, top.field, top.values[0]) == (0, 5, 5), "the line as it was typed"
    board.run(2000)
    board.boot()
    board.run(300)
    top = board.app.stack.top()
    assert (top.cursor, top.field, top.ready, top.values[0]) == (0, 5, 1, 5)
    press_keys(board, OK, OK)
    assert kept_file(board) == b"ship\tAlpha\t5\t8\t6\tordinaire\nship\tBeta\t5\t8\t6\tordinaire\n"
    assert [ship_values(board, row, "size") for row in (0, 1)] == [[6], [6]]
    press_keys(board, BACK, BACK)
    assert board.app.stack.ids[-1] == "trireme.ships"


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", [FLEET, SHIPS])
def test_without_counters_all_ships_are_of_an_average_class_by_a_rule_of_the_house(
    game: int, language: str
) -> None:
    board = make_device(LINES, language)
    board.context.open("trireme.new")
    press_keys(board, *[UP] * (game == SHIPS), OK, OK, OK)
    assert board.app.stack.ids[-1] == "trireme.have"
    board.run(2000)
    board.boot()
    board.run(300)
    press_keys(board, UP)
    board.hold(OK)
    assert board.words.has_text("Règle maison" if language == "fr" else "House rule")
    press_keys(board, BACK, OK)
    assert board.words.has_text("Règle maison" if language == "fr" else "House rule")
    press_keys(board, BACK)
    assert board.app.stack.ids == ["system.home", "trireme.home", "trireme.turn"]
    assert kept_file(board) == LINES, "they are no counters"
    assert ship_values(board, 0, "pv", "factor", "house") == [5, 8, 0], "what is known counts"
    for row in (2, SIDE + 2):
        assert ship_values(board, row, "pv", "factor", "size", "crew", "men", "house") == [4, 5, 5, 1, 10, 1]
    board.context.open("trireme.card", 2)
    board.run(50)
    assert board.words.has_text("règle maison" if language == "fr" else "house rule")
    board.hold(BACK)
    assert board.app.stack.ids[-1] == "trireme.have"
    assert board.words.has_text("Galère moyenne" if language == "fr" else "Average galley")
    assert ship_values(board, 2, "pv", "house") == [0, 0]
    press_keys(board, BACK)
    assert board.app.stack.ids[-1] == "trireme.ships"


def test_a_ship_of_the_average_class_takes_its_counter_over_and_what_is_set_by_hand_is_its_own() -> None:
    board = make_device()
    begin_battle(board)
    board.context.change(battle.average_changes(board.context.session.state))
    board.context.open("trireme.sheet", 0, 1)
    top = board.app.stack.top()
    top.cursor = top.names().index("size")
    press_keys(board, OK, UP, OK)
    board.context.open("trireme.counters")
    press_keys(board, OK)
    enter_counter(board, 5, 8, 6)
    assert ship_values(board, 0, "pv", "size", "house") == [5, 6, 0]
    press_keys(board, UP, OK)
    enter_counter(board, 3, 3, 3)
    assert ship_values(board, 1, "size", "house") == [6, 0], "set by hand"
    assert ship_values(board, SIDE + 1, "size", "house") == [3, 0]
    assert ship_values(board, 2, "house") == [1]


def test_a_file_that_came_meanwhile_fills_the_battle_that_waits_for_it() -> None:
    board = make_device()
    board.context.open("trireme.new")
    press_keys(board, OK, DOWN, DOWN, DOWN, OK, DOWN, DOWN, DOWN, OK)
    press_keys(board, DOWN, OK)
    assert board.words.has_text("trireme.tsv"), "there is none"
    press_keys(board, BACK)
    board.run(2000)
    board.store.replace(OWNER_FILE, LINES)
    board.boot()
    board.run(300)
    assert board.app.stack.ids[-1] == "trireme.have"
    press_keys(board, OK)
    assert board.app.stack.ids[-2] == "trireme.turn"
    assert ship_values(board, SIDE + 1, "pv", "factor", "size") == [4, 6, 5]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_cannot_be_told_is_said_before_the_battle_until_it_is_known(language: str) -> None:
    for game, file, said in (
        (FLEET, b"", ("total pair", "even total", "Parité", "Parity")),
        (FLEET, b"param\tfleet_grapple_need\t9\n", ("total pair", "even total", "Parité", "Parity")),
        (
            FLEET,
            b"param\tfleet_ram_parity\tdice\n",
            ("les bonus", "the bonuses", "Agripper sur", "Grapple on"),
        ),
        (FLEET, b"param\tfleet_grapple_need\t9\nparam\tfleet_ram_parity\tdice\n", ()),
        (SHIPS, b"set\tship_ram_damage\t7\t0\tBr\n", ("illisible", "readable", "177", "177")),
    ):
        board = make_device(LINES + file, language)
        board.context.open("trireme.new", 0, game, 2, 2)
        press_keys(board, OK, OK, OK)
        assert (board.app.stack.ids[-1] is None) == bool(said)
        if said:
            words, more = said[language == "en" :: 2]
            assert board.words.has_text(words)
            assert {mark.size for mark in board.words.marks if 8 <= mark.y < 56} == {16}, "no small letters"
            board.hold(OK)
            assert more in board.app.stack.top().body


def test_a_ship_that_was_typed_on_its_sheet_can_be_kept_as_its_counter() -> None:
    board = make_device(LINES)
    begin_battle(board)
    board.context.change([("ship", 2, "size", 4), ("ship", 2, "pv", 3), ("ship", 0, "size", 7)])
    board.context.open("trireme.sheet", 0, 2)
    go_to_line(board, "keep")
    press_keys(board, OK)
    assert board.words.has_text("À noter d’abord"), "a 0 of a counter would count as printed"
    assert kept_file(board) == LINES
    press_keys(board, OK)
    board.context.change([("ship", 2, "factor", 6)])
    for row, asks in ((2, False), (0, True)):
        board.context.open("trireme.sheet", 0, row)
        top = board.app.stack.top()
        top.cursor = top.names().index("keep")
        before = kept_file(board)
        press_keys(board, OK)
        if asks:
            assert kept_file(board) == before, "asked before it takes the place of what is there"
            press_keys(board, DOWN, OK)
    assert kept_file(board)[len(LINES) :].decode().splitlines() == [
        "ship\tGamma\t3\t6\t4\tordinaire",
        "ship\tAlpha\t5\t8\t7\tordinaire",
    ]
    assert ship_values(board, SIDE + 2, "size", "pv") == [4, 3], "the other colour has it too"
    board.run(3000)
    press_keys(board, OK)
    assert board.words.has_text("Gardé dans le fichier"), "a counter that is there already is said to be kept"


def test_copying_says_from_where_to_where_and_asks_before_it_overwrites() -> None:
    board = make_device(LINES)
    begin_battle(board)
    for row, entered in ((2, False), (1, True)):
        board.context.open("trireme.sheet", 0, row)
        top = board.app.stack.top()
        top.cursor = top.names().index("copy")
        press_keys(board, OK)
        chooser = board.app.stack.top()
        chooser.cursor = chooser.rows.index(0)
        press_keys(board, OK)
        name = ("Gamma", "Bêta")[entered] + " R"
        assert board.words.has_text(f"Alpha R → {name}" + " :" * entered), board.words.strings
        if entered:
            assert ship_values(board, row, "size") == [5]
            press_keys(board, DOWN, OK)
        assert ship_values(board, row, "pv", "factor", "size") == [5, 8, 6]
