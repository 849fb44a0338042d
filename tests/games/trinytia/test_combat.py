"""Tri'Nytia: attack and defence, range, wounds and healing."""

from __future__ import annotations

from itertools import product
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.trinytia.rules import combat
from gobelet.rules.procedure import Refused

ROLLS = list(product(range(1, 5), range(1, 7)))


def refusal_of(call, *args, **named):
    with pytest.raises(Refused) as raised:
        call(*args, **named)
    return raised.value


@given(
    st.sampled_from(ROLLS),
    st.integers(-4, 4),
    st.integers(-4, 4),
    st.lists(st.sampled_from([2, 3]), max_size=3),
    st.lists(st.integers(2, 4), max_size=2),
    st.integers(-6, 6),
    st.booleans(),
)
def test_the_formula(faces, mod4, mod6, mults, divs, flat, attack):
    """RULES 3.1: max(0, ceil(|d4+a - (d6+b)| x m / q + s)), and 0 for an attack with equal dice."""
    times, by = combat.factor(mults), combat.divisor(divs)
    base, missed, result = combat.result(attack, *faces, mod4, mod6, times, by, flat)
    assert base == abs(faces[0] + mod4 - faces[1] - mod6)
    assert missed == (attack and base == 0)
    assert times == (3 if 3 in mults else 2 if 2 in mults else 1)
    assert result == (0 if missed else max(0, ceil(base * times / by + flat)))


def test_one_more_on_a_die_of_a_tripled_attack():
    """Erratum E-TN02: +3 only when the higher die is modified, else -3."""

    def triple_damage(**mods):
        return combat.result(True, 2, 5, times=3, **mods)[2]

    assert triple_damage() == 9
    assert triple_damage(mod6=1) == 12
    assert triple_damage(mod4=1) == 6
    grows6 = [f for f in ROLLS if combat.result(True, *f, mod6=1)[0] > combat.result(True, *f)[0]]
    grows4 = [f for f in ROLLS if combat.result(True, *f, mod4=1)[0] > combat.result(True, *f)[0]]
    assert (len(grows6), len(grows4)) == (18, 10)


def test_equal_faces_or_equal_modified_dice():
    """A-TN03: the modified dice decide; a setting tests the natural faces."""
    assert combat.result(True, 3, 2, mod6=1, flat=2) == (0, True, 0)
    assert combat.result(True, 3, 2, mod6=1, flat=2, natural=True) == (0, False, 2)
    assert combat.result(True, 3, 3, mod6=1, flat=2) == (1, False, 3)
    assert combat.result(True, 3, 3, mod6=1, flat=2, natural=True) == (1, True, 0)


def test_a_defence_never_misses():
    assert combat.result(False, 3, 3, flat=2) == (0, False, 2)
    assert combat.result(False, 3, 3, natural=True) == (0, False, 0)


def test_several_divisions_round_once():
    """A-TN19: 5 / 2 / 2 is 1.25, so 2; rounding twice would give 2 as well, but 3 / 2 / 2 gives 1."""
    assert combat.result(True, 1, 6, by=combat.divisor([2, 2]))[2] == 2
    assert combat.result(True, 1, 4, by=combat.divisor([2, 2]))[2] == 1


def test_range_is_the_island_and_what_cards_add():
    assert combat.lieux_in_range(6) == 0b11100000
    assert combat.lieux_in_range(2, 1 << 9) == 0b1000011100
    assert combat.lieux_in_range(10) == 0b11100000000
    for lieu in (0, 1):
        assert refusal_of(combat.lieux_in_range, lieu).code == "TN-E12"
        assert refusal_of(combat.lieux_in_range, lieu).fields == {"n": lieu}
        assert combat.lieux_in_range(lieu, 1 << 3) == 1 << 3
    assert refusal_of(combat.lieux_in_range, -1).code == "TN-E12"


def test_targets_are_alive_others_in_range():
    lieux = [6, 7, 8, 5, -1, 6]
    alive = [True, False, True, True, True, True]
    assert combat.targets(0, lieux, alive) == [3, 5]
    assert combat.targets(0, lieux, alive, 1 << 8) == [2, 3, 5]
    assert combat.targets(2, lieux, alive) == []


@pytest.mark.parametrize(
    ("me", "target", "code"),
    [
        (0, 0, "TN-E26"),
        (0, 1, "TN-E10"),
        (1, 0, "TN-E10"),
        (1, 1, "TN-E10"),
        (0, 2, "TN-E25"),
        (4, 0, "TN-E12"),
    ],
)
def test_attacks_refused(me, target, code):
    assert (
        refusal_of(combat.check_target, me, target, [6, 7, 8, 5, 1], [True, False, True, True, True]).code
        == code
    )


def test_an_attack_in_range_is_allowed():
    assert combat.check_target(0, 3, [6, 7, 8, 5], [True, False, True, True]) is None


@given(st.integers(0, 30), st.integers(0, 9), st.integers(0, 30), st.integers(0, 30), st.data())
def test_wounds(before, armour, pv, x, data):
    absorb = data.draw(st.integers(0, min(armour, x)))
    after, left, net, dead = combat.wounds(before, armour, pv, x, absorb)
    assert (after, left, net) == (before + x - absorb, armour - absorb, x - absorb)
    assert dead == (pv > 0 and after >= pv)


def test_wounds_refused():
    too_much = refusal_of(combat.wounds, 0, 2, 10, 5, 3)
    assert (too_much.code, too_much.fields) == ("TN-E08", {"n": 2})
    too_much = refusal_of(combat.wounds, 0, 5, 10, 3, 4)
    assert (too_much.code, too_much.fields) == ("TN-E09", {"n": 3})
    assert refusal_of(combat.wounds, 0, 2, 10, -1, 0).code == "TN-E07"
    assert refusal_of(combat.wounds, 0, 2, 10, 1, -1).code == "TN-E07"


@pytest.mark.parametrize(
    ("wounds", "armour", "x", "spill", "expected"),
    [
        (5, 1, 3, False, (2, 1)),
        (3, 1, 3, True, (0, 1)),
        (0, 1, 3, False, (0, 4)),
        (0, 1, 0, False, (0, 1)),
        (2, 0, 5, False, (0, 0)),
        (2, 0, 5, True, (0, 3)),
    ],
)
def test_healing(wounds, armour, x, spill, expected):
    assert combat.heal(wounds, armour, x, spill) == expected


def test_healing_refused():
    assert refusal_of(combat.heal, 2, 0, -1).code == "TN-E07"
