"""Trouble: what a player is told of what a screen raised, and how the device goes on, without memory too."""

from __future__ import annotations

import sys

import pytest

import gobelet.system
from gobelet.core.procedure import Refused
from gobelet.device.keys import RELEASE
from gobelet.memory.heap import LATER
from gobelet.memory.modules import LIST_OF_GAMES, NO_GAME, needs, newer
from gobelet.snapshot import SNAPSHOT
from gobelet.system import home
from gobelet.ui.form import Form
from gobelet.ui.menu import Menu
from gobelet.ui.notice import Notice
from simulator.board import BOOT_MS
from simulator.keys import OK
from simulator.store import PowerCut
from tests.toy_game.inside import ATTACKER, NOTED, TARGET, Flash, Heap, between_passes, fault, rolls


def test_a_refusal_that_a_screen_lets_through_is_told_and_nothing_is_lost(toy):
    toy.game()
    toy.app.open("toy.fault")
    for where, act in (("ok", toy.ok), ("up", toy.up), ("defer", toy.ok), ("why", toy.why)):
        fault(where, Refused("TOY-1", n=3))
        act()
        assert toy.reads("Pas de charge avec un arc (3)")
        toy.ok()
        assert toy.ids[-1] == "toy.fault"
        fault("", None)


FAULTS = ("ok", "up", "why", "tick", "draw", "shown", "defer")


class TestFaults:
    def raise_in(self, toy, where, error):
        toy.game()
        toy.app.change([("char", TARGET, "wounds", 7)])
        fault(where, error)
        try:
            toy.app.open("toy.fault")
        except type(error):  # "shown": here the test itself is the one who opens
            toy.app._raised(error, False)
        toy.run(NOTED)
        act = {"ok": toy.ok, "up": toy.up, "why": toy.why, "defer": toy.ok}.get(where)
        if act:
            act()

    @pytest.mark.parametrize("where", FAULTS)
    @pytest.mark.parametrize(
        "error", [ValueError("x"), KeyError("x"), ZeroDivisionError(), AttributeError("y")]
    )
    def test_it_is_told_in_plain_words_and_the_game_is_kept(self, toy, where, error):
        self.raise_in(toy, where, error)
        assert toy.reads("Erreur : retour à l’accueil, partie gardée")
        assert toy.faults == [error]
        toy.run(BOOT_MS)
        assert toy.ids == ["system.home", None], "what was saved is not opened again"
        kept = toy.store.files["crash.txt"].decode().split("\n")
        assert kept[1] == type(error).__name__
        assert "toy.home" in kept[-1]
        assert toy.store.files[SNAPSHOT][:-4].count(b"\n") == 1, "a start would open the list of games"
        toy.faults.clear()
        toy.ok()
        assert toy.app.session is None
        toy.ok()
        assert toy.get("char", TARGET, "wounds") == 7
        toy.run(NOTED)
        toy.pull()
        assert toy.get("char", TARGET, "wounds") == 7

    @pytest.mark.parametrize("where", FAULTS)
    def test_where_memory_is_full_what_was_saved_opens_again(self, toy, where):
        self.raise_in(toy, where, MemoryError())
        toy.run(BOOT_MS)
        assert toy.faults == [], "there is no room for a trace"
        opened = [] if where in ("shown", "draw", "tick") else ["toy.fault"]  # what was saved
        assert toy.ids == ["system.home", "toy.home", *opened]
        assert toy.get("char", TARGET, "wounds") == 7

    @pytest.mark.parametrize("where", ["ok", "up", "why", "tick", "draw", "defer"])
    @pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, PowerCut])
    def test_ctrl_c_always_passes(self, toy, where, error):
        with pytest.raises(error):
            self.raise_in(toy, where, error())
        fault("", None)

    def test_a_game_that_cannot_be_imported(self, toy, monkeypatch):
        import gobelet.session

        def load(path, name):
            raise MemoryError

        monkeypatch.setattr(gobelet.session, "load", load)
        toy.ok()
        assert toy.reads("Mémoire pleine")
        assert toy.app.session is None
        monkeypatch.undo()

    def test_a_screen_that_cannot_be_made_is_not_open_also_where_no_key_opened_it(self, toy):
        toy.game()
        with pytest.raises(IndexError):
            toy.app.open("toy.form", 99)
        assert toy.ids == ["system.home", "toy.home"]

    @pytest.mark.parametrize("part", ["needs", "fr", "session", "screens"])
    def test_a_game_whose_pack_is_damaged(self, toy, monkeypatch, part):
        """What the pack refuses is told when it is opened, as often as that is tried, and not before."""
        import gobelet.session

        damaged = ImportError(
            "Gobelet: /packs/toy.pack is damaged or of another version. Run make flash again."
        )

        def assets(name, found=toy.app.texts.assets):
            if name == f"toy.{part}":
                raise damaged
            return found(name)

        def load(path, name):
            raise damaged

        def made(name, args, real=toy.app.navigation.make):
            if name.startswith("toy"):
                raise damaged
            return real(name, args)

        toy.game()
        toy.app.change([("char", TARGET, "wounds", 7)])
        toy.app.home()
        toy.app.keeper.keep(NO_GAME)
        toy.app.texts.assets = assets
        toy.app.keeper.listed = lambda game: needs(assets, game)
        if part == "session":
            monkeypatch.setattr(gobelet.session, "load", load)
        if part == "screens":
            monkeypatch.setattr(toy.app.navigation, "make", made)
        toy.run(5000)
        assert toy.ids == ["system.home"]
        if part != "needs":
            assert toy.faults == []
        for _ in range(2):
            toy.faults.clear()
            toy.ok()
            assert toy.reads("Programme incomplet ou abîmé : make flash, partie gardée")
            assert toy.faults[-1:] == [damaged]
            assert toy.app.session is None
            assert b"ImportError\nGobelet: /packs/toy.pack is damaged" in toy.store.files["crash.txt"]
            toy.ok()
            assert toy.ids == ["system.home"]
        toy.faults.clear()
        monkeypatch.undo()
        toy.pull()
        toy.game()
        assert toy.get("char", TARGET, "wounds") == 7

    def test_texts_of_a_game_that_fails_to_open_are_closed_again(self, toy, monkeypatch):
        import gobelet.session

        def broken(name, store):
            raise ValueError("rules")

        real = gobelet.session.Session
        monkeypatch.setattr(gobelet.session, "Session", broken)
        toy.ok()
        assert toy.reads("Erreur")
        toy.faults.clear()
        toy.ok()
        monkeypatch.setattr(gobelet.session, "Session", real)
        toy.ok()
        assert toy.ids == ["system.home", "toy.home"]
        assert [row[0] for row in toy.app.texts._open] == ["system", "toy"]

    @pytest.mark.parametrize("name", ["draw", "shown"])
    @pytest.mark.parametrize("flash", [True, False])
    def test_a_start_that_finds_no_memory_tries_once_more_with_more_room(self, toy, monkeypatch, name, flash):
        """Before anything is drawn. Nothing of the game stays, and what comes of it is used in the flash at once."""
        real = getattr(Form, name)
        make_app = toy._make_app
        linker = Flash(9)
        linked = {"heap": Heap(), "in_place": lambda: linker} if flash else {}
        toy._make_app = lambda *parts, **options: make_app(*parts, **linked, **options)
        calls = []
        linking = []
        messages = []

        def full(self, *args):
            calls.append(name)
            linking.append(toy.app.keeper.came)
            if len(calls) == 1:
                raise MemoryError
            real(self, *args)

        toy.form("strike", ATTACKER, TARGET)
        toy.down()
        toy.run(NOTED)
        words = toy.words.text()
        monkeypatch.setattr(Form, name, full)
        drawn = Notice.draw
        monkeypatch.setattr(Notice, "draw", lambda self, c: (messages.append(self.text), drawn(self, c)))
        toy.boot()
        between_passes(toy, monkeypatch)
        assert len(calls) == 1 and not any(toy.picture())
        toy.ok()
        toy.run(BOOT_MS)
        assert len(calls) >= 2
        assert toy.words.text() == words, "and OK, which came before there was a picture, does nothing"
        assert messages == []
        if flash:
            assert linker.left == 0
            assert linking[:2] == [None, linker.link]
            assert toy.app.keeper.came is None
        calls[:] = []
        monkeypatch.setattr(Form, name, lambda self, *args: bytearray(1 << 62))
        toy.boot()
        between_passes(toy, monkeypatch)
        toy.run(BOOT_MS)
        assert toy.reads("Mémoire pleine : partie gardée")
        toy.ok()
        assert toy.ids == ["system.home"]

    def test_a_start_with_more_room_shows_what_a_change_just_before_the_cut_led_to(self, toy, monkeypatch):
        """The result that the snapshot names closes, and the list below it is made before it is drawn."""
        real = Menu.draw
        drawn = []

        def full(self, c):
            drawn.append(self.title)
            if drawn == ["title"]:
                raise MemoryError
            real(self, c)

        toy.form("still")
        toy.ok()
        toy.app._key(OK, RELEASE, 1)
        monkeypatch.setattr(Menu, "draw", full)
        toy.pull()
        assert drawn[:2] == ["title", "title"]
        assert toy.ids == ["system.home", "toy.home"] and toy.get("game", 0, "turn") == 7
        assert any(toy.picture()) and not toy.faults

    @pytest.mark.parametrize("fails", [None, ImportError, MemoryError])
    def test_second_parts_come_before_a_key_acts_not_from_its_depth(self, toy, monkeypatch, fails):
        """Behind a start an import from there took more of the stack than a Pico has. A key that only moves something
        does not wait for them.
        """
        parts = ["one", "two"]
        seen = []

        def complete_next():
            if parts and fails:
                parts.clear()
                raise fails
            return parts.pop() if parts else ""

        monkeypatch.setattr("gobelet.app.complete_next", complete_next)
        toy.game()
        parts[:] = ["one", "two"]
        top = toy.app.stack.top()
        monkeypatch.setattr(top, "down", lambda n: seen.append(len(parts)))
        monkeypatch.setattr(top, "ok", lambda: seen.append(len(parts)))
        toy.down()
        toy.ok()
        assert seen == [2, 0]
        assert toy.ids == ["system.home", "toy.home"]

    def test_a_start_into_a_game_does_without_the_list_of_games(self, toy, monkeypatch):
        """It comes in an idle moment, stays, and BACK leads there."""
        toy.game()
        toy.run(NOTED)
        monkeypatch.setattr(gobelet.system, "home", home)  # both are there again behind the test
        monkeypatch.delitem(sys.modules, LIST_OF_GAMES)
        toy.boot()
        assert toy.ids == ["system.home", "toy.home"]
        assert LIST_OF_GAMES not in sys.modules
        toy.run(NOTED)
        assert LIST_OF_GAMES in sys.modules
        assert LIST_OF_GAMES not in newer(toy.app.keeper._resident), "it stays"
        toy.back()
        assert toy.ids == ["system.home"]

    @pytest.mark.parametrize("linker", [None, Flash(0)])
    def test_garbage_goes_once_what_a_key_asked_for_is_seen(self, toy, monkeypatch, linker):
        done = []
        heap = Heap()
        heap.postpone = done.append
        heap.resume = lambda: done.append("resume")
        toy.game()
        monkeypatch.setattr(toy.app, "heap", heap)
        monkeypatch.setattr(toy.app, "linker", linker)
        monkeypatch.setattr(
            toy.app.panel, "show", lambda show=toy.app.panel.show: (done.append("show"), show())
        )
        toy.down()
        assert done[: done.index("resume") + 1] == [-1, "show", "resume"]
        for key in (toy.ok, toy.back):
            del done[:]
            key()
            before = [LATER] if linker else []  # where all is copied there is too little room
            assert done[: done.index("resume") + 1] == [*before, "show", "show", "resume"], (
                "it is answered first"
            )

    def test_a_key_before_the_first_idle_moment_has_all_of_the_heap(self, toy):
        """A start lets garbage go once; without more of that a form may not fit."""

        class Counting(Heap):
            begun = 0

            def begin_game(self):
                self.begun += 1

        heap = Counting()
        make_app = toy._make_app
        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        toy._make_app = lambda *parts, **options: make_app(
            *parts, heap=heap, in_place=lambda: None, **options
        )
        toy.boot()
        assert (heap.begun, heap.collected) == (1, 0)
        act = toy.app._key
        seen = []
        toy.app._key = lambda *event: (seen.append(heap.collected), act(*event))
        toy.ok()
        assert seen[0] == 1
        assert len(rolls(toy)) == 1

    @pytest.mark.parametrize("linker", [None, Flash(0)])
    def test_where_nothing_is_used_in_the_flash_modules_keep_less_free(self, toy, linker):
        make_app = toy._make_app
        for heap in (Heap(), None):
            toy._make_app = lambda *parts, heap=heap, **options: make_app(
                *parts, heap=heap, in_place=lambda: linker, **options
            )
            toy.boot()
            assert toy.app.make_linker() and not toy.app.make_linker()
            told = None if linker or heap is None else heap.postpone
            assert toy.app.keeper.after_collection == told

    @pytest.mark.parametrize("kept", [True, False])
    def test_what_is_kept_for_a_file_goes_before_modules_do(self, toy, monkeypatch, kept):
        spared = []
        heap = Heap()
        heap.give_piece = lambda: kept
        monkeypatch.setattr(toy.app, "heap", heap)
        monkeypatch.setattr(toy.app.keeper, "spare", lambda: spared.append(True) or went)
        for went in (True, False):
            assert toy.app.find_room() == (kept or went)
        assert spared == ([] if kept else [True] * 2)
        toy.app.spare()
        assert len(spared) == (1 if kept else 3), "with modules, where that does not do"

    def test_when_even_that_finds_no_memory_the_device_goes_on(self, toy):
        toy.game()
        notice = toy.app.notice
        toy.app.notice = lambda text: (_ for _ in ()).throw(MemoryError())
        fault("ok", ValueError("a fault that no memory is left to tell"))
        toy.app.open("toy.fault")
        toy.ok()
        assert toy.reads("Mémoire pleine")
        toy.app.notice = notice
        toy.faults.clear()
        toy.ok()
        assert toy.ids == ["system.home"]
        toy.ok()
        assert toy.ids == ["system.home", "toy.home"]


class TestDrawingFails:
    """A canvas, or a screen, that raises at every call, at some, or after a while."""

    @pytest.fixture
    def broken(self, toy):
        """From now on every `broken.each`th call of the canvas raises; 0 for none."""

        class Broken:
            each = 0
            calls = 0

        def failing(real):
            def call(*args, **named):
                if Broken.each:
                    Broken.calls += 1
                    if Broken.calls % Broken.each == 0:
                        raise TypeError("a canvas of another MicroPython")
                return real(*args, **named)

            return call

        make_app = toy._make_app

        def made(*parts, canvas=None, **options):
            app = make_app(*parts, **options)
            for name in ("clear", "text", "centre", "right", "dots", "wrap", "width"):
                setattr(app.canvas, name, failing(getattr(app.canvas, name)))
            return app

        toy._make_app = made
        toy.boot()
        toy.run(50)
        yield Broken
        toy.faults.clear()

    def plain(self, toy):
        """Whether the plain page is what is shown."""
        from gobelet.device.panel import plain_page

        frame = bytearray(1024)
        plain_page(frame, "Ecran en panne", "Screen trouble", "OK: restart")
        return toy.panel.picture() == bytes(frame)

    @pytest.mark.parametrize("each", [1, 2, 3, 7])
    def test_neither_a_screen_nor_the_list_of_games_can_be_drawn(self, toy, broken, each):
        toy.game()
        toy.run(NOTED)
        broken.each = each
        before = toy.store.steps
        toy.down()
        toy.run(60_000)
        if each == 1:
            assert self.plain(toy)
            assert not toy.panel.dark
        assert toy.store.steps - before <= 4, "a report, the list of games, and where the cursor stood"
        before = toy.store.steps
        toy.run(600_000)
        assert toy.store.steps == before

    def test_ok_on_the_plain_page_starts_anew(self, toy, broken):
        toy.game()
        toy.app.change([("char", TARGET, "wounds", 7)])
        broken.each = 1
        toy.down()
        toy.run(1000)
        assert self.plain(toy)
        toy.back()
        toy.up()
        assert self.plain(toy)
        broken.each = 0
        toy.ok()
        toy.run(1000)
        assert toy.ids == ["system.home"]
        toy.ok()
        assert toy.get("char", TARGET, "wounds") == 7

    def test_or_the_whole_device_where_that_can_be(self, toy, broken):
        again = []
        toy.app.restart = lambda: again.append(toy.app.plain)
        broken.each = 1
        toy.down()
        toy.run(1000)
        toy.ok()
        assert again == [True]

    def test_the_plain_page_outlives_another_start(self, toy, broken):
        toy.run(NOTED)
        before = toy.store.steps
        for _ in range(3):
            broken.each = 1
            toy.boot()
            toy.run(5000)
            toy.down()
        assert toy.store.steps - before <= 4 * 2

    def test_the_plain_page_goes_off_with_the_battery_and_comes_back(self, toy, broken):
        toy.app.settings.choose("off", 0)
        broken.each = 1
        toy.down()
        toy.run(1000)
        before = toy.store.steps
        toy.app.power.off_ms = 20_000
        toy.run(60_000)
        assert toy.panel.dark
        toy.down()
        assert not toy.panel.dark
        assert self.plain(toy)
        assert toy.store.steps == before

    def test_what_one_screen_only_cannot_draw_leads_to_the_list_of_games(self, toy, broken):
        toy.run(NOTED)
        counted = []
        for _ in range(5):
            before = toy.store.steps
            fault("draw", ValueError("always the same"))
            toy.game()
            toy.app.open("toy.fault")
            toy.run(50)
            assert toy.reads("Erreur : retour à l’accueil")
            assert toy.ids == ["system.home", None]
            toy.ok()
            toy.run(NOTED)
            counted.append(toy.store.steps - before)
        fault("", None)
        assert toy.store.files["crash.txt"].count(b"ValueError") == 1
        assert counted[-1] < counted[0]

    def test_faults_that_are_always_others_are_kept_a_few_times_only(self, toy, broken):
        written = []
        real = toy.store.replace
        toy.store.replace = lambda name, data: (written.append(name), real(name, data))
        for number in range(10):
            fault("draw", ValueError(number))
            toy.game()
            toy.app.open("toy.fault")
            toy.run(50)
            toy.ok()
        fault("", None)
        assert written.count("crash.txt") == 4

    def test_a_message_that_memory_is_full_which_cannot_be_drawn(self, toy, broken):
        def full(*args):
            raise MemoryError

        for name in ("clear", "wrap", "text"):
            setattr(toy.app.canvas, name, full)
        before = toy.store.steps
        toy.down()
        toy.run(60_000)
        assert self.plain(toy)
        assert toy.store.steps == before

    def test_what_fails_in_every_pass(self, toy, monkeypatch):
        """Whatever is shown, the clock of the power raises: the message, then the plain page."""

        def idle(*args):
            raise AttributeError("x")

        monkeypatch.setattr(toy.app.power, "idle", idle)
        before = toy.store.steps
        toy.run(60_000)
        assert self.plain(toy)
        assert toy.store.steps - before <= 2
        monkeypatch.undo()
        toy.ok()
        assert toy.ids == ["system.home"]
        toy.faults.clear()

    def test_a_list_of_games_that_cannot_be_made(self, toy, monkeypatch):
        from gobelet.system.home import Home

        def broken(self):
            raise ZeroDivisionError

        monkeypatch.setattr(Home, "shown", broken)
        before = toy.store.steps
        toy.boot()
        toy.run(60_000)
        assert self.plain(toy)
        assert toy.store.steps - before <= 2
        toy.ok()
        toy.run(1000)
        assert self.plain(toy)
        monkeypatch.undo()
        toy.ok()
        assert toy.ids == ["system.home"]
        toy.faults.clear()
