"""Errors of screens: the message, and how the device continues, also when memory is short."""

from __future__ import annotations

import sys

import pytest

import gobelet.system
from gobelet.rules.procedure import Refused
from gobelet.shell.games import LIST_OF_GAMES
from gobelet.shell.snapshot import SNAPSHOT
from gobelet.system import home
from gobelet.ui.screens.stack import Gone
from simulator.board import BOOT_MS
from simulator.store import PowerCut
from tests.toy_game.inside import NOTED, TARGET, plan_fault


def test_a_refusal_that_a_screen_lets_through_is_told_and_nothing_is_lost(toy):
    toy.game()
    toy.context.open("toy.fault")
    for where, act in (("ok", toy.ok), ("up", toy.up), ("defer", toy.ok), ("why", toy.why)):
        plan_fault(where, Refused("TOY-1", n=3))
        act()
        assert toy.reads("Pas de charge avec un arc (3)")
        toy.ok()
        assert toy.ids[-1] == "toy.fault"
        plan_fault("", None)


FAULTS = ("ok", "up", "why", "tick", "draw", "on_show", "defer")


class TestFaults:
    def raise_in(self, toy, where, error):
        toy.game()
        toy.context.change([("char", TARGET, "wounds", 7)])
        plan_fault(where, error)
        # A pass of the App opens the screen, and handles an error of `on_show`.
        toy.context.defer(toy.context.open, "toy.fault")
        toy.run(NOTED)
        act = {"ok": toy.ok, "up": toy.up, "why": toy.why, "defer": toy.ok}.get(where)
        if act:
            act()

    @pytest.mark.parametrize("where", FAULTS)
    @pytest.mark.parametrize(
        "error", [ValueError("x"), KeyError("x"), ZeroDivisionError(), AttributeError("y"), MemoryError()]
    )
    def test_it_is_told_in_plain_words_and_the_game_is_kept(self, toy, where, error):
        self.raise_in(toy, where, error)
        said = "Mémoire pleine" if isinstance(error, MemoryError) else "Erreur : retour à l’accueil"
        assert toy.reads(said + ", partie gardée") or toy.reads(said + " : partie gardée")
        assert toy.faults == [error]
        toy.run(BOOT_MS)
        assert toy.ids == ["system.home", None], "what was saved is not opened again"
        kept = toy.store.files["crash.txt"].decode().split("\n")
        assert kept[1] == type(error).__name__
        assert "toy.home" in kept[-1] or isinstance(error, MemoryError), (
            "there may be no room to note the screens"
        )
        assert toy.store.files[SNAPSHOT][:-4].count(b"\n") == 1, "a start would open the list of games"
        toy.faults.clear()
        toy.ok()
        assert toy.context.session is None
        toy.ok()
        assert toy.get("char", TARGET, "wounds") == 7
        toy.run(NOTED)
        toy.pull()
        assert toy.get("char", TARGET, "wounds") == 7

    @pytest.mark.parametrize("where", ["ok", "up", "why", "tick", "draw", "defer"])
    @pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, PowerCut])
    def test_ctrl_c_always_passes(self, toy, where, error):
        with pytest.raises(error):
            self.raise_in(toy, where, error())
        plan_fault("", None)

    def test_a_game_that_cannot_be_imported(self, toy, monkeypatch):
        import gobelet.game.session

        def raise_memory_error(path, name):
            raise MemoryError

        monkeypatch.setattr(gobelet.game.session, "load", raise_memory_error)
        toy.ok()
        assert toy.reads("Mémoire pleine")
        assert toy.context.session is None
        monkeypatch.undo()
        toy.faults.clear()

    def test_a_screen_that_cannot_be_made_is_not_open_also_where_no_key_opened_it(self, toy):
        toy.game()
        with pytest.raises(Gone):
            toy.context.open("toy.form", 99)
        assert toy.ids == ["system.home", "toy.home"]

    @pytest.mark.parametrize("part", ["fr", "session", "screens"])
    def test_a_game_whose_files_are_damaged(self, toy, monkeypatch, part):
        """The App reports the damage at each attempt to open the game, and not before."""
        import gobelet.game.session

        damaged = ImportError("toy is damaged")

        def damaged_asset(name, found=toy.context.t.assets):
            if name == f"toy.{part}":
                raise damaged
            return found(name)

        def raise_memory_error(path, name):
            raise damaged

        def make_or_fail(name, args, real=toy.app.navigation.make):
            if name.startswith("toy"):
                raise damaged
            return real(name, args)

        toy.game()
        toy.context.change([("char", TARGET, "wounds", 7)])
        toy.context.navigation.home()
        toy.app.modules.switch_game("")
        toy.context.t.assets = damaged_asset
        if part == "session":
            monkeypatch.setattr(gobelet.game.session, "load", raise_memory_error)
        if part == "screens":
            monkeypatch.setattr(toy.app.navigation, "make", make_or_fail)
        toy.run(5000)
        assert toy.ids == ["system.home"]
        assert toy.faults == []
        for _ in range(2):
            toy.faults.clear()
            toy.ok()
            assert toy.reads("Programme abîmé : réinstallez Gobelet, partie gardée")
            assert toy.faults[-1:] == [damaged]
            assert toy.context.session is None
            assert b"ImportError\ntoy is damaged" in toy.store.files["crash.txt"]
            toy.ok()
            assert toy.ids == ["system.home"]
        toy.faults.clear()
        monkeypatch.undo()
        toy.pull()
        toy.game()
        assert toy.get("char", TARGET, "wounds") == 7

    def test_texts_of_a_game_that_fails_to_open_are_closed_again(self, toy, monkeypatch):
        import gobelet.game.session

        def raise_rules_fault(name, store):
            raise ValueError("rules")

        real = gobelet.game.session.Session
        monkeypatch.setattr(gobelet.game.session, "Session", raise_rules_fault)
        toy.ok()
        assert toy.reads("Erreur")
        toy.faults.clear()
        toy.ok()
        monkeypatch.setattr(gobelet.game.session, "Session", real)
        toy.ok()
        assert toy.ids == ["system.home", "toy.home"]
        assert toy.context.t.has_text("strike")
        toy.back()
        toy.run(50)
        assert not toy.context.t.has_text("strike"), "the texts of the game were opened once, and are closed"

    def test_a_start_into_a_game_does_without_the_list_of_games(self, toy, monkeypatch):
        """The App loads the list of games in an idle moment and keeps it, and BACK leads to it."""
        toy.game()
        toy.run(NOTED)
        monkeypatch.setattr(gobelet.system, "home", home)  # the test restores both attributes at its end
        monkeypatch.delitem(sys.modules, LIST_OF_GAMES)
        toy.boot()
        assert toy.ids == ["system.home", "toy.home"]
        assert LIST_OF_GAMES not in sys.modules
        toy.run(NOTED)
        assert LIST_OF_GAMES in sys.modules
        toy.back()
        assert toy.ids == ["system.home"]


class TestDrawingFails:
    """A canvas or a screen that raises at every call, at some calls, or after a while."""

    @pytest.fixture
    def broken(self, toy, monkeypatch):
        """A device whose canvas raises at every `broken.each`th call; 0 means never."""

        class Broken:
            each = 0
            calls = 0

        def fail_each(real):
            def call(*args, **named):
                if Broken.each:
                    Broken.calls += 1
                    if Broken.calls % Broken.each == 0:
                        raise TypeError("a canvas of another MicroPython")
                return real(*args, **named)

            return call

        canvas = type(toy.app.canvas)  # the class of the canvas at later starts too
        for name in ("clear", "text", "centre", "align_right", "dots", "wrap", "width"):
            monkeypatch.setattr(canvas, name, fail_each(getattr(canvas, name)))
        toy.boot()
        toy.run(50)
        yield Broken
        toy.faults.clear()

    def plain(self, toy):
        """Tell whether the panel shows the plain page."""
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
            assert not toy.panel.is_dark
        assert toy.store.steps - before <= 4, "a report, the list of games, and where the cursor stood"
        before = toy.store.steps
        toy.run(600_000)
        assert toy.store.steps == before

    def test_ok_on_the_plain_page_starts_anew(self, toy, broken):
        toy.game()
        toy.context.change([("char", TARGET, "wounds", 7)])
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
        toy.app.device.hardware.restart = lambda: again.append(toy.app.plain)
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
        toy.app.device.settings.choose("off", 0)
        broken.each = 1
        toy.down()
        toy.run(1000)
        before = toy.store.steps
        toy.app.device.power.off_ms = 20_000
        toy.run(60_000)
        assert toy.panel.is_dark
        toy.down()
        assert not toy.panel.is_dark
        assert self.plain(toy)
        assert toy.store.steps == before

    def test_what_one_screen_only_cannot_draw_leads_to_the_list_of_games(self, toy, broken):
        toy.run(NOTED)
        counted = []
        for _ in range(5):
            before = toy.store.steps
            plan_fault("draw", ValueError("always the same"))
            toy.game()
            toy.context.open("toy.fault")
            toy.run(50)
            assert toy.reads("Erreur : retour à l’accueil")
            assert toy.ids == ["system.home", None]
            toy.ok()
            toy.run(NOTED)
            counted.append(toy.store.steps - before)
        plan_fault("", None)
        assert toy.store.files["crash.txt"].count(b"ValueError") == 1
        assert counted[-1] < counted[0]

    def test_faults_that_are_always_others_are_kept_a_few_times_only(self, toy, broken):
        written = []
        real = toy.store.replace
        toy.store.replace = lambda name, data: (written.append(name), real(name, data))
        for number in range(10):
            plan_fault("draw", ValueError(number))
            toy.game()
            toy.context.open("toy.fault")
            toy.run(50)
            toy.ok()
        plan_fault("", None)
        assert written.count("crash.txt") == 4

    def test_what_fails_in_every_pass(self, toy, monkeypatch):
        """The battery's clock raises on every screen: the App shows the message first, then the plain page."""

        def update_state(*args):
            raise AttributeError("x")

        monkeypatch.setattr(toy.app.device.power, "update_state", update_state)
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

        monkeypatch.setattr(Home, "on_show", broken)
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
