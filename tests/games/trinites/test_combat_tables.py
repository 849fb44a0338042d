"""The printed tables of actions, their modifiers, primes and penalties (RULES 4.7, 4.9)."""

from __future__ import annotations

import pytest

from gobelet.games.trinites.rules import combat_tables, growth, sheets, tables
from gobelet.rules.refused import Refused

# L565-571, L630-651, L668-677: as printed, with the signs of the table.
STRIKE = {"inert": 3, "above": 3, "big": 3, "below": -3, "dark": -3, "small": -3}
MOVE = {
    "descend": 3,
    "climb": -3,
    "obstacle": -3,
    "door": -3,
    "rough": -3,
    "drop": 3,
    "rise": -3,
    "crawl": -6,
    "short": 3,
    "direct": 3,
    "long": -3,
    "detour": -3,
}
SHOOT = {"huge": 3, "still": 3, "tiny": -3, "fast": -3, "gloom": -3}
COVER = {
    "none": 0,
    "head": -5,
    "shield": -4,
    "lamppost": -3,
    "flat": -2,
    "kneeling": -1,
    "hidden": None,
}


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (combat_tables.STRIKE, STRIKE),
        (combat_tables.MOVE, MOVE),
        (combat_tables.SHOOT, SHOOT),
        (combat_tables.COVER, COVER),
    ],
)
def test_modifiers_are_as_printed(table, expected) -> None:
    found = {name: combat_tables.modifier(table, at) for at, name in enumerate(combat_tables.names(table))}
    assert found == expected


def test_a_human_shield_covers_as_a_hostage_does() -> None:
    """L591 gives a hostage a cover of 4, L671 the shield -4."""
    assert combat_tables.names(combat_tables.COVER)[sheets.HOSTAGE] == "shield"


# L446-680: skill, type, condition, reaction, advanced.
PRINTED = {
    "Analyser le terrain": ("survey", "tactique", "unique", "visible", "-", ""),
    "Anticiper un évènement": ("await", "-", "trifle", "-", "-", ""),
    "Débusquer un adversaire": ("spot", "vigilance", "free", "disengaged", "-", ""),
    "Dégainer ou recharger": ("draw", "rapidite", "free", "special", "corps/melee", ""),
    "Déloger un adversaire": ("dislodge", "corps/force", "free", "engaged", "corps/force", ""),
    "Dénicher une arme": ("improvise", "tactique", "free", "disengaged", "-", ""),
    "Désarmer un adversaire": ("disarm", "melee", "free", "engaged", "melee", "advanced"),
    "Détruire": ("destroy", "force/melee/tir", "free", "-", "special", ""),
    "Encourager un allié": ("encourage", "commandement", "free", "-", "-", ""),
    "Évaluer un adversaire": ("assess", "tactique", "free", "sight", "subterfuge", ""),
    "Feinter": ("feint", "subterfuge", "free", "-", "tactique", ""),
    "Frapper": ("strike", "corps/melee", "free", "engaged", "same/esquive", ""),
    "Intimider un adversaire": ("intimidate", "commandement", "free", "-", "volonte", ""),
    "Maîtriser un adversaire": ("seize", "corps", "free", "engaged", "corps/force/esquive", "advanced"),
    "Se déplacer": ("move", "athletisme", "free", "-", "corps", ""),
    "Se dissimuler": ("hide", "discretion", "free", "disengaged", "vigilance", ""),
    "Tirer": ("shoot", "tir", "free", "range", "esquive", ""),
}


def test_every_printed_action_is_there() -> None:
    rows = {row.split()[0]: row.split()[1:] for row in combat_tables.ACTIONS}
    for name, skill, kind, condition, reaction, advanced in PRINTED.values():
        assert rows[name] == [skill, kind, condition, reaction, advanced or "-"]
    assert set(rows) - {row[0] for row in PRINTED.values()} == {"break_free"}


def test_free_actions_cost_three_each_after_the_first() -> None:
    assert [combat_tables.free_actions_modifier(n) for n in (1, 2, 3, 4)] == [0, -3, -6, -9]


def test_a_crowd_hinders_from_the_second_opponent() -> None:
    assert [combat_tables.crowd_modifier(n) for n in range(5)] == [0, 0, -2, -3, -4]


# Modifiers of a range of 30 m. A distance of exactly twice the range counts in the better row.
@pytest.mark.parametrize(
    ("metres", "modifier"),
    [(0, 3), (29, 3), (30, 0), (59, 0), (60, 0), (61, -6), (90, -6), (91, None)],
)
def test_the_distance_of_a_shot(metres, modifier) -> None:
    assert combat_tables.distance_modifier(metres, 30) == modifier


# RULES 4.9: the primes and penalties that actions other than a blow accept.
EVERYWHERE = {
    "faster",
    "effective",
    "overwhelm",
    "prudence",
    "abandon",
    "danger",
    "difficult",
    "easy",
    "slower",
    "risk",
}
BLOWS = {"several", "grave", "precise"}
HITS = {"nonlethal", "slight"}


@pytest.mark.parametrize("table", [combat_tables.PRIMES, combat_tables.PENALTIES])
def test_what_goes_with_which_action(table) -> None:
    for at, name in enumerate(combat_tables.names(table)):
        for action in ("strike", "shoot", "destroy", "move", "feint"):
            goes = (
                name in EVERYWHERE
                or (name in BLOWS and action in ("strike", "shoot", "destroy"))
                or (name in HITS and action in ("strike", "shoot"))
            )
            assert combat_tables.is_allowed(table, at, action) == goes


def test_five_pairs_leave_nothing() -> None:
    found = {
        (prime, penalty)
        for prime in combat_tables.names(combat_tables.PRIMES)
        for penalty in combat_tables.names(combat_tables.PENALTIES)
        if tables.is_cancelling_pair(prime, penalty)
    }
    assert found == {
        ("effective", "difficult"),
        ("overwhelm", "easy"),
        ("prudence", "danger"),
        ("grave", "slight"),
        ("faster", "slower"),
    }


def place_in(table, name):
    return combat_tables.names(table).index(name)


EFFECTIVE = place_in(combat_tables.PRIMES, "effective")
GRAVE = place_in(combat_tables.PRIMES, "grave")
EASY = place_in(combat_tables.PENALTIES, "easy")
ABANDON = place_in(combat_tables.PENALTIES, "abandon")
RISK = place_in(combat_tables.PENALTIES, "risk")


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("TR-E19", lambda: combat_tables.free_actions_modifier(0)),
        ("TR-E21", lambda: combat_tables.distance_modifier(5, 0)),
        ("TR-E07", lambda: combat_tables.distance_modifier(-1, 5)),
        ("TR-E22", lambda: combat_tables.modifiers(combat_tables.STRIKE, ["mud"])),
        ("TR-E24", lambda: combat_tables.check_primes("strike", [GRAVE], [])),
        ("TR-E25", lambda: combat_tables.check_primes("strike", [GRAVE, EFFECTIVE], [RISK])),
        ("TR-E26", lambda: combat_tables.check_primes("move", [GRAVE], [RISK])),
        ("TR-E26", lambda: combat_tables.check_primes("strike", [GRAVE], [EASY], reaction=False)),
        ("TR-E17", lambda: growth.cost("castle")),
        ("TR-E16", lambda: growth.cost("karma", 13)),
        ("TR-E18", lambda: growth.cost("skill")),
        ("TR-E18", lambda: growth.cost_between("skill", 5, 5)),
    ],
)
def test_what_the_rules_refuse(code, call) -> None:
    with pytest.raises(Refused) as refused:
        call()
    assert refused.value.code == code


def test_a_prime_with_its_penalty_is_allowed() -> None:
    combat_tables.check_primes("strike", [GRAVE], [RISK])
    combat_tables.check_primes("disarm", [], [RISK])  # an advanced action: a penalty without a prime
    combat_tables.check_primes("strike", [], [])


# RULES 4.11: base, then price and cumulative price of a skill, a resource, a Karma.
PRICED = (
    "1  1 1   2 2    2 2",
    "2  1 2   4 6    4 6",
    "3  2 4   6 12   6 12",
    "4  2 6   8 20   8 20",
    "5  3 9   10 30  10 30",
    "6  3 12  12 42  12 42",
    "7  4 16  14 56  14 56",
    "8  4 20  16 72  16 72",
    "9  5 25  18 90  18 90",
    "10 5 30  20 110 20 110",
    "11 6 36  22 132 22 132",
    "12 6 42  24 156 24 156",
)


def test_the_table_of_prices() -> None:
    for row in PRICED:
        base, *rest = [int(cell) for cell in row.split()]
        found = []
        for name in ("skill", "resource", "karma"):
            found += [growth.cost(name, base), growth.cost_between(name, 0, base)]
        assert found == rest


def test_what_has_one_price() -> None:
    assert [growth.cost(name) for name in ("ascendant", "descendant", "verset")] == [6, 12, 12]
    assert [growth.cost(growth.atout_name(n)) for n in (1, 4, 5, 6)] == [12, 12, 6, 6]
    assert growth.cost_between("skill", 3, 7) == 12


def test_the_form_knows_the_skill_of_every_action_that_has_one() -> None:
    """The form has the skill without the table of actions in memory."""
    skills = {row.split()[0]: row.split()[1] for row in combat_tables.ACTIONS}
    alone = {name: skill for name, skill in skills.items() if "/" not in skill and skill != "-"}
    more = {"initiative": "rapidite", "alert": "vigilance", "dodge": "esquive", "notice": "vigilance"}
    no_action = {"care": "soins", "weekly": "soins", "fall": "esquive"}
    assert {**alone, **more, **no_action} == tables.FIXED
    assert set(tables.COMBAT) == set(skills) - {"await"} | {"dodge", "suffer"}
