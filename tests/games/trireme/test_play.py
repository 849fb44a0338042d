"""Trirème: the texts before and after a roll, and the keys there."""

from __future__ import annotations

import pytest

from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from tests.games.trireme.test_ships import (
    go_to_line,
    make_device,
    partners_of,
    press_keys,
    ship_value,
    tie_pairs,
)

from gobelet.games.trireme.rules import ships, walks  # isort: skip
from gobelet.games.trireme.rules.sheets import FLEET, NOTED, SHIPS  # isort: skip
from gobelet.games.trireme.screens import common, opening, owner_data  # isort: skip


def open_form(board: VirtualBoard, name: str, *given: int) -> None:
    board.context.open("trireme.form", board.context.session.procedure_index(name), *given)
    board.app.stack.top().accept_values(["against", "stronger", "flank"])
    board.run(50)


def go_to_step(board: VirtualBoard, name: str) -> None:
    """Go to a step of the turn."""
    names = [step[0] for step in walks.steps(board.context.session.state)]
    assert board.context.change([("game", 0, "step", names.index(name))])
    board.context.open("trireme.turn")
    board.run(50)


def change_ships(board: VirtualBoard, *changes: tuple[int, str, int]) -> None:
    """Apply changes of ships as players enter them; a 0 is then a value."""
    state = board.context.session.state
    entered: dict[int, list[str]] = {}
    for row, field, _ in changes:
        if field in NOTED:
            entered.setdefault(row, []).append(field)
    notes = [ships.note_change(state, row, fields) for row, fields in entered.items()]
    assert board.context.change([("ship", *each) for each in changes] + notes)


def set_sizes(board: VirtualBoard) -> None:
    change_ships(board, *((row, "size", 5) for row in (0, 1, 20, 21)))


class TestForm:
    def test_a_missing_size_is_a_line_that_leads_to_its_place_on_the_sheet(self) -> None:
        board = make_device()
        change_ships(board, (20, "size", 5))
        open_form(board, "ship_ram", 0, 20)
        assert board.words.has_text("Il manque une taille")
        assert board.words.has_text("OK changer")
        press_keys(board, OK)
        sheet = board.app.stack.top()
        assert (board.app.stack.ids[-1], sheet.row, sheet.names()[sheet.cursor]) == (
            "trireme.sheet",
            0,
            "size",
        )
        press_keys(board, OK, UP, UP, OK, BACK)
        assert ship_value(board, 0, "size") == 2
        assert board.app.stack.top().values["rammer_size"] == 2
        assert board.words.has_text("OK lancer")

    def test_no_sail_is_mended_on_the_sheet_too(self) -> None:
        board = make_device(FLEET)
        open_form(board, "fleet_sail", 0)
        assert board.words.has_text("voile hissée")
        press_keys(board, OK)
        sheet = board.app.stack.top()
        assert sheet.names()[sheet.cursor] == "sail"

    def test_there_are_no_real_dice_where_none_are_thrown_and_the_sail_is_in_sight(self) -> None:
        board = make_device(FLEET)
        open_form(board, "fleet_sail", 0)
        top = board.app.stack.top()
        press_keys(board, *[DOWN] * top.last_line())
        assert not board.words.has_text("Dés réels")
        change_ships(board, (0, "sail", 2), (0, "size", 5))
        open_form(board, "fleet_sail", 0)
        assert board.words.has_text("3 PM")
        press_keys(board, UP)
        assert board.words.has_text("Voile grand-voile")
        press_keys(board, OK)
        sheet = board.app.stack.top()
        assert sheet.names()[sheet.cursor] == "sail"

    def test_another_target_is_sought_from_the_one_there_is(self) -> None:
        board = make_device(FLEET, second=4)
        change_ships(board, *((row, "size", 5) for row in (0, 20, 21, 22, 23)))
        open_form(board, "fleet_ram", 0, 20)
        press_keys(board, DOWN, DOWN, OK)
        top = board.app.stack.top()
        assert top.rows[top.cursor] == 20
        press_keys(board, DOWN, OK)
        assert board.app.stack.top().rows == [0, 21]

    def test_a_prize_is_not_what_its_captor_rams_next(self) -> None:
        board = make_device()
        set_sizes(board)
        change_ships(board, (0, "factor", 4), (20, "factor", 4), (0, "men", 9), (20, "men", 9))
        open_form(board, "ship_boarding", 0, 20)
        board.entropy.faces([3])
        press_keys(board, OK, OK)
        for row, second in ((0, 20), (1, -1)):
            change_ships(board, (20, "captured", row))
            for name in ("ship_ram", "ship_rake"):
                board.context.navigation.back_to("trireme.home")
                opening.open_form(board.context, board.context.session.procedure_index(name))
                assert board.app.stack.top().rows == [0, second]

    def test_an_expert_crew_is_nothing_that_is_missing(self) -> None:
        board = make_device()
        change_ships(board, (0, "crew", 0), (0, "immobilised", 2))
        open_form(board, "ship_clearance", 0)
        assert board.app.stack.top().lacking_inputs() == []
        assert not board.words.has_text("OK changer")
        change_ships(board, (0, "immobilised", 0))
        open_form(board, "ship_clearance", 0)
        assert [i.name for i in board.app.stack.top().lacking_inputs()] == ["immobilised"]

    def test_a_ship_that_was_removed_on_its_sheet_is_asked_again(self) -> None:
        board = make_device(second=3)
        set_sizes(board)
        open_form(board, "ship_ram", 0, 20)
        board.context.open("trireme.sheet", 0, 20)
        board.run(50)
        press_keys(board, UP, OK, DOWN, OK)
        assert not ship_value(board, 20, "used")
        assert board.app.stack.ids[-1] == "trireme.form"
        assert board.app.stack.top().rows == [0, -1]

    def test_what_nobody_knows_adds_nothing_to_a_sinking(self) -> None:
        board = make_device(FLEET)
        change_ships(board, (0, "size", 5), (20, "size", 9))
        open_form(board, "fleet_ram", 0, 20)
        assert [least for _, _, least in board.app.stack.top().questions()] == ["≥", ""]
        assert board.app.stack.top().odds.unknown

    def test_a_modifier_from_a_sheet_is_changed_there(self) -> None:
        board = make_device()
        set_sizes(board)
        change_ships(board, (20, "eased", 1))
        open_form(board, "ship_grapple", 0, 20)
        top = board.app.stack.top()
        press_keys(board, *[DOWN] * (1 + [getattr(i, "name", i) for i in top.list].index("made_easier")))
        press_keys(board, OK)
        sheet = board.app.stack.top()
        assert (sheet.row, sheet.names()[sheet.cursor]) == (20, "eased")
        press_keys(board, OK, BACK)
        assert ship_value(board, 20, "eased") == 0

    def test_once_both_ships_are_chosen_ok_rolls(self) -> None:
        board = make_device(SHIPS)
        set_sizes(board)
        open_form(board, "ship_ram", -1, -1)
        assert board.app.stack.top().cursor == 1
        press_keys(board, OK, OK)
        assert board.app.stack.top().cursor == 2
        press_keys(board, OK, OK)
        assert board.app.stack.top().cursor == 0
        assert -1 not in board.app.stack.top().rows

    def test_odds_that_rest_on_cells_in_doubt_say_so_first(self) -> None:
        board = make_device()
        set_sizes(board)
        open_form(board, "ship_ram", 0, 20)
        share = board.app.stack.top().odds
        assert (share.unknown, share.total) == (33, 36)
        assert board.words.has_text("92 %"), "as the chances beside it, without a decimal"
        assert board.words.has_text("éperonneur\u00a0≥3 %")
        board.hold(OK)
        press_keys(board, OK, UP)
        assert board.words.has_text("33/36")
        press_keys(board, UP)
        assert board.words.has_text("≥2,8 %")

    def test_the_risks_of_a_clearance_are_before_the_roll(self) -> None:
        board = make_device(FLEET)
        change_ships(board, (0, "immobilised", 1))
        open_form(board, "fleet_clearance", 0)
        assert [board.words.has_text(word) for word in ("Dégagé", "Coulé", "Permanent")] == [True] * 3

    def test_a_sum_without_a_number_to_reach_stands_alone(self) -> None:
        board = make_device(FLEET)
        change_ships(board, (20, "eased", 1), (0, "crew", 0))
        open_form(board, "fleet_grapple", 0, 20)
        assert board.words.has_text("+2 au jet")
        assert not board.words.has_text("jet +2")
        press_keys(board, UP)
        assert not board.words.has_text("Dés réels"), "no die is thrown"

    def test_a_sail_says_for_which_bearing(self) -> None:
        board = make_device(FLEET)
        change_ships(board, (0, "sail", 2), (0, "size", 5))
        open_form(board, "fleet_sail", 0)
        assert board.words.has_text("Allure A")
        top = board.app.stack.top()
        top.set_value(next(i for i in top.proc.inputs if i.name == "bearing"), 1)
        board.run(50)
        assert board.words.has_text("Allure B")

    def test_a_reef_has_the_tide_of_the_turn_whatever_the_last_roll_had(self) -> None:
        board = make_device()
        change_ships(board, (0, "size", 5), (1, "size", 5))
        number = board.context.session.procedure_index("ship_reef")
        shares = ((67, 17, 17), (50, 17, 33))
        for tide in (0, 1, 0):
            board.context.navigation.back_to("trireme.home")
            assert board.context.change([("game", 0, "tide", tide), ("ship", 0, "fate", 0)])
            opening.open_form(board.context, number, 0)
            board.run(50)
            assert board.app.stack.top().read == [f"{share}\u202f%" for share in shares[tide]]
            assert board.words.has_text(("montante", "descendante")[tide]), "before the roll"
            board.entropy.faces([5])
            press_keys(board, OK)
            assert board.words.has_text(("Arrêté", "Naufragé")[tide])
            press_keys(board, OK)

    def test_a_ship_that_is_chosen_in_the_form_has_the_tide_of_the_turn(self) -> None:
        board = make_device()
        change_ships(board, (0, "size", 5), (1, "size", 5))
        number = board.context.session.procedure_index("ship_reef")
        opening.open_form(board.context, number, 1)
        board.entropy.faces([1])
        press_keys(board, OK, OK)
        assert board.context.change([("game", 0, "tide", 1)])
        opening.open_form(board.context, number, 0)
        press_keys(board, DOWN, OK, DOWN, OK)
        top = board.app.stack.top()
        assert (top.rows, top.values["tide"]) == ([1], 1)

    def test_the_tide_of_the_turn_is_changed_in_the_form_and_undone(self) -> None:
        board = make_device()
        change_ships(board, (0, "size", 5))
        opening.open_form(board.context, board.context.session.procedure_index("ship_reef"), 0)
        board.run(50)
        press_keys(board, DOWN, DOWN)
        assert board.words.has_text("Marée montante")
        press_keys(board, OK)
        assert board.words.has_text("Marée descendante")
        assert (board.context.session.get("game", 0, "tide"), board.app.stack.top().values["tide"]) == (1, 1)
        board.hold(BACK)
        assert (board.context.session.get("game", 0, "tide"), board.app.stack.top().values["tide"]) == (0, 0)

    def test_a_form_does_not_take_over_what_the_orders_of_an_earlier_turn_said(self) -> None:
        board = make_device()
        set_sizes(board)
        change_ships(board, (0, "pv", 5), (20, "pv", 5), (0, "order", 3), (20, "done", 1 << ships.ORDERS))
        number = board.context.session.procedure_index("ship_ram")
        opening.open_form(board.context, number, 0, 20)
        given = board.app.stack.top().given
        assert (given["not_full_speed"], given["stationary"]) == (1, 1)
        top = board.app.stack.top()
        top.set_value(next(i for i in top.proc.inputs if i.name == "flank"), 1)
        board.entropy.faces([1, 1])
        press_keys(board, OK, OK)
        change_ships(board, (0, "order", 0), (20, "done", 0))  # a new turn has begun
        for role in (-1, 0):
            board.context.navigation.back_to("trireme.home")
            opening.open_form(board.context, number, 0, 20 if role < 0 else 21)
            if role == 0:
                board.app.stack.top().set_row(1, 20)
            given = board.app.stack.top().given
            assert (given["not_full_speed"], given["stationary"]) == (0, 0), "nobody has said that"
            assert given["flank"] == 1, "that the player said"

    def test_a_breach_is_faced_anew(self) -> None:
        board = make_device()
        set_sizes(board)
        open_form(board, "ship_breach", 0, 1)
        board.entropy.faces([1])
        press_keys(board, OK, OK)
        opening.open_form(board.context, board.context.session.procedure_index("ship_breach"), 0)
        assert board.app.stack.top().values["facing_larger"] == 0

    @pytest.mark.parametrize(
        ("language", "title", "line"),
        [
            ("fr", "Incendiaires", "Alpha J\u00a0: Incendiaires"),
            ("en", "Incendiaries", "Alpha Y: Incendiaries"),
        ],
    )
    def test_whose_missiles_burn_is_told_before_and_after_the_dice(
        self, language: str, title: str, line: str
    ) -> None:
        board = make_device()
        board.choose_language(language)
        name = common.name(board.context, 20)
        change_ships(board, (20, "engines", 1))
        go_to_step(board, "fire")
        top = board.app.stack.top()
        board.press_until(DOWN, lambda: top.choices[top.cursor] == ("ship", 20))
        press_keys(board, OK)
        assert board.words.has_text(title) and board.words.has_text(name)
        assert board.app.stack.top().given["weapon"] == 1
        board.entropy.faces([6])
        press_keys(board, OK)
        assert board.words.has_text(title) and board.words.has_text(name)
        press_keys(board, OK)  # the cursor is on the next ship, not on the same one
        assert board.app.stack.ids[-1] == "trireme.turn"
        board.context.open("trireme.history")
        board.run(100)
        assert board.app.stack.top().list.lines[0][0] == line

    def test_shots_are_told_beside_their_die(self) -> None:
        board = make_device()
        open_form(board, "ship_incendiary", 0, 0, 1, 0, 1)
        assert not board.words.has_text("×")
        open_form(board, "ship_incendiary", 0, 0, 1, 0, 3)
        assert board.words.has_text("×3")
        assert board.words.has_text("70,4")

    def test_a_reason_says_what_was_chosen(self) -> None:
        board = make_device(FLEET)
        set_sizes(board)
        open_form(board, "fleet_ram", 0, 20, 1, 1)
        board.entropy.faces([6, 1])
        press_keys(board, OK)
        board.hold(OK)
        lines = board.app.stack.top().body.split("|")
        assert "Contre flanc +5 (éper.)" in lines
        assert "Flanc de proue +3 (cible)" in lines

    def test_the_values_of_a_boarding_are_beside_its_die(self) -> None:
        board = make_device(FLEET)
        change_ships(board, (0, "factor", 6), (20, "factor", 4), (20, "immobilised", 1))
        open_form(board, "fleet_boarding", 0, 20)
        assert board.words.has_text("6 contre 0")
        board.entropy.faces([6])
        press_keys(board, OK)
        board.hold(OK)
        reasons = board.app.stack.top().body
        assert "6 contre 0\xa0: le triple ou plus" in reasons, "in the same form"
        board = make_device()
        change_ships(board, (0, "factor", 9), (0, "men", 0), (20, "men", 5))
        open_form(board, "ship_boarding", 0, 20)
        assert board.words.has_text("d’hommes")
        assert not board.words.has_text("OK lancer"), "it has no men: it cannot"
        change_ships(board, (0, "men", 9))
        open_form(board, "ship_boarding", 0, 20)
        assert board.words.has_text("Abordage 9")

    def test_back_from_the_target_of_a_ram_is_back_to_who_rams(self) -> None:
        board = make_device(FLEET)
        set_sizes(board)
        go_to_step(board, "rams")
        press_keys(board, OK)
        assert board.words.has_text("Cible")
        press_keys(board, BACK)
        assert board.app.stack.ids[-1] == "trireme.turn"
        assert board.words.has_text("OK éperonner")
        press_keys(board, OK, OK, BACK)
        assert board.app.stack.ids[-1] == "trireme.turn"
        press_keys(board, OK, OK, OK, DOWN, DOWN, OK, BACK)  # looks for another target, and finds none
        assert board.app.stack.ids[-1] == "trireme.form"
        assert board.app.stack.top().rows == [0, 20]


class TestResult:
    def test_a_clearance_to_be_checked_asks_which_of_the_two(self) -> None:
        board = make_device()
        change_ships(board, (0, "immobilised", 1), (0, "crew", 2))
        open_form(board, "ship_clearance", 0)
        board.entropy.faces([6, 5])
        press_keys(board, OK)
        assert board.words.has_text("Jet 11 : D")
        assert board.words.has_text("ou Dvr ?")
        press_keys(board, UP, OK)
        assert board.words.has_text("Garder Dvr en débutant, 11 ?")

    def test_a_raking_names_its_column(self) -> None:
        board = make_device(language="en")
        open_form(board, "ship_rake", 0, 20)
        board.entropy.faces([3, 4])
        press_keys(board, OK)
        assert board.words.has_text("equal: -?")

    def test_the_parity_is_asked_with_its_number(self) -> None:
        board = make_device(FLEET)
        change_ships(board, (0, "size", 5), (20, "size", 9), (0, "crew", 3), (20, "crew", 3))
        open_form(board, "fleet_ram", 0, 20)
        board.entropy.faces([3, 3])
        press_keys(board, OK)
        top = board.app.stack.top()
        assert top.ask.name == "even"
        assert board.words.has_text("Écart −1 :")
        board.hold(OK)
        press_keys(board, *[DOWN] * 12)
        assert board.words.has_text("Écart −1, dés 6")

    @pytest.mark.parametrize(("factor", "words"), [(4, "homme"), (15, "hommes")])
    def test_whose_men_are_lost(self, factor: int, words: str) -> None:
        board = make_device()
        change_ships(board, (0, "factor", factor), (0, "men", 9), (20, "men", 9))
        open_form(board, "ship_boarding", 0, 20)
        board.entropy.faces([3])
        press_keys(board, OK)
        assert board.words.has_text("Pertes : Alpha J")
        assert words in board.words.strings

    def test_what_a_breach_does_to_this_ship(self) -> None:
        for larger, die, words in (
            (1, 4, "PV −1, −1 homme, immobilisé, équipement perdu"),
            (0, 1, "−1 homme"),
            (1, 1, "immobilisé"),
        ):
            board = make_device()
            set_sizes(board)
            open_form(board, "ship_breach", 0, larger)
            board.entropy.faces([die])
            press_keys(board, OK)
            assert words in board.app.stack.top().answer_text()
            assert ("immobilisé" in board.app.stack.top().answer_text()) == (larger == 1)
        board = make_device()
        set_sizes(board)
        open_form(board, "ship_breach", 0)
        board.entropy.faces([3])
        press_keys(board, OK, UP, OK)
        assert board.app.stack.top().answer_text() == "PV −1, immobilisé"

    @pytest.mark.parametrize("language", ["fr", "en"])
    @pytest.mark.parametrize(
        ("game", "name", "given", "dice"),
        [
            (SHIPS, "ship_breach", (0,), [3]),
            (SHIPS, "ship_clearance", (), [4, 4]),
            (SHIPS, "ship_ram", (), [3, 4]),
            (SHIPS, "ship_rake", (), [3, 4]),
            (FLEET, "fleet_ram", (1,), [1, 6]),
        ],
    )
    def test_the_answers_to_a_question_are_whole_words(
        self, game: int, name: str, given: tuple[int, ...], dice: list[int], language: str
    ) -> None:
        board = make_device(game, language=language)
        set_sizes(board)
        change_ships(board, (0, "immobilised", int(name == "ship_clearance")))
        open_form(board, name, *((0, 20) if name in ("fleet_ram", "ship_ram", "ship_rake") else (0,)), *given)
        board.entropy.faces(dice)
        press_keys(board, OK)
        top = board.app.stack.top()
        assert top.ask is not None
        for _ in top.ask.options:
            press_keys(board, DOWN)
            assert board.app.canvas.shortened == 0, board.words.strings

    def test_effects_on_both_ships_are_told_without_a_sign_of_one_language(self) -> None:
        board = make_device()
        set_sizes(board)
        owner_data.add_line(board.context, "set\tship_ram_damage\t7\t0\tBr/éI")
        open_form(board, "ship_ram", 0, 20)
        board.entropy.faces([3, 4])
        press_keys(board, OK)
        assert board.app.stack.top().answer_text() == "Br/éI  cible\xa0: brèche, éperonneur\xa0: immobilisé"

    def test_a_roll_that_changes_nothing_is_left_with_ok(self) -> None:
        board = make_device()
        set_sizes(board)
        open_form(board, "ship_surrender", 0)
        board.entropy.faces([6, 6])
        press_keys(board, OK)
        assert board.words.has_text("Tient bon")
        assert board.app.stack.top().actions() == ["apply", "again"], "that it was rolled is a change"
        press_keys(board, OK)
        assert board.app.stack.ids[-1] == "trireme.home"

    def test_a_look_up_without_a_ship_is_made_again_with_ok(self) -> None:
        board = make_device(0)
        open_form(board, "ship_surrender", -1)
        board.entropy.faces([6, 6])
        press_keys(board, OK)
        assert board.app.stack.top().actions() == ["again"]

    def test_after_both_sides_of_a_boarding_comes_what_the_loser_does(self) -> None:
        board = make_device()
        change_ships(board, *((row, "factor", 15) for row in (0, 20)), *((row, "men", 20) for row in (0, 20)))
        tie_pairs(board, (0, 20))
        board.context.change([("game", 0, "step", 6)])
        open_form(board, "ship_boarding", 0, 20)
        board.entropy.faces([6, 1])
        press_keys(board, OK, OK)
        assert board.app.stack.top().actions()[0] == "ship_boarding"
        press_keys(board, OK)
        assert board.app.stack.top().rows == [20, 0]
        press_keys(board, OK, OK)
        assert board.app.stack.top().actions() == ["leave", "again"], "surrenders have a step of their own"
        assert board.words.has_text("Vaincu : Alpha J")
        assert board.words.has_text("5") and not board.words.has_text("2"), (
            "the men of Alpha J, whoever rolled last"
        )
        press_keys(board, OK)
        assert board.app.stack.ids[-1] == "trireme.home"
        go_to_step(board, "morale")
        press_keys(board, OK)
        assert board.app.stack.top().rows == [20]

    def test_a_loser_of_a_boarding_out_of_its_step_is_asked_for_at_once(self) -> None:
        board = make_device()
        change_ships(board, *((row, "factor", 15) for row in (0, 20)), *((row, "men", 20) for row in (0, 20)))
        tie_pairs(board, (0, 20))
        open_form(board, "ship_boarding", 0, 20)
        board.entropy.faces([6, 1])
        press_keys(board, OK, OK, OK, OK, OK)
        assert board.app.stack.top().actions() == ["ship_surrender", "leave", "again"]

    def test_a_boarding_without_a_factor_follows_one_that_had_losses(self) -> None:
        board = make_device()
        change_ships(board, (0, "factor", 15), (0, "men", 20), (20, "men", 20), (20, "factor", 0))
        tie_pairs(board, (0, 20))
        board.context.change([("game", 0, "step", 6)])
        open_form(board, "ship_boarding", 0, 20)
        board.entropy.faces([6])
        press_keys(board, OK, OK, OK)
        assert board.app.stack.top().rows == [20, 0]
        press_keys(board, OK)
        assert board.words.has_text("Pertes : Alpha R")
        press_keys(board, OK)
        assert ship_value(board, 0, "men") == 20

    def test_orders_that_were_given_are_no_boarding(self) -> None:
        board = make_device()
        change_ships(board, (0, "factor", 15), (20, "factor", 15), (0, "men", 20), (20, "men", 20))
        board.context.change([("game", 0, "step", 1), ("ship", 0, "done", 2), ("ship", 20, "done", 2)])
        open_form(board, "ship_boarding", 0, 20)
        board.entropy.faces([6])
        press_keys(board, OK, OK)
        assert board.app.stack.top().actions()[0] == "ship_boarding"

    def test_a_loss_of_nobody_is_a_roll_all_the_same(self) -> None:
        board = make_device()
        change_ships(board, (0, "factor", 1), (0, "men", 5), (20, "men", 5))
        open_form(board, "ship_boarding", 0, 20)
        board.entropy.faces([1])
        press_keys(board, OK)
        assert board.app.stack.top().actions() == ["apply", "again"]
        press_keys(board, OK)
        assert board.app.stack.top().actions() == ["ship_boarding", "again"]

    def test_two_ships_without_a_factor_are_not_offered_a_boarding(self) -> None:
        for slowed, owner in ((0, ""), (1, ""), (0, "param\tfleet_boarding_held\tfull\n")):
            board = make_device(FLEET)
            board.app.device.store.replace("trireme.tsv", owner.encode())
            held = [(row, field, 1) for row in (0, 20) for field in ("immobilised", "eased")]
            change_ships(board, (0, "factor", 6), (20, "factor", 4), (0, "slowed", slowed), *held)
            fights = bool(slowed or owner)
            open_form(board, "fleet_grapple", 0, 20)
            press_keys(board, OK, OK)
            assert partners_of(board, 0) == [20]
            assert board.words.has_text("OK aborder") == fights
            assert (board.app.stack.ids[-1] == "trireme.result") == fights  # otherwise no roll follows
            board.context.navigation.back_to("trireme.home")
            go_to_step(board, "boardings")
            assert board.words.has_text("Alpha R→Alpha J") == fights
            board.context.open("trireme.pair")
            board.run(50)
            assert board.words.has_text("Abordage") == fights


class TestPair:
    def test_what_is_grappled_already_is_not_grappled_next(self) -> None:
        board = make_device(FLEET)
        set_sizes(board)
        for row, other in ((1, 21), (0, 20)):
            open_form(board, "fleet_ram", row, other)
            board.entropy.faces([1, 1])
            press_keys(board, OK)
        tie_pairs(board, (0, 20))
        opening.open_form(board.context, board.context.session.procedure_index("fleet_grapple"))
        assert board.app.stack.top().rows == [1, 21]
        opening.open_form(board.context, board.context.session.procedure_index("fleet_boarding"))
        assert board.app.stack.top().rows == [0, 20]

    def test_a_pair_that_was_turned_stays_so_after_a_roll(self) -> None:
        board = make_device()
        change_ships(board, (0, "factor", 4), (20, "factor", 4), (0, "men", 9), (20, "men", 9))
        open_form(board, "ship_boarding", 0, 20)
        board.entropy.faces([3, 3])
        press_keys(board, OK, OK)
        board.context.navigation.back_to("trireme.home")
        board.context.open("trireme.pair")
        board.run(50)
        top = board.app.stack.top()
        board.press_until(DOWN, lambda: top.cursor == len(top.list) - 1)
        press_keys(board, OK)
        assert (top.attacker, top.target) == (20, 0)
        press_keys(board, UP)
        board.press_until(
            UP, lambda: board.context.session.listed[top.numbers()[top.cursor]][0] == "ship_boarding"
        )
        press_keys(board, OK, OK, OK)
        assert ship_value(board, 0, "men") < 9
        board.press_until(BACK, lambda: board.app.stack.ids[-1] == "trireme.pair")
        top = board.app.stack.top()
        assert (top.attacker, top.target) == (20, 0)


class TestWords:
    def test_undoing_a_sinking_names_the_ship_that_is_afloat_again(self) -> None:
        board = make_device()
        change_ships(board, (0, "size", 4), (20, "size", 1))
        tie_pairs(board, (0, 20))
        open_form(board, "ship_breach", 20)
        board.entropy.faces([6])
        press_keys(board, OK, OK)
        assert (ship_value(board, 20, "fate"), partners_of(board, 0)) == (1, [])
        board.hold(BACK)
        assert board.words.has_text("Alpha J Sort à flot")
        assert (ship_value(board, 20, "fate"), partners_of(board, 0)) == (0, [20])

    def test_undoing_a_switch_says_yes_or_no(self) -> None:
        for game, field, name in ((FLEET, "bonus", "+2 à dégager"), (SHIPS, "iron", "Mains de fer")):
            board = make_device(game)
            change_ships(board, (20, field, 1))
            board.hold(BACK)
            assert board.words.has_text("Annulé → Alpha J %s non" % name)

    @pytest.mark.parametrize(
        ("field", "name"),
        [
            ("immobilised", "Immobilisé"),
            ("captured", "Capturé"),
            ("slowed", "Ralenti"),
            ("tired", "Fatigué"),
        ],
    )
    def test_a_state_is_told_once_by_its_name(self, field: str, name: str) -> None:
        """An undo does not show "Capturé capturé".

        On the card, a state is only its name.
        """
        board = make_device(FLEET)
        change_ships(board, (20, field, 1))
        assert name.lower() in common.state_words(board.context, 20)
        change_ships(board, (20, field, 0))
        assert common.state_words(board.context, 20) == []
        board.hold(BACK)
        assert board.context.dialogs.message == "Annulé → Alpha J %s oui" % name

    def test_what_is_permanent_is_said_to_be(self) -> None:
        board = make_device(FLEET)
        change_ships(board, (20, "immobilised", 2))
        assert common.state_words(board.context, 20) == ["permanent"]

    def test_undoing_a_step_or_a_grapple_has_no_value_at_its_end(self) -> None:
        """The message ends with a word, so no part of a name is in large letters."""
        board = make_device(FLEET, language="en")
        tie_pairs(board, (0, 20))
        go_to_step(board, "second")
        go_to_step(board, "rams")
        board.hold(BACK)
        assert board.context.dialogs.message == "Undone → Second\xa0player"
        board.hold(BACK)
        board.hold(BACK)
        assert board.context.dialogs.message == "Undone → Alpha R free of Alpha\xa0Y"

    def test_undoing_who_moves_first_says_who_does(self) -> None:
        board = make_device(FLEET)
        assert board.context.change([("game", 0, "starts", 1)])
        board.hold(BACK)
        assert board.words.has_text("Annulé → Premier joueur Rouges")

    def test_a_ram_that_did_nothing_is_told(self) -> None:
        board = make_device(FLEET)
        change_ships(board, (20, "eased", 1))
        board.hold(BACK)
        assert board.words.has_text("Annulé : Alpha J éperonné")
        board.context.open("trireme.sheet", 0, 20)
        go_to_line(board, "eased")
        assert board.words.has_text("Éperonné")
        assert not board.words.has_text("Facile")

    def test_the_history_has_the_sum_of_a_grapple_whose_dice_nobody_knows(self) -> None:
        board = make_device(FLEET)
        change_ships(board, (20, "eased", 1), (0, "crew", 0))
        open_form(board, "fleet_grapple", 0, 20)
        press_keys(board, OK)
        board.context.open("trireme.history")
        board.run(50)
        assert board.words.has_text("Agripper +2 au jet")


class TestTurn:
    def test_the_cursor_stays_on_the_ship_that_rammed_when_another_one_sinks(self) -> None:
        board = make_device(FLEET)
        set_sizes(board)
        go_to_step(board, "rams")
        press_keys(board, UP, UP, UP)
        assert board.words.has_text("OK éperonner")
        for again in (0, 1):
            if again:
                board.boot()
                board.run(BOOT_MS)
            top = board.app.stack.top()
            assert top.choices[top.cursor] == ("ship", 21)
            board.context.change([("ship", 20 * again, "fate", 1)])
            top.on_show()
            assert top.choices[top.cursor] == ("ship", 21)

    def test_an_order_to_stay_is_an_order_at_the_step_of_movement_too(self) -> None:
        board = make_device()
        go_to_step(board, "orders")
        press_keys(board, OK, DOWN, OK, UP, UP, OK, DOWN, OK, DOWN, OK, OK)
        assert board.words.has_text("Étape 3")
        board.press_until(
            DOWN, lambda: board.app.stack.top().choices[board.app.stack.top().cursor][0] == "orders"
        )
        press_keys(board, OK)
        assert board.words.has_text("Alpha R 0 -----")
        assert not board.words.has_text("ordre ?")

    def test_the_cursor_stays_on_the_orders_when_ships_above_them_stop(self) -> None:
        board = make_device()
        go_to_step(board, "orders")
        press_keys(board, OK, UP, OK, UP, OK, UP, OK, UP, OK, OK)
        assert board.words.has_text("Étape 5")
        board.press_until(
            DOWN, lambda: board.app.stack.top().choices[board.app.stack.top().cursor][0] == "orders"
        )
        press_keys(board, OK, DOWN, OK, DOWN, BACK)
        top = board.app.stack.top()
        assert top.choices[top.cursor] == ("orders", 0)

    def test_a_grapple_of_fleets_that_missed_is_not_offered_again(self) -> None:
        board = make_device(FLEET)
        set_sizes(board)
        assert board.context.change(ships.tie_changes(board.context.session.state, 0, 20, eased=1))
        go_to_step(board, "boardings")
        assert ("hook", (0, 20)) in board.app.stack.top().choices
        press_keys(board, OK, OK, DOWN)
        assert board.words.has_text("OK manqué")
        press_keys(board, OK)
        assert board.app.stack.ids[-1] == "trireme.turn"
        assert ("hook", (0, 20)) not in board.app.stack.top().choices
        assert partners_of(board, 0) == []
        board.hold(BACK)
        assert board.words.has_text("Annulé : jet entre Alpha R et")
        board.run(3000)
        assert board.words.has_text("OK agrippé")

    def test_again_in_the_list_of_the_battle_says_that_it_rolls(self) -> None:
        board = make_device()
        change_ships(board, (0, "crew", 1), (0, "size", 5))
        open_form(board, "ship_reef", 0)
        press_keys(board, OK)
        board.context.navigation.back_to("trireme.home")
        board.run(50)
        top = board.app.stack.top()
        board.press_until(DOWN, lambda: top.offered[top.cursor] == "again")
        assert board.words.has_text("OK lancer")
        press_keys(board, UP)
        assert board.words.has_text("OK ouvrir")

    def test_the_page_of_the_turn_opens_at_the_present_step(self) -> None:
        board = make_device()
        go_to_step(board, "drift")
        board.hold(OK)
        assert board.words.has_text("▶ 4. Dérives")

    def test_behind_the_last_of_a_list_those_before_it_are_next(self) -> None:
        board = make_device(FLEET)
        change_ships(board, *((row, "immobilised", 1) for row in (0, 20, 21)))
        go_to_step(board, "clearances")
        for row, cursor in ((21, 0), (0, 0), (20, 0)):
            top = board.app.stack.top()
            board.press_until(DOWN, lambda top=top, row=row: top.choices[top.cursor] == ("ship", row))
            board.entropy.faces([3])
            press_keys(board, OK, OK, OK)
            assert board.app.stack.ids[-1] == "trireme.turn"
            assert board.app.stack.top().cursor == cursor
        assert board.app.stack.top().choices[0] == ("next", 0)

    def test_a_grapple_of_a_friend_leads_to_no_boarding(self) -> None:
        for captured in (0, 1):
            board = make_device()
            change_ships(board, (0, "men", 9), (20, "men", 9), (20, "captured", captured))
            open_form(board, "ship_grapple", 0, 20)
            board.entropy.faces([6, 6])
            press_keys(board, OK, OK)
            assert partners_of(board, 0) == [20]
            assert board.words.has_text("OK aborder") == (not captured)
            assert (board.app.stack.ids[-1] == "trireme.result") == (not captured)  # no roll follows
