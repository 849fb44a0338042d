"""The running clock: exact across the wrap, never losing time by an undo, sending few bytes."""

from __future__ import annotations

import pytest

from gobelet.device.power import DIM, OFF
from gobelet.games.counters.rules import clock
from gobelet.rules.clock import clock_text
from simulator.clock import PERIOD
from tests.games.counters.boards import BACK, DOWN, OK, UP, make_device, open_screen, undo_steps

HOUR = 3600 * 1000


def player_times(board, players=2):
    state = board.context.session.state
    return [clock.seconds(state, "player", row) for row in range(players)]


def shown_seconds(board):
    """The seconds of the game in the top band."""
    text = next(word for word in board.words.strings if word.startswith("partie "))
    seconds = 0
    for part in text[7:].lstrip("≥").split(":"):
        seconds = seconds * 60 + int(part)
    return seconds


def test_no_time_is_lost_between_turns():
    board = open_screen("timer")
    board.press(OK)
    start = board.clock.elapsed_ms
    for _ in range(60):
        board.run(1490)
        board.press(OK)
    board.press(UP)
    total = (board.clock.elapsed_ms - start) / 1000
    assert abs(sum(player_times(board)) - total) < 2
    assert abs(player_times(board)[0] - player_times(board)[1]) <= 3
    assert shown_seconds(board) == sum(player_times(board))


@pytest.mark.parametrize("ticks", [0, PERIOD - 1000, PERIOD - 5 * HOUR])
def test_nine_hours_without_a_key_across_the_wrap_of_the_ticks(ticks):
    board = open_screen("timer", ticks=ticks)
    board.press(OK)
    start = board.clock.elapsed_ms
    board.clock.advance(9 * HOUR)
    board.run(1000)
    assert board.words.has_text("9:00:0")
    board.press(OK)
    assert abs(player_times(board)[0] - (board.clock.elapsed_ms - start) // 1000) <= 1
    board.run(2000)
    board.boot()
    board.run(300)
    assert board.words.has_text("Pause")
    assert abs(shown_seconds(board) - 9 * 3600) <= 3


def test_a_restart_goes_on_from_the_last_moment_kept():
    board = open_screen("timer")
    board.press(OK)
    board.run(10000)
    board.press(OK)
    board.run(10000)
    kept = player_times(board)
    board.boot()
    board.run(300)
    assert board.app.stack.ids[-1] == "counters.timer"
    assert player_times(board) == kept
    assert board.words.has_text("Pause")
    assert board.words.has_text("Bleu")
    board.run(5000)
    assert player_times(board) == kept
    assert shown_seconds(board) == sum(kept)


def cut_power(board):
    """Cut the power, and restore it."""
    board.boot()
    board.run(300)


def signed_times(board):
    """The times on the screen that have a sign, because they may be too short or too long."""
    return [word for word in board.words.strings if "≥" in word or "≤" in word]


def cut_while_it_runs(**options):
    """Cut the power after 5 s of the second player's turn."""
    board = open_screen("timer", **options)
    board.press(OK)
    board.run(10000)
    board.press(OK)
    board.run(5000)
    assert not signed_times(board)
    cut_power(board)
    return board


def test_a_clock_that_ran_when_the_power_went_shows_the_least_that_it_can_be():
    board = cut_while_it_runs()
    assert signed_times(board) == ["partie ≥0:10", "≥0:00", "≥"]
    board.hold(OK)
    lines = dict(board.app.stack.top().list)
    assert (lines["Rouge"], lines["Bleu"], lines["Partie"]) == ("0:10", "≥0:00", "≥0:10")
    board.press(BACK)
    board.press(OK)
    board.run(3000)
    assert signed_times(board) == ["partie ≥0:13", "≥0:03", "≥"], "it goes on from what is known"
    board.press(UP)
    cut_power(board)
    assert signed_times(board) == ["partie ≥0:13", "≥0:03", "≥"], "what was lost before stays lost"
    board.press(BACK)
    board.press(BACK)
    assert board.app.stack.ids == ["system.home"]
    board.context.open("counters.timer")
    board.run(100)
    assert signed_times(board) == ["partie ≥0:13", "≥0:03", "≥"], "the game was left meanwhile"
    board.app.device.settings.choose("clock", 1)
    board.context.navigation.home()
    board.context.open("mystria.home")
    board.run(2000)
    board.context.navigation.home()
    board.context.open("counters.timer")
    board.run(100)
    assert signed_times(board) == ["partie ≥0:13", "≥0:03", "≥"], (
        "a game with a clock of its own was there meanwhile"
    )
    board.press(UP)
    board.press(BACK)
    board.press(BACK)
    board.context.open("counters.timer")
    board.run(100)
    assert not signed_times(board)


@pytest.mark.parametrize("runs", [True, False])
def test_the_list_of_times_goes_on_with_the_clock(runs):
    board = open_screen("timer")
    board.press(OK)
    board.run(10000)
    if not runs:
        board.press(UP)
    board.hold(OK)
    before = dict(board.app.stack.top().list)
    board.run(5000)
    seconds = [int(dict(each)["Rouge"][-2:]) for each in (before, board.app.stack.top().list)]
    assert seconds[1] - seconds[0] == 5 * runs
    assert board.words.has_text(dict(board.app.stack.top().list)["Rouge"])


def test_a_clock_that_stood_when_the_power_went_is_exact():
    board = open_screen("timer")
    board.press(OK)
    board.run(10000)
    board.press(UP)
    cut_power(board)
    assert not signed_times(board)
    board.press(OK)
    board.run(2000)
    assert not signed_times(board)
    board.press(BACK)
    board.press(BACK)
    assert board.app.stack.ids == ["system.home"]
    cut_power(board)
    board.context.open("counters.timer")
    board.run(100)
    assert not signed_times(board) and shown_seconds(board) == 12


def test_only_the_turn_that_lost_time_has_the_sign_and_undo_gives_it_back():
    board = cut_while_it_runs()
    board.press(OK)
    board.run(4000)
    board.press(OK)
    assert board.words.has_text("Rouge") and board.words.has_text("0:00")
    assert not signed_times(board)
    board.run(2000)
    board.press(OK)
    assert not signed_times(board)
    board.hold(BACK)
    assert not signed_times(board)
    board.hold(BACK)
    board.run(3000)
    assert board.words.has_text("Bleu") and signed_times(board)
    board.context.redo()
    board.run(50)
    assert board.words.has_text("Rouge") and not signed_times(board)


def test_a_reset_takes_the_sign_away_and_its_undo_gives_it_back():
    board = cut_while_it_runs()
    board.context.open("counters.times")
    board.press(UP)
    board.press(OK)
    board.press(DOWN)
    board.press(OK)
    board.press(BACK)
    assert shown_seconds(board) == 0 and not signed_times(board)
    board.hold(BACK)
    board.press(BACK)
    assert shown_seconds(board) == 10 and signed_times(board)


def test_of_what_is_left_it_shows_the_most_that_it_can_be():
    board = cut_while_it_runs(limit=1, down=1)
    assert signed_times(board) == ["partie ≥0:10", "≥0:00", "≤"]
    assert board.words.has_text("0:15")


@pytest.mark.parametrize("lit", [False, True])
def test_the_turn_of_the_table_has_the_sign_beside_its_time(lit):
    board = open_screen("turn")
    board.context.open("counters.timer")
    board.press(OK)
    board.press(BACK)
    board.run(3000)
    cut_power(board)
    assert board.app.stack.ids[-1] == "counters.turn"
    assert signed_times(board) == ["≥"] and board.words.has_text("0:00")
    if lit:
        board.context.open("counters.timer")
        board.press(OK)
        board.press(BACK)
        board.run(2000)
        assert signed_times(board) == ["≥"]
    board.press(OK)
    assert not signed_times(board)
    assert board.app.canvas.clipped == 0


def test_a_change_of_turn_taken_back_and_made_again():
    board = open_screen("timer")
    board.press(OK)
    board.run(30000)
    board.press(OK)
    board.run(5000)
    before = shown_seconds(board)
    board.hold(BACK)
    assert board.words.has_text("Rouge")
    assert before <= shown_seconds(board) <= before + 1
    assert player_times(board) == [0, 0]
    board.context.redo()
    board.run(50)
    assert board.words.has_text("Bleu")
    assert before <= shown_seconds(board) <= before + 2
    assert player_times(board)[0] in (30, 31)
    board.press(UP)
    assert sum(player_times(board)) == shown_seconds(board)


def test_a_pause_taken_back_keeps_the_time_that_has_passed():
    board = open_screen("timer")
    board.press(OK)
    board.run(30000)
    board.press(UP)
    paused = shown_seconds(board)
    board.hold(BACK)
    board.run(5000)
    assert shown_seconds(board) == paused
    assert board.words.has_text("Pause")


def test_a_reset_and_its_undo_do_not_move_time_about():
    board = open_screen("timer")
    board.press(OK)
    board.run(30000)
    board.press(OK)
    board.press(UP)
    before = player_times(board)
    board.context.open("counters.times")
    board.press(UP)
    board.press(OK)
    board.press(DOWN)
    board.press(OK)
    assert sum(player_times(board)) == 0
    board.press(BACK)
    assert shown_seconds(board) == 0
    board.hold(BACK)
    assert player_times(board) == before
    assert board.app.stack.ids[-1] == "counters.times", "where it was done"
    board.press(BACK)
    assert shown_seconds(board) == sum(before)
    board.context.redo()
    board.press(BACK)
    assert shown_seconds(board) == 0


def test_it_runs_behind_the_counters_and_stops_with_the_game():
    board = open_screen("timer")
    board.press(OK)
    board.press(BACK)
    board.context.open("counters.play")
    board.run(20000)
    board.press(UP)
    board.press(BACK)
    assert board.words.has_text("▶")
    board.press(BACK)
    assert board.words.has_text("Chrono en pause")
    board.context.open("counters.timer")
    board.run(5000)
    assert 20 <= shown_seconds(board) <= 22


def test_nothing_is_written_while_it_runs():
    board = open_screen("timer")
    board.press(OK)
    before = undo_steps(board)
    used = board.context.session.journal.position
    board.run(100000)
    assert (undo_steps(board), board.context.session.journal.position) == (before, used)


def test_a_second_costs_few_bytes_and_only_once():
    board = open_screen("timer")
    board.press(OK)
    board.run(21000)
    board.bus.sent = 0
    frames = []
    show = board.app.device.panel.show
    board.app.device.panel.show = lambda: (frames.append(1), show())[1]
    board.run(5000)
    assert len(frames) == 5
    # Four changing digits are in 32 px, 16 px and 8 px; each page costs a few bytes of addressing.
    assert board.bus.sent / 5 < 160


def test_the_panel_dims_but_stays_on_while_it_runs():
    board = open_screen("timer")
    board.press(OK)
    board.run(400000)
    assert board.app.device.power.state == DIM
    board.press(OK)
    assert board.words.has_text("Bleu"), "on a dim panel a key counts"
    board.press(UP)
    board.run(400000)
    assert board.app.device.power.state == OFF


@pytest.mark.parametrize("whole", [0, 1])
def test_the_limit_blinks_when_it_is_passed(whole):
    board = open_screen("timer", limit=1, whole=whole)  # limit of 15 seconds
    board.press(OK)
    board.run(13000)
    assert not board.app.stack.top().fast
    board.run(3200)
    assert board.app.stack.top().fast
    pictures = set()
    for _ in range(4):
        pictures.add(board.picture()[3 * 128 : 7 * 128].count(255) > 128)
        board.run(250)
    assert pictures == {True, False}
    board.press(OK)
    assert not board.app.stack.top().fast


def test_the_limit_may_be_for_the_whole_time_of_a_player():
    board = open_screen("timer", limit=1, whole=1, down=1)
    board.press(OK)
    for _ in range(4):
        board.run(6000)
        board.press(OK)
    assert board.words.has_text("0:02") or board.words.has_text("0:03")
    assert board.words.has_text("tour")


def test_in_a_pause_the_keys_choose_whose_turn_it_is():
    board = open_screen("timer", players=3)
    board.press(UP)
    assert board.words.has_text("Vert")
    board.press(DOWN)
    board.press(DOWN)
    assert board.words.has_text("Bleu")
    board.press(OK)
    board.run(10000)
    board.press(DOWN)
    assert board.words.has_text("Pause")
    assert player_times(board, 3)[1] == 10


def test_the_list_of_times_gives_the_turn():
    board = open_screen("timer", players=3)
    board.press(OK)
    board.run(10000)
    board.hold(OK)
    for _ in range(3):
        board.press(DOWN)
    assert board.words.has_text("Partie") and not board.words.has_text("OK changer"), (
        "nobody changes the time of the game"
    )
    board.press(UP)
    assert board.words.has_text("OK changer")
    board.press(OK)
    assert board.words.has_text("Vert")
    assert board.words.has_text("Chrono")
    assert player_times(board, 3)[0] in (10, 11)


def test_a_clock_that_was_never_opened_costs_nothing():
    board = make_device()
    board.press(BACK)
    assert board.app.stack.ids == ["system.home"]
    assert not board.words.has_text("Chrono en pause")


class Anew(BaseException):
    """The device restarts and loses its memory."""


def test_the_history_says_from_which_time_to_which():
    """The entry of a change has the times before and after it.

    Both times are present even if the change keeps the minutes.
    """
    board = open_screen("timer")
    spent = (30000, 75000, 20000, 5000, 70000)
    before = [0, 0]
    lines = []
    board.press(OK)  # starts the clock
    for at, ms in enumerate(spent):
        board.run(ms)
        board.press(OK)
        now = player_times(board)[at % 2]
        lines.append(f"{('Rouge', 'Bleu')[at % 2]} {clock_text(before[at % 2])}→{clock_text(now)}")
        before[at % 2] = now
    assert before[0] > 60 and before[1] > 60
    board.context.open("counters.history")
    board.run(50)
    for line in reversed(lines):
        assert board.words.has_text(line), (line, board.words.text())
        board.press(DOWN)
    board.press(BACK)
    board.hold(BACK)  # the undone turn had a time before and after too
    board.context.open("counters.history")
    board.run(50)
    assert board.words.has_text(lines[-1])


def test_a_turn_that_took_no_time_says_whose_it_is():
    board = open_screen("timer")
    board.context.change([("table", 0, "turn", 1)])
    board.context.open("counters.history")
    board.run(50)
    assert board.words.has_text("Au tour de Bleu")
