"""The turn clock of games that know the present player: off, on, passed, undone, left, after a restart."""

import pytest

from gobelet.games.mystria.rules import turn as mystria
from gobelet.games.traqueur.rules import game as traqueur
from gobelet.games.trinites.rules import sheets as trinites
from gobelet.games.trinytia.rules import setup
from gobelet.games.trinytia.rules import turn as trinytia
from gobelet.games.trireme.rules import sheets as trireme
from gobelet.rules.clock import seconds
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, OK, UP

MINUTE = 60_000


def make_device(game, wished=1, store=None):
    board = VirtualBoard(store=store)
    app = board.app
    app.device.settings.choose("taught", 1)
    app.device.settings.choose("clock", wished)
    app.device.settings.choose("off", 3)  # the device never switches off
    app.context.navigation.home()
    app.context.open(game + ".home")
    return board


def make_two_players(wished=1, store=None):
    """Return Mystria at the first turn of seat 0."""
    board = make_device("mystria", wished, store)
    app = board.app
    state = app.context.session.state
    app.context.change(mystria.start_game(0))
    app.context.change(mystria.set_first_player(0))
    while mystria.colours_without_value(state):
        app.context.change(mystria.give_value(state, mystria.colours_without_value(state)[0]))
    app.context.change(mystria.begin_first_turn(state))
    app.context.open("mystria.turn")
    board.run(50)
    return board


def pass_turn(board):
    row = board.context.session.get("game", 0, "active")
    assert board.context.change([("game", 0, "active", 1 - row), ("game", 0, "acted", 0)])
    board.run(50)


def spent_seconds(board):
    state = board.context.session.state
    return [seconds(state, "time", row) for row in range(state.kind("time").rows)]


def test_off_there_is_neither_a_clock_nor_a_line():
    board = make_two_players(0)
    board.run(MINUTE)
    pass_turn(board)
    assert sum(spent_seconds(board)) == 0
    assert not board.words.has_text("1:00")
    board.press(BACK)
    assert not board.words.has_text("Temps des tours")


def test_the_header_has_the_turn_and_its_time_and_the_pass_passes_both():
    board = make_two_players()
    board.run(62_000)
    assert board.words.has_text("1:02")
    before = spent_seconds(board)
    pass_turn(board)
    assert [now - then for now, then in zip(spent_seconds(board), before, strict=True)] == [62, 0, 0]
    assert board.words.has_text("0:00")
    board.run(5_000)
    assert board.words.has_text("0:05")


def test_an_undo_takes_the_pass_back_but_not_the_time():
    board = make_two_players()
    before = spent_seconds(board)
    board.run(MINUTE)
    pass_turn(board)
    board.run(5_000)
    board.hold(BACK)
    assert board.context.session.get("game", 0, "active") == 0
    assert spent_seconds(board) == before
    assert board.words.has_text("1:05") or board.words.has_text("1:06")
    board.context.redo()
    board.run(50)
    assert board.context.session.get("game", 0, "active") == 1
    assert spent_seconds(board)[0] == 60
    assert board.words.has_text("0:05") or board.words.has_text("0:06")


def test_a_restart_keeps_what_the_turns_took_and_says_that_this_one_took_more():
    board = make_two_players()
    board.run(MINUTE)
    pass_turn(board)
    board.run(3_000)
    again = VirtualBoard(store=board.store)
    again.run(BOOT_MS + 50)
    assert again.app.stack.ids[-1] == "mystria.turn"
    assert spent_seconds(again)[0] == 60
    assert again.words.has_text("≥0:00")
    again.run(5_000)
    assert again.words.has_text("≥0:05")
    again.context.navigation.home()
    again.context.open("mystria.clock")
    again.run(50)
    assert [value for _, value in again.app.stack.top().list] == ["1:00", "≥0:05", "≥1:05"]
    again.context.open("mystria.turn")
    pass_turn(again)
    assert again.context.session.clock.band_texts()[1] == "0:00", "a turn that began since"
    assert again.app.canvas.clipped == 0
    pass_turn(again)  # passes at once
    pass_turn(again)
    again.run(2_000)
    pass_turn(again)
    again.hold(BACK)
    assert again.context.session.clock.band_texts()[1][0] != "≥", "both began since"
    for _ in range(3):
        again.hold(BACK)
    assert again.context.session.clock.band_texts()[1][0] == "≥", "the turn that lost time is there again"
    for _ in range(4):
        again.context.redo()
    pass_turn(again)
    assert again.context.session.clock.band_texts()[1] == "0:00"


def test_a_turn_that_lost_time_is_known_also_where_the_game_was_left_since():
    board = make_two_players()
    board.run(MINUTE)
    again = VirtualBoard(store=board.store)
    again.run(BOOT_MS + 5_000)
    pass_turn(again)
    again.context.navigation.home()
    again.context.open("dice.home")
    again.run(50)
    again.context.navigation.home()
    again.context.open("mystria.turn")
    again.run(50)
    assert again.context.session.clock.band_texts()[1][0] != "≥"
    again.hold(BACK)
    assert again.context.session.get("game", 0, "active") == 0
    assert again.context.session.clock.band_texts()[1][0] == "≥"


@pytest.mark.parametrize("name", ["mystria", "traqueur", "trinytia"])
def test_a_new_game_is_the_first_line_until_one_is_on(name):
    board = make_device(name)
    board.run(50)
    assert board.context.session.clock is not None
    assert board.words.has_text("▶ Nouvelle partie") and not board.words.has_text("Temps des tours")


def test_before_the_first_turn_nothing_was_lost():
    board = make_device("mystria")
    assert board.context.session.clock.band_texts()[1] == "0:00"


def test_the_clock_stands_while_the_game_is_left():
    board = make_two_players()
    board.run(MINUTE)
    board.context.navigation.home()
    board.run(MINUTE)
    assert board.app.canvas.turn is None
    board.context.open("mystria.home")
    board.context.open("mystria.turn")
    board.run(50)
    assert board.words.has_text("1:00")


def test_neither_of_two_games_has_the_time_of_the_other():
    board = make_two_players()
    board.run(MINUTE)
    board.context.navigation.home()
    board.context.open("traqueur.home")
    assert board.context.session.clock.passed_ms() < 1000
    board.run(5_000)
    board.context.navigation.home()
    board.context.open("mystria.turn")
    board.run(50)
    assert board.words.has_text("1:00")


def test_a_list_has_everybodys_time():
    board = make_two_players()
    board.run(MINUTE)
    pass_turn(board)
    board.run(30_000)
    board.press(BACK)
    lines = board.app.stack.top().offered
    board.app.stack.top().cursor = lines.index("clock")
    board.press(OK)
    assert board.app.stack.ids[-1] == "mystria.clock"
    assert [value for _, value in board.app.stack.top().list][:2] == ["1:00", "0:30"]
    board.run(5_000)
    assert [value for _, value in board.app.stack.top().list][:2] == ["1:00", "0:35"], "it goes on"
    board.press(BACK)
    assert board.app.stack.ids[-1] == "mystria.home"


def test_a_new_game_begins_without_time_and_its_undo_gives_none():
    board = make_two_players()
    board.run(MINUTE)
    pass_turn(board)
    session = board.context.session
    session.restart(("table",))
    assert sum(spent_seconds(board)) == 0
    board.context.navigation.home()
    board.context.open("mystria.home")
    board.run(2_000)
    board.hold(BACK)
    assert spent_seconds(board)[0] == 60
    assert board.context.session.clock.passed_ms() < 10_000
    assert board.context.session.clock.band_texts()[1][0] == "≥", (
        "what had passed of the turn is not known any more"
    )
    assert not board.faults


def test_the_game_before_comes_back_with_the_least_of_its_turn():
    board = make_two_players()
    board.run(MINUTE)
    pass_turn(board)
    board.run(9_000)
    session = board.context.session
    session.restart(("table",))
    assert session.clock.band_texts()[1] == "0:00"
    assert session.restore_archive()
    assert session.get("game", 0, "active") == 1
    assert spent_seconds(board)[0] == 60
    assert session.clock.band_texts()[1] == "≥0:00"
    pass_turn(board)
    assert session.clock.band_texts()[1] == "0:00"


@pytest.mark.parametrize("meanwhile", ["nothing", "left", "cut"])
def test_a_recall_that_is_undone_gives_the_game_there_was_no_time_of_the_other(meanwhile):
    board = make_two_players()
    board.run(MINUTE)
    pass_turn(board)
    session = board.context.session
    session.restart(("table",))
    board.run(2_000)
    assert session.restore_archive()
    board.run(3_000)
    if meanwhile == "left":
        board.context.navigation.home()
        board.context.open("mystria.home")
    elif meanwhile == "cut":
        board.boot()
        board.run(BOOT_MS)
    board.hold(BACK)
    assert sum(spent_seconds(board)) == 0
    assert board.context.session.clock.passed_ms() < 10_000
    board.context.redo()
    assert spent_seconds(board)[0] == 60
    assert board.context.session.clock.passed_ms() < 10_000
    assert board.context.session.clock.band_texts()[1][0] == "≥"


@pytest.mark.parametrize("passed", [False, True])
def test_a_new_battle_begins_without_the_time_of_the_one_before(passed):
    board, _, _ = a_game("trireme")
    app = board.app
    board.run(MINUTE)
    if passed:
        app.context.change([("game", 0, "step", 2)])
        board.run(MINUTE)
    app.context.open("trireme.new")
    board.run(50)
    app.stack.top().on_end()
    assert app.context.session.get("game", 0, "battle") == 1
    assert sum(spent_seconds(board)) == 0
    assert app.context.session.clock.passed_ms() < 10_000
    assert app.context.session.undo()
    assert spent_seconds(board)[0] == 60 * passed
    assert app.context.session.clock.passed_ms() < 10_000
    assert app.context.session.clock.band_texts()[1][0] == "≥"


def a_game(name):
    """Return (device at a turn, changes that pass the turn, row of that player)."""
    board = make_device(name)
    app = board.app
    state = app.context.session.state
    if name == "trinytia":
        for changes in (setup.start_game(4, setup.NORMAL, 1), setup.store_first_player(0)):
            app.context.change(changes)
        app.context.change(trinytia.begin_first_turn(state))
        return board, trinytia.pass_turn(state), 0
    if name == "traqueur":
        app.context.change(traqueur.start_game(3))
        app.context.change([("game", 0, "part", 2), ("game", 0, "active", 1), ("game", 0, "first", 1)])
        return board, [("game", 0, "active", 2)], 1
    if name == "trinites":
        app.context.change([("char", row, "used", trinites.PLAYED) for row in (0, 1)])
        app.context.change([("combat", 0, "round", 1), ("combat", 0, "active", 1)])
        return board, [("combat", 0, "active", 0)], 1
    app.context.change([("game", 0, "game", trireme.FLEET), ("game", 0, "turn", 1), ("game", 0, "step", 1)])
    return board, [("game", 0, "step", 2)], 0


@pytest.mark.parametrize("name", ["trinytia", "traqueur", "trinites", "trireme"])
def test_every_game_with_turns_has_it(name):
    board, changes, row = a_game(name)
    before = spent_seconds(board)
    board.run(MINUTE)
    board.press(UP)  # any screen of the game shows the clock in its header
    clock = board.context.session.clock
    assert board.words.has_text(clock.band_texts()[1])
    assert clock.name(row)
    assert board.context.change(changes)
    assert clock.row() != row
    assert spent_seconds(board)[row] - before[row] in (60, 61, 62)
    board.hold(BACK)
    assert spent_seconds(board) == before
    board.context.open(name + ".clock")
    board.run(50)
    assert board.app.stack.top().list[0][1].startswith("1:0")
    assert board.app.canvas.clipped == 0
    assert not board.faults
    board.context.redo()
    board.run(3_000)
    again = VirtualBoard(store=board.store)
    again.run(BOOT_MS + 50)
    assert spent_seconds(again)[row] - before[row] in (60, 61, 62, 63)
    assert again.context.session.clock.band_texts()[1].startswith("≥0:0"), (
        "what had passed of this turn is lost"
    )
    again.run(4_000)
    again.hold(BACK)
    assert again.context.session.clock.band_texts()[1].startswith("≥1:0"), "both are one turn again"
    assert not again.faults
