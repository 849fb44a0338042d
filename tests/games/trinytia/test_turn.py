"""Tri'Nytia: set-up, turns, cards, death, victory and the two modes, on the Sheets."""

from __future__ import annotations

import pytest

from gobelet.games.trinytia.rules import cards, combat, modes, rolls, setup, tables, turn, walks
from gobelet.games.trinytia.rules.sheets import ALIVE, DEAD, KINDS, OVER, PLAY
from gobelet.rules.procedure import Refused
from gobelet.rules.sheet import State
from gobelet.rules.walk import index
from gobelet.rules.walk import next_index as next_step

HIDDEN, G, O, L = range(4)  # noqa: E741


def make_game(players=4, mode=setup.NORMAL, column=0, *changes):
    state = State(KINDS)
    make_changes(state, setup.start_game(players, mode, column or (tables.columns(players) or [0])[0]))
    make_changes(state, changes)
    return state


def make_changes(state, changes):
    state.apply(state.effects(list(changes)))


def char_value(state, row, field):
    return state.get("char", row, field)


def game_value(state, field):
    return state.get("game", 0, field)


def refusal_of(call, *args, **named):
    with pytest.raises(Refused) as raised:
        call(*args, **named)
    return raised.value


# Set-up.


def test_a_game_without_factions_has_no_column():
    assert ("game", 0, "column", 0) in setup.start_game(2, setup.DUEL)


@pytest.mark.parametrize("players", [1, 11, 0, -1, "x", None, 4.5])
def test_player_counts_that_no_mode_has(players):
    assert refusal_of(setup.variants, players).code == "TN-E01"


@pytest.mark.parametrize(("players", "mode"), [(2, "mode.duel"), (3, "mode.tricorne")])
def test_few_players_need_a_mode(players, mode):
    error = refusal_of(setup.variants, players)
    assert (error.code, error.fields) == ("TN-E02", {"n": players, "mode": mode})


def test_the_modes_have_their_own_counts():
    setup.check_players(3, setup.TRICORNE)
    setup.check_players(2, setup.DUEL)
    assert refusal_of(setup.check_players, 4, setup.TRICORNE).code == "TN-E01"
    assert refusal_of(setup.check_players, 3, setup.DUEL).code == "TN-E01"
    assert refusal_of(setup.start_game, 3, setup.DUEL).code == "TN-E01"
    assert refusal_of(setup.start_game, 3).code == "TN-E02"


def test_variants():
    assert setup.variants(5) == [(2, 2, 1)]
    assert setup.variants(8) == [(4, 4, 0), (3, 3, 2)]


def test_a_normal_game_starts():
    state = make_game(7)
    assert [char_value(state, row, "seat") for row in range(10)] == [ALIVE] * 7 + [0] * 3
    assert [state.get("pack", pack, "active") for pack in range(5)] == [1, 1, 1, 0, 0]
    assert [state.get("pack", pack, "left") for pack in range(5)] == [50, 50, 50, 50, 25]
    assert (game_value(state, "players"), game_value(state, "column"), game_value(state, "step")) == (7, 6, 0)


def test_tricorne_has_all_packs_and_duel_six_champions():
    tricorne = make_game(3, setup.TRICORNE)
    assert [tricorne.get("pack", pack, "active") for pack in range(5)] == [1] * 5
    assert [tricorne.get("pack", pack, "left") for pack in range(5)] == [49, 50, 49, 49, 25]
    assert [char_value(tricorne, row, "down") for row in range(4)] == [1, 1, 1, 0]
    duel = make_game(2, setup.DUEL)
    assert turn.life_flags(duel) == [True] * 6
    assert len(modes.CORSAIRS) == 3
    assert all(row.split()[2] in tables.PACKS for row in modes.CORSAIRS)


def test_pv():
    setup.check_pv(1)
    assert refusal_of(setup.check_pv, 0).code == "TN-E06"


def test_a_tie_break_is_of_all_ten():
    assert setup.tie_break([0, 9]) == [
        ("char", row, "score", setup.AGAIN if row in (0, 9) else 0) for row in range(10)
    ]


def test_first_player_and_tie_break():
    state = make_game(4)
    make_changes(state, [("char", row, "score", score) for row, score in enumerate((6, 9, 4, 9))])
    tied = setup.first_player(state)
    assert tied == [1, 3]
    make_changes(state, setup.tie_break(tied))
    make_changes(state, [("char", 1, "score", 3)])
    assert [char_value(state, row, "score") for row in range(4)] == [0, 3, 0, setup.AGAIN]
    make_changes(state, [("char", 3, "score", 5)])
    assert setup.first_player(state) == [3], "the others no longer count"
    make_changes(state, setup.store_first_player(3))
    assert (game_value(state, "first"), game_value(state, "active"), char_value(state, 3, "score")) == (
        3,
        3,
        0,
    )


@pytest.mark.parametrize(
    ("mode", "players", "steps"),
    [
        (
            setup.NORMAL,
            4,
            "board packs seats placement deal look life first passing start",
        ),
        (setup.TRICORNE, 3, "board packs seats placement corsairs gold life first start"),
        (setup.DUEL, 2, "board packs seats placement gods chooser champions life start"),
    ],
)
def test_set_up_walk(mode, players, steps):
    state = make_game(players, mode)
    seen = []
    step = next_step(walks.SETUP, -1, state)
    while step >= 0:
        seen.append(walks.SETUP[step][0])
        step = next_step(walks.SETUP, step, state)
    assert seen == steps.split()


def test_turn_walk_has_the_optional_rule_only_when_it_is_on():
    state = make_game()
    limits = index(walks.TURN, "limits")
    assert next_step(walks.TURN, limits, state) == -1
    make_changes(state, [("option", 0, "harass", 1)])
    assert walks.TURN[next_step(walks.TURN, limits, state)][0] == "harass"


# Turns.


def play_first_turn(players=4, first=0, *changes, mode=setup.NORMAL):
    state = make_game(players, mode)
    make_changes(state, setup.store_first_player(first))
    make_changes(state, turn.begin_first_turn(state))
    make_changes(state, changes)
    return state


def test_duel_astral_opens_with_a_god_who_chooses():
    state = make_game(2, setup.DUEL)
    make_changes(state, [("game", 0, "god", 2)])
    make_changes(state, turn.begin_first_turn(state))
    assert (
        game_value(state, "part"),
        game_value(state, "turn"),
        game_value(state, "cycle"),
        game_value(state, "active"),
    ) == (PLAY, 1, 1, -1)
    assert modes.may_play(state, 2) == [3, 4, 5]


def test_a_turn_begins_with_the_armour_at_zero():
    state = play_first_turn(4, 1)
    assert (
        game_value(state, "part"),
        game_value(state, "turn"),
        game_value(state, "cycle"),
        game_value(state, "active"),
    ) == (PLAY, 1, 1, 1)
    make_changes(state, [("char", 2, "armour", 4), ("char", 3, "armour", 2)])
    make_changes(
        state, [("char", 2, "exchanged", 1), ("char", 2, "unabsorbed", 3), ("game", 0, "actions", 2)]
    )
    make_changes(state, turn.pass_turn(state))
    assert (game_value(state, "active"), game_value(state, "turn"), game_value(state, "actions")) == (2, 2, 0)
    assert (char_value(state, 2, "armour"), char_value(state, 3, "armour")) == (0, 2)
    assert (char_value(state, 2, "exchanged"), char_value(state, 2, "unabsorbed")) == (0, 0)


def test_a_turn_begins_with_nothing_done():
    state = play_first_turn(
        4, 1, ("game", 0, "step", 3), ("game", 0, "cancelled", 1), ("game", 0, "part", OVER)
    )
    make_changes(state, [("char", 2, "moved", 1), ("char", 2, "fought", 1), ("char", 3, "moved", 1)])
    make_changes(state, turn.begin_turn(2))
    assert [game_value(state, field) for field in ("part", "step", "active", "cancelled")] == [PLAY, 0, 2, 0]
    assert (char_value(state, 2, "moved"), char_value(state, 2, "fought"), char_value(state, 3, "moved")) == (
        0,
        0,
        1,
    )


def test_what_death_leaves_of_a_character():
    full = {"armour": 2, "fixed": 1, "range": 3, "equipment": 2, "familiar": 1, "fam_pv": 4, "fam_wounds": 1}
    state = play_first_turn(
        4, 1, *[("char", 2, field, value) for field, value in {**full, "down": 1, "lieu": 5}.items()]
    )
    make_changes(state, turn.death(state, 2, 0))
    assert (char_value(state, 2, "seat"), char_value(state, 2, "lieu")) == (DEAD, -1)
    assert [char_value(state, 2, field) for field in (*full, "down")] == [0] * 8


def test_turns_go_round_past_the_dead_and_a_cycle_begins_at_the_first_player():
    state = play_first_turn(4, 2, ("char", 3, "seat", DEAD))
    seen = []
    for _ in range(4):
        make_changes(state, turn.pass_turn(state))
        seen.append((game_value(state, "active"), game_value(state, "cycle"), game_value(state, "turn")))
    assert seen == [(0, 1, 2), (1, 1, 3), (2, 2, 4), (0, 2, 5)]


def test_a_dead_first_player_still_marks_the_cycle():
    state = play_first_turn(4, 0, ("char", 0, "seat", DEAD), ("game", 0, "active", 3))
    make_changes(state, turn.pass_turn(state))
    assert (game_value(state, "active"), game_value(state, "cycle")) == (1, 2)


def test_death_in_ones_own_turn_ends_it():
    state = play_first_turn(4, 0, ("char", 0, "down", 5))
    make_changes(state, turn.death(state, 0, O))
    make_changes(state, turn.pass_turn(state))
    assert game_value(state, "active") == 1


def test_nobody_left():
    assert turn.next_living(0, 0, [False, False]) == (-1, False)


def test_moving_and_fighting_once():
    turn.check_action("move", 0, 1)
    turn.check_action("attack", 1, 0)
    turn.check_action("defend", 1, 1, extra=1)
    assert refusal_of(turn.check_action, "move", 1, 0).code == "TN-E21"
    assert refusal_of(turn.check_action, "defend", 0, 1).code == "TN-E22"
    assert refusal_of(turn.check_action, "attack", 0, 2, 1).code == "TN-E22"


@pytest.mark.parametrize(
    ("unabsorbed", "armour", "on", "after"),
    [(0, 2, True, 2), (2, 0, True, 1), (5, 1, True, 2), (2, 0, False, 0)],
)
def test_optional_rule(unabsorbed, armour, on, after):
    assert turn.armour_after_turn(unabsorbed, armour, on) == after


def test_optional_rule_at_the_end_of_the_turn():
    """E-TN09: the next player loses the point at once."""
    hurt = [("char", row, "unabsorbed", 2) for row in (0, 1, 2)]
    state = play_first_turn(4, 0, ("option", 0, "harass", 1), *hurt)
    make_changes(state, turn.pass_turn(state))
    assert [char_value(state, row, "armour") for row in range(4)] == [0, 0, 1, 0]
    state = play_first_turn(4, 0, *hurt)
    make_changes(state, turn.pass_turn(state))
    assert [char_value(state, row, "armour") for row in range(4)] == [0, 0, 0, 0]


def duel_state(active, *changes):
    """Solaire has the rows 0 to 2, Lunaire the rows 3 to 5.

    All champions are on Lieu 6.
    """
    state = make_game(2, setup.DUEL)
    make_changes(state, turn.begin_first_turn(state))
    make_changes(state, modes.begin_turn(active))
    make_changes(state, [("char", row, "lieu", 6) for row in range(6)])
    make_changes(state, changes)
    return state


def test_in_duel_astral_only_the_other_god_has_an_adverse_turn():
    """L172 needs an adverse turn; by L230-232 the god is the player, not the champion."""
    hurt = [("char", row, "unabsorbed", 2) for row in range(6)]
    state = duel_state(1, ("option", 0, "harass", 1), ("game", 0, "god", 1), *hurt)
    make_changes(state, modes.pass_turn(state))
    assert [char_value(state, row, "armour") for row in range(6)] == [0, 0, 0, 1, 1, 1]


def test_who_is_against_whom():
    state = play_first_turn(
        5, 0, ("char", 0, "faction", G), ("char", 1, "faction", O), ("char", 2, "faction", G)
    )
    make_changes(state, [("char", 3, "faction", L)])
    assert [turn.side_of(state, 0, row) for row in (1, 2, 3, 4)] == [1, -1, 0, 0]
    assert [turn.side_of(state, 3, row) for row in (0, 1, 2, 4)] == [0, 0, 0, 0], "a Légende plays for itself"
    assert [turn.side_of(duel_state(1), 1, row) for row in (0, 2, 3, 5)] == [-1, -1, 1, 1]
    assert turn.side_of(play_first_turn(3, 0, mode=setup.TRICORNE), 0, 2) == 1


def test_targets_are_enemies_first_and_allies_last():
    state = play_first_turn(5, 0, *[("char", row, "lieu", 5) for row in range(4)], ("char", 4, "lieu", 9))
    make_changes(state, [("char", 0, "faction", O), ("char", 1, "faction", O), ("char", 3, "faction", G)])
    assert turn.targets(state, 0) == [3, 2, 1]
    assert turn.targets(state, 0, True) == [3, 2, 4, 1], "a card may allow whoever lives"
    make_changes(state, turn.death(state, 3, G))
    assert turn.targets(state, 0, True) == [2, 4, 1]
    make_changes(state, [("char", 0, "lieu", 1)])
    assert turn.targets(state, 0) == [], "Lieu 1 is on no island"


def test_in_duel_astral_no_champion_of_ones_own_is_a_target():
    state = duel_state(1)
    assert turn.targets(state, 1) == [3, 4, 5]
    assert turn.targets(state, 1, True) == [3, 4, 5, 0, 2]


def test_what_an_arcane_cancels_is_spent():
    """L272: the action counts as used, and has no other effect."""
    state = play_first_turn(4, 0)
    attack = [
        ("char", 0, "fought", 1),
        ("game", 0, "actions", 1),
        ("char", 2, "wounds", 4),
        ("char", 2, "unabsorbed", 4),
    ]
    make_changes(state, turn.cancel_roll(state, attack))
    assert (char_value(state, 0, "fought"), game_value(state, "actions"), game_value(state, "cancelled")) == (
        1,
        1,
        1,
    )
    assert (char_value(state, 2, "wounds"), char_value(state, 2, "unabsorbed")) == (0, 0)
    make_changes(state, turn.cancel_roll(state, [("char", 0, "lieu", 7), ("char", 0, "moved", 1)]))
    assert (char_value(state, 0, "moved"), char_value(state, 0, "lieu"), game_value(state, "cancelled")) == (
        1,
        -1,
        2,
    )
    make_changes(state, turn.pass_turn(state))
    assert game_value(state, "cancelled") == 0, "it is counted in each turn"


def test_the_limits_hold_the_turn_open():
    state = play_first_turn(4, 0, ("char", 0, "down", 5), ("char", 0, "familiar", 2))
    error = refusal_of(turn.pass_turn, state)
    assert (error.code, error.fields) == ("TN-E28", {"n": 3})
    assert cards.excess(3, 3, 1) == (0, 0, 0)
    assert cards.excess(4, 5, 2) == (1, 2, 1)
    cards.check_limits(3, 3, 1)


# Cards.


@pytest.mark.parametrize(
    "kind", ["arcane", "premonition", "divination", "equipment", "familiar", "other", "event"]
)
def test_cards_in_ones_own_turn_before_anything_else(kind):
    if kind == "divination":
        assert refusal_of(cards.check_activation, kind, True, 0, True).code == "TN-E19"
    else:
        cards.check_activation(kind, True, 0, True)


@pytest.mark.parametrize(
    ("kind", "own", "done", "more", "drawn", "code"),
    [
        ("other", False, 0, False, False, "TN-E17"),
        ("premonition", False, 0, False, False, "TN-E17"),
        ("premonition", True, 1, True, False, "TN-E18"),
        ("premonition", False, 0, False, True, "TN-E18"),
        ("divination", True, 1, True, False, "TN-E19"),
        ("divination", False, 0, False, True, "TN-E19"),
        ("divination", True, 2, False, False, None),
        ("other", False, 0, False, True, None),
        ("arcane", False, 3, True, False, None),
        ("event", False, 3, True, True, None),
    ],
)
def test_when_cards_may_be_played(kind, own, done, more, drawn, code):
    if code is None:
        cards.check_activation(kind, own, done, more, drawn)
    else:
        assert refusal_of(cards.check_activation, kind, own, done, more, drawn).code == code


def test_what_to_do_with_a_card_drawn():
    assert cards.options("event") == ("activate",)
    assert cards.options("equipment") == ("activate", "discard", "keep")
    cards.check_option("event", "activate")
    for option in ("keep", "discard"):
        assert refusal_of(cards.check_option, "event", option).code == "TN-E27"


def test_drawing():
    error = refusal_of(cards.counts_after_draw, 0b111, 50, 0, 3)
    assert (error.code, error.fields) == ("TN-E23", {"pack": "pack.bleu"})
    assert cards.counts_after_draw(0b111, 50, 0, 2) == (49, 0)
    assert cards.counts_after_draw(0b111, 0, 8, 0) == (7, 0), "the discard is shuffled into a new pack"
    assert cards.counts_after_draw(0b111, 0, 0, 0) == (0, 0)


def test_arcanes_resolve_backwards():
    assert cards.resolve_order([1, 2, 3]) == [3, 2, 1]


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ((True, True, False, False, False), None),
        ((False, False, True, True, True), "TN-E13"),
        ((True, False, True, True, True), "TN-E14"),
        ((True, True, True, False, True), "TN-E15"),
        ((True, True, False, True, True), "TN-E15"),
        ((True, True, False, False, True), "TN-E16"),
    ],
)
def test_exchange(facts, code):
    if code is None:
        cards.check_exchange(*facts)
    else:
        assert refusal_of(cards.check_exchange, *facts).code == code


def test_gold():
    assert cards.gold_left(4, 4) == 0
    error = refusal_of(cards.gold_left, 4, 5)
    assert (error.code, error.fields) == ("TN-E24", {"n": 4})
    assert refusal_of(cards.gold_left, 4, -1).code == "TN-E07"


# Death and victory.


def test_death_takes_everything_off_the_board():
    state = play_first_turn(4, 0, ("char", 2, "lieu", 5), ("char", 2, "down", 2), ("char", 2, "armour", 3))
    make_changes(state, turn.death(state, 2, G))
    assert (char_value(state, 2, "seat"), char_value(state, 2, "faction"), char_value(state, 2, "lieu")) == (
        DEAD,
        G,
        -1,
    )
    assert (char_value(state, 2, "down"), char_value(state, 2, "armour")) == (0, 0)
    assert turn.dead_counts(state) == (1, 0, 0)


def test_no_more_of_a_faction_than_the_column_holds():
    state = play_first_turn(4)  # 2 Gardiens, 2 Ombres
    make_changes(state, turn.reveal(state, 0, G))
    make_changes(state, turn.death(state, 1, G))
    error = refusal_of(turn.reveal, state, 2, G)
    assert (error.code, error.fields) == ("TN-E11", {"n": 2, "faction": "faction.gardien"})
    assert refusal_of(turn.death, state, 2, L).code == "TN-E11"
    assert turn.reveal(state, 0, G) == [("char", 0, "faction", G)], "it is one of them already"


@pytest.mark.parametrize(
    ("dead", "winners"),
    [
        ((0, 0, 0), []),
        ((1, 2, 1), []),
        ((1, 3, 0), [G]),
        ((3, 1, 0), [O]),
        ((3, 3, 0), [G, O]),
    ],
)
def test_victory(dead, winners):
    assert turn.winning_factions((3, 3, 1), dead) == winners


def test_more_dead_than_dealt():
    error = refusal_of(turn.winning_factions, (2, 2, 0), (0, 3, 0))
    assert (error.code, error.fields) == ("TN-E11", {"n": 2, "faction": "faction.ombre"})


def test_winners_in_a_normal_game():
    state = play_first_turn(5)  # 2 Gardiens, 2 Ombres, 1 Légende
    make_changes(state, turn.death(state, 0, O))
    assert turn.winners(state) == []
    make_changes(state, turn.death(state, 1, O))
    assert turn.winners(state) == [("won.gardien", -1)]
    make_changes(state, [("game", 0, "legends", 1 << 4)])
    assert turn.winners(state) == [("won.gardien", -1), ("won.legende", 4)]


def test_the_last_corsair_wins():
    state = play_first_turn(3, 0, mode=setup.TRICORNE)
    make_changes(state, turn.death(state, 0, HIDDEN))
    assert turn.winners(state) == []
    make_changes(state, turn.death(state, 2, HIDDEN))
    assert turn.winners(state) == [("won.corsaire", 1)]


def test_a_god_dies_with_the_last_champion():
    state = play_first_turn(2, 0, mode=setup.DUEL)
    for row in (3, 4):
        make_changes(state, turn.death(state, row, O))
    assert turn.winners(state) == []
    make_changes(state, turn.death(state, 5, O))
    assert turn.winners(state) == [("won.solaire", -1)]


# Duel Astral.


def test_champions_of_one_round():
    alive = [True, False, True, True, True, True]
    none = [0] * 6
    assert modes.champions(alive, none) == ([0, 2, 3, 4, 5], False)
    assert modes.champions(alive, [1, 0, 0, 0, 0, 0], (0, 1, 2)) == ([2], False)
    assert modes.champions(alive, [1, 0, 1, 1, 1, 0], (0, 1, 2)) == ([], False), "this god passes"
    assert modes.champions(alive, [1, 0, 1, 1, 1, 1], (0, 1, 2)) == ([0, 2], True)


def test_a_round_of_duel_astral():
    state = make_game(2, setup.DUEL)
    make_changes(state, [("game", 0, "god", 1), ("char", 4, "seat", DEAD), ("game", 0, "cycle", 1)])
    order = []
    for _ in range(11):
        god = game_value(state, "god")
        row = modes.may_play(state, god)[0]
        order.append((god, row, game_value(state, "cycle")))
        make_changes(state, modes.begin_turn(row))
        assert game_value(state, "active") == row
        make_changes(state, modes.pass_turn(state))
        assert game_value(state, "active") == -1
    # Lunaire has two champions left, so the second round begins after Solaire's third champion has played.
    assert order[:6] == [(1, 0, 1), (2, 3, 1), (1, 1, 1), (2, 5, 1), (1, 2, 1), (2, 3, 2)]
    assert order[6:] == [(1, 0, 2), (2, 5, 2), (1, 1, 2), (1, 2, 2), (2, 3, 3)]


def test_a_god_with_nobody_left_to_play_passes():
    state = make_game(2, setup.DUEL)
    make_changes(state, [("game", 0, "god", 1), ("char", 3, "seat", DEAD), ("char", 4, "seat", DEAD)])
    seen = []
    for _ in range(4):
        god = game_value(state, "god")
        row = modes.may_play(state, god)[0]
        seen.append((god, row))
        make_changes(state, modes.begin_turn(row))
        make_changes(state, modes.pass_turn(state))
    assert seen == [(1, 0), (2, 5), (1, 1), (1, 2)]
    assert game_value(state, "god") == 2


# Sheets and refusals.


def test_memory_of_the_sheets():
    """The fields fit into 16-bit arrays of some hundred bytes."""
    assert len(KINDS[0].fields) <= 24
    state = State(KINDS)
    assert sum(len(sheet) for sheet in state.sheets) * 2 < 640


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_bounds_of_every_field(kind):
    state = State(KINDS)
    for name, low, high, start in map(kind.field, range(len(kind.fields))):
        assert low <= start <= high
        for value in (low, high):
            make_changes(state, [(kind.name, kind.rows - 1, name, value)])
        for value in (low - 1, high + 1):
            assert refusal_of(state.effects, [(kind.name, 0, name, value)]).code == "SHEET"


REFUSALS = {
    "TN-E01": lambda: setup.check_players(11),
    "TN-E02": lambda: setup.check_players(2),
    "TN-E03": lambda: rolls.check_faces(5, 1),
    "TN-E04": lambda: rolls.check_faces(1, 7),
    "TN-E05": lambda: rolls.destination(5, 11),
    "TN-E06": lambda: setup.check_pv(0),
    "TN-E07": lambda: combat.heal(0, 0, -1),
    "TN-E08": lambda: combat.wounds(0, 1, 9, 3, 2),
    "TN-E09": lambda: combat.wounds(0, 4, 9, 3, 4),
    "TN-E10": lambda: combat.check_alive("Rouge", False),
    "TN-E11": lambda: turn.winning_factions((1, 1, 2), (0, 0, 3)),
    "TN-E12": lambda: combat.lieux_in_range(0),
    "TN-E13": lambda: cards.check_exchange(False, True, False, False, False),
    "TN-E14": lambda: cards.check_exchange(True, False, False, False, False),
    "TN-E15": lambda: cards.check_exchange(True, True, False, True, False),
    "TN-E16": lambda: cards.check_exchange(True, True, False, False, True),
    "TN-E17": lambda: cards.check_activation("other", False),
    "TN-E18": lambda: cards.check_activation("premonition", True, 1),
    "TN-E19": lambda: cards.check_activation("divination", True, 0, True),
    "TN-E20": lambda: rolls.bet([1, 0, 0], [5, 5, 5]),
    "TN-E21": lambda: turn.check_action("move", 1, 0),
    "TN-E22": lambda: turn.check_action("attack", 0, 1),
    "TN-E23": lambda: cards.check_pack(4, 0b111),
    "TN-E24": lambda: cards.gold_left(1, 2),
    "TN-E25": lambda: combat.check_target(0, 1, [4, 5], [True, True]),
    "TN-E26": lambda: combat.check_target(0, 0, [4], [True]),
    "TN-E27": lambda: cards.check_option("event", "keep"),
    "TN-E28": lambda: cards.check_limits(4, 0, 0),
}


@pytest.mark.parametrize("number", range(1, 29))
def test_every_message_has_its_rule(number):
    code = f"TN-E{number:02}"
    assert refusal_of(REFUSALS[code]).code == code
