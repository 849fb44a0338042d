"""Odds of each shape of a procedure, computed for the smallest procedures that have it."""

from fractions import Fraction

import pytest

from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import ME, SHEET, Ask, Outcome, Procedure, Roll, number, values
from tests.toy_game.toy.rules import rolls


def procedure_chances(proc, given=None, start=None):
    odds = procedure_odds(proc, values(proc, given), start)
    assert sum(odds.weights) + odds.tail + odds.unknown == odds.total
    return odds, {k: Fraction(w, odds.total) for k, w in zip(odds.keys, odds.weights, strict=True)}


def total_of(v, s, faces):
    return sum(faces)


# A doubtful table cell: 7 and 12 are damaged in the printed table.


def table_step(v, s):
    if s is None:
        return Roll((6, 6), total_of)
    if s in (7, 12):
        return Ask(SHEET, "cell", (0, 1, 2), lambda v, s, option: 100 + option, best=lambda v, s: 1)
    return Outcome(s - 100 if s >= 100 else s // 4)


def test_a_doubtful_cell_is_unknown():
    odds, found = procedure_chances(Procedure("table", (), table_step))
    assert (odds.unknown, odds.total, odds.tail) == (7, 36, 0)
    assert found == {0: Fraction(3, 36), 1: Fraction(12, 36), 2: Fraction(14, 36)}
    assert odds.at_least(1) == (13, 18)
    assert odds.exactly(1) == (1, 3)


def test_what_the_sheet_says_is_known_from_there_on():
    odds, found = procedure_chances(Procedure("table", (), table_step), start=102)
    assert (found, odds.unknown) == ({2: 1}, 0)


# The victim chooses how much of the blow the armour absorbs; each absorbed point is a lost point of armour.


@pytest.mark.parametrize("armour", range(6))
def test_a_victim_absorbs_all_he_can(armour):
    odds, found = procedure_chances(rolls.blow, {"armour": armour})
    want = {}
    for difference, weight in enumerate([4, 7, 6, 4, 2, 1]):
        absorbed = min(difference + 2, armour)
        key = (difference + 2 - absorbed, absorbed)
        want[key] = want.get(key, 0) + Fraction(weight, 24)
    assert found == want
    assert odds.total == 24
    assert odds.keys == sorted(want)


# A Trinité: two d12, the player picks the pale or the dark one; only the chosen die explodes.


def trinity_decided(v, s):
    # A die explodes at 12, then at 24 and so on: at least one further throw follows.
    if s[0] == "one" and s[2] == 12 and s[1] + 1 >= v["need"]:
        return 1
    return None


TRINITY = Procedure("test", rolls.trinity.inputs, rolls.trinity.step, decided=trinity_decided)

TRINITY_CHANCES = {  # RULES 8.1, column R2
    **dict.fromkeys(range(-5, 3), "143/144"),
    3: "35/36", 4: "15/16", 5: "8/9", 6: "119/144", 7: "3/4", 8: "95/144", 9: "5/9", 10: "7/16",
    11: "11/36", 12: "23/144", 13: "23/144", 14: "253/1728", 15: "115/864", 16: "23/192", 17: "23/216",
    18: "161/1728", 19: "23/288", 20: "115/1728", 21: "23/432", 22: "23/576", 23: "23/864", 24: "23/1728",
    25: "23/1728", 26: "253/20736", 27: "115/10368", 28: "23/2304", 29: "23/2592", 30: "161/20736",
}  # fmt: skip


@pytest.mark.parametrize("need", range(-5, 31))
def test_a_trinity_picks_its_die(need):
    odds, found = procedure_chances(TRINITY, {"need": need})
    assert odds.tail == 0  # each chain of explosions is counted to its end
    assert found[1] == Fraction(TRINITY_CHANCES[need])


def test_deciding_changes_no_chance():
    blind = Procedure("test", TRINITY.inputs, TRINITY.step, depth=6)
    for need in (2, 12, 13, 14, 30):
        odds, found = procedure_chances(blind, {"need": need})
        assert odds.tail > 0
        rest = Fraction(odds.tail, odds.total)
        assert found[1] <= Fraction(TRINITY_CHANCES[need]) <= found[1] + rest


# A duel: each side rolls an exploding d12; 12 with the modifier succeeds, the higher wins, a tie goes to the
# defender.

NOBODY, ATTACKER, DEFENDER = 0, 1, 2


def duel_fold(v, s, faces):
    if s is None:
        s = (0, True, 0, True)
    new = []
    faces = list(faces)
    for total, rolling in (s[:2], s[2:]):
        if rolling:
            face = faces.pop(0)
            # a natural 1 fails, whatever the modifier
            total = -99 if total + face == 1 else total + face
            rolling = face == 12
        new += [total, rolling]
    return tuple(new)


def duel_step(v, s):
    if s is None:
        return Roll((12, 12), duel_fold)
    rolling = s[1] + s[3]
    if rolling:
        return Roll((12,) * rolling, duel_fold)
    a, b = s[0] + v["a"], s[2] + v["b"]
    if max(a, b) < 12:
        return Outcome(NOBODY)
    return Outcome(ATTACKER if a > b else DEFENDER)


def duel_decided(v, s):
    a, b = s[0] + v["a"], s[2] + v["b"]
    if s[1] and not s[3] and a + 1 > b and a + 1 >= 12:
        return ATTACKER
    if s[3] and not s[1] and b + 1 >= a and b + 1 >= 12:
        return DEFENDER
    return None


DUEL = Procedure("duel", (number("a", -9, 12), number("b", -9, 12)), duel_step, decided=duel_decided)


@pytest.mark.parametrize(
    ("a", "b", "attacker", "defender", "nobody"),
    [  # RULES 8.4, human against human
        (0, 0, "7.96", "8.01", "84.03"),
        (0, 3, "7.65", "31.24", "61.11"),
        (3, 0, "31.08", "7.81", "61.11"),
        (3, 3, "26.71", "28.85", "44.44"),
        (6, 9, "26.40", "66.65", "6.94"),
        (12, 12, "46.15", "53.15", "0.69"),
    ],
)
def test_a_duel_keeps_a_bounded_tail(a, b, attacker, defender, nobody):
    odds, found = procedure_chances(DUEL, {"a": a, "b": b})
    assert [f"{float(100 * found[k]):.2f}" for k in (ATTACKER, DEFENDER, NOBODY)] == [
        attacker,
        defender,
        nobody,
    ]
    # After `depth` throws both dice may still explode. One die may also explode and be so close that the next
    # throw decides.
    rest = Fraction(odds.tail, odds.total)
    assert rest == Fraction(1, 144) ** DUEL.depth if a == b else rest < 12 * Fraction(1, 144) ** DUEL.depth


# Combinations of levels


def test_branches_with_different_dice_are_brought_to_one_total():
    def step(v, s):
        if s is None:
            return Roll((2,), lambda v, s, faces: ("first", faces[0]))
        if s[0] == "first":
            return Roll((4,) if s[1] == 1 else (6,), lambda v, s, faces: ("second", faces[0]))
        return Outcome(s[1])

    odds, found = procedure_chances(Procedure("two", (), step))
    assert odds.total == 2 * 12
    assert found == {
        **{k: Fraction(1, 8) + Fraction(1, 12) for k in (1, 2, 3, 4)},
        5: Fraction(1, 12),
        6: Fraction(1, 12),
    }


def test_unknown_tail_and_known_keep_their_share_when_later_levels_rescale():
    def step(v, s):
        if s is None:
            return Roll((6,), total_of)
        if s == 1:
            return Outcome(0)
        if s == 2:
            return Outcome(None)
        return Roll((6,), lambda v, s, faces: s)

    odds, found = procedure_chances(Procedure("chain", (), step, depth=3))
    assert odds.total == 216
    assert found == {0: Fraction(1, 6)}
    assert (Fraction(odds.unknown, odds.total), Fraction(odds.tail, odds.total)) == (
        Fraction(1, 6),
        Fraction(4, 6),
    )


def test_an_ask_is_no_roll_and_without_a_preference_it_is_unknown():
    def step(v, s):
        if s is None:
            return Roll((6,), total_of)
        if s < 6:
            return Ask(ME, "more", (1, 6), lambda v, s, option: s + option, best=lambda v, s: s < 5 or None)
        return Outcome(s)

    # A result of 1 to 4 adds one until the sum is 5, which has no preference. No throw follows, so a depth of
    # 1 is enough.
    odds, found = procedure_chances(Procedure("add", (), step, depth=1))
    assert (found, odds.unknown, odds.tail, odds.total) == ({6: Fraction(1, 6)}, 5, 0, 6)


def test_equal_states_are_stepped_once():
    seen = []

    def step(v, s):
        seen.append(s)
        if s is None or s < 10:
            return Roll((6, 6), lambda v, s, faces: (s or 0) + sum(faces))
        return Outcome(s)

    odds, _ = procedure_chances(Procedure("race", (), step))
    assert odds.tail == 0
    assert len(seen) <= 1 + 11 + 20 + 20 + 20 + 20
    assert odds.at_least(10) == (1, 1)


def test_a_procedure_without_dice():
    odds, found = procedure_chances(Procedure("still", (), lambda v, s: Outcome(4)))
    assert (found, odds.total) == ({4: 1}, 1)
