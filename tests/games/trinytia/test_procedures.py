"""Tri'Nytia: the Procedures, from inputs to effects and why-lines."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.game.session import explain
from gobelet.games.trinytia.rules import ROLES, combat, rolls
from gobelet.games.trinytia.rules.sheets import KINDS
from gobelet.rules.procedure import (
    ME,
    OPPONENT,
    SHEET,
    Ask,
    Outcome,
    Refused,
    Roll,
    advance,
    resolve,
    sums,
    values,
)
from gobelet.rules.sheet import State
from host_tools.questions.games import procedures

NAMED = procedures("trinytia")
PROCEDURES = list(NAMED.values())
ROLLS = list(product(range(1, 5), range(1, 7)))


def step_after(name, path, **given_):
    """(the next step after `path`, values) of a Procedure."""
    proc = NAMED[name]
    v = values(proc, given_)
    return advance(proc, v, path), v


def outcome_after(name, path, **given_):
    now, _ = step_after(name, path, **given_)
    assert isinstance(now, Outcome), now
    return now


def explanation_of(name, path, **given_):
    proc = NAMED[name]
    return explain("trinytia", proc, values(proc, given_), path)


def test_names_are_unique_and_their_places_are_kept():
    """The journal knows a Procedure by its place: new ones go to the end."""
    assert [proc.name for proc in PROCEDURES] == [
        "placement",
        "tie_roll",
        "first_player",
        "move",
        "arrive",
        "lieu1",
        "attack",
        "defend",
        "suffer",
        "heal",
        "death",
        "random",
        "gold",
        "bet",
        "first_chooser",
    ]


@pytest.mark.parametrize("proc", PROCEDURES, ids=lambda proc: proc.name)
def test_roles_and_fields_exist_and_inputs_hold_what_the_sheet_may_hold(proc):
    state = State(KINDS)
    for role in proc.roles:
        assert role in ROLES
    for i in proc.inputs:
        assert i.low <= i.start <= i.high
        if i.role is None:
            continue
        kind = state.kind(ROLES[i.role])
        assert i.role in proc.roles or kind.rows == 1
        _, low, high, start = kind.field(kind.fields.index(i.field))
        assert i.low <= max(low, i.low), i.name
        if i.name != "players":
            assert i.low <= low and high <= i.high, f"{i.name} cannot take every value of {i.field}"
            assert i.low <= start <= i.high


GIVEN = {
    "move": [{}, {"lieu": 6}, {"lieu": 1, "extra": 3, "mod4": -2}, {"fixed": 1, "lieu": 4}, {"mod6": 5}],
    "arrive": [{"to": 1, "extra": 2}, {"to": 7}, {"to": 7, "fixed": 1, "lieu": 3}],
    "lieu1": [{"extra": 2}, {"mod4": -1, "mod6": -1, "extra": 2}],
    "attack": [
        {},
        {"pv": 10, "wounds": 8, "armour": 2, "x3": 1},
        {"familiar": 1, "aim": 1, "fam_pv": 2, "armour": 1},
        {"flat": -3, "div": 2, "natural": 1},
    ],
    "defend": [{}, {"x2": 1, "flat": -3}],
    "suffer": [{"amount": 4, "pv": 3, "armour": 2}, {"amount": 0}],
    "heal": [{"amount": 3}, {"amount": 3, "wounds": 2}, {"amount": 3, "wounds": 2, "spill": 1}],
    "death": [{"faction": 1}, {}],
    "bet": [{"stake1": 3, "stake2": 1}, {"stake1": 1, "stake2": 1, "stake3": 1}],
}


@pytest.mark.parametrize(
    ("proc", "given_"),
    [(proc, g) for proc in PROCEDURES for g in GIVEN.get(proc.name, [{}])],
    ids=lambda x: x.name if hasattr(x, "name") else str(x),
)
@given(seed=st.integers(0, 2**32))
def test_every_way_through_ends_in_legal_effects_and_an_explanation(proc, given_, seed):
    chance = Random(seed)
    v = values(proc, given_)
    now, path = resolve(
        proc,
        v,
        lambda sides: chance.randint(1, sides),
        lambda ask, s: chance.choice(ask.options),
    )
    state = State(KINDS)
    single = ("game", "option")
    row = {role: 0 if ROLES[role] in single else min(at, 9) for at, role in enumerate(ROLES)}
    # Put the Procedure's inputs into the Sheets, then make its changes.
    told = [(ROLES[i.role], row[i.role], i.field, v[i.name]) for i in proc.inputs if i.role]
    state.apply(state.effects(told))
    for bettor in (1, 2, 3):
        state.apply(state.effects([("char", row[f"bettor{bettor}"], "gold", 50)]))
    changes = []
    for role, field, op, amount in now.effects:
        kind = ROLES[role]
        value = state.get(kind, row[role], field)
        value = amount if op == "=" else value + amount if op == "+" else value - amount
        changes.append((kind, row[role], field, value))
    state.apply(state.effects(changes))
    assert len({(c[0], c[1], c[2]) for c in changes}) == len(changes), "one effect per field"
    for name, known in now.then:
        values(NAMED[name], {**known, **({"faction": 1} if name == "death" else {})})
    if proc.explain is not None:
        lines = explain("trinytia", proc, v, path)
        assert all(isinstance(key, str) and isinstance(args, tuple) for key, args in lines)
        assert all(isinstance(n, int) for _, args in lines for n in args)


# Placing and first player


def test_placing():
    now = outcome_after("placement", [(3, 6)])
    assert now.key == 9
    assert now.effects == (("me", "lieu", "=", 9), ("me", "score", "=", 9))
    assert outcome_after("tie_roll", [(1, 6)]).effects == (("me", "score", "=", 7),)
    assert explanation_of("placement", [(3, 6)]) == [("why.sum", (3, 6, 9))]


def test_first_player():
    assert outcome_after("first_player", [(3, 6), (2, 2), (4, 6)], players=3).key == 3
    tie = outcome_after("first_player", [(3, 6), (4, 5), (1, 1)], players=3)
    assert (tie.key, tie.word) == (0, "tie")
    again = outcome_after("first_player", [(3, 6), (4, 5), (4, 6)], players=3)
    assert again.key == 3, "a tie below the best does not matter"
    assert explanation_of("first_player", [(3, 6), (2, 2)], players=2) == [
        ("why.player", (1, 9)),
        ("why.player", (2, 4)),
    ]


# Moving


@pytest.mark.parametrize("faces", ROLLS)
@pytest.mark.parametrize("lieu", [2, 6, 10])
def test_moving_as_the_plain_rule_says(lieu, faces):
    where = rolls.destination(lieu, sum(faces))
    now, v = step_after("move", [faces], lieu=lieu)
    if where == rolls.CHOICE:
        assert isinstance(now, Ask) and now.chooser == ME and now.name == "where"
        assert list(now.options) == rolls.choices(lieu)
        assert now.best(v, None) in now.options
        chosen = outcome_after("move", [faces, 3], lieu=lieu)
        assert chosen.key == rolls.CHOICE
        assert ("me", "lieu", "=", 3) in chosen.effects
    else:
        assert now.key == where
        assert now.effects == (
            ("me", "lieu", "=", where),
            ("me", "moved", "+", 1),
            ("game", "actions", "+", 1),
        )


def test_a_sum_that_is_no_lieu_is_for_the_table():
    """TN-E05: the device reports the sum, and the players choose a Lieu."""
    now, _ = step_after("move", [(1, 1)], lieu=5, mod6=-1)
    assert isinstance(now, Ask) and now.chooser == SHEET and now.name == "table"
    assert now.options == (2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert outcome_after("move", [(1, 1), 5], lieu=5, mod6=-1).key == 5
    assert explanation_of("move", [(1, 1), 5], lieu=5, mod6=-1) == [
        ("why.die.minus", (1, 6, 1, 0)),
        ("why.sum", (1, 0, 1)),
        ("why.off", (1,)),
        ("why.chosen", (5,)),
    ]


def test_a_fixed_character_activates_its_lieu_instead():
    now = outcome_after("move", [], lieu=4, fixed=1)
    assert (now.key, now.word) == (4, "fixed")
    assert now.effects == (("me", "moved", "+", 1), ("game", "actions", "+", 1))
    assert explanation_of("move", [], lieu=4, fixed=1) == [("why.fixed", (4,))]


def test_lieu_1_rolls_for_another():
    """A-TN22: no free choice there, and 1 rolls again."""
    now, _ = step_after("move", [(1, 1)], lieu=9, mod6=-1, extra=2)
    assert isinstance(now, Roll)
    now, _ = step_after("move", [(1, 1), (1, 1)], lieu=9, mod6=-1, extra=2)
    assert isinstance(now, Roll)
    now = outcome_after("move", [(1, 1), (4, 6)], lieu=9, mod6=-1, extra=2)
    assert now.key == 9, "back where one came from, without a choice"
    assert explanation_of("move", [(1, 1), (4, 6)], lieu=9, mod6=-1, extra=2)[2] == ("why.lieu1", ())
    assert outcome_after("lieu1", [(2, 3)]).effects == (("me", "lieu", "=", 5),)


def test_attracted_and_projected():
    assert outcome_after("arrive", [], to=7).effects == (("me", "lieu", "=", 7),)
    still = outcome_after("arrive", [], to=7, fixed=1, lieu=3)
    assert (still.key, still.effects, still.word) == (3, (), "fixed")
    assert outcome_after("arrive", [(4, 4)], to=1, extra=2).key == 8
    with pytest.raises(Refused) as refused:
        step_after("arrive", [], to=1)
    assert refused.value.code == "TN-E05"


# Attack and defence

MODIFIERS = (
    {},
    {"mod4": 1, "x3": 1},
    {"mod6": -1, "x2": 1, "div": 3, "div2": 2, "flat": 1},
    {"flat": -2},
    {"natural": 1, "mod4": 1, "flat": 2},
)


@pytest.mark.parametrize("given_", MODIFIERS, ids=str)
@pytest.mark.parametrize("faces", ROLLS)
def test_fighting_as_the_plain_rule_says(faces, given_):
    g = {"mod4": 0, "mod6": 0, "flat": 0, "div": 1, "div2": 1, "natural": 0, **given_}
    times = combat.factor([n for n in (2, 3) if g.get(f"x{n}")])
    by = combat.divisor([g["div"], g["div2"]])
    args = (*faces, g["mod4"], g["mod6"], times, by, g["flat"])
    _, missed, result = combat.result(True, *args, g["natural"])
    now = outcome_after("attack", [faces], **given_)
    assert (now.key, now.word) == (result, "miss" if missed else None)
    wounds = (("target", "wounds", "+", result), ("target", "unabsorbed", "+", result)) if result else ()
    assert now.effects == (("attacker", "fought", "+", 1), ("game", "actions", "+", 1), *wounds)
    known = {key: n for key, n in given_.items() if key != "natural"}
    armour = outcome_after("defend", [faces], **known)
    assert armour.key == combat.result(False, *args)[2]
    assert armour.effects[0] == ("me", "armour", "+", armour.key)


def test_x3_voids_x2():
    both = values(NAMED["attack"], {"x2": 1, "x3": 1})
    assert (both["x2"], both["x3"]) == (0, 1)
    assert sums(NAMED["attack"], both)["x"] == 3


@pytest.mark.parametrize(("div", "div2"), [(1, 1), (2, 3), (99, 3)])
def test_a_second_division_wants_a_first_one(div, div2):
    assert values(NAMED["attack"], {"div": div, "div2": 3})["div2"] == div2


def test_the_victim_chooses_what_armour_absorbs():
    given_ = {"pv": 10, "wounds": 5, "armour": 2}
    now, v = step_after("attack", [(1, 6)], **given_)
    assert isinstance(now, Ask) and now.chooser == OPPONENT
    assert now.options == (0, 1, 2)
    assert now.best(v, None) == 2
    all_in = outcome_after("attack", [(1, 6), 2], **given_)
    assert (all_in.key, all_in.word, all_in.then) == (5, None, ())
    assert all_in.effects[2:] == (
        ("target", "armour", "-", 2),
        ("target", "wounds", "+", 3),
        ("target", "unabsorbed", "+", 3),
    )
    none = outcome_after("attack", [(1, 6), 0], **given_)
    assert (none.key, none.word, none.then) == (5, "dead", (("death", {}),))
    assert none.effects[2:] == (("target", "wounds", "+", 5), ("target", "unabsorbed", "+", 5))


def test_everything_absorbed_is_no_unabsorbed_wound():
    assert outcome_after("attack", [(1, 3), 2], armour=5).effects[2:] == (("target", "armour", "-", 2),)


def test_a_familiar_takes_the_wounds_and_its_owner_the_armour():
    given_ = {"pv": 10, "wounds": 9, "armour": 1, "familiar": 1, "aim": 1, "fam_pv": 4, "fam_wounds": 1}
    hurt = outcome_after("attack", [(2, 5), 1], **given_)
    assert hurt.effects[2:] == (("target", "armour", "-", 1), ("target", "fam_wounds", "+", 2))
    dead = outcome_after("attack", [(2, 5), 0], **given_)
    assert dead.word == "familiar_dead"
    assert dead.then == ()
    assert ("target", "familiar", "-", 1) in dead.effects
    assert not [e for e in dead.effects if e[1] in ("wounds", "unabsorbed")], "A-TN16"


def test_without_a_familiar_one_cannot_aim_at_it():
    assert values(NAMED["attack"], {"aim": 1})["aim"] == 0


def test_kill_counts_all_armour_and_needs_the_pv():
    kill = dict(NAMED["attack"].questions)["kill"]
    v = values(NAMED["attack"], {"pv": 10, "wounds": 7, "armour": 2})
    assert [kill(v, key) for key in range(7)] == [False] * 5 + [True] * 2
    unknown = values(NAMED["attack"], {"wounds": 7})
    assert not kill(unknown, 50)
    beyond = values(NAMED["attack"], {"pv": 5, "wounds": 4, "armour": 3})
    assert [kill(beyond, key) for key in (0, 3, 4)] == [False, False, True]


def test_why_an_attack_makes_its_wounds():
    assert explanation_of("attack", [(2, 5), 1], mod4=1, x3=1, div=2, flat=1, pv=9, wounds=6, armour=3) == [
        ("why.die.plus", (1, 4, 2, 3)),
        ("why.difference", (3, 5, 2)),
        ("why.times", (3, 6)),
        ("why.divided", (2, 3)),
        ("why.flat.plus", (1, 4)),
        ("why.absorbed", (1, 3)),
        ("why.wounds", (6, 3, 9)),
        ("why.dead", (9, 9)),
    ]


def test_why_a_difference_counts_twice():
    assert explanation_of("attack", [(2, 5)], x2=1)[:2] == [
        ("why.difference", (2, 5, 3)),
        ("why.times", (2, 6)),
    ]


def test_dice_are_asked_only_of_who_arrives_on_lieu_1():
    arrive = NAMED["arrive"]
    for to in range(11):
        known = values(arrive, {"to": to, "extra": 3})
        shown = {i.name for i in arrive.inputs if i.is_shown(known)}
        assert ("mod4" in shown) == (to == 1)


def test_why_an_attack_misses_or_does_nothing():
    assert explanation_of("attack", [(3, 3)], flat=2) == [("why.difference", (3, 3, 0)), ("why.miss", ())]
    assert explanation_of("attack", [(3, 4)], flat=-2) == [
        ("why.difference", (3, 4, 1)),
        ("why.flat.minus", (2, -1)),
        ("why.floor", ()),
    ]
    assert explanation_of("defend", [(3, 3)], flat=2) == [
        ("why.difference", (3, 3, 0)),
        ("why.flat.plus", (2, 2)),
    ]


# Wounds, healing, death


def test_suffering_counts_what_comes_through():
    now, _ = step_after("suffer", [], amount=3, armour=2)
    assert isinstance(now, Ask)
    assert outcome_after("suffer", [2], amount=3, armour=2).key == 1
    assert outcome_after("suffer", [], amount=3, pv=3).word == "dead"
    assert explanation_of("suffer", [2], amount=3, armour=2, wounds=4) == [
        ("why.suffer", (3,)),
        ("why.absorbed", (2, 1)),
        ("why.wounds", (4, 1, 5)),
    ]


def test_healing():
    now = outcome_after("heal", [], amount=3, wounds=5, armour=1)
    assert (now.key, now.word) == (3, None)
    assert now.effects == (("target", "wounds", "=", 2), ("target", "armour", "=", 1))
    assert outcome_after("heal", [], amount=3, armour=1).effects[1] == ("target", "armour", "=", 4)
    assert outcome_after("heal", [], amount=3, armour=1).word == "armour"
    assert explanation_of("heal", [], amount=5, wounds=2) == [("why.heal", (2, 2, 0)), ("why.lost", (3,))]
    assert explanation_of("heal", [], amount=5, wounds=2, spill=1) == [
        ("why.heal", (2, 2, 0)),
        ("why.armour", (0, 3, 3)),
    ]
    assert explanation_of("heal", [], amount=2, wounds=5) == [("why.heal", (5, 2, 3))]
    assert explanation_of("heal", [], amount=5) == [("why.armour", (0, 5, 5))]
    assert explanation_of("heal", [], amount=5, armour=1) == [("why.armour", (1, 5, 6))]


def test_death_reveals_and_discards():
    now = outcome_after("death", [], faction=2, of=3, dead=2)
    assert ("target", "seat", "=", 2) in now.effects
    assert ("target", "faction", "=", 2) in now.effects
    assert ("target", "lieu", "=", -1) in now.effects
    with pytest.raises(Refused) as refused:
        step_after("death", [], faction=2, of=3, dead=3)
    assert (refused.value.code, refused.value.fields) == ("TN-E11", {"n": 3, "faction": "faction.ombre"})


# Chance


def test_random_gold_and_coin():
    assert outcome_after("random", [(2,)]).key == 2
    assert step_after("random", [], sides=10)[0].dice == (10,)
    assert outcome_after("gold", [(5,)]).effects == (("me", "gold", "=", 5),)
    coin = outcome_after("first_chooser", [(2,)])
    assert (coin.word, coin.effects) == ("lunaire", (("game", "god", "=", 2),))
    assert outcome_after("first_chooser", [(1,)]).word == "solaire"


def test_a_bet():
    won = outcome_after("bet", [(1, 2), (3, 3)], stake1=4, stake3=2)
    assert won.key == 3
    assert won.effects == (
        ("bettor1", "gold", "-", 4),
        ("bettor1", "stake", "=", 0),
        ("bettor3", "gold", "+", 4),
        ("bettor3", "stake", "=", 0),
    )
    assert explanation_of("bet", [(1, 2), (3, 3)], stake1=4, stake3=2) == [
        ("why.player", (1, 3)),
        ("why.player", (3, 6)),
        ("why.pot", (6,)),
    ]


def test_a_tied_bet_is_rolled_again_by_the_tied():
    """A-TN11; the third stays out but his stake stays in."""
    tie = outcome_after("bet", [(3, 3), (2, 4), (1, 1)], stake1=1, stake2=1, stake3=5)
    assert (tie.key, tie.word, tie.effects) == (0, "tie", ())
    ((name, known),) = tie.then
    assert name == "bet"
    again = outcome_after("bet", [(1, 1), (4, 6)], **known)
    assert again.key == 2
    assert ("bettor2", "gold", "+", 6) in again.effects
    assert ("bettor3", "gold", "-", 5) in again.effects


def test_a_bet_needs_two():
    with pytest.raises(Refused) as refused:
        step_after("bet", [], stake2=3)
    assert refused.value.code == "TN-E20"
