"""Values: bubbles, bounds, feedback before the journal, one transaction for one bubble."""

from __future__ import annotations

import pytest

from tests.games.counters.boards import BACK, DOWN, OK, UP, make_device, open_screen, undo_steps, value_of


@pytest.fixture
def board():
    return open_screen("play")


def test_presses_in_one_bubble_are_one_transaction(board):
    before = undo_steps(board)
    for _ in range(3):
        board.press(UP)
        board.run(3000)
    board.press(DOWN)
    assert value_of(board) == 22
    assert undo_steps(board) == before + 1
    board.run(4100)
    board.press(DOWN)
    assert undo_steps(board) == before + 2
    board.hold(BACK)
    assert value_of(board) == 22
    board.hold(BACK)
    assert value_of(board) == 20


def test_the_key_is_answered_then_the_journal_written_then_value_and_bubble_shown(board):
    seen = []  # each item is (picture on the panel, value in the Sheet, number of steps)
    stood = bytes(board.app.device.panel.buffer)
    written = undo_steps(board)
    show = board.app.device.panel.show
    look = lambda: seen.append((bytes(board.app.device.panel.buffer), value_of(board), undo_steps(board)))  # noqa: E731
    board.app.device.panel.show = lambda: (show(), look())[0]
    board.press(UP)
    (first, before, none), (second, after, one) = seen[:2]
    assert (before, none) == (20, written)
    marked = [at for at in range(1024) if first[at] != stood[at]]
    assert marked, "a mark that the key was heard"
    assert min(marked) >= 7 * 128, "in the key strip alone"
    assert (after, one) == (21, written + 1)
    assert second != first
    assert board.words.has_text("21")
    assert board.words.has_text("+1")


def test_holding_goes_faster_and_stops_at_the_bound(board):
    board.press(DOWN, 2500)
    assert value_of(board) == 0
    assert board.words.has_text("mini")
    assert board.words.has_text("−20")
    board.hold(BACK)
    assert value_of(board) == 20


def test_a_press_against_the_bound_changes_nothing_and_says_so(board):
    board.context.change([("player", 0, "v0", 0)])
    before = undo_steps(board)
    board.press(DOWN)
    assert undo_steps(board) == before
    assert board.words.has_text("mini")
    assert not board.words.has_text("−1")
    board.press(UP)
    assert value_of(board) == 1
    assert board.words.has_text("+1")


def test_the_step_is_cut_at_the_bound(board):
    board.context.change([("counter", 0, "step", 15)])
    board.app.navigation.restore_top()  # closing the screen that changes the value remakes the screen below too
    board.press(DOWN, 60)
    assert board.words.has_text("±15")
    board.press(DOWN)
    assert value_of(board) == 0
    assert board.words.has_text("−20")


def test_going_on_ends_the_bubble(board):
    before = undo_steps(board)
    board.press(UP)
    board.press(OK)
    assert not board.words.has_text("+1")
    board.press(UP)
    board.press(OK)
    board.press(UP)
    assert undo_steps(board) == before + 3
    assert (value_of(board, 0), value_of(board, 1)) == (22, 21)


def test_two_keys_at_once_change_the_player_that_was_shown(board):
    board.keys.down(UP)
    board.app.step()
    board.app.stack.top().on_ok()
    board.run(50)
    assert (value_of(board, 0), value_of(board, 1)) == (21, 20)


def test_the_view_the_player_and_the_counter_come_back_after_a_restart():
    board = open_screen("play", 1, players=3, counters=2)
    board.press(OK)
    board.run(2000)
    board.boot()
    board.run(300)
    assert board.app.stack.ids[-1] == "counters.play"
    assert tuple(board.app.stack.top().arguments()) == (1, 1, 0)


@pytest.mark.parametrize("players", range(1, 9))
@pytest.mark.parametrize("view", [0, 1])
def test_everybody_is_shown_and_reached(players, view):
    board = open_screen("play", view, players=players, counters=1)
    for row in range(players):
        board.context.change([("player", row, "v0", 100 + row)])
    board.run(50)
    seen = set()
    for row in range(players):
        here = {other for other in range(players) if board.words.has_text(str(100 + other))}
        assert row in here
        if view:
            assert here == set(range(players))
        seen |= here
        board.press(OK)
    assert seen == set(range(players))
    assert board.app.stack.top().player == 0


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("players", "rows"), [(2, 24), (3, 24), (4, 24), (5, 16), (8, 16)])
def test_all_together_can_be_read_across_the_table(language, players, rows):
    """The ink of every number is large enough.

    The check includes the longest number beside the sum of the presses.
    """
    board = make_device(players=players, counters=1)
    board.choose_language(language)
    values = [-12, 188, 0, 99, 20, 7, 40, -9][:players]
    low = ("counter", 0, "low", -99)
    assert board.context.change([low] + [("player", row, "v0", value) for row, value in enumerate(values)])
    board.context.open("counters.play", 1)
    board.run(100)
    board.press(UP)
    values[0] += 1
    shown = {mark.text: mark.size // 8 * 8 for mark in board.words.marks if mark.size > 16}
    assert {str(value).replace("-", "−") for value in values} <= set(shown)
    assert min(shown.values()) >= rows
    assert not board.words.overlapping_pairs()


def test_alone_ok_goes_through_the_counters():
    board = open_screen("play", players=1, counters=3)
    board.press(OK)
    board.press(UP)
    assert (value_of(board, 0, 0), value_of(board, 0, 1)) == (20, 21)
    board.press(OK, 50)
    board.press(OK)
    assert board.app.stack.top().counter == 0


def test_details_lead_to_any_player_and_counter():
    board = open_screen("play", players=3, counters=3)
    board.hold(OK)
    for _ in range(2):
        board.press(DOWN)
    board.press(OK)
    assert board.app.stack.top().arguments() == (0, 0, 2)
    board.hold(OK)
    for _ in range(4):
        board.press(DOWN)
    board.press(OK)
    assert board.app.stack.top().arguments() == (0, 2, 2)
    board.hold(OK)
    board.press(UP)
    board.press(OK)
    assert board.app.stack.top().arguments() == (1, 2, 2)
    board.hold(OK)
    board.press(BACK)
    assert board.app.stack.top().arguments() == (1, 2, 2)


def test_the_history_has_a_bubble_in_one_line():
    board = open_screen("play")
    for _ in range(5):
        board.press(UP)
    board.context.open("counters.history")
    board.run(50)
    assert board.words.has_text("Rouge Vie 20→25")
    board.press(BACK)
    board.hold(BACK)
    # the place of the value has the mark
    assert board.context.dialogs.message is None
    assert board.words.has_text("20") and board.words.has_text("↶−5")
    board.context.redo()
    board.run(50)
    assert board.words.has_text("25") and board.words.has_text("↷+5")
    board.press(UP)
    assert board.words.has_text("26") and board.words.has_text("+1") and not board.words.has_text("↷")


def marked_rows(board):
    """Return the rows with a mark at the side."""
    pixel = board.app.canvas.fb.pixel
    return [y for y in range(8, 56) if pixel(126, y) and pixel(127, y)]


@pytest.mark.parametrize(("screen", "key"), [("play", OK), ("timer", DOWN)])
def test_a_mark_at_the_side_shows_that_there_are_more_players(screen, key):
    board = open_screen(screen, players=4)
    seen = []
    for _ in range(4):
        seen.append(marked_rows(board))
        board.press(key)
        board.run(50)
    assert [rows[0] for rows in seen] == [8, 20, 32, 44]
    assert {len(rows) for rows in seen} == {12}
    assert marked_rows(board) == seen[0], "round again"


def test_a_player_alone_has_no_mark():
    assert marked_rows(open_screen("play", players=1, counters=1)) == []


def test_the_sign_of_who_is_out_leaves_room_for_his_name() -> None:
    """Beside a wide number the first letters of the name are visible.

    The test has four players, and twelve.
    """
    for others, names in ((0, {"☠R", "☠B", "☠V", "☠J"}), (4, {"Ro", "Bl", "Ve"})):
        board = make_device(players=8 if others else 4, others=others)
        context = board.context
        context.change([("counter", 0, "low", -999)])
        context.change([("player", row, "v0", -888) for row in range(12 if others else 4)])
        context.open("counters.play", 1, 0, 0)
        board.run(50)
        assert names <= set(board.words.strings), board.words.strings
