"""The bounds of a game file, tested from both sides: the device can play every valid file."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from host_tools.own import compiler
from tests.games.own.rolling import GAME

from gobelet.rules.odds import procedure_odds  # isort: skip
from gobelet.rules.procedure import ME, OPPONENT, Ask, Refused, values  # isort: skip
from gobelet.games.own.rules import declaration, rolls  # isort: skip

TEXT = (
    GAME
    + """
[[roll]]
id = "hit"
dice = "2d6kh1"
column = "i"
columns = ["x", "y"]
inputs = [
  { id = "i", options = ["x", "y"] },
  { id = "m", low = 0, high = 3, lane = "other" },
  { id = "hp", counter = "hp", if = "m > 1" },
  { id = "s", mod = 2 },
]
results = [{ id = "=", effects = ["hp -1", "doom +1"] }, { id = "low", text = "Low" }]
rows = ["..2: low~ | =", "3..: = | ="]
check = ["low"]
chances = [{ name = "Three", least = 3 }]
needs = [{ if = "m < 3", text = "No" }]
decide = { id = "give", most = "m" }
[turn]
steps = [{ id = "act", roll = "hit", if = "doom >= 0" }]
[[preset]]
id = "p"
roll = "hit"
values = { m = 2 }
"""
)
ROLL = ("r", 0)
POOL = (*ROLL, "d")
TERM = (*POOL, 1, 0)
ITEM = (*ROLL, "i")
ROW = (*ROLL, "w", 0)
RESULT = (*ROLL, "o", 1)
# A place in the file; valid values; invalid values.


def _more(*more: Any) -> Any:
    return [1, [20], 0, 0, 0, [], 1, 0, 0, 0, list(more)]


BOUNDS: list[tuple[tuple[Any, ...], list[Any], list[Any]]] = [
    (("s",), [8], [9, -1, "3", 0]),
    (("k", 0, 0), ["hp"], ["", "Hp", "a" * 13, "here", "round", 3]),
    (("k", 1, 1), [-999, 0], [-1000, 1, 99]),
    (("k", 1, 2), [1, 9999], [0, 10_000, -1]),
    (("k", 0, 4), [1, 999], [0, 1000]),
    (("k", 0, 5), [1], [2, -1, 0]),
    (("k", 0, 6), [0, 1], [2, -1]),
    ((*ROLL, "n"), ["hit", "a" * 12, "a"], ["", "a" * 13, "A", 3]),
    ((*POOL, 0), [999, -999], [1000, -1000, "1"]),
    ((*TERM, 0), [1, -1], [0, 2]),
    ((*TERM, 1), [[2, 2], [100, 100]], [[1, 6], [101, 6], [], [6], [6] * 61]),
    ((*TERM, 2), [1, -1, 0, 100, 101, 103, 104], [2, -2, 99, 102, 105]),
    ((*TERM, 3), [0], [1, 201, -1]),  # the value is kept
    (TERM, [[1, [6], 0, 200, 200, []], [1, [3], 0, 0, 0, [-99, 0, 99]]], [[1, [6], 0, 201, 0, []]]),
    (TERM, [[1, [6], 0, 3, 3, []]], [[1, [6], 0, 3, 2, []], [1, [6], 0, 3, 201, []]]),
    (TERM, [[1, [6], 0, -6, g, []] for g in (0, -6, -1)], [[1, [6], 0, -6, g, []] for g in (1, -7)]),
    (TERM, [], [[1, [6], 0, -201, 0, []], [1, [6], 0, 0, -1, []]]),
    (TERM, [[1, [2], 0, 0, 0, [1, 2]]], [[1, [2], 0, 0, 0, [1, 100]], [1, [2], 0, 0, 0, [-100, 1]]]),
    (TERM, [[1, [2] * 20, 0, 0, 0, []]], [[1, [3], 0, 0, 0, [1, 2]], [1, [6, 6, 6], 100, 0, 0, []]]),
    (TERM, [[1, [6, 4], 100, 0, 0, []]], [[1, [6, 6], 100, 1, 0, []], [1, [2, 2], 100, 0, 0, [1, 2]]]),
    (TERM, [[1, [6], 0, 0, 0, [], e, 0, 0, 0] for e in (1, 20, 99, 101, 199, 201, 299)], []),
    (TERM, [], [[1, [6], 0, 0, 0, [], e, 0, 0, 0] for e in (-1, 21, 98, 100, 200, 321, 400, 401)]),
    (TERM, [[1, [6, 4], 0, 0, 0, [], 0, 3, 4, 5]], [[1, [6, 4], 0, 0, 0, [], 0, r, 0, 0] for r in (-1, 4)]),
    (TERM, [[1, [6], 0, 0, 0, [], 0, 0, 3, 3]], [[1, [6], 0, 0, 0, [], 0, 0, n, 0] for n in (-1, 7)]),
    (
        TERM,
        [[1, [6], 0, 0, 0, [], 0, 0, 0, 5]],
        [[1, [6], 0, 0, 0, [], 0, 0, n, m] for n, m in ((0, 6), (4, 3))],
    ),
    (
        TERM,
        [],
        [[1, [6], 0, 0, 0, [], 1, 0, 0, 5], [1, [2], 0, 0, 0, [1, 2], 1, 0, 0, 0], [1, [6], 0, 0, 0, [], 1]],
    ),
    (TERM, [], [[1, [6, 6], 100, 0, 0, [], 1, 0, 0, 0]]),
    (
        TERM,
        [[1, [6] * n, 101, 0, 0, []] for n in (2, 4)],
        [[1, [s] * n, 101, 0, 0, []] for s, n in ((6, 3), (8, 2))],
    ),
    (TERM, [[1, [6] * 3, 102, 0, 0, []]], [[1, [6] * 2, 102, 0, 0, []], [1, [6] * 2, 101, 3, 0, []]]),
    (TERM, [], [[1, [6] * 2, keep, 0, 0, [], 1, 0, 0, 0] for keep in (101, 103)] + [[1, [6], 103, 0, 0, []]]),
    (
        TERM,
        [[1, [6], 0, 0, 0, [], 0, r, 0, 0] for r in (101, 103)],
        [[1, [6], 0, 0, 0, [], 0, r, 0, 0] for r in (104, 201)],
    ),
    (
        TERM,
        [_more(20, 0, 1, 1, 0), _more(11, 0, 1, 1, 0)][1:],
        [_more(n, 0, 1, 1, 0) for n in (10, 20, 21, -1)],
    ),
    (
        TERM,
        [],
        [
            [1, [20, 6], 0, 0, 0, [], 1, 0, 0, 0, [12, 0, 1, 1, 0]],
            [1, [20], 0, 0, 0, [], 0, 0, 0, 0, [12, 0, 1, 1, 0]],
        ],
    ),
    (
        TERM,
        [_more(0, 0, 100, 1, 0), _more(0, 0, 1, 100, 99)],
        [_more(0, 0, t, o, 0) for t, o in ((0, 1), (101, 1), (1, 0), (1, 101))],
    ),
    (
        TERM,
        [_more(0, 0, 1, 2, -99)],
        [_more(0, 0, 1, 2, 100), _more(0, 1, 1, 1, 0), _more(0, 0, 1, 1), _more(0, 0, "1", 1, 0)],
    ),
    (
        TERM,
        [
            [1, [6] * 3, 104, 0, 0, []],
            [1, [6], 0, 0, 0, [], 300, 0, 0, 0],
            [1, [6], 0, 0, 0, [], 399, 0, 0, 0],
        ],
        [[1, [6], 104, 0, 0, []], [1, [6] * 3, 105, 0, 0, []], [1, [6], 0, 5, 0, [], 300, 0, 0, 0]],
    ),
    (
        TERM,
        [
            [1, [6], 0, 5, 0, [], 0, 0, 0, 0, [0, 0, 1, 1, 0, 4, 0, 0]],
            [1, [6], 0, 3, 4, [], 0, 0, 0, 0, [0, 0, 1, 1, 0, 1, 6, 0]],
        ],
        [
            [1, [6], 0, goal, double, [], explode, 0, 0, 0, [0, 0, 1, 1, 0, cancel, triple, 0]]
            for goal, double, explode, cancel, triple in (
                (5, 0, 0, 5, 0),
                (5, 0, 0, -1, 0),
                (0, 0, 0, 1, 0),
                (-5, 0, 0, 1, 0),
                (9, 0, 99, 6, 0),
                (3, 0, 0, 0, 6),
                (3, 5, 0, 0, 4),
                (3, 5, 0, 0, 201),
                (-5, -3, 0, 0, -4),
                (-5, -3, 0, 0, 1),
            )
        ],
    ),
    (
        TERM,
        [[1, [6] * 3, k, 0, 0, [], 99, 0, 0, 0, [0, 0, 1, 1, 0, 0, 0, 1]] for k in (2, -1)],
        [
            [1, dice, k, 0, 0, [], e, r, n, 0, [0, 0, 1, 1, 0, 0, 0, early]]
            for dice, k, e, r, n, early in (
                ([6] * 3, 0, 99, 0, 0, 1),
                ([6] * 3, 2, 0, 0, 0, 1),
                ([6] * 3, 2, 300, 0, 0, 1),
                ([6] * 3, 2, 99, 1, 0, 1),
                ([6] * 3, 2, 99, 0, 2, 1),
                ([6, 6, 8], 2, 99, 0, 0, 1),
                ([6] * 3, 2, 99, 0, 0, 2),
                ([6] * 3, 103, 99, 0, 0, 1),
            )
        ],
    ),
    (
        TERM,
        [[1, [6] * 3, 1, 0, 0, [], 0, 0, 0, 0, [0, 1, 1, 1, 0]]],
        [
            [1, [6] * 3, k, 0, 0, [], e, 0, 0, 0, [0, n, 1, 1, 0]]
            for k, n, e in ((1, 2, 0), (1, -1, 0), (1, 1, 99), (0, 1, 0))
        ],
    ),
    ((*ITEM, 0, 0), ["i"], ["z", "", "m"]),
    ((*ITEM, 1, 1), [0], [-1, 1, 3]),
    ((*ITEM, 1, 2), [9999, 2], [10_000, 0, 1]),
    ((*ITEM, 1, 3), [0, 3], [4, -1]),
    ((*ITEM, 1, 4), [0, "roll", "other", "times", "after"], ["die1", "die2", "where"]),
    ((*ITEM, 1, 5), [[1, 2, 3, 999], [-999, 0, 0, 0]], [[1, 2, 3], [1, 2, 3, 1000], [-1000, 0, 0, 0]]),
    (
        (*ITEM, 1, 6),
        [["i", sign, 1] for sign in ("=", "!=", "<", "<=", ">", ">=")],
        [["z", "=", 1], ["i", "~", 1]],
    ),
    ((*ITEM, 1, 6), [], [["i", "=", "1"], ["i", "="], 7]),
    ((*ITEM, 0, 7), [["x", "y"]], [["x"], ["x", "y", "z"], ["x", "Y"]]),
    ((*ITEM, 2, 8), ["me", "target"], ["table", "you"]),
    ((*ITEM, 2, 9), ["hp"], ["doom", "none"]),
    ((*ITEM, 2, 1), [0, -1], [1]),
    ((*ITEM, 2, 2), [9, 10], [8]),
    ((*ITEM, 2), [], [["hp", 0, 8, 8, 0, 0, ["m", ">", 1], 0, "me", "hp"]]),
    ((*ITEM, 3, 0), ["s"], ["S", ""]),
    ((*ITEM, 3, 4), ["roll"], [0]),
    ((*ROLL, "c"), ["i"], ["m", "z", ""]),
    ((*ROW, 0), [2, -9999], [3, "1"]),
    ((*ROW, 2), [[0, 1]], [[0], [0, 1, 1], [0, 2], [-1, 0], [0, 102], [300, 0]]),
    ((*ROLL, "g"), [[0], [1]], [[2], [-1], []]),
    ((*RESULT, 0), [0, 1, 2, 3], [4, -1]),
    ((*RESULT, 3), [999, -999], [1000, -1000]),
    ((*RESULT, 2), [["hit"], []], [["none"]]),
    ((*RESULT, 1, 0), [["me", "hp", "=", 9999], ["me", "hp", "-", "net"]], [["me", "hp", "=", 10_000]]),
    ((*RESULT, 1, 0), [["table", "doom", "+", -9999]], [["me", "hp", "=", -10_000], ["me", "hp", "*", 1]]),
    ((*RESULT, 1, 0), [], [["me", "doom", "+", 1], ["table", "hp", "+", 1], ["target", "hp", "+", "all"]]),
    (
        (*ROLL, "q", 0),
        [["q0", [0, 1], None]],
        [["q0", [2], 1], ["q0", [-1], 1], ["q0", [], "1"], ["Q", [], 1]],
    ),
    ((*ROLL, "a", 1), [0, 1], [2, -1]),
    ((*ROLL, "a", 2), ["m", "i"], ["z"]),
    ((*ROLL, "a", 0), ["give"], ["", 3]),
    ((*ROLL, "e"), [-1, 0, 1], [2, -2]),
    ((*ROLL, "y"), [[]], [["m"], ["z"]]),
    ((*ROLL, "h", 0), [["m", "<", 3]], [["z", "<", 3], ["m", "<", None]]),
    (
        ("t", 0),
        [["act", -1, 0, 0]],
        [
            ["Act", -1, 0, 0],
            ["act", 1, 0, 0],
            ["act", -2, 0, 0],
            ["act", 0, 0, 2],
            ["act", 0, ["z", "=", 1], 0],
        ],
    ),
    (("t",), [[["a", 0, 0, 1]] * 63], [[["a", 0, 0, 1]] * 64]),
    (("p",), [["a"]], [["A"], [3]]),
    (("v", 0, 1), [0], [1, -1, "0"]),
    (("v", 0, 2), [[1, 3, 9, 1]], [[0, 4, 9, 0], [0, -1, 9, 0], [0, 1, 9]]),
    (("fr",), ["\na=b\n"], [3, None]),
    (("en",), ["\na=b\n"], [3, None]),
]


def take_declaration(declared: Any) -> bool:
    body = json.dumps(declared).encode()
    try:
        declaration.load_game(declaration.head_of(body, 2) + b"\n" + body)
    except Refused as refused:
        assert refused.code == "OWN-DAMAGED"
        return False
    return True


def test_what_a_file_says_is_taken_within_its_bounds_and_refused_beyond() -> None:
    whole = json.loads(compiler.compile_text(TEXT)[1].partition(b"\n")[2])
    assert take_declaration(whole)
    for path, good, bad in BOUNDS:
        for value in good + bad:
            declared = copy.deepcopy(whole)
            place = declared
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
            assert take_declaration(declared) == any(value is each for each in good), (path, value)


def test_a_file_is_taken_up_to_its_largest_size() -> None:
    whole = json.loads(compiler.compile_text(TEXT)[1].partition(b"\n")[2])
    whole["en"] = ""
    room = declaration.LARGEST - len(declaration.head_of(b" " * 8000, 2)) - 1 - len(json.dumps(whole))
    for more in (0, 1, 2):
        whole["en"] = "x" * (room + more)
        assert take_declaration(whole) == (not more)


def test_a_counter_that_can_have_one_value_only_is_refused() -> None:
    whole = json.loads(compiler.compile_text(TEXT)[1].partition(b"\n")[2])
    for high in (9, 300):
        whole["k"][1][1:4] = [high - 1, high, high]
        assert take_declaration(whole)
        whole["k"][1][1:4] = [high, high, high]
        assert not take_declaration(whole)


def test_a_name_that_two_have_is_refused() -> None:
    for part, place in (("k", 1), ("r", 0)):
        whole = json.loads(compiler.compile_text(TEXT)[1].partition(b"\n")[2])
        whole[part].append(whole[part][place])
        assert not take_declaration(whole), part


def test_what_divides_is_above_nothing() -> None:
    whole = json.loads(compiler.compile_text(TEXT)[1].partition(b"\n")[2])
    for low in (-1, 0, 1):
        whole["r"][0]["y"] = ["s"]
        whole["r"][0]["i"][3][1:4] = [low, low + 1, low + 1]
        whole["v"][0][2][3] = low + 1
        assert take_declaration(whole) == (low > 0), low


def test_what_a_roll_needs_is_asked_before_it_and_of_no_other() -> None:
    declaration.load_game(compiler.compile_text(TEXT)[1])
    proc = rolls.hit  # type: ignore[attr-defined]
    assert values(proc, {"m": 2})["m"] == 2
    with pytest.raises(Refused) as refusal:
        values(proc, {"m": 3})
    assert refusal.value.code == "hit.0"
    without = TEXT.replace('needs = [{ if = "m < 3", text = "No" }]', "")
    declaration.load_game(compiler.compile_text(without)[1])
    assert values(rolls.hit, {"m": 3})["m"] == 3  # type: ignore[attr-defined]


def test_a_form_asks_for_what_no_counter_says() -> None:
    declaration.load_game(compiler.compile_text(TEXT)[1])
    proc = rolls.hit  # type: ignore[attr-defined]
    assert {each.name: each.asked for each in proc.inputs} == {"i": True, "m": True, "hp": False, "s": True}


def test_who_decides_is_asked() -> None:
    for who, chooser in (("me", ME), ("opponent", OPPONENT)):
        text = TEXT.replace('most = "m"', f'most = "m", who = "{who}"')
        declaration.load_game(compiler.compile_text(text)[1])
        proc = rolls.hit  # type: ignore[attr-defined]
        step = proc.step(values(proc, {"m": 2, "i": 1}), 3)
        assert isinstance(step, Ask)
        assert (step.chooser, step.options) == (chooser, (0, 1, 2))


def test_what_is_multiplied_or_added_last_is_not_below_nothing() -> None:
    for lane, least in (("after", 0), ("times", 0), ("other", -3)):
        text = (
            TEXT.partition("[[roll]]")[0]
            + f'''
[[roll]]
id = "hit"
dice = "d6-4"
inputs = [{{ id = "a", high = 9, mod = -1, lane = "{lane}" }}]
'''
        )
        declaration.load_game(compiler.compile_text(text)[1])
        proc = rolls.hit  # type: ignore[attr-defined]
        assert procedure_odds(proc, values(proc)).keys[0] == least, lane
