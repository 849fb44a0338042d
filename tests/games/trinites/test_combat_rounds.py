"""The memo of a combat: zones, fluctuations, rounds, turns (RULES 3.5, 4.6)."""

from __future__ import annotations

import pytest

from gobelet.games.trinites.rules import combat_grip, combat_rounds, initiative
from gobelet.games.trinites.rules.sheets import ACTION, FEU, GARDE, INITIATIVE, KINDS, OUT, RETRAIT
from gobelet.rules.refused import Refused
from gobelet.rules.sheet import State

# L361-374.
CONDITIONS = {
    "drunk": -6,
    "mistaken": -6,
    "asleep": -3,
    "unready": 0,
    "alert": 3,
    "expecting": 3,
    "attacking": 6,
}


def test_the_printed_difficulties() -> None:
    found = [row.split()[0] for row in initiative.CONDITIONS]
    assert (
        dict(zip(found, [initiative.condition_difficulty(at) for at in range(len(found))], strict=True))
        == CONDITIONS
    )
    with pytest.raises(Refused) as refused:
        initiative.condition_difficulty(len(found))
    assert refused.value.code == "TR-E22"


# Final results of the test, and the score they give: half of it rounded up, at most 12.
SCORES = {-3: -1, -2: -1, -1: 0, 0: 0, 1: 1, 2: 1, 3: 2, 12: 6, 13: 7, 22: 11, 23: 12, 24: 12, 25: 12, 40: 12}


def test_a_final_result_is_halved() -> None:
    assert {final: initiative.score(final) for final in SCORES} == SCORES


def gone_round(zone: int, score: int) -> tuple[int, int]:
    """The rule of the text, one step at a time (L386-397)."""
    while score < 1 or score > 12:
        if score < 1 and zone == RETRAIT:
            return zone, 1
        if score > 12 and zone == FEU:
            return zone, 12
        if score < 1:
            zone, score = zone - 1, score + 12
        else:
            zone, score = zone + 1, score - 12
    return zone, score


@pytest.mark.parametrize("zone", [RETRAIT, GARDE, FEU])
def test_every_fluctuation(zone: int) -> None:
    for score in range(-40, 50):
        assert combat_rounds.fluctuate(zone, score) == gone_round(zone, score)


# Zone and score before and after the change: RULES 4.6 and 6.
FLUCTUATIONS = (
    (FEU, 0, GARDE, 12),
    (GARDE, 0, RETRAIT, 12),
    (GARDE, -1, RETRAIT, 11),
    (RETRAIT, -5, RETRAIT, 1),
    (RETRAIT, 13, GARDE, 1),
    (GARDE, 14, FEU, 2),
    (FEU, 14, FEU, 12),
    (FEU, -12, RETRAIT, 12),
    (RETRAIT, 25, FEU, 1),
)


@pytest.mark.parametrize(("zone", "score", "to", "after"), FLUCTUATIONS)
def test_both_directions_of_the_wrap(zone: int, score: int, to: int, after: int) -> None:
    assert combat_rounds.fluctuate(zone, score) == (to, after)


def combat_state(*rows: tuple[int, int, int]) -> State:
    """A combat of humans: (zone, initiative, boxes) each, in the rows from 0."""
    state = State(KINDS)
    for row, (zone, init, boxes) in enumerate(rows):
        for field, value in (("used", 1), ("zone", zone), ("init", init), ("boxes", boxes)):
            apply_changes(state, [("char", row, field, value)])
    return state


def apply_changes(state: State, changes: list) -> None:
    state.apply(state.effects(changes))


def fighter_dice(state: State) -> dict[int, tuple[int, int]]:
    return {row: (zone, init) for row, zone, init in combat_rounds.fighters(state)}


def test_a_round_begins_en_garde_first() -> None:
    state = combat_state((GARDE, 7, 0), (RETRAIT, 11, 0), (GARDE, 9, 0), (RETRAIT, 12, 9), (OUT, 0, 0))
    apply_changes(state, combat_rounds.round_start_changes(state))
    assert fighter_dice(state) == {0: (FEU, 7), 1: (GARDE, 11), 2: (FEU, 9), 3: (RETRAIT, 12)}
    assert combat_rounds.next_rows(state) == [2]
    assert state.get("combat", 0, "round") == 1


def test_a_round_goes_from_the_highest_to_the_lowest_and_ends() -> None:
    state = combat_state((GARDE, 7, 0), (RETRAIT, 11, 0), (GARDE, 9, 0))
    apply_changes(state, combat_rounds.round_start_changes(state))
    order = []
    while combat_rounds.next_rows(state):
        apply_changes(state, combat_rounds.turn_start_changes(state))
        row = state.get("combat", 0, "active")
        assert state.get("char", row, "zone") == GARDE  # the die leaves the fire before the turn is played
        order.append(row)
        apply_changes(state, combat_rounds.turn_end_changes(state, row))
    assert order == [2, 0]
    assert combat_rounds.turn_start_changes(state) == []
    apply_changes(state, combat_rounds.round_start_changes(state))
    assert combat_rounds.next_rows(state) == [1]  # he who was surprised acts in the second round


def test_equal_scores_act_at_the_same_time() -> None:
    state = combat_state((FEU, 7, 0), (FEU, 7, 0), (FEU, 3, 0))
    apply_changes(state, combat_rounds.turn_start_changes(state))
    assert fighter_dice(state) == {0: (GARDE, 7), 1: (GARDE, 7), 2: (FEU, 3)}
    assert combat_rounds.acting_rows(state) == [0, 1]
    apply_changes(state, combat_rounds.turn_end_changes(state, 0))
    apply_changes(state, combat_rounds.turn_start_changes(state))
    assert state.get("combat", 0, "active") == 1
    apply_changes(state, combat_rounds.turn_end_changes(state, 1))
    assert combat_rounds.next_rows(state) == [2]


@pytest.mark.parametrize("boxes", [9, 13])  # numbers of ticked boxes: unconscious, then dead
def test_who_falls_in_a_simultaneous_turn_still_acts_unless_read_otherwise(boxes: int) -> None:
    """Both characters act at the same time (L382) [A-TR30]: the blow of one does not take the other's turn away."""
    state = combat_state((FEU, 7, 0), (FEU, 7, 0), (FEU, 3, 0))
    apply_changes(state, combat_rounds.turn_start_changes(state))
    apply_changes(state, combat_rounds.wound_changes(state, 1, boxes))
    apply_changes(state, combat_rounds.turn_end_changes(state, 0))
    assert combat_rounds.next_rows(state) == [1]
    apply_changes(state, combat_rounds.turn_start_changes(state))
    apply_changes(state, combat_rounds.announcement_changes(state, 1, 1))
    combat_grip.check_announced(state, 1, "strike")
    apply_changes(state, [("option", 0, "felled", 1)])
    assert not combat_rounds.is_able(state, 1)
    with pytest.raises(Refused) as refused:
        combat_grip.check_announced(state, 1, "strike")
    assert refused.value.code == "TR-E32"
    assert combat_rounds.next_rows(state) == ([1] if boxes < 13 else [2])
    apply_changes(state, [("option", 0, "felled", 0)])
    apply_changes(state, combat_rounds.turn_end_changes(state, 1))
    assert combat_rounds.next_rows(state) == [2]
    assert state.get("char", 1, "zone") == (RETRAIT if boxes < 13 else OUT)
    assert not combat_rounds.is_able(state, 1)  # the turn is over


def test_who_falls_in_a_turn_of_his_own_does_nothing_more() -> None:
    state = combat_state((FEU, 7, 0), (FEU, 7, 0))
    apply_changes(state, combat_rounds.turn_start_changes(state))
    for row in (0, 1):  # the round before ended in a tie
        apply_changes(state, combat_rounds.turn_end_changes(state, row))
    apply_changes(state, [("char", 0, "init", 8)])
    apply_changes(state, combat_rounds.round_start_changes(state))
    apply_changes(state, combat_rounds.turn_start_changes(state))
    apply_changes(state, combat_rounds.wound_changes(state, 0, 9))
    assert not combat_rounds.is_able(state, 0)
    apply_changes(state, combat_rounds.wound_changes(state, 0, 9))
    assert combat_rounds.next_rows(state) == [1]


def test_each_round_counts_the_karma_spent_anew() -> None:
    state = combat_state((FEU, 7, 0), (RETRAIT, 4, 10))  # the unconscious too: the Archonte regenerates
    fields = ("spent_l", "spent_t")
    apply_changes(state, [("char", row, field, 1) for row in (0, 1) for field in fields])
    apply_changes(state, combat_rounds.round_start_changes(state))
    assert [state.get("char", row, field) for row in (0, 1) for field in fields] == [0] * 4


def test_waiting_comes_before_the_die_moves() -> None:
    state = combat_state((FEU, 9, 0), (FEU, 7, 0))
    apply_changes(state, combat_rounds.turn_start_changes(state))
    apply_changes(state, combat_rounds.wait_changes(state, 0, 4))
    assert fighter_dice(state) == {0: (FEU, 5), 1: (FEU, 7)}
    assert combat_rounds.next_rows(state) == [1]
    apply_changes(state, combat_rounds.turn_start_changes(state))
    apply_changes(state, combat_rounds.turn_end_changes(state, 1))
    apply_changes(state, combat_rounds.turn_start_changes(state))
    apply_changes(state, combat_rounds.wait_changes(state, 0, 5))
    assert fighter_dice(state) == {0: (GARDE, 12), 1: (GARDE, 7)}  # below 1: he acts in the next round
    assert combat_rounds.next_rows(state) == []
    with pytest.raises(Refused):
        combat_rounds.wait_changes(state, 0, 0)
    assert ("char", 0, "init", 11) in combat_rounds.wait_changes(combat_state((FEU, 12, 0)), 0, 1)


def test_a_gain_above_twelve_acts_again_in_this_round() -> None:
    state = combat_state((FEU, 11, 0), (FEU, 5, 0))
    apply_changes(state, combat_rounds.turn_start_changes(state))
    apply_changes(state, [("char", 0, "delta", 3)])
    apply_changes(state, combat_rounds.turn_end_changes(state, 0))
    assert fighter_dice(state)[0] == (FEU, 2)
    assert combat_rounds.next_rows(state) == [1]


def test_encouragements_count_at_the_end_of_the_turn_of_who_gave_them() -> None:
    state = combat_state((FEU, 9, 0), (FEU, 5, 0), (FEU, 2, 0), (FEU, 4, 0))
    apply_changes(state, combat_rounds.turn_start_changes(state))
    pending = [
        ("char", 1, "spurred", INITIATIVE),
        ("char", 1, "spurred_by", 1),
        ("char", 2, "cowed", INITIATIVE),
        ("char", 2, "cowed_by", 1),
        ("char", 3, "spurred", ACTION),
        ("char", 3, "spurred_by", 1),
        ("char", 0, "cowed", INITIATIVE),
        ("char", 0, "cowed_by", 4),
    ]
    apply_changes(state, pending)
    apply_changes(state, combat_rounds.turn_end_changes(state, 0))
    assert fighter_dice(state) == {0: (GARDE, 9), 1: (FEU, 8), 2: (GARDE, 11), 3: (FEU, 4)}
    assert [state.get("char", row, "spurred") for row in (1, 3)] == [0, ACTION]
    assert state.get("char", 0, "cowed") == INITIATIVE  # row 3 has not ended its turn


# Zone, score and boxes of a human, points of the wound; then zone, score and boxes.
WOUNDS = (
    (FEU, 7, 0, 4, FEU, 7, 4),
    (FEU, 7, 4, 1, FEU, 4, 5),  # pain
    (FEU, 7, 5, 1, FEU, 4, 6),  # again, when wounded already
    (FEU, 2, 4, 1, GARDE, 11, 5),
    (GARDE, 2, 4, 1, RETRAIT, 11, 5),
    (RETRAIT, 2, 4, 1, RETRAIT, 1, 5),
    (FEU, 7, 4, 5, RETRAIT, 4, 9),  # pain first, then unconscious
    (FEU, 2, 4, 5, RETRAIT, 11, 9),
    (FEU, 7, 8, 1, RETRAIT, 7, 9),
    (RETRAIT, 7, 9, 2, RETRAIT, 7, 11),
    (FEU, 7, 8, 5, OUT, 7, 12),  # dead
)


@pytest.mark.parametrize(("zone", "init", "boxes", "points", "to", "after", "ticked"), WOUNDS)
def test_a_wound_moves_the_die(zone, init, boxes, points, to, after, ticked) -> None:
    state = combat_state((zone, init, boxes))
    apply_changes(state, combat_rounds.wound_changes(state, 0, points))
    get = state.get
    assert (get("char", 0, "zone"), get("char", 0, "init"), get("char", 0, "boxes")) == (to, after, ticked)
    assert get("char", 0, "dead") == (to == OUT)


def test_the_unconscious_keep_their_die() -> None:
    state = combat_state((FEU, 7, 8), (GARDE, 3, 0))
    apply_changes(state, [("combat", 0, "round", 4)])
    apply_changes(state, combat_rounds.wound_changes(state, 0, 1, True))
    assert state.get("char", 0, "coma") == 1  # a blow that is not lethal starts no coma clock
    assert state.get("char", 0, "fainted") == 4
    assert combat_rounds.initiative_changes(state, 0, 12) == []
    apply_changes(state, combat_rounds.round_start_changes(state))
    assert fighter_dice(state)[0] == (RETRAIT, 7)


def test_the_dead_are_hurt_no_more() -> None:
    state = combat_state((OUT, 0, 12))
    apply_changes(state, combat_rounds.wound_changes(state, 0, 1))
    with pytest.raises(Refused) as refused:
        combat_rounds.wound_changes(state, 0, 1)
    assert refused.value.code == "TR-E08"
