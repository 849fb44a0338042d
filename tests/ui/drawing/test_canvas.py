"""The canvas: it draws a text at the right place, reports one that does not fit, and allocates nothing."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.ui.drawing.canvas import Canvas
from gobelet.ui.drawing.pixels import double
from host_tools.building import fonts
from host_tools.building.fonts import Rows
from tests.ui.drawing.gallery import assets, lit_dots, new_canvas, open_asset

CHARS = {size: "".join(fonts.read_font(size)) for size in fonts.SIZES}
SIZES = st.sampled_from(fonts.SIZES)


@st.composite
def draw_text(draw: st.DrawFn, most: int = 8) -> tuple[str, int]:
    size = draw(SIZES)
    return draw(st.text(CHARS[size], max_size=most)), size


def bounding_box(dots: set[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Return left, top, right, bottom; the last two are inclusive."""
    xs, ys = [x for x, _ in dots], [y for _, y in dots]
    return min(xs), min(ys), max(xs), max(ys)


def smooth_double(rows: Rows) -> Rows:
    """Return the glyph at twice its size with smooth edges, dot by dot.

    The Scale2x rule: a corner takes the colour of its two neighbours if they agree.
    """
    height, width = len(rows), len(rows[0])

    def is_lit(x: int, y: int) -> bool:
        return 0 <= x < width and 0 <= y < height and rows[y][x] == "#"

    doubled = []
    for y in range(height):
        upper, lower = "", ""
        for x in range(width):
            here = is_lit(x, y)
            up, down, left, right = is_lit(x, y - 1), is_lit(x, y + 1), is_lit(x - 1, y), is_lit(x + 1, y)
            corners = [here] * 4
            if up != down and left != right:
                corners = [
                    up if up == left else here,
                    up if up == right else here,
                    down if down == left else here,
                    down if down == right else here,
                ]
            upper += "".join(".#"[c] for c in corners[:2])
            lower += "".join(".#"[c] for c in corners[2:])
        doubled += [upper, lower]
    return tuple(doubled)


# Text


@pytest.mark.parametrize("size", fonts.SIZES)
def test_every_glyph_is_drawn_as_its_source_shows_it(size: int) -> None:
    for char, rows in fonts.read_font(size).items():
        c = new_canvas()
        after = c.text(3, 5, char, size)
        assert after == 3 + len(rows[0])
        drawn = {(3 + x, 5 + y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"}
        assert lit_dots(c) == drawn, f"U+{ord(char):04X} at {size}"


def test_words_at_32_are_the_16_px_letters_smoothly_doubled() -> None:
    c = new_canvas()
    after = c.text(0, 0, "Né", 32)
    x, drawn = 0, set()
    for char in "Né":
        rows = smooth_double(fonts.read_font(16)[char])
        drawn |= {(x + dx, y) for y, row in enumerate(rows) for dx, dot in enumerate(row) if dot == "#"}
        x += len(rows[0])
    assert (lit_dots(c), after) == (drawn, x)


def test_every_letter_is_doubled_alike_alone_and_between_others() -> None:
    for char, rows in fonts.read_font(16).items():
        if char in CHARS[32]:
            continue
        x, drawn = 0, set()
        for part in ("N", char, "é"):
            rows = smooth_double(fonts.read_font(16)[part])
            drawn |= {
                (x + dx, 3 + y) for y, row in enumerate(rows) for dx, dot in enumerate(row) if dot == "#"
            }
            x += len(rows[0])
        c = new_canvas()
        c.text(0, 3, f"N{char}é", 32)
        assert lit_dots(c) == {(x, y) for x, y in drawn if x < 128}, f"U+{ord(char):04X}"


def test_doubling_smooths_stairs_and_keeps_straight_lines() -> None:
    into = bytearray(8 * 16)
    strip = bytearray(256)
    strip[0:4] = b"\x0f\x0f\x0f\x0f"  # a square of 4 x 4 in the corner
    strip[8:11] = b"\x10\x20\x40"  # a stair
    double(strip, 16, into, 32)
    dots = {(x, y) for x in range(32) for y in range(32) if into[y // 8 * 32 + x] >> y % 8 & 1}
    square = {(x, y) for x, y in dots if x < 10}
    assert square == {(x, y) for x in range(8) for y in range(8)} - {(x, y) for x in (0, 7) for y in (0, 7)}
    stair = {(x - 16, y - 8) for x, y in dots - square}
    assert stair == {(y, x) for x, y in stair}
    assert stair > {(n, n) for n in range(6)}


def test_a_number_at_32_has_digits_of_its_own_even_after_a_word() -> None:
    c = new_canvas()
    c.text(0, 0, "Raté 3", 32)
    c.clear()
    assert c.text(0, 0, "3", 32) == 19
    assert bounding_box(lit_dots(c))[3] == 31


@given(draw_text())
def test_width_tells_what_is_lit_and_what_follows(drawn: tuple[str, int]) -> None:
    text, size = drawn
    c = new_canvas()
    after = c.text(0, 0, text, size)
    gap = 1 if size <= 24 else 2
    assert c.width(text, size) == (after - gap if text else 0)
    dots = lit_dots(c)
    if dots:
        _, _, right, bottom = bounding_box(dots)
        assert right <= max(c.width(text, size) - 1, 0)
        assert bottom < size
    assert c.missing == 0


@given(draw_text(), st.integers(0, 127), st.integers(0, 63))
def test_dark_on_light_is_the_exact_reverse(drawn: tuple[str, int], x: int, y: int) -> None:
    text, size = drawn
    one, other = new_canvas(), new_canvas()
    other.fill(0, 0, 128, 64)
    assert one.text(x, y, text, size) == other.text(x, y, text, size, 0)
    assert bytes(one.buffer) == bytes(byte ^ 0xFF for byte in other.buffer)


@given(draw_text(3), st.integers(-10, 120), st.integers(-10, 60))
def test_writing_adds_to_what_is_there(drawn: tuple[str, int], x: int, y: int) -> None:
    text, size = drawn
    alone, over = new_canvas(), new_canvas()
    alone.text(x, y, text, size)
    over.fill(10, 10, 40, 30)
    before = lit_dots(over)
    over.text(x, y, text, size)
    assert lit_dots(over) == lit_dots(alone) | before


@given(draw_text(4))
def test_centred_text_has_the_same_room_on_both_sides(drawn: tuple[str, int]) -> None:
    text, size = drawn
    c = new_canvas()
    wide = c.width(text, size)
    x = c.centre(0, text, size, 10, 120)
    if wide <= 110:
        assert abs((x - 10) - (120 - x - wide)) <= 1
    else:
        assert x == 10


def test_right_ends_left_of_its_column() -> None:
    for size in fonts.SIZES:
        c = new_canvas()
        x = c.align_right(100, 0, "48", size)
        assert x == 100 - c.width("48", size)
        assert 97 <= bounding_box(lit_dots(c))[2] <= 99


def test_an_unknown_character_is_a_hollow_box_and_counted() -> None:
    c = new_canvas()
    assert not c.has_glyphs("漢", 16)
    after = c.text(0, 0, "漢", 16)
    assert c.missing == 1
    assert after == c.width("漢", 16) + 1
    left, top, right, bottom = bounding_box(lit_dots(c))
    assert (right - left, bottom - top) == (7, 13)
    assert (4, 7) not in lit_dots(c)
    c.text(0, 20, "é", 8)
    assert c.missing == 1


@pytest.mark.parametrize(
    ("x", "y", "text", "size", "count"),
    [
        (0, 0, "Gobelet", 8, 0),
        (0, 56, "Gobelet", 8, 0),
        (0, 57, "Gobelet", 8, 1),
        (0, -1, "Gobelet", 8, 1),
        (-1, 0, "Gobelet", 8, 1),
        (0, 0, "M" * 21, 8, 0),
        (0, 0, "M" * 22, 8, 1),
        (0, 48, "Gobelet", 16, 0),
        (0, 49, "Gobelet", 16, 1),
        (0, 8, "1234", 48, 0),
        (0, 8, "12345", 48, 1),
        (200, 0, "", 8, 0),
    ],
)
def test_what_runs_over_an_edge_is_counted(x: int, y: int, text: str, size: int, count: int) -> None:
    c = new_canvas()
    c.text(x, y, text, size)
    assert c.clipped == count


def test_has() -> None:
    c = new_canvas()
    assert c.has_glyphs("Œuvre ½ ≥ 3 €", 8)
    assert c.has_glyphs("Œuvre ½ ≥ 3 €", 16)
    assert c.has_glyphs("Œuvre", 32)
    assert not c.has_glyphs("Œuvre", 48)
    assert c.has_glyphs("+12 − 3 × 4/5 %?!.,:½", 48)
    assert not c.has_glyphs("Ж", 8)


@pytest.mark.parametrize(
    ("text", "width", "size"),
    [
        ("128", 128, 48),
        ("128", 80, 32),
        ("Touché", 128, 32),
        ("Immobilisé", 128, 16),
        ("Surclassement", 60, 8),
        ("beaucoup trop long pour la place", 40, 8),
    ],
)
def test_fit(text: str, width: int, size: int) -> None:
    c = new_canvas()
    assert c.fitting_size(text, width) == size
    assert c.width(text, size) <= width or size == 8


def test_fit_uses_the_last_size_when_none_fits() -> None:
    assert new_canvas().fitting_size("123456789", 20, (48, 32)) == 32


@given(st.lists(st.text("abcdéèœw", min_size=1, max_size=7), max_size=12), st.sampled_from((8, 16)))
def test_wrap_loses_nothing_and_stays_within(words: list[str], size: int) -> None:
    c = new_canvas()
    lines = list(c.wrap(" ".join(words), 70, size))
    assert " ".join(lines) == " ".join(words)
    assert all(c.width(line, size) <= 70 for line in lines)
    # The first word of the next line had no room on this line.
    for line, following in pairwise(lines):
        assert c.width(line + " " + following.split(" ")[0], size) > 70
    assert c.shortened == 0


def test_wrap_keeps_newlines_and_non_breaking_spaces() -> None:
    c = new_canvas()
    assert list(c.wrap("un\ndeux", 128)) == ["un", "deux"]
    assert list(c.wrap("", 128)) == [""]
    assert list(c.wrap("aaa bbb\u00a0!", c.width("aaa bbb"))) == ["aaa", "bbb\u00a0!"]


def test_wrap_cuts_a_word_that_is_wider_than_the_line_and_counts_it() -> None:
    c = new_canvas()
    lines = list(c.wrap("anticonstitutionnellement", 40))
    assert "".join(lines) == "anticonstitutionnellement"
    assert all(c.width(line) <= 40 for line in lines)
    assert c.shortened == len(lines) - 1


@given(st.text("abcdé fgœ", max_size=30), st.integers(10, 128))
def test_shorten(text: str, width: int) -> None:
    c = new_canvas()
    short = c.shorten(text, width)
    if c.width(text) <= width:
        assert short == text
        assert c.shortened == 0
    else:
        assert c.width(short) <= width
        assert short.endswith("…")
        assert text.startswith(short[:-1])
        assert c.shortened == 1


# Shapes


def test_box_has_its_corners_off() -> None:
    c = new_canvas()
    c.fill(0, 0, 128, 64)
    c.box(10, 10, 12, 9)
    dark = {(x, y) for x in range(10, 22) for y in range(10, 19)} - lit_dots(c)
    inside = {(x, y) for x in range(11, 21) for y in range(11, 18)}
    assert dark == inside | {(10, 10), (21, 10), (10, 18), (21, 18)}
    c.clear()
    c.box(10, 10, 12, 9, 1)
    assert len(lit_dots(c)) == 12 * 9 - 4


@given(st.integers(-5, 130), st.integers(-5, 70), st.integers(0, 140), st.integers(0, 70))
def test_invert_turns_exactly_its_rectangle(x: int, y: int, w: int, h: int) -> None:
    c = new_canvas()
    c.text(20, 10, "Été 42", 16)
    before = lit_dots(c)
    c.invert(x, y, w, h)
    inside = {(i, j) for i in range(x, x + w) for j in range(y, y + h) if 0 <= i < 128 and 0 <= j < 64}
    assert lit_dots(c) == before ^ inside
    c.invert(x, y, w, h)
    assert lit_dots(c) == before


def test_dotted_lines_drawn_apart_agree() -> None:
    c = new_canvas()
    c.dots(1, 3, 60)
    c.dots(50, 3, 78)
    assert {x % 3 for x, _ in lit_dots(c)} == {0}
    assert max(x for x, _ in lit_dots(c)) <= 127


# Fonts


class CountingAssets:
    def __init__(self) -> None:
        self.opened: list[str] = []

    def __call__(self, name: str) -> io.BytesIO:
        self.opened.append(name)
        return open_asset(name)


def test_a_font_is_read_once_and_each_size_for_numbers_when_it_is_asked_for() -> None:
    assets = CountingAssets()
    c = Canvas(bytearray(1024), assets)
    c.text(0, 0, "Touché", 16)
    assert assets.opened == ["letters"]
    for size in (48, 32, 48):
        c.text(0, 0, "17", size)
    c.text(0, 0, "Touché", 32)
    assert assets.opened == ["letters", "figures", "figures"]


def test_a_damaged_font_is_noticed() -> None:
    with pytest.raises((ValueError, IndexError)):
        Canvas(bytearray(1024), lambda name: io.BytesIO(assets()[name][:4]))
