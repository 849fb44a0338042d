"""Procedures: values and hidden inputs, sums by lane, and the steps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.rules.procedure import (
    ME,
    OPPONENT,
    Ask,
    Outcome,
    Procedure,
    Refused,
    Roll,
    advance,
    check_result,
    choice,
    flag,
    lane,
    number,
    resolve,
    sums,
    values,
)

REACH = (3, 5, 8)


def step(v, s):
    """A step of d6 and d4.

    A six lets the player keep or double; the foe then absorbs up to the armour.
    """
    if s is None:
        return Roll((6, 4), lambda v, s, faces: ("rolled", *faces))
    if s[0] == "rolled" and s[1] == 6:
        return Ask(ME, "double", (0, 1), lambda v, s, option: ("total", 6 * (1 + option) + s[2]))
    if s[0] == "rolled":
        return Ask(OPPONENT, "absorb", (0, v["armour"]), lambda v, s, option: ("total", s[1] + s[2] - option))
    total = s[1] + lane(ATTACK, v, "roll")
    return Outcome(total, (("target", "wounds", "+", total),), word="miss" if total <= 0 else None)


def not_on_foot(v):
    if v["weapon"] == 2 and not v["mounted"]:
        raise Refused("XX-E01", weapon=v["weapon"])


ATTACK = Procedure(
    "attack",
    (
        choice("weapon", ("fist", "sword", "lance"), lane="roll", mods=(-1, 0, 2)),
        flag("mounted", mod=1, lane="roll"),
        flag("superior", mod=2, lane="roll", when=lambda v: not v["inferior"]),
        flag("inferior", mod=-2, lane="roll", when=lambda v: not v["superior"]),
        number("extra", -3, 3, lane="roll"),
        number("armour", 0, 5, start=1, role="target", field="armour"),
        number("range", 0, 9, lane="aim", when=lambda v: v["weapon"] == 1 and REACH[v["weapon"]] > 4),
    ),
    step,
    check=not_on_foot,
    roles=("target",),
)


def refusal_of(given) -> tuple[str, dict]:
    with pytest.raises(Refused) as told:
        values(ATTACK, given)
    return told.value.code, told.value.fields


def test_start_values():
    expected = {"weapon": 0, "mounted": 0, "superior": 0, "inferior": 0, "extra": 0, "armour": 1, "range": 0}
    assert values(ATTACK) == values(ATTACK, {}) == expected
    given = {"armour": 4}
    assert values(ATTACK, given) == {**expected, "armour": 4}
    assert given == {"armour": 4}, "what was given is not touched"


def test_a_choice_and_a_procedure_keep_what_is_declared():
    assert ATTACK.inputs[0].options == ("fist", "sword", "lance")
    assert ATTACK.inputs[1].options is None
    asked = (("hit", lambda values, key: key > 0),)
    assert Procedure("asked", (), step, questions=asked).questions is asked


def test_what_is_asked_is_said_in_the_declaration():
    assert all(i.asked for i in ATTACK.inputs)
    for i in (number("men", 0, 9, asked=False), choice("state", ("free", "held"), asked=False)):
        assert (i.asked, i.start, i.role) == (False, 0, None)


def test_refusals():
    assert refusal_of({"luck": 1}) == ("INPUT", {"name": "luck"})
    assert refusal_of({"armour": 6}) == ("RANGE", {"name": "armour", "low": 0, "high": 5})
    assert refusal_of({"extra": -4}) == ("RANGE", {"name": "extra", "low": -3, "high": 3})
    assert refusal_of({"weapon": 3}) == ("RANGE", {"name": "weapon", "low": 0, "high": 2})
    assert refusal_of({"mounted": 2}) == ("RANGE", {"name": "mounted", "low": 0, "high": 1})
    assert refusal_of({"weapon": 2}) == ("XX-E01", {"weapon": 2})
    assert values(ATTACK, {"weapon": 2, "mounted": 1})["weapon"] == 2


def test_a_hidden_input_takes_its_start_whatever_was_given():
    assert values(ATTACK, {"range": 7})["range"] == 0
    assert values(ATTACK, {"range": 99})["range"] == 0, "not even a value it could not have"
    assert values(ATTACK, {"weapon": 1, "range": 7})["range"] == 7
    assert refusal_of({"weapon": 1, "range": 99})[0] == "RANGE"


def test_when_never_meets_a_value_out_of_range():
    """The condition `range` looks up a table by the weapon."""
    assert refusal_of({"weapon": 50, "range": 1}) == ("RANGE", {"name": "weapon", "low": 0, "high": 2})


def test_inputs_that_exclude_each_other():
    assert values(ATTACK, {"superior": 1})["superior"] == 1
    assert values(ATTACK, {"inferior": 1})["inferior"] == 1
    both = values(ATTACK, {"superior": 1, "inferior": 1})
    assert both["superior"] + both["inferior"] == 1


def test_a_modifier_may_compare_two_values():
    crews = ("good", "fair", "poor")
    proc = Procedure(
        "compared",
        (
            number("size", 0, 9, lane="column"),
            number("other", 0, 9, lane="column", mods=lambda v: -v["other"]),
            choice("crew", crews),
            choice("foe", crews, lane="roll", mods=lambda v: (v["foe"] > v["crew"]) - (v["foe"] < v["crew"])),
        ),
        step,
    )
    assert sums(proc, values(proc, {"size": 3, "other": 5, "foe": 2})) == {"column": -2, "roll": 1}
    assert sums(proc, values(proc, {"crew": 1, "foe": 0})) == {"column": 0, "roll": -1}


def chain_of(order: str) -> Procedure:
    """A Procedure whose input c shows b, b shows a, and a hides d.

    The inputs may be declared in any order.
    """
    made = {
        "a": flag("a", when=lambda v: v["b"]),
        "b": flag("b", when=lambda v: v["c"]),
        "c": flag("c"),
        "d": flag("d", when=lambda v: not v["a"]),
    }
    return Procedure("chain", tuple(made[name] for name in order), step)


@pytest.mark.parametrize("order", ["abcd", "cbad", "dabc", "bdca", "dcba"])
def test_what_hides_may_stand_behind_what_it_hides(order):
    proc = chain_of(order)
    on = {"a": 1, "b": 1, "c": 1, "d": 1}
    assert values(proc, on) == {"a": 1, "b": 1, "c": 1, "d": 0}
    assert values(proc, {**on, "c": 0}) == {"a": 0, "b": 0, "c": 0, "d": 1}
    assert values(proc, {**on, "b": 0}) == {"a": 0, "b": 0, "c": 1, "d": 1}


def test_conditions_without_a_solution_end_too():
    ring = Procedure(
        "ring",
        tuple(flag(name, when=lambda v, after=after: not v[after]) for name, after in ("ab", "bc", "ca")),
        step,
    )
    assert set(values(ring, {"a": 1, "b": 1, "c": 1}).values()) <= {0, 1}


a_given = st.fixed_dictionaries(
    {},
    optional={
        "weapon": st.integers(-1, 3),
        "mounted": st.integers(0, 1),
        "superior": st.integers(0, 1),
        "inferior": st.integers(0, 1),
        "extra": st.integers(-4, 4),
        "armour": st.integers(0, 6),
        "range": st.integers(0, 10),
    },
)


@given(a_given)
def test_values_are_complete_legal_and_stable(wanted):
    try:
        v = values(ATTACK, wanted)
    except Refused as refused:
        assert refused.code in ("RANGE", "XX-E01")
        return
    assert sorted(v) == sorted(i.name for i in ATTACK.inputs)
    for i in ATTACK.inputs:
        assert i.low <= v[i.name] <= i.high
        assert v[i.name] == (wanted.get(i.name, i.start) if i.is_shown(v) else i.start)
    assert values(ATTACK, v) == v
    # `sums` has one sum for each lane, over the shown inputs.
    roll = (-1, 0, 2)[v["weapon"]] + v["mounted"] + 2 * v["superior"] - 2 * v["inferior"] + v["extra"]
    assert sums(ATTACK, v).get("roll") == lane(ATTACK, v, "roll") == roll
    assert sums(ATTACK, v).get("aim") == (v["range"] if v["weapon"] == 1 else None)
    assert lane(ATTACK, v, "aim") == v["range"]
    assert lane(ATTACK, v, "nowhere") == 0


def test_modifiers():
    shield = number("shield", 2, 4, lane="d4")
    assert shield.modifier({"shield": 3}) == 3
    assert number("shield", 2, 4).modifier({"shield": 3}) == 0
    bonus = flag("bonus", mod=-2, lane="d6", start=1)
    assert (bonus.modifier({"bonus": 1}), bonus.modifier({"bonus": 0}), bonus.start) == (-2, 0, 1)
    assert flag("plain").modifier({"plain": 1}) == 0
    size = choice(
        "size", ("s", "m", "l"), start=1, lane="target", mods=(4, 0, -4), role="target", field="size"
    )
    assert [size.modifier({"size": n}) for n in range(3)] == [4, 0, -4]
    assert (size.low, size.high, size.start, size.role, size.field) == (0, 2, 1, "target", "size")


def test_advance():
    v = values(ATTACK, {"mounted": 1, "armour": 3})
    first = advance(ATTACK, v, [])
    assert isinstance(first, Roll) and first.dice == (6, 4)
    doubled = advance(ATTACK, v, [(6, 2)])
    assert isinstance(doubled, Ask) and doubled.chooser == ME and doubled.name == "double"
    absorbed = advance(ATTACK, v, [(5, 2)])
    assert isinstance(absorbed, Ask) and absorbed.chooser == OPPONENT and absorbed.options == (0, 3)
    assert advance(ATTACK, v, [(6, 2), 1]).key == 14
    end = advance(ATTACK, v, [(5, 2), 3])
    assert (end.key, end.effects, end.word, end.then) == (4, (("target", "wounds", "+", 4),), None, ())
    assert advance(ATTACK, values(ATTACK, {"extra": -3}), [(1, 1), 1]).word == "miss"


@pytest.mark.parametrize(
    ("path", "result", "code", "fields"),
    [
        ([], (3,), "DICE", {"n": 2}),
        ([], (3, 4, 1), "DICE", {"n": 2}),
        ([], (7, 4), "FACE", {"sides": 6, "at": 1}),
        ([], (6, 5), "FACE", {"sides": 4, "at": 2}),
        ([], (0, 1), "FACE", {"sides": 6, "at": 1}),
        ([(6, 1)], 2, "OPTION", {}),
        ([(2, 1)], -1, "OPTION", {}),
    ],
)
def test_results_that_a_step_cannot_have(path, result, code, fields):
    now = advance(ATTACK, values(ATTACK), path)
    with pytest.raises(Refused) as told:
        check_result(now, result)
    assert (told.value.code, told.value.fields) == (code, fields)


@given(st.integers(1, 6), st.integers(1, 4), st.booleans())
def test_resolve_is_advance_over_its_own_path(d6, d4, last):
    v = values(ATTACK, {"armour": 2})
    thrown = iter((d6, d4))
    asked = []

    def choose_option(ask, s):
        asked.append(s)
        return ask.options[-1 if last else 0]

    outcome, path = resolve(ATTACK, v, lambda sides: next(thrown), choose_option)
    assert path[0] == (d6, d4)
    assert asked == [("rolled", d6, d4)]
    again = advance(ATTACK, v, path)
    assert (again.key, again.effects) == (outcome.key, outcome.effects)
    now = None
    for at in range(len(path)):
        now = advance(ATTACK, v, path[:at])
        check_result(now, path[at])


def test_resolve_refuses_a_face_or_an_option_that_cannot_be():
    v = values(ATTACK)
    with pytest.raises(Refused) as told:
        resolve(ATTACK, v, lambda sides: sides + 1, lambda ask, s: ask.options[0])
    assert told.value.code == "FACE"
    with pytest.raises(Refused) as told:
        resolve(ATTACK, v, lambda sides: 1, lambda ask, s: 77)
    assert told.value.code == "OPTION"


def test_a_refusal_says_its_code():
    refused = Refused("TN-E25", of=3)
    assert str(refused) == refused.code == "TN-E25"
    assert refused.fields == {"of": 3}


def test_a_result_is_named_by_the_procedure_if_it_has_names():
    assert ATTACK.label is None
    named = Procedure("named", (), step, label=lambda key: f"<{key}>")
    assert named.label is not None
    assert named.label(3) == "<3>"
