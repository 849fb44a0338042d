"""Trirème: facts about two ships that the screens know before a roll, and refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from tests.games.trireme.rules import key_chances, outcome_after
from tests.games.trireme.test_play import change_ships, open_form, set_sizes
from tests.games.trireme.test_ships import go_to_line, make_device, press_keys, ship_value, tie_pairs

from gobelet.rules.refused import Refused  # isort: skip
from gobelet.games.trireme.rules import battle, ships, walks  # isort: skip
from gobelet.games.trireme.rules.sheets import CORVUS, FLEET, GRAPPLED, SHIPS, SUNK, TIES  # isort: skip
from gobelet.games.trireme.screens import opening  # isort: skip


def opened_values(board: VirtualBoard, name: str, row: int, other: int) -> dict[str, int]:
    """The values of the form that the game opens for two ships."""
    opening.open_form(board.context, board.context.session.procedure_index(name), row, other)
    board.run(50)
    found: dict[str, int] = board.app.stack.top().values
    return found


# A form does not keep values of a sheet for the next roll.


def test_a_prize_that_was_retaken_is_no_friend_any_more() -> None:
    board = make_device()
    change_ships(board, (20, "captured", 1))
    assert opened_values(board, "ship_grapple", 0, 20)["friendly"] == 1
    press_keys(board, OK, OK)
    change_ships(board, (20, "captured", 0))
    assert opened_values(board, "ship_grapple", 0, 20)["friendly"] == 0
    press_keys(board, BACK)
    change_ships(board, (20, "captured", 1))
    board.context.open("trireme.form", board.context.session.procedure_index("ship_grapple"), 0, 20)
    assert board.app.stack.top().values["friendly"] == 1
    change_ships(board, (20, "captured", 0))
    board.app.stack.top().on_show()
    assert board.app.stack.top().values["friendly"] == 0, "under the form too"


def test_a_speed_that_was_lowered_is_seen() -> None:
    board = make_device(FLEET)
    set_sizes(board)
    change_ships(board, (0, "pv", 4), (20, "pv", 5))
    assert opened_values(board, "fleet_ram", 0, 20)["faster"] == 1
    press_keys(board, OK, BACK, BACK)
    change_ships(board, (20, "pv", 4))
    assert opened_values(board, "fleet_ram", 0, 20)["faster"] == 0


def test_who_is_faster_is_changed_on_the_sheet_of_the_target() -> None:
    board = make_device(FLEET)
    set_sizes(board)
    change_ships(board, (0, "pv", 4), (20, "pv", 5))
    opened_values(board, "fleet_ram", 0, 20)
    top = board.app.stack.top()
    press_keys(board, *[DOWN] * (1 + [getattr(i, "name", i) for i in top.list].index("faster")))
    press_keys(board, OK)
    sheet = board.app.stack.top()
    assert (sheet.row, sheet.names()[sheet.cursor]) == (20, "pv")


@pytest.mark.parametrize(
    ("orders", "known"),
    [
        ((5, 4), {"not_full_speed": 0, "stationary": 0}),
        ((3, 4), {"not_full_speed": 1, "stationary": 0}),
        ((5, 0), {"not_full_speed": 0, "stationary": 1}),
    ],
)
def test_the_orders_say_who_is_at_full_speed(orders: tuple[int, int], known: dict[str, int]) -> None:
    board = make_device()
    set_sizes(board)
    change_ships(board, (0, "pv", 5), (20, "pv", 4), (0, "order", orders[0]), (20, "order", orders[1]))
    change_ships(board, *((row, "done", 1 << 1) for row in (0, 20)))
    found = opened_values(board, "ship_ram", 0, 20)
    assert {name: found[name] for name in known} == known
    assert opened_values(board, "ship_grapple", 0, 20)["target_full_speed"] == int(orders[1] == 4)


def test_a_ship_without_an_order_may_have_any_speed() -> None:
    board = make_device()
    set_sizes(board)
    change_ships(board, (0, "pv", 5), (20, "pv", 4))
    found = opened_values(board, "ship_ram", 0, 20)
    assert (found["not_full_speed"], found["stationary"]) == (0, 0)


# Fleet game: an immobilised ship has no boarding factor.


def test_a_held_ship_has_no_factor_until_it_gets_it_back() -> None:
    free = {1: Fraction(1, 2), 0: Fraction(1, 2)}  # 8 against 4: the row "double"
    held = {1: Fraction(5, 6), 0: Fraction(1, 6)}  # 8 against 0: the row "triple"
    assert key_chances("fleet_boarding", value=8, target_value=4) == free
    assert key_chances("fleet_boarding", value=8, target_value=4, target_immobilised=1) == held
    assert key_chances("fleet_boarding", value=8, target_value=4, target_immobilised=2) == held
    assert (
        key_chances("fleet_boarding", value=8, target_value=4, target_immobilised=1, target_slowed=1) == free
    )
    assert key_chances("fleet_boarding", value=8, target_value=4, target_immobilised=1, full=1) == free
    assert key_chances("fleet_boarding", value=8, target_value=4, immobilised=1) == {
        2: Fraction(5, 6),
        0: Fraction(1, 6),
    }
    assert outcome_after("fleet_boarding", [(6,)], value=8, target_value=4, immobilised=1).key == 2
    with pytest.raises(Refused) as refused:
        key_chances("fleet_boarding", value=8, target_value=4, immobilised=1, target_immobilised=1)
    assert refused.value.code == "TRI-E06"


def test_the_owner_may_say_that_a_held_ship_keeps_its_factor() -> None:
    board = make_device(FLEET)
    change_ships(board, (0, "factor", 8), (20, "factor", 4), (20, "immobilised", 1))
    open_form(board, "fleet_boarding", 0, 20)
    assert board.words.has_text("83,3 %")
    press_keys(board, BACK)
    board.context.open("trireme.owner")
    top = board.app.stack.top()
    board.press_down_to("Immobile")
    assert top.list[top.cursor][1] == "aucun"
    press_keys(board, OK, DOWN, OK)
    assert board.app.stack.top().list[top.cursor][1] == "entier"
    open_form(board, "fleet_boarding", 0, 20)
    assert board.words.has_text("50 %")


def test_without_ships_nobody_is_asked_who_is_held() -> None:
    board = make_device(0)
    open_form(board, "fleet_boarding", -1, -1)
    assert [i.name for i in board.app.stack.top().list] == ["value", "target_value", "stronger"]


# Breaches, men, and ships that are out of the battle.


@pytest.mark.parametrize(("sizes", "larger"), [((6, 4), 1), ((4, 4), 0), ((3, 4), 0), ((0, 4), 0)])
def test_a_raking_that_makes_a_breach_knows_who_is_larger(sizes: tuple[int, int], larger: int) -> None:
    board = make_device()
    change_ships(board, (0, "size", sizes[0]), (20, "size", sizes[1]))
    board.app.device.store.replace("trireme.tsv", b"set\tship_rake_damage\t7\tegal\tBr\n")
    open_form(board, "ship_rake", 0, 20)
    board.entropy.faces([3, 4])
    press_keys(board, OK)
    assert board.app.stack.top().list[0] == "ship_breach"
    press_keys(board, OK)
    found = board.app.stack.top()
    assert (found.proc.name, found.rows, found.values["facing_larger"]) == ("ship_breach", [20], larger)


def test_a_ship_without_men_boards_nobody() -> None:
    board = make_device()
    change_ships(board, (0, "factor", 5), (0, "men", 0), (20, "factor", 5), (20, "men", 5))
    open_form(board, "ship_boarding", 0, 20)
    assert board.words.has_text("Alpha R n’a pas")
    board.run(1000)
    assert board.words.has_text("OK corriger"), "no OK that says the same again"
    press_keys(board, OK)
    assert (board.app.stack.ids[-1], board.app.stack.top().cursor) == ("trireme.form", 1)
    change_ships(board, (0, "men", 1))
    board.app.stack.top().on_show()
    press_keys(board, UP)
    assert board.words.has_text("OK lancer")


def test_a_sunk_ship_rolls_no_more_and_no_more_is_rolled_against_it() -> None:
    board = make_device()
    set_sizes(board)
    open_form(board, "ship_grapple", 0, 20)
    board.entropy.faces([1, 1])
    press_keys(board, OK)
    change_ships(board, (20, "fate", SUNK))
    change_ships(board, (0, "men", 3))
    top = board.app.stack.top()
    top.on_show()
    assert "again" not in top.list, "more than its own effects has followed"
    for rows in ((0, 20), (20, 0)):
        open_form(board, "ship_grapple", *rows)
        assert board.words.has_text("Alpha J n’est plus")
        press_keys(board, BACK)


def test_an_order_above_full_speed_is_refused_on_the_sheet_too() -> None:
    board = make_device()
    change_ships(board, (0, "pv", 3))
    board.context.open("trireme.sheet", 0, 0)
    go_to_line(board, "order")
    press_keys(board, OK, UP, UP, UP, UP, OK)
    assert board.words.has_text("Alpha R : PV")
    press_keys(board, OK)
    assert ship_value(board, 0, "order") == 0
    press_keys(board, OK, UP, UP, UP, OK)
    assert ship_value(board, 0, "order") == 3


# Corvus, towers, engines.


def test_a_corvus_makes_it_harder_for_the_other_to_let_go() -> None:
    board = make_device()
    tie_pairs(board, (0, 20), how=CORVUS)
    assert opened_values(board, "ship_detachment", 20, 0)["enemy_corvus"] == 1
    assert opened_values(board, "ship_detachment", 0, 20)["enemy_corvus"] == 0
    tie_pairs(board, (0, 20), how=CORVUS + 1)
    assert opened_values(board, "ship_detachment", 0, 20)["enemy_corvus"] == 1


def test_engines_and_towers_fire_at_their_step() -> None:
    board = make_device()
    change_ships(board, (0, "engines", 1), (20, "towers", 1))
    board.context.change([("game", 0, "step", 4)])
    board.context.open("trireme.turn")
    board.run(50)
    top = board.app.stack.top()
    assert [who for what, who in top.choices if what == "ship"] == [0, 20]
    press_keys(board, DOWN, OK)
    assert (board.app.stack.top().values["weapon"], board.app.stack.top().values["from_tower"]) == (1, 0)
    press_keys(board, BACK, DOWN, OK)
    assert (board.app.stack.top().values["weapon"], board.app.stack.top().values["from_tower"]) == (0, 1)


@pytest.mark.parametrize("name", ["corvus", "towers", "engines"])
def test_what_a_piece_of_equipment_is_for_can_be_asked(name: str) -> None:
    board = make_device()
    board.context.open("trireme.sheet", 0, 0)
    go_to_line(board, name)
    board.hold(OK)
    assert board.app.stack.ids[-1] is None
    press_keys(board, BACK)
    assert board.app.stack.ids[-1] == "trireme.sheet"


# Lists.


def test_a_target_is_chosen_among_the_other_side_first() -> None:
    board = make_device()
    change_ships(board, (21, "men", 3), (1, "men", 4))  # makes one ship of each side the last used one
    open_form(board, "ship_ram", 0, -1)
    press_keys(board, OK)
    assert board.app.stack.top().rows == [20, 21, 1], "of a few none is far: they are listed once"
    press_keys(board, BACK)
    change_ships(board, (1, "captured", 1))
    board.app.stack.top().on_show()
    press_keys(board, OK)
    assert board.app.stack.top().rows == [1, 20, 21]
    assert board.words.has_text("Bêta R pris")


@pytest.mark.parametrize(("step", "first", "side"), [(1, 0, 0), (2, 0, 1), (1, 1, 1), (2, 1, 0)])
def test_fatigue_is_that_of_a_ship_of_the_player_whose_step_it_is(step: int, first: int, side: int) -> None:
    for used in (1, 21):
        board = make_device(FLEET)
        change_ships(board, (used, "pv", 3))
        board.context.change([("game", 0, "step", step), ("game", 0, "starts", first)])
        board.context.open("trireme.turn")
        board.run(50)
        top = board.app.stack.top()
        assert [who for what, who in top.choices if what == "ship"] == [20 * side, 20 * side + 1]
        number = board.context.session.procedure_index("fleet_fatigue")
        at = top.choices.index(("roll", number))
        press_keys(board, *[DOWN] * at, OK)
        assert board.app.stack.ids[-1] == "trireme.fatigue"
        board.entropy.faces([6, 2])
        for row in (20 * side, 20 * side + 1):
            press_keys(board, OK)
            assert board.app.stack.top().rows == [row], "rolled at once, then the next one"
            press_keys(board, OK)
        assert [board.context.session.get("ship", 20 * side + at, "tired") for at in (0, 1)] == [0, 1]
        assert board.app.stack.ids[-1] == "trireme.fatigue"


def test_the_history_says_who_hangs_together_with_whom() -> None:
    board = make_device()
    tie_pairs(board, (0, 20))
    tie_pairs(board, (0, 20), how=0)
    board.context.open("trireme.history")
    press_keys(board, DOWN)
    assert [line[0] for line in board.app.stack.top().list[:2]] == [
        "Alpha R libre d’Alpha J",
        "Alpha R agrippé à Alpha J",
    ]


def test_more_pairs_than_there_are_rows_for_are_refused_with_a_word() -> None:
    board = make_device(SHIPS, 20, 20)
    state = board.context.session.state
    for at in range(TIES):
        board.context.change(ships.tie_changes(state, at % 16, 20 + at // 16, how=1))
    open_form(board, "ship_grapple", 19, 39)
    assert board.words.has_text("48 paires")  # the message comes before the dice
    eased = ("ship", 39, "eased", 1)
    # the ram has its effects in any case
    assert ships.roll_changes(state, "ship_ram", [19, 39], 0, [eased]) == [eased]
    board.context.open("trireme.sheet", 0, 19)
    go_to_line(board, "grappled")
    press_keys(board, OK, OK, OK)
    assert board.words.has_text("48 paires")
    board.context.change(battle.removal_changes(state, 0))
    press_keys(board, OK, OK, OK, OK)
    assert len(ships.ties(state)) == TIES - 3 + 1


# A boarding consists of two rolls that belong together.


def roll_boarding(board: VirtualBoard, one: int, other: int, die: int) -> None:
    open_form(board, "ship_boarding", one, other)
    board.entropy.faces([die])
    press_keys(board, OK, OK)


def test_the_one_that_lost_more_surrenders_whoever_rolled_last() -> None:
    for first, second in ((0, 20), (20, 0)):
        board = make_device()
        change_ships(board, (0, "factor", 15), (20, "factor", 5), (0, "men", 20), (20, "men", 20))
        tie_pairs(board, (0, 20))
        roll_boarding(board, first, second, 3)
        roll_boarding(board, second, first, 3)
        assert (ship_value(board, 0, "men"), ship_value(board, 20, "men")) == (19, 17)
        assert board.app.stack.top().list[0] == "ship_surrender"
        press_keys(board, OK)
        assert board.app.stack.top().rows == [20]
        assert opened_values(board, "ship_detachment", 0, 20)["won_boarding"] == 1
        assert opened_values(board, "ship_detachment", 20, 0)["won_boarding"] == 0


def test_after_a_boarding_with_nobody_the_other_ship_has_its_roll() -> None:
    board = make_device()
    change_ships(board, (0, "factor", 0), (20, "factor", 5), (0, "men", 20), (20, "men", 20))
    tie_pairs(board, (0, 20))
    open_form(board, "ship_boarding", 0, 20)
    press_keys(board, OK)
    board.press_until(OK, lambda: board.app.stack.top().list[0] == "ship_boarding")
    press_keys(board, OK)
    assert board.app.stack.top().rows == [20, 0]


def test_who_has_another_boarding_before_it_does_not_surrender_yet() -> None:
    board = make_device()
    change_ships(
        board, *((row, "men", 20) for row in (0, 1, 20)), *((row, "factor", 5) for row in (0, 1, 20))
    )
    tie_pairs(board, (0, 20), (1, 20))
    roll_boarding(board, 0, 20, 6)
    roll_boarding(board, 20, 0, 1)
    assert board.app.stack.top().list == ["leave", "again"]
    roll_boarding(board, 1, 20, 6)
    roll_boarding(board, 20, 1, 1)
    assert board.app.stack.top().list == ["ship_surrender", "leave", "again"]


def test_a_captured_ship_shows_whose_it_is_in_each_list() -> None:
    for game, step, names in (
        (FLEET, 1, ("turn", "ships", "fatigue")),
        (SHIPS, 1, ("turn", "ships", "orders")),
    ):
        board = make_device(game)
        change_ships(board, (1, "captured", 1))
        board.context.change([("game", 0, "step", step), ("game", 0, "starts", 1)])
        for name in names:
            board.context.open("trireme." + name)
            board.run(50)
            top = board.app.stack.top()
            labels = [top.list[at][0] for at in range(len(top.list))]
            assert "Bêta R pris" in labels and "Bêta R" not in labels, name
        board.context.open("trireme.card", 1)
        board.run(50)
        assert board.words.has_text("Bêta R pris")
        assert board.words.has_text("Jaunes"), "whose it is now"


def test_an_order_above_full_speed_is_refused_with_the_reason_where_the_ships_are_in_a_row() -> None:
    board = make_device()
    change_ships(board, (0, "pv", 2))
    board.context.change([("game", 0, "step", 1)])
    board.context.open("trireme.orders")
    press_keys(board, UP, UP)
    assert board.context.session.get("ship", 0, "order") == 2
    press_keys(board, UP)
    assert board.words.has_text("Alpha R : PV")
    press_keys(board, UP, UP, DOWN)
    assert board.context.session.get("ship", 0, "order") == 1, "the words take no key"
    press_keys(board, DOWN, DOWN)
    assert board.context.session.get("ship", 0, "order") == 0


@pytest.mark.parametrize(
    ("game", "name", "rows", "faces"),
    [
        (FLEET, "fleet_clearance", (0,), [4]),
        (FLEET, "fleet_fatigue", (0,), [1]),
        (FLEET, "fleet_ram", (0, 20), [6, 1]),
        (FLEET, "fleet_ram", (0, 20), [5, 5]),
        (FLEET, "fleet_boarding", (0, 20), [6]),
        (SHIPS, "ship_reef", (0,), [6]),
        (SHIPS, "ship_breach", (0,), [2]),
        (SHIPS, "ship_grapple", (0, 20), [6, 5]),
        (SHIPS, "ship_boarding", (0, 20), [6]),
        (SHIPS, "ship_surrender", (0,), [4, 5]),
        (SHIPS, "ship_clearance", (0,), [1, 1]),
        (SHIPS, "ship_detachment", (0, 20), [6, 6]),
    ],
)
def test_a_result_that_was_made_again_is_not_rolled_by_the_next_key(
    game: int, name: str, rows: tuple[int, ...], faces: list[int]
) -> None:
    board = make_device(game)
    for row in (0, 20):
        change_ships(
            board, (row, "size", 5), (row, "factor", 5), (row, "men", 9), (row, "immobilised", row == 0)
        )
        change_ships(board, (row, "slowed", 1))
    if name == "ship_detachment":
        tie_pairs(board, (0, 20))
    open_form(board, name, *rows)
    board.entropy.faces(faces)
    press_keys(board, OK)
    assert board.app.stack.ids[-1] == "trireme.result"
    press_keys(board, OK)
    board.hold(BACK)
    board.run(2500)
    board.context.redo()
    board.run(2500)
    top = board.app.stack.top()
    assert board.app.stack.ids[-1] == "trireme.result", "where it was made"
    assert top.applied
    assert top.list[0] != "again", top.list


def test_the_last_pair_offers_no_boarding_between_a_prize_and_its_captor() -> None:
    board = make_device(FLEET)
    app = board.app
    app.context.change([("ship", 0, "factor", 9), ("ship", 20, "factor", 3)])
    app.context.change(ships.tie_changes(app.context.session.state, 0, 20, how=GRAPPLED))
    app.context.open("trireme.form", app.context.session.procedure_index("fleet_boarding"), 0, 20, 9, 3)
    board.entropy.faces([6])
    press_keys(board, OK, OK)
    assert app.context.session.get("ship", 20, "captured") == 1
    app.context.open("trireme.pair")
    board.run(50)
    names = [app.context.session.listed[at][0] for at in app.stack.top().numbers()]
    assert names == ["fleet_ram", "fleet_grapple"]
    form = opening.rows_for(app.context, app.context.session.procedure_index("fleet_boarding"))
    assert form == [0, -1], "whom it boards next is asked"
    app.context.change([("ship", 20, "captured", 0)])
    board.run(50)
    app.context.open("trireme.pair")
    board.run(50)
    assert "fleet_boarding" in [app.context.session.listed[at][0] for at in app.stack.top().numbers()]


# A repeated roll replaces the applied one.


def rolled_again(board: VirtualBoard, *faces: int) -> None:
    top = board.app.stack.top()
    assert top.applied
    board.entropy.faces(list(faces))
    press_keys(board, *[DOWN] * (top.list.index("again") - top.cursor), OK)
    assert board.words.has_text("Annulé")
    assert not board.app.stack.top().applied
    press_keys(board, OK)


def test_a_boarding_that_is_rolled_again_costs_the_men_of_the_second_roll_alone() -> None:
    board = make_device()
    change_ships(board, (0, "factor", 15), (20, "factor", 15), (0, "men", 12), (20, "men", 12))
    tie_pairs(board, (0, 20))
    roll_boarding(board, 0, 20, 6)
    assert ship_value(board, 20, "men") == 7
    rolled_again(board, 1)
    assert ship_value(board, 20, "men") == 10
    board.hold(BACK)
    assert ship_value(board, 20, "men") == 12


def test_to_roll_again_is_undone_with_the_roll_and_what_it_replaced_comes_back() -> None:
    board = make_device()
    change_ships(board, (0, "factor", 15), (20, "factor", 15), (0, "men", 12), (20, "men", 12))
    tie_pairs(board, (0, 20))
    roll_boarding(board, 0, 20, 6)
    top = board.app.stack.top()
    board.entropy.faces([1])
    press_keys(board, *[DOWN] * top.list.index("again"), OK)
    assert ship_value(board, 20, "men") == 12
    board.hold(BACK)
    assert board.words.has_text("Jet repris")
    board.context.redo()
    assert ship_value(board, 20, "men") == 7
    assert board.app.stack.top().resolution.path == [(6,)]
    assert board.app.stack.top().applied


def test_who_lost_is_asked_to_surrender_though_a_roll_was_made_again() -> None:
    board = make_device()
    change_ships(board, (0, "factor", 15), (20, "factor", 25), (0, "men", 20), (20, "men", 20))
    tie_pairs(board, (0, 20))
    roll_boarding(board, 0, 20, 6)  # 5
    rolled_again(board, 3)  # 3
    roll_boarding(board, 20, 0, 1)  # 4
    rolled_again(board, 6)  # 8
    rolled_again(board, 1)  # 4
    assert (ship_value(board, 0, "men"), ship_value(board, 20, "men")) == (16, 17)
    top = board.app.stack.top()
    assert top.losing_ship() == 0
    assert top.list == ["ship_surrender", "leave", "again"]
    assert walks.ships_to_act(board.context.session.state, "boardings") == []
    press_keys(board, OK)
    assert board.app.stack.top().rows == [0]


def test_a_ram_of_fleets_that_is_rolled_again_has_the_odds_it_had() -> None:
    board = make_device(FLEET)
    set_sizes(board)
    open_form(board, "fleet_ram", 0, 20)
    board.entropy.faces([1, 1])
    press_keys(board, OK)
    top = board.app.stack.top()
    odds = top.resolution.odds()
    press_keys(board, OK)
    assert ship_value(board, 20, "immobilised") == 1
    rolled_again(board, 1, 1)
    assert top.values["target_immobilised"] == 0
    assert top.resolution.odds() == odds


def test_what_a_ship_or_a_pair_has_rolled_this_turn_is_refused_in_words() -> None:
    board = make_device()
    change_ships(board, (0, "factor", 15), (20, "factor", 15), (0, "men", 12), (20, "men", 12))
    tie_pairs(board, (0, 20))
    roll_boarding(board, 0, 20, 6)
    open_form(board, "ship_boarding", 0, 20)
    assert board.words.has_text("Déjà fait ce tour : Alpha R")
    press_keys(board, OK, OK)
    assert ship_value(board, 20, "men") == 7
    open_form(board, "ship_surrender", 20)
    board.entropy.faces([1, 1])
    press_keys(board, OK, OK)
    open_form(board, "ship_surrender", 20)
    assert board.words.has_text("Déjà fait ce tour : Alpha J")


def test_men_that_were_not_there_are_not_lost() -> None:
    board = make_device()
    change_ships(board, (0, "factor", 15), (20, "factor", 15), (0, "men", 12), (20, "men", 0))
    tie_pairs(board, (0, 20))
    open_form(board, "ship_boarding", 0, 20)
    board.entropy.faces([6])
    press_keys(board, OK)
    assert board.words.has_text("Pertes")
    assert board.app.stack.top().answer_text() == "0"
    press_keys(board, OK)
    assert "ship_boarding" not in board.app.stack.top().list


def test_a_raking_at_its_step_asks_for_its_ships() -> None:
    board = make_device()
    board.context.change([("game", 0, "step", 2), ("game", 0, "pulse", 1)])
    board.context.open("trireme.turn")
    board.run(50)
    number = board.context.session.procedure_index("ship_rake")
    board.press_until(
        DOWN, lambda: board.app.stack.top().choices[board.app.stack.top().cursor] == ("roll", number)
    )
    press_keys(board, OK)
    assert board.words.has_text("Attaquant")
    assert board.app.stack.ids[-1] is None
    press_keys(board, OK)
    form_ = board.app.stack.top()
    assert form_.rows[0] >= 0
    press_keys(board, OK, OK)
    assert min(form_.rows) >= 0
    press_keys(board, BACK)


def test_a_roll_for_no_ship_says_so_where_a_ship_could_be_named() -> None:
    for game, words in ((SHIPS, True), (FLEET, False)):
        board = make_device(game)
        open_form(board, "ship_rake", -1, -1)
        board.entropy.faces([1, 2])
        press_keys(board, *[UP] * board.app.stack.top().cursor, OK)
        board.press_until(OK, lambda board=board: board.app.stack.top().ask is None)
        assert board.app.stack.ids[-1] == "trireme.result"
        assert board.words.has_text("sans navire") == words


# Values that were not entered, and values of 0.


def test_a_full_speed_that_a_breach_brings_to_0_is_0() -> None:
    board = make_device()
    set_sizes(board)
    change_ships(board, (0, "pv", 1), (0, "men", 1), (0, "factor", 4), (20, "pv", 3))
    open_form(board, "ship_breach", 0)
    board.entropy.faces([4])
    press_keys(board, OK, OK)
    assert [ship_value(board, 0, field) for field in ("pv", "men")] == [0, 0]
    board.context.open("trireme.card", 0)
    board.run(50)
    assert board.words.has_text("PV 0") and board.words.has_text("0 hommes")
    press_keys(board, BACK)
    board.context.change([("game", 0, "step", 1)])
    board.context.open("trireme.orders")
    board.run(50)
    assert board.words.has_text("PV 0")
    press_keys(board, *[UP] * 5)
    assert board.words.has_text("PV 0, pas plus vite")
    assert not ships.has_order(board.context.session.state, 0)
    press_keys(board, DOWN)
    assert board.words.has_text("0 -----")
    board.boot()
    assert board.words.has_text("PV 0"), "after a restart too"
    board.context.open("trireme.sheet", 0, 0, board.context.session.state.kind("ship").index["order"])
    press_keys(board, OK, UP, OK)
    assert board.words.has_text("PV 0, pas plus vite"), "nor on its sheet"
    press_keys(board, OK)
    assert ship_value(board, 0, "order") == 0


@pytest.mark.parametrize(
    ("order", "pv", "slow", "fast"),
    [(0, 0, 1, 0), (0, 3, 1, 0), (0, -1, 1, 0), (3, 3, 0, 1), (2, 3, 1, 0), (2, -1, 0, 0), (4, 0, 0, 1)],
)
def test_who_is_at_full_speed(order: int, pv: int, slow: int, fast: int) -> None:
    board = make_device()
    set_sizes(board)
    for row in (0, 20):
        board.context.change(ships.order_changes(board.context.session.state, row, order))
        if pv >= 0:
            change_ships(board, (row, "pv", pv))
    found = opened_values(board, "ship_rake", 0, 20)
    assert (found["not_full_speed"], found["target_full_speed"]) == (slow, fast)
    assert opened_values(board, "ship_ram", 0, 20)["stationary"] == (order == 0)


@pytest.mark.parametrize("game", [FLEET, SHIPS])
def test_a_boarding_value_that_nobody_has_entered_is_asked_for(game: int) -> None:
    board = make_device(game)
    change_ships(board, (0, "men", 9), (20, "men", 9), (20, "factor", 4))
    name = "fleet_boarding" if game == FLEET else "ship_boarding"
    open_form(board, name, 0, 20)
    assert board.words.has_text("abordage ?")
    top = board.app.stack.top()
    missing = next(line for line in top.list if not isinstance(line, int))
    assert (missing.field, top.value(missing), top.lanes()) == ("factor", "?", "")
    press_keys(board, OK)
    sheet = board.app.stack.top()
    assert (sheet.row, sheet.names()[sheet.cursor]) == (0, "factor")
    press_keys(board, OK, OK, BACK)
    assert board.app.stack.top().error is None, "0 is a value"
    assert board.app.stack.top().values["value" if game == FLEET else "factor"] == 0
    change_ships(board, (0, "factor", 0), (20, "factor", 0))
    board.app.stack.top().on_show()
    assert (board.app.stack.top().error is not None) == (game == FLEET), "no combat of 0 against 0"


def test_steps_of_a_ship_without_an_order_are_not_told() -> None:
    board = make_device()
    open_form(board, "ship_steps", 0)
    assert board.words.has_text("d’ordre")
    press_keys(board, OK)
    sheet = board.app.stack.top()
    assert (sheet.row, sheet.names()[sheet.cursor]) == (0, "order")
    assert sheet.value("order") == "?"
    press_keys(board, OK, OK, BACK)
    assert board.app.stack.top().error is None
    assert board.words.has_text("aucune")
    assert ships.has_order(board.context.session.state, 0), "the step of orders asks no more for it"


def test_both_ships_without_men_are_not_listed_next_turn() -> None:
    board = make_device()
    change_ships(board, *((row, "men", 1) for row in (0, 20)), *((row, "factor", 10) for row in (0, 20)))
    tie_pairs(board, (0, 20))
    for rows in ((0, 20), (20, 0)):
        board.context.navigation.back_to("trireme.home")
        open_form(board, "ship_boarding", *rows)
        board.entropy.faces([6])
        press_keys(board, OK, OK)
    assert [ship_value(board, row, "men") for row in (0, 20)] == [0, 0]
    board.context.change(ships.turn_end_changes(board.context.session.state))
    assert walks.ships_to_act(board.context.session.state, "boardings") == []
    board.context.navigation.back_to("trireme.home")
    open_form(board, "ship_boarding", 0, 20)
    assert board.words.has_text("Alpha R n’a pas")


def test_a_counter_of_speed_0_is_of_speed_0() -> None:
    board = make_device(0)
    panel = {0: bytes([0, 3, 2, 1, 4]) + bytes(6)}
    board.context.change(battle.start_changes(board.context.session.state, SHIPS, 1, 1, panel))
    state = board.context.session.state
    assert [ships.is_noted(state, 0, field) for field in ("pv", "factor", "men")] == [True, True, False]
    board.context.change(battle.joining_changes(state, 0, panel))
    assert not ships.is_noted(state, 1, "pv"), "there is no counter of its name"
    board.context.change(battle.copy_changes(state, 0, 1))
    assert [ships.is_noted(state, 1, field) for field in ("pv", "factor", "men")] == [True, True, False]
    board.context.change(battle.removal_changes(state, 1))
    assert state.get("ship", 1, "noted") == 0


def test_a_ship_that_was_tried_this_turn_is_offered_no_more() -> None:
    board = make_device(SHIPS, 1, 2)
    state = board.context.session.state
    open_form(board, "ship_grapple", 0, -1)
    assert list(board.app.stack.top().candidates(1)) == [20, 21]
    board.context.change(ships.roll_changes(state, "ship_grapple", [0, 20], 0, []))
    open_form(board, "ship_grapple", 0, -1)
    assert list(board.app.stack.top().candidates(1)) == [21]
    open_form(board, "ship_grapple", 20, -1)
    assert 0 in board.app.stack.top().candidates(1)  # the opposite roll is still possible


def test_a_ship_that_has_rammed_is_marked_in_the_list() -> None:
    board = make_device(FLEET, 2, 2)
    board.context.change([("game", 0, "step", 3)])
    board.context.change(ships.done_changes(board.context.session.state, "fleet_ram", [0, 20]))
    board.context.open("trireme.turn")
    board.run(50)
    values = {entry[0]: entry[1] for entry in list(board.app.stack.top().list)}
    assert values["Alpha R"].startswith("✓") and not values["Bêta R"].startswith("✓")


def test_a_fire_asks_which_ship_shoots() -> None:
    board = make_device(SHIPS, 2, 2)
    board.context.change([("game", 0, "step", 4)])
    board.context.open("trireme.turn")
    board.run(50)
    turn = board.app.stack.top()
    turn.cursor = [what for what, _ in turn.choices].index("roll")
    press_keys(board, OK)
    assert board.app.stack.top().title == "Navire"
    press_keys(board, DOWN, OK)
    assert board.app.stack.top().rows == [1]


def test_a_tie_that_is_gone_is_told_without_unknown_names() -> None:
    board = make_device(FLEET, 1, 1)
    state = board.context.session.state
    board.context.change(ships.tie_changes(state, 0, 20, eased=1))
    board.context.change(ships.tie_changes(state, 0, 20, how=1))
    board.context.change(ships.tie_removal_changes(state, 20))
    board.context.open("trireme.history")
    board.run(50)
    assert "?" not in " ".join(text for text in board.words.strings if text != "?")
