"""Tri'Nytia from "new game" to the first turn, and the screens of its two other modes, on the virtual board."""

from __future__ import annotations

from pathlib import Path

import pytest

from gobelet.games.trinytia.rules import modes, setup, tables, walks
from gobelet.games.trinytia.rules.sheets import DEAD, KEPT, KINDS, PLAY
from gobelet.journal.journal import ROLL, unpack_roll
from gobelet.journal.records import BY_HAND
from gobelet.rules.sheet import State
from gobelet.rules.walk import index
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.script import Script
from simulator.store import MemoryStore, PowerCut
from tests.games.first_turn import presses_to

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
CHOICES = 15  # the number of choices: two modes and 13 columns
NORMAL_4 = 2  # index of the normal game of four players in the choices


def make_device(at: int | None = None, lang: str = "fr", store: MemoryStore | None = None) -> VirtualBoard:
    """A device in set-up.

    `at` is the index of the game in the choices; with None the player still chooses.
    """
    board = VirtualBoard(store=store)
    board.choose_language(lang)
    board.app.device.settings.choose("taught", 1)
    board.context.navigation.home()
    board.context.open("trinytia.home")
    board.context.open("trinytia.new", *([] if at is None else [at]))
    board.run(100)
    if at is not None:
        press_keys(board, OK)
    return board


def press_keys(board: VirtualBoard, *keys: int) -> None:
    for key in keys:
        board.press(key)
    assert not board.faults, board.faults


def go_to_step(board: VirtualBoard, step: str) -> None:
    """Go to a step of the set-up."""
    for _ in range(20):
        if step_name(board) == step:
            return
        press_keys(board, DOWN)
    raise AssertionError(step)


def step_name(board: VirtualBoard) -> str:
    return walks.SETUP[walks.step_index(game_value(board, "step"))][0]


def game_value(board: VirtualBoard, field: str) -> int:
    return board.context.session.get("game", 0, field)


def char_values(board: VirtualBoard, field: str, rows: int = 4) -> list[int]:
    return [board.context.session.get("char", row, field) for row in range(rows)]


def top_id(board: VirtualBoard) -> str | None:
    return board.app.stack.ids[-1]


def journal_rolls(board: VirtualBoard) -> list[tuple]:
    """Return (Procedure, flags, rows and values, path) of each roll, the oldest first."""
    listed = board.context.session.listed
    found = [unpack_roll(p) for _, kind, p in board.context.session.journal.newest_first() if kind == ROLL]
    return [(listed[roll[0]][0], *roll[1:4]) for roll in reversed(found)]


def set_faces(board: VirtualBoard, *dice: int) -> None:
    board.entropy.faces(list(dice))


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("script", ["setup", "tricorne", "duel"])
def test_the_scripts(script, lang):
    board = VirtualBoard()
    board.choose_language(lang)
    Script(board).play(SCRIPTS / f"trinytia_{script}.txt")
    assert board.app.canvas.missing == board.app.canvas.clipped == 0


# The number of players.


def test_every_count_and_column_can_be_chosen_and_makes_a_legal_game():
    seen = set()
    for at in range(CHOICES):
        board = make_device(at)
        column = game_value(board, "column")
        players = game_value(board, "players")
        seen.add((players, column))
        assert top_id(board) == "trinytia.setup"
        assert game_value(board, "mode") == {2: setup.DUEL, 3: setup.TRICORNE}.get(players, setup.NORMAL)
        assert not column or sum(tables.column(column)) == players
    assert seen == {(2, 0), (3, 0)} | {(n, at) for n in range(4, 11) for at in tables.columns(n)}


def test_counts_that_need_a_mode_say_so_and_the_dial_has_ends():
    board = make_device()
    assert board.words.has_text("Gardien 2")
    assert board.words.has_text("choix 1/2")
    press_keys(board, DOWN)
    assert board.words.has_text("3 joueurs : mode Tricorne")
    press_keys(board, DOWN, DOWN, DOWN)
    assert board.words.has_text("2 joueurs : mode Duel Astral")
    press_keys(board, *[UP] * 20)
    assert board.words.has_text("10")
    assert board.words.has_text("choix 2/2")


def test_five_players_have_no_choice_of_column():
    board = make_device()
    press_keys(board, UP, UP)
    assert board.words.has_text("5")
    assert not board.words.has_text("choix")


def test_a_new_game_is_one_transaction_and_its_undo_leaves_the_set_up():
    board = make_device(NORMAL_4)
    board.hold(BACK)
    assert game_value(board, "players") == 0
    assert top_id(board) == "trinytia.new", "where it was begun"
    assert not board.faults


@pytest.mark.parametrize("opened", ["trinytia.placement", "trinytia.first"])
def test_an_undo_of_the_new_game_closes_what_stands_on_the_set_up(opened):
    board = make_device(NORMAL_4)
    board.context.open(opened)
    board.run(50)
    board.hold(BACK)
    assert top_id(board) == "trinytia.new"
    board.press(BACK)
    assert top_id(board) == "trinytia.home"
    assert not board.faults


# The walk.


@pytest.mark.parametrize(("at", "steps"), [(NORMAL_4, 10), (1, 9), (0, 9)])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_step_has_its_words_and_an_explanation(at, steps, lang):
    board = make_device(at, lang)
    seen = [step_name(board)]
    for number in range(1, steps + 1):
        assert board.words.has_text(f"{number}/{steps}")
        press_keys(board, DOWN)
        seen.append(step_name(board))
        board.hold(OK)
        assert type(board.app.stack.top()).__name__ == "Page"
        press_keys(board, BACK)
    assert len(set(seen)) == steps
    assert seen[-1] == "start", "the last step stays"
    assert board.context.t.missing == 0
    canvas = board.app.canvas
    assert (canvas.missing, canvas.clipped, canvas.shortened) == (0, 0, 0)


def test_the_step_is_kept_across_a_restart_and_can_be_undone():
    board = make_device(NORMAL_4)
    press_keys(board, OK, OK)
    assert step_name(board) == "seats"
    board.hold(BACK)
    assert step_name(board) == "packs"
    board.run(3000)
    board.boot()
    board.run(BOOT_MS)
    assert (top_id(board), step_name(board)) == ("trinytia.setup", "packs")


def test_up_from_the_first_step_is_the_way_for_those_who_know():
    board = make_device(NORMAL_4)
    press_keys(board, UP)
    assert step_name(board) == "start"
    press_keys(board, OK)
    assert top_id(board) == "trinytia.first", "what the first turn still needs"
    press_keys(board, OK, DOWN, OK)
    assert (game_value(board, "first"), game_value(board, "active")) == (1, 1)
    assert step_name(board) == "passing"
    press_keys(board, DOWN, OK)
    assert (game_value(board, "part"), top_id(board)) == (PLAY, "trinytia.turn")


def test_seats_are_the_order_of_play():
    board = make_device(NORMAL_4)
    go_to_step(board, "seats")
    assert board.words.has_text("Rouge → Bleu → Vert → Jaune")
    press_keys(board, OK)
    assert (top_id(board), step_name(board)) == ("trinytia.placement", "placement")


# Placement.


def place_all(*dice: int, at: int = NORMAL_4) -> VirtualBoard:
    board = make_device(at)
    go_to_step(board, "placement")
    press_keys(board, OK)
    for place in range(0, len(dice), 2):
        set_faces(board, *dice[place : place + 2])
        press_keys(board, OK)
    return board


def test_one_press_places_one_player_and_the_last_goes_on():
    board = place_all(3, 4)
    assert char_values(board, "lieu") == [7, -1, -1, -1]
    assert board.words.has_text("Rouge 3 + 4 7")
    set_faces(board, 1, 1, 4, 6, 2, 3)
    press_keys(board, OK, OK, OK)
    assert char_values(board, "lieu") == [7, 2, 10, 5]
    assert journal_rolls(board) == [
        ("placement", 0, [row], [dice]) for row, dice in enumerate([(3, 4), (1, 1), (4, 6), (2, 3)])
    ]
    press_keys(board, OK)
    assert (top_id(board), step_name(board)) == ("trinytia.setup", "deal")


def test_undo_gives_the_roll_back_to_the_player():
    board = place_all(3, 4, 2, 2)
    board.hold(BACK)
    assert char_values(board, "lieu") == [7, -1, -1, -1]
    set_faces(board, 1, 2)
    press_keys(board, OK)
    assert char_values(board, "lieu") == [7, 3, -1, -1]


def test_the_list_rolls_again_and_chooses_real_dice():
    board = place_all(3, 4, 2, 2)
    press_keys(board, DOWN)
    assert board.words.has_text("? Vert")
    set_faces(board, 4, 6)
    press_keys(board, OK)
    assert char_values(board, "lieu") == [10, 4, -1, -1]
    press_keys(board, UP, OK)
    assert board.context.dice.by_hand
    press_keys(board, BACK, OK)
    assert board.words.has_text("Vert")
    press_keys(board, UP, UP, OK, UP, OK)
    assert char_values(board, "lieu") == [10, 4, 5, -1]
    assert journal_rolls(board)[-1] == ("placement", BY_HAND, [2], [(3, 2)])
    assert board.words.has_text("réels · 3/4")


def test_leaving_the_placement_and_coming_back_goes_on_with_the_next():
    board = place_all(3, 4)
    press_keys(board, BACK, OK)
    set_faces(board, 2, 6)
    press_keys(board, OK)
    assert char_values(board, "lieu") == [7, 8, -1, -1]


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("cut", range(1, 8))
def test_a_power_cut_never_rolls_a_written_die_again(cut, torn):
    store = MemoryStore()
    board = make_device(NORMAL_4, store=store)
    go_to_step(board, "placement")
    press_keys(board, OK)
    board.run(3000)
    set_faces(board, 3, 4)
    store.torn = torn
    store.cut_in = cut
    try:
        press_keys(board, OK)
        board.run(3000)
    except PowerCut:
        board.boot()
        board.run(BOOT_MS)
    store.cut_in = None
    assert not board.faults
    assert top_id(board) == "trinytia.placement"
    assert char_values(board, "lieu")[0] == (7 if journal_rolls(board) else -1)
    set_faces(board, 1, 1)
    press_keys(board, OK)
    assert char_values(board, "lieu")[:2] in ([7, 2], [2, -1])


# The first player.


def decide_first(*dice: int) -> VirtualBoard:
    board = place_all(*dice)
    press_keys(board, OK)
    go_to_step(board, "first")
    press_keys(board, OK)
    return board


def test_the_highest_lieu_starts():
    board = decide_first(1, 1, 4, 4, 2, 2, 3, 3)
    assert board.words.has_text("Bleu commence")
    press_keys(board, OK)
    assert (game_value(board, "first"), game_value(board, "active"), step_name(board)) == (1, 1, "passing")
    assert char_values(board, "score") == [0] * 4


def test_only_the_tied_roll_again_until_one_is_alone():
    board = decide_first(4, 6, 4, 6, 1, 1, 4, 6)
    assert board.words.has_text("Égalité !")
    set_faces(board, 1, 1, 3, 3, 2, 4)
    press_keys(board, OK)
    assert board.words.has_text("Bleu 6 Jaune 6"), "Rouge is out"
    assert char_values(board, "lieu") == [10, 10, 2, 10], "nobody moves"
    set_faces(board, 4, 4, 1, 2)
    press_keys(board, OK)
    assert board.words.has_text("Bleu 8")
    press_keys(board, OK)
    assert game_value(board, "first") == 1
    names = [roll[0] for roll in journal_rolls(board)]
    assert names == ["placement"] * 4 + ["tie_roll"] * 5


def test_a_tie_with_real_dice_asks_each_by_name():
    board = decide_first(4, 6, 1, 1, 1, 2, 4, 6)
    board.context.dice.use_real_dice(True)
    press_keys(board, OK)
    assert board.words.has_text("Rouge")
    press_keys(board, OK, OK)
    assert board.words.has_text("Jaune")
    press_keys(board, UP, OK, OK)
    assert char_values(board, "score") == [2, 0, 0, 3]
    assert board.words.has_text("Rouge 2 Jaune 3")


def test_a_tie_cut_short_goes_on_where_it_was():
    board = decide_first(4, 6, 1, 1, 1, 2, 4, 6)
    board.context.change(setup.tie_break([0, 3]))
    board.context.change([("char", 0, "score", 5)])
    board.run(3000)
    board.boot()
    board.run(BOOT_MS)
    assert top_id(board) == "trinytia.first"
    set_faces(board, 4, 2)
    press_keys(board, OK)
    assert char_values(board, "score") == [5, 0, 0, 6]
    assert board.words.has_text("Jaune")


def test_the_first_player_stays_when_somebody_is_placed_again():
    board = decide_first(1, 1, 4, 4, 2, 2, 3, 3)
    press_keys(board, OK)
    board.context.open("trinytia.placement", 0)
    board.run(50)
    press_keys(board, DOWN)
    set_faces(board, 1, 2)
    press_keys(board, OK)
    press_keys(board, BACK)
    board.context.open("trinytia.first")
    board.run(50)
    assert board.words.has_text("Bleu commence")


# Cards, life, the first turn.


def test_the_faction_cards_go_once_round_from_the_first_player():
    board = decide_first(1, 1, 2, 2, 4, 4, 3, 3)
    press_keys(board, OK)
    assert board.words.has_text("Vert → Jaune → …") and board.words.has_text("chacun montre sa faction")
    press_keys(board, OK)
    assert step_name(board) == "start"
    press_keys(board, OK)
    assert (game_value(board, "part"), game_value(board, "turn"), game_value(board, "cycle")) == (PLAY, 1, 1)
    board.hold(BACK)
    assert top_id(board) == "trinytia.setup", "the turn was taken back"


def test_pv_are_asked_in_turn_and_none_must_be_given():
    board = make_device(NORMAL_4)
    go_to_step(board, "life")
    press_keys(board, OK, DOWN, OK, OK, *[UP] * 11, OK, UP, OK, BACK)
    assert char_values(board, "pv") == [0, 11, 12, 0]
    assert step_name(board) == "life"
    press_keys(board, OK, DOWN, OK, *[DOWN] * 12, OK, OK, OK, BACK)
    assert char_values(board, "pv") == [0, 11, 12, 0]


def test_pv_begin_at_those_entered_last_in_the_next_game_too():
    board = make_device(NORMAL_4)
    go_to_step(board, "life")
    press_keys(board, OK, DOWN, OK, *[UP] * 11, OK, OK, OK, OK)
    assert char_values(board, "pv") == [11, 11, 11, 11]
    assert step_name(board) == "first"
    board.context.session.restart(KEPT)
    board.context.change(setup.start_game(4, setup.NORMAL, 1))
    board.context.open("trinytia.setup")
    go_to_step(board, "life")
    assert char_values(board, "pv") == [0, 0, 0, 0]
    press_keys(board, OK, DOWN, OK)
    assert board.app.stack.top().value == 11
    press_keys(board, BACK)
    board.context.session.restore_archive()
    assert char_values(board, "pv") == [11, 11, 11, 11]


def test_long_names_fit_everywhere():
    board = make_device(NORMAL_4)
    board.context.messages.names[:] = ["Maximilienne", "Bartholomée", "Anne-Charlotte", "Wolfgang-Amadeus"]
    go_to_step(board, "seats")
    press_keys(board, DOWN, OK)
    set_faces(board, 4, 6, 4, 6, 4, 6, 4, 6)
    press_keys(board, OK, OK, OK, OK, OK)
    go_to_step(board, "first")
    press_keys(board, OK)
    set_faces(board, 4, 6, 1, 1, 1, 1, 1, 1)
    press_keys(board, OK, OK)
    for _ in range(5):
        press_keys(board, OK)
    assert board.app.canvas.clipped == 0
    assert top_id(board) == "trinytia.turn"


# Tricorne.


def test_gold_is_rolled_one_by_one():
    board = make_device(1)
    go_to_step(board, "gold")
    set_faces(board, 6, 1, 3)
    press_keys(board, OK, OK, OK, OK)
    assert char_values(board, "gold", 3) == [6, 1, 3]
    assert [roll[0] for roll in journal_rolls(board)] == ["gold"] * 3
    press_keys(board, OK)
    assert step_name(board) == "life"


def open_bet(golds=(5, 2, 6), lieux=(7, 7, 7), stakes=(0, 0, 0)) -> VirtualBoard:
    board = make_device(1)
    changes = [("game", 0, "part", PLAY), ("game", 0, "active", 0), ("game", 0, "turn", 1)]
    for row in range(3):
        changes.append(("char", row, "gold", golds[row]))
        changes.append(("char", row, "lieu", lieux[row]))
        changes.append(("char", row, "stake", stakes[row]))
    board.context.change(changes)
    board.context.open("trinytia.bet")
    board.run(50)
    return board


def test_the_winner_takes_all_stakes():
    board = open_bet()
    press_keys(board, OK, UP, UP, OK, OK, UP, OK, OK, UP, UP, UP, OK)
    assert char_values(board, "stake", 3) == [2, 1, 3]
    set_faces(board, 1, 1, 4, 6, 2, 3)
    press_keys(board, OK)
    assert board.words.has_text("Bleu +5")
    assert char_values(board, "gold", 3) == [5, 2, 6], "not paid before it is seen"
    press_keys(board, OK)
    assert char_values(board, "gold", 3) == [3, 7, 3]
    assert char_values(board, "stake", 3) == [0, 0, 0]
    assert top_id(board) != "trinytia.bet"
    board.hold(BACK)
    assert char_values(board, "gold", 3) == [5, 2, 6]


def test_one_gold_is_enough_for_a_bet():
    board = open_bet(golds=(1, 1, 1))
    press_keys(board, OK, UP, OK, OK, UP, OK)
    assert char_values(board, "stake", 3) == [1, 1, 0]


def test_a_tied_bet_is_rolled_again_by_the_tied_also_after_a_restart():
    board = open_bet(stakes=(2, 1, 3))
    set_faces(board, 4, 4, 1, 1, 4, 4)
    press_keys(board, UP, OK)
    assert board.words.has_text("Égalité !")
    board.run(3000)
    board.boot()
    board.run(BOOT_MS)
    assert board.words.has_text("Égalité !")
    set_faces(board, 1, 1, 1, 2)
    press_keys(board, OK)
    assert board.words.has_text("Vert +3")
    press_keys(board, OK)
    assert char_values(board, "gold", 3) == [3, 1, 9]


def test_a_bet_with_real_dice():
    board = open_bet(stakes=(2, 0, 3))
    board.context.dice.use_real_dice(True)
    press_keys(board, UP, OK)
    assert board.words.has_text("Rouge")
    press_keys(board, UP, OK, OK)
    assert board.words.has_text("Vert")
    press_keys(board, OK, OK)
    assert board.words.has_text("Rouge +3")
    assert journal_rolls(board)[-1][1:] == (BY_HAND, [0, 1, 2, 2, 0, 3, 7], [(2, 1), (1, 1)])


@pytest.mark.parametrize(
    ("row", "words", "given"),
    [
        (3, "Un pari demande 2 parieurs", {"stakes": (2, 0, 0)}),
        (1, "Pas sur le même Lieu", {"stakes": (2, 0, 0), "lieux": (7, 8, 7)}),
        (1, "Seulement 0 or", {"golds": (5, 0, 5)}),
        (3, "Seulement 1 or", {"golds": (1, 2, 5), "stakes": (2, 2, 0)}),
    ],
)
def test_bets_that_cannot_be(row, words, given):
    board = open_bet(**given)
    press_keys(board, *[DOWN] * row, OK)
    assert board.words.has_text(words)
    assert not journal_rolls(board)


@pytest.mark.parametrize("given", [{"lieux": (8, 7, 7)}, {"golds": (1, 5, 5)}])
def test_a_stake_is_taken_back_by_who_has_gone_elsewhere_or_has_less_gold(given):
    board = open_bet(stakes=(2, 2, 0), **given)
    press_keys(board, OK, DOWN, DOWN, OK)
    assert char_values(board, "stake", 3) == [0, 2, 0]
    press_keys(board, DOWN, OK, UP, OK)
    assert char_values(board, "stake", 3) == [0, 2, 1], "the others bet without him"


def test_who_dies_has_no_stake_in_the_bet_of_the_others():
    board = open_bet(stakes=(2, 2, 2))
    board.context.open("trinytia.death", 1, char_values(board, "wounds", 3)[1])
    press_keys(board, OK)
    assert char_values(board, "seat", 3)[1] == DEAD
    assert char_values(board, "stake", 3) == [2, 0, 2]
    board.context.open("trinytia.bet")
    set_faces(board, 1, 1, 4, 6)
    press_keys(board, UP, OK)
    assert board.words.has_text("Vert +2")


def test_the_dead_do_not_bet():
    board = open_bet()
    board.context.change([("char", 1, "seat", DEAD), ("char", 1, "lieu", -1)])
    board.app.stack.top().on_show()
    press_keys(board, DOWN, OK)
    assert top_id(board) is None
    press_keys(board, OK)
    assert char_values(board, "stake", 3) == [0, 0, 0]


def test_check_stakes():
    state = State(KINDS)
    state.apply(state.effects(setup.start_game(3, setup.TRICORNE)))
    with pytest.raises(setup.Refused) as refused:
        modes.check_stakes(state, 0)
    assert (refused.value.code, refused.value.fields) == ("TN-E24", {"n": 0})


# Duel Astral.


def open_duel(*changes) -> VirtualBoard:
    board = make_device(0)
    board.context.change([("char", row, "lieu", 5) for row in range(6)])
    board.context.change([("game", 0, "god", 2), *changes])
    go_to_step(board, "start")
    assert board.words.has_text("Lunaire commence")
    press_keys(board, OK)
    board.run(100)
    return board


def test_the_coin_says_who_picks_first():
    board = make_device(0)
    go_to_step(board, "chooser")
    set_faces(board, 2)
    press_keys(board, OK)
    assert game_value(board, "god") == 2
    assert board.words.has_text("Lunaire choisit d’abord")
    press_keys(board, OK)
    assert step_name(board) == "champions"
    assert journal_rolls(board) == [("first_chooser", 0, [], [(2,)])]


def test_the_first_turn_of_a_duel_needs_the_coin():
    board = make_device(0)
    set_faces(board, 1)
    press_keys(board, UP, OK)
    assert (step_name(board), game_value(board, "god")) == ("chooser", 1)


def test_the_god_in_turn_chooses_a_champion_that_has_not_played():
    board = open_duel()
    assert top_id(board) == "trinytia.champions"
    assert board.words.has_text("Dieu Lunaire")
    press_keys(board, DOWN, OK)
    board.run(100)
    assert (game_value(board, "active"), top_id(board)) == (4, "trinytia.turn")
    board.hold(BACK)
    board.run(100)
    assert (game_value(board, "active"), top_id(board)) == (-1, "trinytia.champions")


def test_who_has_played_or_died_is_marked_and_refused_and_a_god_without_champions_passes():
    gone = [("char", row, "seat", DEAD) for row in (0, 1, 2, 3)]
    board = open_duel(*gone[1:], ("char", 0, "played", 1), ("char", 4, "played", 1))
    assert board.words.has_text("l’autre a fini"), "true whether he passes or has played all of his"
    assert not board.app.canvas.shortened
    top = board.app.stack.top()
    assert [entry[1] for entry in top.entries()][:2] == ["☠", "✓"]
    assert top.cursor == 2, "the only one who may play"
    press_keys(board, UP, OK)
    assert board.words.has_text("Violet : déjà joué, ou mort")
    press_keys(board, OK, OK)
    assert game_value(board, "active") == 5


def test_leaving_the_choice_of_a_champion_leads_home():
    board = open_duel()
    press_keys(board, BACK)
    assert top_id(board) == "trinytia.home"


@pytest.mark.parametrize(
    ("keys", "presses"), [([OK] * 17, 17), ([OK, OK, OK, UP, *[OK] * 5], 9)], ids=["every step", "who knows"]
)
def test_the_first_turn_from_the_list_of_games(keys: list[int], presses: int) -> None:
    """The keys are OK at every step, or UP past the first step.

    Players who know the set-up press UP.
    """
    assert presses_to("trinytia.turn", keys) == presses


# The walk of older saved games, in which two more steps existed.
OLDER = "board islands packs pawns seats placement deal look corsairs gold gods chooser champions life first passing"
OLDER += " start"


def test_a_set_up_of_an_older_game_goes_on_where_it_was():
    part_of = {"islands": "board", "pawns": "seats"}
    assert [walks.SETUP[walks.step_index(number)][0] for number in range(len(OLDER.split()))] == [
        part_of.get(step, step) for step in OLDER.split()
    ]
    for at in range(len(walks.SETUP)):
        assert walks.step_index(walks.stored_number(at)) == at
    store = MemoryStore()
    board = make_device(NORMAL_4, store=store)
    # The step as an older game stored it.
    board.context.session.change([("game", 0, "step", OLDER.split().index("placement"))])
    board = VirtualBoard(store=store)
    board.run(BOOT_MS)
    board.context.open("trinytia.setup")
    assert step_name(board) == "placement" and board.app.stack.top().step() == "placement"
    press_keys(board, UP)
    assert step_name(board) == "seats"
    press_keys(board, DOWN, DOWN)
    assert step_name(board) == "deal"


def test_a_set_up_of_a_duel_at_a_step_of_another_mode_opens():
    store = MemoryStore()
    board = make_device(0, store=store)
    assert game_value(board, "mode") == setup.DUEL
    board.context.session.change([("game", 0, "step", walks.stored_number(index(walks.SETUP, "first")))])
    board = VirtualBoard(store=store)
    board.run(BOOT_MS)
    board.context.open("trinytia.setup")
    board.run(100)
    assert step_name(board) == "start" and not board.faults
    press_keys(board, UP)
    assert step_name(board) == "life"


def test_who_begins_and_the_step_that_it_leads_to_are_one_undo():
    board = decide_first(1, 1, 4, 4, 2, 2, 3, 3)
    step, before = game_value(board, "step"), len(board.context.session.journal.done)
    press_keys(board, OK)
    assert game_value(board, "first") == 1 and game_value(board, "step") != step
    assert len(board.context.session.journal.done) == before + 1
    board.hold(BACK)
    assert (game_value(board, "first"), game_value(board, "step")) == (-1, step)


def test_the_last_pv_and_the_step_that_it_leads_to_are_one_undo():
    board = make_device(NORMAL_4)
    go_to_step(board, "life")
    press_keys(board, OK, DOWN, OK)
    for _ in range(3):
        press_keys(board, UP, OK)
    step, done = game_value(board, "step"), len(board.context.session.journal.done)
    press_keys(board, UP, OK)
    assert game_value(board, "step") != step and len(board.context.session.journal.done) == done + 1
    board.hold(BACK)
    assert (
        game_value(board, "step") == step and char_values(board, "pv")[3] == 0 < char_values(board, "pv")[2]
    )


def test_one_press_that_rolls_for_all_who_are_tied_is_one_undo():
    board = decide_first(4, 6, 4, 6, 1, 1, 4, 6)
    before = char_values(board, "score")
    set_faces(board, 1, 1, 3, 3, 2, 4)
    press_keys(board, OK)
    assert char_values(board, "score") == [2, 6, 0, 6]
    board.hold(BACK)
    assert char_values(board, "score") == before
    assert top_id(board) == "trinytia.first" and board.words.has_text("Égalité !")


def test_undo_of_a_roll_that_changed_nothing_takes_no_earlier_change():
    board = place_all(3, 4, 2, 2)
    press_keys(board, DOWN)  # shows Rouge again, whose roll is the same
    set_faces(board, 4, 3)
    press_keys(board, OK)
    assert char_values(board, "lieu") == [7, 4, -1, -1]
    board.hold(BACK)
    assert char_values(board, "lieu") == [7, 4, -1, -1] and board.words.has_text("Jet repris")
    board.run(3000)
    board.hold(BACK)
    assert char_values(board, "lieu") == [7, -1, -1, -1]
