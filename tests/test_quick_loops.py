"""The fast loops for drawing and sending in most tests: they give the same results as the firmware's loops."""

from __future__ import annotations

import sys
from array import array
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gobelet.journal import records
from gobelet.memory.modules import ModuleCache
from gobelet.ui.drawing.canvas import Canvas
from gobelet.words.texts import Texts
from simulator.board import open_asset
from tests import quick_loops

lay, changed, ends, written, loaded, set_starts, decode, _ = (own for _, own, _ in quick_loops.LOOPS)
SIZES = (8, 16, 17, 24, 32, 48)
TEXTS = st.one_of(
    st.text(st.sampled_from("aW10éÉ€…−×→ \N{NO-BREAK SPACE}ラ\0"), max_size=14),
    st.text(st.characters(max_codepoint=0x2300, exclude_categories=["Cs"]), max_size=6),
)


@pytest.fixture(scope="module")
def fonts() -> dict[int, object]:
    canvas = Canvas(bytearray(1024), open_asset)
    for size in SIZES:
        canvas.text(0, 0, "0", size)
    return {size: font for size, font in canvas._fonts.items() if font is not None}


@given(
    text=TEXTS,
    size=st.sampled_from(SIZES),
    written=st.booleans(),
    room=st.one_of(st.just(65535), st.integers(0, 140)),
    x=st.integers(-140, 140),
    y=st.integers(-60, 70),
    ink=st.integers(0, 1),
    ground=st.randoms(use_true_random=False),
)
@example(text="Tri'Nytia", size=16, written=True, room=65535, x=3, y=5, ink=1, ground=None)
def test_a_text_is_laid_alike(
    fonts: dict[int, object],
    text: str,
    size: int,
    written: bool,
    room: int,
    x: int,
    y: int,
    ink: int,
    ground: object,
) -> None:
    before = ground.randbytes(1024) if ground else bytes(1024)
    slow, fast = bytearray(before), bytearray(before)
    font = fonts.get(size) or fonts[16]
    given_ = (text, font, room, size if written else 0)
    assert quick_loops.lay_text(*given_, fast, x, y, ink) == lay(*given_, slow, x, y, ink)
    assert fast == slow


PAGES = st.lists(st.integers(0, 2), min_size=128, max_size=128)


@given(
    old=PAGES,
    changes=st.dictionaries(st.integers(0, 127), st.integers(0, 255), max_size=9),
    every=st.booleans(),
)
@example(old=[0] * 128, changes={127: 1}, every=False)
@example(old=[0] * 128, changes={0: 1, 5: 1, 11: 1}, every=False)
@pytest.mark.parametrize("left", [0, 2])
def test_a_page_is_sent_alike(left: int, old: list[int], changes: dict[int, int], every: bool) -> None:
    new = bytearray(old)
    for at, value in changes.items():
        new[at] = value
    done = []
    for act in (changed, quick_loops.copy_changed_span):
        shown, place, data = bytearray(old), bytearray(4), bytearray(129)
        steps = []
        at = 0
        while span := act(
            memoryview(new), memoryview(shown), at, every and not at, left, place, memoryview(data)
        ):
            steps.append((span, bytes(place), bytes(data[: span >> 8]), bytes(shown)))
            at = span & 0xFF
        assert shown == new
        done.append(steps)
    assert done[0] == done[1]


@given(
    payloads=st.lists(st.binary(max_size=9), max_size=6),
    move=st.integers(0, 70000),
    most=st.integers(0, 7),
    damage=st.dictionaries(st.integers(0, 40), st.integers(0, 255), max_size=2),
    lost=st.integers(0, 5),
)
@example(payloads=[b"a", b"bc"], move=0, most=7, damage={}, lost=0)
def test_records_end_alike(
    payloads: list[bytes], move: int, most: int, damage: dict[int, int], lost: int
) -> None:
    data = bytearray()
    for payload in payloads:
        records.append_record(data, move + len(data), 7, payload)
    for at, value in damage.items():
        if at < len(data):
            data[at] = value
    del data[len(data) - min(lost, len(data)) :]
    assert quick_loops.valid_ends(data, 0, move, most) == ends(data, 0, move, most)


@given(
    data=st.lists(st.sampled_from((0, 254, 255)), max_size=12).map(bytes),
    begin=st.integers(0, 12),
    end=st.integers(0, 12),
)
def test_what_is_written_ends_alike(data: bytes, begin: int, end: int) -> None:
    end = min(end, len(data))
    assert quick_loops.data_end(data, begin, end) == written(data, begin, end)


def test_the_modules_of_games_are_found_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = ModuleCache(lambda: None)
    assert quick_loops.loaded_paths(modules) == loaded(modules) == []
    for path in ("gobelet.games.planted", "gobelet.gamesplanted", "planted.gobelet.games.planted"):
        monkeypatch.setitem(sys.modules, path, ModuleType(path))
    assert quick_loops.loaded_paths(modules) == loaded(modules) == ["gobelet.games.planted"]
    monkeypatch.delitem(sys.modules, "gobelet.games.planted")
    assert quick_loops.loaded_paths(modules) == loaded(modules) == []
    for gone, come in (("gobelet.gamesplanted", "gobelet.games.a"), ("gobelet.games.a", "gobelet.games.b")):
        monkeypatch.delitem(sys.modules, gone)
        monkeypatch.setitem(sys.modules, come, ModuleType(come))  # as many modules as before
        assert quick_loops.loaded_paths(modules) == loaded(modules) == [come]


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("starts", [(), (7,), (-3, 0, 32000)])
def test_the_rows_of_a_sheet_start_alike(starts: tuple[int, ...], rows: int) -> None:
    limits = array("h", [bound for start in starts for bound in (-32000, 32001, start)])
    done = []
    for act in (set_starts, quick_loops.set_starts):
        values = array("h", [5] * (len(starts) * rows))
        act(values, limits, len(starts))
        done.append(values)
    assert done[0] == done[1] == array("h", starts * rows)


@pytest.mark.parametrize("room", [0, 1, 5, 200])
def test_a_text_is_decoded_alike(room: int) -> None:
    _, file, codes, _, starts, begin = Texts(open_asset, "fr")._open[0]
    number = max(range(len(starts) - 1), key=lambda at: starts[at + 1] - starts[at])
    file.seek(begin + starts[number])
    bucket = file.read(starts[number + 1] - starts[number])
    found = set()
    for place in [0, *(at + 1 for at in range(len(bucket) - 5) if not bucket[at])]:
        lengths, decoded = set(), set()
        for act in (decode, quick_loops.decode, quick_loops.decode):
            text = bytearray(b"\xff" * room)
            lengths.add(act(bucket, place + 3, codes, text))
            decoded.add(bytes(text))
        assert len(lengths) == len(decoded) == 1
        found |= decoded
    assert len(found) > 1 or not room


def test_tests_of_these_loops_keep_the_firmware_s() -> None:
    def current_functions() -> list[object]:
        return [getattr(place, own.__name__) for place, own, _ in quick_loops.LOOPS]

    try:
        quick_loops.choose_loops("tests/ui/drawing/test_canvas.py::test_x", False)
        assert current_functions() == [own for _, own, _ in quick_loops.LOOPS]
        for test, sweep in (
            ("tests/games/dice/test_screens.py::test_x", False),
            ("tests/ui/drawing/test_canvas.py::test_x", True),
        ):
            quick_loops.choose_loops(test, sweep)
            assert current_functions() == [fast for _, _, fast in quick_loops.LOOPS]
    finally:
        quick_loops.choose_loops("tests/test_quick_loops.py", False)
