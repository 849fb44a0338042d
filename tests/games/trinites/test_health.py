"""Trinités: lines of life, care, recovery, Karma and experience, with the figures of its rules."""

import pytest

from simulator import paths

paths.install()
from gobelet.games.trinites.rules import (  # noqa: E402
    combat,
    combat_rounds,
    damage,
    growth,
    health,
    karma,
    natural,
    party,
    roster,
    skill_test,
    why,
)
from gobelet.games.trinites.rules.sheets import (  # noqa: E402
    AIDED,
    ASIDE,
    FAILED,
    KINDS,
    PLAYED,
    SKILL_FIELDS,
)
from gobelet.rules.dice import DROPPED, EXPLODED, KEPT  # noqa: E402
from gobelet.rules.procedure import Refused, lane, values  # noqa: E402
from gobelet.rules.sheet import State  # noqa: E402


def expect_refusal(code):
    """Expect a Refused with this code."""
    return pytest.raises(Refused, check=lambda refusal: refusal.code == code)


def outcome_and_effects(proc, s=None, **known):
    """The Outcome of a Procedure in the state `s`, and its effects by role and field."""
    outcome = proc.step(values(proc, known), s)
    return outcome, {(role, field): (operation, amount) for role, field, operation, amount in outcome.effects}


@pytest.fixture
def state():
    return State(KINDS)


def put_values(state, row=0, kind="char", **fields):
    state.apply(state.effects([(kind, row, name, value) for name, value in fields.items()]))


def make_changes(state, changes):
    state.apply(state.effects(changes))


# Life lines: the hour in which a coma ends

FATAL = """
human   9 4   10 3   11 2   12 1
adam   17 8   18 7   19 6   20 5   21 4   22 3   23 2   24 1
"""


def test_the_hour_in_which_a_coma_ends():
    for row in FATAL.strip().split("\n"):
        kind, *cells = row.split()
        line = {"human": 4, "adam": 8}[kind]
        for boxes, hour in zip(cells[::2], cells[1::2], strict=True):
            assert damage.fatal_hour(int(boxes), line) == int(hour)
            dies = [
                health.boxes_after_time(int(boxes), line, hours * health.HOUR, 0, 0, 0)[1]
                for hours in range(1, 10)
            ]
            assert dies.index(True) + 1 == int(hour)


def test_first_aid_is_given_once_a_wound(state):
    """A-TR29: a second wound needs its own first aid; a failed one is tried once more, at -3 (L147-148)."""
    make_changes(state, combat_rounds.wound_changes(state, 0, 3))
    known = {"kind": health.FIRST_AID, "boxes": 3, "score": 9}
    failed = {**known, "aided": FAILED}
    assert outcome_and_effects(health.care, 2, **known)[1][("target", "aided")] == ("=", FAILED)
    assert [outcome_and_effects(health.care, face, **failed)[0].key for face in (5, 6)] == [0, 1]  # 6 + 9 - 3
    assert outcome_and_effects(health.care, 2, **failed)[1][("target", "aided")] == ("=", AIDED)
    # another kind of care is another task
    assert outcome_and_effects(health.care, 3, **{**failed, "kind": health.WATCH})[0].key == 1
    found = outcome_and_effects(health.care, 11, **known)[1]
    assert found[("target", "aided")] == ("=", 1)
    make_changes(state, [("char", 0, "boxes", 2), ("char", 0, "aided", 1)])
    with expect_refusal("TR-AID"):
        values(health.care, {**known, "aided": 1})
    values(health.care, {**known, "kind": health.WATCH, "aided": 1})
    make_changes(state, combat_rounds.wound_changes(state, 0, 1))
    assert state.get("char", 0, "aided") == 0
    hit = combat.wound_effects({"boxes": 0, "adam_b": 0, "t_zone": 0, "t_init": 0, "round": 0}, 1)
    assert ("target", "aided", "=", 0) in hit


def fail_test(state, row, skill, level):
    """A character with a score of 5 has failed in a test."""
    found = {"task_skill": skill + 1, "task_level": level, "task_score": 5}
    make_changes(state, [("char", row, field, value) for field, value in found.items()])


@pytest.mark.parametrize("kind", [health.EMERGENCY, health.WATCH])
def test_what_has_failed_twice_is_refused(kind):
    """L147-148; the other kinds of care are other tasks."""
    known = {"kind": kind, "boxes": 9, "score": 5}
    weight = health.CARE_DIGITS[kind]
    first = outcome_and_effects(health.care, 5, **known)[1]
    assert (first[("target", "aided")], first[("me", "tries")]) == (("=", FAILED * weight), ("=", 1))
    second = outcome_and_effects(health.care, 5, **known, aided=FAILED * weight)[1]
    assert (second[("target", "aided")], second[("me", "tries")]) == (("=", AIDED * weight), ("=", 2))
    assert first[("me", "task_level")] == second[("me", "task_level")] == ("=", -6)
    with expect_refusal("TR-E28"):
        values(health.care, {**known, "aided": AIDED * weight})
    for other in {health.EMERGENCY, health.FIRST_AID, health.WATCH} - {kind}:
        values(health.care, {**known, "kind": other, "aided": AIDED * weight})


@pytest.mark.parametrize(
    ("carer", "more", "score", "own"),
    [
        (1, 0, 5, AIDED),
        (1, -3, 5, AIDED),
        (1, 1, 5, 0),  # a bonus
        (1, 0, 6, 0),  # a higher score
        (2, 0, 5, 0),  # another attempt
        (3, 0, 5, FAILED),
        (-1, 0, 5, AIDED),  # nobody says who gives the care
    ],
)
def test_attempts_are_those_of_the_carer(state, carer, more, score, own):
    for row, tries in ((1, 2), (3, 1)):
        fail_test(state, row, health.TASKS + health.EMERGENCY, -6)
        make_changes(state, [("char", row, "tries", tries)])
    v = {i.name: i.start for i in health.care.inputs}
    v.update(kind=health.EMERGENCY, boxes=9, more=more, score=score, aided=AIDED * 3 + 1)
    assert health.own_attempts(state, carer, v) == own * 3 + 1
    v["kind"] = health.FIRST_AID
    assert health.own_attempts(state, carer, v) == v["aided"]


def test_which_care_a_patient_needs(state):
    for boxes, aided, kind in ((3, 0, health.FIRST_AID), (3, 2, health.FIRST_AID), (3, 1, health.WATCH)):
        make_changes(state, [("char", 0, "boxes", boxes), ("char", 0, "aided", aided + 3)])
        assert health.needed_care(state, 0) == kind
    make_changes(state, [("char", 0, "boxes", 9)])
    assert health.needed_care(state, 0) == health.EMERGENCY


def test_waking_clears_what_fainting_set(state):
    """By care, by rest and by hand (L402)."""
    fallen = {"boxes": 9, "zone": 1, "init": 4, "coma": 1, "fainted": 3}
    awake = {"zone": 2, "init": 4, "coma": 0, "fainted": 0}
    found = outcome_and_effects(health.care, 11, kind=health.FIRST_AID, score=9, boxes=9, zone=1)[1]
    assert {field: found.get(("target", field), ("=", 4))[1] for field in awake} == awake
    put_values(state, **fallen)
    make_changes(state, health.healing_changes(state, 0, 8))
    assert {field: state.get("char", 0, field) for field in awake} == awake
    put_values(state, **{**fallen, "boxes": 11})
    make_changes(state, health.healing_changes(state, 0, 10))  # the character is still unconscious
    assert {field: state.get("char", 0, field) for field in fallen} == {**fallen, "boxes": 10}


@pytest.mark.parametrize(
    ("boxes", "line", "halves", "cared", "watched", "left"),
    [
        (3, 4, 2 * health.HOUR, 0, 0, 1),  # line one: an hour each
        (3, 4, 2 * health.HOUR, 0, 1, 0),  # watched, in half the time
        (6, 4, health.DAY, 0, 0, 6),  # line two: not without care
        (6, 4, health.DAY, 1, 0, 5),
        (6, 4, health.DAY, 1, 1, 4),
        (5, 4, 2 * health.DAY, 1, 0, 0),  # a day for the last box of line two, the other one for line one
        (6, 4, health.DAY - 1, 1, 0, 6),
        (10, 4, 7 * health.DAY, 1, 0, 10),  # line three: not by rest
    ],
)
def test_rest(boxes, line, halves, cared, watched, left):
    assert health.boxes_after_time(boxes, line, halves, 1, cared, watched) == (left, False)


def test_who_lies_unconscious_for_too_long_is_dead():
    assert outcome_and_effects(health.rest, boxes=11)[1] == {("target", "boxes"): ("=", 12)}
    outcome, found = outcome_and_effects(health.rest, boxes=12)
    assert outcome.word == "dead"
    assert found == {("target", "boxes"): ("=", 12), ("target", "dead"): ("=", 1)}


def test_who_is_whole_again_is_watched_no_more():
    healed = {"boxes": 1, "unit": 1, "watched": 1}
    assert outcome_and_effects(health.rest, **healed)[1] == {
        ("target", "boxes"): ("=", 0),
        ("target", "watched"): ("=", 0),
    }
    assert outcome_and_effects(health.rest, **healed | {"watched": 0})[1] == {("target", "boxes"): ("=", 0)}
    assert outcome_and_effects(health.rest, **healed | {"boxes": 12})[1].keys() == {
        ("target", "boxes"),
        ("target", "dead"),
    }


def test_first_aid_wakes_and_the_die_goes_to_en_garde():
    found = outcome_and_effects(health.care, 11, kind=health.FIRST_AID, boxes=9, zone=1, score=9)[1]
    assert found[("target", "boxes")] == ("=", 8)
    assert found[("target", "zone")] == ("=", 2)
    assert outcome_and_effects(health.care, 11, kind=health.FIRST_AID, boxes=10, zone=1, score=9)[
        1
    ].keys() == {
        ("target", "boxes"),
        ("target", "aided"),
    }


@pytest.mark.parametrize(("boxes", "difficulty"), [(1, 0), (4, 0), (5, -3), (8, -3), (9, -6), (12, -6)])
def test_the_difficulty_of_care_is_that_of_the_state(boxes, difficulty):
    v = values(health.care, {"boxes": boxes, "kind": health.FIRST_AID})
    assert [i.modifier(v) for i in health.care.inputs if i.name == "boxes"] == [difficulty]


@pytest.mark.parametrize(
    ("proc", "known", "code"),
    [
        (health.care, {"boxes": 0}, "TR-E09"),
        (health.care, {"boxes": 3, "dead": 1}, "TR-E08"),
        (health.care, {"boxes": 8, "kind": health.EMERGENCY}, "TR-E10"),
        (health.weekly, {"boxes": 8}, "TR-E11"),
        (karma.regen, {"boxes": 3, "body": 0}, "TR-E12"),
        (karma.regen, {"boxes": 12, "nature": party.DARK, "archonte_now": 3}, "TR-E13"),
        (karma.regen, {"boxes": 18, "nature": party.LIGHT, "deva_now": 3}, "TR-E13"),
        (karma.regen, {"boxes": 3}, "TR-E14"),
        (karma.regen, {"boxes": 3, "deva_now": 2, "zone": 2, "spent_l": 1}, "TR-E15"),
        (growth.buy, {"xp": 9, "debt_t": 1}, "TR-E31"),
        (growth.buy, {"xp": 0, "target": 4, "base": 3}, "TR-E30"),
        (growth.buy, {"xp": 90, "target": 4, "base": 4}, "TR-E18"),
        (growth.buy, {"xp": 90, "what": growth.DEVA, "deva": 12, "target": 13}, "TR-E16"),
        (skill_test.test, {"attempt": 2}, "TR-E28"),
    ],
)
def test_what_may_not_be(proc, known, code):
    with expect_refusal(code):
        values(proc, known)


AGGRESSIONS = [
    # each row: kind of aggression, values of the form, difficulty, PV lost
    (health.ASPHYXIA, {}, 3, 1),
    (health.ASPHYXIA, {"active": 1}, -3, 1),
    (health.HEAT, {"climate": 2}, -6, 4),
    (health.FATIGUE, {}, 0, 1),
    (health.COLD, {"climate": 1}, -3, 1),
    (health.ILLNESS, {"level": 3, "harm": 4}, -3, 4),
    (health.POISON, {"harm": 2}, 3, 2),
]


@pytest.mark.parametrize(("kind", "known", "difficulty", "harm"), AGGRESSIONS)
def test_continuous_aggressions(kind, known, difficulty, harm):
    v = values(health.aggression, {"kind": kind, **known})
    assert lane(health.aggression, v, "roll") == difficulty
    hurt = dict(health.aggression.questions)["hurt"]
    assert [key for key in range(5) if hurt(v, key)] == [1, 2, 3, 4]
    needed = natural.TARGET - difficulty
    told = [words for words, _ in why.aggression(health.aggression, v, [(5,)])]
    assert ("why.period" in told) == (kind == health.FATIGUE)
    assert told[-1] == "why.harm"
    assert health.aggression.step(v, 1).key == harm
    if needed % 12 and needed < 12:
        assert health.aggression.step(v, needed).key == 0
        assert health.aggression.step(v, needed - 1).key == harm


def test_each_period_of_fatigue_is_one_more():
    for periods in range(10):
        found = outcome_and_effects(health.aggression, 1, kind=health.FATIGUE, periods=periods)[1]
        assert found["me", "periods"] == ("=", min(periods + 1, 9))


def test_an_hour_and_a_week_for_everybody(state):
    put_values(state, boxes=3)
    put_values(state, 1, boxes=12)
    put_values(state, 2, boxes=9, coma=1)
    found = [health.time_changes(state, row, health.HOUR, False) for row in range(4)]
    assert found[0] == [("char", 0, "boxes", 2)]
    assert found[1] == [("char", 1, "boxes", 12), ("char", 1, "dead", 1)]
    assert found[2] == found[3] == []


# Karma


RESERVES = {"deva": 8, "archonte": 5, "deva_now": 2, "archonte_now": 5, "adam_now": 3}


@pytest.mark.parametrize(
    ("source", "light", "spent"),
    [
        (0, 2, {"deva_now": 2}),
        (0, 4, {"deva_now": 2, "adam_now": 2}),
        (1, 4, {"adam_now": 3, "deva_now": 1}),
    ],
)
def test_reserves_are_spent_in_the_order_that_the_player_likes(source, light, spent):
    found = outcome_and_effects(karma.spend, source=source, light=light, **RESERVES)[1]
    assert {field: amount for (_, field), (operation, amount) in found.items() if operation == "-"} == spent


@pytest.mark.parametrize(("light", "dark", "owed"), [(3, 1, (2, 0)), (1, 3, (0, 2)), (2, 2, (1, 1))])
def test_an_effect_that_costs_more_goes_on_in_the_next_rounds(light, dark, owed):
    outcome, found = outcome_and_effects(karma.spend, light=light, dark=dark, zone=2, **RESERVES)
    assert outcome.key == max(light, dark)
    assert (found[("adam", "owed_l")], found[("adam", "owed_t")]) == (("=", owed[0]), ("=", owed[1]))
    assert found[("me", "spent_l")] == found[("me", "spent_t")] == ("=", 1)
    assert sum(amount for operation, amount in found.values() if operation == "-") == 2, "one of each"


@pytest.mark.parametrize("nature", ["light", "dark"])
def test_one_point_of_a_nature_in_a_round_of_combat_through_every_procedure(nature):
    """L322: refused by Dépenser as by Régénérer; outside a combat there is no such bound."""
    spent = {"light": "spent_l", "dark": "spent_t"}[nature]
    level = {"light": 9, "dark": 17}[nature]  # a wounded Adam', an unconscious one
    other = {"light": "dark", "dark": "light"}[nature]
    for zone in (1, 2, 3):
        with expect_refusal("TR-E15"):
            values(karma.spend, {"light": 0, nature: 1, "zone": zone, spent: 1, **RESERVES})
        with expect_refusal("TR-E15"):
            known = {"nature": karma.NATURES.index(nature), "boxes": level, "zone": zone, spent: 1}
            values(karma.regen, {**known, **RESERVES})
        with expect_refusal("TR-E15"):
            karma.spending_effects({"zone": zone, "spent_l": 0, "spent_t": 0}, karma.NATURES.index(nature), 2)
        values(karma.spend, {"light": 0, other: 1, "zone": zone, spent: 1, **RESERVES})
    values(karma.spend, {"light": 0, nature: 2, spent: 1, **RESERVES})


def test_the_nature_from_the_temporary_scores_if_the_table_reads_it_so():
    v = values(karma.regen, {**RESERVES, "boxes": 3, "now": 1, "source": 1})
    light, dark = karma.reserves(v)
    assert light == [("deva_now", 2)]
    assert dark == [("adam_now", 3), ("archonte_now", 5)]


def test_a_new_score_keeps_a_full_reserve_full_and_no_other(state):
    put_values(state, kind="adam", deva=8, archonte=5, deva_now=8, archonte_now=2, adam_now=3)
    make_changes(state, party.karma_changes(state, 0, {"deva": 9}))
    assert [state.get("adam", 0, name) for name in ("deva", "deva_now", "adam_now")] == [9, 9, 4]
    make_changes(state, party.karma_changes(state, 0, {"archonte": 1}))
    assert [state.get("adam", 0, name) for name in ("archonte_now", "adam_now")] == [1, 8]
    put_values(state, kind="adam", adam_now=2)
    make_changes(
        state, party.karma_changes(state, 0, {"archonte": 12})
    )  # the Karma is of the other nature now
    assert [state.get("adam", 0, name) for name in ("archonte_now", "adam_now")] == [12, 0]


def test_both_scores_at_once_make_one_difference(state):
    put_values(state, kind="adam", deva=5, archonte=3, deva_now=5, archonte_now=3, adam_now=2)
    make_changes(state, party.karma_changes(state, 0, {"deva": 6, "archonte": 4}))
    assert [state.get("adam", 0, name) for name in ("deva", "archonte", "adam_now")] == [6, 4, 2]


def test_no_reserve_is_higher_than_its_score(state):
    put_values(state, kind="adam", deva=5, archonte=3)
    assert roster.karma_limits(state, 0) == {"deva_now": 5, "archonte_now": 3, "adam_now": 2}
    put_values(state, kind="option", now=1)  # the difference of the temporary scores, whatever they are
    assert roster.karma_limits(state, 0)["adam_now"] == 12


# Experience


def test_the_printed_example_of_a_debt():
    """Debt of Lumière 7, Deva 2, 10 XP: 7 XP are paid, 6 buy Deva 3, 1 is a credit, 3 XP are free."""
    assert growth.pay_debts(10, (7, 0), (2, 5), (0, 0)) == (3, [0, 0], [3, 5], [1, 0])


@pytest.mark.parametrize(("debt", "xp", "code"), [(0, 5, "TR-N02"), (7, 0, "TR-N03")])
def test_a_debt_is_paid_where_there_is_one_and_xp(debt, xp, code):
    with expect_refusal(code):
        values(growth.debts, {"debt_l": debt, "xp": xp})


def test_the_highest_debt_is_paid_in_full_before_the_other():
    assert growth.pay_debts(6, (4, 5), (2, 5), (0, 0), party.LIGHT)[1] == [3, 0]
    assert growth.pay_debts(6, (5, 4), (2, 5), (0, 0), party.DARK)[1] == [0, 3]


def test_equal_debts_in_the_order_that_the_player_likes():
    assert growth.pay_debts(4, (4, 4), (2, 5), (0, 0), party.LIGHT)[1] == [0, 4]
    assert growth.pay_debts(4, (4, 4), (2, 5), (0, 0), party.DARK)[1] == [4, 0]


def test_a_debt_at_the_highest_karma_stays_a_credit():
    assert growth.pay_debts(30, (30, 0), (12, 0), (0, 0)) == (0, [0, 0], [12, 0], [30, 0])


def test_a_credit_counts_towards_the_next_point():
    outcome, found = outcome_and_effects(growth.buy, what=growth.DEVA, deva=3, credit_l=7, target=4, xp=1)
    assert outcome.key == 1
    assert found[("adam", "xp")] == ("-", 1)
    assert found[("adam", "deva")] == ("=", 4)
    assert found[("adam", "credit_l")] == ("=", 0)


def test_direct_aggressions_cost_points_at_once_less_a_protection():
    for size, lost in enumerate((1, 2, 3)):
        assert outcome_and_effects(health.fire, size=size)[0].key == lost
        assert outcome_and_effects(health.fire, size=size, contacts=2)[0].key == 2 * lost, (
            "each contact costs them again"
        )
        assert outcome_and_effects(health.fire, size=size, contacts=2, protection=1)[0].key == 2 * (lost - 1)
    assert outcome_and_effects(health.fire, protection=9)[0].key == 0


@pytest.mark.parametrize(
    ("metres", "ground", "lost"), [(1, 0, 0), (5, 0, 2), (6, 0, 3), (5, 1, 5), (5, 2, 0), (20, 2, 4)]
)
def test_a_fall_counts_whole_units_and_esquive_takes_three_off(metres, ground, lost):
    how = {"metres": metres, "ground": ground}
    assert outcome_and_effects(health.fall, dodge=0, **how)[0].key == lost
    assert outcome_and_effects(health.fall, 4, score=8, **how)[0].key == max(0, lost - 3), (
        "a test of Esquive that succeeds"
    )
    assert outcome_and_effects(health.fall, 3, score=8, **how)[0].key == lost


def test_dawn_and_dusk_fill_the_karma_that_is_theirs(state):
    put_values(state, kind="adam", deva=2, archonte=5)
    assert karma.refill_changes(state, 0, party.LIGHT) == [("adam", 0, "deva_now", 2)]
    assert karma.refill_changes(state, 0, party.DARK) == [
        ("adam", 0, "archonte_now", 5),
        ("adam", 0, "adam_now", 3),
    ]


def test_only_a_first_aid_is_harder_the_second_time():
    for kind in (health.EMERGENCY, health.FIRST_AID, health.WATCH):
        boxes = 9 if kind == health.EMERGENCY else 3
        before, after = (
            lane(health.care, values(health.care, {"kind": kind, "boxes": boxes, "aided": aided}), "roll")
            for aided in (0, FAILED)
        )
        assert after - before == (-3 if kind == health.FIRST_AID else 0)


def test_a_skill_that_is_bought_is_noted_under_its_own_name():
    for skill, name in enumerate(SKILL_FIELDS):
        outcome, found = outcome_and_effects(
            growth.buy, what=growth.SKILL, skill=skill, base=3, target=4, xp=2
        )
        assert found == {("adam", "xp"): ("-", outcome.key), ("skill", name): ("=", 4)}


PRICES = """
 1   1   1    2    2
 2   1   2    4    6
 3   2   4    6   12
 4   2   6    8   20
 5   3   9   10   30
 6   3  12   12   42
 7   4  16   14   56
 8   4  20   16   72
 9   5  25   18   90
10   5  30   20  110
11   6  36   22  132
12   6  42   24  156
"""


@pytest.mark.parametrize("row", PRICES.strip().split("\n"), ids=lambda row: row.split()[0])
def test_the_table_of_prices(row):
    """Base; price and sum from 0 of a skill, and of a resource or Karma."""
    base, *figures = map(int, row.split())
    for what, name, (one, whole) in (
        (growth.SKILL, "base", figures[:2]),
        (growth.RESOURCE, "base", figures[2:]),
        (growth.DEVA, "deva", figures[2:]),
        (growth.ARCHONTE, "archonte", figures[2:]),
    ):
        for present, price in ((base - 1, one), (0, whole)):
            assert (
                outcome_and_effects(growth.buy, what=what, xp=9999, target=base, **{name: present})[0].key
                == price
            )


@pytest.mark.parametrize(("atouts", "price"), [(0, 12), (3, 12), (4, 6), (9, 6)])
def test_the_price_of_an_atout(atouts, price):
    outcome, found = outcome_and_effects(growth.buy, what=growth.ATOUT, atouts=atouts, xp=12)
    assert outcome.key == price
    assert found[("adam", "atouts")] == ("+", 1)


# Characters in play


def test_a_copy_is_unhurt_and_has_the_same_scores(state):
    make_changes(state, roster.new_character_changes(state, light=True))
    put_values(state, 8, boxes=5, armour=2, zone=3)
    put_values(state, 8, kind="skill", s13=6)
    make_changes(state, roster.copy_changes(state, 8))
    assert party.playing_rows(state) == [8, 9]
    assert [state.get("char", 9, name) for name in ("boxes", "armour", "zone")] == [0, 2, 0]
    assert party.score(state, 9, 13) == 6
    make_changes(state, roster.removal_changes(state, 8))
    assert party.playing_rows(state) == [9]
    assert state.get("char", 8, "armour") == 0


def test_who_goes_holds_nobody_and_has_no_turn(state):
    put_values(state, 8, used=PLAYED, zone=2, acting=1)
    put_values(state, 0, used=PLAYED, held=9, grip=15, gagged=1, shield=1)
    put_values(state, kind="combat", round=2, active=8, target=0)
    make_changes(state, roster.removal_changes(state, 8))
    assert [state.get("char", 0, name) for name in ("held", "grip", "gagged", "shield")] == [0, 0, 0, 0]
    assert [state.get("combat", 0, name) for name in ("active", "target")] == [-1, 0]
    assert not any(state.row(state.index["char"], 8)[:12])


def test_there_is_room_for_8_sheets_and_12_adversaries(state):
    for light, rows in ((False, range(8)), (True, range(8, 20))):
        for row in rows:
            changes = roster.new_character_changes(state, light)
            assert changes[0] == ("char", row, "used", PLAYED)
            make_changes(state, changes)
        assert roster.new_character_changes(state, light) == roster.copy_changes(state, rows[0]) == []
    put_values(state, 3, used=ASIDE)
    assert 3 not in party.playing_rows(state)
    assert party.rows_aside(state) == [3]


def test_a_score_is_base_and_zodiac_bonus(state):
    put_values(state, kind="skill", s6=4)
    put_values(state, kind="zodiac", s6=2)
    assert party.score(state, 0, 6) == 6
    make_changes(state, party.score_changes(state, 0, 6, 9))
    assert (state.get("skill", 0, "s6"), state.get("zodiac", 0, "s6")) == (7, 2)
    assert party.score(state, 0, 7) == -1


# Attempts


@pytest.mark.parametrize(
    ("skill", "score", "level", "attempt"),
    [
        (6, 5, -3, 1),  # repeats the question
        (6, 5, -6, 1),  # a higher difficulty does not help either
        (6, 5, 0, 0),  # a better difficulty, a higher score: a fresh attempt
        (6, 6, -3, 0),
        (7, 5, -3, 0),  # another skill
    ],
)
def test_which_attempt_it_is(state, skill, score, level, attempt):
    fail_test(state, 0, 6, -3)
    for tries, found in ((1, attempt), (2, 2 * attempt), (3, 2 * attempt)):
        make_changes(state, [("char", 0, "tries", tries)])
        assert party.attempt_index(state, 0, skill, score, level) == found
        assert (
            party.attempt_index(state, 1, skill, score, level)
            == party.attempt_index(state, -1, skill, score, level)
            == 0
        )


def test_a_path_is_read_side_by_side():
    """A Trinité takes the dark die, which is a 12 and rolls on; a human opposes."""
    sides = natural.read_sides([(3, 12), 1, (12,), (4,), (9,)])
    assert [n for n, _ in sides] == [28, 9]
    assert [face for _, face, _ in sides[0][1]] == [3, 12, 12, 4]
    assert [mark for _, _, mark in sides[0][1]] == [DROPPED, KEPT, EXPLODED, EXPLODED]
