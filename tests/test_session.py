"""A game that is open: its Sheets, its rolls, what an outcome changes, new games, and letting it go."""

from __future__ import annotations

import gc
import io
import sys
from types import FunctionType, ModuleType

import pytest

from gobelet import modules
from gobelet.core.journal import FREE, ROLL
from gobelet.core.procedure import Outcome, Refused, values
from gobelet.modules import NO_GAME, Keeper, drop, newer
from gobelet.session import Session
from simulator.store import MemoryStore, PowerCut

GAME = "gobelet.games.toy."
STRIKE, PARRY, TRINITY = 0, 1, 2


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def session(toy_world, store):
    return Session("toy", store)


def again(session):
    return Session("toy", session.store)


def sheets(session):
    return [list(sheet) for sheet in session.state.sheets]


def rolled(session, name="strike", rows=(0, 1), path=((6, 2),), **given):
    number = session.number(name)
    v = values(session.procedure(number), given)
    r = session.begin(number, list(rows), v)
    for result in path:
        r.take(result)
    session.write(r)
    return r


def same(r, other):
    """Whether two Resolutions are of one roll, and as far."""
    return (
        r is not None
        and [(each.number, list(each.rows), each.v, each.path, each.hand, each.s) for each in (r, other)]
        == [(other.number, list(other.rows), other.v, other.path, other.hand, other.s)] * 2
    )


def test_a_new_game(session):
    assert session.loaded == "new"
    assert session.get("char", 0, "pv") == 20
    assert again(session).loaded == "new"
    with pytest.raises(KeyError):
        session.number("fly")


def test_a_change_is_in_the_journal(session):
    session.change([("char", 1, "wounds", 3), ("game", 0, "turn", 1)])
    assert sheets(again(session)) == sheets(session)
    assert again(session).loaded == "ok"


def test_a_refused_change_leaves_no_trace(session, store):
    before, files = sheets(session), dict(store.files)
    with pytest.raises(Refused):
        session.change([("game", 0, "turn", 1), ("char", 1, "wounds", 21)])
    assert sheets(session) == before
    assert store.files == files


def test_a_full_store_changes_nothing(session, store):
    session.change([("game", 0, "turn", 1)])
    before = sheets(session)
    store.full = True
    with pytest.raises(OSError):
        session.change([("game", 0, "turn", 2)])
    with pytest.raises(OSError):
        rolled(session)
    assert sheets(session) == before
    assert sheets(again(session)) == before
    store.full = False
    session.change([("game", 0, "turn", 3)])
    assert again(session).get("game", 0, "turn") == 3


class TestRolls:
    def test_the_last_roll(self, session):
        assert session.last_roll() is None
        assert not session.unseen()
        r = rolled(session, force=-3)
        assert session.last_roll() is session.pending() is r
        assert session.unseen()
        assert same(again(session).pending(), r)
        assert not again(session).applied()

    def test_with_a_change_after_it_it_is_applied(self, session):
        rolled(session)
        session.change([("char", 1, "wounds", 4)])
        assert session.pending() is None
        assert not session.unseen()
        assert session.applied()
        assert again(session).applied()

    def test_with_that_change_undone_it_is_not(self, session):
        rolled(session)
        session.change([("char", 1, "wounds", 4)])
        session.undo()
        assert session.pending() is not None
        assert again(session).pending() is not None
        session.redo()
        assert session.pending() is None
        assert again(session).pending() is None

    def test_it_does_not_belong_to_the_values_before_an_older_change(self, session):
        """What it was rolled for may not be any more: nothing can come of it."""
        session.change([("char", 1, "wounds", 1)])
        rolled(session)
        session.undo()
        assert session.pending() is None
        assert not again(session).unseen()
        session.redo()
        assert session.pending() is None
        assert again(session).pending() is None

    def test_each_state_has_its_own(self, session):
        first = rolled(session)
        session.change([("char", 1, "wounds", 1)])
        second = rolled(session, force=2)
        session.change([("char", 1, "wounds", 3)])
        session.undo()
        assert same(session.pending(), second)
        session.take_back()
        assert session.pending() is None
        assert session.applied(), "the first one is what the wound came of"
        session.undo()
        assert same(session.pending(), first)
        assert same(again(session).pending(), first)
        session.redo()
        assert session.pending() is None
        session.redo()
        assert session.get("char", 1, "wounds") == 3

    def test_taken_back(self, session):
        rolled(session)
        session.take_back()
        assert session.pending() is None
        assert session.last_roll() is None
        assert not again(session).unseen()
        assert again(session).journal.damaged is False
        kinds = [kind for _, kind, _ in session.journal.newest_first()]
        assert ROLL in kinds, "the history has it"

    def test_taken_back_from_its_first_throw_on(self, session):
        """A roll is written again after each decision; none of its beginnings is left to go on with."""
        r = rolled(session, "trinity", (), ((12, 3),))
        r.take(0)
        r.take((5,))
        session.write(r)
        assert same(again(session).pending(), r)
        session.take_back()
        assert session.last_roll() is None
        assert again(session).last_roll() is None

    def test_undone_for_good(self, session):
        rolled(session)
        session.change([("char", 1, "wounds", 4)])
        session.undo()
        session.change([("game", 0, "turn", 1)])
        session.undo()
        assert session.pending() is not None

    def test_free_dice_are_seen_too(self, session):
        session.journal.roll(FREE, (7, 0), ((3, 4),), 0, b"2d6")
        assert session.unseen()
        assert session.pending() is None
        assert session.last_roll() is None

    @pytest.mark.parametrize(("number", "listed"), [(99, [0]), (STRIKE, [0, 1]), (TRINITY, [1, 2])])
    def test_rolls_of_another_version_are_not_known(self, session, number, listed):
        session.journal.roll(number, listed, [(3,)])
        assert session.known(number, listed) is None
        assert session.last_roll() is None
        assert not session.unseen()


class TestChanges:
    def of(self, session, rows, *effects):
        proc = session.procedure(session.number("strike"))
        return session.changes(proc, rows, Outcome(0, effects))

    def test_operations(self, session):
        session.change([("char", 1, "wounds", 5)])
        for operation, value in (("+", 7), ("-", 3), ("=", 2)):
            effect = ("target", "wounds", operation, 2)
            assert self.of(session, [0, 1], effect) == [("char", 1, "wounds", value)]

    def test_nobody_known_nothing_changes(self, session):
        assert self.of(session, [0, -1], ("target", "wounds", "+", 2)) == []

    def test_a_kind_with_one_row_is_always_known(self, session):
        assert self.of(session, [-1, -1], ("game", "turn", "+", 1)) == [("game", 0, "turn", 1)]

    def test_two_effects_on_one_field_add_up(self, session):
        twice = (("target", "wounds", "+", 2), ("target", "wounds", "+", 3), ("attacker", "wounds", "-", 1))
        session.change(self.of(session, [1, 1], *twice))
        assert session.get("char", 1, "wounds") == 4

    def test_a_number_set_first_and_raised_then(self, session):
        both = (("target", "wounds", "=", 9), ("target", "wounds", "-", 2))
        session.change(self.of(session, [0, 1], *both))
        assert session.get("char", 1, "wounds") == 7

    def test_one_row_points_at_another(self, session):
        """By its number + 1; an unknown one by 0."""
        held = ("target", "wounds", "=", "attacker")
        assert self.of(session, [2, 1], held) == [("char", 1, "wounds", 3)]
        assert self.of(session, [-1, 1], held) == [("char", 1, "wounds", 0)]

    def test_one_is_made_wherever_it_is_made(self, session):
        """A place that is too long to be noted is no reason to refuse what was done there."""
        for place, noted in ((b"p" * 128, b"p" * 128), (b"p" * 129, b"")):
            session.where = lambda rolled, place=place: place
            session.change([("char", 0, "wounds", session.get("char", 0, "wounds") + 1)])
            effects, where = session.undo()
            assert (len(effects), where) == (1, noted)
            session.redo()
        assert session.get("char", 0, "wounds") == 2


class TestNewGame:
    def played(self, session):
        session.change([("char", 1, "wounds", 3), ("game", 0, "turn", 8)])
        return sheets(session)

    def test_it_is_archived_and_can_be_undone(self, session):
        before = self.played(session)
        fresh = [list(sheet) for sheet in again(session).state.__class__(session.state.kinds).sheets]
        session.restart()
        assert sheets(session) == fresh
        assert sheets(again(session)) == fresh
        session.journal.undo()
        assert sheets(session) == before
        assert sheets(again(session)) == before

    def test_kinds_may_be_kept(self, session):
        self.played(session)
        session.restart(("game",))
        assert (session.get("char", 1, "wounds"), session.get("game", 0, "turn")) == (0, 8)

    def test_the_archive_comes_back_and_that_can_be_undone_too(self, session):
        before = self.played(session)
        session.restart()
        session.change([("char", 2, "wounds", 1)])
        later = sheets(session)
        assert session.recall()
        assert sheets(session) == before
        session.journal.undo()
        assert sheets(session) == later

    def test_the_present_game_takes_the_place_of_the_one_that_comes_back(self, session):
        before = self.played(session)
        session.restart()
        session.change([("char", 2, "wounds", 1)])
        later = sheets(session)
        assert session.recall()
        assert session.recall()
        assert sheets(session) == later
        assert session.recall()
        assert sheets(session) == before

    def test_a_cut_while_it_comes_back_loses_neither_game(self, session, store):
        before = self.played(session)
        session.restart()
        session.change([("char", 2, "wounds", 1)])
        later = sheets(session)
        files = dict(store.files)
        for cut in range(1, 20):
            store = MemoryStore(files)
            session = Session("toy", store)
            store.cut_in = cut
            try:
                session.recall()
            except PowerCut:
                store.cut_in = None
            else:
                break
            session = again(session)
            if sheets(session) == later:
                assert session.recall()
            else:
                assert session.undo()
                assert sheets(session) == later
                assert session.redo()
            assert sheets(session) == before
        assert cut > 3

    @pytest.mark.parametrize("name", ["toy/old", "toy/0"])
    def test_a_file_that_cannot_be_written_keeps_both_games(self, session, store, name, monkeypatch):
        before = self.played(session)
        session.restart()
        session.change([("char", 2, "wounds", 1)])
        later = sheets(session)

        def failing(act):
            def fails(file, data):
                if file == name:
                    raise OSError(28)
                act(file, data)

            return fails

        with monkeypatch.context() as patch:
            for act in ("replace", "append"):
                patch.setattr(store, act, failing(getattr(store, act)))
            with pytest.raises(OSError):
                session.recall()
        assert sheets(session) == sheets(again(session)) == later
        assert session.recall()
        assert sheets(session) == before
        assert session.recall()
        assert sheets(session) == later

    def test_a_second_new_game_at_once_does_not_lose_the_archive(self, session):
        before = self.played(session)
        session.restart()
        session.restart()
        assert session.recall()
        assert sheets(session) == before

    @pytest.mark.parametrize("data", [None, b"", b"rubbish that is long enough to be one"])
    def test_no_archive_to_read(self, session, store, data):
        if data is not None:
            store.files["toy/old"] = data
        before = sheets(session)
        assert not session.recall()
        assert sheets(session) == before

    def test_a_full_store_keeps_the_game(self, session, store):
        before = self.played(session)
        store.full = True
        with pytest.raises(OSError):
            session.restart()
        assert sheets(session) == before


def table(names, first=0, closed=(), size=4096):
    """The `Needs` of the toy game: of its modules by name, of which `first` many come first; closed: {name: those that
    it needs too}.
    """
    lines = "\n".join("." + name for name in names).encode()
    data = bytes((len(lines) & 255, len(lines) >> 8, len(names), first)) + lines
    data += bytes([size // modules.UNIT] * len(names))
    for name in names:
        inside = {name, *dict(closed).get(name, ())}
        bits = sum(1 << names.index(each) for each in inside)
        data += bits.to_bytes((len(names) + 7) // 8, "little")
    return modules.Needs(io.BytesIO(data), "gobelet.games.toy")


class TestKeeper:
    """The modules of one game at a time."""

    NEEDED = ("rules.kinds", "rules.rolls", "rules", "screens.home", "screens")

    @pytest.fixture
    def room(self):
        return [1 << 20]

    @pytest.fixture
    def keeper(self, toy_world, room):
        keeper = Keeper(lambda game: table(self.NEEDED) if game else None, lambda: room[0])
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
        keeper.lighten()
        return keeper.bring()

    def test_the_garbage_of_a_few_goes_before_more_come(self, keeper):
        keeper.keep("toy")
        found = [keeper.bring() for _ in range(4)]
        assert found == [GAME + name for name in self.NEEDED[:2]] + ["", ""]
        assert not keeper.lighten()
        assert keeper.bring() == GAME + self.NEEDED[3]  # the one before came as a package

    def test_what_is_expected_comes_first_and_needs_less_room(self, toy_world):
        names = (
            "rules",
            "rules.kinds",
            "screens",
            "rules.rolls",
            "screens.home",
            "screens.forms",
            "rules.why",
        )
        free = modules.ENOUGH + modules.SPARE + 2 * 4096
        closed = {"rules.why": ["rules.rolls"]}
        keeper = Keeper(lambda game: table(names, closed=closed) if game else None, lambda: free)
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
            lambda game: table(names, 1, closed, 8192), lambda: counted.append(room[0]) or room[0]
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
        assert keeper.bring() and not keeper.lighten() and keeper.bring()  # asked for by nobody
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
        assert keeper.lighten()
        assert there() == ["first", "base", "late", "open", "new"]
        room[0] = 0
        assert keeper.lighten()
        assert there() == ["first", "open", "new"]
        assert not keeper.lighten()  # what is open needs the rest

    def test_what_is_not_there_is_no_trouble_to_drop(self, keeper):
        drop([GAME + "nowhere", GAME + "rules"])
        assert newer(list(sys.modules)) == []


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
    toy.down()  # the game is what would be opened next
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
    assert name in sys.modules
    toy.ok()
    assert toy.ids == ["system.home", "toy.home"]


class TestLittleMemory:
    """Where little is free although all garbage went, the modules of the game's screens go."""

    LIST = ("rules", "rules.kinds", "screens", "screens.home", "rules.rolls", "screens.forms", "rules.why")

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


# Values that no play makes together


@pytest.fixture
def equal(toy_world, monkeypatch):
    """A rule for the toy game: both fighters have as many wounds as the one with fewer, beyond 5."""

    def mended(state):
        wounds = [state.get("char", row, "wounds") for row in (0, 1)]
        if abs(wounds[0] - wounds[1]) < 5:
            return []
        return [("char", row, "wounds", min(wounds)) for row in (0, 1)]

    import gobelet.games.toy.rules.kinds as kinds

    monkeypatch.setattr(kinds, "mended", mended, raising=False)


def wounds(session):
    return [session.get("char", row, "wounds") for row in (0, 1)]


def test_values_that_cannot_be_played_are_mended_when_the_game_is_opened(toy_world, store, equal):
    session = Session("toy", store)
    session.change([("char", 0, "wounds", 2)])
    rolled(session)
    session.change([("char", 1, "wounds", 9)])  # the game plays on: it is looked at when it is opened
    unplayable = session.journal.snapshot()
    session = again(session)
    assert (wounds(session), session.mended) == ([2, 2], True)
    assert session.undo() is None and session.last_roll() is None
    assert store.read("toy/old.bad") == unplayable
    session.change([("char", 1, "wounds", 3)])
    session = again(session)
    assert (wounds(session), session.mended, session.loaded) == ([2, 3], False, "ok")
    session.undo()
    assert wounds(session) == [2, 2] and session.undo() is None


def test_values_that_were_mended_are_kept_by_an_idle_moment(toy_world, store, equal):
    session = Session("toy", store)
    session.change([("char", 1, "wounds", 9)])
    session = again(session)
    while session.journal.idle():
        pass
    session = again(session)
    assert (wounds(session), session.mended, session.loaded) == ([0, 0], False, "ok")


def test_a_full_store_opens_a_game_that_is_mended(toy_world, store, equal):
    session = Session("toy", store)
    session.change([("char", 1, "wounds", 9)])
    store.full = True
    session = again(session)
    assert (wounds(session), session.mended) == ([0, 0], True)


def test_an_undo_brings_no_values_back_that_cannot_be_played(toy_world, store, equal):
    session = Session("toy", store)
    session.change([("char", 1, "wounds", 9)])
    session.change([("char", 0, "wounds", 8)])
    session = again(session)
    assert not session.mended
    session.undo()
    assert (wounds(session), session.mended) == ([0, 0], True)
    assert session.undo() is None and session.redo() is None
    assert wounds(again(session)) == [0, 0]


def test_an_archived_game_that_cannot_be_played_is_mended(toy_world, store, equal):
    session = Session("toy", store)
    session.change([("char", 1, "wounds", 9)])
    session.restart()
    assert session.recall()
    assert (wounds(session), session.mended) == ([0, 0], True)
