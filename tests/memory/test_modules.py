"""Which modules of a game are in memory: what comes before it is wanted, and what goes where memory is short."""

from __future__ import annotations

import gc
import io
import struct
import sys
import zlib
from types import FunctionType, ModuleType

import pytest

from gobelet.memory import modules
from gobelet.memory.modules import NO_GAME, Keeper, drop, newer
from gobelet.session import Session
from simulator.store import MemoryStore

GAME = "gobelet.games.toy."


def table(names, first=0, closed=(), size=4096):
    """The `Needs` of the toy game: of its modules by name, of which `first` many come first; closed: {name: those that
    it needs too}.
    """
    paths = [(name if name.startswith("core.") else "." + name).encode() for name in names]
    sums = [
        zlib.crc32(("gobelet." if name.startswith("core.") else GAME).encode() + name.encode())
        for name in names
    ]
    head = struct.pack(f"<BB{len(names)}I{len(names)}B", len(names), first, *sums, *map(len, paths))
    data = head + b"".join(paths)
    data += bytes([size // modules.UNIT] * len(names))
    for name in names:
        inside = {name, *dict(closed).get(name, ())}
        bits = sum(1 << names.index(each) for each in inside)
        data += bits.to_bytes((len(names) + 7) // 8, "little")
    return modules.Needs(io.BytesIO(data), "gobelet.games.toy")


def nothing():
    """Nobody holds modules without need."""


class TestKeeper:
    """The modules of one game at a time."""

    NEEDED = ("rules.sheets", "rules.rolls", "rules", "screens.home", "screens")

    @pytest.fixture
    def room(self):
        return [1 << 20]

    @pytest.fixture
    def keeper(self, toy_world, room):
        keeper = Keeper(lambda game: table(self.NEEDED) if game else None, lambda: room[0], nothing)
        keeper.settle()
        return keeper

    def there(self):
        return [name for name in sys.modules if name.startswith(GAME[:-1])]

    def test_they_come_one_by_one_before_the_game_is_opened(self, keeper):
        assert keeper.keep("toy")
        before = len(self.there())
        steps = 0
        while keeper.bring() or self.counted(keeper):
            steps += 1
            assert len(self.there()) > before
            before = len(self.there())
        assert 1 < steps <= len(self.NEEDED)
        assert {GAME + name for name in self.NEEDED} <= set(self.there())

    def counted(self, keeper):
        """What a collection brings: modules may come again. Returns the next one."""
        keeper.evict_unneeded()
        return keeper.bring()

    def test_who_wants_to_know_is_told_of_each_that_has_come_and_of_none_that_was_there(self, keeper):
        found = []
        keeper.keep("toy")
        assert keeper.bring() == GAME + self.NEEDED[0]
        keeper.came = found.append
        keeper.ask(GAME + self.NEEDED[0])
        keeper.ask(GAME + self.NEEDED[1])
        assert found == [GAME + self.NEEDED[1]]
        assert found[0] in sys.modules

    def test_the_garbage_of_a_few_goes_before_more_come(self, keeper):
        keeper.keep("toy")
        found = [keeper.bring() for _ in range(4)]
        assert found == [GAME + name for name in self.NEEDED[:2]] + ["", ""]
        assert not keeper.evict_unneeded()
        assert keeper.bring() == GAME + self.NEEDED[3]  # the one before came as a package

    def test_what_is_expected_comes_first_and_needs_less_room(self, toy_world):
        names = (
            "rules",
            "rules.sheets",
            "screens",
            "rules.rolls",
            "screens.home",
            "screens.forms",
            "rules.why",
        )
        free = modules.ENOUGH + modules.SPARE + 2 * 4096
        closed = {"rules.why": ["rules.rolls"]}
        keeper = Keeper(lambda game: table(names, closed=closed) if game else None, lambda: free, nothing)
        keeper.settle()
        keeper.keep("toy")
        assert keeper.bring() == ""  # nobody is known to want it
        keeper.expect([GAME + "rules.why", GAME + "nowhere"])
        assert keeper.bring() == GAME + "rules.rolls"
        assert keeper.bring() == GAME + "rules.why"
        assert keeper.bring() == ""
        keeper.expect([GAME + "rules.why"])  # it is there
        assert keeper.bring() == ""

    def test_another_game_takes_their_place(self, keeper):
        import gobelet.games

        keeper.keep("toy")
        while keeper.bring() or self.counted(keeper):
            pass
        assert hasattr(gobelet.games, "toy")
        assert keeper.keep(NO_GAME)
        assert not self.there()
        assert not hasattr(gobelet.games, "toy")
        assert not keeper.bring()
        assert Session("toy", MemoryStore()).get("char", 0, "pv") == 20

    def test_where_memory_is_full_for_what_another_game_needs_none_is_kept_yet(self, keeper, monkeypatch):
        def full(needs, path):
            raise MemoryError

        __import__(GAME + self.NEEDED[0])
        keeper.settle()
        listed = keeper.listed
        with monkeypatch.context() as patch:

            def found(game):
                needs = listed(game)
                patch.setattr(modules.Needs, "position", full)
                return needs

            patch.setattr(keeper, "listed", found)
            with pytest.raises(MemoryError):
                keeper.keep("toy")
        assert keeper.game == NO_GAME
        assert keeper.bring() == "" and not keeper.spare()
        assert keeper.keep("toy")
        assert keeper.bring() == GAME + self.NEEDED[1]

    def test_what_is_there_stays_while_it_is_the_same_game(self, keeper):
        keeper.keep("toy")
        while keeper.bring() or self.counted(keeper):
            pass
        there = self.there()
        assert not keeper.keep("toy")
        assert self.there() == there

    def test_without_room_nothing_comes_before_it_is_wanted(self, keeper, room):
        room[0] = 64 * 1024
        keeper.keep("toy")
        assert not keeper.bring()
        assert not self.there()
        room[0] = None  # an interpreter that does not say
        keeper.keep(NO_GAME)
        keeper.keep("toy")
        assert keeper.bring()

    def test_room_is_made_for_what_is_wanted(self, toy_world, monkeypatch):
        """What nobody asked for goes first, then what was asked for longest ago; what open screens need stays."""
        names = ("first", "idle", "base", "old", "late", "open", "new")
        closed = {"old": ["base"], "late": ["base"], "new": ["open"]}
        counted = []
        room = [modules.ENOUGH + modules.SPARE + 5 * 8192]
        keeper = Keeper(
            lambda game: table(names, 1, closed, 8192), lambda: counted.append(room[0]) or room[0], nothing
        )

        def there():
            return [each for each in names if GAME + each in sys.modules]

        def imported(path):
            monkeypatch.setitem(sys.modules, path, ModuleType(path))

        def wanted(name):
            keeper.pressed()
            keeper.made()
            keeper.ask(GAME + name)

        monkeypatch.setattr(modules, "__import__", imported, raising=False)
        keeper.settle()
        keeper.keep("toy")
        assert keeper.bring() and not keeper.evict_unneeded() and keeper.bring()  # asked for by nobody
        for name in ("old", "late", "open"):
            wanted(name)
        assert there() == ["first", "idle", "base", "old", "late", "open"]
        before = len(counted)
        keeper.room = modules.ENOUGH + modules.SPARE + 8192
        keeper._since = 0  # as if it had just been counted
        wanted("new")  # there is enough by what is reckoned
        assert len(counted) == before
        assert there() == list(names)
        room[0] = modules.ENOUGH + modules.SPARE - 2 * 8192  # two are too many
        assert keeper.evict_unneeded()
        assert there() == ["first", "base", "late", "open", "new"]
        room[0] = 0
        assert keeper.evict_unneeded()
        assert there() == ["first", "open", "new"]
        assert not keeper.evict_unneeded()  # what is open needs the rest

    def test_what_is_not_there_is_no_trouble_to_drop(self, keeper):
        drop([GAME + "nowhere", GAME + "rules"])
        assert newer(list(sys.modules)) == []

    @pytest.mark.parametrize(
        ("size", "enough"),
        [
            (modules.PLAYED + modules.ENOUGH, modules.ENOUGH),
            (1 << 20, modules.ENOUGH),
            (modules.PLAYED + modules.ENOUGH - 9000, modules.ENOUGH - 9000),
            (modules.PLAYED, modules.LEAST),
        ],
    )
    def test_in_a_smaller_heap_less_is_to_stay_free(self, toy_world, size, enough):
        asked = []
        free = [0]

        def heap():
            asked.append(size)
            return size

        keeper = Keeper(lambda game: table(self.NEEDED), lambda: free[0], nothing, heap)
        keeper.settle()
        keeper.keep("toy")
        keeper.room = enough - 1
        assert keeper.short() == (enough <= modules.ENOUGH), "while nobody has counted, a Pico's is meant"
        for room, short in ((enough, False), (enough - 1, True)):
            free[0] = room
            keeper.evict_unneeded()
            assert keeper.short() == short
        assert asked == [size], "it is counted once"

    def test_where_nothing_is_used_in_the_flash_less_stays_free(self, toy_world, monkeypatch):
        """And after a collection for what a press calls for the next one is put off."""
        told = []
        room = [modules.COPIED - 1]
        keeper = Keeper(lambda game: table(self.NEEDED), lambda: room[0], nothing, lambda: 1 << 20)
        keeper.settle()
        keeper.after_collection = told.append
        keeper.keep("toy")
        keeper.evict_unneeded()
        assert keeper.short()
        room[0] = modules.COPIED
        keeper.evict_unneeded()
        assert not keeper.short()
        monkeypatch.setattr(modules, "__import__", lambda path: None, raising=False)
        keeper.ask(GAME + "rules.rolls")
        assert told == [], "nothing has gone for it"
        monkeypatch.setitem(sys.modules, GAME + "rules.rolls", ModuleType("rolls"))
        keeper.made()
        keeper.pressed()
        keeper.room = modules.COPIED
        keeper.ask(GAME + "screens.home")
        assert GAME + "rules.rolls" not in sys.modules
        assert told == [-1]
        assert keeper._since == 0

    def test_what_is_free_is_counted_anew_where_much_has_come(self, toy_world, monkeypatch):
        counted = []
        names = ("one", "two", "three", "four")
        room = modules.ENOUGH + modules.RECKONED
        keeper = Keeper(lambda game: table(names, size=8192), lambda: counted.append(1) or room, nothing)
        keeper.settle()
        keeper.keep("toy")
        monkeypatch.setattr(modules, "__import__", lambda path: None, raising=False)
        found = []
        for name in names:
            keeper.ask(GAME + name)
            found.append(len(counted))
        assert found == [1, 1, 1, 2]

    def test_who_lets_modules_go_looks_for_what_came_only_where_others_have(self, toy_world, monkeypatch):
        looked = []
        room = [1 << 20]
        keeper = Keeper(lambda game: table(self.NEEDED), lambda: room[0], nothing)
        keeper.settle()
        keeper.keep("toy")
        monkeypatch.setattr(modules, "newer", lambda before: looked.append(1) or newer(before))

        def spared():
            del looked[:]
            keeper.made()
            keeper.pressed()
            keeper.spare()
            keeper.room = 1 << 20
            keeper._since = 0
            return len(looked)

        keeper.ask(GAME + "rules.rolls")
        assert spared() == 1, "what was there when the game was opened"
        for path in ("rules.rolls", "screens.home"):
            keeper.ask(GAME + path)
        assert spared() == 0
        keeper.expect([GAME + "rules.rolls"])
        assert keeper.bring()
        assert spared() == 0
        monkeypatch.setitem(sys.modules, GAME + "rules.rolls", ModuleType("rolls"))  # by a function
        assert spared() == 1
        assert GAME + "rules.rolls" not in sys.modules
        assert spared() == 0


def made_of_toy():
    """Classes, functions and instances of the toy game's modules that are alive."""
    found = []
    for o in gc.get_objects():
        made = o if isinstance(o, (type, FunctionType)) else type(o)
        if str(made.__module__).startswith(GAME):
            found.append(o)
    return found


def test_nothing_of_a_game_is_kept(toy):
    """After going home, no object of the game's modules can be reached."""
    before = made_of_toy()  # by other tests
    toy.form("trinity")
    toy.ok(2)
    toy.why()
    toy.app.home()
    toy.run(3000)
    assert toy.app.session is None
    toy.down(2)  # past its last roll and the game itself, which would be opened next
    toy.run(3000)
    gc.collect()
    assert [o for o in made_of_toy() if not any(o is other for other in before)] == []
    assert not [name for name in sys.modules if name.startswith("gobelet.games.toy")]


def test_a_game_that_was_left_is_at_hand_while_it_is_the_one_to_be_opened(toy):
    name = "gobelet.games.toy.screens.forms"
    toy.form("trinity")
    toy.ok()
    toy.back(3)
    assert toy.ids == ["system.home"]
    toy.run(3000)
    assert name in sys.modules, "the last roll can be made again"
    toy.down()
    toy.run(3000)
    assert name in sys.modules
    toy.ok()
    assert toy.ids == ["system.home", "toy.home"]


class TestWhatReadsAJournal:
    """It is needed once, when a game is opened."""

    NAME = "core.journal_load"
    PATH = "gobelet." + NAME

    def test_it_is_gone_once_the_game_is_open(self, toy_world):
        __import__(self.PATH)
        Session("toy", MemoryStore())
        assert self.PATH not in sys.modules
        assert not hasattr(sys.modules["gobelet.core"], "journal_load")

    def test_no_idle_moment_brings_it_again(self, toy_world):
        drop([self.PATH])
        names = (self.NAME, "rules", "screens")
        keeper = Keeper(lambda game: table(names) if game else None, lambda: 1 << 20, nothing)
        keeper.settle()
        keeper.keep("toy")
        assert keeper.bring() == self.PATH
        Session("toy", MemoryStore())
        assert [keeper.bring() for _ in range(2)] == [GAME + "screens", ""]
        assert self.PATH not in sys.modules


class TestLittleMemory:
    """Where little is free although all garbage went, the modules of the game's screens go."""

    LIST = ("rules", "rules.sheets", "screens", "screens.home", "rules.rolls", "screens.forms", "rules.why")

    @pytest.fixture
    def tight(self, toy):
        toy.app.keeper.keep(NO_GAME)
        toy.app.keeper.listed = lambda game: table(self.LIST, 4) if game else None
        toy.form("strike", 0, 1)
        toy.run(3000)
        assert {GAME + name for name in self.LIST} <= set(sys.modules)
        toy.app.keeper.free = lambda: 60_000
        return toy

    def there(self):
        return [name for name in self.LIST if GAME + name in sys.modules]

    @pytest.mark.parametrize("covered", [False, True])
    def test_what_the_screens_that_are_open_need_stays(self, tight, covered):
        if covered:
            tight.app.page("a page", "without an id")
        tight.down()
        before = tight.picture()
        tight.run(500)
        assert self.there() == list(self.LIST[:-1])
        assert tight.picture() == before
        assert tight.faults == []

    def test_what_a_screen_needs_stays_once_what_was_over_it_is_closed(self, tight):
        """Its module would come a second time, with another class of its name."""
        top = tight.app.stack.top()
        tight.app.page("a page", "without an id")
        tight.run(500)
        tight.back()
        tight.run(500)
        assert tight.app.stack.top() is top
        assert "screens.forms" in self.there()
        assert tight.faults == []

    @pytest.mark.parametrize(("free", "goes"), [(60_000, True), (1 << 20, False)])
    def test_for_an_undo_by_a_key_the_screen_before_goes_where_memory_is_short(self, tight, free, goes):
        """With all that it is made of, of which the words for what is taken back may need some again."""
        app = tight.app
        app.keeper.free = lambda: free
        app.keeper.room = free
        app.change([("char", 0, "armour", 2)])
        top = app.stack.top()
        seen = []
        revert = app._revert
        app._revert = lambda name: (seen.append(app.stack.top() is top), revert(name))
        tight.undo()
        assert seen == [True, not goes], "asked for by the screen, then done"
        assert tight.get("char", 0, "armour") == 0
        tight.back()
        tight.down()
        tight.undo()  # and where there is nothing to undo it is there again
        assert tight.reads("Rien à annuler")
        assert (tight.app.stack.top().cursor, tight.ids) == (1, ["system.home", "toy.home"])
        assert tight.faults == []

    def test_what_a_screen_needs_stays_where_there_was_nothing_to_undo(self, tight):
        app = tight.app
        app.keeper.room = 1 << 20  # as reckoned; less is found when it is counted
        top = app.stack.top()
        tight.undo()
        assert tight.reads("Rien à annuler")
        tight.run(500)
        assert app.stack.top() is top
        assert "screens.forms" in self.there()
        assert tight.faults == []

    def test_where_there_is_least_the_first_screen_goes_too_until_it_is_shown_again(self, tight):
        tight.app.keeper.free = lambda: 30_000
        tight.down()
        tight.run(500)
        assert self.there() == [name for name in self.LIST[:-1] if name != "screens.home"]
        tight.back()
        tight.run(500)
        assert tight.ids == ["system.home", "toy.home"]
        assert "screens.home" in self.there()
        assert tight.faults == []

    def test_what_a_function_imports_unasked_goes_too(self, tight):
        """It would keep all that it imports itself, and that would be imported once more."""
        loaded = tight.app.keeper._loaded
        index = self.LIST.index("rules.why")
        loaded[index >> 3] &= ~(1 << (index & 7))
        tight.down()
        tight.run(500)
        assert GAME + "rules.why" not in sys.modules

    @pytest.mark.parametrize("name", ["screens.home", "rules.why"])
    def test_what_the_list_of_games_has_too_stays_and_is_not_reckoned_as_new(self, tight, name):
        """Whoever holds it has it for ever: dropped, it would be in memory twice."""
        keeper = tight.app.keeper
        keeper.keep(NO_GAME)
        __import__(GAME + name)
        keeper.settle()
        keeper.keep("toy")
        index = self.LIST.index(name)
        assert keeper._loaded[index >> 3] >> (index & 7) & 1
        tight.form("strike", 0, 1)
        keeper.free = lambda: 30_000
        tight.down()
        tight.run(500)
        assert GAME + name in sys.modules

    def test_the_game_goes_on(self, tight):
        for _ in range(3):
            tight.down()
            tight.run(500)
            tight.up()
            tight.run(500)
        tight.dice(6, 1)
        tight.ok()
        tight.run(500)
        assert tight.reads("5")
        tight.why()
        tight.run(500)
        assert tight.reads("Somme du d6 : 0")
        tight.back()
        tight.run(500)
        tight.ok()
        tight.run(500)
        assert tight.get("char", 1, "wounds") == 5
        tight.undo()
        tight.run(500)
        assert tight.get("char", 1, "wounds") == 0
        assert tight.faults == []

    def test_a_screen_that_is_opened_at_once_has_room_too(self, tight):
        """Presses may come so fast that no moment is idle."""
        tight.app.keeper.free = lambda: 30_000
        modules.drop([GAME + "screens.forms"])
        tight.app.open("toy.form", 0, 1, 0)
        assert GAME + "rules.why" not in sys.modules
        assert tight.ids[-1] == "toy.form"

    def test_nothing_comes_before_it_is_wanted_meanwhile(self, tight):
        tight.down()
        tight.run(3000)
        assert "rules.why" not in self.there()


class TestSecondParts:
    """What the build parts: a class asks for what it lacks."""

    @pytest.fixture
    def whole(self, tmp_path, monkeypatch):
        """A module `parted_one` and its second part, as the build makes them; returns that module."""
        (tmp_path / "parted_one.py").write_text(
            "from gobelet.memory.modules import import_rest, incomplete\n"
            "class Thing:\n"
            "    def here(self):\n"
            "        return 1\n"
            "    def __getattr__(self, name):\n"
            "        return import_rest('parted_one_rest', self, name)\n"
            "incomplete.append('parted_one_rest')\n"
        )
        (tmp_path / "parted_one_rest.py").write_text(
            "from parted_one import Thing\n"
            "Thing.later = lambda self, more: self.here() + more\n"
            "del Thing.__getattr__\n"
        )
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setitem(
            sys.modules, "gobelet.memory.modules", modules
        )  # another test may have brought it anew
        monkeypatch.setattr(modules, "incomplete", [])
        yield __import__("parted_one")
        for name in ("parted_one", "parted_one_rest"):
            sys.modules.pop(name, None)
        modules.on_load(None)

    def test_it_comes_with_the_first_call(self, whole):
        thing = whole.Thing()
        assert thing.here() == 1
        assert "parted_one_rest" not in sys.modules
        assert thing.later(2) == 3
        assert not hasattr(thing, "nothing")

    def test_it_comes_in_an_idle_moment_and_is_not_asked_for_again(self, whole):
        assert modules.complete_next() == "parted_one_rest"
        assert not hasattr(whole.Thing, "__getattr__")
        assert modules.complete_next() == ""
        assert modules.incomplete == []

    def test_that_of_a_module_which_has_gone_does_not_come(self, whole):
        drop(["parted_one"])
        assert modules.complete_next() == ""
        assert "parted_one" not in sys.modules

    def test_it_goes_with_its_module_and_comes_again_with_that(self, whole):
        assert whole.Thing().later(1) == 2
        drop(["parted_one"])
        assert "parted_one_rest" not in sys.modules
        assert __import__("parted_one").Thing().later(4) == 5

    def test_where_memory_is_full_room_is_made_once(self, whole, tmp_path):
        said = []
        modules.on_load(None, lambda: said.append("full"))
        rest = tmp_path / "parted_one_rest.py"
        rest.write_text(
            "import parted_one\nif not hasattr(parted_one, 'room'):\n    raise MemoryError\n"
            + rest.read_text()
        )
        thing = whole.Thing()
        with pytest.raises(MemoryError):
            thing.later(1)
        assert said == ["full"]
        modules.on_load(None, lambda: setattr(whole, "room", True))
        assert thing.later(1) == 2

    @pytest.mark.parametrize("fault", [ImportError, MemoryError])
    def test_one_that_cannot_be_imported_is_tried_once_by_idle_moments(self, whole, monkeypatch, fault):
        def begun(path):
            sys.modules[path] = ModuleType(path)  # MicroPython leaves it there
            raise fault

        with monkeypatch.context() as patch:
            patch.setattr(modules, "__import__", begun, raising=False)
            with pytest.raises(fault):
                modules.complete_next()
            assert "parted_one_rest" not in sys.modules
            assert modules.complete_next() == ""
            with pytest.raises(fault):
                whole.Thing().later(1)
        assert whole.Thing().later(1) == 2

    def test_that_of_a_module_which_stays_is_no_news(self, toy_world):
        sys.modules["gobelet.memory.modules_rest"] = sys
        try:
            assert newer(["gobelet.other"]).count("gobelet.memory.modules_rest") == 1
            assert "gobelet.memory.modules_rest" not in newer(["gobelet.memory.modules"])
        finally:
            del sys.modules["gobelet.memory.modules_rest"]
