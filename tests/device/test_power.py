"""Power states, battery level and the choice of sleep, with times and readings from the test."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.device.power import (
    AWAKE,
    AWAKE_MS,
    CURVES,
    DIM,
    OFF,
    SAMPLES,
    SHIFTS,
    SLICE_MS,
    Battery,
    Gauge,
    Power,
    parse_curve,
    percent_at,
    sleeper,
)

WRAP = 1 << 30
STARTS = [0, WRAP - 1, WRAP - 60000]


def diff(a, b):
    return (a - b + WRAP // 2) % WRAP - WRAP // 2


class Watch:
    def __init__(self, start, **settings):
        self.power = Power(**settings)
        self.start = start
        self.time = 0
        self.changes = []
        self.power.update_state(self.now(), diff)

    def now(self):
        return (self.start + self.time) % WRAP

    def wait(self, ms, every=100, lit=False):
        for _ in range(ms // every):
            self.time += every
            change = self.power.update_state(self.now(), diff, lit)
            if change is not None:
                self.changes.append((self.time, change))

    def touch(self):
        return self.power.register_key(self.now(), diff)


@pytest.mark.parametrize("start", STARTS)
def test_dims_then_goes_dark(start):
    watch = Watch(start, dim_ms=30000, off_ms=150000)
    watch.wait(200000)
    assert watch.changes == [(30000, DIM), (150000, OFF)]
    assert watch.power.state == OFF
    assert not watch.power.is_dim


@pytest.mark.parametrize("start", STARTS)
def test_a_key_puts_it_off(start):
    watch = Watch(start)
    for _ in range(20):
        watch.wait(29000)
        assert watch.touch()
    assert watch.changes == []


@pytest.mark.parametrize("start", STARTS)
def test_the_picture_moves_every_two_minutes_until_a_key_comes(start):
    watch = Watch(start, dim_ms=None, off_ms=None)
    seen = []
    for _ in range(6100):
        watch.time += 100
        if watch.power.shift_picture(watch.now(), diff):
            seen.append((watch.time, SHIFTS[watch.power.shift]))
    assert seen == [(120100 + 120000 * n, SHIFTS[(n + 1) % 4]) for n in range(5)]
    assert watch.touch() and SHIFTS[watch.power.shift] == (0, 0)
    watch.time += 119900
    assert not watch.power.shift_picture(watch.now(), diff)
    watch.time += 100
    assert watch.power.shift_picture(watch.now(), diff) and SHIFTS[watch.power.shift] == (0, 1)


def test_a_key_that_wakes_a_dark_panel_puts_the_picture_back():
    watch = Watch(0, dim_ms=None, off_ms=150000)
    assert not watch.power.shift_picture(watch.now(), diff)
    watch.time = 130000
    assert watch.power.shift_picture(watch.now(), diff) and watch.power.shift
    watch.wait(WRAP // 2 // 1000 * 1000, every=1000)  # longer than `diff` can measure
    assert not watch.touch() and not watch.power.shift
    watch.time += 1000
    assert not watch.power.shift_picture(watch.now(), diff)


def test_a_key_on_a_dimmed_panel_counts():
    watch = Watch(0)
    watch.wait(40000)
    assert watch.power.is_dim
    assert watch.touch()
    watch.wait(100)
    assert watch.changes == [(30000, DIM), (40100, AWAKE)]


def test_the_key_that_wakes_a_dark_panel_is_swallowed_and_those_with_it():
    watch = Watch(0)
    watch.wait(200000)
    watch.changes = []
    assert not watch.touch()
    assert not watch.touch(), "two keys in one poll"
    watch.wait(100)
    assert watch.changes == [(200100, AWAKE)]
    assert not watch.touch(), "a second finger of the same hand"
    watch.wait(200)
    assert watch.touch()
    assert watch.touch()


@pytest.mark.parametrize(
    ("dim", "off", "changes"),
    [
        (None, None, []),
        (1000, None, [DIM]),
        (None, 2000, [OFF]),
        (2000, 2000, [OFF]),
        (3000, 2000, [OFF]),
    ],
)
def test_never_and_odd_orders(dim, off, changes):
    watch = Watch(0, dim_ms=dim, off_ms=off)
    watch.wait(10000)
    assert [change for _at, change in watch.changes] == changes


@pytest.mark.parametrize(
    ("dim", "off", "changes"),
    [(3000, 5000, [DIM]), (None, 5000, []), (5000, 2000, [DIM]), (2000, 2000, [DIM])],
)
def test_dims_but_does_not_go_dark_while_there_is_something_to_watch(dim, off, changes):
    watch = Watch(WRAP - 4000, dim_ms=dim, off_ms=off)
    watch.wait(60000, lit=True)
    assert [change for _at, change in watch.changes] == changes
    watch.wait(off - 100)
    assert watch.power.state != OFF, "the time to darkness begins when there is nothing more to watch"
    watch.wait(100)
    assert watch.power.state == OFF


def test_lit_for_longer_than_ticks_can_tell():
    watch = Watch(0, dim_ms=30000, off_ms=60000)
    watch.wait(WRAP, every=60000, lit=True)
    assert watch.changes == [(60000, DIM)]


def curve_points(curve):
    numbers = iter(parse_curve(curve))
    return list(zip(numbers, numbers, strict=True))


@pytest.mark.parametrize("kind", sorted(CURVES))
def test_curves_fall(kind):
    curve = curve_points(CURVES[kind])
    assert curve[0][1] == 100
    assert curve[-1][1] == 0
    for above, below in itertools.pairwise(curve):
        assert above[0] > below[0]
        assert above[1] > below[1]


@pytest.mark.parametrize("kind", sorted(CURVES))
@given(millivolts=st.integers(0, 6000))
def test_level_is_a_percentage_and_never_falls_as_the_voltage_rises(kind, millivolts):
    percent = percent_at(parse_curve(CURVES[kind]), millivolts)
    assert 0 <= percent <= 100
    assert percent <= percent_at(parse_curve(CURVES[kind]), millivolts + 1)


@pytest.mark.parametrize("kind", sorted(CURVES))
def test_level_meets_the_points_of_the_curve(kind):
    for millivolts, percent in curve_points(CURVES[kind]):
        assert percent_at(parse_curve(CURVES[kind]), millivolts) == percent
    assert percent_at(parse_curve(CURVES["lipo"]), 3750) == 35


class Supply:
    def __init__(self, millivolts, usb=False):
        self.mv = millivolts
        self.usb = usb

    def millivolts(self):
        return self.mv

    def has_usb_power(self):
        return self.usb


def test_battery_does_not_flicker():
    supply = Supply(3800)
    battery = Battery(supply, "lipo")
    assert battery.percent() == 50
    supply.mv = 3805
    assert battery.percent() == 50
    supply.mv = 3790
    assert battery.percent() == 47
    supply.mv = 3800
    assert battery.percent() == 50, "a rise of 3 is believed"


def test_battery_on_usb_or_of_unknown_kind_has_no_level():
    supply = Supply(3800)
    battery = Battery(supply, "lipo")
    battery.percent()
    supply.usb = True
    supply.mv = 4900
    assert battery.percent() is None
    supply.usb = False
    supply.mv = 4150
    assert battery.percent() == 100, "charged meanwhile"
    assert Battery(supply, None).percent() is None


def test_gauge_averages_the_converter():
    readings = iter([24800, 24900] * (SAMPLES // 2))
    gauge = Gauge(lambda: next(readings), 3, 250, lambda: True)
    assert gauge.millivolts() == 24850 * 9900 // 65535 + 250 == 4003
    assert gauge.has_usb_power() is True


# Sleeping.


class Sleeps:
    """Records the sleeper's actions.

    `usb(n)`, `pressed(n)` and `noted(n)` define the state after n sleeps.
    """

    def __init__(self, usb=lambda n: False, pressed=lambda n: 0, noted=lambda n: False):
        self.done = []
        self.sleep = sleeper(
            lambda ms: self.done.append(("pause", ms)),
            lambda ms: self.done.append(("light", ms)),
            lambda: usb(len(self.done)),
            lambda: pressed(len(self.done)),
            lambda: noted(len(self.done)),
        )


def test_a_short_wait_is_a_pause():
    s = Sleeps()
    s.sleep(5)
    s.sleep(0)
    assert s.done == [("pause", 2), ("pause", 2), ("pause", 1)]


def test_a_key_that_was_noted_ends_a_pause():
    s = Sleeps(noted=lambda n: n >= 3)
    s.sleep(10)
    assert s.done == [("pause", 2)] * 3


def test_a_long_wait_is_slices_of_light_sleep():
    s = Sleeps()
    s.sleep(250)
    assert s.done == [("light", SLICE_MS), ("light", SLICE_MS), ("light", 50)]


def test_never_light_while_usb_is_there():
    """Sleeps are also short, because Gobelet polls the USB port."""
    s = Sleeps(usb=lambda n: True)
    s.sleep(5000)
    assert s.done == [("pause", 2)] * (AWAKE_MS // 2)


def test_usb_plugged_in_between_slices_is_noticed():
    s = Sleeps(usb=lambda n: n >= 2)
    s.sleep(500)
    assert s.done == [("light", 100), ("light", 100)] + [("pause", 2)] * (AWAKE_MS // 2)


def test_a_key_ends_the_sleep():
    s = Sleeps(pressed=lambda n: 4 if n >= 3 else 0)
    s.sleep(5000)
    assert s.done == [("light", 100)] * 3


def test_so_does_one_that_was_let_go_within_a_slice():
    s = Sleeps(noted=lambda n: n >= 2)
    s.sleep(5000)
    assert s.done == [("light", 100)] * 2


def test_a_key_that_is_stuck_lets_it_sleep():
    s = Sleeps(pressed=lambda n: 4)
    s.sleep(300)
    assert s.done == [("light", 100)] * 3


@given(ms=st.integers(0, 3000))
def test_sleeps_as_long_as_asked(ms):
    s = Sleeps()
    s.sleep(ms)
    assert sum(slept for _how, slept in s.done) == ms
