"""Mystria on the virtual board: keys, records, undo, restarts and power cuts."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import pytest

from gobelet.games import GAMES
from gobelet.games.mystria.rules import draws, score, turn, walks
from gobelet.games.mystria.rules.sheets import (
    COMPLETE,
    GROUP,
    INITIATION,
    OVER,
    PLAY,
    SETUP,
    TOOK,
    VALUE,
    values_by_colour,
)
from gobelet.journal.journal import ROLL, unpack_roll
from gobelet.rules.walk import index
from gobelet.ui.screens.history import MOST
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.script import Script
from simulator.store import MemoryStore, PowerCut
from simulator.watched import too_small

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
WHOLE = [SCRIPTS / f"mystria_{version}.txt" for version in ("initiation", "complete")]


def make_device(store: MemoryStore | None = None, names: bytes | None = None) -> VirtualBoard:
    store = store or MemoryStore()
    if names:
        store.replace("names.txt", names)
    board = VirtualBoard(store=store)
    board.app.device.settings.choose("taught", 1)
    board.context.navigation.home()
    board.context.open("mystria.home")
    board.run(50)
    return board


def play_first_turn(version: int = INITIATION, **options: object) -> VirtualBoard:
    """A device at the first turn of A."""
    board = make_device(**options)  # type: ignore[arg-type]
    app = board.app
    state = app.context.session.state
    assert app.context.change(turn.start_game(version))
    assert app.context.change(turn.set_first_player(0))
    while turn.colours_without_value(state):
        assert app.context.change(turn.give_value(state, turn.colours_without_value(state)[0]))
    assert app.context.change(turn.begin_first_turn(state))
    app.context.open("mystria.turn")
    board.run(50)
    return board


def press_keys(board: VirtualBoard, *keys: int) -> None:
    for key in keys:
        board.press(key)
    assert not board.faults, board.faults


def undo_last(board: VirtualBoard) -> None:
    board.hold(BACK)
    assert not board.faults, board.faults


def value_of(board: VirtualBoard, field: str, row: int = -1) -> int:
    kind = "game" if row < 0 else "player"
    return int(board.context.session.get(kind, max(row, 0), field))


def drops_of_both(board: VirtualBoard) -> tuple[int, int]:
    return value_of(board, "drops", 0), value_of(board, "drops", 1)


def top_id(board: VirtualBoard) -> str | None:
    return board.app.stack.ids[-1]


def undo_steps(board: VirtualBoard) -> int:
    return len(board.context.session.journal.done)


def draw_names(board: VirtualBoard) -> list[str]:
    """The names of the draws, in order from the newest."""
    session = board.context.session
    return [
        session.listed[unpack_roll(payload)[0]][0]
        for _, kind, payload in session.journal.newest_first()
        if kind == ROLL
    ]


# A turn.


def test_drops_that_went_back_are_marked_where_they_stand() -> None:
    board = play_first_turn()
    press_keys(board, OK)
    board.run(1100)
    press_keys(board, OK)
    undo_last(board)
    assert board.context.dialogs.message is None and drops_of_both(board) == (5, 6)
    assert board.words.has_text("↶+1") and board.words.has_text("↶−1") and too_small(board) == []
    board.context.redo()
    board.run(50)
    assert board.words.has_text("↷−1") and board.words.has_text("↷+1")
    board.run(4200)
    assert board.words.has_text("−2") and not board.words.has_text("↷")
    press_keys(board, DOWN, OK)
    undo_last(board)
    assert board.context.dialogs.message is not None, "a token is no drop"


def test_two_fast_drops_are_one_undo_and_what_lies_between_parts_them() -> None:
    board = play_first_turn()
    press_keys(board, OK, OK)
    assert drops_of_both(board) == (4, 7)
    undo_last(board)
    assert drops_of_both(board) == (6, 5) and board.words.has_text("↶+2")
    press_keys(board, OK)
    undo_last(board)
    press_keys(board, OK, DOWN, OK)  # a drop after an undo is a transaction of its own; a token costs no drop
    undo_last(board)
    assert drops_of_both(board) == (5, 6)
    undo_last(board)
    assert drops_of_both(board) == (6, 5)


def test_a_group_or_drops_set_right_are_marked_where_they_stand() -> None:
    board = play_first_turn()
    board.context.open("mystria.table", 1, 1)
    board.run(50)
    press_keys(board, UP)
    undo_last(board)
    assert (
        board.context.dialogs.message is None
        and board.words.has_text("↶")
        and value_of(board, "group1", 0) == 0
    )
    press_keys(board, UP)
    assert value_of(board, "group1", 0) == 1 and board.words.has_text("+1") and not board.words.has_text("↶")
    board.context.open("mystria.table", 1, 3)
    board.run(50)
    press_keys(board, UP)
    undo_last(board)
    assert board.context.dialogs.message is None and board.words.has_text("↶−1")
    board.run(4200)
    assert not board.words.has_text("↶") and too_small(board) == []


def test_an_action_is_one_press_and_a_token_two() -> None:
    board = play_first_turn()
    press_keys(board, OK)
    assert drops_of_both(board) == (5, 6)
    press_keys(board, OK)
    assert (drops_of_both(board), value_of(board, "acted")) == ((4, 7), 2)
    assert board.words.has_text("−2") and board.words.has_text("+2")
    press_keys(board, DOWN, OK, OK)
    assert (value_of(board, "took0", 0), value_of(board, "group0", 0), value_of(board, "active")) == (1, 1, 1)
    assert drops_of_both(board) == (4, 7)


@pytest.mark.parametrize(("keys", "colour"), [((DOWN,), 0), ((DOWN, DOWN), 1), ((UP, UP), 2), ((UP,), 3)])
def test_each_colour_is_two_presses_away_at_most(keys: tuple[int, ...], colour: int) -> None:
    board = play_first_turn()
    press_keys(board, *keys, OK)
    assert value_of(board, "taken") == colour + 1
    press_keys(board, OK)
    assert value_of(board, TOOK[colour], 0) == 1


def test_at_no_drop_the_loss_is_asked_first_and_no_keeps_the_game() -> None:
    board = play_first_turn()
    board.context.change([("player", 0, "drops", 0), ("player", 1, "drops", 11)])
    board.context.open("mystria.turn")
    board.run(50)
    before = undo_steps(board)
    assert board.words.has_text("OK prendre")  # without drops a player can only take a token
    press_keys(board, UP, OK)
    assert board.words.has_text("Aline est à sec")
    press_keys(board, OK)
    assert (undo_steps(board), value_of(board, "part")) == (before, PLAY)
    board.hold(OK)
    assert board.words.has_text("À sec")
    press_keys(board, BACK, OK, DOWN, OK)
    assert (value_of(board, "part"), value_of(board, "loser"), top_id(board)) == (OVER, 0, "mystria.over")
    undo_last(board)
    assert (value_of(board, "part"), value_of(board, "loser"), top_id(board)) == (PLAY, -1, "mystria.turn")


def test_a_drop_that_comes_back_under_the_question_saves_the_game() -> None:
    """The question about the loss is still open when an undo takes back the change before it."""
    board = play_first_turn()
    board.context.change([("player", 0, "drops", 0), ("player", 1, "drops", 11)])
    board.context.open("mystria.turn")
    board.run(50)
    press_keys(board, UP, OK)
    undo_last(board)
    assert drops_of_both(board) == (6, 5)
    press_keys(board, DOWN, OK)
    assert value_of(board, "part") == PLAY


def test_the_group_is_said_while_the_token_is_placed() -> None:
    board = play_first_turn()
    board.context.change([("player", 0, "took3", 4), ("player", 0, "group3", 2)])
    press_keys(board, UP, OK)
    for keys, size in (((), 3), ((UP,), 4), ((UP,), 5), ((UP,), 5), ((DOWN, DOWN, DOWN), 2), ((DOWN,), 2)):
        press_keys(board, *keys)
        assert board.app.stack.top().size == size
    press_keys(board, OK)
    assert (value_of(board, "took3", 0), value_of(board, "group3", 0)) == (5, 2)


def test_no_seventeenth_token_of_a_colour() -> None:
    board = play_first_turn()
    board.context.change([("player", 0, "took0", 8), ("player", 1, "took0", 8)])
    press_keys(board, DOWN, OK)
    assert board.words.has_text("16")
    press_keys(board, OK)
    assert value_of(board, "taken") == 0


@pytest.mark.parametrize("first", [0, 1])
def test_the_last_token_of_the_second_player_leads_to_the_count(first: int) -> None:
    board = play_first_turn()
    board.context.change([("game", 0, "turn", 12), ("game", 0, "first", first), ("game", 0, "active", first)])
    board.context.open("mystria.turn")
    board.run(50)
    press_keys(board, DOWN, OK, OK)
    assert (value_of(board, "active"), top_id(board)) == (1 - first, "mystria.turn")
    press_keys(board, DOWN, OK, OK)
    assert (value_of(board, "part"), top_id(board)) == (OVER, "mystria.over")
    undo_last(board)
    assert (value_of(board, "part"), top_id(board)) == (PLAY, "mystria.turn")


def test_names_from_the_desk_take_the_place_of_a_and_b() -> None:
    board = play_first_turn(names="Chloé\nBruno\n".encode())
    assert board.words.has_text("Chloé") and board.words.has_text("Bruno")


def test_an_undo_tells_which_game_is_back() -> None:
    board = play_first_turn()
    board.context.change([("player", 0, "drops", 3), ("player", 1, "drops", 8)])
    board.context.session.restart(())
    board.context.open("mystria.home")
    board.run(50)
    undo_last(board)
    assert board.words.has_text("Annulé → Partie en cours")


# The points.


def test_the_table_changes_any_number_within_four_presses() -> None:
    """Any place of the cursor needs at most three presses to the number, and one to change it.

    No key is held.
    """
    board = play_first_turn()
    everything = {("group", cell) for cell in range(8)} | {("drops", 0)}
    for start in range(8):
        reached = set()
        for length in range(1, 4):
            for keys in product((UP, DOWN, OK), repeat=length):
                board.context.open("mystria.table", start)
                top = board.app.stack.top()
                for key in keys:
                    if key != OK and top.editing:
                        break  # another press would change a number that is already right
                    {UP: top.on_up, DOWN: top.on_down, OK: top.on_ok}[key](*(() if key == OK else (1,)))
                else:
                    if top.editing:
                        reached.add(("drops", 0) if top.editing == 3 else ("group", top.cursor))
                board.context.close()
        assert reached == everything, start


def test_the_drops_of_both_change_together_on_the_table() -> None:
    board = play_first_turn()
    before = undo_steps(board)
    board.context.open("mystria.table")
    board.run(50)
    press_keys(board, OK, OK, OK, UP, UP)  # changes the number of B, whose group the second OK selected
    assert (drops_of_both(board), undo_steps(board)) == ((4, 7), before + 1)
    assert board.words.has_text("+2")
    press_keys(board, OK, OK, OK, *[DOWN] * 9)  # smaller numbers repeat too, down to 0
    assert drops_of_both(board) == (11, 0)
    press_keys(board, UP, OK, UP)
    assert (drops_of_both(board), value_of(board, "group0", 0)) == ((10, 1), 1)


def test_presses_on_one_group_are_one_transaction_with_their_sum() -> None:
    board = play_first_turn()
    before = undo_steps(board)
    board.context.open("mystria.table")
    board.run(50)
    press_keys(board, OK, UP, UP, UP)
    assert (value_of(board, "group0", 0), undo_steps(board)) == (3, before + 1)
    assert board.words.has_text("+3")
    board.run(5000)
    assert not board.words.has_text("+3")
    press_keys(board, DOWN)
    assert (value_of(board, "group0", 0), undo_steps(board)) == (2, before + 2)
    assert board.words.has_text("−1")
    press_keys(board, OK, UP)
    assert (value_of(board, "group0", 1), undo_steps(board)) == (1, before + 3)
    board.hold(OK)
    assert board.words.has_text("Groupes")
    press_keys(board, BACK)
    undo_last(board)
    undo_last(board)
    undo_last(board)
    assert (value_of(board, "group0", 0), undo_steps(board)) == (0, before)


def test_groups_of_more_than_twelve_tokens_are_refused_in_a_sentence() -> None:
    board = play_first_turn()
    board.context.change([("player", 0, field, 3) for field in GROUP])
    board.context.open("mystria.table")
    board.run(50)
    press_keys(board, OK, UP)
    assert value_of(board, "group0", 0) == 3
    assert board.words.has_text("12")
    press_keys(board, OK, DOWN)
    assert value_of(board, "group0", 0) == 2


def test_the_points_are_shown_live_as_they_are_counted() -> None:
    board = play_first_turn(COMPLETE)
    board.context.change(
        [("player", 0, GROUP[at], n) for at, n in enumerate((3, 1, 3, 3))]
        + [("player", 1, GROUP[at], n) for at, n in enumerate((2, 5, 3, 2))]
        + [("player", 0, "drops", 5), ("player", 1, "drops", 6)]
    )
    found = score.count_sheets(board.context.session.state)
    for name in ("turn", "table"):
        board.context.open(f"mystria.{name}")
        board.run(50)
        large = [mark.text for mark in board.words.marks if mark.size >= 16]
        assert {str(points) for points in found.total} <= set(large)
    board.context.open("mystria.score")
    board.run(50)
    lines = board.app.stack.top().list
    assert [line[1:] for line in lines] == [
        tuple(map(str, pair))
        for pair in (found.total, *found.colours, found.majority, found.objective, found.drops)
    ]


def test_the_objectives_are_asked_at_the_end_and_can_be_corrected() -> None:
    board = play_first_turn(COMPLETE)
    board.context.change([("game", 0, "part", OVER), ("player", 0, "group0", 1), ("player", 1, "group1", 1)])
    board.context.open("mystria.over")
    board.run(50)
    press_keys(board, OK, UP, UP, OK, OK, OK)
    assert (value_of(board, "points", 0), value_of(board, "points", 1)) == (2, 0)
    assert board.words.has_text("Aline gagne")
    press_keys(board, OK, *[DOWN] * 6, OK, UP, OK, UP, OK)
    assert (value_of(board, "points", 0), value_of(board, "points", 1)) == (3, 1)


# The set-up.


def set_up(board: VirtualBoard, cells: int = 18) -> None:
    """Deal `cells` stacks of a complete game, beginning at the step of the stacks."""
    app = board.app
    assert app.context.change(
        [*turn.start_game(COMPLETE), *turn.set_first_player(0), ("table", 0, "cells", cells)]
    )
    assert app.context.change([("game", 0, "step", index(walks.COMPLETE, "stacks"))])
    app.context.open("mystria.setup")
    app.context.open("mystria.stacks")
    board.run(50)
    press_keys(board, *[OK] * -(-cells // 3))


def stack_tokens(board: VirtualBoard) -> list[tuple[int, int, int]]:
    return [
        draws.decode_stack(board.context.session.get("stack", row, "tokens"))
        for row in range(value_of(board, "dealt"))
    ]


@pytest.mark.parametrize("cells", [1, 2, 18, 21])
def test_each_cell_gets_a_stack_of_the_tokens_that_there_are(cells: int) -> None:
    board = make_device()
    set_up(board, cells)
    dealt = stack_tokens(board)
    assert len(dealt) == cells == value_of(board, "dealt")
    assert all(len(set(stack)) > 1 for stack in dealt)
    for colour in range(4):
        used = sum(stack.count(colour) for stack in dealt)
        assert used + value_of(board, f"bag{colour}") == 16
    assert board.words.has_text(f"{cells}/{cells}")
    press_keys(board, OK)
    assert top_id(board) == "mystria.setup"


def test_stacks_that_are_dealt_stay_and_can_be_looked_at_again() -> None:
    board = make_device()
    set_up(board, 5)
    dealt = stack_tokens(board)
    press_keys(board, UP)
    assert (board.app.stack.top().cursor, stack_tokens(board)) == (1, dealt)
    assert board.words.has_text("1 à 3") and board.words.has_text("3/5")
    press_keys(board, OK)
    assert (board.app.stack.top().cursor, stack_tokens(board)) == (4, dealt)
    press_keys(board, UP)
    board.run(2000)
    board.boot()
    board.run(BOOT_MS)
    assert (top_id(board), board.app.stack.top().cursor, stack_tokens(board)) == ("mystria.stacks", 1, dealt)


def test_undo_takes_back_what_one_press_has_dealt_and_others_are_dealt() -> None:
    board = make_device()
    set_up(board, 5)
    dealt = stack_tokens(board)
    undo_last(board)
    assert stack_tokens(board) == dealt[:3]
    assert board.words.has_text("3/5")
    press_keys(board, OK)
    assert stack_tokens(board)[:3] == dealt[:3] and value_of(board, "dealt") == 5
    assert draw_names(board).count("stack") >= 7


def test_the_number_of_cells_goes_and_comes_with_the_stacks_that_its_press_has_dealt() -> None:
    board = make_device()
    app = board.app
    assert app.context.change([*turn.start_game(INITIATION), *turn.set_first_player(0)])
    app.context.open("mystria.setup")
    app.context.open("mystria.stacks")
    board.run(50)
    before = undo_steps(board)
    press_keys(board, UP, UP, OK, OK)
    dealt = stack_tokens(board)
    assert app.context.session.get("table", 0, "cells") == 18 and len(dealt) == 6
    undo_last(board)
    undo_last(board)
    assert (stack_tokens(board), undo_steps(board), top_id(board)) == ([], before, "mystria.stacks")
    assert board.words.has_text("18")
    for number in (3, 6):
        app.context.redo()
        board.run(50)
        assert stack_tokens(board) == dealt[:number]


def test_undo_leaves_what_came_before_stacks_of_the_same_number_of_cells() -> None:
    board = make_device()
    set_up(board, 4)
    step = value_of(board, "step")
    undo_last(board)
    undo_last(board)
    assert (value_of(board, "dealt"), value_of(board, "step")) == (0, step)


def test_a_step_of_the_set_up_goes_back_with_what_led_on() -> None:
    board = dealt_objectives()
    press_keys(board, OK, DOWN, OK, OK, OK, DOWN, OK, OK)
    assert board.app.stack.top().step() == "majority"
    undo_last(board)
    assert (top_id(board), board.app.stack.top().row, value_of(board, "step")) == ("mystria.look", 1, 5)
    press_keys(board, OK, DOWN, OK, OK, OK)
    before = undo_steps(board)
    press_keys(board, OK, OK, OK)
    assert board.app.stack.top().step() == "start" and undo_steps(board) == before + 3
    undo_last(board)
    assert top_id(board) == "mystria.values" and value_of(board, "step") == 7


def test_a_stack_of_one_colour_is_written_told_and_dealt_again() -> None:
    board = make_device()
    app = board.app
    assert app.context.change(
        [*turn.start_game(INITIATION), *turn.set_first_player(0), ("table", 0, "cells", 1)]
    )
    app.context.open("mystria.setup")
    app.context.open("mystria.stacks")
    board.run(50)
    board.entropy.faces([1, 1, 1, 17, 17, 17, 40, 2, 3])
    press_keys(board, OK)
    assert draw_names(board) == ["stack"] * 3
    assert board.words.has_text("1 pile refaite")
    assert stack_tokens(board) == [(2, 0, 0)]


def test_the_cells_are_said_where_one_of_their_stacks_was_dealt_again() -> None:
    board = make_device()
    assert board.context.change(
        [*turn.start_game(INITIATION), *turn.set_first_player(0), ("table", 0, "cells", 4)]
    )
    board.context.open("mystria.setup")
    board.context.open("mystria.stacks")
    board.run(50)
    board.entropy.faces([1, 1, 1])
    press_keys(board, OK)
    assert board.words.has_text("1 pile refaite") and board.words.has_text("1 à 3/4")


@pytest.mark.parametrize("cut", range(1, 9))
def test_a_power_cut_at_any_write_deals_nothing_twice(cut: int) -> None:
    """After the restart every written part of a deal exists.

    The deal has the same stack, and no extra one.
    """
    store = MemoryStore()
    board = make_device(store)
    set_up(board, 6)
    undo_last(board)
    board.run(2000)
    before = stack_tokens(board)
    store.cut_in = cut
    try:
        for _ in range(4):
            board.press(OK)
    except PowerCut:
        board.boot()
        board.run(BOOT_MS)
    written = draw_names(board).count("stack")
    assert stack_tokens(board)[:3] == before
    # The rolls are the stacks on the board, the three undone ones, and those dealt again; the journal has
    # each once.
    again = sum(
        1
        for _, kind, payload in board.context.session.journal.newest_first()
        if kind == ROLL and is_same_draw(board, payload)
    )
    assert written == value_of(board, "dealt") + 3 + again


def is_same_draw(board: VirtualBoard, payload: bytes) -> bool:
    number, _, listed, path, _ = unpack_roll(payload)
    proc = board.context.session.procedure(number)
    v = {i.name: listed[1 + at] for at, i in enumerate(proc.inputs)}
    return proc.name == "stack" and proc.step(v, path[0]).key in draws.AGAIN


def test_the_coin_stays_after_a_power_cut_between_its_two_records() -> None:
    store = MemoryStore()
    board = make_device(store)
    assert board.context.change(turn.start_game(INITIATION))
    board.context.open("mystria.setup")
    board.run(50)
    press_keys(board, DOWN, DOWN)
    board.run(2000)
    board.entropy.faces([2])
    press_keys(board, OK)
    store.cut_in = 2
    with pytest.raises(PowerCut):
        board.press(OK)
    board.boot()
    board.run(BOOT_MS)
    assert (value_of(board, "first"), drops_of_both(board)) == (1, (5, 6))
    assert draw_names(board) == ["coin"]


def test_a_deal_comes_to_its_end_wherever_the_restart_leads() -> None:
    """The power is cut between the roll of a deal and its effects.

    The snapshot has the screens from before the set-up, and the journal has only the roll. The restart
    applies the roll.
    """
    store = MemoryStore()
    board = make_device(store)
    board.context.change(turn.start_game(INITIATION))
    board.run(2000)
    noted = dict(store.files)["place"]
    board.context.open("mystria.setup")
    board.run(50)
    press_keys(board, DOWN, DOWN)
    session = board.context.session
    drawn = session.create_resolution(session.procedure_index("coin"), [0, 1], {})
    drawn.add_result((1,))
    session.write_roll(drawn)
    store.replace("place", noted)
    board.boot()
    board.run(BOOT_MS)
    assert (value_of(board, "first"), drops_of_both(board)) == (0, (6, 5))
    assert top_id(board) == "mystria.result"
    assert board.words.has_text("commence")


# The objectives.


def dealt_objectives() -> VirtualBoard:
    board = make_device()
    app = board.app
    assert app.context.change([*turn.start_game(COMPLETE), *turn.set_first_player(0), ("game", 0, "step", 5)])
    app.context.open("mystria.setup")
    board.run(50)
    board.entropy.faces([3, 6, 1, 1])
    press_keys(board, OK)
    return board


def test_nobody_sees_a_tile_before_the_other_was_asked_to_look_away() -> None:
    board = dealt_objectives()
    assert [value_of(board, f"tile{n}", row) for row in (0, 1) for n in (1, 2)] == [3, 7, 1, 2]
    assert top_id(board) == "mystria.look"
    press_keys(board, OK)
    assert not board.words.has_text("3") and not board.words.has_text("7")
    press_keys(board, OK)  # the cursor of a question is on "no"
    assert not board.words.has_text("3") and not board.words.has_text("7")
    press_keys(board, OK, DOWN, OK)
    assert board.words.has_text("3") and board.words.has_text("7")
    press_keys(board, DOWN, OK)
    assert (value_of(board, "kept", 0), value_of(board, "chosen", 0)) == (2, 1)
    assert board.app.stack.top().row == 1
    assert not board.words.has_text("7")


def test_what_comes_back_is_covered() -> None:
    board = dealt_objectives()
    press_keys(board, OK, DOWN, OK)
    assert board.words.has_text("7")
    board.run(2000)
    board.boot()
    board.run(BOOT_MS)
    assert top_id(board) == "mystria.look"
    assert not board.words.has_text("7")


def test_help_leaves_the_tiles_open_but_a_restart_on_it_covers_them() -> None:
    board = dealt_objectives()
    press_keys(board, OK, DOWN, OK, DOWN)
    board.hold(OK)
    assert not board.words.has_text("7")
    press_keys(board, BACK)
    assert board.words.has_text("7") and board.app.stack.top().cursor == 1
    board.hold(OK)
    board.run(2000)
    board.boot()
    board.run(BOOT_MS)
    assert top_id(board) == "mystria.look"
    assert not board.words.has_text("7")


def test_neither_history_nor_undo_tells_a_tile() -> None:
    board = dealt_objectives()
    press_keys(board, OK, DOWN, OK, DOWN, OK, OK, DOWN, OK, OK)
    board.context.open("mystria.history")
    board.app.stack.top().read_to(MOST)
    board.run(50)
    told = [" ".join(part for part in line if part) for line in board.app.stack.top().list]
    assert "Objectifs secret" in told
    assert not [line for line in told if any(digit in line for digit in "37") and "Objectif" in line]
    board.context.close()
    seen = []
    for _ in range(3):
        undo_last(board)
        seen.append(board.context.dialogs.message)
    assert not [message for message in seen if "7" in message or "3" in message]


def test_a_stack_in_the_history_is_nobodys() -> None:
    board = VirtualBoard()
    Script(board).play(next(path for path in WHOLE if path.stem == "mystria_complete"))
    while board.context.session.last_roll() is None or board.context.session.last_roll().proc.name != "stack":
        assert board.context.session.undo()
    board.context.open("mystria.history")
    board.app.stack.top().read_to(MOST)
    told = [line[0] for line in board.app.stack.top().list if "Pile" in line[0]]
    assert told and all(line.startswith("Pile") for line in told), told
    assert board.context.t.missing == 0


def test_no_tile_goes_twice() -> None:
    for _ in range(20):
        board = make_device()
        app = board.app
        assert app.context.change(
            [*turn.start_game(COMPLETE), *turn.set_first_player(0), ("game", 0, "step", 5)]
        )
        app.context.open("mystria.setup")
        board.run(50)
        press_keys(board, OK)
        tiles = [value_of(board, f"tile{n}", row) for row in (0, 1) for n in (1, 2)]
        assert len(set(tiles)) == 4 and min(tiles) >= 1 and max(tiles) <= 8


# Undo on every screen.


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_undo_from_the_end_of_a_whole_game_to_its_beginning(path: Path) -> None:
    """An undo works on every screen, and each screen that it shows is valid."""
    board = VirtualBoard()
    Script(board).play(path)
    for _ in range(400):
        if not undo_steps(board):
            break
        undo_last(board)
        board.run(50)
        top = board.app.stack.top()
        assert not hasattr(top, "is_valid") or top.is_valid(), top_id(board)
    assert (undo_steps(board), board.context.session.state.restart_changes()) == (0, [])


SCREENS = ("turn", "over", "score", "table", "bag", "correct", "setup", "stacks", "values", "look", "new")


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("part", [0, SETUP, PLAY, OVER])
def test_a_screen_whose_reason_is_gone_gives_way(name: str, part: int) -> None:
    """The screen of the game's present part replaces it; without a game, the main list does."""
    board = play_first_turn(COMPLETE)
    board.context.change([("game", 0, "part", part)])
    board.context.navigation.home()
    board.context.open("mystria.home")
    board.context.open(f"mystria.{name}", *((0,) if name == "look" else ()))
    top = board.app.stack.top()
    stood = top.is_valid()
    board.run(100)
    assert not board.faults
    if stood:
        assert top_id(board) == f"mystria.{name}"
    else:
        assert top_id(board) == ["mystria.home", "mystria.setup", "mystria.turn", "mystria.over"][part]
    for key in (UP, DOWN, OK, BACK):
        press_keys(board, key)


def test_correcting_drops_keeps_eleven_and_the_turn_goes_over_whole() -> None:
    board = play_first_turn()
    press_keys(board, OK)
    board.context.open("mystria.correct")
    board.run(50)
    press_keys(board, OK, UP, UP, UP, OK)
    assert drops_of_both(board) == (8, 3)
    press_keys(board, DOWN, DOWN, OK)
    assert (value_of(board, "active"), value_of(board, "acted")) == (1, 0)
    press_keys(board, UP, OK, UP, OK)
    assert value_of(board, "turn") == 2


def test_values_given_anew_are_those_of_the_score_board_again() -> None:
    board = play_first_turn(COMPLETE)
    board.context.open("mystria.values")
    board.run(50)
    press_keys(board, OK)
    assert turn.colours_without_value(board.context.session.state) == [0, 1, 2, 3]
    board.context.open("mystria.turn")
    board.run(50)
    press_keys(board, OK, BACK)  # a turn without values has no points, but the game continues
    board.context.open("mystria.values")
    board.run(50)
    press_keys(board, OK, OK, OK)
    assert values_by_colour(
        board.context.session.state, "game", 0, ("value0", "value1", "value2", "value3")
    ) == [
        10,
        7,
        5,
        3,
    ]


def test_a_new_game_keeps_the_number_of_cells() -> None:
    board = make_device()
    set_up(board, 17)
    board.context.session.restart(("table",))
    assert board.context.session.get("table", 0, "cells") == 17
    assert (value_of(board, "dealt"), value_of(board, "bag0")) == (0, 16)


def test_values_given_anew_from_the_corrections_leave_the_drops_alone() -> None:
    board = play_first_turn(COMPLETE)
    board.context.open("mystria.correct")
    board.run(50)
    press_keys(board, UP, OK, OK, DOWN, OK, OK, OK)
    assert top_id(board) == "mystria.correct" and drops_of_both(board) == (6, 5)
    assert sorted(values_by_colour(board.context.session.state, "game", 0, VALUE)) == [3, 5, 7, 10]


def test_what_an_undo_shows_above_home_leads_on_to_the_next_step() -> None:
    """The last stack is dealt again, and the set-up continues as before the undo."""
    board = make_device()
    set_up(board, 4)
    press_keys(board, BACK, BACK)
    assert top_id(board) == "mystria.home"
    undo_last(board)
    assert (top_id(board), value_of(board, "dealt")) == ("mystria.stacks", 3)
    press_keys(board, OK, OK)
    assert (top_id(board), value_of(board, "dealt")) == ("mystria.setup", 4)
    assert board.app.stack.top().step() == "objectives"


@pytest.mark.parametrize("version", [INITIATION, COMPLETE])
@pytest.mark.parametrize("name", ["home", "turn", "score", "table", "bag", "correct", "values"])
def test_ok_held_opens_a_rule_on_every_line(name: str, version: int) -> None:
    board = play_first_turn(version)
    board.context.navigation.home()
    board.context.open("mystria.home")
    if name != "home":
        board.context.open(f"mystria.{name}")
    board.run(50)
    for _ in range(len(getattr(board.app.stack.top(), "list", ())) or 1):
        board.hold(OK)
        assert not board.faults and top_id(board) is None and board.app.stack.top().body
        press_keys(board, BACK, DOWN)


@pytest.mark.parametrize("version", [INITIATION, COMPLETE])
def test_ok_held_explains_every_step_of_the_set_up(version: int) -> None:
    board = make_device()
    assert board.context.change(turn.start_game(version))
    board.context.open("mystria.setup")
    board.run(50)
    for step, _ in walks.setup_walk(version):
        assert board.app.stack.top().step() == step
        board.hold(OK)
        assert not board.faults and top_id(board) is None and board.app.stack.top().body
        press_keys(board, BACK, DOWN)


# The bag.


def shown_bag(board: VirtualBoard) -> list[tuple[str, ...]]:
    """The numbers in the lines of the bag, without their labels."""
    top = board.app.stack.top()
    return [tuple(cell.replace("\u202f", " ") for cell in cells[1:]) for cells in top.list]


def test_a_bag_of_stacks_laid_by_hand_is_unknown_until_all_four_colours_are_counted() -> None:
    board = play_first_turn()
    board.context.open("mystria.bag")
    board.run(50)
    assert shown_bag(board) == [("?", "?", "—")] * 4 + [("", "", "—")]
    for at, n in enumerate((1, 8, 4, 16)):
        press_keys(board, OK)
        board.press_until(DOWN, lambda n=n: board.app.stack.top().value == n)
        press_keys(board, OK)
        if at < 3:
            assert shown_bag(board)[at] == (str(n), str(16 - n), "—")
            assert shown_bag(board)[at + 1] == ("?", "?", "—")
            assert shown_bag(board)[4] == ("", "", "—")
            press_keys(board, DOWN)
    assert shown_bag(board)[:4] == [
        ("1", "15", "3 %"),
        ("8", "8", "28 %"),
        ("4", "12", "14 %"),
        ("16", "0", "55 %"),
    ]
    assert shown_bag(board)[4][2] != "—"
    undo_last(board)
    assert shown_bag(board)[3] == ("?", "?", "—")
    board.hold(BACK)
    assert shown_bag(board)[2] == ("?", "?", "—")
    assert board.words.has_text("Annulé → Sac, bleu ?")


def test_an_undo_in_the_set_up_tells_what_the_screen_shows() -> None:
    board = make_device()
    told = []
    press_keys(board, OK, OK, OK, OK, OK, DOWN, OK, OK, OK)
    for _ in range(5):
        board.hold(BACK)
        told.append(board.context.dialogs.message)
        board.run(2500)
    assert told == [
        "Annulé → Mise en place 4",
        "Annulé → Mise en place 3",
        "Annulé → Commence —",
        "Annulé → Mise en place 2",
        "Annulé → Mise en place 1",
    ]


@pytest.mark.parametrize(("active", "who"), [(0, "Aline"), (1, "Bella")])
def test_an_undo_of_a_token_placed_tells_its_group_whoever_placed_it(active: int, who: str) -> None:
    board = play_first_turn()
    board.context.change([("game", 0, "active", active), ("game", 0, "taken", 1)])
    board.context.open("mystria.turn")
    board.run(50)
    press_keys(board, OK)
    assert board.context.session.get("player", active, "group0") == 1
    board.hold(BACK)
    assert board.context.dialogs.message == f"Annulé → {who} {board.context.t('f.group0')} 0"


def test_a_bag_whose_stacks_were_dealt_here_is_known() -> None:
    board = make_device()
    set_up(board, 3)
    board.context.open("mystria.bag")
    board.run(50)
    assert "?" not in [cell for cells in shown_bag(board) for cell in cells]
    assert sum(int(cells[1]) for cells in shown_bag(board)[:4]) == 9


def test_a_bag_with_one_token_has_its_chance() -> None:
    board = play_first_turn()
    changes = [("game", 0, f"bag{at}", int(at == 2)) for at in range(4)]
    board.context.change([*changes, ("game", 0, "counted", 15)])
    board.context.open("mystria.bag")
    board.run(50)
    assert [cells[2] for cells in shown_bag(board)] == ["0 %", "0 %", "100 %", "0 %", "—"]


def test_the_columns_of_the_bag_stand_apart() -> None:
    board = play_first_turn()
    board.context.change([("game", 0, "counted", 15), ("game", 0, "bag1", 1)])
    board.context.open("mystria.bag")
    board.run(50)
    assert not board.words.overlapping_pairs()
    marks = sorted((mark.y, mark.x, mark.end) for mark in board.words.marks if 8 <= mark.y < 56 and mark.x)
    for one, other in pairwise(marks):
        assert one[0] != other[0] or other[1] - one[2] >= 4, (one, other)


# The display of an announcement.


def test_the_points_follow_the_group_while_it_is_dialled() -> None:
    board = play_first_turn()
    board.context.change([("player", 0, "took0", 3), ("player", 0, "group0", 2)])
    value = value_of(board, "value0")
    press_keys(board, DOWN, OK)
    before = board.app.stack.top().points[0]
    press_keys(board, UP)
    assert board.app.stack.top().points[0] == before + value
    press_keys(board, DOWN)
    assert board.app.stack.top().points[0] == before


@pytest.mark.parametrize("objective", [0, 99])
@pytest.mark.parametrize("given", [0, 3])
def test_the_points_are_read_from_afar_whatever_they_are(objective: int, given: int) -> None:
    board = play_first_turn(COMPLETE)
    board.context.change(
        [("player", 0, GROUP[at], 2) for at in range(4)]
        + [("player", 0, "points", objective), ("player", 1, "points", 0)]
        + [("player", 0, "drops", 11), ("player", 1, "drops", 0), ("game", 0, "active", 0)]
    )
    board.context.open("mystria.turn")
    for _ in range(given):
        press_keys(board, OK)
    for screen in ("mystria.turn", "mystria.table"):
        board.context.open(screen)
        board.run(50)
        points = {str(found) for found in score.count_sheets(board.context.session.state).total}
        assert points <= {text for text, rows in board.app.stack.top().large_texts() if rows >= 12}
        assert not too_small(board)
        assert not board.app.canvas.clipped and not board.words.overlapping_pairs()
    board.context.open("mystria.turn")
    press_keys(board, DOWN, OK)
    assert not too_small(board)
    assert board.app.stack.top().large_texts()[1][1] >= 12
    press_keys(board, *(UP,) * 12)
    assert not too_small(board) and not board.words.overlapping_pairs()


def test_a_long_name_hides_neither_the_colour_nor_the_points() -> None:
    board = play_first_turn(names=b"Marguerite\nBarth\xc3\xa9lemy\n")
    press_keys(board, DOWN, DOWN, DOWN, DOWN, OK)
    band = [word for word in board.words.strings if "Rouge" in word]
    assert band and "…" not in band[0].split()[-1]
    assert any("–" in word for word in board.words.strings)


def test_a_deal_that_is_made_again_shows_the_stack_that_came_back() -> None:
    board = make_device()
    set_up(board, 5)
    while board.context.session.get("game", 0, "dealt") > 2:
        undo_last(board)
    board.context.navigation.home()
    board.context.open("mystria.home")
    board.context.redo()
    board.run(50)
    assert (top_id(board), board.app.stack.top().cursor) == ("mystria.stacks", 2)
    board.context.redo()
    board.run(50)
    assert board.app.stack.top().cursor == 4


def test_groups_that_are_more_than_there_can_be_can_be_made_fewer() -> None:
    board = play_first_turn()
    board.context.change([("player", 0, f"group{at}", 4) for at in range(4)])
    board.context.open("mystria.table")
    board.run(50)
    press_keys(board, OK, DOWN)
    assert value_of(board, "group0", 0) == 3


def test_the_first_turn_is_twenty_two_presses_from_the_list_of_games() -> None:
    """Every step is shown, and every stack dealt.

    OK does only the proposed actions.
    """
    board = make_device()
    board.context.navigation.home()
    board.app.stack.top().cursor = GAMES.index("mystria")
    board.run(50)
    press_keys(board, *[OK] * 21)
    assert top_id(board) == "mystria.setup"
    press_keys(board, OK)
    assert (top_id(board), value_of(board, "dealt")) == ("mystria.turn", 16)
