"""Verifiable rolls: the test vectors, and properties for any secret and number."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.rules.proof import (
    LENGTH,
    LETTERS,
    ProvenShaker,
    code,
    draw_secret,
    group_dice,
    receipt,
    shaker_of,
)
from gobelet.rules.shaker import BROKEN, Shaker
from host_tools import verify

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "proof.json").read_text())

secrets = st.text(LETTERS, min_size=LENGTH, max_size=LENGTH)
numbers = st.integers(0, 999)
positions = st.integers(0, 2**32 - 1)
sides = st.integers(2, 100)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['game']} {vector['position']}")
def test_a_vector(vector):
    shaker = ProvenShaker(vector["game"], vector["position"], vector["secret"], vector["number"])
    assert [shaker.roll(sides) for sides in vector["sides"]] == vector["faces"]
    assert code(vector["secret"], vector["game"], vector["position"]) == vector["code"]
    assert receipt(shaker, 4000) == vector["receipt"]


@given(secrets, positions, numbers, st.lists(sides, max_size=60), st.integers(0, 60))
def test_a_proof_gives_the_same_dice_and_goes_on_where_it_stood(secret, position, number, dice, half):
    whole = ProvenShaker("dice", position, secret, number)
    faces = [whole.roll(sides) for sides in dice]
    part = ProvenShaker("dice", position, secret, number)
    for each in dice[:half]:
        part.roll(each)
    again = shaker_of("dice", part.proof)
    assert again is not None and again.dice == part.dice
    for each in dice[half:]:
        again.roll(each)
    assert again.dice == whole.dice and [face for _, face in again.dice] == faces
    assert again.proof == whole.proof and len(whole.proof) <= 255


@given(secrets, positions, numbers, st.lists(sides, max_size=60), st.integers(40, 200))
def test_a_receipt_holds_what_others_need(secret, position, number, dice, room):
    shaker = ProvenShaker("trinytia", position, secret, number)
    for each in dice:
        shaker.roll(each)
    line = receipt(shaker, room)
    least = len(f"G1 trinytia {position} {number} {secret}") + 3
    assert len(line) <= max(room, least)
    read = verify.parse(line)
    assert (read.game, read.position, read.number, read.secret) == ("trinytia", position, number, secret)
    assert verify.code(read) == code(secret, "trinytia", position)
    if read.dice:
        assert [each for each, _ in read.dice] == dice
        assert verify.faces(read) == [face for _, face in shaker.dice]
        assert verify.verdict(read, code(secret, "trinytia", position)) is verify.Verdict.RIGHT


@given(secrets, positions, numbers, sides)
def test_each_block_gives_a_face_by_the_rejection_that_the_cup_has(secret, position, number, each):
    """The 32-byte blocks of the HMAC pass through the same dice cup as all other random bytes."""
    blocks = verify.Receipt("dice", position, number, secret, ())
    stream = verify.drawn_bytes(blocks)
    plain = Shaker(lambda n: bytes(next(stream) for _ in range(n)))
    shaker = ProvenShaker("dice", position, secret, number)
    assert [shaker.roll(each) for _ in range(50)] == [plain.roll(each) for _ in range(50)]
    assert shaker.rejected == plain.rejected


@pytest.mark.parametrize("each", [6, 20, 100])
def test_faces_over_secrets_are_even(each):
    """The chi-square of 6000 secrets is within 5 standard deviations of even faces; the seeds are fixed."""
    counts = Counter(ProvenShaker("dice", n, f"{n:016d}", n % 1000).roll(each) for n in range(6000))
    mean = 6000 / each
    chi = sum((counts[face] - mean) ** 2 / mean for face in range(1, each + 1))
    assert abs(chi - (each - 1)) < 5 * (2 * (each - 1)) ** 0.5


@given(secrets, positions, numbers)
def test_another_number_place_or_game_gives_other_bytes(secret, position, number):
    def bytes_of(game, position, number):
        stream = verify.drawn_bytes(verify.Receipt(game, position, number, secret, ()))
        return bytes(next(stream) for _ in range(32))

    found = {
        bytes_of("dice", position, number),
        bytes_of("dice", position, (number + 1) % 1000),
        bytes_of("dice", position ^ 1, number),
        bytes_of("trireme", position, number),
    }
    assert len(found) == 4
    assert code(secret, "dice", position) != code(secret, "dice", position ^ 1)


def test_a_secret_is_of_80_bits_and_every_letter_is_as_likely():
    shaker = Shaker(lambda n: bytes(range(0, 256, 256 // n))[:n])
    assert len(draw_secret(shaker.roll)) == LENGTH == 16
    assert len(set(LETTERS)) == 32
    faces = iter([*range(1, 33)])
    assert draw_secret(lambda sides: next(faces) if sides == 32 else 0) == LETTERS[:16]
    with pytest.raises(OSError, match=BROKEN):
        draw_secret(Shaker(lambda n: bytes(n)).roll)


@pytest.mark.parametrize(
    "proof",
    [
        b"",
        b"\0" * 21,
        b"\0" * 6 + b"\xff" * 16,
        *(b"\0" * 6 + b"0" * 16 + dice for dice in (b"\x01\x05", b"\x06")),
    ],
)
def test_what_is_no_proof(proof):
    assert shaker_of("dice", proof) is None


def test_more_kinds_of_dice_than_a_record_holds_leave_the_last_ones_out():
    shaker = ProvenShaker("dice", 1, "0" * 16, 1)
    for at in range(300):
        shaker.roll(4 + 2 * (at % 2))
    again = shaker_of("dice", shaker.proof)
    assert len(shaker.proof) <= 255 and again is not None
    assert again.dice == shaker.dice[: len(again.dice)] and len(again.dice) > 100
    assert receipt(shaker, 4000)[-1] == "." != receipt(again, 4000)[-1], "its receipt is not whole"
    assert verify.finding(verify.parse(receipt(again, 4000))) == "open"


def test_more_equal_dice_than_a_byte_counts():
    shaker = ProvenShaker("dice", 1, "0" * 16, 1)
    for _ in range(300):
        shaker.roll(6)
    again = shaker_of("dice", shaker.proof)
    assert again is not None and again.dice == shaker.dice


def test_dice_in_groups():
    dice = [(6, 1), (6, 2), (4, 3), (6, 4)]
    assert group_dice(dice) == [(6, 2, [1, 2]), (4, 1, [3]), (6, 1, [4])]
    assert group_dice([]) == []
