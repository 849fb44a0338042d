"""Traqueur: set-up, preparation, combat, the end of a round and of the game, on the Sheets."""

from __future__ import annotations

from itertools import permutations

import pytest

from gobelet.games.traqueur.rules import game, tables
from gobelet.games.traqueur.rules.sheets import COMBAT, END, KINDS, OVER, PREPARE, SETUP, SLOTS
from gobelet.rules.procedure import Refused
from gobelet.rules.sheet import State

FEROCE, RUSE, TENACE = 1, 2, 3


def make_changes(state, changes):
    state.apply(state.effects(list(changes)))


def game_value(state, field):
    return state.get("game", 0, field)


def player_value(state, row, field):
    return state.get("player", row, field)


def life_of(state, familiar):
    return state.get("familiar", familiar, "life")


def play_first_combat(players=4, first=0):
    """A game in its first combat; each player has a familiar of Attack 2 and Life 3."""
    state = State(KINDS)
    make_changes(state, game.start_game(players))
    for row in range(players):
        make_changes(state, game.take_familiar(state, row, 1 + row % 3, 0, 2, 3))
    make_changes(state, [("game", 0, "first", first)])
    make_changes(state, game.begin_combat(state))
    return state


def let_fall(state, *rows):
    """Make all familiars of these players fall, one player after the other."""
    for row in rows:
        for familiar in game.fighters(state, row):
            make_changes(state, game.with_consequences(state, [("familiar", familiar, "life", 0)]))


def refusal_of(call, *args, **named):
    with pytest.raises(Refused) as raised:
        call(*args, **named)
    return raised.value


# Set-up.


@pytest.mark.parametrize("players", [0, 1, 2, 5, -3])
def test_three_or_four_players(players):
    assert refusal_of(game.start_game, players).code == "TQ-E01"


def test_a_game_begins_as_printed():
    """The set-up is that of L191-225."""
    state = State(KINDS)
    make_changes(state, game.start_game(3))
    for row in range(3):
        values = [
            player_value(state, row, field) for field in ("life", "coins", "attack", "cost", "basic", "limit")
        ]
        assert values == [10, 5, 2, 0, 1, 2]
    assert game_value(state, "part") == SETUP
    assert game.missing_step(state) == "grass"
    make_changes(state, [("game", 0, "first", 2)])
    assert game.missing_step(state) == ""
    make_changes(state, game.take_familiar(state, 0, FEROCE, 0, 2, 4))
    make_changes(state, game.end_setup(state))
    assert (game_value(state, "part"), game_value(state, "active"), game_value(state, "round")) == (
        COMBAT,
        2,
        1,
    )
    assert [game.is_unread(state, SLOTS * row) for row in range(3)] == [False, True, True]


def test_a_familiar_whose_card_is_not_told_stands_until_it_is():
    state = State(KINDS)
    make_changes(state, game.start_game(3))
    make_changes(state, [("game", 0, "first", 0)])
    make_changes(state, game.end_setup(state))
    assert game.standing_rows(state) == [0, 1, 2]
    assert game.targets(state, 0) == [SLOTS, 2 * SLOTS]
    make_changes(state, game.take_familiar(state, 1, FEROCE, 0, 2, 4, SLOTS))
    assert not game.is_unread(state, SLOTS)
    make_changes(state, game.with_consequences(state, [("familiar", SLOTS, "life", 0)]))
    assert game.standing_rows(state) == [0, 2]
    make_changes(state, game.with_consequences(state, game.discard_familiar(0)))
    assert game_value(state, "part") == END and game.winner(state) == 2


# Combat.


def test_turns_go_round_those_who_stand():
    state = play_first_combat(4, first=2)
    seen = []
    for _ in range(5):
        seen.append(game_value(state, "active"))
        make_changes(state, game.pass_turn(state))
    assert seen == [2, 3, 0, 1, 2]
    let_fall(state, 0)
    assert game_value(state, "active") == 3
    make_changes(state, game.pass_turn(state))
    assert game_value(state, "active") == 1


def test_who_may_be_struck():
    state = play_first_combat(4)
    assert game.targets(state, 0) == [SLOTS, 3 * SLOTS], "not the opposite player"
    game.check_strike(state, 0, SLOTS)
    second = game.take_familiar(state, 1, 2, 0, 2, 3)
    make_changes(state, second)
    striker = second[0][1]
    assert striker == SLOTS + 1
    game.check_strike(state, striker, 2 * SLOTS)
    assert refusal_of(game.check_strike, state, striker, 3 * SLOTS).code == "TQ-E07"
    make_changes(state, game.discard_familiar(striker))
    assert refusal_of(game.check_strike, state, 0, 2 * SLOTS).code == "TQ-E07"
    let_fall(state, 1)
    assert game.targets(state, 0) == [2 * SLOTS, 3 * SLOTS], "who is down is skipped"
    assert refusal_of(game.check_strike, state, 0, SLOTS).code == "TQ-E06"
    down = refusal_of(game.check_strike, state, SLOTS, 0)
    assert (down.code, down.fields) == ("TQ-E05", {"name": 1})


def test_a_strike_ends_the_turn_and_the_last_one_the_round():
    state = play_first_combat(3)
    make_changes(state, game.end_strike(state, [("familiar", SLOTS, "life", 0)]))
    assert (game_value(state, "active"), game_value(state, "part"), game.fallen_rows(state)) == (
        2,
        COMBAT,
        [1],
    )
    make_changes(state, game.end_strike(state, [("familiar", 0, "life", 0)]))
    assert (game_value(state, "part"), game.fallen_rows(state)) == (END, [1, 0])
    assert game.winner(state) == 2


def test_a_round_goes_on_where_the_last_blow_was_wrong():
    state = play_first_combat(3)
    let_fall(state, 0, 1)
    assert game_value(state, "part") == END
    make_changes(state, game.with_consequences(state, [("familiar", SLOTS, "life", 1)]))
    assert game_value(state, "part") == COMBAT
    assert game.fallen_rows(state) == [0] and game.winner(state) == -1
    make_changes(state, game.with_consequences(state, [("familiar", 0, "life", 3)]))
    assert game.fallen_rows(state) == [], "an effect that heals him brings him back into the round"


def test_a_player_at_no_life_is_out_at_once():
    state = play_first_combat(4)
    make_changes(state, game.with_consequences(state, [("player", 1, "life", 0)]))
    assert game.living_rows(state) == game.standing_rows(state) == [0, 2, 3]
    assert game.fallen_rows(state) == [1]
    assert game.targets(state, 0) == [2 * SLOTS, 3 * SLOTS]
    gone = refusal_of(game.take_familiar, state, 1, FEROCE, 0, 2, 2)
    assert (gone.code, gone.fields) == ("TQ-E16", {"name": 1})
    assert refusal_of(game.cast_spell, state, 1).code == "TQ-E16"


def test_a_player_without_familiars_is_the_first_to_fall():
    state = play_first_combat(4)
    make_changes(state, game.discard_familiar(0))
    make_changes(state, game.begin_combat(state))
    assert game.fallen_rows(state) == [0]


# The end of a round.


@pytest.mark.parametrize("players", [3, 4])
def test_ranking_picks_and_starters_of_every_order(players):
    """RULES 4.3 has the order: first, last, then from the last but one up to the second."""
    for order in permutations(range(players)):
        winner, fallen = order[0], list(order[1:])
        state = play_first_combat(players)
        let_fall(state, *fallen)
        assert game_value(state, "part") == END
        assert game.fallen_rows(state) == fallen and game.winner(state) == winner
        ranked = [winner, *reversed(fallen)]
        assert game.ranking(state) == ranked
        printed = [0, 3, 2, 1] if players == 4 else [0, 2, 1]
        assert game.choosers(state) == [ranked[place] for place in printed]
        assert game.starters(state) == (fallen[0], winner)


def test_picks_by_the_printed_table():
    assert [tables.spell_ranks(n) for n in (1, 2, 3, 4)] == [[1], [1, 2], [1, 3, 2], [1, 4, 3, 2]]


def test_nobody_left():
    assert refusal_of(game.finishing_order, [0, 1, 2], [1, 0, 2]).code == "TQ-E12"
    assert game.finishing_order([0, 1, 2], [1]) is None
    state = play_first_combat(3)
    let_fall(state, 0)
    make_changes(
        state,
        game.with_consequences(state, [("familiar", SLOTS, "life", 0), ("familiar", 2 * SLOTS, "life", 0)]),
    )
    assert game_value(state, "part") == END
    assert refusal_of(game.ranking, state).code == "TQ-E12"
    assert game.winner(state) == -1
    make_changes(state, game.order_fallen([0, 2]))
    assert game.winner(state) == 1, "the table decides"
    assert game.with_consequences(state, []) == [], "and it stays so"


def test_the_weapon_strikes_neighbours_who_are_in_the_game():
    state = play_first_combat(4)
    let_fall(state, 1, 2, 3)
    make_changes(state, game.use_weapon(state))
    assert [player_value(state, row, "life") for row in range(4)] == [10, 8, 10, 8]
    assert (game_value(state, "part"), game_value(state, "struck")) == (END, 1)


def test_without_a_winner_no_weapon_strikes():
    state = play_first_combat(4)
    let_fall(state, 1)
    assert game.winner(state) == -1
    assert game.use_weapon(state) == [("game", 0, "struck", 1)]


def test_those_whom_the_weapon_kills_take_no_spell_and_begin_nothing():
    state = play_first_combat(4)
    let_fall(state, 1, 3, 2)
    make_changes(state, [("player", 0, "attack", 10)])
    make_changes(state, game.use_weapon(state))
    assert game.living_rows(state) == [0, 2]
    assert game.choosers(state) == [0, 2]
    assert game.starters(state) == (2, 0), "the first who fell and is still in the game"
    make_changes(state, game.pick_spell(state, True))
    make_changes(state, game.pick_spell(state, False))
    assert [player_value(state, row, "spells") for row in range(4)] == [1, 0, 0, 0]
    make_changes(state, game.next_round(state))
    assert [player_value(state, row, "out") for row in range(4)] == [0, 1, 0, 1]
    make_changes(state, game.end_preparation(state))
    make_changes(state, game.end_preparation(state))
    assert game_value(state, "part") == COMBAT
    assert game.targets(state, 0) == [2 * SLOTS], "the two who are left are adjacent"
    let_fall(state, 2)
    assert game.ranking(state) == [0, 2]
    make_changes(state, game.use_weapon(state))
    assert game_value(state, "part") == OVER and game.living_rows(state) == [0]


def test_two_killed_at_once_end_the_game():
    state = play_first_combat(3)
    let_fall(state, 0, 1)
    make_changes(state, [("player", 2, "attack", 10)])
    make_changes(state, game.use_weapon(state))
    assert game_value(state, "part") == OVER and game.living_rows(state) == [2]


# Preparation.


def second_round(players=4, *order):
    state = play_first_combat(players)
    let_fall(state, *(order or range(1, players)))
    make_changes(state, game.use_weapon(state))
    make_changes(state, [("game", 0, "picks", players)])
    make_changes(state, game.next_round(state))
    return state


def test_the_first_who_fell_prepares_first_then_clockwise():
    state = second_round(4, 2, 0, 3)
    seen = []
    while game_value(state, "part") == PREPARE:
        assert game_value(state, "left") == 3
        seen.append(game_value(state, "active"))
        make_changes(state, game.end_preparation(state))
    assert seen == [2, 3, 0, 1]
    assert (game_value(state, "active"), game_value(state, "round")) == (1, 2), "the winner begins the combat"
    assert all(life_of(state, SLOTS * row) == 3 for row in range(4)), "all are healed"


def test_wounded_familiars_are_healed_for_the_next_combat():
    state = play_first_combat(3)
    make_changes(state, [("familiar", 0, "life", 1)])
    let_fall(state, 1, 2)
    make_changes(state, game.use_weapon(state))
    make_changes(state, game.next_round(state))
    assert life_of(state, 0) == 1
    while game_value(state, "part") == PREPARE:
        make_changes(state, game.end_preparation(state))
    assert life_of(state, 0) == 3


def test_three_actions_in_any_mix():
    state = second_round()
    for left in (2, 1, 0):
        make_changes(state, game.use_action(state))
        assert game_value(state, "left") == left
    assert refusal_of(game.use_action, state).code == "TQ-E09"
    assert game.use_action_if_left(state) == [], "one that an effect gives"
    make_changes(state, [("option", 0, "free", 1)])
    assert game.use_action(state) == []


def test_a_familiar_takes_a_free_slot_or_that_of_the_one_that_goes():
    state = second_round()
    make_changes(state, game.take_familiar(state, 0, RUSE, 1, 4, 5))
    assert game.familiars(state, 0) == [0, 1]
    assert game.leaving_rows(state, 0, 0) == [0, 1]
    assert game.leaving_rows(state, 0, 1) == [1], "the exotic one goes for another"
    assert refusal_of(game.take_familiar, state, 0, TENACE, 1, 2, 2).code == "TQ-E15"
    make_changes(state, game.take_familiar(state, 0, TENACE, 1, 2, 2, 1))
    assert [state.get("familiar", 1, field) for field in ("type", "exotic", "attack", "pv", "life")] == [
        TENACE,
        1,
        2,
        2,
        2,
    ]
    make_changes(state, [("player", 0, "limit", 3)])
    assert game.leaving_rows(state, 0, 0) == []
    make_changes(state, game.take_familiar(state, 0, TENACE, 0, 2, 2))
    assert refusal_of(game.take_familiar, state, 0, TENACE, 0, 2, 2).code == "TQ-E11"


def test_whoever_loses_a_weapon_has_the_basic_one():
    state = second_round()
    assert refusal_of(game.disarm, state, 0).code == "TQ-E17"
    make_changes(state, [("player", 0, "basic", 0), ("player", 0, "attack", 7), ("player", 0, "cost", 4)])
    make_changes(state, game.disarm(state, 0))
    assert [player_value(state, 0, field) for field in ("basic", "attack", "cost")] == [1, 2, 0]


def test_spells_and_traps_are_counted():
    state = second_round(3)
    make_changes(state, [("player", 1, "spells", 2), *game.cast_spell(state, 0)])
    make_changes(state, game.cast_spell(state, 1))
    assert [player_value(state, row, "spells") for row in range(3)] == [0, 1, 0]
    assert game_value(state, "cast") == 0b11
    for count in (1, 2, 3):
        make_changes(state, game.take_trap(state, 2, 0))
        assert (state.get("trap", 2, "count"), player_value(state, 0, "spells")) == (count, count)
    assert game.take_trap(state, 2, 0) == []


def test_a_trap_that_is_picked_is_counted_and_the_one_too_many_is_in_no_hand():
    state = play_first_combat(4)
    let_fall(state, 1, 2, 3)
    make_changes(state, game.use_weapon(state))
    make_changes(state, game.pick_spell(state, True, 2))
    assert (state.get("trap", 2, "count"), player_value(state, 0, "spells"), game_value(state, "picks")) == (
        1,
        1,
        1,
    )
    make_changes(state, [("trap", 2, "count", 4)])
    make_changes(state, game.pick_spell(state, True, 2))
    assert (state.get("trap", 2, "count"), player_value(state, 1, "spells"), game_value(state, "picks")) == (
        4,
        0,
        2,
    )


def test_the_hand_is_never_more_than_the_counter():
    state = play_first_combat(4)
    let_fall(state, 1, 2, 3)
    make_changes(state, [("player", 0, "spells", 99), *game.use_weapon(state)])
    make_changes(state, game.pick_spell(state, True))
    assert player_value(state, 0, "spells") == 99


def test_a_picked_spell_that_is_no_trap_counts_none():
    state = play_first_combat(4)
    let_fall(state, 1, 2, 3)
    make_changes(state, game.use_weapon(state))
    make_changes(state, game.pick_spell(state, True))
    assert player_value(state, 0, "spells") == 1
    assert [state.get("trap", trap, "count") for trap in range(4)] == [0] * 4


def test_a_correction_after_the_weapon_struck_does_not_reopen_the_combat():
    state = play_first_combat(4)
    let_fall(state, 1, 2, 3)
    make_changes(state, game.use_weapon(state))
    make_changes(state, game.with_consequences(state, [("familiar", SLOTS, "life", 2)]))
    assert (game_value(state, "part"), game_value(state, "struck")) == (END, 1)
    assert game.winner(state) == 0


def test_a_correction_before_the_weapon_struck_reopens_it():
    state = play_first_combat(4)
    let_fall(state, 1, 2, 3)
    make_changes(state, game.with_consequences(state, [("familiar", SLOTS, "life", 2)]))
    assert game_value(state, "part") == COMBAT


def test_the_spells_of_a_turn_are_forgotten_at_the_next_one():
    state = play_first_combat(4)
    make_changes(state, game.cast_spell(state, 1))
    assert game_value(state, "cast") == 0b10
    make_changes(state, game.pass_turn(state))
    assert (game_value(state, "active"), game_value(state, "cast")) == (1, 0)
    state = second_round(4)
    make_changes(state, game.cast_spell(state, 1))
    make_changes(state, game.end_preparation(state))
    assert game_value(state, "cast") == 0


def test_no_spell_of_a_phase_is_remembered_in_the_next_one():
    state = second_round(4)
    while game_value(state, "part") == PREPARE:
        make_changes(state, game.cast_spell(state, game_value(state, "active")))
        make_changes(state, game.end_preparation(state))
    assert (game_value(state, "part"), game_value(state, "cast")) == (COMBAT, 0)
    make_changes(state, game.cast_spell(state, 2))
    let_fall(state, 1, 2, 3)
    make_changes(state, game.use_weapon(state))
    make_changes(state, game.next_round(state))
    assert (game_value(state, "part"), game_value(state, "cast")) == (PREPARE, 0)


def test_who_is_out_has_no_neighbours():
    state = play_first_combat(4)
    let_fall(state, 1)
    assert game.targets(state, 1) == []
    make_changes(state, [("player", 1, "life", 0)])
    assert game.victims(state, 1) == []


@pytest.mark.parametrize("players", [3, 4])
def test_who_comes_to_no_life_leaves_his_preparation_at_once(players):
    state = second_round(players)
    first = game_value(state, "active")
    make_changes(state, [("game", 0, "left", 1)])
    make_changes(state, game.with_consequences(state, [("player", first, "life", 0)]))
    assert game_value(state, "active") != first and game_value(state, "left") == 3
    for _ in range(players - 2):
        assert game_value(state, "part") == PREPARE
        make_changes(state, game.end_preparation(state))
    last = game_value(state, "active")
    make_changes(state, game.with_consequences(state, [("player", last, "life", 0)]))
    assert not player_value(state, last, "life")
    assert game_value(state, "part") == (COMBAT if players == 4 else END), "with one left the round is over"


def test_another_who_comes_to_no_life_in_a_preparation_ends_no_turn():
    state = second_round(4)
    first = game_value(state, "active")
    make_changes(state, game.with_consequences(state, [("player", (first + 1) % 4, "life", 0)]))
    assert (game_value(state, "active"), game_value(state, "left")) == (first, 3)
    make_changes(state, game.end_preparation(state))
    assert game_value(state, "active") == (first + 2) % 4


# Returning players, and rounds that the players ended.


def dead_in_the_second_round(players):
    """A game in the preparation of its second round; the weapon has killed player 1 in the first one."""
    state = play_first_combat(players)
    let_fall(state, *range(1, players))
    make_changes(state, [("player", 1, "life", 1)])
    make_changes(state, game.use_weapon(state))
    make_changes(state, game.next_round(state))
    assert player_value(state, 1, "out") == 1
    return state


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("combat", [False, True])
def test_who_comes_back_is_in_the_round(players, combat):
    state = dead_in_the_second_round(players)
    if combat:
        make_changes(state, game.begin_combat(state))
        assert game.fallen_rows(state) == []
    make_changes(state, game.with_consequences(state, [("player", 1, "life", 10)]))
    assert player_value(state, 1, "out") == 0
    if not combat:
        make_changes(state, game.begin_combat(state))
    assert 1 in game.standing_rows(state)
    others = [row for row in range(players) if row != 1]
    let_fall(state, 1, *others[1:])
    assert game.ranking(state) == [0, *reversed([1, *others[1:]])]
    assert game.choosers(state)[1] == 1, "the last takes the second spell (L299)"
    assert game.starters(state) == (1, 0), "and begins to prepare (L301)"


@pytest.mark.parametrize("players", [3, 4])
def test_who_has_come_back_and_stands_alone_wins(players):
    state = dead_in_the_second_round(players)
    make_changes(state, game.begin_combat(state))
    make_changes(state, game.with_consequences(state, [("player", 1, "life", 10)]))
    let_fall(state, *[row for row in range(players) if row != 1])
    assert (game_value(state, "part"), game.winner(state)) == (END, 1)


def test_who_comes_back_after_the_weapon_has_struck_is_in_the_next_round():
    state = dead_in_the_second_round(4)
    make_changes(state, game.begin_combat(state))
    let_fall(state, 2, 3)
    make_changes(state, game.use_weapon(state))
    ranked = game.ranking(state)
    make_changes(state, game.with_consequences(state, [("player", 1, "life", 10)]))
    assert (game.ranking(state), player_value(state, 1, "out")) == (ranked, 1)
    make_changes(state, game.next_round(state))
    assert player_value(state, 1, "out") == 0


def test_who_comes_back_after_the_players_ended_the_round_may_be_named():
    state = dead_in_the_second_round(4)
    make_changes(state, game.begin_combat(state))
    make_changes(state, game.end_round(1))
    make_changes(state, game.order_fallen([2, 3]))
    assert game.winner(state) == 0
    make_changes(state, game.with_consequences(state, [("player", 1, "life", 10)]))
    assert (game_value(state, "part"), game.winner(state), player_value(state, 1, "out")) == (END, -1, 0)
    make_changes(state, game.order_fallen([2, 3, 0]))
    assert game.winner(state) == 1


def test_what_the_players_have_ended_is_forgotten_with_the_round():
    state = play_first_combat(4)
    make_changes(state, game.end_round(1))
    make_changes(state, game.order_fallen([0, 1, 2]))
    make_changes(state, game.use_weapon(state))
    make_changes(state, game.next_round(state))
    make_changes(state, game.begin_combat(state))
    let_fall(state, 0, 1, 2)
    assert game_value(state, "part") == END and not game_value(state, "called")
    make_changes(state, game.with_consequences(state, [("familiar", 0, "life", 1)]))
    assert game_value(state, "part") == COMBAT, "this one a correction reopens"
