"""Tri'Nytia: placement, first player, movement and bets."""

from __future__ import annotations

import pytest

from gobelet.games.trinytia.rules import rolls, tables
from gobelet.rules.procedure import Refused


def refusal_of(call, *args):
    with pytest.raises(Refused) as raised:
        call(*args)
    return raised.value


@pytest.mark.parametrize(
    ("d4", "d6", "code"), [(0, 1, "TN-E03"), (5, 1, "TN-E03"), (1, 0, "TN-E04"), (4, 7, "TN-E04")]
)
def test_faces_that_the_dice_do_not_have(d4, d6, code):
    assert refusal_of(rolls.check_faces, d4, d6).code == code


def test_all_24_faces_are_fine():
    for d4 in range(1, 5):
        for d6 in range(1, 7):
            assert rolls.check_faces(d4, d6) is None


def test_a_sum_leads_to_its_lieu_or_to_a_free_choice():
    for lieu in range(2, 11):
        for total in range(2, 11):
            assert rolls.destination(lieu, total) == (rolls.CHOICE if lieu == total else total)


@pytest.mark.parametrize("total", [-3, 0, 1, 11, 14])
def test_a_sum_off_the_board(total):
    error = refusal_of(rolls.destination, 5, total)
    assert (error.code, error.fields) == ("TN-E05", {"n": total})


def test_lieux_0_and_1_when_cards_activate_them():
    assert rolls.destination(5, 0, 1) == 0
    assert refusal_of(rolls.destination, 5, 1, 1).code == "TN-E05"
    assert rolls.destination(5, 1, 2) == rolls.REDIRECT
    assert rolls.destination(0, 0, 1) == rolls.CHOICE


def test_free_choice_is_any_other_active_lieu():
    """The reading is A-TN09."""
    assert rolls.choices(8) == [2, 3, 4, 5, 6, 7, 9, 10]
    assert rolls.choices(8, 3) == [0, 1, 2, 3, 4, 5, 6, 7, 9, 10]


def test_leaders():
    assert rolls.leaders([6, 9, 4]) == [1]
    assert rolls.leaders([6, 9, 4, 9]) == [1, 3]


def test_bet():
    assert rolls.bet([2, 3], [5, 8]) == (1, [1], 5)
    assert rolls.bet([2, 2, 1], [8, 8, 3]) == (-1, [0, 1], 5)
    assert rolls.bet([2, 0, 1], [4, 9, 3]) == (0, [0], 3), "who staked nothing does not roll"
    assert refusal_of(rolls.bet, [2, 0], [8, 3]).code == "TN-E20"
    assert refusal_of(rolls.bet, [2, -1], [8, 3]).code == "TN-E07"


def test_columns():
    """RULES 1.3: each column adds up to its number of players, with as many Gardiens as Ombres."""
    count = 0
    for players in range(4, 11):
        numbers = tables.columns(players)
        assert len(numbers) == (1 if players == 5 else 2)
        for number in numbers:
            count += 1
            g, o, legends = tables.column(number)
            assert g == o >= 1
            assert g + o + legends == players
    assert count == 13
    assert tables.columns(3) == []


def test_islands():
    assert [tables.island(lieu) for lieu in range(2, 11)] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert tables.ISLANDS[0] | tables.ISLANDS[1] | tables.ISLANDS[2] == tables.ALWAYS
    for lieu in (-1, 0, 1):
        assert refusal_of(tables.island, lieu).code == "TN-E12"


def test_factions_beyond_the_column():
    tables.check_faction((3, 3, 1), 3, 1)
    error = refusal_of(tables.check_faction, (3, 3, 1), 3, 2)
    assert (error.code, error.fields) == ("TN-E11", {"n": 1, "faction": "faction.legende"})
