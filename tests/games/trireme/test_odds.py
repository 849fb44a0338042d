"""Trirème: the exact odds of RULES 7 (O1 to O12), computed by the Procedures."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from gobelet.games.trireme.rules import tables
from gobelet.rules.procedure import values
from tests.games.trireme.rules import NAMED, key_chances, odds_of, outcome_after, outcome_effects


def question_chance(name, asked, **given):
    found = odds_of(name, **given)
    test = dict(NAMED[name].questions)[asked]
    v = values(NAMED[name], given)
    return F(*found.chance_of(lambda key: test(v, key)))


@pytest.mark.parametrize(
    ("a", "b", "strong", "weak", "end"),
    [
        (9, 3, F(5, 6), F(0), F(1)),
        (6, 3, F(1, 2), F(0), F(1)),
        (5, 3, F(1, 3), F(1, 6), F(2, 3)),
        (4, 4, F(1, 6), F(1, 6), F(1, 2)),
    ],
)
def test_o1_fleet_boarding(a, b, strong, weak, end):
    found = key_chances("fleet_boarding", value=a, target_value=b)
    assert (found.get(1, 0), found.get(2, 0), found[0]) == (strong, weak, 1 - strong - weak)
    assert strong / (strong + weak) == end
    mirrored = key_chances("fleet_boarding", value=b, target_value=a)
    if a != b:
        assert (mirrored.get(2, 0), mirrored.get(1, 0)) == (strong, weak)
    assert question_chance("fleet_boarding", "1", value=a, target_value=b) == strong


def test_o2_fleet_clearance():
    once = key_chances("fleet_clearance")
    assert once == {1: F(1, 6), 2: F(1, 6), 3: F(1, 6), 4: F(1, 6), 5: F(1, 3)}
    again = key_chances("fleet_clearance", bonus=1)
    assert again == {3: F(1, 6), 4: F(1, 6), 5: F(2, 3)}
    # The chance of each final result is x from the start and y with the bonus:
    #
    # x = once(key) + once(3) x + once(4) y and y = again(key) + again(3) x + again(4) y.
    final = {}
    for key in (5, 1, 2):
        a, b = once[key], again.get(key, F(0))
        y_by_x = again[3] / (1 - again[4])
        y_rest = b / (1 - again[4])
        final[key] = (a + once[4] * y_rest) / (1 - once[3] - once[4] * y_by_x)
    assert final == {5: F(7, 12), 1: F(5, 24), 2: F(5, 24)}


def test_o3_fatigue():
    tired = [key_chances("fleet_fatigue", quality=quality)[1] for quality in range(4)]
    assert tired == [F(1, 6), F(1, 3), F(1, 2), F(5, 6)]


GRAPPLES = {
    -4: {"target_full_speed": 1, "oarsmen_only": 1, "immobilised": 1, "crew": 2, "other_crew": 1},
    -3: {"target_full_speed": 1, "oarsmen_only": 1, "immobilised": 1},
    -2: {"oarsmen_only": 1, "immobilised": 1},
    -1: {"oarsmen_only": 1},
    0: {},
    1: {"collision": 1},
    2: {"iron_hands": 1},
    3: {"made_easier": 1},
    4: {"friendly": 1, "collision": 1},
    5: {"friendly": 1, "iron_hands": 1},
    6: {"friendly": 1, "made_easier": 1},
    7: {"friendly": 1, "made_easier": 1, "target_immobilised": 1},
    8: {"friendly": 1, "made_easier": 1, "iron_hands": 1},
}
O4 = "0 1/36 1/12 1/6 5/18 5/12 7/12 13/18 5/6 11/12 35/36 1 1".split()  # noqa: SIM905


@pytest.mark.parametrize(("m", "chance"), list(zip(range(-4, 9), O4, strict=True)))
def test_o4_grapple(m, chance):
    assert key_chances("ship_grapple", **GRAPPLES[m]).get(1, 0) == F(chance)
    assert question_chance("ship_grapple", "1", **GRAPPLES[m]) == F(chance)


DETACHMENTS = {
    -4: {"enemy_corvus": 1, "crew": 2, "other_crew": 1},
    -3: {"enemy_corvus": 1},
    -1: {"crew": 2},
    0: {"friendly": 1, "enemy_corvus": 1},
    1: {"crew": 0},
    2: {"won_boarding": 1},
    3: {"friendly": 1},
    4: {"friendly": 1, "crew": 0},
    5: {"friendly": 1, "won_boarding": 1},
    6: {"friendly": 1, "won_boarding": 1, "crew": 0},
}


@pytest.mark.parametrize("m", DETACHMENTS)
def test_o4_detachment(m):
    assert key_chances("ship_detachment", **DETACHMENTS[m]).get(1, 0) == F(O4[m + 4])


@pytest.mark.parametrize(
    ("quality", "minority", "intact", "breached"),
    [
        (0, 0, F(7, 36), F(4, 9)),
        (1, 0, F(11, 36), F(5, 9)),
        (2, 0, F(7, 18), F(23, 36)),
        (3, 0, F(7, 12), F(5, 6)),
        (3, 1, F(1, 2), F(3, 4)),
    ],
)
def test_o5_surrender(quality, minority, intact, breached):
    given = {"quality": quality, "minority": minority}
    assert key_chances("ship_surrender", **given)[1] == intact
    assert key_chances("ship_surrender", breaches=1, **given)[1] == breached


@pytest.mark.parametrize(
    ("quality", "aligned", "other", "end", "other_end"),
    [
        (0, F(5, 12), F(7, 12), F(15, 16), F(21, 22)),
        (1, F(5, 18), F(5, 12), F(10, 11), F(15, 16)),
        (2, F(1, 6), F(5, 18), F(6, 7), F(10, 11)),
        (3, F(1, 12), F(1, 6), F(3, 4), F(6, 7)),
    ],
)
def test_o6_ship_clearance(quality, aligned, other, end, other_end):
    found = key_chances("ship_clearance", quality=quality)
    assert found[1] == F(1, 36)
    assert found[3] == aligned
    assert found[3] + found[None] == other, "the cell in doubt is the whole difference"
    assert 4 not in found
    for freed, in_the_end in ((aligned, end), (other, other_end)):
        assert freed / (freed + F(1, 36)) == in_the_end
    assert question_chance("ship_clearance", "freed", quality=quality) == aligned


O7 = {
    -1: ("5/6 1/6 0", "2/3 1/6 1/6"),
    0: ("2/3 1/6 1/6", "1/2 1/6 1/3"),
    1: ("1/2 1/6 1/3", "1/3 1/6 1/2"),
    2: ("1/3 1/6 1/2", "1/6 1/6 2/3"),
}


@pytest.mark.parametrize(("kind", "size", "m"), [(1, 3, -1), (0, 8, 0), (0, 9, 1), (3, 6, 2)])
@pytest.mark.parametrize("falling", [0, 1])
def test_o7_reef(kind, size, m, falling):
    found = key_chances("ship_reef", kind=kind, size=size, tide=falling)
    assert [found.get(key, 0) for key in range(3)] == [F(part) for part in O7[m][falling].split()]


@pytest.mark.parametrize(
    ("shots", "normal", "tower"), [(1, "1/3", "1/2"), (2, "5/9", "3/4"), (3, "19/27", "7/8")]
)
def test_o8_incendiary(shots, normal, tower):
    assert question_chance("ship_incendiary", "hit", shots=shots) == F(normal)
    assert question_chance("ship_incendiary", "hit", shots=shots, from_tower=1) == F(tower)


def test_o8_more_missiles_than_one_roll_holds():
    assert question_chance("ship_incendiary", "hit", shots=9) == 1 - F(2, 3) ** 9
    assert outcome_after("ship_incendiary", [(5, 1, 6), (1, 2, 5), (4,)], shots=7).key == 3


@pytest.mark.parametrize(
    ("factor", "mean"),
    [
        (1, "1/6"), (2, "1/3"), (3, "2/3"), (4, "1"), (5, "4/3"), (10, "5/2"), (15, "11/3"), (20, "5"),
        (25, "19/3"), (13, "19/6"),
    ],
)  # fmt: skip
def test_o9_ship_boarding(factor, mean):
    assert F(*odds_of("ship_boarding", factor=factor).mean()) == F(mean)
    assert F(*odds_of("ship_boarding", factor=factor, split=1).mean()) == F(mean), "a die each: the same mean"
    lower = max(printed for printed in (1, 2, 3, 4, 5, 10, 15, 20, 25) if printed <= factor)
    assert (
        odds_of("ship_boarding", factor=factor, split=2).mean()
        == odds_of("ship_boarding", factor=lower).mean()
    )


def test_o9_the_largest_factor_with_a_die_for_each_part():
    parts = [25, 25, 25, 20, 4]
    means = sum(F(*odds_of("ship_boarding", factor=part).mean()) for part in parts)
    assert F(*odds_of("ship_boarding", factor=99, split=1).mean()) == means


def test_o10_breach():
    assert question_chance("ship_breach", "slower") == F(2, 3)
    assert (
        question_chance("ship_breach", "sunk", breaches=1)
        == question_chance("ship_breach", "sunk", size=2)
        == F(1, 3)
    )
    assert question_chance("ship_breach", "sunk") == 0
    assert question_chance("ship_breach", "held", facing_larger=1) == F(5, 6)
    assert question_chance("ship_breach", "held") == F(1, 2)
    men = sum(10 - outcome_effects("ship_breach", [(die,)], men=10)["ship.men"] for die in (1, 2, 4, 5, 6))
    assert F(men, 6) == F(4, 3)


# The net of sizes and modifiers, then the chances: no effect, the parity band, its immobilised part
# (difference even, dice even), immobilised, sunk.
O11 = [
    (0, "1/6 2/3 7/18 7/18 1/6 0"),
    (-1, "1/12 23/36 13/36 5/18 5/18 0"),
    (-2, "1/36 5/9 1/3 1/3 7/18 1/36"),
    (-4, "0 5/18 1/6 1/6 5/9 1/6"),
    (-5, "0 1/6 1/9 1/18 5/9 5/18"),
]


@pytest.mark.parametrize(("net", "row"), O11)
def test_o11_fleet_ram(net, row):
    above, band, totals, dice, below, sunk = [F(part) for part in row.split()]
    given = {"against": 0, "rammer_quality": 3, "target_quality": 3, "rammer_size": 1 - net}
    for parity, within in ((2, totals), (1, dice)):
        found = key_chances("fleet_ram", parity=parity, **given)
        expected = {0: above + band - within, 1: below + within, 2: sunk}
        assert found == {key: chance for key, chance in expected.items() if chance}
    asked = key_chances("fleet_ram", **given)
    if net % 2:
        assert (asked.get(0, 0), asked[1], asked.get(2, 0), asked[None]) == (above, below, sunk, band)
    else:
        assert asked == key_chances("fleet_ram", parity=2, **given), "the readings agree: nothing is asked"


def test_o11_with_the_owner_s_dice():
    """By the `param` lines there are two dice a side, no sizes, or no dice at all."""
    two = key_chances("fleet_ram", against=0, ram_dice=2, parity=2)
    assert two[2] == F(sum(1 for d in range(-10, 11) for _ in range(ways_of(d)) if d <= -7), 1296)
    assert key_chances("fleet_ram", ram_dice=0, against=1) == {1: 1}
    sized = {"against": 0, "rammer_size": 9, "parity": 2}
    assert key_chances("fleet_ram", ram_size=0, **sized) == key_chances("fleet_ram", against=0, parity=2)
    assert key_chances("fleet_ram", **sized) != key_chances("fleet_ram", ram_size=0, **sized)


def ways_of(difference):
    """Return the number of ways in which two dice less two dice make this difference."""
    sums = [a + b for a in range(1, 7) for b in range(1, 7)]
    return sum(1 for x in sums for y in sums if x - y == difference)


def test_o12_ship_ram():
    found = key_chances("ship_ram")
    assert found == {tables.damage_code("éI"): F(1, 36), tables.damage_code("-"): F(1, 18), None: F(11, 12)}


SHARES = "1/36 1/12 1/6 5/18 5/12 7/12 13/18 5/6 11/12 35/36 1 1 1 1 1 1 1".split()  # noqa: SIM905


@pytest.mark.parametrize("ratio", [-12, -10, -8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 9, 11])
def test_the_share_of_cells_in_doubt(ratio):
    """RULES 5.4: unmodified 2d6; a cell to be checked counts as printed."""
    rammer, target = (16, 16 - ratio) if ratio > 0 else (16 + ratio, 16)
    found = key_chances("ship_ram", rammer_size=rammer, target_size=target)
    assert found.get(None, 0) == F(SHARES[tables.ram_column(ratio)])


@pytest.mark.parametrize(("crew", "share"), [(2, "5/6"), (1, "35/36"), (0, "1")])
def test_the_share_of_cells_in_doubt_when_raking(crew, share):
    assert key_chances("ship_rake", raker_crew=crew).get(None, 0) == F(share)


@pytest.mark.parametrize(
    ("text", "target", "rammer"),
    [("-", 0, 0), ("a", 0, 0), ("éa", 0, 0), ("I", 1, 0), ("éX", 0, 1), ("X/éI", 1, 1), ("Ia", 1, 0)],
)
def test_to_be_easier_to_grapple_is_no_damage(text, target, rammer):
    of_target, of_rammer = dict(NAMED["ship_ram"].questions).values()
    code = tables.damage_code(text)
    assert code != tables.UNKNOWN
    assert (of_target({}, code), of_rammer({}, code)) == (target, rammer)
