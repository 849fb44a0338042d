from collections import Counter

import pytest

from gobelet.rules.shaker import Shaker


class Scripted:
    """A source that returns the bytes of a script, and records the requests."""

    def __init__(self, script):
        self.left = bytes(script)
        self.asked = []

    def read(self, n):
        self.asked.append(n)
        given, self.left = self.left[:n], self.left[n:]
        return given


@pytest.mark.parametrize("sides", range(2, 101))
def test_each_face_is_reached_by_equally_many_bytes(sides):
    shaker = Shaker(Scripted(range(256)).read)
    counts = Counter(shaker.roll(sides) for _ in range(256 - 256 % sides))
    assert set(counts) == set(range(1, sides + 1))
    assert set(counts.values()) == {256 // sides}
    with pytest.raises(OSError, match="entropy"):  # the shaker rejects the remaining bytes
        shaker.roll(sides)
    assert shaker.rejected == 256 % sides


def test_a_byte_above_the_last_multiple_is_refused_and_the_next_one_used():
    shaker = Shaker(Scripted([251, 252, 255, 253, 7]).read)
    assert shaker.roll(6) == 6  # 251 is the last byte that a d6 takes
    assert shaker.rejected == 0
    assert shaker.roll(6) == 2
    assert shaker.rejected == 3


def test_bytes_are_drawn_32_at_a_time_and_none_is_skipped():
    source = Scripted(range(100))
    shaker = Shaker(source.read)
    assert [shaker.roll(100) for _ in range(64)] == list(range(1, 65))
    assert source.asked == [32, 32]


def test_a_short_read_is_used_up():
    shaker = Shaker(lambda n: b"\x03")
    assert [shaker.roll(4) for _ in range(3)] == [4, 4, 4]


@pytest.mark.parametrize("sides", [-1, 0, 1, 101, 256])
def test_no_such_die(sides):
    with pytest.raises(ValueError, match="sides"):
        Shaker(Scripted(range(256)).read).roll(sides)


def test_a_stuck_source_ends_in_an_error():
    shaker = Shaker(lambda n: b"\xff" * n)
    with pytest.raises(OSError, match="entropy"):
        shaker.roll(6)


@pytest.mark.parametrize("sides", [2, 3, 6, 20, 100])
@pytest.mark.parametrize(
    "read",
    [
        lambda n: b"",
        lambda n: bytes(n),
        lambda n: b"\x07" * n,
        lambda n: bytes(range(n)),  # repeats the same block
    ],
)
def test_a_broken_source_rolls_no_die(sides, read):
    shaker = Shaker(read)
    rolled = []
    for _ in range(3):
        with pytest.raises(OSError, match="entropy"):
            while True:
                rolled.append(shaker.roll(sides))
    assert len(rolled) <= 32, "those of the first block, before it came again"


def test_a_source_that_raises_is_told_from_a_store_that_does():
    def raise_read_error(n):
        raise OSError(5)

    with pytest.raises(OSError, match="entropy"):
        Shaker(raise_read_error).roll(6)


def test_after_a_fault_it_draws_anew():
    script = [b"\x05" * 32, bytes(range(32))]
    shaker = Shaker(lambda n: script.pop(0))
    with pytest.raises(OSError, match="entropy"):
        shaker.roll(6)
    assert [shaker.roll(6) for _ in range(3)] == [1, 2, 3]
