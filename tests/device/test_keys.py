"""The state machine of the keys, at times that the test sets.

Every test also runs across the wrap of the tick counter.
"""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.device.keys import (
    BACK,
    DOWN,
    HOLD,
    NOTHING,
    OK,
    PRESS,
    RELEASE,
    REPEAT,
    UP,
    Keys,
    Ring,
)

WRAP = 1 << 30


def diff(a, b):
    return (a - b + WRAP // 2) % WRAP - WRAP // 2


class Hand:
    """Presses keys of a machine that is polled every `every` ms."""

    def __init__(self, start, every=5, **settings):
        self.keys = Keys(**settings)
        self.every = every
        self.time = 0
        self.start = start
        self.mask = 0
        self.events = []  # each event is (ms since the start, key, kind, n)
        self.poll()

    def poll(self):
        now = (self.start + self.time) % WRAP
        found = self.keys.poll(self.mask, now, diff)
        self.events += [(self.time, *event) for event in found]
        return found

    def wait(self, ms):
        for _ in range(ms // self.every):
            self.time += self.every
            self.poll()

    def press(self, key, ms=60):
        self.mask |= key
        self.wait(ms)

    def release(self, key, ms=60):
        self.mask &= ~key
        self.wait(ms)

    def take_events(self):
        """Return (key, kind) of the events since the last call."""
        found = [event[1:3] for event in self.events]
        self.events = []
        return found


@pytest.fixture(params=[0, 123456, WRAP - 1, WRAP - 300, WRAP - 1200, WRAP // 2 - 100])
def hand(request):
    return Hand(request.param)


def test_tap(hand):
    hand.press(OK)
    assert hand.take_events() == [(OK, PRESS)]
    hand.release(OK)
    assert hand.take_events() == [(OK, RELEASE)]


def test_press_is_reported_at_the_first_poll(hand):
    hand.mask = UP
    assert hand.poll() == ((UP, PRESS, 1),)


def test_bounces_are_one_press_and_one_release(hand):
    for mask in (OK, 0, OK, 0, OK):
        hand.mask = mask
        hand.time += 3
        hand.poll()
    hand.press(OK)
    assert hand.take_events() == [(OK, PRESS)]
    for mask in (0, OK, 0, OK, 0):
        hand.mask = mask
        hand.time += 3
        hand.poll()
    hand.release(OK)
    assert hand.take_events() == [(OK, RELEASE)]


def test_a_tap_shorter_than_the_debounce_time_is_pressed_and_released(hand):
    hand.press(DOWN, 10)
    hand.release(DOWN)
    assert hand.take_events() == [(DOWN, PRESS), (DOWN, RELEASE)]


def test_contacts_that_bounce_for_20_ms_are_one_press_and_one_release(hand):
    for kind, end in ((PRESS, OK), (RELEASE, 0)):
        for at in range(0, 21, 2):  # eleven edges, 2 ms apart
            hand.mask = end ^ (OK if at % 4 else 0)
            hand.poll()
            hand.time += 2
        hand.mask = end
        hand.wait(100)
        assert hand.take_events() == [(OK, kind)]


def test_a_change_counts_25_ms_after_the_one_before_and_no_sooner(hand):
    hand.mask = OK
    hand.poll()
    hand.mask = 0
    hand.every = 1
    hand.wait(24)
    assert hand.take_events() == [(OK, PRESS)]
    hand.wait(1)
    assert hand.take_events() == [(OK, RELEASE)]


@pytest.mark.parametrize("key", [OK, BACK])
def test_hold_comes_once_and_the_release_after_it_is_silent(hand, key):
    hand.press(key, 3000)
    hand.release(key)
    assert [event[1:] for event in hand.events] == [(key, PRESS, 1), (key, HOLD, 1)]
    assert 600 <= hand.events[1][0] - hand.events[0][0] <= 605
    hand.take_events()
    hand.press(key)
    hand.release(key)
    assert hand.take_events() == [(key, PRESS), (key, RELEASE)]


def test_just_under_the_hold_time_is_a_tap(hand):
    hand.press(BACK, 595)
    hand.release(BACK)
    assert hand.take_events() == [(BACK, PRESS), (BACK, RELEASE)]


def test_hold_time_can_be_changed(hand):
    hand.keys.hold_ms = 1000
    hand.press(OK, 900)
    assert hand.take_events() == [(OK, PRESS)]
    hand.wait(200)
    assert hand.take_events() == [(OK, HOLD)]


def test_other_keys_are_ignored_while_one_is_held(hand):
    hand.press(BACK, 700)
    assert hand.take_events() == [(BACK, PRESS), (BACK, HOLD)]
    hand.press(UP, 1000)
    hand.release(UP)
    hand.press(OK, 1000)  # OK is still down when BACK is released
    hand.release(BACK)
    hand.wait(1000)
    hand.release(OK)
    assert hand.take_events() == []
    hand.press(OK)
    assert hand.take_events() == [(OK, PRESS)]


def test_a_key_that_was_down_before_the_hold_is_silenced_by_it(hand):
    hand.press(UP)
    hand.press(OK, 700)
    hand.release(UP)
    hand.release(OK)
    assert hand.take_events() == [(UP, PRESS), (OK, PRESS), (OK, HOLD)]


def test_two_taps_that_overlap(hand):
    hand.press(UP)
    hand.press(OK)
    hand.release(UP)
    hand.release(OK)
    assert hand.take_events() == [(UP, PRESS), (OK, PRESS), (UP, RELEASE), (OK, RELEASE)]


def test_repeat_grows_to_5_after_two_seconds_and_10_after_four(hand):
    hand.press(UP, 6000)
    start = hand.events[0][0]
    repeats = [(at - start, n) for at, _key, kind, n in hand.events if kind == REPEAT]
    assert repeats[0][0] == 400
    gaps = {later[0] - earlier[0] for earlier, later in itertools.pairwise(repeats)}
    assert gaps == {150}
    for at, n in repeats:
        assert n == (1 if at < 2000 else 5 if at < 4000 else 10)
    assert {n for _at, n in repeats} == {1, 5, 10}
    hand.take_events()
    hand.release(UP)
    assert hand.take_events() == [(UP, RELEASE)]
    hand.press(UP, 500)
    assert [event[3] for event in hand.events] == [1, 1], "the next hold starts at 1 again"


@pytest.mark.parametrize("repeat", [90, 150, 250])
def test_a_held_key_stops_at_every_number_up_to_seven(hand, repeat):
    """A player reaches each small number without overshooting it, at each repeat rate."""
    hand.keys.repeat_ms = repeat
    hand.press(UP, 3000)
    sums = list(itertools.accumulate(n for _at, _key, _kind, n in hand.events))
    assert sums[:7] == [1, 2, 3, 4, 5, 6, 7]
    seven = hand.events[7][0] - hand.events[6][0]
    assert seven >= repeat, "it is shown for as long as any other"


def test_repeat_rate_can_be_changed(hand):
    hand.keys.repeat_ms = 90
    hand.press(DOWN, 1000)
    assert len(hand.take_events()) == 1 + 7


def test_a_late_poll_gives_one_repeat_not_a_burst(hand):
    hand.press(UP, 450)
    hand.take_events()
    hand.time += 1700
    assert hand.poll() == ((UP, REPEAT, 5),)
    hand.time += 5
    assert hand.poll() == NOTHING


def test_keys_down_at_the_first_poll_are_stuck_until_released():
    keys = Keys()
    assert keys.poll(OK | UP, 100, diff) == NOTHING
    assert keys.stuck == OK | UP
    assert keys.poll(OK | UP, 5000, diff) == NOTHING
    # The other keys still work.
    assert keys.poll(OK | UP | DOWN, 5010, diff) == ((DOWN, PRESS, 1),)
    assert keys.poll(OK | UP, 5100, diff) == ((DOWN, RELEASE, 1),)
    assert keys.poll(UP, 5200, diff) == NOTHING
    assert keys.stuck == UP
    assert keys.poll(OK | UP, 5300, diff) == ((OK, PRESS, 1),)


@pytest.mark.parametrize("key", [UP, OK])
def test_a_key_that_something_lies_on_goes_silent_and_frees_the_others(hand, key):
    hand.press(key, 31000)
    assert hand.keys.stuck == key
    hand.take_events()
    hand.wait(5000)
    assert hand.take_events() == []
    hand.press(BACK)
    hand.release(BACK)
    assert hand.take_events() == [(BACK, PRESS), (BACK, RELEASE)]
    hand.release(key)
    assert hand.take_events() == []
    assert hand.keys.stuck == 0
    hand.press(key)
    assert hand.take_events() == [(key, PRESS)]


@pytest.mark.parametrize("key", [UP, OK])
@pytest.mark.parametrize("between", ["another key", "swallow", "another key held"])
def test_a_key_that_jams_is_found_whatever_else_is_pressed(hand, key, between):
    """A player may press other keys, as after a list that scrolls by itself."""
    since = hand.time + hand.every
    hand.press(key, 300)
    if between == "swallow":
        hand.keys.swallow()
    else:
        hand.press(DOWN, 1000 if between == "another key held" else 60)
        hand.release(DOWN)
    hand.take_events()
    hand.wait(since + 30_000 - hand.every - hand.time)
    assert hand.keys.stuck == 0
    hand.wait(hand.every)
    assert hand.keys.stuck == key
    hand.take_events()
    hand.press(BACK)
    hand.release(BACK)
    assert hand.take_events() == [(BACK, PRESS), (BACK, RELEASE)]
    hand.release(key)
    hand.press(key)
    assert hand.take_events() == [(key, PRESS)]


def test_swallow_silences_what_is_down_until_it_is_released(hand):
    hand.press(OK)
    hand.take_events()
    hand.keys.swallow()
    hand.wait(2000)
    hand.release(OK)
    assert hand.take_events() == []
    hand.press(OK)
    hand.release(OK)
    assert hand.take_events() == [(OK, PRESS), (OK, RELEASE)]


class Behind:
    """Pins and a clock: a ring with past edges, and `read` for the keys that are down."""

    def __init__(self, hand, *noted):
        self.hand = hand
        self.ring = Ring()
        for mask, time in noted:
            self.ring.add_mask(mask, time)
        self.diff = diff

    def fetch_change(self):
        more = self.ring.fetch_change()
        self.mask, self.time = self.ring.mask, self.ring.time
        return more

    def read(self):
        return self.hand.mask

    def ticks(self):
        return (self.hand.start + self.hand.time) % WRAP


@pytest.mark.parametrize("noted", [True, False])
def test_swallow_takes_in_what_was_pressed_since_the_last_poll(hand, noted):
    """`swallow` also drops edges for which the ring had no room."""
    hand.mask = OK
    hand.time += 500
    behind = Behind(hand, *[(OK, (hand.start + hand.time - 100) % WRAP)] * noted)
    hand.keys.swallow(behind, behind)
    hand.wait(2000)
    hand.release(OK)
    assert hand.take_events() == []
    hand.press(OK)
    assert hand.take_events() == [(OK, PRESS)]


def test_idle_polls_give_the_shared_empty_tuple(hand):
    hand.press(OK)
    hand.release(OK)
    assert hand.poll() is NOTHING
    assert hand.poll() is NOTHING


def test_six_days_without_a_poll_leave_no_key_locked(hand):
    """The times of old edges are dropped, so they cannot look recent after the wrap."""
    hand.press(OK)
    hand.release(OK)
    hand.take_events()
    hand.start += WRAP // 2 + 1000
    hand.press(OK)
    hand.release(OK)
    assert hand.take_events() == [(OK, PRESS), (OK, RELEASE)]


@given(
    start=st.integers(0, WRAP - 1),
    moves=st.lists(st.tuples(st.integers(0, 15), st.integers(1, 1500)), max_size=30),
)
def test_whatever_is_pressed_each_key_tells_a_sensible_story(start, moves):
    keys = Keys()
    time = start
    keys.poll(0, time % WRAP, diff)
    stories = {UP: "", DOWN: "", OK: "", BACK: ""}
    for mask, pause in [*moves, (0, 100), (0, 100)]:
        for _ in range(pause // 7 + 1):
            for key, kind, n in keys.poll(mask, time % WRAP, diff):
                stories[key] += " PRHE"[kind]
                assert n in ((1, 5, 10) if kind == REPEAT else (1,))
                if kind == HOLD:
                    assert key in (OK, BACK)
                if kind == REPEAT:
                    assert key in (UP, DOWN)
            time += 7
    assert keys.down == 0
    for story in stories.values():
        # PRESS comes first, then repeats or a hold. RELEASE is last, unless this key or another one has had a
        # hold.
        assert story == "" or story[0] == "P"
        for taps in story.split("P")[1:]:
            assert taps.strip("E") in ("", "R", "H")
            assert "E" not in taps.partition("R")[2]


# Events that an interrupt stores during a read.


def drain_ring(ring):
    found = []
    while ring.fetch_change():
        found.append((ring.mask, ring.time))
    return found


def test_the_ring_gives_back_in_order():
    ring = Ring()
    assert drain_ring(ring) == []
    for turn in range(5):
        noted = [(at % 16, 1000 * turn + at) for at in range(Ring.ROOM - 1)]
        for mask, at in noted:
            ring.add_mask(mask, at)
        assert drain_ring(ring) == noted
    assert drain_ring(ring) == []


def test_what_finds_no_room_is_lost_and_nothing_else():
    ring = Ring()
    for at in range(3 * Ring.ROOM):
        ring.add_mask(1, at)
    assert [at for _, at in drain_ring(ring)] == list(range(Ring.ROOM - 1))
    ring.add_mask(2, 7)
    assert drain_ring(ring) == [(2, 7)]


def test_six_taps_that_nobody_watched():
    ring = Ring()
    for tap in range(6):
        ring.add_mask(DOWN, 100 + 80 * tap)
        ring.add_mask(0, 140 + 80 * tap)
    keys = Keys()
    keys.poll(0, 0, diff)
    events = []
    while ring.fetch_change():
        events += keys.poll(ring.mask, ring.time, diff)
    events += keys.poll(0, 1000, diff)
    assert events == [(DOWN, PRESS, 1), (DOWN, RELEASE, 1)] * 6


@pytest.mark.parametrize(("held", "kind"), [(599, RELEASE), (600, HOLD), (900, HOLD)])
def test_a_key_held_while_nobody_watched(held, kind):
    """The release event has the time that the key was held."""
    keys = Keys()
    keys.poll(0, 0, diff)
    assert keys.poll(OK, 100, diff) == ((OK, PRESS, 1),)
    assert keys.poll(0, 100 + held, diff) == ((OK, kind, 1),)
    assert keys.poll(0, 2000, diff) == ()


def test_contacts_that_bounce_into_the_ring():
    keys = Keys()
    keys.poll(0, 0, diff)
    events = []
    for mask, at in ((UP, 50), (0, 51), (UP, 52), (0, 53), (UP, 55), (0, 120), (UP, 121), (0, 124)):
        events += keys.poll(mask, at, diff)
    events += keys.poll(0, 200, diff)
    assert events == [(UP, PRESS, 1), (UP, RELEASE, 1)]
