"""A full store, or memory: nothing is lost, and what found no memory is made, or a key acts, once more."""

from __future__ import annotations

import pytest

from gobelet.device.keys import HOLD, PRESS, RELEASE, REPEAT
from gobelet.navigation import PRESSED
from gobelet.session import Session
from gobelet.system.seats import Seats
from gobelet.ui.form import Form
from gobelet.ui.menu import Menu
from simulator.board import BOOT_MS
from simulator.keys import BACK, DOWN, OK, UP
from tests.toy_game.inside import ATTACKER, NOTED, TARGET, Flash, FullMemory, Heap, between_passes, rolls


class TestFullStore:
    def full(self, toy, words="Stockage plein : rien n’a été changé"):
        assert toy.reads(words)
        assert [type(error) for error in toy.faults] == [OSError]
        toy.faults.clear()
        toy.back()

    def test_a_roll(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        toy.store.full = True
        toy.dice(6, 1)
        toy.ok()
        self.full(toy)
        assert toy.ids[-1] == "toy.form"
        assert rolls(toy) == []
        toy.store.full = False
        toy.dice(6, 2)
        toy.ok()
        assert rolls(toy) == [[(6, 2)]]

    def test_the_middle_of_a_roll(self, toy):
        toy.form("trinity")
        toy.dice(12, 3)
        toy.ok()
        toy.run(NOTED)
        toy.store.full = True
        toy.ok()
        self.full(toy)
        assert toy.reads("Quel dé ?")
        assert toy.top.path == [(12, 3)]
        toy.store.full = False
        toy.dice(2)
        toy.ok()
        assert rolls(toy)[-1] == [(12, 3), 0, (2,)]

    def test_applying_and_undoing(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 1)
        toy.ok()
        toy.store.full = True
        toy.ok()
        self.full(toy)
        assert toy.get("char", TARGET, "wounds") == 0
        assert toy.top.actions()[0] == "apply"
        toy.store.full = False
        toy.ok()
        toy.store.full = True
        toy.undo()
        self.full(toy)
        assert toy.get("char", TARGET, "wounds") == 5

    def test_a_change(self, toy):
        toy.app.open("toy.home")
        toy.app.open("toy.count")
        toy.run(20)
        toy.store.full = True
        toy.up()
        self.full(toy)
        assert toy.get("char", 2, "armour") == 0
        assert toy.ids[-1] == "toy.count"

    def test_settings_and_colours(self, toy):
        toy.app.open("system.settings")
        toy.down(2)
        toy.run(NOTED)
        toy.store.full = True
        toy.ok()
        self.full(toy)
        assert toy.reads("Tête en bas", "non")
        toy.store.full = False
        toy.app.open("system.seats")
        toy.ok()
        toy.down()
        toy.run(NOTED)
        toy.store.full = True
        toy.ok()
        self.full(toy)
        assert toy.reads("1 Rouge")
        toy.faults.clear()

    def test_saving_the_snapshot_fails_without_a_word(self, toy):
        """Nobody asked for it, and nothing of the game is lost."""
        toy.store.full = True
        toy.down()
        toy.run(10 * NOTED)
        assert toy.ids == ["system.home"]
        assert len(toy.faults) == 1, "not again and again"
        toy.game()
        assert toy.ids == ["system.home", "system.settings"]
        toy.faults.clear()

    def test_so_it_does_without_room_for_what_is_to_be_saved(self, toy, monkeypatch):
        def line(*args):
            raise MemoryError

        toy.form("strike", ATTACKER, TARGET)
        with monkeypatch.context() as patch:
            patch.setattr("gobelet.snapshot.line_of", line)
            toy.down()
            assert toy.ids[-1] == "toy.form"
            assert {type(error) for error in toy.faults} == {MemoryError}
            toy.faults.clear()
        words = toy.words.text()
        toy.run(10 * NOTED)
        toy.pull()
        assert toy.words.text() == words

    def test_so_it_does_without_room_in_memory(self, toy, monkeypatch):
        """The player stays where he is: it was not he who asked for so much."""

        def note(name, data):
            raise MemoryError

        toy.form("strike", ATTACKER, TARGET)
        with monkeypatch.context() as patch:
            patch.setattr(toy.store, "note", note)
            toy.down()
            assert toy.ids[-1] == "toy.form"
            assert [type(error) for error in toy.faults] == [MemoryError]
            toy.faults.clear()
        words = toy.words.text()
        toy.run(10 * NOTED)
        toy.pull()
        assert toy.words.text() == words, "noted behind the next collection"

    def test_a_screen_that_finds_no_room_is_made_once_more_without_what_can_be_spared(self, toy, monkeypatch):
        real = Form.shown
        tries = []
        spared = []

        def shown(form):
            tries.append(form)
            if len(tries) == 1:
                raise MemoryError
            real(form)

        spare = toy.app.spare
        monkeypatch.setattr(Form, "shown", shown)
        monkeypatch.setattr(toy.app, "spare", lambda: (spared.append(len(tries)), spare()))
        toy.game()
        toy.ok()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert spared == [1]
        assert len(tries) == 2
        assert tries[0] is not tries[1]

    def test_where_an_undo_leads_is_made_once_more_without_what_its_words_have_called_for(
        self, toy, monkeypatch
    ):
        real = Form.__init__
        tries = []
        held = []

        def init(form, *args):
            tries.append(form)
            if len(tries) == 1:
                raise MemoryError
            real(form, *args)

        toy.form("strike", ATTACKER, TARGET)
        toy.app.change([("char", ATTACKER, "armour", 2)])
        toy.app.back_to("toy.home")
        keeper = toy.app.keeper
        spare = toy.app.spare
        made = keeper.made
        monkeypatch.setattr(keeper, "made", lambda: (keeper._open.append(0), made()))  # called for by words
        monkeypatch.setattr(Form, "__init__", init)
        monkeypatch.setattr(toy.app, "spare", lambda: (held.append(keeper._before[:]), spare()))
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.get("char", ATTACKER, "armour") == 0
        assert len(tries) == 2 and held == [[]]

    @pytest.mark.parametrize("closes", [False, True])
    def test_so_it_is_wherever_it_has_failed(self, toy, monkeypatch, closes):
        """closes: a screen has closed, having found no room for its reason; it is there again."""
        full = [True]
        rested = []
        spare = toy.app.spare

        def spared():
            full.clear()
            rested.append(isinstance(toy.app.stack.top(), tuple))
            spare()

        def without_room(owner, name):
            real = getattr(owner, name)

            def method(self, *args):
                if full:
                    raise MemoryError
                return real(self, *args)

            monkeypatch.setattr(owner, name, method)

        toy.form("strike", ATTACKER, TARGET)
        toy.app.change([("char", ATTACKER, "armour", 2)])
        toy.app.back_to("toy.home")
        monkeypatch.setattr(toy.app, "spare", spared)
        if closes:
            monkeypatch.setattr(Form, "stands", lambda form: not full)
            without_room(Menu, "shown")
        else:
            without_room(type(toy.app.navigation), "_screens_at")
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.get("char", ATTACKER, "armour") == 0
        assert toy.reads("Annulé")
        assert rested == [True], "nothing keeps what the words have called for"

    def test_so_is_the_result_of_a_roll_of_an_earlier_version(self, toy, monkeypatch):
        """Which noted no location of it: its result is gone already."""
        toy.form("strike", ATTACKER, TARGET)
        toy.ok()
        assert toy.ids[-1] == "toy.result"
        real = toy.app.session.take_back
        monkeypatch.setattr(toy.app.session, "take_back", lambda: real() and b"")
        remake = toy.app.navigation.remake
        tries = []

        def once():
            tries.append(toy.ids)
            if len(tries) == 1:
                raise MemoryError
            remake()

        monkeypatch.setattr(toy.app.navigation, "remake", once)
        toy.undo()
        assert tries == [["system.home", "toy.home", "toy.form"]] * 2
        assert toy.ids == tries[0]

    def test_a_screen_that_waits_to_be_made_goes_with_all_others_when_memory_is_full(self, toy, monkeypatch):
        """Between: else it would be made in the place of the message."""
        toy.game()

        def ok():
            toy.app.open("toy.count", 0)
            assert toy.app.navigation.waiting is not None
            raise MemoryError

        monkeypatch.setattr(toy.top, "ok", ok)
        monkeypatch.setattr("gobelet.navigation.with_room", lambda app: None)
        toy.ok()
        assert toy.reads("Mémoire pleine : partie gardée")
        assert toy.app.navigation.waiting is None
        assert toy.ids == [None]

    def test_what_is_made_ready_without_room_in_memory_costs_no_screen(self, toy, monkeypatch):
        """Right after a start the heap may be in pieces."""

        def idle():
            raise MemoryError

        toy.form("strike", ATTACKER, TARGET)
        monkeypatch.setattr(toy.app.session.journal, "idle", idle)
        toy.down()
        toy.run(NOTED)
        assert toy.ids[-1] == "toy.form"
        assert {type(error) for error in toy.faults} == {MemoryError}
        toy.faults.clear()

    def test_what_finds_no_room_is_tried_twice_behind_each_key(self, toy, monkeypatch):
        """And no more, though there are other things to do in between: else each pass would begin with it."""
        tries = []

        def idle():
            tries.append(len(tries))
            raise MemoryError

        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        toy.app.heap = Heap()
        with monkeypatch.context() as patch:
            patch.setattr(Heap, "fill", lambda heap: len(tries) < 50)
            patch.setattr(toy.app.session.journal, "idle", idle)
            for count in (2, 4):
                toy.down()
                toy.run(10 * NOTED)
                toy.app.dirty = True  # a clock runs, say
                toy.run(NOTED)
                assert len(tries) == count
                assert toy.app.idle.done
        toy.down()
        toy.run(NOTED)
        assert toy.app.idle.done and toy.app.idle.failed == 0
        assert len(toy.faults) == 4
        toy.faults.clear()

    def test_a_game_opens_and_plays_from_a_full_store(self, toy):
        toy.store.full = True
        toy.game()
        toy.ok()
        assert toy.ids[-1] == "toy.form"
        assert not toy.reads("Stockage")
        toy.faults.clear()

    def test_other_trouble_has_its_own_words(self, toy):
        toy.game()
        toy.app.open("toy.count")
        toy.run(20)

        def broken(name, data):
            raise OSError(5)

        toy.store.append = toy.store.replace = broken
        toy.up()
        self.full(toy, "Stockage en panne : rien n’a été changé")

    def test_dice_without_entropy(self, toy):
        toy.form("plain")
        toy.app.shaker._read = lambda n: b""
        toy.app.shaker._bytes = b""
        toy.ok()
        self.full(toy, "Hasard en panne")
        assert rolls(toy) == []

    def test_dice_with_a_source_that_stands_still(self, toy):
        toy.form("plain")
        toy.app.shaker._read = lambda n: b"\x03" * n
        toy.app.shaker._bytes = b""
        toy.ok()
        self.full(toy, "Hasard en panne")
        assert rolls(toy) == []


class TestKeysActOnceMore(FullMemory):
    """Memory is full behind a key: what was saved opens again, and the key acts once more. Nobody has to be told."""

    def test_where_it_finds_no_memory(self, toy, monkeypatch, messages):
        self.strike(toy)
        toy.dice(4, 2)
        calls = self.full(monkeypatch, Form, "ok")
        toy.ok()
        toy.run(BOOT_MS)
        assert calls == ["ok"] * 2
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.result"]
        assert rolls(toy) == [[(4, 2)]]
        assert messages == []

    @pytest.mark.parametrize(
        ("name", "event", "given"),
        [
            ("up", (UP, REPEAT, 10), (10,)),
            ("down", (DOWN, REPEAT, 5), (5,)),
            ("why", (OK, HOLD, 1), ()),
            ("back", (BACK, RELEASE, 1), ()),
            ("undo", (BACK, HOLD, 1), ()),
        ],
    )
    def test_how_long_it_was_held_is_part_of_it(self, toy, monkeypatch, messages, name, event, given):
        self.strike(toy)
        calls = []

        def method(form, *args):
            calls.append(args)
            if len(calls) == 1:
                raise MemoryError

        monkeypatch.setattr(Form, name, method)
        toy.app.heard.append(event)
        toy.run(BOOT_MS)
        assert calls == [given] * 2 and messages == []

    def test_what_it_has_done_then_is_taken_back_once(self, toy, monkeypatch, messages):
        self.strike(toy)
        self.full(monkeypatch, Form, "ok")
        toy.ok()
        toy.run(BOOT_MS)
        toy.undo()
        assert toy.ids[-1] == "toy.form" and toy.app.session.pending() is None
        toy.back()
        toy.run(NOTED)
        assert toy.ids == ["system.home", "toy.home"]
        assert len(rolls(toy)) == 1 and messages == []

    def test_a_battery_that_is_pulled_before_it_does_leaves_what_was_saved(self, toy, monkeypatch, messages):
        self.strike(toy, 1)
        words = toy.words.text()
        calls = self.full(monkeypatch, Form, "ok")
        toy.app.heard.append((OK, RELEASE, 1))
        toy.app.step()
        assert calls == ["ok"] and toy.ids == [None]
        toy.pull()
        assert toy.words.text() == words
        assert calls == ["ok"] and rolls(toy) == [] and messages == []

    def test_what_was_saved_opens_with_all_that_comes_used_in_the_flash(self, toy, monkeypatch, messages):
        self.strike(toy)
        between_passes(toy, monkeypatch)
        self.full(monkeypatch, Form, "down")
        toy.app.heap = Heap()
        toy.app.linker = Flash(9)
        toy.down()
        assert toy.ids[-1] == "toy.form" and toy.top.cursor == 1
        assert (toy.app.linker.left, toy.app.heap.collected) == (0, 2)
        assert messages == []
        toy.app.heap = None

    @pytest.mark.parametrize("name", ["returned", "shown"])
    def test_so_do_those_on_a_list_above_a_form(self, toy, monkeypatch, messages, name):
        """Only the form is saved."""
        self.strike(toy, 2)
        toy.ok()
        assert toy.ids[-1] is None
        toy.run(NOTED)
        toy.down()
        toy.run(NOTED)
        words = toy.words.text()
        calls = self.full(monkeypatch, Form, name)
        toy.ok()
        toy.run(BOOT_MS)
        assert len(calls) > 1
        assert toy.ids[-1] == "toy.form" and toy.words.text() != words
        assert toy.top.values["weapon"] == 1
        assert messages == []

    def test_but_not_so_many_that_they_take_memory_themselves(self, toy, monkeypatch, messages):
        self.strike(toy, 2)
        toy.ok()
        toy.down(PRESSED + 1)  # which wraps round to the second one
        self.full(monkeypatch, Form, "returned")
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.ids[-1] == "toy.form" and toy.top.values["weapon"] == 0
        assert messages == []

    def test_all_do_where_they_are_as_many_as_may_be(self, toy, monkeypatch, messages):
        self.strike(toy, 2)
        toy.ok()
        toy.down(PRESSED - 2)  # which wraps round to the third one
        self.full(monkeypatch, Form, "returned")
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.ids[-1] == "toy.form" and toy.top.values["weapon"] == 2
        assert messages == []

    def test_a_key_that_only_goes_down_is_none_of_them(self, toy):
        self.strike(toy, 2)
        toy.ok()
        toy.keys.down(OK)
        toy.run(50)
        assert toy.app.navigation.pressed == [(OK, RELEASE, 1)] and not toy.app.navigation.acting
        toy.keys.up(OK)
        toy.run(50)

    def test_not_where_something_was_written(self, toy, monkeypatch, messages):
        """The journal goes on from there, as behind a power cut."""
        toy.game(8)
        toy.app.open("toy.count")
        toy.run(NOTED)
        self.full(monkeypatch, Session, "change", late=True)
        toy.up()
        toy.run(BOOT_MS)
        assert toy.get("char", 2, "armour") == 1
        assert messages == []
        toy.undo()
        assert toy.get("char", 2, "armour") == 0
        toy.undo()
        assert toy.get("char", 2, "armour") == 0

    def test_nor_where_what_it_acts_on_was_not_saved(self, toy, monkeypatch, messages):
        self.strike(toy)
        with monkeypatch.context() as patch:
            patch.setattr(toy.app.navigation, "save_snapshot", lambda: None)
            toy.down(2)
            assert toy.app.snapshot_due
            self.full(monkeypatch, Form, "ok")
            toy.ok()
        toy.run(BOOT_MS)
        assert toy.ids[-1] == "toy.form" and toy.top.cursor == 0
        assert messages == []

    def test_nor_once_what_it_led_to_was_saved(self, toy, monkeypatch, messages):
        self.strike(toy)
        toy.down()
        toy.run(NOTED)
        self.full(monkeypatch, Form, "tick")
        toy.run(BOOT_MS)
        assert toy.ids[-1] == "toy.form" and toy.top.cursor == 1
        assert messages == []

    def test_nor_where_other_screens_open_than_those_it_acted_on(self, toy, monkeypatch, messages):
        self.strike(toy)
        calls = self.full(monkeypatch, Form, "ok")
        shown = self.full(monkeypatch, Form, "stands", 99)
        monkeypatch.setattr(Form, "stands", lambda self: bool(shown) or not calls)
        toy.ok()
        toy.run(BOOT_MS)
        assert calls == ["ok"]
        assert toy.ids == ["system.home", "toy.home"]
        assert messages == []

    def test_not_a_third_time(self, toy, monkeypatch, messages):
        self.strike(toy)
        calls = self.full(monkeypatch, Form, "ok", 2)
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.reads("Mémoire pleine : partie gardée")
        assert calls == ["ok"] * 2
        toy.ok()
        assert toy.ids == ["system.home"], "it would be full again and again"

    def test_of_several_none_acts_on_the_message(self, toy, monkeypatch, messages):
        self.strike(toy, 2)
        real = Form.ok
        calls = []

        def ok(form):
            calls.append(len(calls))
            if len(calls) > 1:
                raise MemoryError
            real(form)

        monkeypatch.setattr(Form, "ok", ok)
        toy.ok()
        toy.down()
        toy.run(NOTED)
        self.full(monkeypatch, Form, "returned")
        toy.ok()
        toy.run(BOOT_MS)
        assert calls == [0, 1]
        assert toy.ids == [None] and toy.reads("Mémoire pleine : partie gardée")
        assert toy.app.navigation.retried == 1
        toy.ok()
        toy.down()
        assert toy.ids == ["system.home"]
        monkeypatch.undo()
        self.strike(toy)
        self.full(monkeypatch, Form, "down")
        toy.down()
        toy.run(BOOT_MS)
        assert toy.top.cursor == 1, "and the next one has its second time"

    def test_each_key_of_those_that_follow_has_its_own_second_time(self, toy, monkeypatch, messages):
        self.strike(toy, 3)
        for _ in range(3):
            with monkeypatch.context() as patch:
                calls = self.full(patch, Form, "ok")
                before = toy.top.values["charge"]
                toy.ok()
                toy.run(BOOT_MS)
                assert calls == ["ok"] * 2
                assert toy.top.values["charge"] != before
        assert messages == []

    def test_so_it_has_where_it_was_full_before(self, toy, monkeypatch, messages):
        self.strike(toy)
        for _ in range(2):
            with monkeypatch.context() as patch:
                self.full(patch, Form, "down")
                toy.down()
                toy.run(BOOT_MS)
            assert toy.ids[-1] == "toy.form" and toy.top.cursor == 1
            toy.up()
            toy.run(NOTED)
        assert messages == []

    def test_it_is_the_last_key_that_does(self, toy, monkeypatch, messages):
        self.strike(toy)
        for name, cursor in (("down", 1), ("up", 0)):
            with monkeypatch.context() as patch:
                self.full(patch, Form, name)
                getattr(toy, name)()
                toy.run(BOOT_MS)
            assert toy.ids[-1] == "toy.form" and toy.top.cursor == cursor
        assert messages == []

    def test_not_where_memory_was_too_full_to_save_what_it_acts_on(self, toy, monkeypatch, messages):
        def note(name, data):
            raise MemoryError

        self.strike(toy)
        with monkeypatch.context() as patch:
            patch.setattr(toy.store, "note", note)
            toy.down()
            while toy.app.navigation.saved:
                toy.run(10)
            calls = self.full(monkeypatch, Form, "ok")
            toy.app.snapshot_due = False
            toy.ok()
        toy.run(BOOT_MS)
        assert calls == ["ok"]
        assert toy.ids[-1] == "toy.form" and toy.top.cursor == 0
        assert messages == []
        toy.faults.clear()

    def test_not_one_that_has_changed_nothing_that_is_saved(self, toy, monkeypatch, messages):
        calls = []
        self.strike(toy)
        monkeypatch.setattr(Form, "ok", lambda form: calls.append("ok"))
        toy.ok()
        toy.run(NOTED)
        self.full(monkeypatch, Form, "tick")
        toy.run(BOOT_MS)
        assert calls == ["ok"]
        assert messages == []

    def test_not_those_on_a_list_since_when_something_was_written(self, toy, monkeypatch, messages):
        self.strike(toy, 2)
        toy.ok()
        monkeypatch.setattr(toy.top, "down", lambda n: toy.app.change([("char", 2, "armour", 1)]))
        toy.down()
        toy.run(NOTED)
        self.full(monkeypatch, Form, "returned")
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.get("char", 2, "armour") == 1
        assert toy.ids[-1] == "toy.form" and toy.top.values["weapon"] == 0
        assert messages == []

    def test_not_one_that_has_changed_whether_real_dice_are_used(self, toy, monkeypatch, messages):
        self.strike(toy)
        toy.up()
        toy.run(NOTED)
        self.full(monkeypatch, Form, "draw", 2)
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.app.by_hand and toy.ids[-1] == "toy.form"
        assert messages == []

    def test_nor_those_on_a_list_since_when_a_colour_was_changed(self, toy, monkeypatch, messages):
        """The list begins on the new one then."""
        toy.app.open("system.seats")
        toy.run(NOTED)
        toy.ok()
        toy.down()
        wanted = toy.top.cursor - 1
        self.full(monkeypatch, Seats, "draw", 2)
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.app.telling.colours[0] == wanted and toy.ids[-1] == "system.seats"
        assert messages == []

    def test_keys_behind_it_are_forgotten(self, toy, monkeypatch, messages):
        """Nobody has seen what they would do."""
        self.strike(toy)
        self.full(monkeypatch, Form, "down")
        toy.app.heard += [(DOWN, PRESS, 1), (DOWN, PRESS, 1)]
        toy.run(BOOT_MS)
        assert toy.top.cursor == 1
        assert messages == []
