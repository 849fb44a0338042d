"""Trirème: ships on the screen: the new battle, the list, the card, the record sheet, the turn around them."""

from __future__ import annotations

import pytest

from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore

from gobelet.games.trireme.rules import PROCEDURES, battle  # isort: skip
from gobelet.games.trireme.rules.sheets import FLEET, SHIPS, SIDE  # isort: skip
from gobelet.games.trireme.screens import common, lately, sheet  # isort: skip

LANGUAGES = ("fr", "en")


def device(game: int = SHIPS, first: int = 2, second: int = 2, language: str = "fr") -> VirtualBoard:
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
    board.choose_language(language)
    board.app.open("trireme.home")
    board.run(50)
    if game:
        assert board.app.change(battle.begin(board.app.session.state, game, first, second))
    return board


def press(board: VirtualBoard, *keys: int) -> None:
    for key in keys:
        board.press(key)
        assert not board.faults, board.faults
        canvas = board.app.canvas
        assert board.app.texts.missing == canvas.missing == canvas.clipped == 0, board.words.drawn


def ship(board: VirtualBoard, row: int, field: str) -> int:
    found: int = board.app.session.get("ship", row, field)
    return found


def go(board: VirtualBoard, name: str) -> None:
    """Move to a line of the record sheet."""
    top = board.app.stack.top()
    while top.names()[top.cursor] != name:
        press(board, DOWN)


def test_the_rolls_of_two_ships_are_known() -> None:
    board = device()
    for number, (name, _) in enumerate(PROCEDURES):
        roles = board.app.session.procedure(number).roles
        assert (len(roles) == 2) == (name in lately.PAIRED)
        assert (len(roles) == 0) == (name in lately.ALONE)


def test_a_battle_is_begun_archived_and_brought_back() -> None:
    board = device(0)
    press(board, OK, OK, DOWN, OK)
    for _ in range(4):
        press(board, DOWN)
    press(board, OK, DOWN, DOWN, OK)
    session = board.app.session
    assert board.app.stack.ids[-1] == "trireme.ships"
    assert session.get("game", 0, "game") == SHIPS
    assert len(battle.fleet(session.state, 0)) == 1
    assert board.app.store.read("trireme.old") is None
    board.app.change([("ship", 0, "men", 12)])
    board.app.open("trireme.new")
    press(board, DOWN, DOWN, DOWN, OK)
    assert (session.get("game", 0, "game"), ship(board, 0, "men")) == (FLEET, 0)
    assert session.recall()
    assert (session.get("game", 0, "game"), ship(board, 0, "men")) == (SHIPS, 12)


def test_undoing_the_battle_under_its_screens_leads_home() -> None:
    for name, args in (("turn", ()), ("ships", ()), ("card", (0,)), ("orders", ()), ("pair", ())):
        board = device(0)
        board.app.open("trireme.new")
        press(board, DOWN, DOWN, DOWN, OK)
        board.app.open("trireme." + name, *args)
        board.run(50)
        board.hold(BACK)
        press(board, UP, DOWN, OK)
        assert board.app.session.get("game", 0, "game") == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [FLEET, SHIPS])
def test_every_line_of_the_sheet_can_be_changed_and_undone(game: int, language: str) -> None:
    board = device(game, language=language)
    board.app.open("trireme.sheet", 0, 0)
    board.run(50)
    before = [list(values) for values in board.app.session.state.sheets]
    for name in board.app.stack.top().names():
        if name == "rolls" or name in sheet.DEEDS:
            continue
        go(board, name)
        press(board, OK)
        if board.app.stack.ids[-1] is None:
            press(board, UP, OK)
        assert [list(values) for values in board.app.session.state.sheets] != before, name
        board.hold(BACK)
        assert [list(values) for values in board.app.session.state.sheets] == before, name
        board.run(3000)


def test_the_lines_of_the_sheets_are_fields_and_each_field_is_shown_somewhere() -> None:
    board = device()
    fields = set(board.app.session.state.kind("ship").fields)
    shown = set(sheet.FLEET_FIELDS) | set(sheet.SHIP_FIELDS)
    assert shown <= fields
    assert fields - shown == {"used", "done"}


def test_a_grapple_holds_both_ships_and_is_let_go_by_both() -> None:
    board = device()
    board.app.open("trireme.sheet", 0, 0)
    go(board, "grappled")
    press(board, OK)
    while board.app.stack.top().rows[board.app.stack.top().cursor] != 21:
        press(board, DOWN)
    press(board, OK)
    assert (ship(board, 0, "grappled"), ship(board, 21, "grappled")) == (22, 1)
    press(board, OK)
    assert (ship(board, 0, "grappled"), ship(board, 21, "grappled")) == (0, 0)


def test_a_class_is_copied_a_ship_added_and_one_removed() -> None:
    board = device()
    board.app.change([("ship", 20, "men", 14), ("ship", 20, "size", 5)])
    board.app.open("trireme.sheet", 0, 1)
    go(board, "copy")
    press(board, OK)
    top = board.app.stack.top()
    while top.rows[top.cursor] != 20:
        press(board, DOWN)
    press(board, OK)
    assert (ship(board, 1, "men"), ship(board, 1, "size")) == (14, 5)
    go(board, "add")
    press(board, OK)
    assert board.app.stack.top().row == 2
    assert ship(board, 2, "used") == 1
    go(board, "remove")
    press(board, OK, OK)
    assert ship(board, 2, "used") == 1  # the first answer is no
    press(board, OK, DOWN, OK)
    assert ship(board, 2, "used") == 0
    assert not board.faults


def test_a_side_takes_twenty_ships() -> None:
    board = device(FLEET, SIDE, 1)
    board.app.open("trireme.sheet", 0, 4)
    go(board, "add")
    press(board, OK)
    assert board.words.has("20 navires")
    assert len(battle.fleet(board.app.session.state, 0)) == SIDE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_says_all_that_ails_a_ship(language: str) -> None:
    board = device(FLEET, language=language)
    board.app.change(
        [("ship", 0, field, 1) for field in ("immobilised", "slowed", "tired", "captured", "breaches")]
        + [("ship", 0, "grappled", 21), ("ship", 0, "name", 19)]
    )
    board.app.open("trireme.card", 0)
    press(board, DOWN, UP)
    board.hold(OK)
    words = ("immobilisé", "ralenti", "fatigué", "capturé", "brèches")
    if language == "fr":
        lines = " ".join(board.app.stack.top().body)
        assert [word for word in words if word not in lines] == []
    press(board, DOWN, DOWN, DOWN)


def test_the_history_says_what_happened_to_which_ship() -> None:
    board = device()
    board.app.change([("ship", 20, "men", 12)])
    board.app.change([("ship", 20, "men", 9)])
    board.app.open("trireme.history")
    press(board, DOWN)
    assert board.app.stack.top().list[0][0] == "Alpha J Hommes 12→9"


def test_a_ship_that_rolled_is_used_and_a_turn_is_no_use_of_a_ship() -> None:
    board = device()
    session = board.app.session
    assert lately.ships(session) == []
    board.app.change([("ship", 1, "pv", 4)])
    board.app.change([("ship", row, "order", 2) for row in (0, 1, 20, 21)])
    assert lately.ships(session) == [1]
    board.app.open("trireme.form", session.number("ship_surrender"), 21)
    press(board, OK)
    assert lately.ships(session) == [21, 1]
    assert lately.pair(session) == (-1, -1, -1)
    board.app.open("trireme.form", session.number("ship_grapple"), 0, 20, 0, 1, 1)
    press(board, OK)
    assert lately.pair(session) == (session.number("ship_grapple"), 0, 20)
    assert lately.ships(session) == [0, 20, 21, 1]
    values = lately.values(session, session.number("ship_grapple"), [0, 20])
    assert (values["friendly"], values["collision"]) == (1, 1)
    assert lately.values(session, session.number("ship_grapple"), [0, 21]) == {}


def test_a_form_begins_with_what_follows_from_its_ships() -> None:
    board = device(FLEET)
    board.app.change([("ship", 0, "pv", 4), ("ship", 20, "pv", 5), ("ship", 1, "pv", 5)])
    board.app.open("trireme.form", board.app.session.number("fleet_ram"), -1, -1)
    form = board.app.stack.top()
    assert form.given.get("faster", 0) == 0
    for row in (0, 20):
        press(board, OK)
        top = board.app.stack.top()
        while top.rows[top.cursor] != row:
            press(board, DOWN)
        press(board, OK)
    assert form.rows == [0, 20]
    assert form.v["faster"] == 1


def test_friends_are_known_even_when_one_was_taken() -> None:
    board = device()
    board.app.change([("ship", 20, "captured", 1)])
    number = board.app.session.number("ship_grapple")
    for other, friendly in ((1, 1), (20, 1), (21, 0)):
        common.open_form(board.app, number, 0, other)
        assert board.app.stack.top().v["friendly"] == friendly
