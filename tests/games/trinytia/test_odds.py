"""Tri'Nytia: every table of chances of RULES.md, typed from it, against the Procedures."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest

from gobelet.games.trinytia.rules import odds, rolls, tables
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import Outcome, Refused, advance, values
from host_tools.questions.games import procedures

NAMED = procedures("trinytia")
ROLLS = list(product(range(1, 5), range(1, 7)))


def parse_table(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def test_sums_as_printed():
    """RULES 5.1, L276-312."""
    printed = {2: "1/24", 3: "1/12", 4: "1/8", 5: "1/6", 6: "1/6", 7: "1/6", 8: "1/8", 9: "1/12", 10: "1/24"}
    for k, share in printed.items():
        assert F(*odds.total(k)) == F(share)
    assert odds.odds_of(NAMED["placement"]).mean() == (6, 1)
    assert odds.total(1) == odds.total(11) == (0, 1)


def test_differences_with_the_erratum_corrected():
    """RULES 5.1; the text prints 1/3 for 1 (E-TN01)."""
    true = {0: "1/6", 1: "7/24", 2: "1/4", 3: "1/6", 4: "1/12", 5: "1/24"}
    for k, share in true.items():
        assert F(*odds.difference(k)) == F(share)
    assert sum(F(share) for share in true.values()) == 1
    assert F(*odds.odds_of(NAMED["defend"]).mean()) == F(11, 6)


# RULES 8.1: wounds at least t; a missed attack takes no bonus.
AT_LEAST = parse_table("""
1  | 5/6   | 5/6   | 5/6   | 5/6   | 5/6   | 5/6   | 5/6   | 5/6
2  | 13/24 | 5/6   | 5/6   | 5/6   | 5/6   | 5/6   | 5/6   | 7/24
3  | 7/24  | 13/24 | 5/6   | 13/24 | 5/6   | 5/6   | 5/6   | 1/24
4  | 1/8   | 13/24 | 13/24 | 7/24  | 13/24 | 13/24 | 5/6   | 0
5  | 1/24  | 7/24  | 13/24 | 1/8   | 7/24  | 13/24 | 13/24 | 0
6  | 0     | 7/24  | 13/24 | 1/24  | 1/8   | 7/24  | 13/24 | 0
7  | 0     | 1/8   | 7/24  | 0     | 1/24  | 7/24  | 13/24 | 0
8  | 0     | 1/8   | 7/24  | 0     | 0     | 1/8   | 7/24  | 0
9  | 0     | 1/24  | 7/24  | 0     | 0     | 1/8   | 7/24  | 0
10 | 0     | 1/24  | 1/8   | 0     | 0     | 1/24  | 7/24  | 0
11 | 0     | 0     | 1/8   | 0     | 0     | 1/24  | 1/8   | 0
12 | 0     | 0     | 1/8   | 0     | 0     | 0     | 1/8   | 0
13 | 0     | 0     | 1/24  | 0     | 0     | 0     | 1/8   | 0
14 | 0     | 0     | 1/24  | 0     | 0     | 0     | 1/24  | 0
15 | 0     | 0     | 1/24  | 0     | 0     | 0     | 1/24  | 0
16 | 0     | 0     | 0     | 0     | 0     | 0     | 1/24  | 0
""")
HEADS = (
    {},
    {"x2": 1},
    {"x3": 1},
    {"flat": 1},
    {"flat": 2},
    {"x2": 1, "flat": 1},
    {"x3": 1, "flat": 1},
    {"div": 2},
)


@pytest.mark.parametrize("row", AT_LEAST, ids=[f"t{row[0]}" for row in AT_LEAST])
def test_wounds_at_least(row):
    for head, share in zip(HEADS, row[1:], strict=True):
        assert F(*odds.at_least(int(row[0]), **head)) == F(share), head
        # The chance to kill is the chance of as many wounds as life and armour left.
        t = int(row[0])
        attack = NAMED["attack"]
        v = values(attack, {"pv": 12, "wounds": 12 - min(t, 9), "armour": t - min(t, 9), **head})
        kill = dict(attack.questions)["kill"]
        assert F(*procedure_odds(attack, v).chance_of(lambda key, v=v, kill=kill: kill(v, key))) == F(share)


# RULES 8.2: of the 24 rolls, how many give each difference 0..9; chance of a tie; mean.
SHIFTS = parse_table("""
-3 | 1 | 2 | 3 | 4 | 4 | 4 | 3 | 2 | 1 | 0 | 1/24 | 4
-2 | 2 | 4 | 4 | 4 | 4 | 3 | 2 | 1 | 0 | 0 | 1/12 | 37/12
-1 | 3 | 6 | 5 | 4 | 3 | 2 | 1 | 0 | 0 | 0 | 1/8  | 7/3
0  | 4 | 7 | 6 | 4 | 2 | 1 | 0 | 0 | 0 | 0 | 1/6  | 11/6
1  | 4 | 8 | 6 | 4 | 2 | 0 | 0 | 0 | 0 | 0 | 1/6  | 5/3
2  | 4 | 7 | 6 | 4 | 2 | 1 | 0 | 0 | 0 | 0 | 1/6  | 11/6
3  | 3 | 6 | 5 | 4 | 3 | 2 | 1 | 0 | 0 | 0 | 1/8  | 7/3
""")


@pytest.mark.parametrize("row", SHIFTS, ids=[f"shift{row[0]}" for row in SHIFTS])
def test_die_modifiers(row):
    shift = int(row[0])
    for mods in ({"mod4": shift}, {"mod6": -shift}, {"mod4": shift + 1, "mod6": 1}):
        found = odds.odds_of(NAMED["defend"], **mods)
        for k in range(10):
            assert F(*found.exactly(k)) == F(int(row[1 + k]), 24)
        assert F(*found.exactly(0)) == F(row[11])
        assert F(*found.mean()) == F(row[12])
        attack = odds.odds_of(NAMED["attack"], **mods)
        assert F(*attack.exactly(0)) == F(row[11])


# RULES 8.3: free choice, then the islands 2-4, 5-7 and 8-10, from each Lieu.
REACH = parse_table("""
2  | 1/24 | 1/4  | 13/24 | 7/24
3  | 1/12 | 1/4  | 7/12  | 1/3
4  | 1/8  | 1/4  | 5/8   | 3/8
5  | 1/6  | 5/12 | 1/2   | 5/12
6  | 1/6  | 5/12 | 1/2   | 5/12
7  | 1/6  | 5/12 | 1/2   | 5/12
8  | 1/8  | 3/8  | 5/8   | 1/4
9  | 1/12 | 1/3  | 7/12  | 1/4
10 | 1/24 | 7/24 | 13/24 | 1/4
""")


@pytest.mark.parametrize("row", REACH, ids=[f"from{row[0]}" for row in REACH])
def test_reaching_an_island(row):
    lieu = int(row[0])
    move = NAMED["move"]
    v = values(move, {"lieu": lieu})
    found = procedure_odds(move, v)
    for name, share in zip(("choice", "island1", "island2", "island3"), row[1:], strict=True):
        test = dict(move.questions)[name]
        assert F(*found.chance_of(lambda key, test=test: test(v, key))) == F(share)
    for at in range(3):
        assert F(*odds.reach_chance(lieu, tables.ISLANDS[at])) == F(row[2 + at])
    for other in range(2, 11):
        if other != lieu:
            assert F(*odds.reach_chance(lieu, 1 << other)) == F(*odds.total(other)) + F(*odds.total(lieu))


def test_a_free_choice_does_not_lead_where_one_stands():
    assert odds.reach_chance(6, 1 << 6) == (0, 1)


# RULES 8.4: total of several attacks, in per cent with two decimals.
SEVERAL = parse_table("""
1  | 83.33 | 97.22 | 99.54 | 99.92 | 99.99
2  | 54.17 | 87.50 | 97.11 | 99.38 | 99.87
3  | 29.17 | 70.66 | 90.77 | 97.50 | 99.38
4  | 12.50 | 50.52 | 79.61 | 93.11 | 97.96
5  | 4.17  | 31.77 | 64.55 | 85.32 | 94.81
6  | 0.00  | 17.19 | 47.88 | 74.08 | 89.20
7  | 0.00  | 7.81  | 32.21 | 60.35 | 80.78
8  | 0.00  | 2.95  | 19.52 | 45.79 | 69.79
9  | 0.00  | 0.87  | 10.58 | 32.18 | 57.14
10 | 0.00  | 0.17  | 5.08  | 20.86 | 44.10
11 | 0.00  | 0.00  | 2.13  | 12.41 | 31.95
12 | 0.00  | 0.00  | 0.76  | 6.75  | 21.65
13 | 0.00  | 0.00  | 0.22  | 3.33  | 13.69
14 | 0.00  | 0.00  | 0.05  | 1.48  | 8.05
15 | 0.00  | 0.00  | 0.01  | 0.59  | 4.39
""")


@pytest.mark.parametrize("row", SEVERAL, ids=[f"total{row[0]}" for row in SEVERAL])
def test_several_attacks(row):
    for attacks, share in enumerate(row[1:], 1):
        assert abs(100 * F(*odds.several_attacks(attacks, int(row[0]))) - F(share)) <= F(1, 200)


def test_several_attacks_with_nothing_to_do():
    assert odds.several_attacks(1, 0) == (1, 1)
    assert odds.several_attacks(0, 1) == (0, 1)


# RULES 8.5
FIRST = {
    2: "125/144",
    3: "935/1152",
    4: "16027/20736",
    5: "739265/995328",
    6: "5714095/7962624",
    7: "199461395/286654464",
    8: "2326610737/3439853568",
    9: "24165810013/36691771392",
    10: "5089343978375/7925422620672",
}


@pytest.mark.parametrize("players", FIRST)
def test_first_player_at_once(players):
    assert odds.single_first(players) == tuple(int(n) for n in FIRST[players].split("/"))
    assert odds.odds_of(NAMED["first_player"], players=players).tail == 0


# RULES 8.6
@pytest.mark.parametrize(
    ("stakes", "best", "tie"),
    [
        ({"stake1": 1, "stake2": 4}, "125/288", "19/144"),
        ({"stake1": 2, "stake2": 1, "stake3": 1}, "935/3456", "217/1152"),
    ],
)
def test_bet(stakes, best, tie):
    found = odds.odds_of(NAMED["bet"], **stakes)
    for bettor in range(1, len(stakes) + 1):
        assert F(*found.exactly(bettor)) == F(best)
    assert F(*found.exactly(0)) == F(tie)
    # All players in the bet have the same chance in the end, because ties are divided equally.
    assert F(best) * len(stakes) + F(tie) == 1


# RULES 8.7: column, then the chances of another player for G / O / L
#
# The observers: a Gardien with a Gardien on the right, a Gardien with an Ombre, a Légende with a Gardien.
FACTIONS = parse_table("""
2 2 0 | 0 1 0       | 1/2 1/2 0   | impossible
1 1 2 | impossible  | 0 0 1       | 0 1/2 1/2
2 2 1 | 0 2/3 1/3   | 1/3 1/3 1/3 | 1/3 2/3 0
3 3 0 | 1/4 3/4 0   | 1/2 1/2 0   | impossible
2 2 2 | 0 1/2 1/2   | 1/4 1/4 1/2 | 1/4 1/2 1/4
3 3 1 | 1/5 3/5 1/5 | 2/5 2/5 1/5 | 2/5 3/5 0
2 2 3 | 0 2/5 3/5   | 1/5 1/5 3/5 | 1/5 2/5 2/5
4 4 0 | 1/3 2/3 0   | 1/2 1/2 0   | impossible
3 3 2 | 1/6 1/2 1/3 | 1/3 1/3 1/3 | 1/3 1/2 1/6
4 4 1 | 2/7 4/7 1/7 | 3/7 3/7 1/7 | 3/7 4/7 0
3 3 3 | 1/7 3/7 3/7 | 2/7 2/7 3/7 | 2/7 3/7 2/7
5 5 0 | 3/8 5/8 0   | 1/2 1/2 0   | impossible
4 4 2 | 1/4 1/2 1/4 | 3/8 3/8 1/4 | 3/8 1/2 1/8
""")


@pytest.mark.parametrize("row", FACTIONS, ids=[row[0] for row in FACTIONS])
def test_faction_of_an_unknown_player(row):
    column = tuple(int(n) for n in row[0].split())
    for known, shares in zip(([1, 1], [1, 2], [3, 1]), row[1:], strict=True):
        if shares == "impossible":
            with pytest.raises(Refused) as refused:
                odds.faction(column, known)
            assert refused.value.code == "TN-E11"
        else:
            found = odds.faction(column, known)
            assert [F(*share) for share in found] == [F(share) for share in shares.split()]


def test_everybody_known_leaves_nobody_to_guess():
    assert odds.faction((1, 1, 2), [1, 2, 3, 3]) == ((0, 1), (0, 1), (0, 1))


def test_cards():
    """RULES 8: 10 equipment and 1 event among 50."""
    assert odds.draw_chance(10, 50) == (1, 5)
    assert odds.draw_chance(1, 50) == (1, 50)
    assert odds.chance_within(7, 50) == (7, 50)
    assert odds.chance_within(60, 50) == (1, 1)
    with pytest.raises(Refused):
        odds.draw_chance(3, 2)


SETTINGS = (
    {},
    {"mod4": 1, "x3": 1},
    {"mod6": -2, "x2": 1, "div": 3, "flat": 1},
    {"div": 2, "div2": 2, "flat": -1},
    {"natural": 1, "mod4": 1, "flat": 2},
    {"armour": 3, "pv": 9, "wounds": 5},
)


@pytest.mark.parametrize("given", SETTINGS, ids=str)
@pytest.mark.parametrize("name", ["attack", "defend"])
def test_odds_are_the_results_of_all_24_rolls(name, given):
    proc = NAMED[name]
    given = {key: given[key] for key in given if key in {i.name for i in proc.inputs}}
    v = values(proc, given)
    counts: dict[int, int] = {}
    for faces in ROLLS:
        path: list = [faces]
        now = advance(proc, v, path)
        if not isinstance(now, Outcome):
            path.append(now.best(v, None))
            now = advance(proc, v, path)
        counts[now.key] = counts.get(now.key, 0) + 1
    found = procedure_odds(proc, v)
    assert found.keys == sorted(counts)
    assert {key: F(*found.exactly(key)) for key in counts} == {key: F(n, 24) for key, n in counts.items()}
    assert found.tail == found.unknown == 0


def test_a_sum_off_the_board_is_undetermined():
    """Some rolls with +4 on the d6 end beyond Lieu 10.

    The players decide such results, so the odds count them as undetermined.
    """
    found = odds.odds_of(NAMED["move"], lieu=3, mod6=4)
    beyond = sum(1 for a, b in ROLLS if a + b + 4 > 10)
    assert F(found.unknown, found.total) == F(beyond, 24)


def test_the_roll_of_lieu_1_is_in_the_odds():
    """-1 on the d6 makes a sum of 1 possible: with Lieu 1 active, that rolls again."""
    found = odds.odds_of(NAMED["move"], lieu=9, mod6=-1, extra=2)
    once = {s: F(sum(1 for a, b in ROLLS if a + b - 1 == s), 24) for s in range(1, 10)}
    tail = F(found.tail, found.total)
    assert tail < F(1, 10**6)
    assert 0 <= once[5] + once[1] * once[5] / (1 - once[1]) - F(*found.exactly(5)) <= tail
    assert F(*found.exactly(rolls.CHOICE)) == once[9]
