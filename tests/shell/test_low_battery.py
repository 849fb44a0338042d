"""A low battery: the gauge, the warning, the remaining hours, and the shutdown.

In these tests a player uses the device.
"""

import pytest

from simulator.board import VirtualBoard
from simulator.clock import PERIOD, VirtualClock
from simulator.keys import BACK, OK, UP
from tests.toy_game.plugin import Toy

MINUTE = 60_000
SLOW = 100  # ms
# A LiPo cell's voltage by percent.
MILLIVOLTS = {
    60: 3850,
    40: 3765,
    31: 3734,
    27: 3720,
    20: 3697,
    15: 3680,
    12: 3643,
    10: 3618,
    5: 3529,
    4: 3503,
    2: 3455,
}


def falls(toy, percent, minutes=1):
    """Let the battery discharge without presses.

    Ten passes a second are enough: an evening on a Pico has two million passes.
    """
    toy.gauge.usb = False
    toy.gauge.mv = MILLIVOLTS[percent]
    for _ in range(0, minutes * MINUTE - SLOW, SLOW):
        toy.app.step()
        toy.clock.advance(SLOW)
    toy.run(SLOW)


@pytest.fixture
def awake(toy):
    toy.app.device.power.off_ms = None
    return toy


class TestTheGauge:
    def test_it_is_in_every_header_below_30_percent(self, awake):
        awake.game()
        awake.down()
        awake.form("blow")
        falls(awake, 31)
        assert not awake.reads("%")
        falls(awake, 27)
        assert awake.reads("27 %")

    def test_where_the_header_has_the_charge_already_it_is_there_once(self, awake):
        falls(awake, 27)
        assert awake.words.strings.count("27 %") == 1

    def test_usb_takes_it_away_at_once(self, awake):
        awake.form("blow")
        falls(awake, 27)
        awake.gauge.usb = True
        awake.run(100)
        assert not awake.reads("27 %")
        awake.gauge.usb = False
        awake.run(MINUTE)
        assert awake.reads("27 %")

    def test_a_little_noise_does_not_make_it_come_and_go(self, awake):
        awake.form("blow")
        for noise in (0, 9, -3, 8, 2):
            awake.gauge.mv = MILLIVOLTS[27] + noise
            awake.run(MINUTE)
            assert awake.app.canvas.gauge


class TestTheWord:
    def test_it_comes_once_flashes_and_goes_by_itself(self, awake):
        awake.form("blow")
        under = awake.ids
        falls(awake, 15)
        assert awake.ids == [*under, None]
        assert awake.reads("15 %")
        seen = set()
        for _ in range(20):
            awake.run(100)
            seen.add(awake.panel.picture()[64 * 8 :].count(0) > 256)
        assert seen == {True, False}, "light and dark"
        awake.run(6000)
        assert awake.ids == under
        falls(awake, 12, 3)
        assert awake.ids == under
        assert awake.reads("12 %")

    def test_it_comes_again_after_a_charge(self, awake):
        falls(awake, 15)
        awake.ok()
        awake.gauge.usb = True
        awake.run(MINUTE)
        falls(awake, 15)
        assert awake.reads("15 %")
        assert awake.ids[-1] is None

    @pytest.mark.parametrize("key", [OK, BACK])
    def test_a_key_takes_it_away_and_does_nothing_else(self, awake, key):
        awake.form("blow")
        under = awake.ids
        falls(awake, 15)
        awake.run(1000)
        awake.press(key)
        assert awake.ids == under
        assert awake.context.session.last_roll() is None

    def test_an_undo_is_done_under_it(self, awake):
        awake.game()
        awake.context.session.change([("char", 0, "wounds", 3)])
        falls(awake, 15)
        awake.undo()
        assert awake.get("char", 0, "wounds") == 0
        assert awake.ids[-1] is not None

    def test_a_restart_in_the_middle_shows_what_was_below_and_says_it_again(self, awake):
        awake.form("blow")
        under = awake.ids
        awake.run(500)
        falls(awake, 15)
        awake.pull()
        awake.run(1000)
        assert awake.ids == [*under, None]
        awake.ok()
        assert awake.ids == under

    def test_in_the_dark_it_waits_for_the_light(self, toy):
        toy.run(200_000)
        assert toy.panel.dark
        falls(toy, 15, 5)
        assert toy.panel.dark
        toy.press(UP)
        toy.run(500)
        assert toy.reads("15 %")


@pytest.fixture
def charged(awake):
    awake.gauge.usb = True
    awake.run(MINUTE)
    falls(awake, 60)
    return awake


class TestHoursLeft:
    def left(self, toy):
        return toy.context.device.remaining_time()

    def test_nothing_is_said_before_it_has_fallen(self, charged):
        falls(charged, 60, 30)
        assert self.left(charged) == ""
        falls(charged, 40)
        assert self.left(charged) == "50 min"

    def test_nothing_is_said_after_a_few_minutes(self, charged):
        falls(charged, 60)
        falls(charged, 40, 5)
        assert self.left(charged) == ""

    def test_by_how_it_fell(self, charged):
        falls(charged, 60, 39)
        falls(charged, 40)  # 20 % in 40 minutes: the 35 % above the limit last 70
        assert self.left(charged) == "1 h 10"
        falls(charged, 20)
        assert self.left(charged) == "10 min"
        charged.ok()
        charged.gauge.usb = True
        charged.run(MINUTE)
        assert self.left(charged) == ""
        falls(charged, 60, 3)
        assert self.left(charged) == "", "it begins anew"

    def test_an_evening(self, charged):
        for percent in (60, 60, 60, 60, 60, 40):
            falls(charged, percent, 59)
        assert self.left(charged) == "10 h"

    def test_it_is_said_with_the_word_and_on_the_page_of_the_device(self, charged):
        falls(charged, 60, 40)
        falls(charged, 20)
        falls(charged, 15)
        assert charged.reads("encore 10 min environ")
        charged.ok()
        charged.context.open("system.about")
        charged.run(100)
        assert charged.reads("15 %, encore")

    def test_the_clock_may_wrap(self, toy_world):
        board = Toy(clock=VirtualClock(PERIOD - 10 * MINUTE))
        board.app.device.power.off_ms = None
        board.gauge.usb = True
        board.run(MINUTE)
        falls(board, 60, 40)
        falls(board, 40)
        assert self.left(board) == "1 h 10"

    def test_without_a_gauge(self, charged):
        charged.app.device.battery = None
        charged.run(2 * MINUTE)
        assert self.left(charged) == ""


class TestTheStop:
    def stopped(self, toy):
        return type(toy.top).__name__ == "EmptyBattery"

    def test_it_says_so_keeps_all_and_goes_dark(self, awake):
        awake.form("blow")
        under = awake.ids
        falls(awake, 4, 2)
        assert self.stopped(awake)
        assert awake.reads("Pile vide")
        awake.run(11_000)
        assert awake.panel.dark
        writes = awake.store.steps
        awake.run(10 * MINUTE)
        assert awake.store.steps == writes
        awake.gauge.mv = MILLIVOLTS[60]
        awake.press(UP)
        awake.run(100)
        assert awake.ids == under
        assert not awake.panel.dark
        assert awake.app.device.power.off_ms == awake.app.device.settings.value_of("off") * 1000

    def test_keys_do_nothing_before_there_is_a_charge(self, awake):
        awake.game()
        awake.context.session.change([("char", 0, "wounds", 3)])
        falls(awake, 4, 2)
        for _ in range(3):
            awake.press(UP)
            awake.ok()
            awake.back()
            awake.undo()
            awake.why()
            assert self.stopped(awake)
        assert awake.get("char", 0, "wounds") == 3

    def test_a_key_says_it_again(self, awake):
        falls(awake, 4, 2)
        awake.run(MINUTE)
        assert awake.panel.dark
        awake.press(UP)
        assert not awake.panel.dark
        assert awake.reads("Pile vide")
        awake.run(11_000)
        assert awake.panel.dark

    def test_one_reading_may_be_wrong(self, awake):
        for percent in (20, 4, 20, 4, 20):
            falls(awake, percent)
            assert not self.stopped(awake)

    def test_it_has_to_be_charged_a_little(self, awake):
        falls(awake, 4, 2)
        falls(awake, 5, 3)
        awake.press(UP)
        assert self.stopped(awake), "without load it seems to have more"
        falls(awake, 10, 2)
        assert not self.stopped(awake)

    def test_usb_wakes_it(self, awake):
        falls(awake, 4, 2)
        awake.gauge.usb = True
        awake.run(1000)
        assert not self.stopped(awake)

    def test_a_restart_in_the_middle_gives_a_minute(self, awake):
        awake.form("blow")
        under = awake.ids
        falls(awake, 4, 2)
        awake.pull()
        assert awake.ids[: len(under)] == under
        awake.run(3 * MINUTE)
        assert self.stopped(awake)
        awake.gauge.mv = MILLIVOLTS[40]
        awake.pull()
        assert awake.ids == under

    def test_what_was_pressed_before_is_done_first(self, awake):
        awake.game()
        awake.form("blow")
        awake.gauge.mv = MILLIVOLTS[4]
        awake.ok()
        awake.dice(3)
        awake.ok()
        awake.run(3 * MINUTE)
        assert self.stopped(awake)
        awake.gauge.mv = MILLIVOLTS[60]
        awake.pull()
        assert awake.context.session.last_roll() is not None
        assert awake.ids[-1] == "toy.result"


def test_the_running_clock_of_the_counters_is_written_and_stands():
    board = VirtualBoard()
    board.context.open("counters.home")
    board.context.open("counters.timer")
    board.run(100)
    board.press(OK)
    board.run(90_000)
    board.gauge.mv = MILLIVOLTS[2]
    board.run(3 * MINUTE)
    assert type(board.app.stack.top()).__name__ == "EmptyBattery"
    kept = board.context.session.get("table", 0, "m") * 60 + board.context.session.get("table", 0, "s")
    assert kept >= 90
    board.run(10 * MINUTE)
    board.gauge.mv = MILLIVOLTS[60]
    board.press(OK)
    board.run(2 * MINUTE)
    assert (
        board.context.session.get("table", 0, "m") * 60 + board.context.session.get("table", 0, "s") == kept
    )
    assert not board.faults
