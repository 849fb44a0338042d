"""The journal in play: writing, undo, redo, reading, failing stores, a full ring."""

from __future__ import annotations

import random
from itertools import cycle

import pytest

from gobelet.journal import journal as module
from gobelet.journal.journal import EFFECT, LAST, LIMIT, LOGS, ROLL, unpack_roll
from gobelet.journal.records import BY_HAND, FIRST, MANY, PROVEN
from gobelet.rules.effects import effects_of
from gobelet.rules.sheet import Kind, State
from tests.journal.inside import save_checkpoint, write_record
from tests.journal.journal_model import (
    ALL,
    ATTACK,
    KINDS,
    LARGE,
    SMALL,
    Model,
    Player,
    check_steps,
    count_steps,
    flip_bit,
    is_same,
    open_journal,
    values_of,
)
from tests.journal.stores import MemoryStore, RecordingStore, TroubledStore, pending_roll
from tests.sweep import sample_cases

# Normal use.


def test_a_change_is_written_before_it_is_made():
    class Watching(MemoryStore):
        seen: list[int] = []

        def append(self, name: str, data: bytes) -> None:
            self.seen.append(log.state.get("player", 0, "gold"))
            super().append(name, data)

        def replace(self, name: str, data: bytes) -> None:
            self.seen.append(log.state.get("player", 0, "gold"))
            super().replace(name, data)

    log, _ = open_journal(Watching())
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    log.undo()
    log.redo()
    assert Watching.seen == [3, 9, 3]


def test_undo_and_redo_tell_the_effects():
    log, _ = open_journal(MemoryStore())
    assert log.undo() is None and log.redo() is None
    effects = log.state.effects([("player", 0, "gold", 9), ("table", 0, "turn", 2)])
    log.change(effects)
    log.change(log.state.effects([("table", 0, "turn", 3)]), join=True)
    whole = [*effects, (2, 0, 0, 2, 3)]
    assert log.undo() == whole
    assert log.state.get("table", 0, "turn") == 1
    assert log.redo() == whole
    assert log.state.get("table", 0, "turn") == 3
    assert log.redo() is None


def test_a_change_after_undo_forgets_what_was_undone():
    log, _ = open_journal(store := MemoryStore())
    for gold in (4, 5, 6):
        log.change(log.state.effects([("player", 0, "gold", gold)]))
    log.undo()
    log.undo()
    log.change(log.state.effects([("player", 0, "gold", 7)]))
    for one in (log, open_journal(store)[0]):
        assert one.redo() is None
        assert one.state.get("player", 0, "gold") == 7
        assert [one.undo() is not None for _ in range(3)] == [True, True, False]
        assert one.state.get("player", 0, "gold") == 3
        store = MemoryStore(store.files)


def test_reading_goes_on_where_the_newest_log_is_full_meanwhile():
    log, _ = open_journal(MemoryStore())

    def write_times(times: int) -> None:
        for value in range(times):
            log.change(log.state.effects([("player", 0, "gold", 1 + value % 2)]))
            log.do_idle_work()

    write_times(40)
    whole = list(log.history.records_before(log.position))
    for seen in (1, 5):
        reader = log.history.records_before(log.position)
        some = [next(reader) for _ in range(seen)]
        before = log.history.base
        while log.history.base == before:
            write_times(10)
        assert (some + list(reader))[-len(whole) :] == whole


def test_newest_first_passes_over_what_nobody_wants():
    one, _ = open_journal(MemoryStore())
    fields = bytearray()
    for number in range(400):
        if number % 7 == 3:
            one.write_roll(1, [number], [(number % 6 + 1,)])
        one.change([(0, number % 2, number % 3, 0, 1)], location=b"somewhere" if number % 11 else b"")
        if number % 13 == 5:
            one.change([(0, 0, field, 1, 2) for field in (0, 1)])
    assert one.history.blocks, "in several blocks"

    def is_single_effect(kind, payload):
        return kind == EFFECT | FIRST | LAST and len(payload) == 7

    whole = list(one.newest_first())
    assert list(one.newest_first(1 << EFFECT)) == [each for each in whole if each[1] == ROLL]
    assert list(one.newest_first(1 << ROLL)) == [each for each in whole if each[1] != ROLL]
    fields += bytes((0, 1, 0, 2))
    wanted = [each for each in whole if not (is_single_effect(*each[1:]) and each[2][2] in (1, 2))]
    assert len(wanted) < len(whole) // 2
    assert list(one.newest_first(0, fields)) == wanted
    # The next records may repeat the fields.
    fields[:] = b""
    found = []
    for each in one.newest_first(0, fields):
        found.append(each)
        if len(found) == 10:
            fields += bytes((0, 1, 0, 2))
    assert found == whole[:10] + [each for each in whole[10:] if each in wanted]


def test_newest_first_tells_all_that_is_kept():
    log, _ = open_journal(store := MemoryStore())
    for n in range(120):
        log.write_roll(1, [n], [(n % 6 + 1,)])
        log.change(log.state.effects([("table", 0, "turn", 2 + n)]))
    for one in (log, open_journal(store)[0]):
        records = list(one.newest_first())
        assert [at for at, _, _ in records] == sorted([at for at, _, _ in records], reverse=True)
        rolls = [unpack_roll(payload)[2][0] for _, kind, payload in records if kind == ROLL]
        assert rolls == list(range(119, -1, -1))
        effects = [effects_of(payload) for _, kind, payload in records if kind & LAST]
        assert effects == [[(2, 0, 0, 1 + n, 2 + n)] for n in range(119, -1, -1)]


def test_nothing_is_to_be_done_before_the_first_record():
    log, _ = open_journal(store := MemoryStore())
    assert log.do_idle_work() is False
    assert store.files == {}


def test_a_checkpoint_comes_after_so_many_records():
    log, _ = open_journal(MemoryStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    while log.do_idle_work():
        pass
    saved = log.checkpoint.number
    for number in range(1, module.SAVED + 1):
        assert log.checkpoint.number == saved
        log.change(log.state.effects([("table", 0, "turn", 2 + number)]))
        log.do_idle_work()
    assert log.checkpoint.number == saved + 1


def test_what_is_written_asks_for_one_piece_of_memory_as_long_as_it_is():
    """The journal asks the store for a buffer of the whole length, because the store can free memory for it."""
    asked = []

    class Asked(MemoryStore):
        def make_buffer(self, size: int) -> bytearray:
            asked.append(size)
            return super().make_buffer(size)

    log, _ = open_journal(store := Asked())
    for wounds in range(9, 4, -1):
        log.change([(0, 0, 0, wounds + 1, wounds)])
    log.undo()
    del asked[:]
    assert asked == [] and [len(log.packed_values())] == asked
    del asked[:]
    save_checkpoint(log)
    assert asked == []  # the write was in pieces, without such a buffer
    number, turns = log.log.number, cycle((2, 3))
    while log.log.number == number:
        del asked[:]
        log.change(log.state.effects([("table", 0, "turn", next(turns))]))
    assert asked == [len(store.files["game/" + log.log.file])] == [log.log.used]


# Rolls.


def test_without_a_roll_none_is_fresh():
    assert not open_journal(MemoryStore())[0].is_roll_newest()


@pytest.mark.parametrize("after", ["undo", "redo", "drop"])
def test_a_roll_is_not_fresh_any_more_after_an_undo_also_after_a_start(after):
    log, _ = open_journal(store := MemoryStore())
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    log.change(log.state.effects([("player", 0, "gold", 8)]))
    log.undo()
    position = log.write_roll(7, [3], [(4, 2)])
    for found in (log, open_journal(store)[0]):
        assert found.is_roll_newest()
    if after == "drop":
        log.take_back_roll(position)
    else:
        getattr(log, after)()
    for found in (log, open_journal(store)[0]):
        assert not found.is_roll_newest()


def test_a_roll_without_its_effect_is_what_a_restart_reopens():
    log, _ = open_journal(store := MemoryStore())
    assert pending_roll(log) is None
    log.write_roll(7, [1, -200], [(3, 4), 1], BY_HAND)
    expected = (7, BY_HAND, [1, -200], [(3, 4), 1], b"")
    assert pending_roll(log) == expected
    log, _ = open_journal(store)
    assert pending_roll(log) == expected
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    assert pending_roll(log) is None
    assert pending_roll(open_journal(store)[0]) is None
    log.write_roll(8, [], [])
    log.undo()
    assert pending_roll(log) is None, "a rolled die stays rolled; what was taken back is the change before it"


def test_what_the_faces_of_a_roll_come_from_is_kept_with_that_roll():
    """The test makes rolls with and without a new location, other rolls, and a restart."""
    log, _ = open_journal(store := MemoryStore())
    plain = log.write_roll(7, [], [(3,)], location=b"here")
    first = log.write_roll(7, [], [(4,)], location=b"here", proof=b"first secret")
    second = log.write_roll(7, [], [(5,)], location=b"there", proof=b"second secret")
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    for one in (log, open_journal(store)[0]):
        assert [one.proof_of(each) for each in (plain, first, second)] == [
            b"",
            b"first secret",
            b"second secret",
        ]
        rolls = {at: unpack_roll(payload)[1] for at, kind, payload in one.newest_first() if kind == ROLL}
        assert rolls == {plain: 0, first: PROVEN, second: PROVEN}
        assert {kind & 0x0F for _, kind, _ in one.newest_first()} == {ROLL, EFFECT}, (
            "nothing else has happened"
        )
    assert not PROVEN & BY_HAND, "bits of one byte"


@pytest.mark.parametrize("location", [b"", b"here"])
def test_a_roll_and_what_comes_of_it_at_once_are_one_write_and_two_records(location):
    log, _ = open_journal(store := RecordingStore())
    log.write_roll(1, [], [(1,)], location=b"before")
    written = len(store.writes)
    before, effects = values_of(log.state), log.state.effects([("player", 0, "gold", 9)])
    rolled = log.write_roll(7, [2], [(6,)], location=location, effects=effects)
    assert len(store.writes) == written + 1
    for one in (log, open_journal(store)[0]):
        assert one.state.get("player", 0, "gold") == 9
        found = one.source_roll()
        assert found is not None and (found[0], found[2]) == (rolled, True)
        assert next(at for at, kind, _ in one.newest_first() if kind == ROLL) == rolled
        assert one.location_of(one.done[-1]) == one.location_of(rolled) == location
        assert one.undo() == effects
        assert values_of(one.state) == before
        assert one.redo() == effects


def test_of_two_equal_rolls_only_the_last_is_taken_back():
    """The faces are equal, but the second roll does not continue the first one."""
    log, _ = open_journal(store := MemoryStore())
    for _ in range(2):
        log.write_roll(7, [3], [(4, 2)])
    first, second = [at for at, kind, _ in log.newest_first() if kind == ROLL][::-1]
    log.take_back_roll(second)
    for found in (log, open_journal(store)[0]):
        assert found.source_roll()[0] == first
    log.take_back_roll(first)
    assert open_journal(store)[0].source_roll() is None


def test_a_roll_between_is_not_carried_on_over():
    """The last record begins like the first one, but is a roll of its own.

    Another roll is between the two.
    """
    log, _ = open_journal(MemoryStore())
    for path in ([(4,)], [(5,)], [(4,), (2,)]):
        log.write_roll(7, [3], path)
    _, between, last = [position for position, kind, _ in log.newest_first() if kind == ROLL][::-1]
    log.take_back_roll(last)
    assert log.source_roll()[0] == between


def test_a_roll_before_a_change_is_not_the_first_throw_of_one_behind_it():
    log, _ = open_journal(MemoryStore())
    log.write_roll(7, [3], [(4,)])
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    log.write_roll(7, [3], [(4,), (2,)])
    before = [position for position, kind, _ in log.newest_first() if kind == ROLL][-1]
    log.take_back_roll(log.source_roll()[0])
    assert log.source_roll()[0] == before


# Capacity.


def test_undo_steps_across_a_power_cut_and_within_a_session():
    """The longest common roll precedes each change of two values."""
    log, _ = open_journal(store := MemoryStore())
    turns = []
    for n in range(700):
        turns.append(log.state.get("table", 0, "turn"))
        log.write_roll(*ATTACK)
        log.change(log.state.effects([("table", 0, "turn", 2 + n), ("player", 0, "gold", n % 300)]))
        log.do_idle_work()
    assert log.position > ALL
    again, said = open_journal(MemoryStore(store.files))
    assert said == "ok"
    for one in (log, again):
        steps = 0
        while one.undo() is not None:
            steps += 1
            assert one.state.get("table", 0, "turn") == turns[-steps]
        assert steps >= 256
        for n in range(steps, 0, -1):
            if one.redo() is None:
                break
            assert one.state.get("table", 0, "turn") == 702 - n


@pytest.mark.parametrize(
    ("more", "idle"), [*((more, False) for more in (0, 7, 14)), *((more, True) for more in range(0, 36, 7))]
)
def test_undoing_all_begins_a_log_in_the_place_of_the_oldest(more, idle):
    """The contents of the oldest log do not count, even before the log is used again."""
    log, _ = open_journal(MemoryStore())
    count = 0

    def change_turn() -> None:
        turn = 10 + log.position % 80
        log.change(log.state.effects([("ship", row, "f0", turn) for row in range(15)]))
        while idle and log.do_idle_work():
            pass

    while len(log.history.blocks) < LOGS - 2:
        assert len(log.done) == count, "there is room for all"
        change_turn()
        count += 1
    while log.log.number < 2 * LOGS or len(log.history.blocks) < LOGS - 2:
        change_turn()
    for _ in range(more):
        change_turn()
    steps = len(log.done)
    assert 100 < steps < module.STEPS, "some are left in no log"
    for _ in range(steps):
        assert log.undo() is not None


def test_small_changes_keep_all_the_steps_allowed():
    log, _ = open_journal(store := MemoryStore())
    for n in range(1500):
        log.change(log.state.effects([("table", 0, "turn", 2 + n)]))
        log.do_idle_work()
    assert len(log.done) == module.STEPS
    log, _ = open_journal(store)
    assert len(log.done) == module.STEPS
    while log.undo() is not None:
        pass
    assert log.state.get("table", 0, "turn") == 1501 - module.STEPS
    while log.redo() is not None:
        pass
    assert log.state.get("table", 0, "turn") == 1501


def test_a_checkpoint_has_room_for_so_many_steps_in_the_largest_game():
    log, _ = open_journal(store := MemoryStore(), LARGE)
    for value in range(1, 100):
        log.change(log.state.effects([("large", 0, "f0", value)]))
    save_checkpoint(log)
    again, said = open_journal(store, LARGE)
    assert said == "ok"
    assert len(again.done) == module.LEAST == 64


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample_cases(range(20, 23), 1))
def test_thousands_of_records_round_the_ring(seed):
    player = Player(MemoryStore(), seed)
    for _ in range(8):
        player.play(250)
        log, said = open_journal(MemoryStore(player.store.files))
        assert said == "ok"
        assert is_same(log, player.model)
        assert log.done == player.log.done
        # Dropped records cannot be redone.
        assert log.undone == player.log.undone[-len(log.undone) or len(player.log.undone) :]
        check_steps(player.store.files, player.model, whole=False)
    assert player.log.position > 2 * ALL


# A store that fails.


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample_cases(range(30, 50), 1))
def test_a_failing_store_changes_nothing_and_the_journal_goes_on(seed):
    """An OSError comes at a random write, after any of its bytes.

    Then the journal continues, or the power is cut too.
    """
    player = Player(store := TroubledStore(), seed)
    chance = random.Random(seed)
    failures = 0
    torn = False  # whether part of a record is at the end of the log
    ghosts: list[Model] = []  # operations that failed, although all their bytes are in the files
    for _ in range(500):
        if chance.random() < 0.15:
            arrive = chance.choice([0, 0, 1, 5, 30, 999])
            store.trouble(chance.choice([0, 0, 0, 1, 2, 3]), arrive, OSError, chance.choice([1, 1, 2, 4]))
        store.all_arrived = False
        try:
            player.act()
        except OSError:
            failures += 1
            torn = torn or store.torn
            assert values_of(player.log.state) == player.model.values
            if store.all_arrived:
                ghosts.append(player.next)
            # In some cases the power is cut too; the written bytes then remain in the file.
            log, said = open_journal(MemoryStore(store.files))
            assert said in ("ok", "new") or torn
            assert is_same(log, player.model) or any(is_same(log, ghost) for ghost in ghosts)
            if chance.random() < 0.5:
                store.calm()
            continue
        if player.next is not player.model:
            ghosts.clear()
            torn = False
        player.model = player.next
        if chance.random() < 0.5:
            player.rest()
        assert values_of(player.log.state) == player.model.values
        if chance.random() < 0.1 and not ghosts:
            log, said = open_journal(MemoryStore(store.files))
            assert said in ("ok", "new") or torn
            assert is_same(log, player.model)
            assert log.done == player.log.done[len(player.log.done) - len(log.done) :]
            if chance.random() < 0.2:
                check_steps(store.files, player.model, whole=False)
    assert failures > 30


@pytest.mark.parametrize("arrive", [0, 999])
@pytest.mark.parametrize("begun", [0, 999])
def test_a_log_that_could_not_be_begun_in_an_idle_moment_costs_nothing(begun, arrive):
    """The new log may exist or not after its failed write.

    Then a change fails too, and may also exist or not.
    """

    def change_turn(turn: int) -> None:
        log.change(log.state.effects([("table", 0, "turn", turn)]))

    log, _ = open_journal(store := TroubledStore())
    change_turn(turn := 2)
    while log.log.used < module.NEARLY:
        change_turn(turn := turn + 1)
    assert log.do_idle_work()  # a checkpoint names this log
    for _ in range(9):
        change_turn(turn := turn + 1)
    store.trouble(0, begun, OSError)
    assert not log.do_idle_work()
    assert log.do_idle_work() is False  # the journal tries again only before the next record
    store.trouble(0, arrive, OSError)
    with pytest.raises(OSError):
        change_turn(4000)
    store.calm()
    again, said = open_journal(MemoryStore(store.files))
    assert (said, again.state.get("table", 0, "turn")) == ("ok", 4000 if arrive else turn)
    change_turn(turn := turn + 1)
    for _ in range(2):
        again, said = open_journal(MemoryStore(store.files))
        assert (said, again.state.get("table", 0, "turn")) == ("ok", turn)
        assert again.done == log.done
        while log.do_idle_work():
            pass
    count_steps(store.files, turn)


def test_a_checkpoint_between_a_log_that_could_not_be_begun_and_its_next_record_hides_none_behind_it():
    """The checkpoint's newest log has become a block.

    All later records are in the next log.
    """
    log, _ = open_journal(store := TroubledStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    while log.log.used < module.NEARLY:
        log.change(log.state.effects([("table", 0, "turn", 3 + len(log.done))]))
    assert log.do_idle_work()
    store.trouble(0, 0, OSError)
    assert not log.do_idle_work()
    log.accept_values()
    log.change(log.state.effects([("table", 0, "turn", 4000)]))
    again, said = open_journal(store)
    assert (said, again.state.get("table", 0, "turn")) == ("ok", 4000)


@pytest.mark.parametrize("wait", range(3))
def test_a_log_that_cannot_be_begun_behind_a_record_that_failed_takes_no_place_of_another(wait):
    """The journal must not rewrite the previous log, which has become a block."""
    log, _ = open_journal(store := TroubledStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    while log.log.used < LIMIT - 300:
        log.write_roll(1, [], [], note=bytes(200))
        log.change(log.state.effects([("table", 0, "turn", 3 + len(log.done))]))
    store.trouble(0, 0, OSError)
    with pytest.raises(OSError):
        log.write_roll(1, [], [], note=bytes(20))  # the record would fit
    store.trouble(wait, 0, OSError)
    if wait < 2:
        with pytest.raises(OSError):
            # the record would not fit, so a checkpoint and a new log would come first
            log.write_roll(1, [], [], note=bytes(250))
    store.calm()
    log.change(log.state.effects([("table", 0, "turn", 4000)]))
    again, said = open_journal(MemoryStore(store.files))
    assert (said, again.done, values_of(again.state)) == ("ok", log.done, values_of(log.state))


@pytest.mark.parametrize("arrive", [1, 5, 10])
def test_nothing_is_written_behind_what_a_store_that_failed_has_left(arrive):
    log, _ = open_journal(store := TroubledStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    store.trouble(0, arrive, OSError)
    with pytest.raises(OSError):
        log.change(log.state.effects([("table", 0, "turn", 3)]))
    store.calm()
    files = store.names()
    log.change(log.state.effects([("table", 0, "turn", 4)]))
    assert store.names() == files, "its log was written anew"
    log, said = open_journal(MemoryStore(store.files))
    assert (said, log.state.get("table", 0, "turn"), len(log.done)) == ("ok", 4, 2)


# Snapshots.


def test_a_snapshot_comes_back_as_one_transaction():
    player = Player(MemoryStore(), 60)
    player.play(80)
    kept = player.log.packed_values()
    then = values_of(player.log.state)
    player.log.change(player.log.state.effects(player.log.state.restart_changes()))
    assert values_of(player.log.state) == values_of(State(KINDS))
    effects = player.log.effects_to_restore(kept)
    player.log.change(effects)
    assert values_of(player.log.state) == then
    player.log.undo()
    assert values_of(player.log.state) == values_of(State(KINDS))


def test_a_snapshot_from_wider_bounds_is_brought_inside():
    wide = Kind("player", 1, (("pv", 0, 99, 10), ("wounds", 0, "pv", 0)))
    tight = Kind("player", 1, (("pv", 0, 20, 10), ("wounds", 0, "pv", 0)))
    older, _ = open_journal(MemoryStore(), (wide,))
    older.change(older.state.effects([("player", 0, "pv", 60), ("player", 0, "wounds", 50)]))
    log, _ = open_journal(MemoryStore(), (tight,))
    log.change(log.effects_to_restore(older.packed_values()))
    assert values_of(log.state) == ((20, 20),)


def test_a_snapshot_that_is_damaged_gives_nothing():
    log, _ = open_journal(MemoryStore(), SMALL)
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    kept = log.packed_values()
    assert log.effects_to_restore(kept) == []
    assert log.effects_to_restore(None) is None
    for bit in range(8 * len(kept)):
        assert log.effects_to_restore(flip_bit(kept, bit)) is None
    for length in range(len(kept)):
        assert log.effects_to_restore(kept[:length]) is None


# Locations.


def test_each_transaction_has_the_location_where_it_was_made():
    chance = random.Random(4)
    log, _ = open_journal(store := MemoryStore())
    locations: dict[int, bytes] = {}
    location = b""
    for n in range(900):
        if chance.random() < 0.3:
            location = chance.choice([b"", b"toy.form 1 2", b"toy.sheet 3", bytes(range(64))])
        what = chance.random()
        if what < 0.3:
            locations[log.write_roll(*ATTACK, location=location)] = location
        elif what < 0.7:
            log.change(log.state.effects([("table", 0, "turn", 2 + n)]), location=location)
            locations[log.done[-1]] = location
        elif what < 0.72:
            log.change(
                log.state.effects([("ship", row, "f1", n % 99) for row in range(40)]), location=location
            )
            locations[log.done[-1]] = location
        elif what < 0.9:
            log.undo()
        else:
            log.redo()
        if chance.random() < 0.5:
            log.do_idle_work()
        if chance.random() < 0.02:
            log, _ = open_journal(store)
        assert all(log.location_of(at) == locations[at] for at in log.done[-3:] + log.undone[-3:])
    assert log.position > 4096
    while log.undo() is not None:
        assert log.location_of(log.undone[-1]) == locations[log.undone[-1]]


def test_a_location_outlives_the_log_in_which_it_was_noted_first():
    """The test has no idle passes, so each log begins with the record for which the previous log had no room."""
    log, _ = open_journal(store := MemoryStore())
    for n in range(2 * LOGS * 260):
        log.change(log.state.effects([("table", 0, "turn", 2 + n)]), location=b"here")
    assert log.log.number >= 2 * LOGS - 3
    for found in (log, open_journal(store)[0]):
        assert {found.location_of(at) for at in found.done} == {b"here"}


def test_a_log_that_is_begun_by_a_roll_and_what_comes_of_it_has_their_location():
    """A roll is written together with its effects, which needs more room than their location.

    The previous log was full before.
    """
    begun = 0
    for room in range(4, 300, 7):
        log, _ = open_journal(store := RecordingStore())
        while LIMIT - log.log.used > 600:
            log.write_roll(1, [], [], note=bytes(200), location=b"here")
        log.write_roll(1, [], [], note=bytes(200), location=b"here")
        while LIMIT - log.log.used > room + 40:
            log.write_roll(
                1, [], [], note=bytes(min(200, LIMIT - log.log.used - room - 20)), location=b"here"
            )
        number = log.log.number
        effects = log.state.effects([("ship", row, "f1", 9) for row in range(MANY)])
        log.write_roll(7, [2], [(6,)], location=b"here", effects=effects)
        if log.log.number > number:
            begun += 1
            assert b"here" in store.writes[-1][2], room
    assert begun > 20


def test_a_location_is_noted_anew_in_a_log_that_was_begun_before_a_start():
    log, _ = open_journal(store := MemoryStore())
    number = log.log.number
    for turn in range(2, 5000):
        log.change(log.state.effects([("table", 0, "turn", turn)]), location=b"here")
        while log.do_idle_work():
            pass
        if log.log.number > number + 1:
            break
    log, _ = open_journal(store)
    log.change(log.state.effects([("table", 0, "turn", 1)]))
    assert log.location_of(log.done[-1]) == b""


def test_a_location_is_not_noted_again_after_a_start():
    log, _ = open_journal(store := RecordingStore())
    for turn in (2, 3):
        log.change(log.state.effects([("table", 0, "turn", turn)]), location=b"here")
    log, _ = open_journal(store)
    log.change(log.state.effects([("table", 0, "turn", 4)]), location=b"here")
    assert len(store.writes[-1][2]) == 11
    assert log.location_of(log.done[-1]) == b"here"


def test_a_location_is_written_where_it_changes_and_with_its_transaction():
    log, _ = open_journal(store := RecordingStore())
    for turn in (2, 3):
        log.change(log.state.effects([("table", 0, "turn", turn)]), location=b"here")
    log.change(log.state.effects([("table", 0, "turn", 4)]), location=b"there")
    assert [len(data) for _, _, data, _ in store.writes] == [18 + 8 + 11, 11, 9 + 11]
    with pytest.raises(ValueError):
        log.change(log.state.effects([("table", 0, "turn", 5)]), location=bytes(145))
    assert log.state.get("table", 0, "turn") == 4


def test_a_location_in_the_middle_of_a_transaction_ends_it_not():
    log, _ = open_journal(MemoryStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    begin = log.position
    one, other = [module.pack_effects([(2, 0, 0, old, new)]) for old, new in ((2, 3), (3, 4))]
    write_record(log, module.EFFECT | module.FIRST, one)
    write_record(log, module.EFFECT | LAST, other, b"elsewhere")
    assert log.history.transaction(begin) == [(2, 0, 0, 2, 3), (2, 0, 0, 3, 4)]
