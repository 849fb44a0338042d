"""The odds of Trinités against the tables that were worked out apart from it, to their last figure.

R2 is how the device has it: a Trinité chooses a die, then only that one explodes. Tables marked R1 let both explode;
they are enumerated here, and R2 is never more than 0.2 points away from them.
"""

from fractions import Fraction

import pytest

from simulator import paths

paths.install()
from gobelet.games.trinites.rules import confrontation, health, initiative, sheets, skill_test  # noqa: E402
from gobelet.rules.odds import enumerate_odds, procedure_odds  # noqa: E402
from gobelet.rules.procedure import Procedure, values  # noqa: E402
from tests.sweep import sample_cases  # noqa: E402

CLOSE = Fraction(2, 1000)  # R1 against R2


def table_rows(table):
    return [line.split() for line in table.strip().split("\n")]


def share_of(pair):
    return Fraction(*pair)


def format_percent(share, digits=2):
    return f"{float(100 * share):.{digits}f}"


# A Trinité whose dice both explode before one is chosen: the naturals of one die, then the better of two.

DEEP = 14  # number of explosions followed; the rest is smaller than any figure of the tables


def natural_chances():
    """Natural results of one die and their chances."""
    found = {}
    for k in range(DEEP):
        for face in range(1, 12):
            found[12 * k + face] = Fraction(1, 12 ** (k + 1))
    return found


def better_chances():
    """The better of two exploding dice."""
    found, below = {}, Fraction(0)
    for n, p in sorted(natural_chances().items()):
        found[n] = (below + p) ** 2 - below**2
        below += p
    return found


DICE = {"H": natural_chances(), "R1": better_chances()}


def natural_chance(die, n):
    """Chance of a natural result of `n` at least that is no natural 1."""
    return 1 - sum(p for x, p in DICE[die].items() if x < max(n, 2))


def of_confrontation(die_a, a, die_b, b):
    """(A wins, B wins, neither); B is the preventing side."""
    won = lost = Fraction(0)
    for x, p in DICE[die_a].items():
        for y, q in DICE[die_b].items():
            key = confrontation.winner(a + x, b + y, x == 1, y == 1)
            if key == confrontation.ACTOR:
                won += p * q
            elif key == confrontation.OPPOSER:
                lost += p * q
    return won, lost, 1 - won - lost


def success_chance(**known):
    """The exact chance that a test succeeds, as the device has it."""
    return share_of(procedure_odds(skill_test.test, values(skill_test.test, known)).exactly(1))


# n, human, Trinité R1, Trinité R2, exact (8.1)
SUCCESS = """
-5    11/12        143/144    143/144
-4    11/12        143/144    143/144
-3    11/12        143/144    143/144
-2    11/12        143/144    143/144
-1    11/12        143/144    143/144
 0    11/12        143/144    143/144
 1    11/12        143/144    143/144
 2    11/12        143/144    143/144
 3      5/6          35/36      35/36
 4      3/4          15/16      15/16
 5      2/3            8/9        8/9
 6     7/12        119/144    119/144
 7      1/2            3/4        3/4
 8     5/12         95/144     95/144
 9      1/3            5/9        5/9
10      1/4           7/16       7/16
11      1/6          11/36      11/36
12     1/12         23/144     23/144
13     1/12         23/144     23/144
14   11/144     3047/20736   253/1728
15     5/72       695/5184    115/864
16     1/16         31/256     23/192
17     1/18         35/324     23/216
18    7/144     1967/20736   161/1728
19     1/24         47/576     23/288
20    5/144     1415/20736   115/1728
21     1/36        71/1296     23/432
22     1/48        95/2304     23/576
23     1/72       143/5184     23/864
24    1/144      287/20736    23/1728
25    1/144      287/20736    23/1728
26  11/1728  37895/2985984  253/20736
27    5/864    8615/746496  115/10368
28    1/192      383/36864    23/2304
29    1/216      431/46656    23/2592
30   7/1728  24143/2985984  161/20736
"""

# score; for +6 +3 0 -3 -6 -9 human/Trinité R1 in percent (8.2)
DIFFICULTIES = """
 0  58.33/82.64  33.33/55.56   8.33/15.97   6.94/13.41    4.86/9.49    2.78/5.48
 1  66.67/88.89  41.67/65.97  16.67/30.56   7.64/14.69   5.56/10.80    3.47/6.82
 2  75.00/93.75  50.00/75.00  25.00/43.75   8.33/15.97   6.25/12.11    4.17/8.16
 3  83.33/97.22  58.33/82.64  33.33/55.56   8.33/15.97   6.94/13.41    4.86/9.49
 4  91.67/99.31  66.67/88.89  41.67/65.97  16.67/30.56   7.64/14.69   5.56/10.80
 5  91.67/99.31  75.00/93.75  50.00/75.00  25.00/43.75   8.33/15.97   6.25/12.11
 6  91.67/99.31  83.33/97.22  58.33/82.64  33.33/55.56   8.33/15.97   6.94/13.41
 7  91.67/99.31  91.67/99.31  66.67/88.89  41.67/65.97  16.67/30.56   7.64/14.69
 8  91.67/99.31  91.67/99.31  75.00/93.75  50.00/75.00  25.00/43.75   8.33/15.97
 9  91.67/99.31  91.67/99.31  83.33/97.22  58.33/82.64  33.33/55.56   8.33/15.97
10  91.67/99.31  91.67/99.31  91.67/99.31  66.67/88.89  41.67/65.97  16.67/30.56
11  91.67/99.31  91.67/99.31  91.67/99.31  75.00/93.75  50.00/75.00  25.00/43.75
12  91.67/99.31  91.67/99.31  91.67/99.31  83.33/97.22  58.33/82.64  33.33/55.56
"""

# n; human first, first or second; Trinité first, first or second, R1, in percent (8.3)
RETRIES = """
-2  91.667  99.306  99.306  99.995
-1  91.667  99.306  99.306  99.995
 0  91.667  98.611  99.306  99.981
 1  91.667  97.917  99.306  99.957
 2  91.667  97.222  99.306  99.923
 3  83.333  93.056  97.222  99.518
 4  75.000  87.500  93.750  98.438
 5  66.667  80.556  88.889  96.219
 6  58.333  72.222  82.639  92.284
 7  50.000  62.500  75.000  85.938
 8  41.667  51.389  65.972  76.370
 9  33.333  38.889  55.556  62.654
10  25.000  31.250  43.750  52.734
11  16.667  23.032  30.556  40.760
12   8.333  14.699  15.972  27.238
13   8.333  14.062  15.972  26.147
"""

# m of A; for m of B 0 3 6 9 12: A wins/B wins/nobody, percent, R1 (8.4)
HUMANS = """
 0   7.96/8.01/84.03   7.65/31.24/61.11   6.87/54.94/38.19   5.60/79.12/15.28   3.90/88.46/7.64
 3  31.08/7.81/61.11  26.71/28.85/44.44  20.15/52.07/27.78  13.12/75.77/11.11   7.68/86.76/5.56
 6  54.62/7.18/38.19  49.83/22.39/27.78  39.21/43.43/17.36   26.40/66.65/6.94  15.20/81.33/3.47
 9  78.65/6.08/15.28  73.37/15.52/11.11   62.33/30.73/6.94   45.46/51.76/2.78  28.49/70.12/1.39
12   87.87/4.49/7.64    85.59/8.85/5.56   78.23/18.29/3.47   65.11/33.50/1.39  46.15/53.15/0.69
"""

# m of A; for m of B 0 3 6 9 12: A wins/B wins/nobody, percent, R1 (8.4)
TRINITE_ACTS = """
 0  15.27/7.71/77.03  14.69/29.29/56.02  13.22/51.77/35.01  10.83/75.17/14.00   7.60/85.40/7.00
 3  51.93/7.33/40.74  45.18/25.19/29.63  34.71/46.77/18.52   23.34/69.25/7.41  14.13/82.17/3.70
 6  77.77/6.32/15.91  72.47/15.95/11.57   58.96/33.81/7.23   41.72/55.39/2.89  25.60/72.95/1.45
 9   92.64/4.81/2.55    88.94/9.21/1.85   80.00/18.85/1.16   62.83/36.70/0.46  42.93/56.84/0.23
12   96.28/3.08/0.64    94.38/5.16/0.46    90.15/9.56/0.29   80.69/19.19/0.12  63.01/36.93/0.06
"""

# m of A; for m of B 0 3 6 9 12: A wins/B wins/nobody, percent, R1 (8.4)
TRINITE_REACTS = """
 0   7.61/15.37/77.03   7.06/52.20/40.74   5.86/78.23/15.91   4.25/93.20/2.55   2.50/96.87/0.64
 3  29.00/14.98/56.02  21.79/48.58/29.63  13.43/75.00/11.57   7.53/90.61/1.85   4.42/95.11/0.46
 6  51.18/13.81/35.01  43.18/38.30/18.52   28.15/64.62/7.23  15.11/83.74/1.16   7.71/92.00/0.29
 9  74.27/11.73/14.00   65.36/27.24/7.41   49.54/47.56/2.89  29.83/69.71/0.46  15.28/84.60/0.12
12    84.28/8.71/7.00   80.06/16.24/3.70   68.19/30.36/1.45  50.47/49.30/0.23  29.89/70.05/0.06
"""

# m of A; for m of B 0 3 6 9 12: A wins/B wins/nobody, percent, R1 (8.4)
TRINITES = """
 0  14.60/14.79/70.61  13.57/49.08/37.35  11.31/74.10/14.59   8.27/89.40/2.33   4.89/94.52/0.58
 3  48.58/14.07/37.35  37.40/42.85/19.75   23.88/68.40/7.72  14.08/84.68/1.23   8.54/91.15/0.31
 6  73.24/12.17/14.59   64.29/28.00/7.72   44.52/52.46/3.01  25.82/73.70/0.48  14.27/85.61/0.12
 9    88.33/9.34/2.33   81.85/16.91/1.23   68.23/31.29/0.48  45.62/54.31/0.08  25.92/74.06/0.02
12    93.39/6.03/0.58    89.77/9.92/0.31   82.56/17.32/0.12  68.46/31.52/0.02  45.63/54.36/0.00
"""

# m; below 1, then 1 to 12, percent (8.5)
INITIATIVE = """
-6  50.00  16.67  16.67   8.33   1.39   1.39   1.39   1.39   1.39   0.69   0.12   0.12   0.46
-3  25.00  16.67  16.67  16.67  16.67   0.69   1.39   1.39   1.39   1.39   1.39   0.06   0.64
 0   0.00  16.67  16.67  16.67  16.67  16.67   8.33   1.39   1.39   1.39   1.39   1.39   1.39
 3   0.00   0.00   8.33  16.67  16.67  16.67  16.67  16.67   0.69   1.39   1.39   1.39   3.47
 6   0.00   0.00   0.00   0.00  16.67  16.67  16.67  16.67  16.67   8.33   1.39   1.39   5.56
 9   0.00   0.00   0.00   0.00   0.00   8.33  16.67  16.67  16.67  16.67  16.67   0.69   7.64
12   0.00   0.00   0.00   0.00   0.00   0.00   0.00  16.67  16.67  16.67  16.67  16.67  16.67
"""

# the chances of a Trinité, R1
INITIATIVE_TRINITE = """
-6  25.00  19.44  25.00  14.58   2.57   2.60   2.64   2.68   2.72   1.37   0.23   0.23   0.92
-3   6.25  11.11  16.67  22.22  27.78   1.28   2.58   2.62   2.66   2.70   2.74   0.11   1.27
 0   0.00   2.78   8.33  13.89  19.44  25.00  14.58   2.57   2.60   2.64   2.68   2.72   2.76
 3   0.00   0.00   0.69   5.56  11.11  16.67  22.22  27.78   1.28   2.58   2.62   2.66   6.82
 6   0.00   0.00   0.00   0.00   2.78   8.33  13.89  19.44  25.00  14.58   2.57   2.60  10.80
 9   0.00   0.00   0.00   0.00   0.00   0.69   5.56  11.11  16.67  22.22  27.78   1.28  14.69
12   0.00   0.00   0.00   0.00   0.00   0.00   0.00   2.78   8.33  13.89  19.44  25.00  30.56
"""

# Soins; human, exact, mean weeks; Trinité R2, mean weeks (8.6)
WEEKLY = """
 0   7/144  20.57  161/1728  10.73
 1    1/18  18.00    23/216   9.39
 2    1/16  16.00    23/192   8.35
 3    5/72  14.40   115/864   7.51
 4  11/144  13.09  253/1728   6.83
 5    1/12  12.00    23/144   6.26
 6    1/12  12.00    23/144   6.26
 7     1/6   6.00     11/36   3.27
 8     1/4   4.00      7/16   2.29
 9     1/3   3.00       5/9   1.80
10    5/12   2.40    95/144   1.52
11     1/2   2.00       3/4   1.33
12    7/12   1.71   119/144   1.21
"""

# score; for +3 0 -3 -6 human/Trinité R2 (8.7)
FAILURE = """
 0  0.6667/0.4444  0.9167/0.8403  0.9306/0.8669  0.9514/0.9068
 2  0.5000/0.2500  0.7500/0.5625  0.9167/0.8403  0.9375/0.8802
 4  0.3333/0.1111  0.5833/0.3403  0.8333/0.6944  0.9236/0.8536
 6  0.1667/0.0278  0.4167/0.1736  0.6667/0.4444  0.9167/0.8403
 8  0.0833/0.0069  0.2500/0.0625  0.5000/0.2500  0.7500/0.5625
10  0.0833/0.0069  0.0833/0.0069  0.3333/0.1111  0.5833/0.3403
12  0.0833/0.0069  0.0833/0.0069  0.1667/0.0278  0.4167/0.1736
"""


LEVELS = {6: 0, 3: 1, 0: 2, -3: 3, -6: 4, -9: 5}


@pytest.mark.parametrize("row", table_rows(SUCCESS), ids=lambda row: row[0])
def test_success(row):
    n, human, r1, r2 = row
    more = 12 - int(n)
    assert success_chance(more=more) == Fraction(human)
    assert success_chance(more=more, adam=1) == Fraction(r2)
    found = natural_chance("R1", int(n))
    assert abs(found - Fraction(r1)) < Fraction(1, 10**12)
    assert abs(found - Fraction(r2)) < CLOSE


@pytest.mark.parametrize("row", table_rows(DIFFICULTIES), ids=lambda row: row[0])
def test_score_and_difficulty(row):
    score = int(row[0])
    for cell, value in zip(row[1:], LEVELS, strict=True):
        human, r1 = cell.split("/")
        assert format_percent(success_chance(score=score, level=LEVELS[value])) == human
        found = natural_chance("R1", 12 - score - value)
        assert format_percent(found) == r1
        assert abs(found - success_chance(score=score, level=LEVELS[value], adam=1)) < CLOSE


@pytest.mark.parametrize("row", table_rows(RETRIES), ids=lambda row: row[0])
def test_a_second_attempt(row):
    n, human, both, r1, r1_both = row
    first, second = [success_chance(more=12 - int(n), attempt=at) for at in (0, 1)]
    assert format_percent(first, 3) == human
    assert format_percent(1 - (1 - first) * (1 - second), 3) == both
    first, second = [natural_chance("R1", int(n) + more) for more in (0, 3)]
    assert format_percent(first, 3) == r1
    assert format_percent(1 - (1 - first) * (1 - second), 3) == r1_both
    close = [success_chance(more=12 - int(n), attempt=at, adam=1) for at in (0, 1)]
    assert abs((1 - first) * (1 - second) - (1 - close[0]) * (1 - close[1])) < CLOSE


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("table", "dice"),
    [
        (HUMANS, ("H", "H")),
        (TRINITE_ACTS, ("R1", "H")),
        (TRINITE_REACTS, ("H", "R1")),
        (TRINITES, ("R1", "R1")),
    ],
    ids=["HH", "TH", "HT", "TT"],
)
def test_confrontation(table, dice):
    for row in sample_cases(table_rows(table), 1):
        for cell, b in zip(row[1:], (0, 3, 6, 9, 12), strict=True):
            a = int(row[0])
            found = of_confrontation(dice[0], a, dice[1], b)
            # The figures of the table were rounded from binary fractions: a half may fall either way.
            for share, figure in zip(found, cell.split("/"), strict=True):
                assert abs(float(100 * share) - float(figure)) <= 0.005 + 1e-9
            two = [int(die == "R1") for die in dice]
            odds = confrontation.odds(a, b, *two, same=0)
            ours = [
                Fraction(*odds.exactly(key))
                for key in (confrontation.ACTOR, confrontation.OPPOSER, confrontation.NOBODY)
            ]
            assert sum(ours) == 1
            for mine, share in zip(ours, found, strict=True):
                assert abs(mine - share) < (CLOSE if any(two) else Fraction(1, 10**9))


def initiative_chances(die, modifier):
    """Chances of an initiative below 1, and of 1 to 12."""
    found = [Fraction(0)] * 13
    for x, p in DICE[die].items():
        found[max(0, initiative.score(x + modifier))] += p
    found[12] += 1 - sum(found)
    return found


def initiatives_rolled(adam, modifier):
    """Return the initiatives in the device's form: a score beyond 1 to 12 changes the zone."""
    odds = procedure_odds(
        initiative.initiative, values(initiative.initiative, {"more": modifier, "adam": adam})
    )
    found = [Fraction(0)] * 13
    for key, w in zip(odds.keys, odds.weights, strict=True):
        zone, init = divmod(key, 20)
        found[init if zone == sheets.GARDE else 0] += Fraction(w, odds.total)
    return found


@pytest.mark.parametrize(("table", "die"), [(INITIATIVE, "H"), (INITIATIVE_TRINITE, "R1")], ids=["H", "T"])
def test_initiative(table, die):
    adam = int(die == "R1")
    for row in table_rows(table):
        found = initiative_chances(die, int(row[0]))
        ours = initiatives_rolled(adam, int(row[0]))
        for p, mine, figure in zip(found, ours, row[1:], strict=True):
            assert abs(float(100 * p) - float(figure)) <= 0.005 + 1e-9
            assert abs(mine - p) < (CLOSE if adam else Fraction(1, 10**6))


@pytest.mark.parametrize("row", table_rows(WEEKLY), ids=lambda row: row[0])
def test_the_week_of_the_third_line(row):
    score, human, weeks, trinite, trinite_weeks = row
    for adam, exact, mean in ((0, human, weeks), (1, trinite, trinite_weeks)):
        known = {"score": int(score), "adam": adam, "boxes": 10}
        found = share_of(procedure_odds(health.weekly, values(health.weekly, known)).exactly(1))
        assert found == Fraction(exact)
        assert f"{float(1 / found):.2f}" == mean


AGGRESSIONS = {
    3: {"kind": health.ASPHYXIA},
    0: {"kind": health.FATIGUE},
    -3: {"kind": health.POISON, "active": 1},
}
AGGRESSIONS[-6] = {"kind": health.COLD, "climate": 2}


@pytest.mark.parametrize("row", table_rows(FAILURE), ids=lambda row: row[0])
def test_a_period_of_aggression(row):
    for cell, value in zip(row[1:], AGGRESSIONS, strict=True):
        for adam, figure in enumerate(cell.split("/")):
            known = {"score": int(row[0]), "adam": adam, **AGGRESSIONS[value]}
            found = share_of(
                procedure_odds(health.aggression, values(health.aggression, known)).chance_of(
                    lambda key: key > 0
                )
            )
            assert abs(float(found) - float(figure)) <= 0.00005 + 1e-9


# The odds that a Procedure carries itself, against all its dice followed one by one.


def without_odds(proc):
    """Return the Procedure without its own odds, so that enumeration finds them."""
    return Procedure(proc.name, proc.inputs, proc.step, proc.check, roles=proc.roles, depth=4)


@pytest.mark.parametrize("modifier", range(-20, 15))
@pytest.mark.parametrize("adam", [0, 1])
def test_a_test_against_its_dice(modifier, adam):
    v = values(skill_test.test, {"more": modifier, "adam": adam})
    ours, all_dice = procedure_odds(skill_test.test, v), enumerate_odds(without_odds(skill_test.test), v)
    for key in (0, 1):
        mine, theirs = share_of(ours.exactly(key)), share_of(all_dice.exactly(key))
        assert theirs <= mine <= theirs + Fraction(all_dice.tail, all_dice.total)


@pytest.mark.parametrize("dice", [(0, 0), (0, 1), (1, 0), (1, 1)])
@pytest.mark.parametrize(("a", "b"), [(0, 0), (7, -3), (-9, 5), (12, 14), (-14, -20), (3, 3)])
@pytest.mark.parametrize("same", [0, 1])
def test_a_confrontation_against_its_dice(dice, a, b, same):
    known = {"more_a": a, "more_b": b, "adam_a": dice[0], "adam_b": dice[1], "aim": same}
    v = values(confrontation.duel, known)
    ours, all_dice = (
        procedure_odds(confrontation.duel, v),
        enumerate_odds(without_odds(confrontation.duel), v),
    )
    assert ours.tail == 0 < all_dice.tail
    for key in range(4):
        mine, theirs = share_of(ours.exactly(key)), share_of(all_dice.exactly(key))
        assert theirs <= mine <= theirs + Fraction(all_dice.tail, all_dice.total)


@pytest.mark.parametrize("adam", [0, 1])
@pytest.mark.parametrize(("pending", "result"), [(1, 5), (1, 12), (1, 19), (1, 30), (2, 15)])
def test_opposing_a_result_that_waits_against_its_dice(pending, result, adam):
    v = values(confrontation.oppose, {"score": 6, "adam": adam, "pending": pending, "result": result})
    ours, all_dice = (
        procedure_odds(confrontation.oppose, v),
        enumerate_odds(without_odds(confrontation.oppose), v),
    )
    for key in range(4):
        mine, theirs = share_of(ours.exactly(key)), share_of(all_dice.exactly(key))
        assert theirs <= mine <= theirs + Fraction(all_dice.tail, all_dice.total)


@pytest.mark.parametrize("adam", [0, 1])
@pytest.mark.parametrize("metres", [2, 5, 14])
def test_a_fall_against_its_dice(metres, adam):
    v = values(health.fall, {"score": 8, "metres": metres, "adam": adam})
    ours, all_dice = procedure_odds(health.fall, v), enumerate_odds(without_odds(health.fall), v)
    for key in ours.keys:
        mine, theirs = share_of(ours.exactly(key)), share_of(all_dice.exactly(key))
        assert theirs <= mine <= theirs + Fraction(all_dice.tail, all_dice.total)
