"""The modules of games in memory."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

import gobelet.games
from gobelet.memory.modules import ENOUGH, ModuleCache, unload
from simulator.keys import DOWN
from tests.toy_game.inside import ATTACKER, NOTED, TARGET, at_rest

TOY = "gobelet.games.toy"


@pytest.fixture
def put():
    """Return a function that puts modules into memory until the test ends.

    Each is an attribute of its package.
    """
    before = dict(sys.modules)

    def put(*paths):
        for path in paths:
            package, _, name = path.rpartition(".")
            sys.modules[path] = ModuleType(path)
            setattr(sys.modules[package], name, sys.modules[path])

    yield put
    for path in [path for path in sys.modules if path.startswith("gobelet.games.")]:
        del sys.modules[path]
    sys.modules.update(before)
    for path, module in before.items():
        package, _, name = path.rpartition(".")
        if package == "gobelet.games":
            setattr(gobelet.games, name, module)


def has(path):
    package, _, name = path.rpartition(".")
    there = path in sys.modules
    if package in sys.modules:
        assert hasattr(sys.modules[package], name) == there
    return there


def test_a_module_leaves_the_list_and_its_package(put):
    put(TOY, TOY + ".rules")
    unload([TOY + ".rules", TOY + ".never"])
    assert not has(TOY + ".rules") and has(TOY)
    unload([TOY])
    assert not has(TOY)


def test_another_game_takes_the_place_of_the_one_before(put):
    put(TOY)
    cache = ModuleCache(lambda: None)
    put("gobelet.games.one", "gobelet.games.one.rules")
    cache.switch_game("gobelet.games.one")
    put("gobelet.games.one", "gobelet.games.one.rules")
    cache.switch_game("gobelet.games.one")
    assert has("gobelet.games.one.rules"), "it was left and opened again"
    cache.switch_game("gobelet.games.two")
    assert not has("gobelet.games.one") and not has("gobelet.games.one.rules")
    assert has(TOY), "what was there when the cache was made stays"


@pytest.mark.parametrize(("free", "low"), [(None, False), (ENOUGH, False), (ENOUGH - 1, True), (0, True)])
def test_memory_is_low_below_a_bound_where_anything_tells(free, low):
    assert ModuleCache(lambda: free).is_low() == low


def test_what_the_open_session_refers_to_stays(put):
    cache = ModuleCache(lambda: 0)
    cache.switch_game(TOY)
    put(TOY, TOY + ".rules")
    cache.pin()
    assert not cache.has_unneeded()
    put(TOY + ".screens")
    assert cache.has_unneeded()
    cache.evict()
    assert has(TOY) and has(TOY + ".rules") and not has(TOY + ".screens")
    put(TOY + ".screens")
    cache.note_needed()
    assert not cache.has_unneeded(), "the top screen has asked for it again"


def test_a_game_that_is_opened_again_keeps_no_more_than_at_first(put):
    cache = ModuleCache(lambda: 0)
    cache.switch_game(TOY)
    put(TOY, TOY + ".rules")
    cache.pin()
    put(TOY + ".screens")
    cache.switch_game(TOY)
    cache.pin()
    assert cache.has_unneeded()
    cache.evict()
    assert has(TOY + ".rules") and not has(TOY + ".screens")


class TestLowMemory:
    """A device with the toy game, whose memory is low."""

    @pytest.fixture
    def low(self, toy):
        """The modules that the low memory has evicted."""
        gone = []
        cache = toy.app.modules
        cache.free = lambda: 0
        # The reload imitates a start. Modules that earlier tests have loaded would count as part of the
        # firmware.
        cache._resident = [path for path in cache._resident if not path.startswith(TOY)]
        evict = cache.evict

        def evicts():
            before = set(sys.modules)
            evict()
            gone.append(sorted(before - set(sys.modules)))

        cache.evict = evicts
        return gone

    def test_modules_that_no_open_screen_needs_go_in_an_idle_moment(self, toy, low):
        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        toy.back()
        toy.run(NOTED)
        assert any(TOY + ".screens.forms" in paths for paths in low)
        assert TOY + ".screens.forms" not in sys.modules
        toy.form("strike", ATTACKER, TARGET)
        assert toy.ids[-1] == "toy.form"

    def test_the_screen_stays_as_it_is(self, toy, low):
        toy.form("strike", ATTACKER, TARGET)
        toy.down(3)
        toy.ok()
        words, ids = toy.words.text(), toy.ids
        cursor = toy.top.cursor
        toy.run(NOTED)
        assert low
        assert (toy.words.text(), toy.ids, toy.top.cursor) == (words, ids, cursor)

    def test_they_go_once_for_each_key(self, toy, low):
        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        del low[:]
        toy.run(NOTED)
        assert low == []
        toy.keys.down(DOWN)
        toy.run(50)
        toy.keys.up(DOWN)
        toy.run(NOTED)
        assert len(low) <= 1

    def test_what_has_no_room_is_not_imported_ahead_again_before_a_key(self, toy, low):
        """The form after the list needs more memory than the bound leaves."""
        forms = TOY + ".screens.forms"
        toy.app.modules.free = lambda: 0 if forms in sys.modules else 2 * ENOUGH
        toy.form("strike", ATTACKER, TARGET)
        toy.back()
        del low[:]
        toy.run(NOTED)
        assert low == [[TOY + ".rules.rolls", forms], [forms]], (
            "evicted, imported ahead, and evicted for good"
        )
        assert forms not in sys.modules and at_rest(toy.app)

    def test_not_under_a_screen_that_cannot_be_made_again(self, toy, low):
        toy.form("strike", ATTACKER, TARGET)
        toy.context.dialogs.notice("!")
        del low[:]
        toy.run(NOTED)
        assert low == [] and toy.reads("!")
