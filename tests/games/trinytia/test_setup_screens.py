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


def device(at: int | None = None, lang: str = "fr", store: MemoryStore | None = None) -> VirtualBoard:
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
        press(board, OK)
    return board


def press(board: VirtualBoard, *keys: int) -> None:
    for key in keys:
        board.press(key)
    assert not board.faults, board.faults


def go(board: VirtualBoard, step: str) -> None:
    """Go to a step of the set-up."""
    for _ in range(20):
        if name(board) == step:
            return
        press(board, DOWN)
    raise AssertionError(step)


def name(board: VirtualBoard) -> str:
    return walks.SETUP[walks.step_index(game(board, "step"))][0]


def game(board: VirtualBoard, field: str) -> int:
    return board.context.session.get("game", 0, field)


def char(board: VirtualBoard, field: str, rows: int = 4) -> list[int]:
    return [board.context.session.get("char", row, field) for row in range(rows)]


def screen(board: VirtualBoard) -> str | None:
    return board.app.stack.ids[-1]


def rolls(board: VirtualBoard) -> list[tuple]:
    """Return (Procedure, flags, rows and values, path) of each roll, the oldest first."""
    listed = board.context.session.listed
    found = [unpack_roll(p) for _, kind, p in board.context.session.journal.newest_first() if kind == ROLL]
    return [(listed[roll[0]][0], *roll[1:4]) for roll in reversed(found)]


def faces(board: VirtualBoard, *dice: int) -> None:
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
        board = device(at)
        column = game(board, "column")
        players = game(board, "players")
        seen.add((players, column))
        assert screen(board) == "trinytia.setup"
        assert game(board, "mode") == {2: setup.DUEL, 3: setup.TRICORNE}.get(players, setup.NORMAL)
        assert not column or sum(tables.column(column)) == players
    assert seen == {(2, 0), (3, 0)} | {(n, at) for n in range(4, 11) for at in tables.columns(n)}


def test_counts_that_need_a_mode_say_so_and_the_dial_has_ends():
    board = device()
    assert board.words.has_text("Gardien 2")
    assert board.words.has_text("choix 1/2")
    press(board, DOWN)
    assert board.words.has_text("3 joueurs : mode Tricorne")
    press(board, DOWN, DOWN, DOWN)
    assert board.words.has_text("2 joueurs : mode Duel Astral")
    press(board, *[UP] * 20)
    assert board.words.has_text("10")
    assert board.words.has_text("choix 2/2")


def test_five_players_have_no_choice_of_column():
    board = device()
    press(board, UP, UP)
    assert board.words.has_text("5")
    assert not board.words.has_text("choix")


def test_a_new_game_is_one_transaction_and_its_undo_leaves_the_set_up():
    board = device(NORMAL_4)
    board.hold(BACK)
    assert game(board, "players") == 0
    assert screen(board) == "trinytia.new", "where it was begun"
    assert not board.faults


@pytest.mark.parametrize("opened", ["trinytia.placement", "trinytia.first"])
def test_an_undo_of_the_new_game_closes_what_stands_on_the_set_up(opened):
    board = device(NORMAL_4)
    board.context.open(opened)
    board.run(50)
    board.hold(BACK)
    assert screen(board) == "trinytia.new"
    board.press(BACK)
    assert screen(board) == "trinytia.home"
    assert not board.faults


# The walk.


@pytest.mark.parametrize(("at", "steps"), [(NORMAL_4, 10), (1, 9), (0, 9)])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_step_has_its_words_and_an_explanation(at, steps, lang):
    board = device(at, lang)
    seen = [name(board)]
    for number in range(1, steps + 1):
        assert board.words.has_text(f"{number}/{steps}")
        press(board, DOWN)
        seen.append(name(board))
        board.hold(OK)
        assert type(board.app.stack.top()).__name__ == "Page"
        press(board, BACK)
    assert len(set(seen)) == steps
    assert seen[-1] == "start", "the last step stays"
    assert board.context.t.missing == 0
    canvas = board.app.canvas
    assert (canvas.missing, canvas.clipped, canvas.shortened) == (0, 0, 0)


def test_the_step_is_kept_across_a_restart_and_can_be_undone():
    board = device(NORMAL_4)
    press(board, OK, OK)
    assert name(board) == "seats"
    board.hold(BACK)
    assert name(board) == "packs"
    board.run(3000)
    board.boot()
    board.run(BOOT_MS)
    assert (screen(board), name(board)) == ("trinytia.setup", "packs")


def test_up_from_the_first_step_is_the_way_for_those_who_know():
    board = device(NORMAL_4)
    press(board, UP)
    assert name(board) == "start"
    press(board, OK)
    assert screen(board) == "trinytia.first", "what the first turn still needs"
    press(board, OK, DOWN, OK)
    assert (game(board, "first"), game(board, "active")) == (1, 1)
    assert name(board) == "passing"
    press(board, DOWN, OK)
    assert (game(board, "part"), screen(board)) == (PLAY, "trinytia.turn")


def test_seats_are_the_order_of_play():
    board = device(NORMAL_4)
    go(board, "seats")
    assert board.words.has_text("Rouge → Bleu → Vert → Jaune")
    press(board, OK)
    assert (screen(board), name(board)) == ("trinytia.placement", "placement")


# Placement.


def placing(*dice: int, at: int = NORMAL_4) -> VirtualBoard:
    board = device(at)
    go(board, "placement")
    press(board, OK)
    for place in range(0, len(dice), 2):
        faces(board, *dice[place : place + 2])
        press(board, OK)
    return board


def test_one_press_places_one_player_and_the_last_goes_on():
    board = placing(3, 4)
    assert char(board, "lieu") == [7, -1, -1, -1]
    assert board.words.has_text("Rouge 3 + 4 7")
    faces(board, 1, 1, 4, 6, 2, 3)
    press(board, OK, OK, OK)
    assert char(board, "lieu") == [7, 2, 10, 5]
    assert rolls(board) == [
        ("placement", 0, [row], [dice]) for row, dice in enumerate([(3, 4), (1, 1), (4, 6), (2, 3)])
    ]
    press(board, OK)
    assert (screen(board), name(board)) == ("trinytia.setup", "deal")


def test_undo_gives_the_roll_back_to_the_player():
    board = placing(3, 4, 2, 2)
    board.hold(BACK)
    assert char(board, "lieu") == [7, -1, -1, -1]
    faces(board, 1, 2)
    press(board, OK)
    assert char(board, "lieu") == [7, 3, -1, -1]


def test_the_list_rolls_again_and_chooses_real_dice():
    board = placing(3, 4, 2, 2)
    press(board, DOWN)
    assert board.words.has_text("? Vert")
    faces(board, 4, 6)
    press(board, OK)
    assert char(board, "lieu") == [10, 4, -1, -1]
    press(board, UP, OK)
    assert board.context.dice.by_hand
    press(board, BACK, OK)
    assert board.words.has_text("Vert")
    press(board, UP, UP, OK, UP, OK)
    assert char(board, "lieu") == [10, 4, 5, -1]
    assert rolls(board)[-1] == ("placement", BY_HAND, [2], [(3, 2)])
    assert board.words.has_text("réels · 3/4")


def test_leaving_the_placement_and_coming_back_goes_on_with_the_next():
    board = placing(3, 4)
    press(board, BACK, OK)
    faces(board, 2, 6)
    press(board, OK)
    assert char(board, "lieu") == [7, 8, -1, -1]


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("cut", range(1, 8))
def test_a_power_cut_never_rolls_a_written_die_again(cut, torn):
    store = MemoryStore()
    board = device(NORMAL_4, store=store)
    go(board, "placement")
    press(board, OK)
    board.run(3000)
    faces(board, 3, 4)
    store.torn = torn
    store.cut_in = cut
    try:
        press(board, OK)
        board.run(3000)
    except PowerCut:
        board.boot()
        board.run(BOOT_MS)
    store.cut_in = None
    assert not board.faults
    assert screen(board) == "trinytia.placement"
    assert char(board, "lieu")[0] == (7 if rolls(board) else -1)
    faces(board, 1, 1)
    press(board, OK)
    assert char(board, "lieu")[:2] in ([7, 2], [2, -1])


# The first player.


def deciding(*dice: int) -> VirtualBoard:
    board = placing(*dice)
    press(board, OK)
    go(board, "first")
    press(board, OK)
    return board


def test_the_highest_lieu_starts():
    board = deciding(1, 1, 4, 4, 2, 2, 3, 3)
    assert board.words.has_text("Bleu commence")
    press(board, OK)
    assert (game(board, "first"), game(board, "active"), name(board)) == (1, 1, "passing")
    assert char(board, "score") == [0] * 4


def test_only_the_tied_roll_again_until_one_is_alone():
    board = deciding(4, 6, 4, 6, 1, 1, 4, 6)
    assert board.words.has_text("Égalité !")
    faces(board, 1, 1, 3, 3, 2, 4)
    press(board, OK)
    assert board.words.has_text("Bleu 6 Jaune 6"), "Rouge is out"
    assert char(board, "lieu") == [10, 10, 2, 10], "nobody moves"
    faces(board, 4, 4, 1, 2)
    press(board, OK)
    assert board.words.has_text("Bleu 8")
    press(board, OK)
    assert game(board, "first") == 1
    names = [roll[0] for roll in rolls(board)]
    assert names == ["placement"] * 4 + ["tie_roll"] * 5


def test_a_tie_with_real_dice_asks_each_by_name():
    board = deciding(4, 6, 1, 1, 1, 2, 4, 6)
    board.context.dice.use_real_dice(True)
    press(board, OK)
    assert board.words.has_text("Rouge")
    press(board, OK, OK)
    assert board.words.has_text("Jaune")
    press(board, UP, OK, OK)
    assert char(board, "score") == [2, 0, 0, 3]
    assert board.words.has_text("Rouge 2 Jaune 3")


def test_a_tie_cut_short_goes_on_where_it_was():
    board = deciding(4, 6, 1, 1, 1, 2, 4, 6)
    board.context.change(setup.tie_break([0, 3]))
    board.context.change([("char", 0, "score", 5)])
    board.run(3000)
    board.boot()
    board.run(BOOT_MS)
    assert screen(board) == "trinytia.first"
    faces(board, 4, 2)
    press(board, OK)
    assert char(board, "score") == [5, 0, 0, 6]
    assert board.words.has_text("Jaune")


def test_the_first_player_stays_when_somebody_is_placed_again():
    board = deciding(1, 1, 4, 4, 2, 2, 3, 3)
    press(board, OK)
    board.context.open("trinytia.placement", 0)
    board.run(50)
    press(board, DOWN)
    faces(board, 1, 2)
    press(board, OK)
    press(board, BACK)
    board.context.open("trinytia.first")
    board.run(50)
    assert board.words.has_text("Bleu commence")


# Cards, life, the first turn.


def test_the_faction_cards_go_once_round_from_the_first_player():
    board = deciding(1, 1, 2, 2, 4, 4, 3, 3)
    press(board, OK)
    assert board.words.has_text("Vert → Jaune → …") and board.words.has_text("chacun montre sa faction")
    press(board, OK)
    assert name(board) == "start"
    press(board, OK)
    assert (game(board, "part"), game(board, "turn"), game(board, "cycle")) == (PLAY, 1, 1)
    board.hold(BACK)
    assert screen(board) == "trinytia.setup", "the turn was taken back"


def test_pv_are_asked_in_turn_and_none_must_be_given():
    board = device(NORMAL_4)
    go(board, "life")
    press(board, OK, DOWN, OK, OK, *[UP] * 11, OK, UP, OK, BACK)
    assert char(board, "pv") == [0, 11, 12, 0]
    assert name(board) == "life"
    press(board, OK, DOWN, OK, *[DOWN] * 12, OK, OK, OK, BACK)
    assert char(board, "pv") == [0, 11, 12, 0]


def test_pv_begin_at_those_entered_last_in_the_next_game_too():
    board = device(NORMAL_4)
    go(board, "life")
    press(board, OK, DOWN, OK, *[UP] * 11, OK, OK, OK, OK)
    assert char(board, "pv") == [11, 11, 11, 11]
    assert name(board) == "first"
    board.context.session.restart(KEPT)
    board.context.change(setup.start_game(4, setup.NORMAL, 1))
    board.context.open("trinytia.setup")
    go(board, "life")
    assert char(board, "pv") == [0, 0, 0, 0]
    press(board, OK, DOWN, OK)
    assert board.app.stack.top().value == 11
    press(board, BACK)
    board.context.session.restore_archive()
    assert char(board, "pv") == [11, 11, 11, 11]


def test_long_names_fit_everywhere():
    board = device(NORMAL_4)
    board.context.messages.names[:] = ["Maximilienne", "Bartholomée", "Anne-Charlotte", "Wolfgang-Amadeus"]
    go(board, "seats")
    press(board, DOWN, OK)
    faces(board, 4, 6, 4, 6, 4, 6, 4, 6)
    press(board, OK, OK, OK, OK, OK)
    go(board, "first")
    press(board, OK)
    faces(board, 4, 6, 1, 1, 1, 1, 1, 1)
    press(board, OK, OK)
    for _ in range(5):
        press(board, OK)
    assert board.app.canvas.clipped == 0
    assert screen(board) == "trinytia.turn"


# Tricorne.


def test_gold_is_rolled_one_by_one():
    board = device(1)
    go(board, "gold")
    faces(board, 6, 1, 3)
    press(board, OK, OK, OK, OK)
    assert char(board, "gold", 3) == [6, 1, 3]
    assert [roll[0] for roll in rolls(board)] == ["gold"] * 3
    press(board, OK)
    assert name(board) == "life"


def betting(golds=(5, 2, 6), lieux=(7, 7, 7), stakes=(0, 0, 0)) -> VirtualBoard:
    board = device(1)
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
    board = betting()
    press(board, OK, UP, UP, OK, OK, UP, OK, OK, UP, UP, UP, OK)
    assert char(board, "stake", 3) == [2, 1, 3]
    faces(board, 1, 1, 4, 6, 2, 3)
    press(board, OK)
    assert board.words.has_text("Bleu +5")
    assert char(board, "gold", 3) == [5, 2, 6], "not paid before it is seen"
    press(board, OK)
    assert char(board, "gold", 3) == [3, 7, 3]
    assert char(board, "stake", 3) == [0, 0, 0]
    assert screen(board) != "trinytia.bet"
    board.hold(BACK)
    assert char(board, "gold", 3) == [5, 2, 6]


def test_one_gold_is_enough_for_a_bet():
    board = betting(golds=(1, 1, 1))
    press(board, OK, UP, OK, OK, UP, OK)
    assert char(board, "stake", 3) == [1, 1, 0]


def test_a_tied_bet_is_rolled_again_by_the_tied_also_after_a_restart():
    board = betting(stakes=(2, 1, 3))
    faces(board, 4, 4, 1, 1, 4, 4)
    press(board, UP, OK)
    assert board.words.has_text("Égalité !")
    board.run(3000)
    board.boot()
    board.run(BOOT_MS)
    assert board.words.has_text("Égalité !")
    faces(board, 1, 1, 1, 2)
    press(board, OK)
    assert board.words.has_text("Vert +3")
    press(board, OK)
    assert char(board, "gold", 3) == [3, 1, 9]


def test_a_bet_with_real_dice():
    board = betting(stakes=(2, 0, 3))
    board.context.dice.use_real_dice(True)
    press(board, UP, OK)
    assert board.words.has_text("Rouge")
    press(board, UP, OK, OK)
    assert board.words.has_text("Vert")
    press(board, OK, OK)
    assert board.words.has_text("Rouge +3")
    assert rolls(board)[-1][1:] == (BY_HAND, [0, 1, 2, 2, 0, 3, 7], [(2, 1), (1, 1)])


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
    board = betting(**given)
    press(board, *[DOWN] * row, OK)
    assert board.words.has_text(words)
    assert not rolls(board)


@pytest.mark.parametrize("given", [{"lieux": (8, 7, 7)}, {"golds": (1, 5, 5)}])
def test_a_stake_is_taken_back_by_who_has_gone_elsewhere_or_has_less_gold(given):
    board = betting(stakes=(2, 2, 0), **given)
    press(board, OK, DOWN, DOWN, OK)
    assert char(board, "stake", 3) == [0, 2, 0]
    press(board, DOWN, OK, UP, OK)
    assert char(board, "stake", 3) == [0, 2, 1], "the others bet without him"


def test_who_dies_has_no_stake_in_the_bet_of_the_others():
    board = betting(stakes=(2, 2, 2))
    board.context.open("trinytia.death", 1, char(board, "wounds", 3)[1])
    press(board, OK)
    assert char(board, "seat", 3)[1] == DEAD
    assert char(board, "stake", 3) == [2, 0, 2]
    board.context.open("trinytia.bet")
    faces(board, 1, 1, 4, 6)
    press(board, UP, OK)
    assert board.words.has_text("Vert +2")


def test_the_dead_do_not_bet():
    board = betting()
    board.context.change([("char", 1, "seat", DEAD), ("char", 1, "lieu", -1)])
    board.app.stack.top().on_show()
    press(board, DOWN, OK)
    assert screen(board) is None
    press(board, OK)
    assert char(board, "stake", 3) == [0, 0, 0]


def test_check_stakes():
    state = State(KINDS)
    state.apply(state.effects(setup.start_game(3, setup.TRICORNE)))
    with pytest.raises(setup.Refused) as refused:
        modes.check_stakes(state, 0)
    assert (refused.value.code, refused.value.fields) == ("TN-E24", {"n": 0})


# Duel Astral.


def duelling(*changes) -> VirtualBoard:
    board = device(0)
    board.context.change([("char", row, "lieu", 5) for row in range(6)])
    board.context.change([("game", 0, "god", 2), *changes])
    go(board, "start")
    assert board.words.has_text("Lunaire commence")
    press(board, OK)
    board.run(100)
    return board


def test_the_coin_says_who_picks_first():
    board = device(0)
    go(board, "chooser")
    faces(board, 2)
    press(board, OK)
    assert game(board, "god") == 2
    assert board.words.has_text("Lunaire choisit d’abord")
    press(board, OK)
    assert name(board) == "champions"
    assert rolls(board) == [("first_chooser", 0, [], [(2,)])]


def test_the_first_turn_of_a_duel_needs_the_coin():
    board = device(0)
    faces(board, 1)
    press(board, UP, OK)
    assert (name(board), game(board, "god")) == ("chooser", 1)


def test_the_god_in_turn_chooses_a_champion_that_has_not_played():
    board = duelling()
    assert screen(board) == "trinytia.champions"
    assert board.words.has_text("Dieu Lunaire")
    press(board, DOWN, OK)
    board.run(100)
    assert (game(board, "active"), screen(board)) == (4, "trinytia.turn")
    board.hold(BACK)
    board.run(100)
    assert (game(board, "active"), screen(board)) == (-1, "trinytia.champions")


def test_who_has_played_or_died_is_marked_and_refused_and_a_god_without_champions_passes():
    gone = [("char", row, "seat", DEAD) for row in (0, 1, 2, 3)]
    board = duelling(*gone[1:], ("char", 0, "played", 1), ("char", 4, "played", 1))
    assert board.words.has_text("l’autre a fini"), "true whether he passes or has played all of his"
    assert not board.app.canvas.shortened
    top = board.app.stack.top()
    assert [entry[1] for entry in top.entries()][:2] == ["☠", "✓"]
    assert top.cursor == 2, "the only one who may play"
    press(board, UP, OK)
    assert board.words.has_text("Violet : déjà joué, ou mort")
    press(board, OK, OK)
    assert game(board, "active") == 5


def test_leaving_the_choice_of_a_champion_leads_home():
    board = duelling()
    press(board, BACK)
    assert screen(board) == "trinytia.home"


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
    board = device(NORMAL_4, store=store)
    # The step as an older game stored it.
    board.context.session.change([("game", 0, "step", OLDER.split().index("placement"))])
    board = VirtualBoard(store=store)
    board.run(BOOT_MS)
    board.context.open("trinytia.setup")
    assert name(board) == "placement" and board.app.stack.top().step() == "placement"
    press(board, UP)
    assert name(board) == "seats"
    press(board, DOWN, DOWN)
    assert name(board) == "deal"


def test_a_set_up_of_a_duel_at_a_step_of_another_mode_opens():
    store = MemoryStore()
    board = device(0, store=store)
    assert game(board, "mode") == setup.DUEL
    board.context.session.change([("game", 0, "step", walks.stored_number(index(walks.SETUP, "first")))])
    board = VirtualBoard(store=store)
    board.run(BOOT_MS)
    board.context.open("trinytia.setup")
    board.run(100)
    assert name(board) == "start" and not board.faults
    press(board, UP)
    assert name(board) == "life"


def test_who_begins_and_the_step_that_it_leads_to_are_one_undo():
    board = deciding(1, 1, 4, 4, 2, 2, 3, 3)
    step, before = game(board, "step"), len(board.context.session.journal.done)
    press(board, OK)
    assert game(board, "first") == 1 and game(board, "step") != step
    assert len(board.context.session.journal.done) == before + 1
    board.hold(BACK)
    assert (game(board, "first"), game(board, "step")) == (-1, step)


def test_the_last_pv_and_the_step_that_it_leads_to_are_one_undo():
    board = device(NORMAL_4)
    go(board, "life")
    press(board, OK, DOWN, OK)
    for _ in range(3):
        press(board, UP, OK)
    step, done = game(board, "step"), len(board.context.session.journal.done)
    press(board, UP, OK)
    assert game(board, "step") != step and len(board.context.session.journal.done) == done + 1
    board.hold(BACK)
    assert game(board, "step") == step and char(board, "pv")[3] == 0 < char(board, "pv")[2]


def test_one_press_that_rolls_for_all_who_are_tied_is_one_undo():
    board = deciding(4, 6, 4, 6, 1, 1, 4, 6)
    before = char(board, "score")
    faces(board, 1, 1, 3, 3, 2, 4)
    press(board, OK)
    assert char(board, "score") == [2, 6, 0, 6]
    board.hold(BACK)
    assert char(board, "score") == before
    assert screen(board) == "trinytia.first" and board.words.has_text("Égalité !")


def test_undo_of_a_roll_that_changed_nothing_takes_no_earlier_change():
    board = placing(3, 4, 2, 2)
    press(board, DOWN)  # shows Rouge again, whose roll is the same
    faces(board, 4, 3)
    press(board, OK)
    assert char(board, "lieu") == [7, 4, -1, -1]
    board.hold(BACK)
    assert char(board, "lieu") == [7, 4, -1, -1] and board.words.has_text("Jet repris")
    board.run(3000)
    board.hold(BACK)
    assert char(board, "lieu") == [7, -1, -1, -1]
