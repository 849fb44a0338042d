"""Sheets: bounds, atomic changes, and effects that can be copied in both directions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.rules.effects import pack_effects
from gobelet.rules.procedure import Refused
from gobelet.rules.sheet import Kind, State

FIELDS = {
    "player": (("pv", 0, 30, 10), ("wounds", 0, "pv", 0), ("gold", -50, 500, 3), ("mood", 1, 3, 2)),
    "table": (("turn", 0, 200, 1), ("step", -1, "turn", -1)),
}
PLAYER = Kind("player", 4, FIELDS["player"])
TABLE = Kind("table", 1, FIELDS["table"])
PLACES = [(kind, field[0]) for kind in FIELDS for field in FIELDS[kind]]


def fresh_state() -> State:
    return State((PLAYER, TABLE))


def all_values(state: State) -> list[list[int]]:
    return [list(sheet) for sheet in state.sheets]


@st.composite
def a_change(draw):
    kind, field = draw(st.sampled_from(PLACES))
    row = draw(st.integers(0, 3 if kind == "player" else 0))
    # Mostly plausible values, and now and then a value that no field accepts.
    value = draw(st.one_of(st.integers(-1, 12), st.integers(-60, 40), st.sampled_from([500, 501, -32768])))
    return kind, row, field, value


changes = st.lists(a_change(), max_size=8)


def check_bounds(values: dict[tuple[str, int, str], int]) -> bool:
    for kind in (PLAYER, TABLE):
        for row in range(kind.rows):
            for name, low, high, _ in FIELDS[kind.name]:
                top = high if isinstance(high, int) else values[kind.name, row, high]
                if not low <= values[kind.name, row, name] <= top:
                    return False
    return True


def as_dict(state: State) -> dict[tuple[str, int, str], int]:
    return {
        (kind.name, row, field): state.get(kind.name, row, field)
        for kind in (PLAYER, TABLE)
        for row in range(kind.rows)
        for field in kind.fields
    }


def test_a_kind_has_the_index_of_each_field():
    kind = Kind("counter", 3, (("value", 0, 9, 0), ("low", 0, 9, 0), ("high", 0, 9, 0)))
    state = State((kind,))
    assert state.get("counter", 1, "high") == 0
    assert kind.index == {"value": 0, "low": 1, "high": 2}
    for thing in (kind, state):
        with pytest.raises(AttributeError):
            thing.nothing  # noqa: B018
    with pytest.raises(KeyError):
        state.get("counter", 1, "nothing")


def test_starts_at_the_start_values():
    state = fresh_state()
    assert all_values(state) == [[10, 0, 3, 2] * 4, [1, -1]]
    assert state.kind("player") is PLAYER
    assert state.restart_changes() == []


@given(st.lists(changes, max_size=6))
def test_a_change_is_made_whole_or_refused_whole(rounds):
    """Compare with a plain dict: a change with an illegal value is refused and changes nothing."""
    state = fresh_state()
    for wanted in rounds:
        before = as_dict(state)
        arrays = all_values(state)
        after = dict(before)
        for kind, row, field, value in wanted:
            after[kind, row, field] = value
        try:
            effects = state.effects(wanted)
        except Refused as refused:
            assert refused.code == "SHEET"
            assert not check_bounds(after)
            why = refused.fields
            value = after[why["kind"], why["row"], why["field"]]
            assert not why["low"] <= value <= why["high"]
            assert all_values(state) == arrays
            continue
        assert check_bounds(after)
        assert all_values(state) == arrays, "checked, not made"
        state.apply(effects)
        assert as_dict(state) == after
        changed = {place for place in after if after[place] != before[place]}
        assert len(effects) == len(changed), "one effect for each value that moves"
        for k, row, f, old, new in effects:
            kind = (PLAYER, TABLE)[k]
            place = (kind.name, row, kind.fields[f])
            assert (before[place], after[place]) == (old, new)
        state.apply(effects, forward=False)
        assert all_values(state) == arrays
        state.apply(effects)
        assert as_dict(state) == after


@given(st.lists(changes, max_size=8))
def test_a_chain_of_effects_goes_back_in_one_call(rounds):
    """A joined transaction changes a field several times; its undo must restore the first old value."""
    state = fresh_state()
    start = all_values(state)
    chain = []
    for wanted in rounds:
        try:
            effects = state.effects(wanted)
        except Refused:
            continue
        state.apply(effects)
        chain.extend(effects)
    end = all_values(state)
    state.apply(chain, forward=False)
    assert all_values(state) == start
    state.apply(chain)
    assert all_values(state) == end


@given(changes)
def test_restart_goes_back_to_the_start(wanted):
    state = fresh_state()
    try:
        state.apply(state.effects(wanted))
    except Refused:
        return
    state.apply(state.effects(state.restart_changes()))
    assert all_values(state) == all_values(fresh_state())


def test_a_bound_that_is_a_field_is_checked_from_both_sides_and_after_all_changes():
    state = fresh_state()
    assert len(state.effects([("player", 0, "wounds", 10)])) == 1
    with pytest.raises(Refused) as above:
        state.effects([("player", 0, "wounds", 11)])
    assert above.value.fields == {"kind": "player", "row": 0, "field": "wounds", "low": 0, "high": 10}
    state.apply(state.effects([("player", 0, "wounds", 8)]))
    with pytest.raises(Refused) as below:
        state.effects([("player", 0, "pv", 7)])
    assert below.value.fields["field"] == "wounds"
    # The two changes are legal together, in either order.
    both = [("player", 0, "wounds", 20), ("player", 0, "pv", 25)]
    assert state.effects(both) == state.effects(both[::-1]) == [(0, 0, 0, 10, 25), (0, 0, 1, 8, 20)]


def test_the_first_refusal_in_table_order_is_told():
    wanted = [("table", 0, "turn", 999), ("player", 3, "gold", 999), ("player", 1, "mood", 9)]
    for order in (wanted, wanted[::-1]):
        with pytest.raises(Refused) as told:
            fresh_state().effects(order)
        assert (told.value.fields["row"], told.value.fields["field"]) == (1, "mood")


def test_the_last_of_two_values_for_one_field_counts():
    assert fresh_state().effects([("player", 0, "gold", 9), ("player", 0, "gold", 5)]) == [(0, 0, 2, 3, 5)]
    assert fresh_state().effects([("player", 0, "gold", 999), ("player", 0, "gold", 3)]) == []


@pytest.mark.parametrize(
    ("where", "error"),
    [
        (("player", 4, "pv"), IndexError),
        (("player", -1, "pv"), IndexError),
        (("player", 0, "luck"), KeyError),
        (("ship", 0, "pv"), KeyError),
    ],
)
def test_places_that_are_not_there(where, error):
    state = fresh_state()
    with pytest.raises(error):
        state.get(*where)
    with pytest.raises(error):
        state.effects([(*where, 1)])


def test_effects_of_a_larger_version_are_passed_over():
    state = fresh_state()
    start = all_values(state)
    beyond = [(2, 0, 0, 1, 2), (0, 4, 0, 1, 2), (0, 0, 4, 1, 2), (1, 0, 2, 1, 2)]
    for place in beyond:
        assert state.value(*place[:3]) is None
    state.apply(beyond)
    state.apply(beyond, forward=False)
    assert all_values(state) == start


def any_values(low: int, high: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(low, high), min_size=18, max_size=18)


@given(any_values(-600, 600))
def test_settle_makes_any_values_legal_and_leaves_legal_ones_alone(raw):
    state = fresh_state()
    for at in range(16):
        state.sheets[0][at] = raw[at]
    state.sheets[1][0], state.sheets[1][1] = raw[16:]
    before = as_dict(state)
    assert bool(state.clamp_rows()) == (not check_bounds(before))
    assert check_bounds(as_dict(state))
    assert not state.clamp_rows()
    for (kind, row, name), value in before.items():
        _, low, high, _ = next(f for f in FIELDS[kind] if f[0] == name)
        top = high if isinstance(high, int) else state.get(kind, row, high)
        assert state.get(kind, row, name) == max(low, min(top, value))


def test_settle_touches_only_the_rows_it_is_given():
    state = fresh_state()
    state.sheets[0][0] = state.sheets[0][4] = 99
    assert state.clamp_rows([(0, 1, 0, 99, 99), (9, 9, 9, 9, 9)]) == [(0, 1, 0, 99, 30)]
    assert (state.get("player", 0, "pv"), state.get("player", 1, "pv")) == (99, 30)


def test_a_field_without_any_legal_value_does_not_hang():
    state = State((Kind("odd", 1, (("top", 0, 5, 0), ("low", 2, "top", 2))),))
    state.clamp_rows()
    with pytest.raises(Refused):
        state.effects([("odd", 0, "top", 1)])


def test_values_as_bytes_come_back():
    kinds = (Kind("a", 3, (("x", 0, 9, 1), ("y", -5, "x", 0))), Kind("b", 1, (("z", 0, 30000, 7),)))
    state = State(kinds)
    state.apply([(0, 2, 0, 1, 8), (0, 2, 1, 0, -4), (1, 0, 0, 7, 29999)])
    other = State(kinds)
    data = state.dump()
    assert other.load_values(b"head" + data, 4) == 4 + len(data)
    assert other.sheets == state.sheets
    assert other.get("b", 0, "z") == 29999
    assert State(kinds).differences(state) == [(0, 2, 0, 1, 8), (0, 2, 1, 0, -4), (1, 0, 0, 7, 29999)]
    for length in range(len(data)):
        with pytest.raises((IndexError, ValueError)):
            State(kinds).load_values(data[:length])


def replay_effects(state: State, effects: list[tuple[int, ...]]) -> bool | None:
    packed = b"head" + pack_effects(effects)
    return state.replay(packed + b"tail", 4, len(packed))


def test_what_is_replayed_is_checked():
    kinds = (Kind("a", 2, (("x", 0, 9, 1), ("y", -5, "x", 0))),)
    state = State(kinds)
    assert replay_effects(state, [(0, 1, 0, 1, 5), (0, 1, 1, 0, 5)]) is True
    assert replay_effects(state, [(0, 1, 0, 5, 6), (0, 1, 0, 6, 7)]) is True, "one place twice"
    assert replay_effects(state, [(0, 0, 0, 3, 4)]) is False, "another value stood there"
    before = [list(sheet) for sheet in state.sheets]
    for effects in (
        [(0, 0, 0, 4, 10)],
        [(0, 1, 0, 7, 9), (0, 0, 0, 4, 10)],
        [(0, 0, 1, 0, -6)],
        [(0, 1, 0, 7, 4)],  # below the field that bounds it
        [(0, 0, 0, 4, 5), (0, 2, 0, 1, 1)],
        [(0, 0, 2, 0, 0)],
        [(1, 0, 0, 0, 0)],
    ):
        assert replay_effects(state, effects) is None
        assert [list(sheet) for sheet in state.sheets] == before


@given(
    st.lists(
        st.tuples(
            st.integers(0, 2), st.integers(0, 2), st.integers(0, 3), st.integers(-9, 11), st.integers(-9, 11)
        ),
        max_size=6,
    )
)
def test_what_is_replayed_is_what_effects_would_check(effects):
    """The replay checks each value: its place, its bounds, the old value, and at the end the rows."""
    kinds = (
        Kind("a", 2, (("x", 0, 9, 1), ("y", -5, "x", 0), ("w", -9, 11, -3))),
        Kind("b", 2, (("x", -9, 11, -9), ("y", -9, 11, 11))),
    )
    state = State(kinds)
    there = {(k, row, f): state.value(k, row, f) for k in range(3) for row in range(3) for f in range(4)}
    exact: bool | None = True
    for k, row, f, old, new in effects:
        low, high = kinds[k].field(f)[1:3] if there[k, row, f] is not None else (1, 0)
        if not low <= new <= (32767 if high == "x" else high):
            exact = None
            break
        exact = exact and there[k, row, f] == old
        there[k, row, f] = new
    if exact is not None and any(there[0, row, 1] > there[0, row, 0] for row in range(2)):
        exact = None
    before = [list(sheet) for sheet in state.sheets]
    assert replay_effects(state, effects) is exact
    if exact is None:
        assert [list(sheet) for sheet in state.sheets] == before
    else:
        assert all(state.value(*place) == value for place, value in there.items())


def test_values_of_as_many_in_another_shape_keep_their_row_and_field():
    """The values have three rows of two fields; the reading version has two rows of three."""
    before = State((Kind("seat", 3, (("pv", 0, 9, 1), ("coins", 0, 9, 1))),))
    for row in range(3):
        before.apply(((0, row, 0, 1, row + 2), (0, row, 1, 1, row + 5)))
    after = State((Kind("seat", 2, (("pv", 0, 9, 1), ("coins", 0, 9, 1), ("souls", 0, 9, 8))),))
    after.load_values(before.dump())
    assert all_values(after) == [[2, 5, 8, 3, 6, 8]]
    wide = State((Kind("seat", 2, (("pv", 0, 9, 1), ("coins", 0, 9, 1), ("souls", 0, 9, 8))),))
    narrow = State((Kind("seat", 3, (("pv", 0, 9, 1), ("coins", 0, 9, 1))),))
    wide.apply(((0, 0, 0, 1, 2), (0, 0, 1, 1, 3), (0, 1, 0, 1, 4), (0, 1, 1, 1, 5)))
    narrow.load_values(wide.dump())
    assert all_values(narrow) == [[2, 3, 4, 5, 1, 1]]
