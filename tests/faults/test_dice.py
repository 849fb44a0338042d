"""From random bytes to faces: exact for pairs of dice, and what the fairness screen thinks of bad sources."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.faults.dice import REFUSED, SOURCES, Shaker, condemned, good


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 100])
def test_every_pair_of_faces_is_reached_by_equally_many_pairs_of_bytes(sides: int) -> None:
    """All 65536 of them: where neither byte is refused, each pair of faces comes equally often, exactly."""
    faces = []
    for byte in range(256):
        given = [bytes([byte])]
        shaker = Shaker(lambda n, given=given: given.pop() if given else b"")
        try:
            faces.append(shaker.roll(sides))
        except OSError:
            assert byte >= 256 - 256 % sides, "only what is beyond the last multiple is refused"
    counts = Counter((a, b) for a in faces for b in faces)
    assert len(counts) == sides * sides
    assert set(counts.values()) == {(256 // sides) ** 2}


@pytest.mark.parametrize(
    ("name", "rolls"),
    [
        ("modulo bias, d100", 3000),
        ("a bit of each byte stuck at 1, d6", 600),
        ("the top bit stuck at 1, d20", 3000),
        ("a period of 1000 bytes, d20", 3000),
        ("one byte in four repeated, d6", 600),
        ("a block of 32 bytes repeated, d6", REFUSED),
        ("one byte for ever, d6", REFUSED),
    ],
)
def test_a_bad_source_is_caught_within_so_many_rolls(name: str, rolls: int) -> None:
    sides, make = SOURCES[name]
    found = condemned(make(), sides)
    assert found is not None and found <= rolls


@pytest.mark.parametrize("sides", [6, 20, 100])
def test_a_good_one_is_not(sides: int) -> None:
    assert condemned(Shaker(good()).roll, sides) is None
