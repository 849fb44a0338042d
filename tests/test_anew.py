"""Anew: what the snapshot says of keys that act behind a start, and what they do then."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gobelet import anew, snapshot
from gobelet.device.keys import JAMMED_MS
from gobelet.snapshot import SNAPSHOT
from gobelet.system import home
from gobelet.ui.form import Form
from simulator.board import BOOT_MS
from simulator.keys import BACK, UP
from simulator.store import MemoryStore
from tests.toy_game.inside import NOTED, FullMemory, rolls, snapshot_of

KEYS = [(4, 1, 1), (4, 3, 1), (1, 2, 250)]


def app_with(body: bytes, keys: list[tuple[int, int, int]]) -> Any:
    navigation = SimpleNamespace(
        saved=body + snapshot.sum_of(body), pressed=keys, anew=False, too_large=None, stack=None
    )
    return SimpleNamespace(
        navigation=navigation, store=MemoryStore(), stack=[], report=print, start_anew=lambda: None
    )


@pytest.mark.parametrize("keys", [[], KEYS[:1], KEYS, KEYS * 8])
@pytest.mark.parametrize(
    "body", [b"system.home\n", b"system.home\ntoy.home;3\n1204", b"system.home\ntoy.home\n7 1"]
)
def test_they_are_read_back_once(body: bytes, keys: list[tuple[int, int, int]]) -> None:
    """body: on the list of games, in a game, and with its clock running."""
    app = app_with(body, keys)
    saved = app.navigation.saved
    anew.begin(app)
    written = app.store.read(snapshot.SNAPSHOT)
    assert written != saved
    assert written[-4:] == snapshot.sum_of(written[:-4])
    assert written[:-4].rpartition(b"\n")[2].count(b" ") == 2, "by which a start knows it"
    other = app_with(b"", [])
    other.store = app.store
    anew.take(other, written[:-4])
    assert other.navigation.pressed == keys and other.navigation.anew
    assert (
        other.store.read(snapshot.SNAPSHOT) == saved == other.navigation.saved == other.navigation.too_large
    )


class Anew(BaseException):
    """Nothing is in memory any more."""


class TestProgramBeginsAnew(FullMemory):
    """Where a key found no room a second time either, it acts behind a start. Nobody has to be told."""

    @staticmethod
    def anew():
        raise Anew

    def ends(self, toy, act):
        """It does while it does this."""
        toy.app.start_anew = self.anew
        with pytest.raises(Anew):
            act()
            toy.run(BOOT_MS)

    def begins(self, toy, act, times=1):
        """So often while it does this, and goes on."""
        toy.app.start_anew = self.anew
        for _ in range(times):
            self.ends(toy, act)
            toy.boot()
            toy.app.start_anew = self.anew
            act = int  # nothing
        act()
        toy.run(BOOT_MS)

    def test_and_the_key_acts_once(self, toy, monkeypatch, messages):
        self.strike(toy, 1)
        toy.down()
        toy.run(NOTED)
        toy.dice(4, 2)
        calls = self.full(monkeypatch, Form, "ok", 2)
        toy.up(2)
        toy.run(NOTED)
        self.begins(toy, toy.ok)
        assert calls == ["ok"] * 3
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.result"]
        assert rolls(toy) == [[(4, 2)]]
        toy.pull()
        toy.pull()
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.result"]
        assert len(rolls(toy)) == 1 and messages == []

    def test_what_it_has_done_then_is_taken_back_once(self, toy, monkeypatch, messages):
        self.strike(toy)
        self.full(monkeypatch, Form, "ok", 2)
        self.begins(toy, toy.ok)
        toy.undo()
        assert toy.ids[-1] == "toy.form" and toy.app.session.pending() is None
        assert len(rolls(toy)) == 1 and messages == []

    def test_so_do_keys_on_a_list_above_a_form(self, toy, monkeypatch, messages):
        self.strike(toy, 2)
        toy.ok()
        toy.down()
        toy.run(NOTED)
        calls = self.full(monkeypatch, Form, "returned", 2)
        self.begins(toy, toy.ok)
        assert calls == ["returned"] * 3
        assert toy.ids[-1] == "toy.form" and toy.top.values["weapon"] == 1
        assert messages == []

    def test_and_not_a_fourth_time(self, toy, monkeypatch, messages):
        self.strike(toy)
        with monkeypatch.context() as patch:
            calls = self.full(patch, Form, "ok", 3)
            self.begins(toy, toy.ok)
            assert toy.reads("Mémoire pleine : partie gardée")
            assert calls == ["ok"] * 3
        toy.ok()
        assert toy.ids == ["system.home"], "it would be full again and again"
        del messages[:]
        self.strike(toy)
        assert rolls(toy) == []
        calls = self.full(monkeypatch, Form, "ok", 2)
        self.begins(toy, toy.ok)
        assert calls == ["ok"] * 3, "and the next one has its own start"
        assert toy.ids[-1] == "toy.result" and messages == []

    def test_each_of_those_that_follow_has_its_own(self, toy, monkeypatch, messages):
        self.strike(toy, 3)
        for _ in range(3):
            with monkeypatch.context() as patch:
                calls = self.full(patch, Form, "ok", 2)
                before = toy.top.values["charge"]
                self.begins(toy, toy.ok)
                assert calls == ["ok"] * 3
                assert toy.top.values["charge"] != before
                toy.run(NOTED)
        assert messages == []

    def test_a_battery_that_is_pulled_right_before_makes_no_difference(self, toy, monkeypatch, messages):
        self.strike(toy)
        calls = self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)
        toy.pull()
        assert calls == ["ok"] * 3
        assert toy.ids[-1] == "toy.result" and len(rolls(toy)) == 1
        assert messages == []

    def test_one_that_is_pulled_right_behind_leaves_what_was_saved(self, toy, monkeypatch, messages):
        self.strike(toy, 1)
        words = toy.words.text()
        calls = self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)
        toy.boot()
        toy.pull()
        assert toy.words.text() == words
        assert len(calls) == 2 and rolls(toy) == [] and messages == []

    def test_a_start_that_finds_no_room_itself_is_made_once_more(self, toy, monkeypatch, messages):
        """And then the player is told."""
        self.strike(toy)
        self.full(monkeypatch, Form, "shown", 9)
        self.begins(toy, lambda: toy.app.navigation.only_full())
        assert toy.ids == [None] and toy.reads("Mémoire pleine : partie gardée")
        toy.ok()
        assert toy.ids == ["system.home"]

    def test_not_where_nothing_was_saved(self, toy, monkeypatch, messages):
        """Then the message is all that is left."""
        self.strike(toy)
        toy.app.navigation.saved = None
        self.full(monkeypatch, Form, "shown", 1)
        self.begins(toy, lambda: toy.app.navigation.only_full(), 0)

    def test_nor_where_it_was_not_and_the_list_of_games_finds_no_room_either(
        self, toy, monkeypatch, messages
    ):
        self.strike(toy)
        toy.app.navigation.saved = None
        calls = self.full(monkeypatch, home.Home, "shown", 2)
        self.begins(toy, lambda: toy.app.navigation.only_full(), 0)
        assert calls == ["shown"] * 2
        assert toy.ids == [None] and toy.reads("Mémoire pleine : partie gardée")

    @pytest.mark.parametrize("ran", [True, False])
    def test_whether_a_clock_ran_is_known_behind_it(self, toy, ran):
        self.strike(toy)
        toy.app.session.runs = ran
        toy.down()
        toy.run(NOTED)
        toy.app.navigation.retried = 1
        self.begins(toy, toy.app.navigation.only_full)
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.app.session.lost == ran

    @pytest.mark.parametrize("error", [OSError(28), MemoryError()])
    def test_not_where_the_keys_cannot_be_written(self, toy, monkeypatch, messages, error):
        self.strike(toy)
        calls = self.full(monkeypatch, Form, "ok", 2)

        def note(name, data):
            raise error

        monkeypatch.setattr(toy.store, "note", note)
        self.begins(toy, toy.ok, 0)
        assert calls == ["ok"] * 2
        assert toy.reads("Mémoire pleine : partie gardée")
        assert toy.faults == [error]
        toy.faults.clear()

    def test_none_acts_where_the_file_cannot_be_written_that_names_them(self, toy, monkeypatch, messages):
        self.strike(toy, 1)
        words = toy.words.text()
        calls = self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)
        error = OSError(28)

        def note(name, data):
            raise error

        monkeypatch.setattr(toy.store, "note", note)
        toy.pull()
        assert len(calls) == 2 and toy.words.text() == words
        assert set(toy.faults) == {error} and messages == []
        toy.faults.clear()

    def test_nor_behind_a_later_start(self, toy, monkeypatch, messages):
        """The file does not name them any more as soon as it can be written."""
        self.strike(toy, 1)
        calls = self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)
        error = OSError(28)
        with monkeypatch.context() as patch:

            def note(name, data):
                patch.undo()
                raise error

            patch.setattr(toy.store, "note", note)
            toy.pull()
        assert toy.faults == [error]
        toy.faults.clear()
        toy.pull()
        assert len(calls) == 2 and rolls(toy) == [] and messages == []

    def test_no_message_flashes_where_what_was_saved_finds_no_room(self, toy, monkeypatch, messages):
        self.strike(toy)
        self.full(monkeypatch, Form, "ok")
        self.full(monkeypatch, Form, "shown")
        self.begins(toy, toy.ok)
        assert toy.ids[-1] == "toy.result" and messages == []

    def test_a_setting_is_changed_once(self, toy, monkeypatch):
        """It is in a file of its own, which nothing of this looks at."""
        toy.app.open("system.settings")
        toy.down(toy.top.entries().index((toy.app.t("s.invert"), "non")))
        toy.run(NOTED)
        with monkeypatch.context() as patch:
            self.full(patch, type(toy.app.panel), "invert", 2)
            self.begins(toy, toy.ok, 0)
        assert toy.app.settings["invert"] == "yes"

    @pytest.mark.parametrize("times", [1, 2])
    def test_no_dice_fall_by_a_code_that_nobody_has_seen(self, toy, monkeypatch, times):
        """Each time that it is shown it is another one."""
        toy.choose_setting("proof", "yes")
        self.strike(toy)
        toy.ok()
        toy.up()
        toy.run(NOTED)
        calls = self.full(monkeypatch, type(toy.top), "ok", times)
        self.begins(toy, toy.ok, 0)
        assert calls == ["ok"] and rolls(toy) == []
        assert toy.ids == ["system.home", "toy.home", "toy.form"]

    def test_it_waits_for_a_key_that_is_held(self, toy, monkeypatch, messages):
        """With BACK held none would begin."""
        self.strike(toy)
        calls = self.full(monkeypatch, Form, "undo", 2)
        toy.app.start_anew = self.anew
        toy.keys.down(BACK)
        toy.run(BOOT_MS + 2000)
        assert calls == ["undo"] * 2 and messages == []
        toy.keys.up(BACK)
        with pytest.raises(Anew):
            toy.run(100)

    def test_a_key_that_is_stuck_is_not_waited_for(self, toy, monkeypatch):
        self.strike(toy)
        toy.keys.down(UP)
        toy.run(JAMMED_MS + BOOT_MS)
        assert toy.app.keys.stuck == UP
        self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)

    def test_not_behind_a_snapshot_of_an_earlier_form(self, toy, monkeypatch):
        """Which has no place for keys."""
        self.strike(toy)
        screens, _, position = toy.store.files[SNAPSHOT][:-4].rpartition(b"\n")
        toy.store.files[SNAPSHOT] = earlier = snapshot_of(position + b"\n" + screens)
        self.full(monkeypatch, Form, "shown", 2)
        toy.boot()
        self.begins(toy, int, 0)
        assert toy.reads("Mémoire pleine : partie gardée")
        assert toy.store.files[SNAPSHOT] == earlier

    def test_behind_a_damaged_snapshot_the_list_of_games_is_made_without_what_can_be_spared(
        self, toy, monkeypatch, messages
    ):
        """There is nothing that could be opened once more."""
        self.strike(toy)
        toy.store.files[SNAPSHOT] = b"damaged"
        calls = self.full(monkeypatch, home.Home, "shown", 2)
        toy.boot()
        self.begins(toy, int, 0)
        assert toy.ids == ["system.home"] and len(calls) == 3
        assert messages == []

    def test_no_key_stays_in_a_file_that_may_have_been_written(self, toy, monkeypatch):
        calls = self.full(monkeypatch, type(toy.top), "ok", 2)
        real = toy.store.note

        def note(name, data):
            real(name, data)
            monkeypatch.setattr(toy.store, "note", real)
            raise MemoryError

        monkeypatch.setattr(toy.store, "note", note)
        toy.run(NOTED)
        self.begins(toy, toy.ok, 0)
        assert toy.reads("Mémoire pleine")
        toy.ok()
        toy.run(NOTED)
        toy.pull()
        assert toy.ids == ["system.home"] and calls == ["ok"] * 2
        toy.faults.clear()

    def test_a_start_that_cannot_read_them_shows_the_list_of_games(self, toy, monkeypatch):
        self.strike(toy)
        self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)
        tries = []

        def load(path, name, real=snapshot.load):
            tries.append(path)
            if path == "gobelet.anew":
                raise MemoryError
            return real(path, name)

        monkeypatch.setattr(snapshot, "load", load)
        toy.boot()
        self.begins(toy, int, 0)
        assert toy.ids == ["system.home"] and tries == ["gobelet.anew"]
        toy.run(NOTED)
        toy.pull()
        assert toy.ids == ["system.home"] and tries == ["gobelet.anew"], "none acts later"
