"""Equipment: a missing or replaced panel, dimming and going dark, the battery, the language."""

from __future__ import annotations

import pytest

from gobelet.device.panel import PROBE_MS
from gobelet.device.power import AWAKE, DIM, OFF
from simulator import board as boards
from tests.toy_game.inside import ATTACKER, TARGET
from tests.toy_game.plugin import Toy

# The panel.


@pytest.fixture
def toy_without_panel(toy_world, monkeypatch):
    """A device that starts without a panel."""

    class Empty(boards.Bus):
        def attach(self, address, device):
            if plugged:
                super().attach(address, device)

    plugged = []
    monkeypatch.setattr(boards, "Bus", Empty)
    board = Toy()
    plugged.append(True)
    yield board
    assert board.faults == []


FOUND = "Gobelet: panel found"
LOST = "Gobelet: no panel answers on the I2C bus; check its four wires and its address"


class TestPanel:
    def unplug_panel(self, toy):
        toy.bus.detach(toy.definition.ADDRESS)

    def plug_panel(self, toy):
        """Plug in the module again; its state is that after power-on."""
        toy.panel = type(toy.panel)()
        toy.bus.attach(toy.definition.ADDRESS, toy.panel)

    def has_frame(self, toy):
        return toy.picture() == bytes(toy.app.device.panel.buffer)

    def test_it_is_found(self, toy):
        assert toy.said == [FOUND]
        assert self.has_frame(toy)

    def test_without_one_at_the_start_everything_works(self, toy_without_panel):
        toy = toy_without_panel
        assert toy.said == [LOST]
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 2)
        toy.ok(2)
        assert toy.get("char", TARGET, "wounds") == 4
        toy.run(10 * PROBE_MS)
        assert toy.said == [LOST], "once"
        self.plug_panel(toy)
        toy.run(PROBE_MS + 100)
        assert toy.said == [LOST, FOUND]
        assert self.has_frame(toy)

    @pytest.mark.parametrize("wait", [0, 20_000])
    def test_pulled_out_in_play(self, toy, wait):
        toy.game()
        self.unplug_panel(toy)
        toy.run(wait)
        toy.down()
        toy.ok()
        toy.run(3 * PROBE_MS)
        assert toy.said == [FOUND, LOST]
        assert toy.ids[-1] == "toy.form"
        self.plug_panel(toy)
        toy.run(PROBE_MS + 100)
        assert toy.said == [FOUND, LOST, FOUND]
        assert self.has_frame(toy)
        toy.down()
        assert self.has_frame(toy)

    def test_it_is_missed_even_while_nothing_changes(self, toy):
        self.unplug_panel(toy)
        toy.run(PROBE_MS + 100)
        assert toy.said == [FOUND, LOST]
        self.plug_panel(toy)
        toy.run(PROBE_MS + 100)
        assert self.has_frame(toy)

    def test_lost_while_the_screen_is_dimmed_or_off(self, toy):
        toy.run(31_000)
        self.unplug_panel(toy)
        toy.run(60_000)
        assert toy.said == [FOUND, LOST]
        toy.run(200_000)
        assert toy.app.device.power.state == OFF
        self.plug_panel(toy)
        toy.down()
        toy.run(PROBE_MS)
        assert toy.said == [FOUND, LOST, FOUND]
        assert self.has_frame(toy)
        assert not toy.panel.is_dark

    def test_pulled_out_and_in_again_before_anybody_missed_it(self, toy):
        """The module answers, but is dark, so an idle moment sets it up again."""
        self.plug_panel(toy)
        toy.down()
        assert not self.has_frame(toy)
        toy.run(31_000)
        assert self.has_frame(toy)
        assert toy.panel.contrast == 8
        toy.down()
        assert self.has_frame(toy)

    def test_one_that_never_dims_is_set_up_anew_too_and_stays_lit_meanwhile(self, toy):
        toy.choose_setting("dim", "never")
        self.plug_panel(toy)
        toy.down()
        assert not self.has_frame(toy)
        toy.run(PROBE_MS + 100)
        assert self.has_frame(toy)
        lit = []
        receive = toy.panel.receive
        toy.panel.receive = lambda data: (receive(data), lit.append(not toy.panel.is_dark))
        toy.run(PROBE_MS + 100)
        assert len(lit) > 8 and all(lit)

    def test_it_comes_back_with_the_settings(self, toy):
        toy.choose_setting("contrast", "40")
        toy.choose_setting("invert", "yes")
        self.unplug_panel(toy)
        toy.run(PROBE_MS + 100)
        self.plug_panel(toy)
        toy.run(PROBE_MS + 100)
        assert toy.panel.contrast == 102
        assert toy.panel.inverted

    def test_one_lost_transaction_is_repaired(self, toy):
        for lost in range(1, 6):
            toy.bus.fail_at(lost)
            toy.down()
            toy.run(PROBE_MS + 100)
            assert self.has_frame(toy)

    def test_after_days_of_play_it_is_asked_for_at_once(self, toy):
        """The difference to the ticks of the last check must not wrap around."""
        toy.choose_setting("dim", "never")
        toy.choose_setting("off", "never")
        day = 24 * 3600 * 1000
        for _ in range(8 * 24):
            toy.clock.advance(day // 24)
            toy.app.step()
        self.unplug_panel(toy)
        toy.down()
        self.plug_panel(toy)
        toy.run(PROBE_MS + 100)
        assert self.has_frame(toy)


# Power.


class TestPower:
    def test_dim_then_off_then_a_key_that_only_wakes(self, toy):
        toy.run(29_000)
        assert toy.panel.contrast == 204
        toy.run(1_100)
        assert toy.app.device.power.state == DIM
        assert toy.panel.contrast == 8
        assert not toy.panel.is_dark
        toy.run(150_000)
        assert toy.app.device.power.state == OFF
        assert toy.panel.is_dark
        before = toy.top.cursor
        toy.down()
        assert toy.app.device.power.state == AWAKE
        assert not toy.panel.is_dark
        assert toy.panel.contrast == 204
        assert toy.top.cursor == before, "the key that wakes does nothing else"
        toy.run(400)
        toy.down()
        assert toy.top.cursor == before + 1

    def test_a_waking_ok_or_hold_does_nothing(self, toy):
        for act in (toy.ok, toy.why, toy.undo, toy.back):
            toy.run(181_000)
            assert toy.panel.is_dark
            act()
            assert toy.ids == ["system.home"]
            assert toy.context.dialogs.message is None
            assert not toy.panel.is_dark

    def test_in_the_dim_the_key_counts(self, toy):
        toy.run(31_000)
        toy.down()
        assert toy.top.cursor == 1
        assert toy.panel.contrast == 204

    def test_waking_from_the_dim_sends_little(self, toy):
        toy.run(31_000)
        sent = toy.bus.sent
        toy.down()
        assert toy.bus.sent - sent < 500

    def test_going_dark_saves_the_snapshot(self, toy):
        toy.game(3)
        toy.run(200_000)
        toy.pull()
        assert toy.top.cursor == 3

    def test_a_screen_to_watch_stays_lit(self, toy):
        toy.game()
        toy.top.keeps_panel_on = True
        toy.run(600_000)
        assert toy.app.device.power.state == DIM
        toy.top.keeps_panel_on = False
        toy.run(200_000)
        assert toy.app.device.power.state == OFF

    def test_battery_and_usb(self, toy):
        assert toy.reads("70 %")
        toy.gauge.usb = True
        toy.run(1000)
        toy.down()
        assert toy.reads("70 %"), "measured once a minute"
        toy.run(60_000)
        toy.down()
        assert not toy.reads("%")
        toy.gauge.usb = False
        toy.gauge.mv = 3680
        toy.run(61_000)
        toy.down()
        assert toy.reads("15 %")

    def test_without_a_gauge(self, toy):
        toy.app.device.battery = None
        assert toy.context.messages.charge() == ""


# The settings.


def test_another_language_is_on_the_screen_at_once(toy):
    toy.game()
    toy.choose_language("en")
    toy.run(20)
    assert toy.reads("Toy", "Strike", "↑↓ choose")
    toy.choose_language("fr")
    toy.run(20)
    assert toy.reads("Jouet", "Frappe", "↑↓ choisir")
