"""Trirème: ships on the screen: new battle, list, card, record sheet, turn."""

from __future__ import annotations

import pytest

from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore

from gobelet.games.trireme.rules import PROCEDURES, battle, ships  # isort: skip
from gobelet.games.trireme.rules.sheets import CORVUS, FLEET, GRAPPLED, NOTED, SHIPS, SIDE  # isort: skip
from gobelet.games.trireme.rules.sheets import SUNK, SURRENDERED, WRECKED  # isort: skip
from gobelet.games.trireme.screens import common, recent, opening, sheet  # isort: skip

LANGUAGES = ("fr", "en")


def make_device(game: int = SHIPS, first: int = 2, second: int = 2, language: str = "fr") -> VirtualBoard:
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
    board.choose_language(language)
    board.context.open("trireme.home")
    board.run(50)
    if game:
        assert board.context.change(battle.start_changes(board.context.session.state, game, first, second))
    return board


def press_keys(board: VirtualBoard, *keys: int) -> None:
    for key in keys:
        board.press(key)
        assert not board.faults, board.faults
        canvas = board.app.canvas
        assert board.context.t.missing == canvas.missing == canvas.clipped == 0, board.words.strings


def ship_value(board: VirtualBoard, row: int, field: str) -> int:
    found: int = board.context.session.get("ship", row, field)
    return found


def tie_pairs(board: VirtualBoard, *pairs: tuple[int, int], how: int = GRAPPLED) -> None:
    """Write the kind of tie between the ships of each pair."""
    for one, other in pairs:
        assert board.context.change(ships.tie_changes(board.context.session.state, one, other, how=how))


def partners_of(board: VirtualBoard, row: int) -> list[int]:
    found: list[int] = common.ships(board.context).partners(row)
    return found


def go_to_line(board: VirtualBoard, name: str) -> None:
    """Move the cursor to a line of the record sheet."""
    top = board.app.stack.top()
    board.press_until(DOWN, lambda: top.names()[top.cursor] == name)


def test_the_rolls_of_two_ships_are_known() -> None:
    board = make_device()
    for number, (name, _) in enumerate(PROCEDURES):
        roles = board.context.session.procedure(number).roles
        assert (len(roles) == 2) == recent.is_of_pair(name)
        assert roles, "whose roll it is can be told"


def test_a_battle_is_begun_archived_and_brought_back() -> None:
    board = make_device(0)
    press_keys(board, OK, DOWN, OK)
    for _ in range(4):
        press_keys(board, DOWN)
    press_keys(board, OK, OK)
    session = board.context.session
    assert board.app.stack.ids[-2:] == ["trireme.ships", "trireme.have"]
    press_keys(board, BACK)
    assert session.get("game", 0, "game") == SHIPS
    assert len(battle.fleet(session.state, 0)) == 1
    assert board.app.device.store.read("trireme/old") is None
    board.context.change([("ship", 0, "men", 12)])
    board.context.open("trireme.new")
    heard: list[str] = []
    board.app.device.signal = heard.append  # type: ignore[method-assign]
    press_keys(board, OK, OK, OK)
    assert "turn" in heard, "the buzzer tells of its first turn"
    assert (session.get("game", 0, "game"), ship_value(board, 0, "men")) == (FLEET, 0)
    assert session.restore_archive()
    assert (session.get("game", 0, "game"), ship_value(board, 0, "men")) == (SHIPS, 12)


def test_undoing_the_battle_shows_where_it_was_begun_and_its_screens_are_closed() -> None:
    for name, args in (("turn", ()), ("ships", ()), ("card", (0,)), ("orders", ()), ("pair", ())):
        board = make_device(0)
        board.context.open("trireme.new")
        press_keys(board, OK, OK, OK)
        board.context.open("trireme." + name, *args)
        board.run(50)
        board.hold(BACK)
        assert board.context.session.get("game", 0, "game") == 0
        assert board.app.stack.ids[-1] == "trireme.new"
        press_keys(board, UP, DOWN, BACK)
        assert board.app.stack.ids == ["system.home", "trireme.home"], name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [FLEET, SHIPS])
def test_every_line_of_the_sheet_can_be_changed_and_undone(game: int, language: str) -> None:
    board = make_device(game, language=language)
    board.context.open("trireme.sheet", 0, 0)
    board.run(50)
    before = [list(values) for values in board.context.session.state.sheets]
    for name in board.app.stack.top().names():
        if name == "rolls" or name in sheet.ACTIONS:
            continue
        go_to_line(board, name)
        press_keys(board, OK)
        if board.app.stack.ids[-1] is None:
            press_keys(board, UP, OK)
        if name == "grappled":
            press_keys(board, OK)
        assert [list(values) for values in board.context.session.state.sheets] != before, name
        board.hold(BACK)
        assert [list(values) for values in board.context.session.state.sheets] == before, name
        board.run(3000)


def test_the_lines_of_the_sheets_are_fields_and_each_field_is_shown_somewhere() -> None:
    shown = set()
    for game in (FLEET, SHIPS):
        board = make_device(game)
        shown |= set(sheet.Sheet(board.context).names())
    fields = set(board.context.session.state.kind("ship").fields)
    assert shown - fields == {"rolls", *sheet.ACTIONS}
    assert fields - shown == {"used", "done", "house", "noted"}


def test_a_grapple_holds_both_ships_and_is_let_go_by_both() -> None:
    board = make_device()
    board.context.open("trireme.sheet", 0, 0)
    go_to_line(board, "grappled")
    press_keys(board, OK)
    assert board.app.stack.top().rows == [20, 21, 1], "the other side first"
    press_keys(board, DOWN, OK)
    top = board.app.stack.top()
    assert top.labels == ["libre", "agrippé", "éperon pris", "corvus Alpha R", "corvus Bêta J"]
    press_keys(board, OK)
    assert (partners_of(board, 0), partners_of(board, 21)) == ([21], [0])
    press_keys(board, OK)
    assert board.app.stack.top().rows == [21, 20, 1], "those that it hangs together with before all"
    press_keys(board, OK, DOWN, OK, OK, OK)
    top = board.app.stack.top()
    assert top.labels[top.cursor] == "éperon pris", "where it was left"
    press_keys(board, DOWN, OK)
    assert [each.how for each in ships.ties(board.context.session.state)] == [CORVUS]
    press_keys(board, OK, DOWN, OK, OK)
    assert (partners_of(board, 0), partners_of(board, 20)) == ([20, 21], [0])
    press_keys(board, OK, DOWN, OK, UP, UP, UP, OK)
    assert (partners_of(board, 0), partners_of(board, 21)) == ([20], [])


def test_a_class_is_copied_a_ship_added_and_one_removed() -> None:
    board = make_device()
    board.context.change([("ship", 20, "men", 14), ("ship", 20, "size", 5)])
    board.context.open("trireme.sheet", 0, 1)
    go_to_line(board, "copy")
    press_keys(board, OK)
    top = board.app.stack.top()
    board.press_until(DOWN, lambda: top.rows[top.cursor] == 20)
    press_keys(board, OK)
    assert (ship_value(board, 1, "men"), ship_value(board, 1, "size")) == (14, 5)
    go_to_line(board, "add")
    press_keys(board, OK)
    assert board.app.stack.top().row == 2
    assert ship_value(board, 2, "used") == 1
    go_to_line(board, "remove")
    press_keys(board, OK, OK)
    assert ship_value(board, 2, "used") == 1  # the proposed answer is no
    press_keys(board, OK, DOWN, OK)
    assert ship_value(board, 2, "used") == 0
    assert not board.faults


def test_a_side_takes_twenty_ships() -> None:
    board = make_device(FLEET, SIDE, 1)
    board.context.open("trireme.sheet", 0, 4)
    go_to_line(board, "add")
    press_keys(board, OK)
    assert board.words.has_text("20 navires")
    assert len(battle.fleet(board.context.session.state, 0)) == SIDE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_says_all_that_ails_a_ship(language: str) -> None:
    board = make_device(FLEET, language=language)
    board.context.change(
        [("ship", 0, field, 1) for field in ("immobilised", "slowed", "tired", "captured", "breaches")]
        + [("ship", 0, "name", 19)]
    )
    tie_pairs(board, (0, 20))
    board.context.open("trireme.card", 0)
    press_keys(board, DOWN, UP)
    board.hold(OK)
    words = ("immobilisé", "ralenti", "fatigué", "capturé", "1 brèche")
    if language == "fr":
        lines = " ".join(board.app.stack.top().body)
        assert [word for word in words if word not in lines] == []
    press_keys(board, DOWN, DOWN, DOWN)


@pytest.mark.parametrize(
    ("game", "words"), [(FLEET, ("Abordage ?", "Abordage 0")), (SHIPS, ("? hommes", "0 hommes"))]
)
def test_a_card_says_of_what_nobody_entered_what_the_lists_say(game: int, words: tuple[str, str]) -> None:
    board = make_device(game)
    board.context.open("trireme.card", 0)
    board.run(50)
    assert board.words.has_text(words[0])
    board.context.change([("ship", 0, "pv", 4)])
    board.run(50)
    assert board.words.has_text(words[0]), "nobody has said that"
    field = "factor" if game == FLEET else "men"
    board.context.open("trireme.sheet", 0, 0, board.context.session.state.kind("ship").index[field])
    press_keys(board, OK, OK, BACK)
    assert board.words.has_text(words[1]), "0 was entered"
    board.hold(BACK)
    press_keys(board, BACK)
    assert board.words.has_text(words[0])


@pytest.mark.parametrize(
    ("screen", "field", "label"),
    [("sheet", "men", "Hommes"), ("orders", "order", "Bêta R"), ("ships", "men", "Bêta R")],
)
def test_what_an_undo_gave_back_is_marked_where_a_list_has_it(screen: str, field: str, label: str) -> None:
    board = make_device()
    board.context.change([("ship", 1, "pv", 5)])
    board.context.open(f"trireme.{screen}", *((0, 1) if screen == "sheet" else ()))
    board.run(50)
    board.context.change([("ship", 1, field, 3)])
    board.hold(BACK)
    top = board.app.stack.top()
    assert [top.list[index][0] for index in top.marked] == [label]
    assert board.context.dialogs.message


def test_the_history_says_what_happened_to_which_ship() -> None:
    board = make_device()
    board.context.change([("ship", 20, "men", 12)])
    board.context.change([("ship", 20, "men", 9)])
    board.context.open("trireme.history")
    press_keys(board, DOWN)
    assert board.app.stack.top().list[0] == ("Alpha J Hommes 12→9", "", None)


def test_a_ship_that_rolled_is_used_and_a_turn_is_no_use_of_a_ship() -> None:
    board = make_device()
    session = board.context.session
    assert recent.last_ships(session) == []
    board.context.change([("ship", 1, "pv", 4)])
    board.context.change([("ship", row, "order", 2) for row in (0, 1, 20, 21)])
    assert recent.last_ships(session) == [1]
    board.context.open("trireme.form", session.procedure_index("ship_surrender"), 21)
    press_keys(board, OK)
    assert recent.last_ships(session) == [21, 1]
    assert recent.last_pair(session) == (-1, -1, -1)
    board.context.open("trireme.form", session.procedure_index("ship_grapple"), 0, 20, 0, 1, 1)
    press_keys(board, OK)
    assert recent.last_pair(session) == (session.procedure_index("ship_grapple"), 0, 20)
    assert recent.last_ships(session) == [0, 20, 21, 1]
    values = recent.last_values(session, session.procedure_index("ship_grapple"), [0, 20])
    assert (values["friendly"], values["collision"]) == (0, 1), "the sheets know who is a friend"
    assert recent.last_values(session, session.procedure_index("ship_grapple"), [0, 21]) == {}


def test_a_form_begins_with_what_follows_from_its_ships() -> None:
    board = make_device(FLEET)
    board.context.change(
        [("ship", row, "pv", 4 + (row > 0)) for row in (0, 1, 20)]
        + [("ship", row, "size", 5) for row in (0, 20)]
    )
    board.context.open("trireme.form", board.context.session.procedure_index("fleet_ram"), -1, -1)
    form = board.app.stack.top()
    assert form.given.get("faster", 0) == 0
    for row in (0, 20):
        press_keys(board, OK)
        top = board.app.stack.top()
        board.press_until(DOWN, lambda top=top, row=row: top.rows[top.cursor] == row)
        press_keys(board, OK)
    assert form.rows == [0, 20]
    assert form.values["faster"] == 1


@pytest.mark.parametrize(("ours", "theirs"), [(0, 5), (5, 0), (0, 0), (5, 5), (5, 4)])
def test_a_speed_that_was_not_entered_says_nothing_about_who_is_faster(ours: int, theirs: int) -> None:
    board = make_device(FLEET)
    board.context.change([("ship", row, "size", 5) for row in (0, 20)] + [("ship", 0, "pv", ours)])
    board.context.change([("ship", 20, "pv", theirs)])
    opening.open_form(board.context, board.context.session.procedure_index("fleet_ram"), 0, 20)
    assert board.app.stack.top().rows == [0, 20]
    assert board.app.stack.top().values["faster"] == 0


def test_friends_are_known_even_when_one_was_taken() -> None:
    board = make_device()
    board.context.change([("ship", 20, "captured", 1)])
    number = board.context.session.procedure_index("ship_grapple")
    for other, friendly in ((1, 1), (20, 1), (21, 0)):
        opening.open_form(board.context, number, 0, other)
        assert board.app.stack.top().values["friendly"] == friendly


def test_the_only_ship_that_can_is_chosen_by_itself() -> None:
    board = make_device(FLEET, 1, 1)
    board.context.change([("ship", row, "size", 5) for row in (0, 20)])
    board.context.open("trireme.form", board.context.session.procedure_index("fleet_ram"), -1, -1)
    form = board.app.stack.top()
    press_keys(board, OK)
    assert len(board.app.stack.top().among) == 2
    press_keys(board, OK)
    assert sorted(form.rows) == [0, 20]
    board.context.open("trireme.form", board.context.session.procedure_index("fleet_clearance"), -1)
    assert board.app.stack.top().rows == [-1]  # the roll could be for either of two ships
    board.context.change([("ship", 20, "fate", 1)])
    board.context.open("trireme.form", board.context.session.procedure_index("fleet_fatigue"), -1)
    assert board.app.stack.top().rows == [0]


def test_an_order_goes_to_the_ship_that_was_asked() -> None:
    board = make_device()
    board.context.change([("game", 0, "step", 1)])
    board.context.open("trireme.turn")
    press_keys(board, OK)
    assert board.app.stack.ids[-1] == "trireme.orders"
    press_keys(board, UP, UP, OK)  # enters 2 for Alpha
    assert ship_value(board, 0, "order") == 2
    press_keys(board, UP, DOWN, UP)
    assert (ship_value(board, 1, "order"), board.app.stack.top().cursor) == (1, 1)
    board.hold(BACK)  # all presses for one ship are one change
    assert (ship_value(board, 0, "order"), ship_value(board, 1, "order")) == (2, 0)
    board.hold(BACK)
    assert (ship_value(board, 0, "order"), ship_value(board, 1, "order")) == (0, 0)
    for _ in range(2):
        board.hold(BACK)
    assert board.context.session.get("game", 0, "game") == 0
    assert board.app.stack.ids == ["system.home", "trireme.home"], "no question without its battle"
    assert [ship_value(board, row, "order") for row in range(2 * SIDE)] == [0] * 2 * SIDE


def test_speed_0_is_an_order_too() -> None:
    board = make_device()
    board.context.change([("game", 0, "step", 1)])
    board.context.open("trireme.turn")
    press_keys(board, OK, DOWN, OK, BACK)
    assert board.app.stack.top().choices[0] == ("ship", 1)
    press_keys(board, OK)
    assert board.app.stack.top().cursor == 1, "the list begins with the ship that was asked for"
    for _ in range(20):
        if board.app.stack.ids[-1] == "trireme.orders":
            press_keys(board, DOWN, OK)
    assert board.app.stack.top().choices[0][0] == "next", "behind the last one the turn goes on"


def test_an_ok_gives_no_order_to_a_ship_that_has_none() -> None:
    board = make_device()
    board.context.change([("game", 0, "step", 1)])
    done = len(board.context.session.journal.done)
    board.context.open("trireme.orders")
    press_keys(board, OK, OK, OK, OK)
    assert board.app.stack.ids[-1] != "trireme.orders"
    assert len(board.context.session.journal.done) == done
    board.context.open("trireme.orders")
    assert board.words.has_text("—")


def test_a_row_of_oks_on_a_ship_leaves_it_afloat() -> None:
    board = make_device()
    board.context.open("trireme.ships")
    press_keys(board, *[OK] * 12)
    assert not any(ship_value(board, row, "fate") for row in range(2 * SIDE))


def test_a_battle_whose_scenario_holds_ships_begins_with_their_clearance() -> None:
    board = make_device(FLEET)
    assert board.context.session.get("game", 0, "step") == 1
    board.context.open("trireme.sheet", 0, 0)
    go_to_line(board, "immobilised")
    press_keys(board, OK, DOWN, OK)
    assert (ship_value(board, 0, "immobilised"), board.context.session.get("game", 0, "step")) == (1, 0)
    board.context.open("trireme.turn")
    board.run(50)
    assert board.app.stack.top().choices[0] == ("ship", 0)
    board.hold(BACK)
    assert (ship_value(board, 0, "immobilised"), board.context.session.get("game", 0, "step")) == (0, 1)
    board.context.change([("game", 0, "step", 2)])
    board.context.open("trireme.sheet", 0, 0)
    go_to_line(board, "immobilised")
    press_keys(board, OK, DOWN, OK)
    assert board.context.session.get("game", 0, "step") == 2, "the first player is past"


def test_rowers_that_had_their_roll_have_no_other_in_the_same_turn() -> None:
    board = make_device(FLEET)
    board.context.change([("game", 0, "step", 1)])
    board.context.open("trireme.fatigue")
    board.run(50)
    board.entropy.faces([1, 6, 6, 6])
    press_keys(board, OK, OK)
    assert board.app.stack.ids[-1] == "trireme.fatigue"
    assert ship_value(board, 0, "tired") == 1
    written = board.context.session.journal.position
    board.app.stack.top().cursor = 0
    press_keys(board, OK)
    assert (board.app.stack.ids[-1], board.app.stack.top().cursor) == ("trireme.fatigue", 1)
    assert ship_value(board, 0, "tired") == 1
    assert board.context.session.journal.position == written


def test_a_result_without_its_battle_changes_nothing() -> None:
    board = make_device(FLEET)
    board.context.change([("ship", row, "size", 5) for row in (0, 20)])
    board.context.open("trireme.form", board.context.session.procedure_index("fleet_ram"), 0, 20)
    board.app.stack.top().accept_values(["against", "stronger", "flank"])
    board.entropy.faces([6, 1])
    press_keys(board, OK)
    board.hold(BACK)  # takes back the roll, then the sizes, then the battle
    assert board.words.has_text("Jet repris")
    assert "trireme.result" not in board.app.stack.ids
    assert ship_value(board, 0, "size") == 5
    board.hold(BACK)
    assert (ship_value(board, 0, "size"), ship_value(board, 0, "used")) == (0, 1)
    board.hold(BACK)
    assert board.context.session.get("game", 0, "game") == 0
    assert board.app.stack.ids == ["system.home", "trireme.home"]
    press_keys(board, OK)
    assert (ship_value(board, 20, "fate"), ship_value(board, 0, "used")) == (0, 0)


def test_what_follows_waits_for_the_effects() -> None:
    board = make_device()
    board.context.change([("ship", row, "size", 5) for row in (0, 20)])
    board.app.device.store.replace("trireme.tsv", b"set\tship_ram_damage\t7\t0\ta\n")
    board.context.open("trireme.form", board.context.session.procedure_index("ship_ram"), 0, 20)
    board.app.stack.top().accept_values(["flank"])
    board.entropy.faces([3, 4])
    press_keys(board, OK)
    result = board.app.stack.top()
    assert result.actions() == ["apply", "again"]
    press_keys(board, OK)
    assert result.actions() == ["ship_grapple", "again"]
    press_keys(board, OK)
    assert board.app.stack.top().values["made_easier"] == 1


def test_both_breaches_of_a_ram_are_rolled() -> None:
    board = make_device()
    board.context.change([("ship", row, "size", 5) for row in (0, 20)])
    board.app.device.store.replace("trireme.tsv", "set\tship_ram_damage\t7\t0\tBr/éBr\n".encode())
    board.context.open("trireme.form", board.context.session.procedure_index("ship_ram"), 0, 20)
    board.app.stack.top().accept_values(["flank"])
    board.entropy.faces([3, 4, 1, 2])
    press_keys(board, OK)
    result = board.app.stack.top()
    assert result.actions() == ["ship_breach", "ship_breach", "again"]
    assert board.words.has_text("OK brèche Alpha J")
    press_keys(board, OK)
    assert board.app.stack.top().rows == [20]
    press_keys(board, OK, OK)
    assert ship_value(board, 20, "breaches") == 1
    form = board.app.stack.top()
    assert (form.proc.name, form.rows) == ("ship_breach", [0])
    press_keys(board, OK, OK)
    assert ship_value(board, 0, "breaches") == 1
    assert board.app.stack.ids[-1] == "trireme.home"


def test_the_tide_can_be_asked_at_any_time() -> None:
    board = make_device(0)
    board.context.open("trireme.form", board.context.session.procedure_index("ship_reef"), -1)
    form = board.app.stack.top()
    assert "tide" in [i.name for i in form.list]
    press_keys(board, DOWN, OK)
    assert form.values["tide"] == 1
    board = make_device()
    board.context.change([("game", 0, "tide", 1)])
    board.context.open("trireme.form", board.context.session.procedure_index("ship_reef"), 0, 0, 0, 5)
    press_keys(board, UP)


def test_a_new_battle_knows_nothing_of_the_one_before() -> None:
    board = make_device()
    session = board.context.session
    board.context.open("trireme.form", session.procedure_index("ship_grapple"), 0, 20, 0, 1)
    press_keys(board, OK)
    assert recent.last_pair(session)[1:] == (0, 20)
    board.context.change(battle.start_changes(session.state, SHIPS, 2, 2))
    assert recent.last_pair(session) == (-1, -1, -1)
    assert recent.last_ships(session) == []
    assert recent.last_values(session, session.procedure_index("ship_grapple"), [0, 20]) == {}


def test_a_ship_that_surrendered_can_be_let_go_and_one_that_sank_holds_nobody() -> None:
    board = make_device()
    board.context.change([("ship", 0, "size", 4)])
    tie_pairs(board, (0, 20))
    board.context.change([("game", 0, "step", 9), ("ship", 20, "fate", 4)])
    board.context.open("trireme.turn")
    assert board.app.stack.top().choices[0] == ("pair", (0, 20))
    board.entropy.faces([6, 6])
    press_keys(board, OK, OK, OK)
    assert partners_of(board, 0) == []
    tie_pairs(board, (0, 21))
    board.context.open("trireme.sheet", 0, 21)
    go_to_line(board, "fate")
    press_keys(board, OK, DOWN, OK)
    assert ship_value(board, 21, "fate") == 1
    assert partners_of(board, 0) == partners_of(board, 21) == []


@pytest.mark.parametrize(
    ("game", "name", "rows", "faces", "fate"),
    [
        (FLEET, "fleet_ram", (0, 20), [6, 1], SUNK),
        (FLEET, "fleet_clearance", (20,), [1], SUNK),
        (SHIPS, "ship_ram", (0, 20), [3, 4], SUNK),
        (SHIPS, "ship_breach", (20,), [5], SUNK),
        (SHIPS, "ship_reef", (20,), [6], WRECKED),
    ],
)
def test_a_ship_that_a_roll_destroys_lets_all_its_partners_go_until_an_undo(
    game: int, name: str, rows: tuple[int, ...], faces: list[int], fate: int
) -> None:
    board = make_device(game, 3, 1)
    tie_pairs(board, (0, 20), (1, 20), (1, 2))
    board.context.change(
        [("ship", row, "size", 5) for row in (0, 1, 2, 20)] + [("ship", 20, "immobilised", 1)]
    )
    board.context.change([("ship", 20, "breaches", 1)])
    board.app.device.store.replace(
        "trireme.tsv", b"set\tship_ram_damage\t7\t+1\tX\n"
    )  # the target is immobilised, which adds 1
    before = [list(values) for values in board.context.session.state.sheets]
    board.context.open("trireme.form", board.context.session.procedure_index(name), *rows)
    board.app.stack.top().accept_values(["against", "stronger", "flank"])
    board.entropy.faces(faces)
    press_keys(board, OK)
    assert partners_of(board, 1) == [2, 20], "not before it is applied"
    press_keys(board, OK)
    assert ship_value(board, 20, "fate") == fate
    assert [partners_of(board, row) for row in (0, 1, 2, 20)] == [[], [2], [1], []]
    board.hold(BACK)
    assert [list(values) for values in board.context.session.state.sheets] == before


def test_a_ship_that_a_roll_only_damages_is_still_held() -> None:
    board = make_device(SHIPS)
    board.context.change([("ship", 20, "size", 5)])
    tie_pairs(board, (0, 20))
    for name, faces, field, value in (
        ("ship_breach", [5], "breaches", 1),
        ("ship_surrender", [4, 4], "fate", SURRENDERED),
    ):
        board.context.open("trireme.form", board.context.session.procedure_index(name), 20)
        board.entropy.faces(faces)
        press_keys(board, OK, OK)
        assert ship_value(board, 20, field) == value
        assert partners_of(board, 0) == [20]


def test_men_are_counted_in_one_form_in_a_list() -> None:
    """The word may be shortened beside a long name, but not on the card."""
    for language, words in (("fr", "1 hom. 8 hom. 12 hom."), ("en", "1 man 8 men 12 men")):
        board = make_device(SHIPS, 3, 1, language=language)
        for row, men in ((0, 1), (1, 8), (2, 12)):
            board.context.change([("ship", row, "size", 5), ("ship", row, "men", men)])
        assert " ".join(common.line_signs(board.context, row) for row in range(3)) == words
    board.context.open("trireme.card", 0)
    board.run(50)
    assert board.words.has_text("1 man")


def test_a_third_ship_in_a_grapple_is_not_forgotten() -> None:
    board = make_device()
    tie_pairs(board, (20, 0), (0, 21))
    assert common.state_words(board.context, 0) == ["agrippé à Alpha J, Bêta J"]
    tie_pairs(board, (0, 21), how=0)
    assert common.state_words(board.context, 0) == ["agrippé à Alpha J"]


def test_a_cell_that_is_not_known_leads_nowhere() -> None:
    for name, dice in (("ship_ram", [3, 4]), ("ship_clearance", [4, 4])):
        board = make_device()
        board.context.change([("ship", row, "size", 5) for row in (0, 20)] + [("ship", 0, "immobilised", 1)])
        number = board.context.session.procedure_index(name)
        board.context.open("trireme.form", number, *[0, 20][: 1 + (name == "ship_ram")])
        board.app.stack.top().accept_values(["flank"])
        board.entropy.faces(dice)
        press_keys(board, OK)
        assert board.words.has_text("Lisez votre table")
        assert board.words.has_text("?")
        board.hold(OK)
        assert board.app.stack.ids[-1] == "trireme.ship_aid", "where the cell lies"
        press_keys(board, BACK, OK)
        assert board.words.has_text("Indéterminé")
        assert board.app.device.store.read("trireme.tsv") is None
        assert board.app.stack.top().outcome.effects == ()


def test_in_a_small_battle_each_ship_is_in_the_list_once() -> None:
    """A list of a large battle begins with the last used ships.

    In a small battle every ship is near without that.
    """
    for side, twice in ((3, False), (4, True)):
        board = make_device(FLEET, side, side)
        for row in (0, 1, 20, 21):
            board.context.change([("ship", row, "size", 5)])
        board.context.open("trireme.ships")
        rows = board.app.stack.top().rows
        assert (len(rows) > len(set(rows))) == twice
        assert len(set(rows)) == 2 * side


def test_the_list_says_which_side_a_prize_belongs_to() -> None:
    board = make_device()
    board.context.open("trireme.ships", 0, 20)
    board.run(50)
    assert board.app.stack.top().head()[1] == "Jaunes"
    assert board.context.change([("ship", 20, "captured", 1)])
    assert board.app.stack.top().head()[1] == "Rouges"


def test_a_list_keeps_the_number_of_a_ship_with_many_signs() -> None:
    board = make_device()
    assert board.context.change([("ship", 20, "men", 12), ("ship", 20, "noted", 2 << NOTED.index("men"))])
    assert common.ship_line(board.context, 20) == ("Alpha J", "12 hom.")
    assert board.context.change([("ship", 20, "immobilised", 1)])
    tie_pairs(board, (0, 20))
    assert common.ship_line(board.context, 20) == ("Alpha J", "12⚓⚔")
