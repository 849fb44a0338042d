"""Random declarations: a valid one can be played, an invalid one is refused with a line.

A game of a valid declaration opens, rolls, is undone, begins again, and survives a power cut at any write.
Damaged files are refused with a message.
"""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from host_tools.own import compiler, shown
from simulator.board import BOOT_MS
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import PowerCut
from tests.games.own.rolling import GAME, changed_by_chance
from tests.sweep import case_count

from gobelet.rules.odds import procedure_odds  # isort: skip
from gobelet.rules.procedure import Refused, resolve, values  # isort: skip
from gobelet.games.own import rules  # isort: skip
from gobelet.games.own.rules import declaration, procedures, rolls  # isort: skip

DICE = [
    "d6",
    "2d6",
    "d20-3",
    "3d8kh2",
    "4dF",
    "d66",
    "|d4-d6|",
    "5d6>=5",
    "d{0,1,3}+1",
    "d%",
    "0",
    "d6!",
    "3d6!!2>=5",
]
DICE += ["2d20<=12<<3", "3d20dh1dl1", "4d6m", "(2d6+3)/2", "3d6*2", "d10x2>=9", "3d6rr<=2", "2d66", "30d6"]
DICE += ["3d6km", "d10!1i", "5d10>=8f1", "d%<=60lv", "4d6i", "3d6kh2!", "3d6kl1!2"]
DICE += ["2d8r1", "d10!p", "3d6!kh2", "4d6min2", "2d20max15", "(d4+d6+d8)kl2", "5d10>=8>>10", "6d10!>=8"]
PHASES = (Phase.explicit, Phase.generate)  # no shrinking, because it takes minutes to shrink a game
NAMES = ["a", "b", "c"]
EXAMPLES = sorted((Path(__file__).parents[3] / "simulator" / "own").glob("*.gobelet.toml"))


@st.composite
def draw_game(draw: st.DrawFn) -> str:
    """The text of a valid game.

    Each roll has one row for all numbers, or one row for each number.
    """
    seats = draw(st.integers(0, 4))
    lines = ["[game]", 'id = "any"', 'title = "Any"', f"seats = {seats}"]
    counters = NAMES[: draw(st.integers(1, 3))]
    whose = {}
    for name in counters:
        low = draw(st.integers(-20, 20))
        high = low + draw(st.integers(1, 60))
        whose[name] = draw(st.sampled_from(["seat", "table"] if seats else ["table"]))
        lines += ["[[counter]]", f'id = "{name}"', f"low = {low}", f"high = {high}"]
        lines += [f"start = {draw(st.integers(low, high))}", f"step = {draw(st.integers(1, 5))}"]
        lines += [f'per = "{whose[name]}"', *(['zero = "Nothing"'] if draw(st.booleans()) else [])]
    count_ = draw(st.integers(1, 3))
    for number in range(count_):
        sort = draw(st.sampled_from(["switch", "choice", "number", "counter"]))
        counter = draw(st.sampled_from(counters))
        lane = draw(st.sampled_from(["roll", "other", "after", "times"]))
        one = {
            "switch": f'mod = {draw(st.integers(1, 4))}, lane = "{lane}"',
            "choice": f'options = ["x", "y", "z"], mods = [0, 1, 2], lane = "{lane}"',
            "number": f"low = -{draw(st.integers(1, 5))}, high = 5",
            "counter": f'counter = "{counter}", lane = "roll"',
        }[sort]
        sign = draw(st.sampled_from(["+", "-", "="]))
        target = "target." if seats > 1 and whose[counter] == "seat" and draw(st.booleans()) else ""
        effect = f'"{target}{counter} {sign} {draw(st.sampled_from(["1", "7"]))}"'
        then = f', then = "r{number + 1}"' if number + 1 < count_ and draw(st.booleans()) else ""
        row = (
            f'rows = [{{ on = "*", text = "Word", effects = [{effect}]{then} }}]'
            if draw(st.booleans())
            else f'results = [{{ id = "=", effects = [{effect}]{then} }}]'
        )
        dice = draw(st.sampled_from(DICE))
        against = 'against = "d6"' if dice == "0" or draw(st.booleans()) else ""
        who = "seat" if seats else "table"
        lines += ["[[roll]]", f'id = "r{number}"', f'dice = "{dice}"', f'who = "{who}"', against]
        lines += [f'inputs = [{{ id = "i", {one} }}]', row]
    if draw(st.booleans()):
        lines += [
            "[turn]",
            f'steps = [{{ id = "s", roll = "r0" }}, {{ id = "t", if = "{counters[0]} > 0" }}]',
        ]
    return "\n".join(lines) + "\n"


@pytest.mark.sweep
@settings(max_examples=case_count(6, 300), deadline=None, derandomize=True, phases=PHASES)
@given(draw_game(), st.randoms(use_true_random=False))
def test_a_valid_game_can_be_played(text: str, chance: random.Random) -> None:
    board = shown.board(compiler.compile_text(text)[1], name="own-any")
    app = board.app
    for number in range(len(app.context.session.listed)):
        proc = app.context.session.procedure(number)
        odds = procedure_odds(proc, values(proc))
        assert sum(odds.weights) + odds.unknown + odds.tail == odds.total
        app.context.navigation.back_to("own-any.home")
        app.context.open("own-any.form", number, *range(len(proc.roles)))
        board.press(OK)
        board.press(OK)
    for _ in range(12):
        board.press(chance.choice([OK, OK, UP, DOWN, BACK]))
    assert not board.faults
    if app.device.store.read("own-any.game") is None:  # the keys have removed the game
        return
    app.context.open("own-any.home")  # the keys may have left the game
    before = app.context.session.state.dump()
    board.boot()
    board.run(BOOT_MS)
    board.context.open("own-any.home")
    assert board.context.session.state.dump() == before
    while board.context.session.undo():
        pass
    assert not board.context.session.state.restart_changes()  # all values are those of the start
    assert not board.faults
    assert board.context.t.missing == 0


@pytest.mark.sweep
@pytest.mark.parametrize("cut", range(1, case_count(6, 60) + 1))
def test_a_cut_at_any_write_leaves_a_whole_change(cut: int) -> None:
    board = shown.board(compiler.compile_text(MUTATED)[1], name="own-any")
    app: Any = board.app
    app.context.open("own-any.form", 0, 0, 1)
    board.store.cut_in = cut  # type: ignore[attr-defined]
    try:
        for key in (OK, OK, OK, OK, OK):
            board.press(key)
    except PowerCut:
        pass
    board.store.cut_in = None  # type: ignore[attr-defined]
    board.boot()
    board.run(BOOT_MS)
    board.context.open("own-any.home")
    get = board.context.session.get
    lost = get("seat", 1, "hp") < 9
    # both effects belong to one roll, so both are lost or neither is
    assert lost == (get("table", 0, "doom") > 0)
    assert not board.faults


MUTATED = (
    GAME
    + """
[[table]]
id = "t"
columns = ["x", "y"]
column = "i"
rows = ["..2: Low | =", "3..: = | Odd [hp -1]"]
[[roll]]
id = "hit"
dice = "d6"
table = "t"
inputs = [{ id = "i", options = ["x", "y"] }, { id = "m", low = 0, high = 3, lane = "other" }]
results = [{ id = "=", effects = ["target.hp -1", "doom +1"] }]
[turn]
steps = [{ id = "act", roll = "hit" }]
"""
)


@pytest.mark.sweep
@settings(max_examples=case_count(10, 500), deadline=None, derandomize=True, phases=PHASES)
@given(draw_game(), st.sampled_from(["hp +", "dice", "gap", "key", "name", "quote"]))
def test_a_game_made_invalid_is_refused_with_a_line(text: str, how: str) -> None:
    old, new = {
        "hp +": ("[[roll]]", '[[roll]]\neffects = ["hp +"]'),
        "dice": ('dice = "', 'dice = "x'),
        "gap": ('dice = "', 'rows = ["900: A"]\ndice = "'),
        "key": ("step =", "stap ="),
        "name": ('id = "a"', 'id = "A"'),
        "quote": ('title = "Any"', 'title = "Any'),
    }[how]
    faults = compiler.read(text.replace(old, new, 1)).faults
    assert faults
    assert all(
        1 <= fault.line <= text.count("\n") + 3 and fault.sentence.endswith((".", "?")) for fault in faults
    )


@cache
def whole_file() -> bytes:
    return bytes(compiler.compile_text(MUTATED)[1])


@cache
def file_bodies() -> list[Any]:
    """Return the contents of the files of all examples and of MUTATED."""
    made = [compiler.from_file(path)[1] for path in EXAMPLES] + [whole_file()]
    return [json.loads(each.partition(b"\n")[2]) for each in made]


def seal_file(declared: Any) -> bytes:
    """A file with these declarations, and a right checksum."""
    body = json.dumps(declared).encode()
    return bytes(declaration.head_of(body, 1)) + b"\n" + body


def damage_file(seed: int) -> bytes:
    """The file with a few bytes changed, cut or moved.

    For odd seeds the file has other contents, and a right checksum.
    """
    chance = random.Random(seed)
    made = whole_file()
    if seed % 2:
        return seal_file(changed_by_chance(chance.choice(file_bodies()), chance))
    out = bytearray(made)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(out))
        if chance.random() < 0.3:
            del out[at : at + chance.randint(1, 40)]
        else:
            out[at] = chance.randrange(256)
    return bytes(out)


@pytest.mark.sweep
@pytest.mark.parametrize("begin", range(0, case_count(150, 2000), 50))
def test_a_damaged_file_is_refused_or_can_be_played(begin: int) -> None:
    for seed in range(begin, begin + 50):
        data = damage_file(seed)
        try:
            declaration.load_game(data)
        except Refused as refused:
            assert refused.code in ("OWN-DAMAGED", "OWN-NEWER")
            continue
        assert seed % 2 or data == whole_file()
        for name, _ in rules.PROCEDURES:
            proc = getattr(rolls, name)
            try:
                known = values(proc)
            except Refused:
                continue
            procedure_odds(proc, known)
            resolve(proc, known, lambda sides: sides, lambda ask, progress: ask.options[0])


NONSENSE: list[tuple[str, Any]] = [
    ("an input's if that names no input", lambda roll: roll["i"][1].__setitem__(6, ["z", "=", 1])),
    ("an if that is a number", lambda roll: roll["i"][1].__setitem__(6, 1.5)),
    ("a cell to check, and nothing to choose", lambda roll: roll["w"][0][2].__setitem__(0, procedures.CHECK)),
    ("a cell in doubt, and nothing to choose", lambda roll: roll["w"][0][2].__setitem__(0, procedures.DOUBT)),
    ("half a die", lambda roll: roll["d"][1][0][1].__setitem__(0, 6.5)),
    ("half an outcome", lambda roll: roll["w"][0][2].__setitem__(0, 0.5)),
    (
        "more work than is good for a Pico",
        lambda roll: roll.__setitem__("d", [0, [[1, [100] * 20, 9, 0, 0, []]]]),
    ),
    ("a die that explodes and has a greatest worth", lambda roll: roll["d"][1][0].extend([99, 0, 0, 4])),
    ("a die that is always rerolled", lambda roll: roll["d"][1][0].extend([0, 6, 0, 0])),
    ("something added to one of two dice that are none", lambda roll: roll["i"][1].__setitem__(4, "die1")),
    ("lists without end", lambda roll: roll.__setitem__("h", json.loads("[" * 900 + "]" * 900))),
]


@pytest.mark.parametrize(("what", "spoil"), NONSENSE, ids=[what for what, _ in NONSENSE])
def test_nonsense_with_a_right_sum_is_refused(what: str, spoil: Any) -> None:
    body = json.loads(whole_file().partition(b"\n")[2])
    declaration.load_game(seal_file(body))
    spoil(body["r"][0])
    with pytest.raises(Refused) as caught:
        declaration.load_game(seal_file(body))
    assert caught.value.code == "OWN-DAMAGED"


@pytest.mark.sweep
@pytest.mark.parametrize("begin", range(0, case_count(100, 2000), 50))
def test_what_of_nonsense_is_taken_can_be_opened_line_by_line(begin: int) -> None:
    for seed in range(begin, begin + 50):
        chance = random.Random(seed)
        body = dict(chance.choice(file_bodies()))
        part = chance.choice("kktpvvrs")
        body[part] = changed_by_chance(body[part], chance)
        data = seal_file(body)
        try:
            declaration.load_game(data)
        except Refused:
            continue
        board = shown.board(data, name="own-any")
        app = board.app
        line = 0
        while (
            line < len(app.stack.top().list) - 4
        ):  # the last four lines are about the whole game; fewer seats mean fewer lines
            app.stack.top().choose(line)
            line += 1
            board.run(30)
            for key in (OK, UP, OK, OK):
                board.press(key)
            app.context.open("own-any.home")
            board.run(30)
            app.context.navigation.back_to("own-any.home")
        assert not board.faults, seed
