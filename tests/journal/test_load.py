"""The result of a start: all records that were complete; logs of other versions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from gobelet.journal.journal import Journal
from gobelet.journal.records import STRIP
from gobelet.rules.sheet import Kind, State
from tests.device.strips import StripStore
from tests.journal.inside import save_checkpoint
from tests.journal.journal_model import (
    ALL,
    KINDS,
    LARGE,
    OF_PLAYER,
    OF_SHIP,
    OF_TABLE,
    SHIP,
    Model,
    Player,
    check_steps,
    count_steps,
    flip_bit,
    gold_of,
    has_legal_values,
    is_same,
    longer_than_two_logs,
    open_journal,
    undo_all,
    values_of,
)
from tests.journal.stores import MemoryStore, PowerCut, RecordingStore, TroubledStore, pending_roll
from tests.sweep import sample_cases

# Files at a start.


def test_new_then_ok():
    store = MemoryStore()
    log, said = open_journal(store)
    assert said == "new"
    assert store.files == {}, "looking writes nothing"
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    log, said = open_journal(store)
    assert said == "ok"
    assert log.state.get("player", 0, "gold") == 9


def test_what_was_undone_before_a_checkpoint_can_be_made_again_after_a_start():
    log, _ = open_journal(store := MemoryStore())
    for value in range(4, 10):
        log.change(log.state.effects([("player", 0, "gold", value)]))
    for _ in range(3):
        log.undo()
    before = log.checkpoint.number
    while log.checkpoint.number == before:  # until the log is long enough for a checkpoint
        log.undo()
        log.redo()
        while log.do_idle_work():
            pass
    again, said = open_journal(store)
    assert (said, gold_of(again), len(again.undone)) == ("ok", 6, 3)
    assert [gold_of(again) for _ in undo_all(again, again.redo)] == [7, 8, 9]


def test_after_a_start_the_newest_log_has_the_room_that_it_had():
    log, _ = open_journal(store := MemoryStore())
    while log.log.number < 1:
        log.change(log.state.effects([("table", 0, "turn", 2 + len(log.done))]))
    again, _ = open_journal(MemoryStore(store.files))
    assert (again.log.file, again.log.used) == ("1", len(store.files["game/1"]))
    assert again.log.used < len(store.files["game/0"])


def test_a_full_store_opens_and_says_what_it_holds():
    player = Player(store := TroubledStore(), 3)
    player.play(200)
    store.trouble(0, 0, OSError, 10**6)
    log, said = open_journal(store)
    assert said == "ok"
    assert is_same(log, player.model)
    for attempt in (
        lambda: log.write_roll(1, [], []),
        lambda: log.undo(),
        lambda: log.change([(0, 0, 2, 3, 4)]),
    ):
        with pytest.raises(OSError):
            attempt()
        assert values_of(log.state) == player.model.values
    store.calm()
    log.change(log.state.effects([("table", 0, "turn", 4000)]))
    assert open_journal(store)[0].state.get("table", 0, "turn") == 4000


def test_a_store_that_cannot_be_read_is_not_mistaken_for_an_empty_one():
    class Deaf(MemoryStore):
        def read(self, name: str) -> bytes | None:
            raise OSError(5)

    with pytest.raises(OSError):
        open_journal(Deaf())


# Power cuts.


def test_a_roll_whose_effect_was_cut_in_half_is_still_pending():
    player = Player(store := RecordingStore(), 1)
    player.log.write_roll(7, [], [(6,)])
    player.changed(player.everything(), False)
    _, _, _, before_last_write = store.writes[-1]
    log, _ = open_journal(MemoryStore(before_last_write))
    assert values_of(log.state) == values_of(State(KINDS))
    assert pending_roll(log) == (7, 0, [], [(6,)], b"")


def images_after_cuts(store: RecordingStore, since: int) -> Iterator[tuple[dict[str, bytes], bool, bool]]:
    """Yield every possible content of the files after a power cut in the writes from number `since` on.

    The other items are whether all bytes of the last write arrived, and whether only some did. littlefs keeps
    no part of such a write.
    """
    for at in range(since, len(store.writes)):
        operation, name, data, files = store.writes[at]
        yield files, False, False
        last = at == len(store.writes) - 1
        if operation == "append":
            torn = {1, 2, 3, len(data) // 2, len(data) - 2, len(data) - 1}
            for arrived in sorted(torn):
                yield {**files, name: files.get(name, b"") + data[:arrived]}, False, True
            yield {**files, name: files.get(name, b"") + data}, last, False
        else:
            yield {**files, name: data}, last, False


def list_lengths(log: Journal | Model) -> tuple[int, int]:
    return len(log.done), len(log.undone)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample_cases(range(8), 1))
def test_a_cut_at_every_write_leaves_a_complete_transaction(seed):
    """The test checks values, pending roll, undo and redo after each possible cut of each operation."""
    player = Player(RecordingStore(), seed)
    cuts = 0
    for step in range(60):
        if player.log.position > ALL - 2 * 4096:
            break  # from here on, the oldest steps are dropped
        since = len(player.store.writes)
        player.act()
        for files, complete, torn in images_after_cuts(player.store, since):
            model = player.next if complete else player.model
            log, said = open_journal(MemoryStore(files))
            assert said == ("damaged" if torn else "ok" if log.has_records else "new")
            assert is_same(log, model), (step, complete)
            assert [len(log.done), len(log.undone)] == [len(model.done), len(model.undone)]
            cuts += 1
            if cuts % 23 == 0:
                check_steps(files, model)
        assert is_same(player.log, player.next)
        player.model = player.next
        since = len(player.store.writes)
        player.rest()
        for files, _, _ in images_after_cuts(player.store, since):
            log, said = open_journal(MemoryStore(files))
            assert said == "ok"
            assert is_same(log, player.model), (step, "idle")
            assert list_lengths(log) == list_lengths(player.model)
            cuts += 1
    assert cuts > 300


# In case 202 a torn append was before the start of the next log, and a block ended in that log. The damage
# was then reported twice.
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("seed", "troubled", "resting"),
    [*((seed, 0.12, 0.4) for seed in sample_cases(range(10, 14), 1)), (202, 0.2, 0.6)],
)
def test_a_life_of_cuts(seed, troubled, resting):
    """Hundreds of operations have power cuts; each start continues where the last one stopped."""
    player = Player(store := TroubledStore(), seed)
    chance = random.Random(seed)
    cuts = 0
    for _ in range(700):
        if chance.random() < troubled:
            store.trouble(chance.choice([0, 0, 0, 1, 2, 3, 8]), chance.randint(0, 40))
        try:
            player.act()
            player.model = player.next
            while chance.random() < resting:
                player.rest()
        except PowerCut:
            cuts += 1
            player.reopen_after(store.all_arrived)
            assert player.said == "ok" or store.torn or not player.model.done
            assert is_same(player.log, player.model)
            steps = len(player.log.done)
            player.model.done = player.model.done[-steps:] if steps else []
            undone = len(player.log.undone)
            player.model.undone = player.model.undone[-undone:] if undone else []
            if cuts % 8 == 0:
                check_steps(store.files, player.model, whole=False)
        assert is_same(player.log, player.model)
    assert cuts > 30
    assert player.log.position > ALL


@pytest.mark.parametrize("earlier", [0, 200])
def test_a_change_longer_than_two_logs_is_there_whole_or_not_at_all_wherever_the_power_goes(earlier):
    """An earlier version lost the data of a loaded game if no idle moment preceded the power cut."""
    whole, store, since = longer_than_two_logs(earlier)
    for files, complete, torn in images_after_cuts(store, since):
        if not torn:
            log, said = open_journal(MemoryStore(files), LARGE)
            assert said == ("ok" if log.has_records else "new")
            assert [log.state.get("large", row, "f0") for row in (0, 39)] == (
                [777, 777] if complete else [earlier, 0]
            )
    assert values_of(log.state) == values_of(whole.state)
    assert log.undo() is not None
    assert [log.state.get("large", row, "f0") for row in (0, 39)] == [earlier, 0]


def test_a_roll_behind_half_a_large_transaction_is_the_last_one():
    """The power was cut in the middle of the transaction."""
    log, _ = open_journal(store := RecordingStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    since = len(store.writes)
    log.change(log.state.effects([("ship", row, f"f{n}", 77) for row in range(40) for n in range(5)]))
    log, said = open_journal(half := MemoryStore(store.writes[since + 3][3]))
    assert said == "ok"
    log.write_roll(7, [], [(3,)])
    again, said = open_journal(half)
    assert said == "ok"
    assert pending_roll(again)[:4] == (7, 0, [], [(3,)])


# Other versions of the firmware.


OLDER = (Kind("player", 2, OF_PLAYER[:2]), Kind("ship", 10, OF_SHIP))
NEWER = (
    Kind("player", 5, (*OF_PLAYER, ("luck", 0, 9, 4))),
    SHIP,
    Kind("table", 1, (*OF_TABLE, ("phase", -1, 9, -1))),
    Kind("clock", 2, (("hours", 0, 24, 6),)),
)


@pytest.mark.parametrize(
    ("first", "second"), [(OLDER, KINDS), (KINDS, OLDER), (KINDS, NEWER), (NEWER, OLDER)]
)
@pytest.mark.parametrize("count", [15, 700])
def test_a_log_of_another_version(first, second, count):
    """Common fields keep their values, other fields get their start values.

    An undo can cross the update.
    """
    player = Player(store := MemoryStore(), 50 + count, first)
    player.play(count)
    log, said = open_journal(MemoryStore(store.files), second)
    assert said == "ok"

    def compare_states(now: State, then: State, other: State) -> None:
        for k, kind in enumerate(now.kinds):
            for row in range(kind.rows):
                for f in range(len(kind.fields)):
                    was = then.value(k, row, f)
                    assert now.value(k, row, f) == (other.value(k, row, f) if was is None else was)

    compare_states(log.state, player.log.state, State(second))
    for _ in range(30):
        player.log.undo()
        log.undo()
        compare_states(log.state, player.log.state, State(second))
    for _ in range(30):
        player.log.redo()
        log.redo()
    compare_states(log.state, player.log.state, State(second))
    # The new version writes further records, and the old one opens the result.
    for n in range(200):
        log.change(log.state.effects([("player", 0, "pv", 20), ("player", 0, "wounds", n % 3)]))
        log.do_idle_work()
    again, said = open_journal(log.files.store, second)
    assert said == "ok"
    assert values_of(again.state) == values_of(log.state)
    back, said = open_journal(log.files.store, first)
    assert said == "ok"
    compare_states(back.state, again.state, State(first))


def test_before_the_first_record_of_another_version_comes_a_checkpoint():
    """Otherwise a start would read records of one version with the bounds of the other."""
    log, _ = open_journal(older := MemoryStore(), OLDER)
    save_checkpoint(log)
    log.change(log.state.effects([("player", 0, "pv", 12)]))
    save_checkpoint(log)  # a checkpoint has this log
    log, _ = open_journal(store := RecordingStore(older.files), NEWER)
    log.change(log.state.effects([("player", 0, "pv", 13)]))
    assert store.writes[0][1] in ("game/a", "game/b")


@pytest.mark.parametrize("made", [MemoryStore, StripStore])
@pytest.mark.parametrize("damaged", [None, "a", "b"])
def test_versions_that_take_turns_add_to_the_same_log_and_lose_no_step(damaged, made):
    """Before, each version began another log, and after seven logs no undo step was left."""
    log, _ = open_journal(store := made(), KINDS)
    expected = []
    for turn in range(12):
        log.change(log.state.effects([("player", 0, "pv", 11 + turn % 2), ("player", 0, "wounds", turn % 5)]))
        expected.append((11 + turn % 2, turn % 5))
        log.do_idle_work()
        log, said = open_journal(store, (KINDS, NEWER)[turn % 2 == 0])
        assert said == "ok"
    assert log.log.number == 0
    if damaged:
        files = dict(store.files)
        files[f"game/{damaged}"] = flip_bit(files[f"game/{damaged}"], 50)
        log, said = open_journal(store := made(files), NEWER)
        assert said == "damaged"
    for pv, wounds in reversed(expected):
        assert (log.state.get("player", 0, "pv"), log.state.get("player", 0, "wounds")) == (pv, wounds)
        assert log.undo()
    assert not log.undo()


def test_values_from_wider_bounds_are_brought_inside():
    wide = (Kind("player", 2, (("pv", 0, 99, 10), ("wounds", 0, "pv", 0))),)
    tight = (Kind("player", 2, (("pv", 0, 20, 10), ("wounds", 0, "pv", 0))),)
    log, _ = open_journal(store := MemoryStore(), wide)
    log.change(log.state.effects([("player", 0, "pv", 60), ("player", 0, "wounds", 50)]))
    log.change(log.state.effects([("player", 1, "pv", 5)]))
    log, said = open_journal(store, tight)
    assert said == "ok"
    assert values_of(log.state) == ((20, 20, 5, 0),)
    log.change(log.state.effects([("player", 0, "wounds", 19)]))
    log, _ = open_journal(store, tight)
    assert values_of(log.state) == ((20, 19, 5, 0),)
    log.undo()
    log.undo()
    log.undo()
    assert values_of(log.state) == ((10, 0, 10, 0),)
    log.redo()
    assert has_legal_values(log.state)
    assert values_of(open_journal(store, tight)[0].state) == values_of(log.state)


@pytest.mark.sweep
@pytest.mark.parametrize(("count", "idle"), sample_cases(itertools.product([1, 40, 300], [False, True]), 2))
def test_what_an_earlier_desk_added_behind_a_strip_is_there(count, idle):
    """The computer of this device wrote behind the end of a strip, until another log began."""
    device = StripStore()
    log, _ = open_journal(device)
    turn = 1
    for _ in range(20):
        log.change(log.state.effects([("table", 0, "turn", turn := turn + 1)]))
    log, _ = open_journal(desk := MemoryStore(device.files))
    for _ in range(count):
        log.change(log.state.effects([("table", 0, "turn", turn := turn + 1)]))
    assert len(desk.files["game/0"]) > STRIP
    while idle and log.do_idle_work():
        pass
    for store in (MemoryStore(desk.files), StripStore(desk.files)):
        log, said = open_journal(store)
        assert (said, log.state.get("table", 0, "turn")) == ("ok", turn)
        log.change(log.state.effects([("table", 0, "turn", turn + 1)]))
        while idle and log.do_idle_work():
            pass
        assert not log.has_new_damage
        assert [name for name in store.files if name.endswith(".bad")] == []
        count_steps(store.files, turn + 1)
