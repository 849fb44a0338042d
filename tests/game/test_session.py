"""An open game: its Sheets, its rolls, changes by an outcome, new games, and closing it."""

from __future__ import annotations

import pytest

from gobelet.game.session import Session
from gobelet.journal.journal import ROLL
from gobelet.journal.records import FREE
from gobelet.rules.procedure import Outcome, Refused, values
from simulator.store import MemoryStore, PowerCut

GAME = "gobelet.games.toy."
STRIKE, PARRY, TRINITY = 0, 1, 2


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def session(toy_world, store):
    return Session("toy", store)


def reopen_session(session):
    return Session("toy", session.store)


def sheet_values(session):
    return [list(sheet) for sheet in session.state.sheets]


def make_resolution(session, name="strike", rows=(0, 1), path=((6, 2),), **given):
    number = session.procedure_index(name)
    v = values(session.procedure(number), given)
    r = session.create_resolution(number, list(rows), v)
    for result in path:
        r.add_result(result)
    session.write_roll(r)
    return r


def is_same(r, other):
    """Tell whether two Resolutions are of the same roll, up to the same step."""
    return (
        r is not None
        and [
            (each.number, list(each.rows), each.values, each.path, each.hand, each.progress)
            for each in (r, other)
        ]
        == [(other.number, list(other.rows), other.values, other.path, other.hand, other.progress)] * 2
    )


def test_a_new_game(session):
    assert session.loaded == "new"
    assert session.get("char", 0, "pv") == 20
    assert reopen_session(session).loaded == "new"
    with pytest.raises(KeyError):
        session.procedure_index("fly")


def test_a_change_is_in_the_journal(session):
    session.change([("char", 1, "wounds", 3), ("game", 0, "turn", 1)])
    assert sheet_values(reopen_session(session)) == sheet_values(session)
    assert reopen_session(session).loaded == "ok"


def test_a_refused_change_leaves_no_trace(session, store):
    before, files = sheet_values(session), dict(store.files)
    with pytest.raises(Refused):
        session.change([("game", 0, "turn", 1), ("char", 1, "wounds", 21)])
    assert sheet_values(session) == before
    assert store.files == files


def test_a_full_store_changes_nothing(session, store):
    session.change([("game", 0, "turn", 1)])
    before = sheet_values(session)
    store.full = True
    with pytest.raises(OSError):
        session.change([("game", 0, "turn", 2)])
    with pytest.raises(OSError):
        make_resolution(session)
    assert sheet_values(session) == before
    assert sheet_values(reopen_session(session)) == before
    store.full = False
    session.change([("game", 0, "turn", 3)])
    assert reopen_session(session).get("game", 0, "turn") == 3


class TestRolls:
    def test_the_last_roll(self, session):
        assert session.last_roll() is None
        assert not session.has_unapplied_roll()
        r = make_resolution(session, force=-3)
        assert session.last_roll() is session.pending_roll() is r
        assert session.has_unapplied_roll()
        assert is_same(reopen_session(session).pending_roll(), r)
        assert not reopen_session(session).is_applied()

    def test_with_a_change_after_it_it_is_applied(self, session):
        make_resolution(session)
        session.change([("char", 1, "wounds", 4)])
        assert session.pending_roll() is None
        assert not session.has_unapplied_roll()
        assert session.is_applied()
        assert reopen_session(session).is_applied()

    def test_with_that_change_undone_it_is_not(self, session):
        make_resolution(session)
        session.change([("char", 1, "wounds", 4)])
        session.undo()
        assert session.pending_roll() is not None
        assert reopen_session(session).pending_roll() is not None
        session.redo()
        assert session.pending_roll() is None
        assert reopen_session(session).pending_roll() is None

    def test_it_does_not_belong_to_the_values_before_an_older_change(self, session):
        """A roll whose start values an undo has removed cannot be applied, because its state may differ."""
        session.change([("char", 1, "wounds", 1)])
        make_resolution(session)
        session.undo()
        assert session.pending_roll() is None
        assert not reopen_session(session).has_unapplied_roll()
        session.redo()
        assert session.pending_roll() is None
        assert reopen_session(session).pending_roll() is None

    def test_each_state_has_its_own(self, session):
        first = make_resolution(session)
        session.change([("char", 1, "wounds", 1)])
        second = make_resolution(session, force=2)
        session.change([("char", 1, "wounds", 3)])
        session.undo()
        assert is_same(session.pending_roll(), second)
        session.take_back()
        assert session.pending_roll() is None
        assert session.is_applied(), "the first one is what the wound came of"
        session.undo()
        assert is_same(session.pending_roll(), first)
        assert is_same(reopen_session(session).pending_roll(), first)
        session.redo()
        assert session.pending_roll() is None
        session.redo()
        assert session.get("char", 1, "wounds") == 3

    def test_taken_back(self, session):
        make_resolution(session)
        session.take_back()
        assert session.pending_roll() is None
        assert session.last_roll() is None
        assert not reopen_session(session).has_unapplied_roll()
        assert reopen_session(session).journal.has_new_damage is False
        kinds = [kind for _, kind, _ in session.journal.newest_first()]
        assert ROLL in kinds, "the history has it"

    def test_taken_back_from_its_first_throw_on(self, session):
        """A roll is written again after each decision.

        An undo must remove all its unfinished forms.
        """
        r = make_resolution(session, "trinity", (), ((12, 3),))
        r.add_result(0)
        r.add_result((5,))
        session.write_roll(r)
        assert is_same(reopen_session(session).pending_roll(), r)
        session.take_back()
        assert session.last_roll() is None
        assert reopen_session(session).last_roll() is None

    def test_undone_for_good(self, session):
        make_resolution(session)
        session.change([("char", 1, "wounds", 4)])
        session.undo()
        session.change([("game", 0, "turn", 1)])
        session.undo()
        assert session.pending_roll() is not None

    def test_what_waited_before_it(self, session):
        """The earlier rolls that are not applied, without undone ones."""
        first = make_resolution(session)
        make_resolution(session, "parry", (1,), ((3,),))
        session.take_back()
        second = make_resolution(session, "parry", (1,), ((4,),))
        make_resolution(session, "parry", (1,), ((5,),))
        assert [each.path for each in session.earlier_rolls()] == [second.path, first.path]
        session.change([("char", 1, "wounds", 4)])
        last = make_resolution(session, "parry", (1,), ((2,),))
        assert list(session.earlier_rolls()) == []
        session.undo()
        assert last is not None and [each.path for each in session.earlier_rolls()][-1:] == [first.path]

    def test_free_dice_are_seen_too(self, session):
        session.journal.write_roll(FREE, (7, 0), ((3, 4),), 0, b"2d6")
        assert session.has_unapplied_roll()
        assert session.pending_roll() is None
        assert session.last_roll() is None

    def test_a_roll_of_before_an_input_came_is_known_without_it(self, session):
        """A roll from before an input existed has the start value for it.

        New inputs are at the end of a Procedure.
        """
        r = make_resolution(session)
        listed = list(r.rows) + [r.values[each.name] for each in r.proc.inputs]
        rows, values = session.rows_and_values(r.number, listed[:-1])
        last = r.proc.inputs[-1]
        assert (list(rows), values) == (list(r.rows), {**r.values, last.name: last.start})

    @pytest.mark.parametrize(("number", "listed"), [(99, [0]), (STRIKE, [0, 1]), (TRINITY, [1, 2])])
    def test_rolls_of_another_version_are_not_known(self, session, number, listed):
        session.journal.write_roll(number, listed, [(3,)])
        assert session.rows_and_values(number, listed) is None
        assert session.last_roll() is None
        assert not session.has_unapplied_roll()


class TestChanges:
    def changes_of(self, session, rows, *effects):
        proc = session.procedure(session.procedure_index("strike"))
        return session.outcome_changes(proc, rows, Outcome(0, effects))

    def test_operations(self, session):
        session.change([("char", 1, "wounds", 5)])
        for operation, value in (("+", 7), ("-", 3), ("=", 2)):
            effect = ("target", "wounds", operation, 2)
            assert self.changes_of(session, [0, 1], effect) == [("char", 1, "wounds", value)]

    def test_nobody_known_nothing_changes(self, session):
        assert self.changes_of(session, [0, -1], ("target", "wounds", "+", 2)) == []

    def test_a_kind_with_one_row_is_always_known(self, session):
        assert self.changes_of(session, [-1, -1], ("game", "turn", "+", 1)) == [("game", 0, "turn", 1)]

    def test_two_effects_on_one_field_add_up(self, session):
        twice = (("target", "wounds", "+", 2), ("target", "wounds", "+", 3), ("attacker", "wounds", "-", 1))
        session.change(self.changes_of(session, [1, 1], *twice))
        assert session.get("char", 1, "wounds") == 4

    def test_a_number_set_first_and_raised_then(self, session):
        both = (("target", "wounds", "=", 9), ("target", "wounds", "-", 2))
        session.change(self.changes_of(session, [0, 1], *both))
        assert session.get("char", 1, "wounds") == 7

    def test_one_row_points_at_another(self, session):
        """A reference to a row is the row's number + 1, or 0 for an unknown row."""
        held = ("target", "wounds", "=", "attacker")
        assert self.changes_of(session, [2, 1], held) == [("char", 1, "wounds", 3)]
        assert self.changes_of(session, [-1, 1], held) == [("char", 1, "wounds", 0)]

    def test_one_is_made_wherever_it_is_made(self, session):
        """A location that is too long for a record does not prevent the change."""
        for location, noted in ((b"p" * 144, b"p" * 144), (b"p" * 145, b"")):
            session.locate = lambda rolled, location=location: location
            session.change([("char", 0, "wounds", session.get("char", 0, "wounds") + 1)])
            effects, where = session.undo()
            assert (len(effects), where) == (1, noted)
            session.redo()
        assert session.get("char", 0, "wounds") == 2


class TestNewGame:
    def played(self, session):
        session.change([("char", 1, "wounds", 3), ("game", 0, "turn", 8)])
        return sheet_values(session)

    def test_it_is_archived_and_can_be_undone(self, session):
        before = self.played(session)
        fresh = [list(sheet) for sheet in reopen_session(session).state.__class__(session.state.kinds).sheets]
        session.restart()
        assert sheet_values(session) == fresh
        assert sheet_values(reopen_session(session)) == fresh
        session.journal.undo()
        assert sheet_values(session) == before
        assert sheet_values(reopen_session(session)) == before

    def test_kinds_may_be_kept(self, session):
        self.played(session)
        session.restart(("game",))
        assert (session.get("char", 1, "wounds"), session.get("game", 0, "turn")) == (0, 8)

    def test_the_archive_comes_back_and_that_can_be_undone_too(self, session):
        before = self.played(session)
        session.restart()
        session.change([("char", 2, "wounds", 1)])
        later = sheet_values(session)
        assert session.restore_archive()
        assert sheet_values(session) == before
        session.journal.undo()
        assert sheet_values(session) == later

    def test_the_present_game_takes_the_place_of_the_one_that_comes_back(self, session):
        before = self.played(session)
        session.restart()
        session.change([("char", 2, "wounds", 1)])
        later = sheet_values(session)
        assert session.restore_archive()
        assert session.restore_archive()
        assert sheet_values(session) == later
        assert session.restore_archive()
        assert sheet_values(session) == before

    def test_a_cut_while_it_comes_back_loses_neither_game(self, session, store):
        before = self.played(session)
        session.restart()
        session.change([("char", 2, "wounds", 1)])
        later = sheet_values(session)
        files = dict(store.files)
        for cut in range(1, 20):
            store = MemoryStore(files)
            session = Session("toy", store)
            store.cut_in = cut
            try:
                session.restore_archive()
            except PowerCut:
                store.cut_in = None
            else:
                break
            session = reopen_session(session)
            if sheet_values(session) == later:
                assert session.restore_archive()
            else:
                assert session.undo()
                assert sheet_values(session) == later
                assert session.redo()
            assert sheet_values(session) == before
        assert cut > 3

    @pytest.mark.parametrize("error", [OSError(28), MemoryError()])
    @pytest.mark.parametrize("name", ["toy/old", "toy/0"])
    def test_a_file_that_cannot_be_written_keeps_both_games(self, session, store, name, error, monkeypatch):
        before = self.played(session)
        session.restart()
        session.change([("char", 2, "wounds", 1)])
        later = sheet_values(session)

        def fail_on_file(act):
            def act_or_fail(file, data):
                if file == name:
                    raise error
                act(file, data)

            return act_or_fail

        with monkeypatch.context() as patch:
            for act in ("replace", "append"):
                patch.setattr(store, act, fail_on_file(getattr(store, act)))
            with pytest.raises(type(error)):
                session.restore_archive()
        assert sheet_values(session) == sheet_values(reopen_session(session)) == later
        assert session.restore_archive()
        assert sheet_values(session) == before
        assert session.restore_archive()
        assert sheet_values(session) == later

    def test_a_second_new_game_at_once_does_not_lose_the_archive(self, session):
        before = self.played(session)
        session.restart()
        session.restart()
        assert session.restore_archive()
        assert sheet_values(session) == before

    @pytest.mark.parametrize("data", [None, b"", b"rubbish that is long enough to be one"])
    def test_no_archive_to_read(self, session, store, data):
        if data is not None:
            store.files["toy/old"] = data
        before = sheet_values(session)
        assert not session.restore_archive()
        assert sheet_values(session) == before

    def test_a_full_store_keeps_the_game(self, session, store):
        before = self.played(session)
        store.full = True
        with pytest.raises(OSError):
            session.restart()
        assert sheet_values(session) == before


# Values that no play makes together.


@pytest.fixture
def equalized_toy(toy_world, monkeypatch):
    """Give the toy game a rule: if wounds differ by 5 or more, both fighters get the lower number."""

    def equal_wounds(state):
        wounds = [state.get("char", row, "wounds") for row in (0, 1)]
        if abs(wounds[0] - wounds[1]) < 5:
            return []
        return [("char", row, "wounds", min(wounds)) for row in (0, 1)]

    import gobelet.games.toy.rules.sheets as sheets

    monkeypatch.setattr(sheets, "mending_changes", equal_wounds, raising=False)


def wounds_of(session):
    return [session.get("char", row, "wounds") for row in (0, 1)]


def test_values_that_cannot_be_played_are_mended_when_the_game_is_opened(toy_world, store, equalized_toy):
    session = Session("toy", store)
    session.change([("char", 0, "wounds", 2)])
    make_resolution(session)
    # the open game continues, because values are checked only when a game opens
    session.change([("char", 1, "wounds", 9)])
    unplayable = session.journal.packed_values()
    session = reopen_session(session)
    assert (wounds_of(session), session.mended) == ([2, 2], True)
    assert session.undo() is None and session.last_roll() is None
    assert store.read("toy/old.bad") == unplayable
    session.change([("char", 1, "wounds", 3)])
    session = reopen_session(session)
    assert (wounds_of(session), session.mended, session.loaded) == ([2, 3], False, "ok")
    session.undo()
    assert wounds_of(session) == [2, 2] and session.undo() is None


def test_what_was_found_first_and_what_was_found_last_both_stay(toy_world, store, equalized_toy):
    found = []
    session = Session("toy", store)
    for most in (9, 12, 15):
        session.change([("char", 1, "wounds", most)])
        found.append(session.journal.packed_values())
        for _ in range(2):  # a power cut comes before the corrected values are written
            session = reopen_session(session)
            assert session.mended
        while session.journal.do_idle_work():
            pass
    assert store.read("toy/old.bad") == found[0]
    assert store.read("toy/old2.bad") == found[2]


def test_values_that_were_mended_are_kept_by_an_idle_moment(toy_world, store, equalized_toy):
    session = Session("toy", store)
    session.change([("char", 1, "wounds", 9)])
    session = reopen_session(session)
    while session.journal.do_idle_work():
        pass
    session = reopen_session(session)
    assert (wounds_of(session), session.mended, session.loaded) == ([0, 0], False, "ok")


def test_a_full_store_opens_a_game_that_is_mended(toy_world, store, equalized_toy):
    session = Session("toy", store)
    session.change([("char", 1, "wounds", 9)])
    store.full = True
    session = reopen_session(session)
    assert (wounds_of(session), session.mended) == ([0, 0], True)


def test_an_undo_brings_no_values_back_that_cannot_be_played(toy_world, store, equalized_toy):
    session = Session("toy", store)
    session.change([("char", 1, "wounds", 9)])
    session.change([("char", 0, "wounds", 8)])
    session = reopen_session(session)
    assert not session.mended
    session.undo()
    assert (wounds_of(session), session.mended) == ([0, 0], True)
    assert session.undo() is None and session.redo() is None
    assert wounds_of(reopen_session(session)) == [0, 0]


def test_an_archived_game_that_cannot_be_played_is_mended(toy_world, store, equalized_toy):
    session = Session("toy", store)
    session.change([("char", 1, "wounds", 9)])
    session.restart()
    assert session.restore_archive()
    assert (wounds_of(session), session.mended) == ([0, 0], True)
