"""Tri'Nytia: what cards change on the Sheets when they are drawn, activated, discarded, exchanged, bought."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.trinytia.rules import cards, hand, setup, tables
from gobelet.games.trinytia.rules.sheets import KINDS, STACK
from gobelet.rules.procedure import Refused
from gobelet.rules.sheet import State

RED, GREEN, VIOLET, BLUE, GOLD = range(5)


def make_game(*changes):
    state = State(KINDS)
    make_changes(state, setup.start_game(5, setup.NORMAL, 3))
    make_changes(state, changes)
    return state


def make_changes(state, changes):
    state.apply(state.effects(list(changes)))


def char_value(state, field, row=0):
    return state.get("char", row, field)


def pack_values(state, number):
    return state.get("pack", number, "left"), state.get("pack", number, "discarded")


def refusal_code(call, *args):
    with pytest.raises(Refused) as raised:
        call(*args)
    return raised.value.code


# Drawing


@pytest.mark.parametrize(
    ("option", "kind", "down", "stays", "piles"),
    [
        ("keep", "", 1, None, (49, 0)),
        ("discard", "", 0, None, (49, 1)),
        ("activate", "ordinary", 0, None, (49, 1)),
        ("activate", "event", 0, None, (49, 1)),
        ("activate", "equipment", 0, "equipment", (49, 0)),
        ("activate", "familiar", 0, "familiar", (49, 0)),
    ],
)
def test_a_card_drawn(option, kind, down, stays, piles):
    state = make_game()
    make_changes(state, hand.draw_card(state, 0, RED, option, kind))
    assert char_value(state, "down") == down
    assert [char_value(state, name) for name in hand.STAYS] == [int(name == stays) for name in hand.STAYS]
    assert pack_values(state, RED) == piles
    assert state.get("game", 0, "actions") == 0, "a card just drawn is no action of its own"


def test_a_card_that_may_not_be_drawn():
    state = make_game()
    assert refusal_code(hand.draw_card, state, 0, BLUE, "keep") == "TN-E23"
    assert refusal_code(hand.draw_card, state, 0, RED, "keep", "event") == "TN-E27"
    assert refusal_code(hand.draw_card, state, 0, RED, "discard", "event") == "TN-E27"


def test_a_card_of_the_gold_pack_is_paid():
    state = make_game(("pack", GOLD, "active", 1), ("char", 0, "gold", 5))
    assert refusal_code(hand.draw_card, state, 0, GOLD, "keep", "", 6) == "TN-E24"
    make_changes(state, hand.draw_card(state, 0, GOLD, "keep", "", 5))
    assert (char_value(state, "gold"), char_value(state, "down"), pack_values(state, GOLD)) == (0, 1, (24, 0))


def test_an_empty_pack_is_made_of_its_discard():
    state = make_game(("pack", RED, "left", 0), ("pack", RED, "discarded", 7))
    make_changes(state, hand.draw_card(state, 0, RED, "discard"))
    assert pack_values(state, RED) == (6, 1)


def test_packs_that_nobody_counts_stay_at_zero():
    state = make_game()
    make_changes(state, hand.set_counting(state, False))
    assert not hand.is_counted(state)
    make_changes(state, hand.draw_card(state, 0, RED, "discard"))
    make_changes(state, hand.draw_card(state, 0, GREEN, "keep"))
    assert [pack_values(state, at) for at in range(5)] == [(0, 0)] * 5
    make_changes(state, hand.set_counting(state, True))
    assert [pack_values(state, at)[0] for at in range(5)] == list(tables.PACK_SIZES)


def test_shuffling_the_discard_in():
    state = make_game(("pack", VIOLET, "left", 30), ("pack", VIOLET, "discarded", 12))
    make_changes(state, hand.shuffle(state, VIOLET))
    assert pack_values(state, VIOLET) == (42, 0)


# From the hand


def test_what_stays_adds_up():
    state = make_game()
    for count in (1, 2, 3):
        make_changes(state, hand.draw_card(state, 0, RED, "activate", "equipment"))
        assert char_value(state, "equipment") == count


@pytest.mark.parametrize("kind", ["ordinary", "equipment", "familiar", "arcane", "premonition", "divination"])
def test_a_face_down_card_is_activated(kind):
    state = make_game(("char", 0, "down", 2))
    make_changes(state, hand.activate_card(state, 0, kind, -1 if kind in hand.STAYS else GREEN))
    assert char_value(state, "down") == 1
    assert [char_value(state, name) for name in hand.STAYS] == [int(name == kind) for name in hand.STAYS]
    assert state.get("game", 0, "arcanes") == int(kind == "arcane")
    assert state.get("game", 0, "actions") == int(kind not in hand.FREE)
    assert pack_values(state, GREEN) == (50, 0 if kind in hand.STAYS else 1)


def test_a_premonition_after_another_is_still_a_first_action():
    state = make_game(("char", 0, "down", 2))
    for _ in range(2):
        cards.check_activation("premonition", True, state.get("game", 0, "actions"))
        make_changes(state, hand.activate_card(state, 0, "premonition"))
    make_changes(state, [("char", 0, "down", 1)])
    make_changes(state, hand.activate_card(state, 0, "ordinary"))
    assert (
        refusal_code(cards.check_activation, "premonition", True, state.get("game", 0, "actions")) == "TN-E18"
    )


def test_discarding():
    state = make_game(("char", 0, "down", 1), ("char", 0, "familiar", 1), ("char", 0, "fam_pv", 4))
    make_changes(state, [("char", 0, "fam_wounds", 3)])
    make_changes(state, hand.discard_card(state, 0, "down", RED))
    make_changes(state, hand.discard_card(state, 0, "familiar"))
    assert [char_value(state, name) for name in ("down", "familiar", "fam_pv", "fam_wounds")] == [0, 0, 0, 0]
    assert pack_values(state, RED) == (50, 1)


def test_exchange_moves_one_card_and_counts_for_both():
    state = make_game(("char", 0, "down", 2))
    make_changes(state, hand.exchange_card(state, 0, 3, "down"))
    assert [char_value(state, "down", row) for row in (0, 3)] == [1, 1]
    assert [char_value(state, "exchanged", row) for row in range(4)] == [1, 0, 0, 1]
    assert (state.get("game", 0, "exchanges"), state.get("game", 0, "actions")) == (1, 1)


def test_a_familiar_takes_its_wounds_along():
    state = make_game(("char", 2, "familiar", 1), ("char", 2, "fam_pv", 5), ("char", 2, "fam_wounds", 2))
    make_changes(state, hand.exchange_card(state, 2, 0, "familiar"))
    assert [char_value(state, name, 0) for name in ("familiar", "fam_pv", "fam_wounds")] == [1, 5, 2]
    assert [char_value(state, name, 2) for name in ("familiar", "fam_pv", "fam_wounds")] == [0, 0, 0]


# Two familiars are legal until the end of the player's own turn (L189)

PETS = ("familiar", "fam_pv", "fam_wounds", "fam2_pv", "fam2_wounds")


def with_pets(row, *pets):
    """Changes that give `row` these familiars, (PV, wounds) each."""
    return hand.set_familiars(row, len(pets), pets)


def pet_values(state, row=0):
    return [char_value(state, name, row) for name in PETS]


def test_a_second_familiar_comes_behind_the_first_and_a_third_not_at_all():
    state = make_game(*with_pets(0, (4, 3)), ("char", 0, "down", 2))
    make_changes(state, hand.draw_card(state, 0, RED, "activate", "familiar"))
    assert pet_values(state) == [2, 4, 3, 0, 0]
    make_changes(state, [("char", 0, "fam2_pv", 6)])
    assert hand.familiars(state, 0) == [(4, 3), (6, 0)]
    for call in (hand.activate_card, lambda *args: hand.draw_card(*args[:2], RED, "activate", args[2])):
        assert refusal_code(call, state, 0, "familiar") == "TN-E28"
    assert refusal_code(cards.check_limits, 0, 0, char_value(state, "familiar")) == "TN-E28"


@pytest.mark.parametrize(("card", "left"), [("familiar", (6, 5)), ("second", (4, 3))])
def test_of_two_familiars_the_one_that_goes_is_named(card, left):
    state = make_game(*with_pets(0, (4, 3), (6, 5)))
    make_changes(state, hand.discard_card(state, 0, card, RED))
    assert pet_values(state) == [1, *left, 0, 0]
    assert pack_values(state, RED) == (50, 1)


@given(st.data())
def test_familiars_change_hands_and_none_is_lost(data):
    """After any exchanges and discards, each familiar has its last owner and its wounds."""
    held = {row: [(9, 10 * row + n) for n in range(data.draw(st.integers(0, 2)))] for row in range(3)}
    state = make_game(*[change for row in held for change in with_pets(row, *held[row])])
    for _ in range(data.draw(st.integers(1, 8))):
        giver, taker = data.draw(st.permutations(range(3)))[:2]
        if not held[giver]:
            continue
        at = data.draw(st.integers(0, len(held[giver]) - 1))
        card = ("familiar", hand.SECOND)[at]
        if data.draw(st.integers(0, 4)) == 0:
            make_changes(state, hand.discard_card(state, giver, card))
            held[giver].pop(at)
        elif len(held[taker]) == 2:
            assert refusal_code(hand.exchange_card, state, giver, taker, card) == "TN-E28"
        else:
            make_changes(state, hand.exchange_card(state, giver, taker, card))
            held[taker].append(held[giver].pop(at))
        assert {row: hand.familiars(state, row) for row in held} == held
        assert [char_value(state, "familiar", row) for row in held] == [len(held[row]) for row in held]


def test_an_older_game_with_more_familiars_than_there_is_room_for_loses_one_at_a_time():
    state = make_game(("char", 0, "familiar", 4), ("char", 0, "fam_pv", 5))
    make_changes(state, hand.discard_card(state, 0, "familiar"))
    assert pet_values(state) == [3, 0, 0, 0, 0]
    make_changes(state, hand.discard_card(state, 0, "second"))
    assert char_value(state, "familiar") == 2


# The stack of arcanes


@given(st.lists(st.integers(0, 4), max_size=6), st.data())
def test_arcanes_apply_last_first_and_any_can_be_cancelled(rows, data):
    state = make_game()
    for row in rows:
        make_changes(state, hand.stack(state, row))
    waiting = list(reversed(rows))
    while waiting:
        assert hand.owners(state) == waiting
        at = data.draw(st.integers(0, len(waiting) - 1))
        make_changes(state, hand.unstack(state, at))
        waiting.pop(at)
    assert hand.owners(state) == []
    assert {state.get("stack", at, "owner") for at in range(STACK)} == {-1}


def test_a_full_stack_takes_no_more():
    state = make_game()
    for _ in range(STACK):
        make_changes(state, hand.stack(state, 1))
    assert hand.stack(state, 2) == []
    make_changes(state, [("char", 2, "down", 1)])
    make_changes(state, hand.activate_card(state, 2, "arcane"))
    assert hand.owners(state) == [1] * STACK
