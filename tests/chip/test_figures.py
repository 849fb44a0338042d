"""Figures and rows, computed from sessions that the tests define."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests import measured
from tests.chip import figures, flashing, limits
from tests.chip.__main__ import ALL, FLASHED, RESTARTED
from tests.chip.chip import Answer, Session, parse_events
from tests.chip.figures import Figure, MeasureError, Memory, Spread
from tests.chip.limits import Heap, Limit, Taps, Time
from tests.chip.scenario import AT_POWER_ON

STEPS = [
    {"settle": 250, "tag": "start"},
    {"press": "DOWN", "tag": "move", "held": False},
    {"press": "OK", "tag": "open", "held": False},
    {"press": "BACK", "tag": "undo", "held": True, "hold": 600},
]
PLACE, PIXELS = "000010b0", "40ff"
TOLD = [
    {"step": 0, "t": 0},
    {"wire": "008d14af", "to": 60, "from": 400, "t": 401},
    {"wire": PIXELS, "to": 60, "from": 500, "t": 513},
    {"step": 1, "t": 1000},
    {"key": "DOWN", "down": True, "t": 1010},
    {"wire": PLACE, "to": 60, "from": 1030, "t": 1031},
    {"wire": PIXELS, "to": 60, "from": 1031.5, "t": 1040},
    {"busy": 1011, "t": 1050},
    {"key": "DOWN", "down": False, "t": 1110},
    {"wire": PIXELS, "to": 60, "from": 1120, "t": 1130},
    {"step": 2, "t": 1500},
    {"key": "OK", "down": True, "t": 1510},
    {"key": "OK", "down": False, "t": 1600},
    {"wire": PIXELS, "to": 60, "from": 1620, "t": 1625},
    {"erase": 0, "length": 4096, "took": 45, "t": 1630},
    {"wire": PIXELS, "to": 60, "from": 1700, "t": 1720},
    {"step": 3, "t": 2000},
    {"key": "BACK", "down": True, "t": 2000},
    {"wire": PIXELS, "to": 60, "from": 2650, "t": 2660},
    {"key": "BACK", "down": False, "t": 2700},
    {"end": "played", "t": 3000},
]
SESSION = Session(STEPS, parse_events(json.dumps(event) for event in TOLD))


def test_what_follows_on_each_edge() -> None:
    start, move, down, up, undo = SESSION.answers()
    assert (start.tag, start.first, start.last) == ("start", 500, 513)
    # A key that acts on its press: the time ends with all work, and begins with the command that places the
    # bytes.
    assert (move.first, move.last, move.busy) == (20, 120, 39)
    assert move.bytes == 5 + 3 + 3
    # A key that acts on release has two edges; the first edge has no effect.
    assert (down.acts, down.first, down.last) == (False, None, None)
    assert (up.acts, up.first, up.last, up.erases) == (True, 20, 120, 1)
    # The first of two pictures ends before the longest silence.
    assert (move.paused, up.paused) == (30, 25)
    # A hold counts from the moment of its second meaning.
    assert (undo.held, undo.first, undo.last) == (True, 50, 60)


def test_the_pictures_when_a_step_begins() -> None:
    assert SESSION.pictures[1] != SESSION.pictures[0]
    assert SESSION.picture == SESSION.pictures.get(4, SESSION.picture)


def test_rows_of_the_keys() -> None:
    rows = (
        Time("a", "s", "move", Limit(100, 130)),
        Time("b", "s", "open move", Limit(130)),
        Time("c", "other", "move", Limit(1)),
    )
    found = figures.time_figures(rows, {"s": SESSION.answers()})
    assert [(f.what, f.spread.n, f.spread.median, f.is_met) for f in found] == [
        ("a", 1, 120, False),
        ("b", 2, 120, True),
    ]


def test_a_row_without_an_answer_is_no_row() -> None:
    silent = Session(STEPS[:2], parse_events(json.dumps(e) for e in TOLD if "wire" not in e))
    with pytest.raises(MeasureError, match="1 of 1 keys changed nothing"):
        figures.time_figures((Time("a", "s", "move", Limit(100)),), {"s": silent.answers()})
    with pytest.raises(MeasureError, match="no key is tagged nothing"):
        figures.time_figures((Time("a", "s", "nothing", Limit(100)),), {"s": silent.answers()})


def test_the_first_byte_after_any_edge() -> None:
    (found,) = figures.first_bytes({"s": SESSION.answers()})
    assert (found.spread.n, found.spread.worst) == (2, 20)  # the start and the hold are not counted
    assert found.is_met
    assert figures.first_bytes({}) == []


def test_a_key_that_is_down_at_power_on_has_a_row_of_its_own() -> None:
    down = Answer(AT_POWER_ON, "BACK", False, False, 140.0, 167.0, 1112, 0, 170.0)
    up = replace(down, acts=True, first=None, last=None)
    later = replace(down, tag="list", first=12.0, last=30.0)
    answers = {"s": [down, up, later]}
    (first,) = figures.first_bytes(answers)
    assert (first.spread.n, first.spread.worst) == (1, 12)
    (held,) = figures.held_at_power_on(answers)
    assert (held.spread.n, held.spread.worst, held.is_met) == (1, 167, True)
    assert figures.held_at_power_on({"s": [later]}) == []


def test_spreads() -> None:
    assert Spread.from_values([3, 1, 2, 10]) == Spread(4, 2, 10, 10)
    assert Spread.from_values(list(range(1, 101))) == Spread(100, 50, 90, 100)
    assert Spread.from_values([3, 1, 2, 10], more=True) == Spread(4, 3, 1, 1)
    assert Spread.from_values([5]).is_within(Limit(5, 5))
    assert not Spread.from_values([5]).is_within(Limit(None, 4))
    assert not Spread.from_values([5]).is_within(Limit(4))
    assert Spread.from_values([5]).is_within(Limit(10, 5), 1) and not Spread.from_values([5]).is_within(
        Limit(10, 5), 0.9
    )


def test_taps_are_counted_by_what_is_shown() -> None:
    pictures = [bytes([count]) for count in range(7)]
    row = Taps("six taps", "s")
    assert figures.tap_figure(row, pictures[6], pictures).is_met
    four = figures.tap_figure(row, pictures[4], pictures)
    assert (four.spread.worst, four.is_met) == (4, False)
    with pytest.raises(MeasureError, match="no number of taps"):
        figures.tap_figure(row, b"x", pictures)


SAID = """heap 100000 90000
stack: 500 out of 7936
GC: total: 192064, used: 100000, free: 92064
 No. of 1-blocks: 1, 2-blocks: 1, max blk sz: 264, max free sz: 2000
"""


def test_what_micropython_says_of_its_heap() -> None:
    assert figures.parse_memory("home", SAID) == Memory("home", 100000, 90000, 32000)
    with pytest.raises(MeasureError, match="home: MicroPython said 'Traceback'"):
        figures.parse_memory("home", "Traceback")


def test_rows_of_the_heap() -> None:
    found = figures.heap_figures(
        (Heap("home", "home"), Heap("dice", "dice"), Heap("none", "none")),
        [
            Memory("home", limits.HEAP + 1, limits.FREE, limits.BLOCK - 1),
            Memory("dice", limits.HEAP, limits.FREE, limits.BLOCK),
        ],
    )
    assert [(figure.what, figure.is_met) for figure in found] == [
        ("heap in use: home", False),
        ("heap in use: dice", True),
        ("heap free", True),
        ("largest free block", False),
    ]


def test_rows_of_the_loads() -> None:
    loads = [
        figures.parse_load("dice", "...\r\nload 99900 us\r\n"),
        figures.parse_load("toy", "load 100100 us\r\n"),
    ]
    found = figures.load_figures({"dice": "the dice", "toy": "a toy"}, loads)
    assert [(figure.what, figure.spread.worst, figure.is_met) for figure in found] == [
        ("the dice", 99.9, True),
        ("a toy", 100.1, False),
    ]
    with pytest.raises(MeasureError, match="dice: of its journal the device said 'Traceback'"):
        figures.parse_load("dice", "Traceback")


@pytest.mark.parametrize(
    ("figure", "row"),
    [
        (Figure("a", "ms", Spread(3, 8, 20, 25), Limit(10, 30)), "| a | ms | 3 | 8 | 20 | 25 | ≤ 10 (30) |"),
        (Figure("a", "ms", Spread(3, 11, 2, 3), Limit(10)), "| a | ms | 3 | 11 | 2 | 3 | ≤ 10, EXCEEDED |"),
        (Figure("a", "ms", Spread(1, 1, 1, 1)), "| a | ms | 1 | 1 | 1 | 1 |  |"),
        (Figure("a", "bytes", Spread(1, 9, 9, 9), Limit(None, 8)), "| a | bytes | 1 | 9 | 9 | 9 | ≤ (8), EXCEEDED |"),
        (Figure("a", "n", Spread(1, 9, 9, 5), Limit(None, 6), True), "| a | n | 1 | 9 | 9 | 5 | ≥ 6, EXCEEDED |"),
    ],
)  # fmt: skip
def test_a_row_of_the_table(figure: Figure, row: str) -> None:
    assert figures.format_row(figure) == row
    assert figures.format_table([figure]) == f"{figures.HEAD}\n{figures.RULE}\n{row}\n"


def test_what_is_near_its_limit() -> None:
    def is_near_limit(unit: str, value: float, least: bool = False) -> bool:
        return figures.single_figure("a", unit, value, Limit(100), least).is_near

    assert [is_near_limit("ms", value) for value in (84, 86, 101)] == [False, True, False]
    assert not is_near_limit("bytes", 99)
    assert not figures.single_figure("a", "ms", 99).is_near


def test_what_was_flashed() -> None:
    step = flashing.Step("onto", True, 11, 900, 32.6, "all is there")
    wrong = flashing.Step("cut", False, 3, 450, 9.2, "it says so")
    assert flashing.format_table([step, wrong]).splitlines()[2:] == [
        "| onto | 11 | 900 | 33 | all is there |",
        "| cut | 3 | 450 | 9 | WRONG, not: it says so |",
    ]


def test_the_tables_have_their_place() -> None:
    for marks in (ALL, RESTARTED, FLASHED):
        assert measured.text_between(*marks).strip().startswith("| ")
