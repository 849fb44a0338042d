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


def discharge_to(toy, percent, minutes=1):
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
def awake_toy(toy):
    toy.app.device.power.off_ms = None
    return toy


class TestTheGauge:
    def test_it_is_in_every_header_below_30_percent(self, awake_toy):
        awake_toy.game()
        awake_toy.down()
        awake_toy.form("blow")
        discharge_to(awake_toy, 31)
        assert not awake_toy.reads("%")
        discharge_to(awake_toy, 27)
        assert awake_toy.reads("27 %")

    def test_where_the_header_has_the_charge_already_it_is_there_once(self, awake_toy):
        discharge_to(awake_toy, 27)
        assert awake_toy.words.strings.count("27 %") == 1

    def test_usb_takes_it_away_at_once(self, awake_toy):
        awake_toy.form("blow")
        discharge_to(awake_toy, 27)
        awake_toy.gauge.usb = True
        awake_toy.run(100)
        assert not awake_toy.reads("27 %")
        awake_toy.gauge.usb = False
        awake_toy.run(MINUTE)
        assert awake_toy.reads("27 %")

    def test_a_little_noise_does_not_make_it_come_and_go(self, awake_toy):
        awake_toy.form("blow")
        for noise in (0, 9, -3, 8, 2):
            awake_toy.gauge.mv = MILLIVOLTS[27] + noise
            awake_toy.run(MINUTE)
            assert awake_toy.app.canvas.gauge


class TestTheWord:
    def test_it_comes_once_flashes_and_goes_by_itself(self, awake_toy):
        awake_toy.form("blow")
        under = awake_toy.ids
        discharge_to(awake_toy, 15)
        assert awake_toy.ids == [*under, None]
        assert awake_toy.reads("15 %")
        seen = set()
        for _ in range(20):
            awake_toy.run(100)
            seen.add(awake_toy.panel.picture()[64 * 8 :].count(0) > 256)
        assert seen == {True, False}, "light and dark"
        awake_toy.run(6000)
        assert awake_toy.ids == under
        discharge_to(awake_toy, 12, 3)
        assert awake_toy.ids == under
        assert awake_toy.reads("12 %")

    def test_it_comes_again_after_a_charge(self, awake_toy):
        discharge_to(awake_toy, 15)
        awake_toy.ok()
        awake_toy.gauge.usb = True
        awake_toy.run(MINUTE)
        discharge_to(awake_toy, 15)
        assert awake_toy.reads("15 %")
        assert awake_toy.ids[-1] is None

    @pytest.mark.parametrize("key", [OK, BACK])
    def test_a_key_takes_it_away_and_does_nothing_else(self, awake_toy, key):
        awake_toy.form("blow")
        under = awake_toy.ids
        discharge_to(awake_toy, 15)
        awake_toy.run(1000)
        awake_toy.press(key)
        assert awake_toy.ids == under
        assert awake_toy.context.session.last_roll() is None

    def test_an_undo_is_done_under_it(self, awake_toy):
        awake_toy.game()
        awake_toy.context.session.change([("char", 0, "wounds", 3)])
        discharge_to(awake_toy, 15)
        awake_toy.undo()
        assert awake_toy.get("char", 0, "wounds") == 0
        assert awake_toy.ids[-1] is not None

    def test_a_restart_in_the_middle_shows_what_was_below_and_says_it_again(self, awake_toy):
        awake_toy.form("blow")
        under = awake_toy.ids
        awake_toy.run(500)
        discharge_to(awake_toy, 15)
        awake_toy.pull()
        awake_toy.run(1000)
        assert awake_toy.ids == [*under, None]
        awake_toy.ok()
        assert awake_toy.ids == under

    def test_in_the_dark_it_waits_for_the_light(self, toy):
        toy.run(200_000)
        assert toy.panel.is_dark
        discharge_to(toy, 15, 5)
        assert toy.panel.is_dark
        toy.press(UP)
        toy.run(500)
        assert toy.reads("15 %")


@pytest.fixture
def charged_toy(awake_toy):
    awake_toy.gauge.usb = True
    awake_toy.run(MINUTE)
    discharge_to(awake_toy, 60)
    return awake_toy


class TestHoursLeft:
    def remaining_time(self, toy):
        return toy.context.device.remaining_time()

    def test_nothing_is_said_before_it_has_fallen(self, charged_toy):
        discharge_to(charged_toy, 60, 30)
        assert self.remaining_time(charged_toy) == ""
        discharge_to(charged_toy, 40)
        assert self.remaining_time(charged_toy) == "50 min"

    def test_nothing_is_said_after_a_few_minutes(self, charged_toy):
        discharge_to(charged_toy, 60)
        discharge_to(charged_toy, 40, 5)
        assert self.remaining_time(charged_toy) == ""

    def test_by_how_it_fell(self, charged_toy):
        discharge_to(charged_toy, 60, 39)
        discharge_to(charged_toy, 40)  # 20 % in 40 minutes: the 35 % above the limit last 70
        assert self.remaining_time(charged_toy) == "1 h 10"
        discharge_to(charged_toy, 20)
        assert self.remaining_time(charged_toy) == "10 min"
        charged_toy.ok()
        charged_toy.gauge.usb = True
        charged_toy.run(MINUTE)
        assert self.remaining_time(charged_toy) == ""
        discharge_to(charged_toy, 60, 3)
        assert self.remaining_time(charged_toy) == "", "it begins anew"

    def test_an_evening(self, charged_toy):
        for percent in (60, 60, 60, 60, 60, 40):
            discharge_to(charged_toy, percent, 59)
        assert self.remaining_time(charged_toy) == "10 h"

    def test_it_is_said_with_the_word_and_on_the_page_of_the_device(self, charged_toy):
        discharge_to(charged_toy, 60, 40)
        discharge_to(charged_toy, 20)
        discharge_to(charged_toy, 15)
        assert charged_toy.reads("encore 10 min environ")
        charged_toy.ok()
        charged_toy.context.open("system.about")
        charged_toy.run(100)
        assert charged_toy.reads("15 %, encore")

    def test_the_clock_may_wrap(self, toy_world):
        board = Toy(clock=VirtualClock(PERIOD - 10 * MINUTE))
        board.app.device.power.off_ms = None
        board.gauge.usb = True
        board.run(MINUTE)
        discharge_to(board, 60, 40)
        discharge_to(board, 40)
        assert self.remaining_time(board) == "1 h 10"

    def test_without_a_gauge(self, charged_toy):
        charged_toy.app.device.battery = None
        charged_toy.run(2 * MINUTE)
        assert self.remaining_time(charged_toy) == ""


class TestTheStop:
    def is_stopped(self, toy):
        return type(toy.top).__name__ == "EmptyBattery"

    def test_it_says_so_keeps_all_and_goes_dark(self, awake_toy):
        awake_toy.form("blow")
        under = awake_toy.ids
        discharge_to(awake_toy, 4, 2)
        assert self.is_stopped(awake_toy)
        assert awake_toy.reads("Pile vide")
        awake_toy.run(11_000)
        assert awake_toy.panel.is_dark
        writes = awake_toy.store.steps
        awake_toy.run(10 * MINUTE)
        assert awake_toy.store.steps == writes
        awake_toy.gauge.mv = MILLIVOLTS[60]
        awake_toy.press(UP)
        awake_toy.run(100)
        assert awake_toy.ids == under
        assert not awake_toy.panel.is_dark
        assert awake_toy.app.device.power.off_ms == awake_toy.app.device.settings.value_of("off") * 1000

    def test_keys_do_nothing_before_there_is_a_charge(self, awake_toy):
        awake_toy.game()
        awake_toy.context.session.change([("char", 0, "wounds", 3)])
        discharge_to(awake_toy, 4, 2)
        for _ in range(3):
            awake_toy.press(UP)
            awake_toy.ok()
            awake_toy.back()
            awake_toy.undo()
            awake_toy.why()
            assert self.is_stopped(awake_toy)
        assert awake_toy.get("char", 0, "wounds") == 3

    def test_a_key_says_it_again(self, awake_toy):
        discharge_to(awake_toy, 4, 2)
        awake_toy.run(MINUTE)
        assert awake_toy.panel.is_dark
        awake_toy.press(UP)
        assert not awake_toy.panel.is_dark
        assert awake_toy.reads("Pile vide")
        awake_toy.run(11_000)
        assert awake_toy.panel.is_dark

    def test_one_reading_may_be_wrong(self, awake_toy):
        for percent in (20, 4, 20, 4, 20):
            discharge_to(awake_toy, percent)
            assert not self.is_stopped(awake_toy)

    def test_it_has_to_be_charged_a_little(self, awake_toy):
        discharge_to(awake_toy, 4, 2)
        discharge_to(awake_toy, 5, 3)
        awake_toy.press(UP)
        assert self.is_stopped(awake_toy), "without load it seems to have more"
        discharge_to(awake_toy, 10, 2)
        assert not self.is_stopped(awake_toy)

    def test_usb_wakes_it(self, awake_toy):
        discharge_to(awake_toy, 4, 2)
        awake_toy.gauge.usb = True
        awake_toy.run(1000)
        assert not self.is_stopped(awake_toy)

    def test_a_restart_in_the_middle_gives_a_minute(self, awake_toy):
        awake_toy.form("blow")
        under = awake_toy.ids
        discharge_to(awake_toy, 4, 2)
        awake_toy.pull()
        assert awake_toy.ids[: len(under)] == under
        awake_toy.run(3 * MINUTE)
        assert self.is_stopped(awake_toy)
        awake_toy.gauge.mv = MILLIVOLTS[40]
        awake_toy.pull()
        assert awake_toy.ids == under

    def test_what_was_pressed_before_is_done_first(self, awake_toy):
        awake_toy.game()
        awake_toy.form("blow")
        awake_toy.gauge.mv = MILLIVOLTS[4]
        awake_toy.ok()
        awake_toy.dice(3)
        awake_toy.ok()
        awake_toy.run(3 * MINUTE)
        assert self.is_stopped(awake_toy)
        awake_toy.gauge.mv = MILLIVOLTS[60]
        awake_toy.pull()
        assert awake_toy.context.session.last_roll() is not None
        assert awake_toy.ids[-1] == "toy.result"


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
