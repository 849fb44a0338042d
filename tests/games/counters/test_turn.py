"""Turns of the counters, also back and delayed; the initiative; eliminated players."""

from __future__ import annotations

import pytest

from gobelet.games.counters.rules import clock, table, turns
from gobelet.games.counters.rules.sheets import KINDS
from gobelet.games.counters.screens import running, words
from gobelet.journal.journal import ROLL
from gobelet.rules.sheet import Kind, State
from simulator.watched import too_small
from tests.games.counters.boards import BACK, DOWN, OK, UP, make_device, open_screen, undo_steps


def names_in_order(board):
    """The names of the rows in the order of their turns."""
    return turns.turn_order(board.context.session.state)


def turn_row(board):
    return board.context.session.get("table", 0, "turn")


def round_number(board):
    return board.context.session.get("table", 0, "round")


def give_scores(board, **scores):
    """Set scores by row, "r0" and so on, as if a player had entered them; begin the first round."""
    app = board.app
    for row, score in scores.items():
        assert app.context.change(turns.set_scores(app.context.session.state, {int(row[1:]): score}))
    assert app.context.change(turns.begin_rounds(app.context.session.state, 0))
    board.run(50)


def test_ok_passes_turn_and_clock_in_one_transaction():
    board = open_screen("turn", players=3)
    board.hold(OK)
    board.press(DOWN)
    board.press(OK)  # starts the clock
    before = undo_steps(board)
    board.run(5000)
    board.press(OK)
    assert (turn_row(board), undo_steps(board)) == (1, before + 1)
    state = board.context.session.state
    assert 5 <= clock.seconds(state, "player", 0) <= 6
    board.run(7000)
    assert board.words.has_text("0:07")
    board.press(OK)
    assert 7 <= clock.seconds(state, "player", 1) <= 8
    board.hold(BACK)
    assert turn_row(board) == 1
    assert board.context.dialogs.message is None and board.words.has_text("↶")
    board.run(4100)
    assert not board.words.has_text("↶")


def test_what_they_have_changes_on_the_same_screen():
    board = open_screen("turn", players=2)
    board.press(OK)
    board.press(DOWN)
    board.press(DOWN)
    assert board.context.session.get("player", 1, "v0") == 18
    assert board.words.has_text("Bleu") and board.words.has_text("−2")
    board.hold(BACK)
    assert board.context.session.get("player", 1, "v0") == 20
    assert board.words.has_text("↶+2")


def test_without_an_initiative_the_turn_goes_by_the_seats_and_passes_over_who_is_out():
    board = open_screen("turn", players=3, others=1)
    board.context.change([("player", 1, "v0", 0)])
    seen = []
    for _ in range(4):
        seen.append(turn_row(board))
        board.press(OK)
    assert seen == [0, 2, 8, 0]
    assert round_number(board) == 0


def test_the_order_has_ranks_from_one_and_a_newcomer_comes_behind_the_last_also_at_a_full_table():
    board = make_device(players=8, others=3)
    give_scores(board, **{f"r{row}": 50 - row for row in range(10)}, r10=99)
    app = board.app
    assert [app.context.session.get("player", row, "rank") for row in names_in_order(board)] == [
        *range(1, 12)
    ]
    assert app.context.change([("table", 0, "others", 4)])
    assert names_in_order(board)[-1] == 11


def test_who_is_alone_passes_to_nobody():
    board = open_screen("turn", players=2)
    board.context.change([("player", 1, "v0", 0)])
    before = undo_steps(board)
    board.press(OK)
    assert (turn_row(board), undo_steps(board)) == (0, before)
    assert board.words.has_text("Personne à qui")


def test_a_counter_that_begins_at_zero_puts_nobody_out():
    board = open_screen("turn", players=2)
    app = board.app
    assert app.context.change(
        table.rename_counter(app.context.session.state, 0, 2)
    )  # the usual name "points"
    assert not turns.is_out(app.context.session.state, 0)
    board.press(OK)
    assert turn_row(board) == 1


def test_the_highest_score_begins_and_each_round_is_counted():
    board = open_screen("turn", players=3)
    give_scores(board, r0=7, r1=15, r2=11)
    seen = []
    for _ in range(7):
        seen.append((round_number(board), turn_row(board)))
        board.press(OK)
    assert seen == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0), (3, 1)]


def test_back_goes_to_the_turn_before_but_not_before_the_first_round():
    board = open_screen("turn", players=3)
    give_scores(board, r0=7, r1=15, r2=11)
    board.press(OK, 60)
    for _ in range(2):
        board.press(OK)
    assert (round_number(board), turn_row(board)) == (2, 1)
    for wanted in ((1, 0), (1, 2), (1, 1), (1, 1)):
        board.hold(OK)
        board.press(OK)
        assert (round_number(board), turn_row(board)) == wanted
    assert board.words.has_text("Personne à qui")


def test_a_delay_acts_after_the_next_and_the_last_cannot():
    board = open_screen("turn", players=3)
    give_scores(board, r0=7, r1=15, r2=11)
    before = undo_steps(board)
    board.hold(OK)
    board.press(DOWN)
    assert board.words.has_text("Attendre")
    board.press(OK)
    assert (turn_row(board), names_in_order(board), undo_steps(board)) == (2, [2, 1, 0], before + 1)
    board.press(OK)
    assert turn_row(board) == 1
    board.press(OK)
    assert turn_row(board) == 0
    board.hold(OK)
    board.press(DOWN)
    board.press(OK)
    assert (turn_row(board), names_in_order(board)) == (0, [2, 1, 0])
    assert board.words.has_text("Personne à qui")
    for wanted in (1, 2, 1):
        board.hold(BACK)
        assert turn_row(board) == wanted
    assert names_in_order(board) == [1, 2, 0]


def test_a_delay_may_give_way_to_a_seat_further_up():
    board = open_screen("turn", players=3)
    give_scores(board, r0=11, r1=15, r2=7)
    board.hold(OK)
    board.press(DOWN)
    board.press(OK)
    assert (turn_row(board), names_in_order(board)) == (0, [0, 1, 2])


def test_all_roll_the_die_that_was_chosen_and_it_is_written_first():
    board = open_screen("order", players=3)
    board.press(DOWN)
    board.press(OK)
    board.press(DOWN)
    assert board.words.has_text("19")
    board.press(OK)
    board.press(UP)
    board.context.dice.shaker.roll = _rolls(3, 19, 5)
    before = undo_steps(board)
    board.press(OK)
    assert undo_steps(board) == before + 1
    assert [kind for _, kind, _ in board.context.session.journal.newest_first()][1] == ROLL
    assert turns.order_of_initiative(board.context.session.state) == [1, 2, 0]
    board.context.open("counters.history")
    board.run(50)
    assert board.words.has_text("3d19"), board.words.strings


def _rolls(*faces):
    left = list(faces)
    return lambda sides: left.pop(0)


def test_who_is_out_rolls_nothing():
    board = open_screen("order", players=3)
    board.context.change([("player", 1, "v0", 0)])
    board.app.navigation.restore_top()
    board.context.dice.shaker.roll = _rolls(4, 9)
    board.press(OK)
    assert [board.context.session.get("player", row, "score") for row in range(3)] == [4, 0, 9]


def test_a_tie_is_parted_by_hand_or_by_a_roll():
    board = open_screen("order", players=4)
    state = board.context.session.state
    board.context.dice.shaker.roll = _rolls(9, 12, 12, 12)
    board.press(OK)
    assert turns.tied_rows(state) == [1, 2, 3]
    assert board.words.has_text("▶ Départager"), "the cursor goes to what is next"
    board.press(OK)
    board.press(DOWN)
    board.press(DOWN)
    board.press(OK)  # the fourth player has the first turn
    assert (turns.order_of_initiative(state), turns.tied_rows(state)) == ([3, 1, 2, 0], [1, 2])
    board.context.dice.shaker.roll = _rolls(5, 5)
    board.press(OK)
    board.press(UP)
    board.press(OK)
    assert turns.tied_rows(state) == [1, 2]  # the scores are equal again
    board.context.dice.shaker.roll = _rolls(5, 6)
    board.press(OK)
    board.press(UP)
    board.press(OK)
    assert turns.tied_rows(state) == []
    assert turns.order_of_initiative(state)[-1] == 0
    before = turns.order_of_initiative(state)
    board.hold(BACK)
    assert turns.tied_rows(state) == [1, 2]
    board.context.redo()
    assert turns.order_of_initiative(state) == before


def test_real_dice_and_scores_are_entered():
    board = open_screen("order", players=2)
    board.context.dice.use_real_dice(True)
    board.press(OK)
    board.press(UP)
    board.press(OK)
    board.press(UP)
    board.press(UP)
    board.press(OK)
    state = board.context.session.state
    assert [state.get("player", row, "score") for row in range(2)] == [2, 3]
    assert turns.order_of_initiative(state) == [1, 0]
    board.press(UP)  # selects red, which is now second
    board.press(OK)
    board.press(UP)
    board.press(UP)
    board.press(OK)
    assert turns.order_of_initiative(state) == [0, 1]


def test_the_first_round_opens_the_turn_and_a_restart_stays_there():
    board = open_screen("order", players=3, others=1)
    board.context.dice.shaker.roll = _rolls(1, 2, 3, 4)
    board.press(OK)
    assert board.words.has_text("▶ Première manche")
    board.press(OK)
    assert board.app.stack.ids[-1] == "counters.turn"
    assert (turn_row(board), round_number(board)) == (8, 1)
    assert board.words.has_text("Autre 1") and board.words.has_text("Manche 1")
    board.press(OK)
    board.boot()
    board.run(300)
    assert board.app.stack.ids[-1] == "counters.turn"
    assert (turn_row(board), round_number(board)) == (2, 1)
    board.hold(BACK)
    assert turn_row(board) == 8
    board.press(BACK)
    assert board.app.stack.ids[-1] == "counters.order"


def test_in_a_round_the_list_begins_at_whose_turn_it_is_and_not_at_a_new_roll():
    board = open_screen("order", players=3)
    board.context.dice.shaker.roll = _rolls(1, 3, 2)
    board.press(OK)
    board.press(OK)
    board.press(OK)
    assert turn_row(board) == 2
    board.context.open("counters.order")
    board.run(50)
    assert board.words.has_text("▶ Vert")
    board.boot()
    board.run(300)
    assert board.words.has_text("▶ Vert")


def test_a_clock_that_stands_shows_the_time_with_the_sign_of_a_pause():
    board = open_screen("turn", players=2)
    running.write_time(board.context, True)
    board.run(65_000)
    assert too_small(board) == []
    lit = board.picture()
    running.write_time(board.context, False)
    board.app.redraw()
    board.run(50)
    assert board.words.has_text("1:05") and board.picture() != lit
    assert too_small(board) == []
    board.boot()
    board.run(300)
    assert board.words.has_text("1:05")


@pytest.mark.parametrize("key", [OK, UP])
def test_a_key_pressed_twice_at_once_counts_twice_and_no_more(key):
    board = open_screen("turn", players=4)
    for _ in range(2):
        board.press(key, 20)
    assert turn_row(board) == (2 if key == OK else 0)
    assert board.context.session.get("player", 0, "v0") == (20 if key == OK else 22)


def test_twenty_at_the_table_are_seen_twelve_at_a_time():
    board = make_device(players=8)
    app = board.app
    assert app.context.change(table.set_others(app.context.session.state, 12))
    app.context.open("counters.play", 1, 0, 0)
    board.run(50)
    assert not board.words.has_text("Autre 12")
    for _ in range(19):
        board.press(OK)
    board.press(UP)
    assert app.context.session.get("player", 19, "v0") == 21
    assert board.words.has_text("Autre 12 +1")
    assert (app.canvas.clipped, app.canvas.shortened) == (0, 0)


def test_marks_are_set_in_the_round_and_stand_under_the_name():
    """A player sets marks from the turn, with OK held: a usual one, and an own word, which is written first."""
    board = open_screen("turn", players=2)
    board.hold(OK)
    board.press_down_to("Marques")
    board.press(OK)
    board.press(OK)
    board.press_down_to("à terre")
    board.press(OK)
    board.press_down_to("Mot 1")
    board.press(OK)
    assert board.app.stack.top().__class__.__name__ == "Wheel"
    board.context.close("BÉNI")
    board.run(50)
    assert words.marks(board.context, 0) == "empoisonné, à terre, BÉNI"
    board.press(BACK)
    assert board.words.has_text("empoisonné")
    board.press(OK)
    assert not board.words.has_text("empoisonné")
    board.hold(BACK)
    board.hold(BACK)
    assert words.marks(board.context, 0) == "empoisonné, à terre"
    assert board.context.change(table.reset(board.context.session.state))
    assert words.marks(board.context, 0) == ""


def test_the_initiative_shows_marks_and_leads_to_them():
    board = make_device(players=2)
    app = board.app
    app.context.change([("player", 0, "marks", 3)])
    app.context.open("counters.order")
    board.run(50)
    board.press_down_to("•Rouge")
    board.hold(OK)
    assert board.words.has_text("☑") or board.words.has_text("étourdi")
    board.press(OK)
    assert words.marks(app.context, 0) == "étourdi"


def test_twelve_at_the_table_and_one_goes():
    board = make_device(players=8)
    app = board.app
    assert app.context.change(table.set_others(app.context.session.state, 4))
    assert app.context.change([("table", 0, "turn", 11)])
    app.context.open("counters.play", 1)
    board.run(50)
    assert board.app.canvas.clipped == 0
    assert app.context.change(table.set_others(app.context.session.state, 3))
    assert (turn_row(board), len(turns.seated_rows(app.context.session.state))) == (0, 11)


def test_what_was_added_lies_behind_what_older_games_wrote():
    # journals refer to rows and fields by number
    kinds = {kind.name: kind for kind in KINDS}
    assert list(kinds) == ["table", "counter", "player", "mark"]
    assert list(kinds["table"].fields)[:10] == (
        ["players", "counters", "era", "turn", "m", "s", "limit", "whole", "down", "others"]
    )
    values = [f"v{at}" for at in range(8)] + ["m", "s"] + [f"n{at}" for at in range(5)]
    assert list(kinds["player"].fields) == [*values, "score", "tie", "rank", "marks"]


def test_a_game_with_four_others_is_read_with_its_values():
    """The record is from before the limit of twelve, and marks: twelve rows of 18 fields, without own words."""
    table_kind, counter, player, _ = KINDS
    older = [
        Kind("table", 1, [table_kind.field(n) for n in range(len(table_kind.fields))]),
        Kind("counter", 8, [counter.field(n) for n in range(len(counter.fields))]),
        Kind("player", 12, [player.field(n) for n in range(18)]),
    ]
    before = State(older)
    changes = [("table", 0, "players", 8), ("table", 0, "others", 4), ("player", 11, "v0", 7)]
    before.apply(before.effects(changes))
    now = State(KINDS)
    now.load_values(before.dump())
    assert (now.get("player", 11, "v0"), now.get("table", 0, "others")) == (7, 4)
    assert [now.get("player", row, "marks") for row in range(20)] == [0] * 20
    assert turns.seated_rows(now) == list(range(12))
    now.apply(now.effects(table.set_others(now, 12)))
    assert [now.get("player", row, "v0") for row in (11, 12, 19)] == [7, 20, 20]


def test_zero_is_marked_and_set_back_from_where_it_stands():
    board = open_screen("play", 1, 2, players=4)
    board.press(DOWN, 3000)
    assert board.words.has_text("☠")
    board.run(4100)
    board.hold(OK)
    assert board.words.has_text("Revient à")
    before = undo_steps(board)
    board.press(OK)
    assert board.context.session.get("player", 2, "v0") == 20
    assert undo_steps(board) == before + 1
    assert not board.words.has_text("☠")


def test_the_undo_of_a_mark_says_which_and_whose():
    board = open_screen("marks", 1, players=2)
    board.press(DOWN)
    board.press(OK)
    assert words.marks(board.context, 1) == "étourdi"
    board.hold(BACK)
    assert words.marks(board.context, 1) == ""
    assert board.context.dialogs.message == "Annulé → Bleu ✗\xa0étourdi"
    board.context.redo()
    assert board.context.dialogs.message == "Refait\xa0: Bleu ✓ étourdi"


def test_the_others_are_explained_where_they_are_counted():
    board = open_screen("players", players=2)
    assert not board.words.has_text("?")
    board.press(DOWN)
    board.press(DOWN)
    board.press(DOWN)
    assert board.words.has_text("Autres") and board.words.has_text("?")
    board.hold(OK)
    assert board.words.has_text("Monstres, alliés,")


def test_of_twelve_each_has_two_letters_beside_the_number_or_above_one_another():
    board = make_device(players=8)
    app = board.app
    assert app.context.change(
        [*table.set_others(app.context.session.state, 4), ("player", 0, "marks", 1), ("player", 2, "v0", 128)]
    )
    app.context.open("counters.play", 1)
    board.run(50)
    found = board.words.strings
    assert {"•", "Ro", "Bl", "V", "e", "Ja", "Vi", "A1"} <= set(found)
    assert app.canvas.clipped == 0


def test_the_undo_of_an_initiative_says_whose():
    board = open_screen("order", players=3)
    app = board.app
    assert app.context.change(turns.set_scores(app.context.session.state, {0: 12, 1: 12, 2: 7}))
    assert app.context.messages.describe(
        app.context.session.state.effects(turns.set_scores(app.context.session.state, {2: 9}))
    ) == ("Vert Initiative 7→9")
    told = app.context.messages.describe(
        app.context.session.state.effects(turns.set_scores(app.context.session.state, {}, {1: 1}))
    )
    assert told == "Bleu Initiative"
    both = turns.set_scores(app.context.session.state, {0: 3, 1: 4, 2: 5})
    assert app.context.messages.describe(app.context.session.state.effects(both)) == "Initiative"
