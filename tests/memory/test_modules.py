"""The modules of games in memory."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

import gobelet.games
from gobelet.memory.modules import ENOUGH, ModuleCache, unload
from simulator.board import BOOT_MS
from simulator.keys import DOWN
from tests.toy_game.inside import ATTACKER, NOTED, TARGET, at_rest

TOY = "gobelet.games.toy"


@pytest.fixture
def put_modules():
    """Return a function that puts modules into memory until the test ends.

    Each is an attribute of its package.
    """
    before = dict(sys.modules)

    def install_modules(*paths):
        for path in paths:
            package, _, name = path.rpartition(".")
            sys.modules[path] = ModuleType(path)
            setattr(sys.modules[package], name, sys.modules[path])

    yield install_modules
    for path in [path for path in sys.modules if path.startswith("gobelet.games.")]:
        del sys.modules[path]
    sys.modules.update(before)
    for path, module in before.items():
        package, _, name = path.rpartition(".")
        if package == "gobelet.games":
            setattr(gobelet.games, name, module)


def is_in_memory(path):
    package, _, name = path.rpartition(".")
    there = path in sys.modules
    if package in sys.modules:
        assert hasattr(sys.modules[package], name) == there
    return there


def test_a_module_leaves_the_list_and_its_package(put_modules):
    put_modules(TOY, TOY + ".rules")
    unload([TOY + ".rules", TOY + ".never"])
    assert not is_in_memory(TOY + ".rules") and is_in_memory(TOY)
    unload([TOY])
    assert not is_in_memory(TOY)


def test_another_game_takes_the_place_of_the_one_before(put_modules):
    put_modules(TOY)
    cache = ModuleCache(lambda: None)
    put_modules("gobelet.games.one", "gobelet.games.one.rules")
    cache.switch_game("gobelet.games.one")
    put_modules("gobelet.games.one", "gobelet.games.one.rules")
    cache.switch_game("gobelet.games.one")
    assert is_in_memory("gobelet.games.one.rules"), "it was left and opened again"
    cache.switch_game("gobelet.games.two")
    assert not is_in_memory("gobelet.games.one") and not is_in_memory("gobelet.games.one.rules")
    assert is_in_memory(TOY), "what was there when the cache was made stays"


@pytest.mark.parametrize(("free", "low"), [(None, False), (ENOUGH, False), (ENOUGH - 1, True), (0, True)])
def test_memory_is_low_below_a_bound_where_anything_tells(free, low):
    assert ModuleCache(lambda: free).is_low() == low


def test_what_the_open_session_refers_to_stays(put_modules):
    cache = ModuleCache(lambda: 0)
    cache.switch_game(TOY)
    put_modules(TOY, TOY + ".rules")
    cache.pin_loaded()
    assert not cache.has_new_modules()
    put_modules(TOY + ".screens")
    assert cache.has_new_modules()
    cache.evict_unpinned()
    assert is_in_memory(TOY) and is_in_memory(TOY + ".rules") and not is_in_memory(TOY + ".screens")
    put_modules(TOY + ".screens")
    cache.note_needed()
    assert not cache.has_new_modules(), "the top screen has asked for it again"


def test_a_game_that_is_opened_again_keeps_no_more_than_at_first(put_modules):
    cache = ModuleCache(lambda: 0)
    cache.switch_game(TOY)
    put_modules(TOY, TOY + ".rules")
    cache.pin_loaded()
    put_modules(TOY + ".screens")
    cache.switch_game(TOY)
    cache.pin_loaded()
    assert cache.has_new_modules()
    cache.evict_unpinned()
    assert is_in_memory(TOY + ".rules") and not is_in_memory(TOY + ".screens")


class TestLowMemory:
    """A device with the toy game, whose memory is low."""

    @pytest.fixture
    def evicted_modules(self, toy):
        """The modules that the low memory has evicted."""
        gone = []
        # At a start, loaded modules count as part of the firmware. Earlier tests have loaded modules of the toy game.
        unload([path for path in sys.modules if path.startswith(TOY + ".")])
        toy.boot()
        toy.run(BOOT_MS)
        cache = toy.app.modules
        cache.free = lambda: 0
        evict = cache.evict_unpinned

        def evict_and_note():
            before = set(sys.modules)
            evict()
            gone.append(sorted(before - set(sys.modules)))

        cache.evict_unpinned = evict_and_note
        return gone

    def test_modules_that_no_open_screen_needs_go_in_an_idle_moment(self, toy, evicted_modules):
        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        toy.back()
        toy.run(NOTED)
        assert any(TOY + ".screens.forms" in paths for paths in evicted_modules)
        assert TOY + ".screens.forms" not in sys.modules
        toy.form("strike", ATTACKER, TARGET)
        assert toy.ids[-1] == "toy.form"

    def test_the_screen_stays_as_it_is(self, toy, evicted_modules):
        toy.form("strike", ATTACKER, TARGET)
        toy.down(3)
        toy.ok()
        words, ids = toy.words.text(), toy.ids
        cursor = toy.top.cursor
        toy.run(NOTED)
        assert evicted_modules
        assert (toy.words.text(), toy.ids, toy.top.cursor) == (words, ids, cursor)

    def test_they_go_once_for_each_key(self, toy, evicted_modules):
        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        del evicted_modules[:]
        toy.run(NOTED)
        assert evicted_modules == []
        toy.keys.down(DOWN)
        toy.run(50)
        toy.keys.up(DOWN)
        toy.run(NOTED)
        assert len(evicted_modules) <= 1

    def test_what_has_no_room_is_not_imported_ahead_again_before_a_key(self, toy, evicted_modules):
        """The form after the list needs more memory than the bound leaves."""
        forms = TOY + ".screens.forms"
        toy.app.modules.free = lambda: 0 if forms in sys.modules else 2 * ENOUGH
        toy.form("strike", ATTACKER, TARGET)
        toy.back()
        del evicted_modules[:]
        toy.run(NOTED)
        assert evicted_modules == [[TOY + ".rules.rolls", forms], [forms]], (
            "evicted, imported ahead, and evicted for good"
        )
        assert forms not in sys.modules and at_rest(toy.app)

    def test_not_under_a_screen_that_cannot_be_made_again(self, toy, evicted_modules):
        toy.form("strike", ATTACKER, TARGET)
        toy.context.dialogs.show_notice("!")
        del evicted_modules[:]
        toy.run(NOTED)
        assert evicted_modules == [] and toy.reads("!")
