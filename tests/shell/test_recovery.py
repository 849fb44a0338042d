"""Recovery: after a fault the program restarts at the same screen, and the keys since the snapshot act again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gobelet.device.keys import HOLD, JAMMED_MS, PRESS, RELEASE, REPEAT
from gobelet.game.session import Session
from gobelet.shell import recovery, snapshot
from gobelet.shell.snapshot import MOST_KEYS
from gobelet.system.seats import Seats
from gobelet.ui.screens.form import Form
from simulator.board import BOOT_MS
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore
from tests.toy_game.inside import NOTED, Faults, roll_paths

KEYS = [(4, 1, 1), (4, 3, 1), (1, 2, 250)]
FULL = "Mémoire pleine : partie gardée"


def context_and_snapshot(
    written: bytes, keys: list[tuple[int, int, int]], store: MemoryStore
) -> tuple[Any, snapshot.Snapshot]:
    device = SimpleNamespace(
        store=store,
        keys=SimpleNamespace(down=0, stuck=0),
        hardware=SimpleNamespace(report=print, start_anew=lambda: None),
    )
    context: Any = SimpleNamespace(device=device)
    saved = snapshot.Snapshot(context)
    saved.written = written
    saved.keys = keys
    return context, saved


@pytest.mark.parametrize("keys", [[], KEYS[:1], KEYS, KEYS * 8])
@pytest.mark.parametrize(
    "body", [b"system.home\n", b"system.home\ntoy.home;3\n1204", b"system.home\ntoy.home\n7 1"]
)
def test_keys_are_read_back_once(body: bytes, keys: list[tuple[int, int, int]]) -> None:
    """body: a start on the list of games, in a game, or with a running game clock."""
    store = MemoryStore()
    saved = body + snapshot.checksum(body)
    recovery.restart(*context_and_snapshot(saved, keys, store))
    written = store.read(snapshot.SNAPSHOT)
    assert written is not None and written != saved
    assert written[-4:] == snapshot.checksum(written[:-4])
    assert written[:-4].rpartition(b"\n")[2].count(b" ") == 2, "by which a start knows it"
    context, other = context_and_snapshot(written, [], store)
    recovery.take_keys(context, other)
    assert other.keys == keys and other.recovers
    assert store.read(snapshot.SNAPSHOT) == saved == other.written


class Anew(BaseException):
    """A restart of the program, with empty memory."""


@pytest.mark.parametrize("error", [MemoryError, IndexError])
class TestFault(Faults):
    """A fault while a key is handled: the program restarts, and the key acts again."""

    @staticmethod
    def raise_anew():
        raise Anew

    def count_starts(self, toy, act):
        """Run `act` with as many starts as it needs, and return their number."""
        starts = 0
        toy.app.device.hardware.start_anew = self.raise_anew
        while True:
            try:
                act()
                toy.run(BOOT_MS)
                toy.faults.clear()
                return starts
            except Anew:
                starts += 1
                toy.boot()
                toy.app.device.hardware.start_anew = self.raise_anew
                act = int  # does nothing

    def check_end(self, toy, act):
        """Check that the program ends during `act`."""
        toy.app.device.hardware.start_anew = self.raise_anew
        with pytest.raises(Anew):
            act()
            toy.run(BOOT_MS)
        toy.faults.clear()

    def test_the_key_acts_once(self, toy, monkeypatch, messages, error):
        self.strike(toy, 1)
        toy.down()
        toy.run(NOTED)
        toy.dice(4, 2)
        calls = self.fails(monkeypatch, Form, "on_ok", error=error)
        toy.up(2)
        toy.run(NOTED)
        assert self.count_starts(toy, toy.ok) == 1
        assert calls == ["on_ok"] * 2
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.result"]
        assert roll_paths(toy) == [[(4, 2)]]
        toy.pull()
        toy.pull()
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.result"]
        assert len(roll_paths(toy)) == 1 and messages == []

    @pytest.mark.parametrize(
        ("name", "event", "given"),
        [
            ("on_up", (UP, REPEAT, 10), (10,)),
            ("on_down", (DOWN, REPEAT, 5), (5,)),
            ("on_hold_ok", (OK, HOLD, 1), ()),
            ("on_back", (BACK, RELEASE, 1), ()),
            ("on_hold_back", (BACK, HOLD, 1), ()),
        ],
    )
    def test_how_long_it_was_held_is_part_of_it(self, toy, monkeypatch, messages, error, name, event, given):
        self.strike(toy)
        calls = []

        def fail_once(form, *args):
            calls.append(args)
            if len(calls) == 1:
                raise error

        monkeypatch.setattr(Form, name, fail_once)
        self.count_starts(toy, lambda: toy.app.device.heard.append(event))
        assert calls == [given] * 2 and messages == []

    def test_what_it_has_done_then_is_taken_back_once(self, toy, monkeypatch, messages, error):
        self.strike(toy)
        self.fails(monkeypatch, Form, "on_ok", error=error)
        self.count_starts(toy, toy.ok)
        toy.undo()
        assert toy.ids[-1] == "toy.form" and toy.context.session.pending_roll() is None
        toy.back()
        toy.run(NOTED)
        assert toy.ids == ["system.home", "toy.home"]
        assert len(roll_paths(toy)) == 1 and messages == []

    @pytest.mark.parametrize("name", ["on_result", "on_show"])
    def test_so_do_those_on_a_list_above_a_form(self, toy, monkeypatch, messages, error, name):
        """The snapshot contains only the form."""
        self.strike(toy, 2)
        toy.ok()
        assert toy.ids[-1] is None
        toy.run(NOTED)
        toy.down()
        toy.run(NOTED)
        calls = self.fails(monkeypatch, Form, name, error=error)
        self.count_starts(toy, toy.ok)
        assert len(calls) > 1
        assert toy.ids[-1] == "toy.form" and toy.top.values["weapon"] == 1
        assert messages == []

    @pytest.mark.parametrize(("keys", "weapon"), [(MOST_KEYS + 1, 0), (MOST_KEYS - 2, 2)])
    def test_but_not_more_than_are_kept(self, toy, monkeypatch, messages, error, keys, weapon):
        self.strike(toy, 2)
        toy.ok()
        toy.down(keys)  # the cursor wraps round
        self.fails(monkeypatch, Form, "on_result", error=error)
        self.count_starts(toy, toy.ok)
        assert toy.ids[-1] == "toy.form" and toy.top.values["weapon"] == weapon
        assert messages == []

    def test_a_key_that_only_goes_down_is_none_of_them(self, toy, error):
        self.strike(toy, 2)
        toy.ok()
        toy.keys.down(OK)
        toy.run(50)
        assert toy.app.snapshot.keys == [(OK, RELEASE, 1)] and not toy.app.navigation.acting
        toy.keys.up(OK)
        toy.run(50)

    def test_a_fault_that_comes_again_leads_to_the_list_of_games(self, toy, monkeypatch, messages, error):
        self.strike(toy)
        with monkeypatch.context() as patch:
            calls = self.fails(patch, Form, "on_ok", 2, error=error)
            assert self.count_starts(toy, toy.ok) == 1
        assert toy.ids == ["system.home", None]
        assert toy.reads(FULL if error is MemoryError else "Erreur : retour à l’accueil, partie gardée")
        assert calls == ["on_ok"] * 2
        toy.ok()
        assert toy.ids == ["system.home"]
        del messages[:]
        self.strike(toy)
        calls = self.fails(monkeypatch, Form, "on_ok", error=error)
        assert self.count_starts(toy, toy.ok) == 1, "the next key has its own start"
        assert calls == ["on_ok"] * 2
        assert toy.ids[-1] == "toy.result" and messages == []

    def test_each_of_those_that_follow_has_its_own(self, toy, monkeypatch, messages, error):
        self.strike(toy, 3)
        for _ in range(3):
            with monkeypatch.context() as patch:
                calls = self.fails(patch, Form, "on_ok", error=error)
                before = toy.top.values["charge"]
                assert self.count_starts(toy, toy.ok) == 1
                assert calls == ["on_ok"] * 2
                assert toy.top.values["charge"] != before
                toy.run(NOTED)
        assert messages == []

    def test_not_where_something_was_written(self, toy, monkeypatch, messages, error):
        """The journal decides the state, as after a power cut."""
        toy.game(8)
        toy.context.open("toy.count")
        toy.run(NOTED)
        self.fails(monkeypatch, Session, "change", late=True, error=error)
        self.count_starts(toy, toy.up)
        assert toy.get("char", 2, "armour") == 1
        assert messages == []
        toy.undo()
        assert toy.get("char", 2, "armour") == 0
        toy.undo()
        assert toy.get("char", 2, "armour") == 0

    def test_nor_where_what_it_acts_on_was_not_saved(self, toy, monkeypatch, messages, error):
        self.strike(toy)
        with monkeypatch.context() as patch:
            patch.setattr(toy.app.snapshot, "save", lambda: None)
            toy.down(2)
            assert toy.app.snapshot.is_due
            self.fails(monkeypatch, Form, "on_ok", error=error)
            self.count_starts(toy, toy.ok)
        assert toy.ids[-1] == "toy.form" and toy.top.cursor == 0
        assert messages == []

    def test_nor_once_what_it_led_to_was_saved(self, toy, monkeypatch, messages, error):
        self.strike(toy)
        toy.down()
        toy.run(NOTED)
        self.fails(monkeypatch, Form, "on_tick", error=error)
        self.count_starts(toy, int)
        assert toy.ids[-1] == "toy.form" and toy.top.cursor == 1
        assert messages == []

    def test_nor_where_other_screens_open_than_those_it_acted_on(self, toy, monkeypatch, messages, error):
        self.strike(toy)
        calls = self.fails(monkeypatch, Form, "on_ok", error=error)
        monkeypatch.setattr(Form, "is_valid", lambda self: not calls)
        self.count_starts(toy, toy.ok)
        assert calls == ["on_ok"]
        assert toy.ids == ["system.home", "toy.home"]
        assert messages == []

    def test_not_one_that_has_changed_nothing_that_is_saved(self, toy, monkeypatch, messages, error):
        calls = []
        self.strike(toy)
        monkeypatch.setattr(Form, "on_ok", lambda form: calls.append("on_ok"))
        toy.ok()
        toy.run(NOTED)
        self.fails(monkeypatch, Form, "on_tick", error=error)
        self.count_starts(toy, int)
        assert calls == ["on_ok"]
        assert messages == []

    def test_not_those_on_a_list_since_when_something_was_written(self, toy, monkeypatch, messages, error):
        self.strike(toy, 2)
        toy.ok()
        monkeypatch.setattr(toy.top, "on_down", lambda n: toy.context.change([("char", 2, "armour", 1)]))
        toy.down()
        toy.run(NOTED)
        self.fails(monkeypatch, Form, "on_result", error=error)
        self.count_starts(toy, toy.ok)
        assert toy.get("char", 2, "armour") == 1
        assert toy.ids[-1] == "toy.form" and toy.top.values["weapon"] == 0
        assert messages == []

    def test_not_one_that_has_changed_whether_real_dice_are_used(self, toy, monkeypatch, messages, error):
        self.strike(toy)
        toy.up()
        toy.run(NOTED)
        self.fails(monkeypatch, Form, "draw", error=error)
        self.count_starts(toy, toy.ok)
        assert toy.context.dice.by_hand and toy.ids[-1] == "toy.form"
        assert messages == []

    def test_nor_those_on_a_list_since_when_a_colour_was_changed(self, toy, monkeypatch, messages, error):
        """The list then begins at the changed colour."""
        toy.context.open("system.seats")
        toy.run(NOTED)
        toy.ok()
        toy.down()
        wanted = toy.top.cursor - 1
        self.fails(monkeypatch, Seats, "draw", error=error)
        self.count_starts(toy, toy.ok)
        assert toy.context.messages.colours[0] == wanted and toy.ids[-1] == "system.seats"
        assert messages == []

    def test_keys_behind_it_are_forgotten(self, toy, monkeypatch, messages, error):
        """The player has not seen the screen on which these keys would act."""
        self.strike(toy)
        self.fails(monkeypatch, Form, "on_down", error=error)
        self.count_starts(toy, lambda: toy.app.device.heard.extend([(DOWN, PRESS, 1)] * 3))
        assert toy.top.cursor == 1
        assert messages == []

    def test_a_battery_that_is_pulled_right_before_makes_no_difference(
        self, toy, monkeypatch, messages, error
    ):
        self.strike(toy)
        calls = self.fails(monkeypatch, Form, "on_ok", error=error)
        self.check_end(toy, toy.ok)
        toy.pull()
        assert calls == ["on_ok"] * 2
        assert toy.ids[-1] == "toy.result" and len(roll_paths(toy)) == 1
        assert messages == []

    def test_one_that_is_pulled_right_behind_leaves_what_was_saved(self, toy, monkeypatch, messages, error):
        self.strike(toy, 1)
        words = toy.words.text()
        calls = self.fails(monkeypatch, Form, "on_ok", error=error)
        self.check_end(toy, toy.ok)
        toy.boot()
        toy.pull()
        assert toy.words.text() == words
        assert len(calls) == 1 and roll_paths(toy) == [] and messages == []

    def test_not_where_nothing_was_saved(self, toy, monkeypatch, error):
        """Only the list of games and a message are possible then."""
        self.strike(toy)
        self.fails(monkeypatch, Form, "on_ok", error=error)
        toy.app.snapshot.written = None
        toy.app.snapshot.is_due = False
        assert self.count_starts(toy, toy.ok) == 0
        assert toy.ids == ["system.home", None]

    @pytest.mark.parametrize("ran", [True, False])
    def test_whether_a_clock_ran_is_known_behind_it(self, toy, monkeypatch, error, ran):
        self.strike(toy)
        toy.context.session.runs = ran
        toy.down()
        toy.run(NOTED)
        self.fails(monkeypatch, Form, "on_ok", error=error)
        monkeypatch.setattr(snapshot.Snapshot, "keys_to_replay", lambda saved: [])
        assert self.count_starts(toy, toy.ok) == 1
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.context.session.lost == ran

    def test_not_where_the_keys_cannot_be_written(self, toy, monkeypatch, error):
        self.strike(toy)
        calls = self.fails(monkeypatch, Form, "on_ok", error=error)
        full = OSError(28)

        def write_value(name, data):
            raise full

        monkeypatch.setattr(toy.store, "write_value", write_value)
        toy.app.device.hardware.start_anew = self.raise_anew
        toy.ok()
        assert calls == ["on_ok"]
        assert toy.ids == ["system.home", None]
        assert full in toy.faults
        toy.faults.clear()

    def test_none_acts_where_the_file_cannot_be_written_that_names_them(
        self, toy, monkeypatch, messages, error
    ):
        """A later start does not repeat the keys either: the next key rewrites the file without them."""
        self.strike(toy, 1)
        words = toy.words.text()
        calls = self.fails(monkeypatch, Form, "on_ok", error=error)
        self.check_end(toy, toy.ok)
        full = OSError(28)
        with monkeypatch.context() as patch:

            def write_value(name, data):
                raise full

            patch.setattr(toy.store, "write_value", write_value)
            toy.pull()
        assert len(calls) == 1 and toy.words.text() == words
        assert set(toy.faults) == {full}
        toy.faults.clear()
        toy.down()
        toy.run(NOTED)
        toy.pull()
        assert len(calls) == 1 and roll_paths(toy) == [] and messages == []

    def test_a_setting_is_changed_once(self, toy, monkeypatch, error):
        """The setting is in its own file, which recovery does not read."""
        toy.context.open("system.settings")
        toy.down(toy.top.entries().index((toy.context.t("s.invert"), "non")))
        toy.run(NOTED)
        with monkeypatch.context() as patch:
            self.fails(patch, type(toy.app.device.panel), "invert", error=error)
            self.count_starts(toy, toy.ok)
        assert toy.app.device.settings["invert"] == "yes"

    def test_no_dice_fall_by_a_code_that_nobody_has_seen(self, toy, monkeypatch, error):
        """Each display of the code shows another code."""
        toy.choose_setting("proof", "yes")
        self.strike(toy)
        toy.ok()
        toy.up()
        toy.run(NOTED)
        calls = self.fails(monkeypatch, type(toy.top), "on_ok", error=error)
        self.count_starts(toy, toy.ok)
        assert calls == ["on_ok"] and roll_paths(toy) == []
        assert toy.ids == ["system.home", "toy.home", "toy.form"]

    def test_it_waits_for_a_key_that_is_held(self, toy, monkeypatch, error):
        """If BACK is held at a start, the App opens no game."""
        self.strike(toy)
        calls = self.fails(monkeypatch, Form, "on_hold_back", error=error)
        toy.app.device.hardware.start_anew = self.raise_anew
        toy.keys.down(BACK)
        toy.run(BOOT_MS + 2000)
        assert calls == ["on_hold_back"]
        toy.keys.up(BACK)
        with pytest.raises(Anew):
            toy.run(100)
        toy.faults.clear()

    def test_a_key_that_is_stuck_is_not_waited_for(self, toy, monkeypatch, error):
        self.strike(toy)
        toy.keys.down(UP)
        toy.run(JAMMED_MS + BOOT_MS)
        assert toy.app.device.keys.stuck == UP
        self.fails(monkeypatch, Form, "on_ok", error=error)
        self.check_end(toy, toy.ok)

    def test_a_start_that_meets_it_opens_the_list_of_games(self, toy, monkeypatch, error):
        self.strike(toy)
        calls = self.fails(monkeypatch, Form, "on_show", 9, error=error)
        toy.app.device.hardware.start_anew = self.raise_anew
        toy.boot()
        toy.app.device.hardware.start_anew = self.raise_anew
        toy.run(BOOT_MS)
        assert toy.ids[0] == "system.home" and len(calls) == 1
        toy.faults.clear()
