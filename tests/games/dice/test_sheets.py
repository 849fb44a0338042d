"""Free dice: pools and names in the fields of a Sheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.core.procedure import Refused
from gobelet.core.sheet import State
from gobelet.games.dice.rules.notation import parse, write
from gobelet.games.dice.rules.sheets import (
    KINDS,
    POOL_FIELDS,
    PRESETS,
    WORDS,
    from_words,
    to_words,
)
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
    """So it lies in what was saved."""
    assert to_words(parse("d6!"))[2] & 31 == 31
    assert to_words(parse("d6!3"))[2] & 31 == 3


def test_ten_runs_fit_and_eleven_do_not():
    sizes = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    text = "+".join(f"d{sides}" for sides in sizes[:10])
    assert from_words(to_words(parse(text))) == parse(text)
    with pytest.raises(Refused) as raised:
        to_words(parse(text + "+d12"))
    assert raised.value.code == "ROOM"
