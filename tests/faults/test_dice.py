"""From random bytes to faces; bad sources of entropy.

Pairs of dice are checked exactly. For bad sources, the verdict of the fairness screen is checked.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from simulator.board import VirtualBoard
from tests.faults.dice import (
    DICE,
    FACES,
    REFUSED,
    SOURCES,
    Read,
    Shaker,
    check_fairness,
    exceeded_limits,
    good_source,
    longest_run,
    occurrence_bounds,
    periodic_source,
    rolls_until_unfair,
    stuck_bit,
)
from tests.sweep import sample_cases

from gobelet.journal import journal  # isort: skip
from gobelet.games.dice.rules.notation import NotationError, parse  # isort: skip
from gobelet.games.dice.screens import throw  # isort: skip


def test_these_are_all_dice() -> None:
    """Each die can be rolled, and there is no other size."""
    shaker = Shaker(good_source())
    for sides in range(103):
        if sides in DICE:
            assert parse(f"d{sides}") and 1 <= shaker.roll(sides) <= sides
        else:
            with pytest.raises(NotationError):
                parse(f"d{sides}")
            with pytest.raises(ValueError, match="sides"):
                shaker.roll(sides)


@pytest.mark.parametrize("sides", DICE)
def test_every_face_is_reached_by_equally_many_bytes(sides: int) -> None:
    """Each roll takes a byte of its own, so each pair of faces is reached by equally many pairs of bytes."""
    faces = []
    for byte in range(256):
        given = [bytes([byte])]
        shaker = Shaker(lambda n, given=given: given.pop() if given else b"")
        try:
            faces.append(shaker.roll(sides))
        except OSError:
            assert byte >= 256 - 256 % sides, "only what is beyond the last multiple is refused"
    assert Counter(faces) == dict.fromkeys(range(1, sides + 1), 256 // sides)


@pytest.mark.parametrize(
    ("name", "rolls"),
    [
        ("modulo bias, d100", 3000),
        ("modulo bias, d20", 30000),
        ("a bit of each byte stuck at 1, d6", 600),
        ("the top bit stuck at 1, d20", 3000),
        ("a period of 1000 bytes, d20", 3000),
        ("one byte in four repeated, d6", 600),
        ("a block of 64 bytes repeated, d6", 600),
        ("a block of 32 bytes repeated, d6", REFUSED),
        ("one byte for ever, d6", REFUSED),
    ],
)
def test_a_bad_source_is_caught_within_so_many_rolls(name: str, rolls: int) -> None:
    sides, make = SOURCES[name]
    found = rolls_until_unfair(make(), sides)
    assert found is not None and found <= rolls


@pytest.mark.parametrize("sides", [6, 20, 100])
def test_a_good_one_is_not(sides: int) -> None:
    assert rolls_until_unfair(Shaker(good_source()).roll, sides) is None


@pytest.mark.sweep
@pytest.mark.parametrize("sides", sample_cases(DICE, 12))
def test_from_the_bytes_to_what_is_kept_and_shown(sides: int) -> None:
    """Follow bytes through the App: each becomes a face or is rejected; none is skipped or used twice.

    The faces in the journal and on the screen are these faces.
    """
    board = VirtualBoard()
    drawn = bytearray()
    source = random.Random(sides)

    def read(n: int) -> bytes:
        drawn.extend(block := source.randbytes(n))
        return block

    board.entropy.read = read  # type: ignore[method-assign]
    board.boot()
    board.choose_setting("taught", "yes")
    board.context.open("dice.home")
    board.run(100)
    faces: list[int] = []
    for number in range(15):
        dice = 20 if number else 1
        throw.roll_pool(board.context, parse(f"{dice}d{sides}"))
        board.run(1500)
        _, kind, payload = next(board.context.session.journal.newest_first())
        assert kind == journal.ROLL
        _, _, listed, path, note = journal.unpack_roll(payload)
        total = listed[0]
        assert len(path[0]) == dice and total == sum(path[0])
        assert str(total) in board.words.strings, (note, board.words.strings)
        faces += path[0]
    largest = 256 // sides * sides
    assert faces == [1 + byte % sides for byte in drawn if byte < largest][: len(faces)]


def test_bounds_are_exact() -> None:
    """Compare the bounds with the sum of all probabilities, as fractions."""
    for times, one_in, wrong in (
        (60, 6, Fraction(1, 1000)),
        (200, 100, Fraction(1, 50)),
        (40, 2, Fraction(1, 10**6)),
    ):
        chances = [
            Fraction(comb(times, k) * (one_in - 1) ** (times - k), one_in**times) for k in range(times + 1)
        ]
        least, most = occurrence_bounds(times, one_in, wrong)
        assert sum(chances[:least]) <= wrong < sum(chances[: least + 1])
        assert sum(chances[most + 1 :]) <= wrong < sum(chances[most:])
    assert longest_run(1000, 10, Fraction(1, 100)) == 5


@pytest.mark.sweep
def test_faces_pairs_and_runs_of_fixed_streams_are_within_exact_bounds() -> None:
    dice = sample_cases(DICE, 6)
    rolled, found = check_fairness((1,), dice)
    assert rolled == FACES * len(dice)
    assert found == []


def counting_source() -> Read:
    """Return a source each byte of which is one more than the byte before."""
    every = itertools.cycle(range(256))
    return lambda n: bytes(itertools.islice(every, n))


@pytest.mark.parametrize(
    ("read", "sides", "what"),
    [
        (stuck_bit(0), 6, "faces"),
        (periodic_source(96), 6, "pairs"),
        (counting_source(), 20, "repeated faces"),
    ],
)
def test_what_is_not_fair_leaves_them(read: Read, sides: int, what: str) -> None:
    roll = Shaker(read).roll
    assert what in str(exceeded_limits([roll(sides) for _ in range(FACES)], sides, True))
