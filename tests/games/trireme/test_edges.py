"""Trirème: the 42 edge cases of RULES 6, with their numbers."""

from __future__ import annotations

import pytest

from gobelet.games.trireme.rules import (
    fleet_boarding,
    fleet_movement,
    fleet_ramming,
    ship_boarding,
    ship_breach,
    ship_movement,
    tables,
    walks,
)
from gobelet.games.trireme.rules.inputs import KINDS
from gobelet.games.trireme.rules.ship_clearance import STAYS
from gobelet.rules.procedure import ME, SHEET, Ask, Refused, lane, values
from tests.games.trireme.rules import NAMED, key_chances, outcome_after, outcome_effects, step_after, two_dice


def refusal_of(name: str, **given: int) -> tuple[str, dict]:
    with pytest.raises(Refused) as told:
        values(NAMED[name], given)
    return told.value.code, told.value.fields


def test_1_and_2_clearance_with_the_bonus():
    assert outcome_after("fleet_clearance", [(6,)], bonus=1).key == 5
    assert set(key_chances("fleet_clearance", bonus=1)) == {3, 4, 5}
    assert outcome_effects("fleet_clearance", [(2,)], bonus=1)["ship.bonus"] == 1, "a new 4 renews it"
    assert outcome_effects("fleet_clearance", [(1,)], bonus=1)["ship.bonus"] == 0, "a 3 loses it"


def test_3_permanently_immobilised():
    assert outcome_effects("fleet_clearance", [(2,)])["ship.immobilised"] == 2
    assert refusal_of("fleet_clearance", immobilised=2)[0] == "TRI-E01"
    assert refusal_of("fleet_clearance", immobilised=0)[0] == "TRI-E02"
    for name, role in (("fleet_ram", "target"), ("fleet_ram", "rammer")):
        v = values(NAMED[name], {f"{role}_immobilised": 2})
        assert lane(NAMED[name], v, role) == lane(NAMED[name], {**v, f"{role}_immobilised": 1}, role)
    for held in (1, 2):
        given = {"against": 0, "target_immobilised": held}
        assert outcome_effects("fleet_ram", [(3,), (1,)], **given)["target.immobilised"] == held


def test_4_a_result_of_4_does_not_free():
    assert outcome_effects("fleet_clearance", [(4,)]) == {"ship.bonus": 1, "ship.slowed": 1}
    freed = {"ship.immobilised": 0, "ship.bonus": 0, "ship.slowed": 0}
    assert outcome_effects("fleet_clearance", [(5,)]) == outcome_effects("fleet_clearance", [(6,)]) == freed


@pytest.mark.parametrize(
    ("difference", "name"),
    [
        (3, "none"),
        (2, "parity"),
        (-2, "parity"),
        (-3, "immobilised"),
        (-6, "immobilised"),
        (-7, "sunk"),
        (0, "parity"),
        (60, "none"),
        (-60, "sunk"),
        (200, "none"),
    ],
)
def test_5_to_8_bands(difference, name):
    assert fleet_ramming.effect_name(difference) == name


@pytest.mark.parametrize("parity", [0, fleet_ramming.DICE, fleet_ramming.TOTALS])
@pytest.mark.parametrize(("net", "key"), [(2, 1), (1, 0), (0, 1), (-1, 0), (-2, 1)])
def test_8_and_9_without_dice_the_totals_alone_can_be_even(net, key, parity):
    """The sum of no dice is 0, which is always even, so the question is not asked."""
    sizes = {"rammer_size": 5, "target_size": 5 + net}
    crews = {"rammer_quality": 3, "target_quality": 3}
    given = {"against": 0, "ram_dice": 0, "parity": parity, **sizes, **crews}
    assert fleet_ramming.net_difference(values(NAMED["fleet_ram"], given)) == net
    assert outcome_after("fleet_ram", [], **given).key == key


@pytest.mark.parametrize("difference", range(-2, 3))
def test_8_and_9_parity_is_a_true_modulo(difference):
    """The readings agree if the net of sizes and modifiers is even.

    -1 is odd, 0 is even.
    """
    v = values(NAMED["fleet_ram"], {"against": 0, "rammer_quality": 3, "target_quality": 3})
    assert fleet_ramming.net_difference(v) == 0
    assert fleet_ramming.is_even(v, difference) == (difference in (-2, 0, 2))
    odd = {**v, "rammer_size": 2}
    assert fleet_ramming.net_difference(odd) == -1
    assert fleet_ramming.is_even(odd, difference) is None
    assert fleet_ramming.is_even({**odd, "parity": 2}, difference) == (difference in (-2, 0, 2))
    assert fleet_ramming.is_even({**odd, "parity": 1}, difference) == (difference in (-1, 1))


@pytest.mark.parametrize(
    ("a", "b", "row"),
    [
        (6, 3, "double"),
        (9, 3, "triple"),
        (5, 3, "below_double"),
        (7, 3, "double"),
        (8, 3, "double"),
        (4, 4, "equal"),
        (7, 0, "triple"),
        (1, 99, "triple"),
    ],
)
def test_10_to_12_and_15_boarding_rows(a, b, row):
    for one, two_ in ((a, b), (b, a)):
        assert fleet_boarding.BOARDING[fleet_boarding.boarding_row(one, two_)].split()[0] == row


def test_12_equal_values_are_labelled_first():
    assert outcome_after("fleet_boarding", [(6,)], value=4, target_value=4).key == 1
    assert outcome_after("fleet_boarding", [(6,)], value=4, target_value=4, stronger=1).key == 2
    assert outcome_after("fleet_boarding", [(1,)], value=4, target_value=4).key == 2
    assert values(NAMED["fleet_boarding"], {"value": 5, "stronger": 1})["stronger"] == 0, "not asked else"


def test_13_the_weaker_captures_only_on_a_1():
    for a, b in ((6, 2), (4, 2), (3, 2), (2, 2)):
        for die in range(1, 7):
            key = outcome_after("fleet_boarding", [(die,)], value=a, target_value=b).key
            assert (key == 2) == (die == 1 and a < 2 * b), (a, b, die)


def test_14_stalemate_does_nothing():
    found = outcome_after("fleet_boarding", [(3,)], value=4, target_value=4)
    assert (found.key, found.effects) == (0, ())


def test_15_no_combat():
    assert refusal_of("fleet_boarding", value=0, target_value=0)[0] == "TRI-E06"


def test_16_fatigue():
    tired = [[die for die in range(1, 7) if fleet_movement.is_tiring(quality, die)] for quality in range(4)]
    assert [len(dice) for dice in tired] == [1, 2, 3, 5]


@pytest.mark.parametrize(
    ("size", "oars", "venetian", "points"),
    [(1, 1, 0, 3), (7, 1, 0, 3), (8, 1, 0, 2), (5, 0, 0, 2), (12, 0, 1, 3), (0, 1, 0, 2)],
)
def test_17_the_star(size, oars, venetian, points):
    assert fleet_movement.sail_points(0, True, size, oars, venetian) == points
    assert fleet_movement.sail_points(0, False, size, oars, venetian) == 2
    for bearing, found in ((1, 2), (2, 1), (3, 0)):
        assert fleet_movement.sail_points(bearing, True, size, oars, venetian) == found


def test_17_the_size_is_missed_only_where_the_star_asks_for_it():
    for oars, kind in ((1, 0), (1, 5)):
        assert refusal_of("fleet_sail", size=0, oars=oars, kind=kind) == ("TRI-E03", {})
    for other in ({"oars": 0}, {"kind": 3}, {"sail": 1}, {"bearing": 1}):
        assert isinstance(outcome_after("fleet_sail", [], size=0, **other).key, int)


def test_18_steps():
    assert [walks.movement_pattern(speed) for speed in range(6)] == [
        "-----",
        "----M",
        "--M-M",
        "-MM-M",
        "M-MMM",
        "MMMMM",
    ]
    assert outcome_after("ship_steps", [], speed=3).key == (2, 3, 5)
    assert outcome_after("ship_steps", [], speed=0).key == (0,)


def test_19_no_speed_above_5():
    assert refusal_of("ship_steps", speed=6) == ("RANGE", {"name": "speed", "low": 0, "high": 5})
    assert refusal_of("ship_steps", speed=-1)[0] == "RANGE"


def test_20_reefs_are_open_at_both_ends():
    assert outcome_after("ship_reef", [(1,)], kind=1).key == 0
    wrecked = outcome_after("ship_reef", [(6,)], kind=5)
    assert (wrecked.key, wrecked.effects) == (2, (("ship", "fate", "=", 2),))
    assert [ship_movement.reef(total, 0) for total in (-5, 0, 3, 4, 5, 6, 8, 20)] == [0, 0, 0, 0, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("kind", "size", "modifier"),
    [
        (3, 4, 1),
        (3, 6, 2),
        (3, 5, 0),
        (4, 2, 1),
        (4, 5, 2),
        (4, 10, 0),
        (0, 8, 0),
        (0, 9, 1),
        (0, 11, 1),
        (0, 12, 0),
        (1, 1, -1),
        (1, 0, -1),
        (5, 16, 2),
    ],
)
def test_21_one_class_a_ship(kind, size, modifier):
    assert ship_movement.reef_modifier(kind, size) == modifier


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_21_the_size_is_missed_only_where_the_class_depends_on_it(kind):
    """Without the size, a reef roll would leave the modifier out."""
    if KINDS[kind] in ("other", "venetian", "merchant"):
        assert refusal_of("ship_reef", kind=kind, size=0) == ("TRI-E03", {})
    else:
        assert outcome_after("ship_reef", [(1,)], kind=kind, size=0).key == 0


def test_22_the_range_comes_first():
    assert refusal_of("ship_incendiary", weapon=0, range=2, from_tower=1) == ("TRI-E05", {"n": 1})
    assert refusal_of("ship_incendiary", weapon=1, range=3) == ("TRI-E05", {"n": 2})
    assert outcome_after("ship_incendiary", [(4,)], weapon=1, range=2, from_tower=1).key == 1
    assert outcome_after("ship_incendiary", [(4,)], weapon=1, range=2).key == 0


def test_23_and_24_columns():
    assert [tables.ram_column(ratio) for ratio in (-40, -11, -10, -9, -5, -4, -3)] == [0, 0, 1, 1, 3, 4, 5]
    assert [tables.ram_column(ratio) for ratio in (3, 4, 5, 6, 7, 8, 9, 10, 11, 40)] == [
        11, 12, 13, 13, 14, 14, 15, 15, 16, 16,
    ]  # fmt: skip


def test_25_and_26_rows_are_clamped():
    assert [tables.damage_row(total) for total in (-1, 0, 14, 15)] == [0, 0, 14, 14]


def test_27_crews_exclude_each_other():
    for ours in range(4):
        for theirs in range(4):
            v = values(NAMED["ship_ram"], {"rammer_crew": ours, "target_crew": theirs})
            expected = 0 if ours == theirs else 1 if ours < theirs else -1
            assert lane(NAMED["ship_ram"], v, "column") == expected


def test_28_and_29_grapple():
    proc = NAMED["ship_grapple"]
    v = values(proc, {"target_full_speed": 1, "collision": 1})
    assert lane(proc, v, "roll") == 1
    assert lane(proc, values(proc, {"target_full_speed": 1}), "roll") == -1
    for ours in range(4):
        for theirs in range(4):
            v = values(proc, {"crew": ours, "other_crew": theirs})
            assert abs(lane(proc, v, "roll")) == int(ours != theirs)


def test_30_no_natural_2_or_12():
    sure = {"made_easier": 1, "friendly": 1, "collision": 1}
    assert outcome_after("ship_grapple", [(1, 1)], **sure).key == 1
    never = {"target_full_speed": 1, "oarsmen_only": 1, "immobilised": 1, "crew": 3, "other_crew": 0}
    assert outcome_after("ship_grapple", [(6, 6)], **never).key == 0


def test_31_detachment_of_a_friend():
    proc = NAMED["ship_detachment"]
    assert lane(proc, values(proc, {"friendly": 1}), "roll") == 3
    assert lane(proc, values(proc, {"friendly": 1, "won_boarding": 1}), "roll") == 5


def test_32_to_34_surrender_goes_by_sets():
    def totals_on(quality, **more):
        given = {"quality": quality, **more}
        return [
            roll for roll in range(2, 13) if outcome_after("ship_surrender", [two_dice(roll)], **given).key
        ]

    assert totals_on(0) == [9, 10]
    assert totals_on(1) == [8, 9, 11]
    assert totals_on(2) == [8, 9, 10, 11]
    assert totals_on(3) == [7, 8, 9, 10, 11, 12]
    for quality in range(4):
        assert totals_on(quality, breaches=1) == [3, 4, 5, *totals_on(quality)]
        assert not {2, 6} & set(totals_on(quality, breaches=2))
    assert totals_on(3, minority=1) == [7, 8, 9, 11, 12]
    assert totals_on(2, minority=1) == totals_on(2), "only asked of slaves"


def test_35_surrender_follows_a_boarding_combat():
    then = dict(outcome_after("ship_boarding", [(3,)], factor=5).then)
    assert then["ship_surrender"] == {"ship": "target"}


@pytest.mark.parametrize("how", [ship_boarding.GREEDY, ship_boarding.SEPARATE, ship_boarding.LOWER])
def test_35_who_lost_nobody_has_lost_no_combat(how):
    """The other side still rolls.

    The crew of that side is not tested, and no ship has won an easier detachment.
    """
    for factor in ship_boarding.FACTORS:
        for die in range(1, 7):
            found = outcome_after("ship_boarding", [(die,)], factor=factor, men=9, split=how)
            after = [name for name, _ in found.then]
            assert after[0] == "ship_boarding"
            assert after[1:] == (["ship_surrender", "ship_detachment"] if found.key else []), (factor, die)
    assert outcome_after("ship_boarding", [(1,)], factor=3).key == 0
    assert outcome_after("ship_boarding", [], factor=0).then == ()


@pytest.mark.parametrize(
    ("breaches", "size", "sunk"), [(0, 3, False), (1, 3, True), (4, 9, True), (0, 2, True), (0, 1, True)]
)
def test_36_breach_5_and_6(breaches, size, sunk):
    for die in (5, 6):
        given = {"breaches": breaches, "size": size, "men": 9, "pv": 4}
        found = outcome_effects("ship_breach", [(die,)], **given)
        assert ("ship.fate" in found) == sunk
        assert (found["ship.men"], found["ship.pv"], found["ship.immobilised"]) == (9 - die + 3, 3, 1)
        assert [found[f"ship.{field}"] for field in ship_breach.EQUIPMENT] == [0, 0, 0, 0]
        assert found["ship.breaches"] == breaches + 1
    assert "ship.fate" not in outcome_effects("ship_breach", [(4,)], breaches=breaches, size=size)


def test_37_breach_3_is_not_chosen_for_the_players():
    now = step_after("ship_breach", [(3,)])
    assert isinstance(now, Ask)
    assert now.options == (ship_breach.LOSES, ship_breach.STAYS)
    lost = outcome_effects("ship_breach", [(3,), ship_breach.LOSES], pv=4)
    assert "ship.immobilised" not in lost
    assert (lost["ship.iron"], lost["ship.pv"]) == (0, 3)
    stays = outcome_effects("ship_breach", [(3,), ship_breach.STAYS], pv=4)
    assert "ship.iron" not in stays
    assert (stays["ship.immobilised"], stays["ship.pv"]) == (1, 3)
    assert key_chances("ship_breach")[3] == key_chances("ship_breach")[2], "one outcome in the odds"


def test_38_breach_1_and_4():
    for die in (1, 4):
        assert "ship.immobilised" not in outcome_effects("ship_breach", [(die,)])
        assert outcome_effects("ship_breach", [(die,)], facing_larger=1)["ship.immobilised"] == 1


def test_39_boarding_factors():
    zero = outcome_after("ship_boarding", [], factor=0)
    assert (zero.key, zero.word, zero.effects) == (0, "none", ())
    assert ship_boarding.printed_factors(0, 0) == []
    assert ship_boarding.printed_factors(99, 0) == [25, 25, 25, 20, 4]
    assert ship_boarding.printed_factors(26, 0) == [25, 1]
    assert ship_boarding.printed_factors(26, 2) == [25]
    assert ship_boarding.printed_factors(9, 0) == [5, 4]


@pytest.mark.parametrize(("quality", "roll"), [(0, 7), (1, 8), (2, 9), (3, 10)])
def test_40_the_doubtful_cells_of_the_clearance(quality, roll):
    now = step_after("ship_clearance", [two_dice(roll)], quality=quality)
    assert isinstance(now, Ask)
    assert now.chooser == SHEET
    assert now.options[:2] == (STAYS, tables.CLEARED.index("D"))
    for other in range(2, 13):
        asked = step_after("ship_clearance", [two_dice(other)], quality=quality)
        assert (isinstance(asked, Ask) and asked.chooser == SHEET) == (other == roll)


def test_41_any_d_may_be_dvr():
    for quality in range(4):
        for roll in range(2, 13):
            if tables.shipped_cell(tables.CLEARANCE, quality, roll - 2)[0] == "D":
                now = step_after("ship_clearance", [two_dice(roll)], quality=quality)
                assert now.chooser == ME
                assert [tables.CLEARED[option] for option in now.options] == ["D", "Dvr"]
    slower = outcome_effects("ship_clearance", [(6, 6), tables.CLEARED.index("Dvr")], pv=3)
    assert slower == {"ship.immobilised": 0, "ship.pv": 2}
    assert outcome_effects("ship_clearance", [(6, 6), tables.CLEARED.index("D")], pv=3) == {
        "ship.immobilised": 0
    }


def test_42_the_equipment_keeps_its_minus():
    proc = NAMED["fleet_grapple"]
    assert lane(proc, values(proc, {"equipment": 1}), "roll") == -1
    assert lane(proc, values(proc, {"equipment": 1, "gear": 1}), "roll") == 1
    undecided = outcome_after("fleet_grapple", [])
    assert (undecided.key, undecided.word) == (None, "sum"), "no number to reach is known"


def test_the_doubt_of_a_cell_is_what_the_table_says():
    for row in range(15):
        for column in range(17):
            text, mark = tables.shipped_cell(tables.RAM, row, column)
            code = tables.damage_code(text)
            assert (code != tables.UNKNOWN) and mark in (tables.SURE, tables.CHECK, tables.DOUBT)
