"""Widgets: golden pictures of every scene, and properties of any content.

GOBELET_RECORD=1 records the pictures again. Look at the pictures before you commit them (`python -m
tests.ui.drawing.gallery OUT.png`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from gobelet.rules.dice import DROPPED, EXPLODED, HIT
from gobelet.ui.drawing import amounts
from gobelet.ui.drawing import widgets as w
from gobelet.ui.drawing.canvas import Canvas
from gobelet.ui.drawing.dice_row import dice_row
from tests.ui.drawing.gallery import lit_dots, new_canvas, picture_image
from tests.ui.drawing.scenes import SCENES, Chances, sum_of_dice

GOLDEN = Path(__file__).parent / "golden"

Dots = set[tuple[int, int]]

WORDS = st.text("abcdefghij éèàçœÉŒ’-0123456789", max_size=40)
SHORT = st.text("abcéŒ +−0123456789", max_size=6)


def draw_widget(draw: Callable[..., object], *args: object) -> tuple[Canvas, Dots]:
    c = new_canvas()
    draw(c, *args)
    return c, lit_dots(c)


def bounding_box(dots: Dots) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in dots], [y for _, y in dots]
    return min(xs), min(ys), max(xs), max(ys)


def rows_of(dots: Dots) -> tuple[int, int]:
    ys = [y for _, y in dots]
    return (min(ys), max(ys)) if ys else (0, 0)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_golden_picture(scene: Callable[..., None]) -> None:
    c = new_canvas()
    scene(c)
    path = GOLDEN / f"{scene.__name__}.png"
    now = picture_image(c.buffer)
    if os.environ.get("GOBELET_RECORD"):
        now.save(path, optimize=True)
    with Image.open(path) as kept:
        assert kept.tobytes() == now.tobytes(), f"{path.name} has changed"


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == {scene.__name__ for scene in SCENES}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_scenes_fit(scene: Callable[..., None]) -> None:
    c = new_canvas()
    scene(c)
    assert (c.clipped, c.shortened) == (0, 0)
    assert c.missing == (3 if scene.__name__ == "unknown_letters" else 0)


# Bands


@given(WORDS, SHORT)
def test_top_stays_in_its_rows(left: str, right: str) -> None:
    c, dots = draw_widget(w.top, left, right)
    assert rows_of(dots)[1] <= 7
    assert c.clipped == 0


def test_a_title_gives_up_its_french_before_it_is_cut() -> None:
    def title_words(left: str, right: str) -> tuple[str, int]:
        c, words = new_canvas(), []
        text = c.text
        c.text = lambda x, y, s, *more: (words.append(s), text(x, y, s, *more))[1]
        w.top(c, left, right)
        return words[-1], c.shortened

    assert title_words("Care [Soins]/0", "Alice") == ("Care [Soins]/0", 0)
    assert title_words("Care [Soins]/0", "Bérengère→Clotaire") == ("Care/0", 0)
    cut, shortened = title_words("Continuous aggression", "Bérengère→Clotaire")
    assert cut.endswith("…") and shortened == 1


def test_the_leader_parts_the_ends_of_a_band_without_touching_them() -> None:
    c = new_canvas()
    w.top(c, "Ile", "x")
    lit = lit_dots(c)
    dotted = [x for x in range(c.width("Ile"), 128 - c.width("x")) if (x, 4) in lit]
    assert len(dotted) > 25
    assert min(dotted) >= c.width("Ile") + 3
    assert max(dotted) <= 128 - c.width("x") - 3


@given(SHORT, SHORT, SHORT, st.sampled_from(("", "?", "?↶")))
def test_strip_stays_in_its_rows(left: str, ok: str, back: str, holds: str) -> None:
    c, dots = draw_widget(w.strip, left, ok, back, holds)
    assert not dots or rows_of(dots)[0] >= 56
    assert c.clipped == 0


def test_a_strip_whose_words_meet_is_counted() -> None:
    c, _ = draw_widget(w.strip, "↑↓ choisir une cible", "OK lancer les dés")
    assert c.clipped == 1


# Lists


@given(st.integers(0, 40), st.integers(0, 40), st.integers(1, 41), st.integers(1, 5))
def test_list_rows_shows_the_cursor_and_moves_little(first: int, cursor: int, count: int, seen: int) -> None:
    cursor = min(cursor, count - 1)
    now = w.list_rows(first, cursor, count, seen)
    assert now <= cursor < now + seen
    assert 0 <= now <= max(count - seen, 0)
    if first <= cursor < first + seen and first <= max(count - seen, 0):
        assert now == first


@given(st.lists(st.tuples(WORDS, SHORT, st.sampled_from((None, True, False))), max_size=6), st.integers(0, 5))
def test_rows_stay_in_the_middle_band(items: list[tuple[str, str, bool | None]], cursor: int) -> None:
    first = w.list_rows(0, cursor, len(items)) if items else 0
    c, dots = draw_widget(w.rows, items, cursor, first)
    assert not dots or (rows_of(dots)[0] >= 8 and rows_of(dots)[1] <= 55)
    assert c.clipped == 0
    if any(x < 7 and 8 <= y < 56 for x, y in dots):
        assert first <= cursor < len(items)


def test_the_cursor_costs_a_mark_and_a_rule_not_an_inverted_row() -> None:
    items = [("Trirème", ""), ("Mystria", ""), ("Trinités", "")]
    one, other = draw_widget(w.rows, items, 0, 0)[1], draw_widget(w.rows, items, 1, 0)[1]
    changed = one ^ other
    assert all(x < 8 or y in (23, 39) for x, y in changed)
    assert {(x, 23) for x in range(128)} <= one
    assert {(x, 39) for x in range(128)} <= other


def test_a_label_too_wide_for_its_row_is_whole_in_small_letters() -> None:
    c, _ = draw_widget(w.rows, [("Terrain difficile à traverser", "oui")], -1, 0)
    assert c.shortened == 0
    c, _ = draw_widget(w.rows, [("Terrain difficile à traverser avec les rames levées", "oui")], -1, 0)
    assert c.shortened == 1


def test_a_long_value_is_whole_where_a_small_label_leaves_room() -> None:
    c, _ = draw_widget(w.rows, [("Compétence", "Corps à corps")], -1, 0)
    assert c.shortened == 0
    c, _ = draw_widget(w.rows, [("Compétence", "Corps à corps et mêlée, à mains nues")], -1, 0)
    assert c.shortened == 1


def test_scrollbar_only_where_there_is_more() -> None:
    assert draw_widget(w.scrollbar, 0, 3, 3)[1] == set()
    tops = [rows_of(draw_widget(w.scrollbar, first, 3, 20)[1]) for first in range(18)]
    assert tops[0][0] == 8
    assert tops[17][1] == 55
    assert all(a <= b for a, b in pairwise(tops))


def test_lanes_are_centred() -> None:
    _, dots = draw_widget(w.lanes, 40, (("d4", "+2"), ("d6", "−1")))
    left, top, right, bottom = bounding_box(dots)
    assert abs(left - (127 - right)) <= 2
    assert top >= 40 and bottom <= 55


# Numbers and words


@pytest.mark.parametrize(
    ("text", "size"),
    [("7", 48), ("128", 48), ("−12", 48), ("Touché", 32), ("Immobilisé", 16), ("La victime choisit", 16)],
)
def test_big_takes_the_largest_size_and_the_middle(text: str, size: int) -> None:
    dots = draw_widget(w.draw_large, text)[1]
    assert w.draw_large(new_canvas(), text) == size
    left, top, right, bottom = bounding_box(dots)
    assert top >= 8 and bottom <= 55
    # The spacing inside the first and last glyph may differ by a dot or two.
    assert abs(left - (127 - right)) <= 3
    if size == 48:
        assert (top, bottom) == (9, 54) or text.startswith("−")


@given(WORDS, st.integers(8, 30), st.sampled_from((16, 34, 48)))
def test_big_stays_in_its_place(text: str, y: int, h: int) -> None:
    h = min(h, 56 - y)
    c = new_canvas()
    w.draw_large(c, text, y, h)
    dots = lit_dots(c)
    lines = list(c.wrap(text, 128, 8))
    if len(lines) * 8 <= h:
        assert not dots or (rows_of(dots)[0] >= y and rows_of(dots)[1] < y + h)
        assert c.clipped == 0


@given(st.integers(-999, 9999), st.integers(-999, 9999), SHORT.filter(lambda text: len(text) < 3))
def test_dial_shows_its_number_large(value: int, old: int, unit: str) -> None:
    c, dots = draw_widget(amounts.dial, value, -999, 9999, old, unit)
    assert c.clipped == 0
    assert rows_of(dots)[0] >= 8 and rows_of(dots)[1] <= 55
    # At least 32 rows in the middle have the digits, not only the scale at the right.
    digits = [y for x, y in dots if 20 < x < 100]
    assert max(digits) - min(digits) >= 31


def test_dial_moves_its_mark_from_bound_to_bound() -> None:
    def mark_row(value: int) -> int:
        return min(y for x, y in draw_widget(amounts.dial, value, 0, 20)[1] if x == 124)

    assert mark_row(20) == 8
    assert mark_row(0) == 52
    assert all(mark_row(n) <= mark_row(n - 1) for n in range(1, 21))


def test_dial_shows_what_the_number_was() -> None:
    plain = draw_widget(amounts.dial, 12, 0, 20, 12)[1]
    changed = draw_widget(amounts.dial, 12, 0, 20, 9)[1]
    assert not any(x < 10 for x, _ in plain)
    assert any(x < 10 for x, _ in changed)


def test_confirm_points_at_one_answer() -> None:
    no = draw_widget(amounts.confirm, "Effacer ?", "Non", "Oui", False)[1]
    yes = draw_widget(amounts.confirm, "Effacer ?", "Non", "Oui", True)[1]
    assert {(x, 55) for x in range(62)} <= no
    assert {x for x, y in yes if y == 55} == set(range(66, 128))
    assert {x for x, y in no if y == 55} == set(range(62))


@given(WORDS.filter(lambda text: len(text) < 33))
def test_confirm_keeps_the_question_above_the_answers(question: str) -> None:
    c = new_canvas()
    amounts.confirm(c, question, "", "", False)
    above = {(x, y) for x, y in lit_dots(c) if y < 40}
    c.clear()
    amounts.confirm(c, question, "Non", "Oui", True)
    assert {(x, y) for x, y in lit_dots(c) if y < 40} == above
    assert c.clipped == 0


@given(
    st.tuples(
        WORDS, st.integers(-99, 999), st.integers(0, 30), st.just(30), st.sampled_from(("", "−3", "+12"))
    ),
    st.tuples(WORDS, st.integers(-99, 999), st.integers(0, 6), st.just(6), st.sampled_from(("", "+1"))),
    st.sampled_from((None, 0, 1)),
)
def test_split_keeps_the_players_apart(left: tuple, right: tuple, active: int | None) -> None:
    c, dots = draw_widget(amounts.two_players, left, right, active)
    assert c.clipped == 0
    assert not any(x in (62, 63, 65) for x, _ in dots)
    assert rows_of(dots)[0] >= 8 and rows_of(dots)[1] <= 55
    # A change of one side leaves the other side unchanged.
    other = draw_widget(amounts.two_players, left, ("", 0, 0, 0, ""), active)[1]
    assert {dot for dot in dots if dot[0] < 62} == {dot for dot in other if dot[0] < 62}


@pytest.mark.parametrize("half", [0, 1])
def test_the_half_of_who_sits_opposite_stands_on_its_head(half: int) -> None:
    given = (("Camille", 24, 3, 6, "−3"), ("Émile", 7, 5, 6, ""), 0)
    _, plain = draw_widget(amounts.two_players, *given)
    c = new_canvas()
    c.turned = half
    amounts.two_players(c, *given)
    columns = range(66 * half, 66 * half + 62)
    ends = 2 * columns[0] + 61, 63  # the coordinates of a point and of its mirror image add up to these
    assert {dot for dot in lit_dots(c) if dot[0] in columns} == {
        (ends[0] - x, ends[1] - y) for x, y in plain if x in columns
    }
    assert {dot for dot in lit_dots(c) if dot[0] not in columns} == {
        dot for dot in plain if dot[0] not in columns
    }


def test_split_shows_32_px_numbers() -> None:
    _, dots = draw_widget(amounts.two_players, ("", 8, 0, 0, ""), ("", 8, 0, 0, ""))
    digits = [y for x, y in dots if x < 62]
    assert max(digits) - min(digits) == 31


@pytest.mark.parametrize(
    "message", ["Rien à annuler", "Annulé → Alix PV 12", "Annulé → Brune Zone en feu de l’action"]
)
def test_a_toast_takes_the_place_of_the_bands_and_covers_nothing_else(message: str) -> None:
    c = new_canvas()
    w.top(c, "Trinités", "Alix")
    w.rows(c, [("Alix", "12"), ("Brune", "3"), ("Côme", "7")], 0, 0)
    w.strip(c, "↑↓ choisir", "OK")
    before = {(x, y - 8) for x, y in lit_dots(c) if 8 <= y < 55}
    w.toast(c, message)
    over, dark = lit_dots(c), new_canvas()
    w.toast(dark, message)
    assert {(x, y) for x, y in over if y < 47} == before
    assert {(x, y) for x, y in over if y >= 47} == {(x, y) for x, y in lit_dots(dark) if y >= 47}
    assert {x for x, y in over if y == 47} == set()


def test_what_a_toast_says_behind_an_arrow_is_large_where_there_is_room() -> None:
    c = new_canvas()
    w.toast(c, "Annulé → Alix PV 12")
    words = {(x, y) for x in range(60, 124) for y in range(49, 63)} - lit_dots(c)
    assert max(y for _, y in words) - min(y for _, y in words) >= 10


def test_the_value_of_a_toast_too_wide_for_large_letters_is_large_beside_them() -> None:
    for message in ("Annulé → Vert But atteint non", "Annulé → Alix Corps à corps 0"):
        c = new_canvas()
        w.toast(c, message)
        value = message.rpartition(" ")[2]
        left = 126 - c.width(value, 16)
        words = {(x, y) for x in range(left, 126) for y in range(49, 63)} - lit_dots(c)
        assert max(y for _, y in words) - min(y for _, y in words) >= (9 if value[0].isdigit() else 7)
        assert {x for x in range(2, left - 4) for y in range(48, 64) if (x, y) not in lit_dots(c)}, (
            "and its words"
        )


def test_values_of_rows_that_are_marked_are_dark_on_light() -> None:
    plain, marked = new_canvas(), new_canvas()
    items = [("Rapidité", "5"), ("Force", "7")]
    w.rows(plain, items, 0, 0)
    w.rows(marked, items, 0, 0, marked=(1,))
    changed = lit_dots(plain) ^ lit_dots(marked)
    assert rows_of(changed) == (24, 38)
    assert min(x for x, _ in changed) > 100


# Amounts


@pytest.mark.parametrize(("now", "most"), [(0, 5), (5, 5), (3, 20), (20, 20)])
def test_pips_are_counted_by_eye(now: int, most: int) -> None:
    _, dots = draw_widget(amounts.pips, 0, 10, now, most)
    full = sum({(5 * at + 1, 12), (5 * at + 2, 12)} <= dots for at in range(most))
    assert full == now
    assert sum((5 * at, 10) in dots for at in range(30)) == most


def test_pips_beyond_twenty_are_a_bar_and_a_number() -> None:
    c, dots = draw_widget(amounts.pips, 0, 10, 22, 34)
    end = 128 - c.width("22/34")
    assert (0, 10) in dots
    assert {x for x, y in dots if y == 13 and 2 <= x < end - 5} == set(range(2, 2 + (end - 3 - 4) * 22 // 34))


def test_pips_about_to_go_are_neither_full_nor_empty() -> None:
    _, dots = draw_widget(amounts.pips, 0, 10, 4, 5, 128, 6, 2)
    each = [{(x - 5 * at, y) for x, y in dots if 5 * at <= x < 5 * at + 4} for at in range(5)]
    full, lost, empty = each[0], each[2], each[4]
    assert each[1] == full and each[3] == lost
    assert full > lost > empty


@given(st.integers(-5, 50), st.integers(0, 40))
def test_bar(part: int, whole: int) -> None:
    _, dots = draw_widget(amounts.bar, 10, 10, 44, 8, part, whole)
    inner = sum((x, 13) in dots for x in range(12, 52))
    assert inner == (40 * max(0, min(part, whole)) // whole if whole else 0)


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=300).filter(any), st.data())
def test_bars(weights: list[int], data: st.DataObject) -> None:
    cursor = data.draw(st.one_of(st.none(), st.integers(0, len(weights) - 1)))
    dots = draw_widget(amounts.bars, Chances(weights), 20, 30, cursor)[1]
    left, top, right, bottom = bounding_box(dots)
    assert bottom == 49
    assert top >= 20
    if cursor is None:
        assert top == 20  # the most likely amount uses the full height
    assert left >= 0 and right <= 127


def test_bars_show_the_rarest_outcome() -> None:
    _, dots = draw_widget(amounts.bars, Chances([1, 10**9, 0]), 20, 30)
    base = [x for x, y in dots if y == 49]
    third = len(base) // 3
    columns = [x for x, y in dots if y == 48]
    assert any(x < min(base) + third for x in columns)
    assert not any(x > max(base) - third for x in columns)


def test_bars_fill_the_column_under_the_cursor() -> None:
    weights = sum_of_dice(2, 6)
    counts = []
    for cursor in range(11):
        _, dots = draw_widget(amounts.bars, Chances(weights), 20, 30, cursor)
        counts.append([sum((x, y) in dots for y in range(20, 49)) for x in range(128)])
    # The middle of column 5 is full only if the cursor is on it.
    middle = 64
    assert counts[5][middle] == 29
    assert all(counts[at][middle] <= 2 for at in range(11) if at != 5)


# Dice


@given(
    st.lists(
        st.tuples(
            st.sampled_from((6, 20, 100)),
            st.integers(1, 6),
            st.sampled_from((0, DROPPED, EXPLODED, HIT, HIT | EXPLODED)),
        ),
        max_size=20,
    )
)
def test_dice_stay_in_their_row(dice: list[tuple[int, int, int]]) -> None:
    c, dots = draw_widget(dice_row, dice, 44)
    assert c.clipped == 0
    assert not dots or (rows_of(dots)[0] >= 43 and rows_of(dots)[1] <= 55)


@pytest.mark.parametrize("count", range(1, 21))
def test_every_die_is_shown_or_counted(count: int) -> None:
    dots = draw_widget(dice_row, [(6, 1)] * count, 20)[1]
    shown = sum({(x + dx, 20) for dx in range(1, 11)} <= dots and (x, 20) not in dots for x in range(117))
    if count <= 9:
        assert shown == count
    else:
        over = new_canvas()
        over.align_right(128, 23, f"+{count - shown}")
        assert lit_dots(over) <= dots


def test_a_success_is_light_and_a_dropped_die_has_no_square() -> None:
    plain, hit, dropped = (draw_widget(dice_row, [(6, 4, mark)], 20)[1] for mark in (0, HIT, DROPPED))
    assert len(hit) > 1.8 * len(plain) > 1.8 * len(dropped)
    assert not any((x, 20) in dropped and (x + 1, 20) in dropped for x in range(127))
