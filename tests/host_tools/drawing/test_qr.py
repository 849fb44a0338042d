"""QR codes, compared with those of other programs for the same text."""

from __future__ import annotations

import pytest

from host_tools.drawing import qr

# From ISO/IEC 18004, annex I: the codewords of "01234567" in version 1, level M.
DATA = [0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, *[0xEC, 0x11] * 5]
CORRECTION = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]


def test_the_codewords_of_the_standard() -> None:
    assert qr.correction(DATA, 10) == CORRECTION


@pytest.mark.parametrize(
    ("text", "version"), [("HELLO", 1), ("https://example.org/gobelet/", 3), ("x" * 60, 4), ("é" * 53, 6)]
)
def test_a_code_can_be_read_back(text: str, version: int) -> None:
    rows = qr.grid(text)
    size = len(rows)
    assert size == 17 + 4 * version
    bits = sum(rows[y][x] << at for at, ((x, y), _) in enumerate(qr.format_modules(size)))
    assert bits == sum(rows[y][x] << at for at, (_, (x, y)) in enumerate(qr.format_modules(size)))
    level, mask = divmod((bits ^ 0x5412) >> 10, 8)
    assert level == qr.LEVEL_M
    fixed = qr.fixed_modules(version, size)
    free = [place for place in qr.snake(size) if place not in fixed]
    stream = "".join("01"[rows[y][x] ^ (qr.MASKS[mask](x, y) == 0)] for x, y in free)
    words = [int(stream[at : at + 8], 2) for at in range(0, len(stream) - 7, 8)]
    sizes, _ = qr.BLOCKS[version]
    blocks: list[list[int]] = [[] for _ in sizes]
    for at in range(sum(sizes)):
        blocks[at % len(sizes)].append(words[at])
    plain = "".join(f"{byte:08b}" for block in blocks for byte in block)
    length = int(plain[4:12], 2)
    assert plain[:4] == "0100"
    assert bytes(int(plain[12 + 8 * at : 20 + 8 * at], 2) for at in range(length)).decode() == text


def test_a_text_that_is_too_long() -> None:
    with pytest.raises(ValueError, match="too long"):
        qr.grid("x" * 200)
