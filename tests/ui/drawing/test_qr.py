"""The device's QR codes, compared module by module with the computer's encoder and with the standard's sizes."""

from __future__ import annotations

import pytest

from gobelet.ui.drawing import qr
from host_tools.drawing import qr as desk


def dark_modules(rows: list[int]) -> list[list[bool]]:
    return [[bool(row >> x & 1) for x in range(len(rows))] for row in rows]


@pytest.mark.parametrize("length", [0, 1, 13, 14, 18, 26, 34, 42])
@pytest.mark.parametrize("letter", ["a", "é", "0"])
def test_the_same_modules_as_the_desk_draws_at_level_m(letter: str, length: int) -> None:
    text = (letter * length).encode()[:length].decode(errors="ignore")
    assert dark_modules(qr.code(text.encode())) == desk.grid(text)


@pytest.mark.parametrize(("length", "size"), [(0, 21), (17, 21), (18, 25), (32, 25), (33, 29), (qr.MOST, 29)])
def test_the_smallest_version_that_holds_a_text(length: int, size: int) -> None:
    rows = qr.code(b"x" * length)
    assert len(rows) == size
    assert all(0 <= row < 1 << size for row in rows)


def test_a_text_that_is_too_long() -> None:
    with pytest.raises(ValueError, match="53"):
        qr.code(b"x" * (qr.MOST + 1))
