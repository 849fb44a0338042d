from __future__ import annotations

from gobelet.ui.drawing.canvas import Canvas
from simulator.board import open_asset
from simulator.recorder import Words, recording


def make_canvas() -> tuple[Canvas, Words]:
    words = Words()
    return recording(Canvas, words)(bytearray(1024), open_asset), words


def test_words_since_the_last_clear() -> None:
    c, words = make_canvas()
    c.text(0, 0, "avant")
    c.clear()
    c.text(0, 0, "Jet de")
    c.centre(20, "dés", 16)
    c.align_right(128, 40, "42", 32)
    assert words.strings == ["Jet de", "dés", "42"]
    assert words.has_text("Jet  de dés")
    assert not words.has_text("avant")


def test_words_are_found_as_they_are_read() -> None:
    c, words = make_canvas()
    c.align_right(128, 0, "7", 16)
    c.text(0, 16, "Bleu", 16)
    c.text(0, 4, "Rouge")
    assert words.has_text("7 Bleu")
    assert words.has_text("Rouge 7 Bleu")
    assert not words.has_text("Bleu 7")


def test_a_text_beyond_an_edge_is_noted_until_the_caller_clears_the_list() -> None:
    c, words = make_canvas()
    c.text(0, 0, "court")
    c.text(100, 16, "trop long")
    c.clear()
    assert words.clipped == ["trop long"]


def test_a_box_drawn_over_words_hides_them() -> None:
    c, words = make_canvas()
    c.text(0, 0, "title")
    c.text(0, 20, "under")
    c.box(20, 18, 100, 20)
    c.text(30, 22, "over")
    # The second text covers only the end of the first word.
    assert words.strings == ["title", "under", "over"]
    c.box(0, 18, 128, 20)
    c.text(20, 22, "message")
    assert words.strings == ["title", "message"]


def test_words_that_run_into_each_other() -> None:
    c, words = make_canvas()
    c.text(0, 0, "left")
    c.align_right(128, 0, "right")
    c.text(0, 14, "below")
    c.text(0, 21, "closer")  # the outer one or two rows of a letter are mostly empty
    assert words.overlapping_pairs() == []
    c.text(10, 3, "on top")
    assert words.overlapping_pairs() == [("left", "on top")]
    c.box(0, 0, 128, 40)
    c.text(20, 10, "a message")
    assert words.overlapping_pairs() == [], "what is under a message is not read"


def test_it_draws_what_the_canvas_draws() -> None:
    plain, (recorder, _) = Canvas(bytearray(1024), open_asset), make_canvas()
    for c in (plain, recorder):
        c.clear()
        end = c.text(3, 5, "même", 16)
        c.box(end, 5, 20, 20)
        c.fill(0, 40, 9, 9)
    assert plain.buffer == recorder.buffer
