"""An evening played on the desk, and the report of one on the chip. The evening is `make chip ARGS=--evening`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.chip import evening, limits, presses
from tests.chip.chip import Answer, Session
from tests.chip.evening import Evening, Played
from tests.chip.figures import Memory
from tests.chip.games import Difference


@pytest.fixture(scope="module")
def short_evening() -> Evening:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening, "_OF_A_SCRIPT", 4)
        patch.setattr(evening, "_OF_A_ROUND", 6)
        patch.setattr(evening, "TENTHS", 3)
        patch.setattr(evening, "SCRIPTS", ("dice_roll", "counters_names"))
        made = Evening(seed=3, most=90)
        made.play_all()
    return made


def test_an_evening_is_one_start_with_walks_and_looks_at_the_heap(short_evening: Evening) -> None:
    (part,) = short_evening.parts
    assert short_evening.pressed >= 90
    assert len(part.pictures) >= short_evening.pressed
    assert [part.steps[at]["heap"] for at in short_evening.looks] == [""] * len(short_evening.looks)
    assert len(short_evening.looks) >= evening.LOOKS
    walked = [
        [part.steps[at].get("press") for at in walk if "press" in part.steps[at]]
        for walk in short_evening.walks
    ]
    assert len(walked) > 2
    assert all(keys.count("OK") == 5 for keys in walked)
    tags = {step["tag"] for step in part.steps if "press" in step}
    assert tags >= {presses.LINE, presses.GAME, presses.VALUE, presses.AGAIN, presses.BACK}


def test_a_computer_listens_for_a_part_of_it(short_evening: Evening) -> None:
    typed = [step["type"] for step in short_evening.parts[0].steps if "type" in step]
    assert sum('"hello"' in each for each in typed) == 1
    assert sum('"alive"' in each for each in typed) >= 1


def test_another_seed_is_another_evening() -> None:
    orders = []
    for seed in (1, 1, 2):
        made = Evening.__new__(Evening)
        made.chance = evening.random.Random(seed)
        done: list[Any] = []
        made.play_script = lambda path, done=done: done.append(path.stem)  # type: ignore[method-assign]
        for part, _ in zip(made.parts_to_play(), evening.SCRIPTS, strict=False):
            part()
        orders.append(done)
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(evening.SCRIPTS)


def test_a_picture_that_may_differ_is_not_compared(short_evening: Evening) -> None:
    (part,) = short_evening.parts
    told = [{"step": number, "t": 100.0 * number} for number in range(len(part.steps))]
    for number, step in enumerate(part.steps):
        if "press" in step:
            at = told[number]["t"]
            edges = [{"key": step["press"], "down": down, "t": at + 10 + down} for down in (1, 0)]
            told += edges
        elif "type" in step:
            said = "heap 90000 120000\nmax free sz: 4000 "
            told.append({"said": said, "answered": True, "t": told[number]["t"] + 1})
    told.sort(key=lambda event: event["t"])
    dark = Session(part.steps, [*told, {"end": "played", "t": 100.0 * len(part.steps)}])
    found = evening.evaluate_session(short_evening, dark)
    assert found.pictures + found.aside == len(part.pictures)
    assert len(found.different) == found.pictures, "the panel is dark"
    assert {each.in_use for each in found.memory} == {90000}
    assert found.wrong == []


def make_answer(tag: str, last: float, first: float = 5.0, step: int = -1) -> Answer:
    return Answer(tag, "OK", False, True, first, last, 1, 0, 0.0, step)


def make_walk(roll: float, lines: int = 3) -> list[Answer]:
    return [
        make_answer(presses.GAME, 99.0),
        *[make_answer(presses.LINE, 10.0)] * lines,
        make_answer(presses.VALUE, roll),
    ]


GOOD = Played(
    [make_answer(presses.LINE, 30.0) for _ in range(10)],
    {7: "toy.form"},
    [make_walk(30.0)] * 10,
    [Memory("after 0 presses", limits.HEAP, limits.FREE, limits.BLOCK)],
    10,
    [],
    2,
    51,
    7,
    [],
    600.0,
)


def test_what_is_beyond_a_limit_is_told() -> None:
    assert evening.exceeded_limits(GOOD) == evening.find_faults(GOOD) == []
    slow = [make_answer(presses.LINE, 46.0), make_answer(presses.LINE, 46.0)]
    assert evening.exceeded_limits(replace(GOOD, answers=[*GOOD.answers, *slow])) == [presses.LINE]
    assert evening.exceeded_limits(
        replace(GOOD, answers=[*GOOD.answers, make_answer(presses.LINE, 101.0)])
    ) == [presses.LINE]
    ticks = replace(
        GOOD, answers=[*GOOD.answers, make_answer(presses.LINE, 900.0, step=8)], screens={8: "counters.timer"}
    )
    assert evening.exceeded_limits(ticks) == []
    late = [make_answer(presses.LINE, 60.0, first=51.0)]
    assert evening.exceeded_limits(replace(GOOD, answers=[*GOOD.answers, *late])) == [presses.FIRST]
    drifted = [make_walk(30.0)] * 7 + [make_walk(35.0)] * 3
    assert evening.exceeded_limits(replace(GOOD, walks=drifted)) == ["it gets slower"]
    longer = [make_walk(30.0)] * 7 + [make_walk(30.0, lines=9)] * 3
    assert evening.exceeded_limits(replace(GOOD, walks=longer)) == [], "more lines are no drift"
    full = Memory("", limits.HEAP + 1, limits.FREE - 1, limits.BLOCK - 1)
    assert evening.exceeded_limits(replace(GOOD, memory=[full])) == [
        "heap in use",
        "heap free",
        "largest free block",
    ]
    other = replace(GOOD, different=[Difference("x", b"", b"")], wrong=["begun anew 1 times"])
    assert evening.find_faults(other) == ["1 pictures are not the desk's", "begun anew 1 times"]


def test_the_slowest_press_of_a_kind_says_where_it_led() -> None:
    slow = [make_answer(presses.LINE, 31.0, step=7), make_answer(presses.OPENS, 12.0)]
    lines = evening.format_table(replace(GOOD, answers=[*GOOD.answers, *slow])).splitlines()
    assert f"| {presses.LINE} | 31 | toy.form | 0 |" in lines
    assert f"| {presses.OPENS} | 12 |  | 0 |" in lines


def test_the_table() -> None:
    lines = evening.format_table(GOOD).splitlines()
    assert f"| {presses.LINE} | 10 | 30 | 30 | 30 | 30 | ≤ 45 (100) |" in lines
    assert "| pictures that are the desk's | 10 of 10 | all |" in lines
    assert "| mean ms of a press in the same walk, by tenths | 20 20 20 20 20 20 20 20 20 20 |  |" in lines
    assert "| the last three walks to the first | 1.00 | ≤ 1.1 |" in lines
    assert "| erases of the flash; of one block, the most | 51; 7 |  |" in lines
