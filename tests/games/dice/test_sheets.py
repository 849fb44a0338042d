"""Free dice: pools and names in the fields of a Sheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.dice.rules.notation import parse, write
from gobelet.games.dice.rules.sheets import (
    KINDS,
    POOL_FIELDS,
    PRESETS,
    WORDS,
    from_words,
    to_words,
)
from gobelet.rules.procedure import Refused
from gobelet.rules.sheet import State
from tests.games.dice.pools import POOLS


@given(POOLS)
def test_a_pool_comes_back_from_its_words(pool):
    try:
        words = to_words(pool)
    except Refused as refused:
        assert refused.code == "ROOM"
        return
    assert len(words) == WORDS + 1
    assert from_words(words) == pool


@given(POOLS)
def test_words_are_legal_values_of_both_kinds(pool):
    state = State(KINDS)
    try:
        words = to_words(pool)
    except Refused:
        return
    for kind, row in (("pool", 0), ("preset", PRESETS - 1)):
        state.apply(state.effects([(kind, row, f, w) for f, w in zip(POOL_FIELDS, words, strict=True)]))
        assert from_words([state.get(kind, row, field) for field in POOL_FIELDS]) == pool


@given(st.integers(-999, 999), st.lists(st.integers(0, 32767), min_size=WORDS, max_size=WORDS))
def test_damaged_words_never_give_an_illegal_pool(constant, words):
    pool = from_words([constant, *words])
    assert not pool[1] or parse(write(pool)) == pool


def test_a_new_device_has_two_dice_and_empty_presets():
    state = State(KINDS)
    assert write(from_words([state.get("pool", 0, field) for field in POOL_FIELDS])) == "2d6"
    assert from_words([state.get("preset", 0, field) for field in POOL_FIELDS]) == (0, ())
    assert PRESETS >= 12


def test_an_endless_explosion_is_31_of_five_bits():
    """Saved pools have 31 for an explosion without a limit."""
    assert to_words(parse("d6!"))[2] & 31 == 31
    assert to_words(parse("d6!3"))[2] & 31 == 3


def test_ten_runs_fit_and_eleven_do_not():
    sizes = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    text = "+".join(f"d{sides}" for sides in sizes[:10])
    assert from_words(to_words(parse(text))) == parse(text)
    with pytest.raises(Refused) as raised:
        to_words(parse(text + "+d12"))
    assert raised.value.code == "ROOM"


# Words that older devices wrote; their notation read d66 as a die of 66 sides. The missing words are 0.
SAVED = [
    ("d{1..66}", [0, 194]),
    ("2d{1..66}kh1+3", [3, 16706, 0, 21]),
    ("|d4-d{1..66}|", [0, 16516, 0, 63, 8386]),
    ("4d6kh3+2", [2, 16902, 0, 23]),
    ("5d10!>=8", [0, 17034, 31, 532]),
    ("5d10!!3r2>=8>>10", [0, 17034, 20547, 532, 0, 10]),
    ("20d6kl19", [0, 18950, 0, 1]),
    ("(2d6+d8)!p3kh2-999", [-999, 16646, 8195, 22, 8328]),
    ("4d{-1,0,1}", [0, 16899, 16384, 20, 0, 768, 2579, 2581]),
    ("3d{-20,99,0}kh2-d6", [0, 16771, 16384, 22, 0, 768, 15232, 2580, 4230]),
    ("3d20min3max15", [0, 16788, 16384, 20, 1923]),
    ("|d4-d6|", [0, 16516, 0, 63, 8326]),
    ("-20d100r99", [0, 23140, 3168, 20]),
    ("d6!20>=200>>200", [0, 16518, 16404, 12820, 0, 200]),
    ("10d{0,1,2,3,4,5,6,7,8,9}>=3", [0, 17674, 16384, 212, 0, 2560, 2708, 2966, 3224, 3482, 3740]),
]


@pytest.mark.parametrize(("text", "words"), SAVED, ids=[text for text, _ in SAVED])
def test_what_was_saved_before_is_what_it_was(text, words):
    """Later versions can read the bytes of any device.

    Pools keep every meaning that the notation still has.
    """
    whole = words + [0] * (WORDS + 1 - len(words))
    assert write(from_words(whole)) == text
    assert to_words(from_words(whole)) == whole


def test_sixty_dice_fit_whatever_is_asked_of_them():
    for text in ("60d6", "60d100kh30*100", "60d6dh20dl10+999", "30d66", "60d10x20>=9rr<=5<=3<<1"):
        assert from_words(to_words(parse(text))) == parse(text)
