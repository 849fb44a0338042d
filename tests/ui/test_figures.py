"""The sizes for numbers where memory is short."""

from __future__ import annotations

import pytest

from gobelet.ui.canvas import FIGURES
from tests.ui.gallery import new_canvas

TEXTS = ("7", "17", "−3", "0123456789", "3\u202f%", "1x", "", "xx")


@pytest.mark.parametrize("size", FIGURES)
def test_glyph_by_glyph_they_look_the_same(size: int) -> None:
    whole, short = new_canvas(), new_canvas()
    short.forget()
    for text in TEXTS:
        assert short.width(text, size) == whole.width(text, size)
        assert short.has(text, size) == whole.has(text, size)
        for y in (0, 3):
            for c in (whole, short):
                c.clear()
                c.text(5, y, text, size)
            assert bytes(short.buffer) == bytes(whole.buffer), text
    assert short.missing == whole.missing


def test_where_there_is_no_room_for_a_size_it_is_drawn_glyph_by_glyph(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole, short = new_canvas(), new_canvas()
    whole.text(5, 3, "17", 48)

    def full(*args: object) -> None:
        raise MemoryError

    monkeypatch.setattr(short, "_read", full)
    short.text(5, 3, "17", 48)
    assert bytes(short.buffer) == bytes(whole.buffer)
