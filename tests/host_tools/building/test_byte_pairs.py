"""Byte pair encoding, host_tools/building/byte_pairs.py.

tests/host_tools/building/test_texts.py decodes the result.
"""

from __future__ import annotations

from gobelet.words.texts import _STACK, decode
from host_tools.building import byte_pairs


def read_text(stand_for: bytes, codes: bytes) -> str:
    text = bytearray(decode(codes + b"\0", 0, stand_for, b""))
    assert decode(codes + b"\0", 0, stand_for, text) == len(text)
    return text.decode()


def test_pairs_that_are_found_often_become_one_code() -> None:
    stand_for, codes = byte_pairs.encode(["abab", "ab ab", "b"])
    # Codes 1 to 3 are bytes. Pair 4 occurs four times; a pair that occurs once is not replaced.
    assert stand_for == b" \0a\0b\0" + bytes((2, 3))
    assert codes == [bytes((4, 4)), bytes((4, 1, 4)), bytes((3,))]


def test_no_texts_and_empty_ones() -> None:
    """A game's file of texts may be empty, or have a key without a text."""
    assert byte_pairs.encode([]) == (b"", [])
    assert byte_pairs.encode(["", ""]) == (b"", [b"", b""])


def test_codes_are_no_deeper_than_the_decoder_s_stack() -> None:
    assert len(_STACK) == byte_pairs.DEEPEST
    # The second code of each pair is the first code found after its first one, so the pairs nest to the
    # right.
    letters = "".join(chr(0x100 + number) for number in range(60))
    texts = [letters[number:] for number in range(60)] * 4
    stand_for, codes = byte_pairs.encode(texts)
    assert [read_text(stand_for, each) for each in codes] == texts
    assert max(map(len, codes)) < 20


def test_every_byte_of_utf8_leaves_codes_for_pairs() -> None:
    texts = [
        chr(number) * 3
        for number in (*range(0x800), *range(0x800, 0xD800, 64), *range(0x10000, 0x110000, 4096))
    ]
    stand_for, codes = byte_pairs.encode(texts)
    assert len(stand_for) == 2 * 255
    assert [read_text(stand_for, each) for each in codes] == texts
