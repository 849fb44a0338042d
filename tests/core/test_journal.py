"""The journal: power cuts at every write, damage, a failing store, a ring that wraps, other versions."""

from __future__ import annotations

import base64
import copy
import functools
import itertools
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gobelet.core import journal as module
from gobelet.core import journal_load
from gobelet.core.journal import (
    BY_HAND,
    EFFECT,
    LAST,
    LIMIT,
    LOGS,
    ROLL,
    Journal,
    effects_of,
    pack_roll,
    unpack_roll,
)
from gobelet.core.journal_load import load
from gobelet.core.procedure import Refused
from gobelet.core.records import ENTRY, FIRST, LINK, MANY, PROVEN, STRIP, split
from gobelet.core.sheet import Kind, State
from tests.core.stores import MemoryStore, PowerCut, RecordingStore, TroubledStore, pending
from tests.device.strips import StripStore
from tests.sweep import count, sample

OF_PLAYER = (("pv", 0, 30, 10), ("wounds", 0, "pv", 0), ("gold", -500, 500, 3))
OF_SHIP = tuple((f"f{n}", -9, 99, n) for n in range(5))
OF_TABLE = (("turn", 0, 5000, 1),)
PLAYER = Kind("player", 3, OF_PLAYER)
SHIP = Kind("ship", 40, OF_SHIP)
TABLE = Kind("table", 1, OF_TABLE)
KINDS = (PLAYER, SHIP, TABLE)
SMALL = (PLAYER, TABLE)

# Tri'Nytia's attack has 15 inputs and two roles: the longest roll that is common.
ATTACK = (6, [0, 3, *[1, 0, 2, 0, 0, 1, 0, 14, 3, 2, 0, 0, 1, 0, 0]], [(3,), (5, 2), 1])

ALL = 6 * 4096  # bytes of records that are kept at most

Values = tuple[tuple[int, ...], ...]


def values_of(state: State) -> Values:
    return tuple(tuple(sheet) for sheet in state.sheets)


def legal(state: State) -> bool:
    """Every bound holds."""
    return all(
        kind.outside(state.row(k, row)) is None
        for k, kind in enumerate(state.kinds)
        for row in range(kind.rows)
    )


def opened(store: MemoryStore, kinds=KINDS) -> tuple[Journal, str]:
    """A journal as after a start of the device."""
    loaded = load(store, "game", State(kinds))
    return Journal(loaded), loaded.condition


class Model:
    """What the journal should know, kept in plain lists."""

    def __init__(self, state: State) -> None:
        self.values = values_of(state)
        self.done: list[tuple[Values, Values]] = []
        self.undone: list[tuple[Values, Values]] = []
        self.pending: bytes | None = None

    def copy(self) -> Model:
        other = copy.copy(self)
        other.done, other.undone = list(self.done), list(self.undone)
        return other

    def changed(self, values: Values, joined: bool) -> None:
        before = self.done.pop()[0] if joined else self.values
        self.done.append((before, values))
        self.undone.clear()
        self.values = values
        self.pending = None

    def undo(self) -> None:
        self.undone.append(self.done.pop())
        self.values = self.undone[-1][0]
        self.pending = None

    def redo(self) -> None:
        self.done.append(self.undone.pop())
        self.values = self.done[-1][1]
        self.pending = None


class Player:
    """Plays random operations on a journal and keeps a Model of it in step."""

    def __init__(self, store: MemoryStore, seed: int, kinds=KINDS) -> None:
        self.random = random.Random(seed)
        self.store = store
        self.kinds = kinds
        self.log, self.said = opened(store, kinds)
        self.model = Model(self.log.state)
        self.next: Model = self.model
        self.rolls = 0

    def reopen(self) -> None:
        self.log, self.said = opened(self.store, self.kinds)

    def reopen_after(self, arrived: bool) -> None:
        """After a power cut; `arrived`: all of the last write may be in the files."""
        self.reopen()
        if arrived and same(self.log, self.next):
            self.model = self.next

    def some_changes(self, most: int) -> list[tuple[str, int, str, int]]:
        found = []
        for _ in range(self.random.randint(1, most)):
            kind = self.random.choice(self.kinds)
            field, low, high, _ = kind.field(self.random.randrange(len(kind.fields)))
            top = high if isinstance(high, int) else 10
            found.append((kind.name, self.random.randrange(kind.rows), field, self.random.randint(low, top)))
        return found

    def changed(self, changes: list[tuple[str, int, str, int]], join: bool) -> None:
        """Make a change; `self.next` is the model once it is complete, `self.model` until then."""
        state = self.log.state
        try:
            effects = state.effects(changes)
        except Refused:
            return
        if not effects:
            self.log.change(effects, join)
            return
        ahead = copy.copy(state)
        ahead.sheets = [sheet[:] for sheet in state.sheets]
        ahead.apply(effects)
        top = self.log.done[-1] if self.log.done else None
        joins = bool(join and self.log.joinable and top is not None and len(effects) <= MANY)
        self.next = self.model.copy()
        self.next.changed(values_of(ahead), joins)
        self.log.change(effects, join)
        if joins and self.log.done[-1] != top:  # the bubble had grown too long
            self.next = self.model.copy()
            self.next.changed(values_of(ahead), False)

    def everything(self) -> list[tuple[str, int, str, int]]:
        turn = self.random.randint(-9, 99)
        return [("ship", row, f"f{n}", turn) for row in range(40) for n in range(5)]

    def act(self) -> None:
        self.next = self.model
        what = self.random.random()
        if what < 0.25:
            self.rolls += 1
            note = b"%d" % self.rolls
            self.next = self.model.copy()
            self.next.pending = note
            self.log.roll(ATTACK[0], ATTACK[1][: self.random.randint(0, 17)], ATTACK[2], 0, note)
        elif what < 0.5:
            self.changed(self.some_changes(3), False)
        elif what < 0.7:
            self.changed(self.some_changes(1), True)
        elif what < 0.74 and SHIP in self.kinds:
            self.changed(self.everything(), self.random.random() < 0.2)
        elif what < 0.78:
            self.changed(self.log.state.restart(), False)
        elif what < 0.9:
            if self.log.done:
                self.next = self.model.copy()
                self.next.undo()
            self.log.undo()
        else:
            if self.log.undone:
                self.next = self.model.copy()
                self.next.redo()
            self.log.redo()

    def play(self, count: int) -> None:
        for _ in range(count):
            self.act()
            self.model = self.next
            if self.random.random() < 0.6:
                self.rest()

    def rest(self) -> None:
        """An idle moment of some length."""
        for _ in range(self.random.choice([1, 1, 2, 9])):
            self.log.idle()


def lists(log: Journal | Model) -> tuple[int, int]:
    return len(log.done), len(log.undone)


def same(log: Journal, model: Model) -> bool:
    return values_of(log.state) == model.values and pending_note(log) == model.pending


def pending_note(log: Journal) -> bytes | None:
    roll = pending(log)
    return None if roll is None else roll[4]


def check_steps(files: dict[str, bytes], model: Model, kinds=KINDS, whole: bool = True) -> None:
    """Undo everything, redo everything, on a copy: each step gives exactly the model's values.

    With whole=False the journal may have forgotten the oldest transactions.
    """
    log, _ = opened(MemoryStore(files), kinds)
    if whole:
        assert (len(log.done), len(log.undone)) == (len(model.done), len(model.undone))
    for at in range(1, len(model.undone) + 1):
        if log.redo() is None:
            assert not whole
            break
        assert values_of(log.state) == model.undone[-at][1]
    log, _ = opened(MemoryStore(files), kinds)
    steps = len(log.done)
    assert steps <= len(model.done)
    for at in range(1, steps + 1):
        if log.undo() is None:
            assert not whole
            assert not log.done, "forgotten for good, not stuck"
            steps = at - 1
            break
        assert values_of(log.state) == model.done[-at][0]
    assert log.undo() is None
    for at in range(steps, 0, -1):
        assert log.redo() is not None
        assert values_of(log.state) == model.done[-at][1]


# Records


def test_a_roll_comes_back_as_it_was():
    for v in ([], [0, -1, 127, -127, -128, 128, 300, -32768, 32767]):
        for path in ([], [(6,)], [(1, 2, 3), 1, (), 0, -4, 1000, (100,) * 20]):
            assert unpack_roll(pack_roll(200, v, path, BY_HAND, b"note")) == (200, BY_HAND, v, path, b"note")


def test_bytes_of_typical_records():
    store = RecordingStore()
    log, _ = opened(store)
    log.roll(*ATTACK)
    log.change(log.state.effects([("player", 0, "wounds", 4)]))
    log.change(log.state.effects([("player", 0, "wounds", 5), ("player", 1, "gold", 9)]))
    log.undo()
    sizes = [len(data) for _, _, data, _ in store.writes]
    assert sizes == [18 + 32, 11, 18, 8]


def test_a_record_too_long_is_refused_before_anything_is_written():
    log, _ = opened(store := MemoryStore())
    with pytest.raises(ValueError):
        log.roll(1, [300] * 90, [])
    assert store.files == {}
    log.roll(1, [1] * 200, [(6,) * 20], note=b"x" * 20)
    assert pending_note(log) == b"x" * 20


def test_files_stay_within_a_block_of_flash():
    store = RecordingStore()
    player = Player(store, 5)
    player.play(900)
    for _, name, _, files in store.writes:
        assert len(files.get(name, b"")) <= 4096
    assert set(store.files) == {"game/" + name for name in "0123456ab"}
    assert LIMIT <= 4096


# A normal life


def test_new_then_ok():
    store = MemoryStore()
    log, said = opened(store)
    assert said == "new"
    assert store.files == {}, "looking writes nothing"
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    log, said = opened(store)
    assert said == "ok"
    assert log.state.get("player", 0, "gold") == 9


def test_a_change_is_written_before_it_is_made():
    class Watching(MemoryStore):
        seen: list[int] = []

        def append(self, name: str, data: bytes) -> None:
            self.seen.append(log.state.get("player", 0, "gold"))
            super().append(name, data)

        def replace(self, name: str, data: bytes) -> None:
            self.seen.append(log.state.get("player", 0, "gold"))
            super().replace(name, data)

    log, _ = opened(Watching())
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    log.undo()
    log.redo()
    assert Watching.seen == [3, 9, 3]


def test_undo_and_redo_tell_the_effects():
    log, _ = opened(MemoryStore())
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
    log, _ = opened(store := MemoryStore())
    for gold in (4, 5, 6):
        log.change(log.state.effects([("player", 0, "gold", gold)]))
    log.undo()
    log.undo()
    log.change(log.state.effects([("player", 0, "gold", 7)]))
    for one in (log, opened(store)[0]):
        assert one.redo() is None
        assert one.state.get("player", 0, "gold") == 7
        assert [one.undo() is not None for _ in range(3)] == [True, True, False]
        assert one.state.get("player", 0, "gold") == 3
        store = MemoryStore(store.files)


def test_what_was_undone_before_a_checkpoint_can_be_made_again_after_a_start():
    log, _ = opened(store := MemoryStore())
    for value in range(4, 10):
        log.change(log.state.effects([("player", 0, "gold", value)]))
    for _ in range(3):
        log.undo()
    before = log.checkpoint.number
    while log.checkpoint.number == before:  # until so much is in the log that it is worth one
        log.undo()
        log.redo()
        while log.idle():
            pass
    again, said = opened(store)
    assert (said, gold(again), len(again.undone)) == ("ok", 6, 3)
    assert [gold(again) for _ in takes(again, again.redo)] == [7, 8, 9]


@pytest.mark.parametrize("after", ["undo", "redo", "drop"])
def test_a_roll_is_not_fresh_any_more_after_an_undo_also_after_a_start(after):
    log, _ = opened(store := MemoryStore())
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    log.change(log.state.effects([("player", 0, "gold", 8)]))
    log.undo()
    position = log.roll(7, [3], [(4, 2)])
    for found in (log, opened(store)[0]):
        assert found.fresh()
    if after == "drop":
        log.drop(position)
    else:
        getattr(log, after)()
    for found in (log, opened(store)[0]):
        assert not found.fresh()


def test_what_may_join():
    log, _ = opened(store := MemoryStore())

    def press(gold: int) -> None:
        log.change(log.state.effects([("player", 0, "gold", gold)]), join=True)

    press(4)  # nothing to join
    press(5)
    log.roll(1, [], [])
    press(6)  # a roll lies between
    press(7)
    log.undo()
    log.redo()
    press(8)  # an undo lies between
    press(9)
    assert [gold(log) for _ in takes(log)] == [7, 5, 3]
    log, _ = opened(store)
    assert [gold(log) for _ in takes(log, log.redo)] == [5, 7, 9]
    log, _ = opened(store)
    press(10)  # a start of the device lies between
    assert [gold(log) for _ in takes(log)] == [9, 7, 5, 3]


@pytest.mark.parametrize("between", ["nothing", "roll", "undo"])
def test_what_may_join_over_a_start_too(between: str):
    log, _ = opened(store := MemoryStore())
    for value in (4, 5):
        log.change(log.state.effects([("player", 0, "gold", value)]))
    if between == "roll":
        log.roll(1, [], [])
    elif between == "undo":
        log.undo()
        log.redo()
    log, _ = opened(store)
    log.change(log.state.effects([("player", 0, "gold", 9)]), 2)
    for each in (log, opened(store)[0]):
        assert [gold(each) for _ in takes(each)] == ([4, 3] if between == "nothing" else [5, 4, 3])


def test_reading_goes_on_where_the_newest_log_is_full_meanwhile():
    log, _ = opened(MemoryStore())

    def write(times: int) -> None:
        for value in range(times):
            log.change(log.state.effects([("player", 0, "gold", 1 + value % 2)]))
            log.idle()

    write(40)
    whole = list(log.history.before(log.position))
    for seen in (1, 5):
        reader = log.history.before(log.position)
        some = [next(reader) for _ in range(seen)]
        before = log.history.base
        while log.history.base == before:
            write(10)
        assert (some + list(reader))[-len(whole) :] == whole


def gold(log: Journal) -> int:
    return log.state.get("player", 0, "gold")


def takes(log: Journal, turn: Callable[[], object] | None = None) -> Iterator[None]:
    while (turn or log.undo)() is not None:
        yield


def test_many_presses_within_one_bubble_are_one_step():
    log, _ = opened(store := MemoryStore())
    log.change(log.state.effects([("player", 0, "gold", 50)]))
    for n in range(100):
        log.change(log.state.effects([("player", 0, "gold", 51 + n)]), join=n > 0)
    assert log.position > 1000
    for one in (log, opened(store)[0]):
        assert len(one.done) == 2
        one.undo()
        assert gold(one) == 50
        one.redo()
        assert gold(one) == 150


def test_endless_presses_are_never_lost():
    """A bubble longer than the ring: its beginning leaves, the presses stay."""
    log, _ = opened(store := MemoryStore())
    for n in range(2500):
        log.change(log.state.effects([("table", 0, "turn", 2 + n)]), join=True)
        log.idle()
    assert log.position > ALL
    one, said = opened(store)
    assert said == "ok"
    assert one.done == log.done
    for now in (one, log):
        assert now.state.get("table", 0, "turn") == 2501
        now.undo()
        assert 1 < now.state.get("table", 0, "turn") < 2501
        now.redo()


def test_a_roll_without_its_effect_is_what_a_restart_reopens():
    log, _ = opened(store := MemoryStore())
    assert pending(log) is None
    log.roll(7, [1, -200], [(3, 4), 1], BY_HAND)
    expected = (7, BY_HAND, [1, -200], [(3, 4), 1], b"")
    assert pending(log) == expected
    log, _ = opened(store)
    assert pending(log) == expected
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    assert pending(log) is None
    assert pending(opened(store)[0]) is None
    log.roll(8, [], [])
    log.undo()
    assert pending(log) is None, "a rolled die stays rolled; what was taken back is the change before it"


def test_what_the_faces_of_a_roll_come_from_is_kept_with_that_roll():
    """With and without news of where it was made, and for no other roll; also after a start."""
    log, _ = opened(store := MemoryStore())
    plain = log.roll(7, [], [(3,)], location=b"here")
    first = log.roll(7, [], [(4,)], location=b"here", proof=b"first secret")
    second = log.roll(7, [], [(5,)], location=b"there", proof=b"second secret")
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    for one in (log, opened(store)[0]):
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


def test_a_roll_whose_effect_was_cut_in_half_is_still_pending():
    player = Player(store := RecordingStore(), 1)
    player.log.roll(7, [], [(6,)])
    player.changed(player.everything(), False)
    _, _, _, before_last_write = store.writes[-1]
    log, _ = opened(MemoryStore(before_last_write))
    assert values_of(log.state) == values_of(State(KINDS))
    assert pending(log) == (7, 0, [], [(6,)], b"")


def test_newest_first_passes_over_what_nobody_wants():
    one, _ = opened(MemoryStore())
    fields = bytearray()
    for number in range(400):
        if number % 7 == 3:
            one.roll(1, [number], [(number % 6 + 1,)])
        one.change([(0, number % 2, number % 3, 0, 1)], location=b"somewhere" if number % 11 else b"")
        if number % 13 == 5:
            one.change([(0, 0, field, 1, 2) for field in (0, 1)])
    assert one.history.blocks, "in several blocks"

    def alone(kind, payload):
        return kind == EFFECT | FIRST | LAST and len(payload) == 7

    whole = list(one.newest_first())
    assert list(one.newest_first(1 << EFFECT)) == [each for each in whole if each[1] == ROLL]
    assert list(one.newest_first(1 << ROLL)) == [each for each in whole if each[1] != ROLL]
    fields += bytes((0, 1, 0, 2))
    wanted = [each for each in whole if not (alone(*each[1:]) and each[2][2] in (1, 2))]
    assert len(wanted) < len(whole) // 2
    assert list(one.newest_first(0, fields)) == wanted
    # It may be said meanwhile.
    fields[:] = b""
    found = []
    for each in one.newest_first(0, fields):
        found.append(each)
        if len(found) == 10:
            fields += bytes((0, 1, 0, 2))
    assert found == whole[:10] + [each for each in whole[10:] if each in wanted]


@pytest.mark.parametrize("location", [b"", b"here"])
def test_a_roll_and_what_comes_of_it_at_once_are_one_write_and_two_records(location):
    log, _ = opened(store := RecordingStore())
    log.roll(1, [], [(1,)], location=b"before")
    written = len(store.writes)
    before, effects = values_of(log.state), log.state.effects([("player", 0, "gold", 9)])
    rolled = log.roll(7, [2], [(6,)], location=location, effects=effects)
    assert len(store.writes) == written + 1
    for one in (log, opened(store)[0]):
        assert one.state.get("player", 0, "gold") == 9
        found = one.present()
        assert found is not None and (found[0], found[2]) == (rolled, True)
        assert next(at for at, kind, _ in one.newest_first() if kind == ROLL) == rolled
        assert one.location_of(one.done[-1]) == one.location_of(rolled) == location
        assert one.undo() == effects
        assert values_of(one.state) == before
        assert one.redo() == effects


def test_newest_first_tells_all_that_is_kept():
    log, _ = opened(store := MemoryStore())
    for n in range(120):
        log.roll(1, [n], [(n % 6 + 1,)])
        log.change(log.state.effects([("table", 0, "turn", 2 + n)]))
    for one in (log, opened(store)[0]):
        records = list(one.newest_first())
        assert [at for at, _, _ in records] == sorted([at for at, _, _ in records], reverse=True)
        rolls = [unpack_roll(payload)[2][0] for _, kind, payload in records if kind == ROLL]
        assert rolls == list(range(119, -1, -1))
        effects = [effects_of(payload) for _, kind, payload in records if kind & LAST]
        assert effects == [[(2, 0, 0, 1 + n, 2 + n)] for n in range(119, -1, -1)]


@pytest.mark.sweep
@pytest.mark.parametrize(("left", "earlier"), sample(itertools.product(range(8), [False, True]), 2))
def test_a_log_that_is_full_to_the_last_byte_is_read_to_its_end(left, earlier, monkeypatch):
    """Where nothing is left blank between what was added and its notes, as an earlier version did, a change from 2 to
    -3 looks like one of them: two bytes, and all their bits the other way.
    """
    if earlier:
        monkeypatch.setattr(module, "LIMIT", STRIP - 2 * ENTRY)
    log, _ = opened(store := StripStore())
    for n in range(9):  # at every offset of a note
        log.change(log.state.effects([("player", 0, "gold", (2, -3)[n % 2])]))
    turn = 1
    while STRIP - log.log.used > 250:
        log.change(log.state.effects([("table", 0, "turn", turn := turn + 1)]))
    log.roll(1, [], [], 0, bytes(STRIP - 2 * ENTRY - left - log.log.used - 12))
    monkeypatch.undo()
    for _ in range(2):
        again, said = opened(StripStore(store.files))
        assert (said, again.position) == ("ok", log.position)
        assert (gold(again), again.state.get("table", 0, "turn")) == (2, turn)
        while again.undo():
            pass
        assert (gold(again), again.state.get("table", 0, "turn")) == (3, 1)
        log.change(log.state.effects([("table", 0, "turn", turn := turn + 1)]))  # in the next log


# Power cuts


def images(store: RecordingStore, since: int) -> Iterator[tuple[dict[str, bytes], bool, bool]]:
    """Every content that the files can have if the power goes during the writes from number `since` on.

    With whether all bytes of the last write have arrived, and whether some of one have: littlefs leaves none of these.
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


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample(range(8), 1))
def test_a_cut_at_every_write_leaves_a_complete_transaction(seed):
    """Values, pending roll, undo and redo after each possible cut of each operation."""
    player = Player(RecordingStore(), seed)
    cuts = 0
    for step in range(60):
        if player.log.position > ALL - 2 * 4096:
            break  # beyond, the oldest steps are forgotten
        since = len(player.store.writes)
        player.act()
        for files, complete, torn in images(player.store, since):
            model = player.next if complete else player.model
            log, said = opened(MemoryStore(files))
            assert said == ("damaged" if torn else "ok" if log.begun else "new")
            assert same(log, model), (step, complete)
            assert [len(log.done), len(log.undone)] == [len(model.done), len(model.undone)]
            cuts += 1
            if cuts % 23 == 0:
                check_steps(files, model)
        assert same(player.log, player.next)
        player.model = player.next
        since = len(player.store.writes)
        player.rest()
        for files, _, _ in images(player.store, since):
            log, said = opened(MemoryStore(files))
            assert said == "ok"
            assert same(log, player.model), (step, "idle")
            assert lists(log) == lists(player.model)
            cuts += 1
    assert cuts > 300


# In the life of 202 a torn append lies behind the place where the next log begins, and a block ends in that one: it was
# told twice as damage.
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("seed", "troubled", "resting"),
    [*((seed, 0.12, 0.4) for seed in sample(range(10, 14), 1)), (202, 0.2, 0.6)],
)
def test_a_life_of_cuts(seed, troubled, resting):
    """Hundreds of operations with a power cut now and then: each start goes on where the last one stopped."""
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
            assert same(player.log, player.model)
            steps = len(player.log.done)
            player.model.done = player.model.done[-steps:] if steps else []
            undone = len(player.log.undone)
            player.model.undone = player.model.undone[-undone:] if undone else []
            if cuts % 8 == 0:
                check_steps(store.files, player.model, whole=False)
        assert same(player.log, player.model)
    assert cuts > 30
    assert player.log.position > ALL


def count_steps(files: dict[str, bytes], turn: int) -> None:
    """Every step that can be undone leads to the turn before."""
    log, said = opened(MemoryStore(files))
    assert (said, log.state.get("table", 0, "turn")) == ("ok", turn)
    while log.undo() is not None:
        turn -= 1
        assert log.state.get("table", 0, "turn") == turn


# Capacity


def test_undo_steps_across_a_power_cut_and_within_a_session():
    """With the longest common roll before each change of two values."""
    log, _ = opened(store := MemoryStore())
    turns = []
    for n in range(700):
        turns.append(log.state.get("table", 0, "turn"))
        log.roll(*ATTACK)
        log.change(log.state.effects([("table", 0, "turn", 2 + n), ("player", 0, "gold", n % 300)]))
        log.idle()
    assert log.position > ALL
    again, said = opened(MemoryStore(store.files))
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
    """What is in that one counts no more even before."""
    log, _ = opened(MemoryStore())
    count = 0

    def change() -> None:
        turn = 10 + log.position % 80
        log.change(log.state.effects([("ship", row, "f0", turn) for row in range(15)]))
        while idle and log.idle():
            pass

    while len(log.history.blocks) < LOGS - 2:
        assert len(log.done) == count, "there is room for all"
        change()
        count += 1
    while log.log.number < 2 * LOGS or len(log.history.blocks) < LOGS - 2:
        change()
    for _ in range(more):
        change()
    steps = len(log.done)
    assert 100 < steps < module.STEPS, "some are left in no log"
    for _ in range(steps):
        assert log.undo() is not None


def test_small_changes_keep_all_the_steps_allowed():
    log, _ = opened(store := MemoryStore())
    for n in range(1500):
        log.change(log.state.effects([("table", 0, "turn", 2 + n)]))
        log.idle()
    assert len(log.done) == module.STEPS
    log, _ = opened(store)
    assert len(log.done) == module.STEPS
    while log.undo() is not None:
        pass
    assert log.state.get("table", 0, "turn") == 1501 - module.STEPS
    while log.redo() is not None:
        pass
    assert log.state.get("table", 0, "turn") == 1501


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample(range(20, 23), 1))
def test_thousands_of_records_round_the_ring(seed):
    player = Player(MemoryStore(), seed)
    for _ in range(8):
        player.play(250)
        log, said = opened(MemoryStore(player.store.files))
        assert said == "ok"
        assert same(log, player.model)
        assert log.done == player.log.done
        # What left the ring cannot be redone.
        assert log.undone == player.log.undone[-len(log.undone) or len(player.log.undone) :]
        check_steps(player.store.files, player.model, whole=False)
    assert player.log.position > 2 * ALL


# A store that fails


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample(range(30, 50), 1))
def test_a_failing_store_changes_nothing_and_the_journal_goes_on(seed):
    """OSError at a random write, some of its bytes there or not; then go on, or lose the power as well."""
    player = Player(store := TroubledStore(), seed)
    chance = random.Random(seed)
    failures = 0
    torn = False  # whether a part of a record lies behind the last one, and nothing came after it
    ghosts: list[Model] = []  # operations that failed, though all their bytes are in the files
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
            # The power may go as well: then what arrived after all counts.
            log, said = opened(MemoryStore(store.files))
            assert said in ("ok", "new") or torn
            assert same(log, player.model) or any(same(log, ghost) for ghost in ghosts)
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
            log, said = opened(MemoryStore(store.files))
            assert said in ("ok", "new") or torn
            assert same(log, player.model)
            assert log.done == player.log.done[len(player.log.done) - len(log.done) :]
            if chance.random() < 0.2:
                check_steps(store.files, player.model, whole=False)
    assert failures > 30


@pytest.mark.parametrize("arrive", [0, 999])
@pytest.mark.parametrize("begun", [0, 999])
def test_a_log_that_could_not_be_begun_in_an_idle_moment_costs_nothing(begun, arrive):
    """The new log is there after all, or not; then a change fails as well, and is there after all, or not."""

    def change(turn: int) -> None:
        log.change(log.state.effects([("table", 0, "turn", turn)]))

    log, _ = opened(store := TroubledStore())
    change(turn := 2)
    while log.log.used < module.NEARLY:
        change(turn := turn + 1)
    assert log.idle()  # a checkpoint names this log
    for _ in range(9):
        change(turn := turn + 1)
    store.trouble(0, begun, OSError)
    assert not log.idle()
    assert log.idle() is False  # before the next record it is not tried again
    store.trouble(0, arrive, OSError)
    with pytest.raises(OSError):
        change(4000)
    store.calm()
    again, said = opened(MemoryStore(store.files))
    assert (said, again.state.get("table", 0, "turn")) == ("ok", 4000 if arrive else turn)
    change(turn := turn + 1)
    for _ in range(2):
        again, said = opened(MemoryStore(store.files))
        assert (said, again.state.get("table", 0, "turn")) == ("ok", turn)
        assert again.done == log.done
        while log.idle():
            pass
    count_steps(store.files, turn)


def test_a_checkpoint_between_a_log_that_could_not_be_begun_and_its_next_record_hides_none_behind_it():
    """The newest log that it names is a block already; the next one has all that came since."""
    log, _ = opened(store := TroubledStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    while log.log.used < module.NEARLY:
        log.change(log.state.effects([("table", 0, "turn", 3 + len(log.done))]))
    assert log.idle()
    store.trouble(0, 0, OSError)
    assert not log.idle()
    log.forget()
    log.change(log.state.effects([("table", 0, "turn", 4000)]))
    again, said = opened(store)
    assert (said, again.state.get("table", 0, "turn")) == ("ok", 4000)


@pytest.mark.parametrize("wait", range(3))
def test_a_log_that_cannot_be_begun_behind_a_record_that_failed_takes_no_place_of_another(wait):
    """The one before, which is a block by then, is not written anew."""
    log, _ = opened(store := TroubledStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    while log.log.used < LIMIT - 300:
        log.roll(1, [], [], note=bytes(200))
        log.change(log.state.effects([("table", 0, "turn", 3 + len(log.done))]))
    store.trouble(0, 0, OSError)
    with pytest.raises(OSError):
        log.roll(1, [], [], note=bytes(20))  # there is room for it
    store.trouble(wait, 0, OSError)
    if wait < 2:
        with pytest.raises(OSError):
            log.roll(1, [], [], note=bytes(250))  # there is none: a checkpoint, then a log
    store.calm()
    log.change(log.state.effects([("table", 0, "turn", 4000)]))
    again, said = opened(MemoryStore(store.files))
    assert (said, again.done, values_of(again.state)) == ("ok", log.done, values_of(log.state))


def test_a_full_store_opens_and_says_what_it_holds():
    player = Player(store := TroubledStore(), 3)
    player.play(200)
    store.trouble(0, 0, OSError, 10**6)
    log, said = opened(store)
    assert said == "ok"
    assert same(log, player.model)
    for attempt in (lambda: log.roll(1, [], []), lambda: log.undo(), lambda: log.change([(0, 0, 2, 3, 4)])):
        with pytest.raises(OSError):
            attempt()
        assert values_of(log.state) == player.model.values
    store.calm()
    log.change(log.state.effects([("table", 0, "turn", 4000)]))
    assert opened(store)[0].state.get("table", 0, "turn") == 4000


def test_a_store_that_cannot_be_read_is_not_mistaken_for_an_empty_one():
    class Deaf(MemoryStore):
        def read(self, name: str) -> bytes | None:
            raise OSError(5)

    with pytest.raises(OSError):
        opened(Deaf())


# Damage


def played(seed: int, count: int, kinds=SMALL) -> tuple[MemoryStore, Player]:
    player = Player(store := MemoryStore(), seed, kinds)
    player.play(count)
    return store, player


def every_value(store: MemoryStore, kinds) -> dict[tuple[int, int, int], set[int]]:
    """Each value that some transaction in the log, or the start, gives to a place."""
    found: dict[tuple[int, int, int], set[int]] = {}
    state = State(kinds)
    for k, kind in enumerate(kinds):
        for row in range(kind.rows):
            for f in range(len(kind.fields)):
                found[k, row, f] = {state.value(k, row, f)}
    log, _ = opened(MemoryStore(store.files), kinds)
    for place, known in found.items():
        known.add(log.state.value(*place))
    for _, kind, payload in log.newest_first():
        if kind & 0x0F == EFFECT:
            for k, row, f, old, new in effects_of(payload):
                found[k, row, f] |= {old, new}
    return found


def check_damaged(files: dict[str, bytes], broken: dict[str, bytes], known, kinds=SMALL) -> Journal:
    """What must hold for a log with damaged files, whatever the damage: it is told, or it cost nothing."""
    store = MemoryStore(broken)
    log, said = opened(store, kinds)
    assert legal(log.state)
    for k, kind in enumerate(kinds):
        for row in range(kind.rows):
            for f in range(len(kind.fields)):
                assert log.state.value(k, row, f) in known[k, row, f]
    for name, data in broken.items():
        assert store.files[name] == data, "loading overwrites nothing"
    if said == "ok":
        assert told(log) == told(opened(MemoryStore(files), kinds)[0])
    # What is in blocks is looked at in idle moments.
    while log.idle():
        pass
    if not log.damaged:
        assert list(log.newest_first()) == list(opened(MemoryStore(files), kinds)[0].newest_first())
    spare = f"game/{(opened(MemoryStore(files), kinds)[0].log.number + 1) % LOGS}"  # nobody reads it any more
    for name, data in broken.items():
        if name == spare:
            continue
        if name + ".bad" in store.files and not name.endswith(".bad"):
            assert store.files[name + ".bad"] == data
        elif store.files[name] != data:
            assert files.get(name) == data, "what was damaged is written over only with a copy"
    return log


def told(log: Journal) -> tuple[object, ...]:
    return values_of(log.state), log.done, log.undone, log.position, log.present(), pending(log)


def usable(log: Journal, kinds=SMALL) -> None:
    """The journal goes on after damage, and the next start finds what was written since."""
    store = log.files.store
    for n in range(60):
        log.change(log.state.effects([("table", 0, "turn", 4000 + n)]))
    log.roll(1, [], [], 0, b"last")
    values = values_of(log.state)
    log, _ = opened(store, kinds)
    assert values_of(log.state) == values
    assert pending_note(log) == b"last"
    for n in range(59, 0, -1):
        log.undo()
        assert log.state.get("table", 0, "turn") == 4000 + n - 1


def flipped(data: bytes, bit: int) -> bytes:
    return data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]


@pytest.mark.sweep
def test_every_single_bit_of_a_log():
    """Each is found, told once, and kept aside, or it costs nothing; none gives a value that nobody wrote."""
    store, player = played(40, 260)
    assert sorted(store.files) == ["game/0", "game/1", "game/a", "game/b"]
    known = every_value(store, SMALL)
    exact = 0
    every = [(name, bit) for name, data in store.files.items() for bit in range(8 * len(data))]
    bits = sample(every, 80)
    for number, (name, bit) in enumerate(bits):
        broken = {**store.files, name: flipped(store.files[name], bit)}
        log = check_damaged(store.files, broken, known)
        assert log.damaged
        exact += values_of(log.state) == player.model.values
        assert log.files.store.files[name + ".bad"] == broken[name]
        if number % 30 == 0:
            again, said = opened(MemoryStore(log.files.store.files), SMALL)
            assert said == "ok", "told once"
            assert values_of(again.state) == values_of(log.state)
            usable(log)
    assert exact > len(bits) // 2, "the checkpoint has most values too"


@pytest.mark.sweep
def test_all_of_a_young_log_is_looked_at():
    store, _ = played(40, 20)
    assert sorted(store.files) == ["game/0", "game/b"]
    every = [(name, bit) for name, data in sorted(store.files.items()) for bit in range(8 * len(data))]
    for name, bit in sample(every, 250):
        broken = {**store.files, name: flipped(store.files[name], bit)}
        log, said = opened(MemoryStore(broken), SMALL)
        assert said == "damaged", (name, bit)
        assert log.files.store.files[name + ".bad"] == broken[name]
        assert opened(log.files.store, SMALL)[1] == "ok", "told once"


@pytest.mark.parametrize("place", range(8))
def test_damage_costs_only_the_transaction_it_hit(place):
    """Eight fields are set, one after the other; the record of one of them is damaged."""
    log, _ = opened(store := RecordingStore())
    for n in range(8):
        log.change(log.state.effects([("ship", n, "f0", 50 + n)]))
    begin = module.LOG_FIRST + 11 * place
    assert len(store.files["game/0"]) == module.LOG_FIRST + 8 * 11
    for bit in range(8 * begin, 8 * (begin + 11)):
        broken = MemoryStore({"game/0": flipped(store.files["game/0"], bit)})
        log, said = opened(broken)
        assert said == "damaged"
        expected = [50 + n for n in range(8)]
        expected[place] = 0
        assert [log.state.get("ship", n, "f0") for n in range(8)] == expected
        assert len(log.done) == 7
        assert len(list(takes(log))) == 7
        assert values_of(log.state) == values_of(State(KINDS))
        assert len(list(takes(log, log.redo))) == 7
        assert [log.state.get("ship", n, "f0") for n in range(8)] == expected


@pytest.mark.parametrize("hit", range(7))
def test_half_a_large_transaction_is_never_made(hit):
    """200 effects in seven records; any of them damaged."""
    player = Player(store := RecordingStore(), 2)
    player.log.change(player.log.state.effects([("table", 0, "turn", 2)]))
    since = len(store.writes)
    player.changed([("ship", row, f"f{n}", 77) for row in range(40) for n in range(5)], False)
    assert [name for _, name, _, _ in store.writes[since:]] == ["game/0"] * 7
    at = module.LOG_FIRST + 11 + 235 * hit  # behind the first change
    for byte in (0, 1, 2, 9, 17):
        broken = MemoryStore({**store.files, "game/0": flipped(store.files["game/0"], 8 * (at + byte) + 3)})
        log, said = opened(broken)
        assert said == "damaged"
        assert ships(log) == ships(opened(MemoryStore())[0])
        assert log.undo() == [(2, 0, 0, 1, 2)]


LARGE = (Kind("large", 40, tuple((f"f{n}", -999, 999, 0) for n in range(48))),)


def longer_than_two_logs(earlier: int) -> tuple[Journal, RecordingStore, int]:
    """The journal after it, behind so many others, without an idle moment since, and how many writes came before."""
    log, _ = opened(store := RecordingStore(), LARGE)
    for value in range(1, earlier + 1):
        log.change(log.state.effects([("large", 0, "f0", value)]))
    while log.idle():
        pass
    since = len(store.writes)
    log.change(log.state.effects([("large", row, f"f{n}", 777) for row in range(40) for n in range(47)]))
    assert log.log.number >= 3
    return log, store, since


@pytest.mark.parametrize("earlier", [0, 200])
def test_a_change_longer_than_two_logs_is_there_whole_or_not_at_all_wherever_the_power_goes(earlier):
    """A game that was loaded may be one: it was lost where no idle moment came between it and the power cut."""
    whole, store, since = longer_than_two_logs(earlier)
    for files, complete, torn in images(store, since):
        if not torn:
            log, said = opened(MemoryStore(files), LARGE)
            assert said == ("ok" if log.begun else "new")
            assert [log.state.get("large", row, "f0") for row in (0, 39)] == (
                [777, 777] if complete else [earlier, 0]
            )
    assert values_of(log.state) == values_of(whole.state)
    assert log.undo() is not None
    assert [log.state.get("large", row, "f0") for row in (0, 39)] == [earlier, 0]


def test_a_change_longer_than_two_logs_whose_beginning_is_damaged_is_told():
    """It lies in a block then: nothing of it is made, and an evening does not go on without it as if nothing were."""
    _, store, _ = longer_than_two_logs(0)
    broken = flipped(store.files["game/0"], 8 * (module.LOG_FIRST + 9))
    again, said = opened(MemoryStore({**store.files, "game/0": broken}), LARGE)
    assert (said, values_of(again.state)) == ("damaged", values_of(State(LARGE)))


def test_a_roll_behind_half_a_large_transaction_is_the_last_one():
    """The power went in the middle of it."""
    log, _ = opened(store := RecordingStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    since = len(store.writes)
    log.change(log.state.effects([("ship", row, f"f{n}", 77) for row in range(40) for n in range(5)]))
    log, said = opened(half := MemoryStore(store.writes[since + 3][3]))
    assert said == "ok"
    log.roll(7, [], [(3,)])
    again, said = opened(half)
    assert said == "ok"
    assert pending(again)[:4] == (7, 0, [], [(3,)])


def test_after_a_start_the_newest_log_has_the_room_that_it_had():
    log, _ = opened(store := MemoryStore())
    while log.log.number < 1:
        log.change(log.state.effects([("table", 0, "turn", 2 + len(log.done))]))
    again, _ = opened(MemoryStore(store.files))
    assert (again.log.file, again.log.used) == ("1", len(store.files["game/1"]))
    assert again.log.used < len(store.files["game/0"])


def ships(log: Journal) -> list[tuple[int, int, int]]:
    return [(row, f, log.state.value(1, row, f)) for row in range(40) for f in range(5)]


def test_an_undo_that_is_damaged():
    """The step it took back is in force again for the list, its values are not brought back wrongly."""
    for target in range(3):
        log, _ = opened(store := MemoryStore())
        ends = []
        for n in range(3):
            log.change(log.state.effects([("player", n, "gold", 40 + n)]))
        for _ in range(3):
            log.undo()
            ends.append(len(store.files["game/0"]))
        broken = flipped(store.files["game/0"], 8 * (ends[target] - 3))
        log, said = opened(MemoryStore({"game/0": broken}))
        assert said == "damaged"
        expected = [3, 3, 3]
        expected[2 - target] = 42 - target
        assert [log.state.get("player", n, "gold") for n in range(3)] == expected
        while log.undo() is not None:
            pass
        while log.redo() is not None:
            pass
        assert legal(log.state)


@pytest.mark.parametrize("idle", [False, True])
def test_all_of_the_newest_log_and_the_end_of_the_one_before_are_lost(idle):
    """The position is then before the newest log; what is written goes on from there."""
    log, _ = opened(store := MemoryStore())
    for n in range(290):
        log.change(log.state.effects([("table", 0, "turn", 2 + n)]))
    first, second = (store.files["game/" + name] for name in "01")
    for name in "ab":
        store.files.pop("game/" + name, None)
    store.files["game/0"] = first[:-60] + bytes(60)
    store.files["game/1"] = second[: module.LOG_FIRST] + bytes(len(second) - module.LOG_FIRST)
    log, said = opened(store)
    assert (said, log.position) == ("damaged", log.history.base + len(log.history.tail) - module.LINK)
    while idle and log.idle():
        pass
    for turn in range(4000, 4060):
        log.change(log.state.effects([("table", 0, "turn", turn)]))
        again, _ = opened(MemoryStore(store.files))
        assert again.state.get("table", 0, "turn") == turn
    assert len(again.done) == module.STEPS, "most of them are from before the damage"
    assert [again.undo() is not None for _ in range(module.STEPS + 1)] == [True] * module.STEPS + [False]


def test_a_newest_log_that_ends_before_the_checkpoint_is_told_and_kept_aside():
    log, _ = opened(store := MemoryStore())
    for turn in range(2, 7):
        log.change(log.state.effects([("table", 0, "turn", turn)]))
    older = store.files["game/0"]
    for turn in range(12, 17):
        log.change(log.state.effects([("table", 0, "turn", turn)]))
    log._save()
    store.files["game/0"] = older
    log, said = opened(store)
    assert (said, log.state.get("table", 0, "turn")) == ("damaged", 16)
    assert store.files["game/0.bad"] == older
    log.change(log.state.effects([("table", 0, "turn", 30)]))
    log, said = opened(store)
    assert (said, log.state.get("table", 0, "turn")) == ("ok", 30)
    assert log.undo() is not None
    assert log.state.get("table", 0, "turn") == 16


def test_a_checkpoint_comes_after_so_many_records():
    log, _ = opened(MemoryStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    while log.idle():
        pass
    saved = log.checkpoint.number
    for number in range(1, module.SAVED + 1):
        assert log.checkpoint.number == saved
        log.change(log.state.effects([("table", 0, "turn", 2 + number)]))
        log.idle()
    assert log.checkpoint.number == saved + 1


def test_without_a_roll_none_is_fresh():
    assert not opened(MemoryStore())[0].fresh()


def test_a_log_cut_short_is_told_and_not_written_behind():
    log, _ = opened(store := MemoryStore())
    for n in range(5):
        log.change(log.state.effects([("ship", n, "f0", 50)]))
    data = store.files["game/0"]
    broken = [data[:-cut] for cut in range(1, 11)]
    broken += [flipped(data, bit) for bit in range(8 * (len(data) - 11), 8 * len(data))]
    for bad in broken:
        log, said = opened(MemoryStore({"game/0": bad}))
        assert (said, len(log.done)) == ("damaged", 4)
        log.change(log.state.effects([("ship", 9, "f0", 60)]))
        assert log.files.store.files["game/0"] == log.files.store.files["game/0.bad"] == bad
        log, said = opened(MemoryStore(log.files.store.files))
        assert (said, len(log.done)) == ("ok", 5)


@functools.cache
def long_log() -> tuple[MemoryStore, dict[tuple[int, int, int], set[int]]]:
    store, player = played(41, 1600)
    assert player.log.position > ALL
    return store, every_value(store, SMALL)


a_damage = st.tuples(
    st.integers(0, 10**6),
    st.sampled_from(
        ["flip", "flip", "flip", "zero", "ones", "short", "gone", "empty", "swap", "noise", "longer"]
    ),
    st.integers(0, 10**6),
)


def damage(files: dict[str, bytes], what: tuple[int, str, int]) -> dict[str, bytes]:
    names = sorted(files)
    name = names[what[0] % len(names)]
    data = files[name]
    at = what[2] % max(1, len(data))
    broken: dict[str, bytes | None] = {
        "flip": flipped(data, what[2] % (8 * len(data))) if data else b"",
        "zero": data[:at] + bytes(len(data) - at),
        "ones": data[:at] + b"\xff" * (len(data) - at),
        "short": data[:at],
        "gone": None,
        "empty": b"",
        "swap": files[names[what[2] % len(names)]],
        "noise": random.Random(what[2]).randbytes(len(data)),
        "longer": data + random.Random(what[2]).randbytes(at % 40),
    }
    changed = {n: d for n, d in files.items() if n != name}
    if broken[what[1]] is not None:
        changed[name] = broken[what[1]]  # type: ignore[assignment]
    return changed


@pytest.mark.sweep
@settings(max_examples=count(12, 1000))
@given(damages=st.lists(a_damage, min_size=1, max_size=6))
@example(damages=[(16, "zero", 294823), (33, "flip", 437503)])
@example(
    damages=[(12, "zero", 294823), (18, "flip", 437503), (19, "short", 5), (37, "gone", 0), (36, "gone", 0)]
)
def test_any_damage_to_a_full_ring(damages):
    store, known = long_log()
    broken = dict(store.files)
    for what in damages:
        broken = damage(broken, what)
    log = check_damaged(store.files, broken, known)
    ahead = len(log.undone)
    back = sum(log.undo() is not None for _ in range(20))
    assert legal(log.state)
    assert sum(log.redo() is not None for _ in range(60)) <= back + ahead
    assert legal(log.state)
    usable(log)


def test_a_log_of_another_evening_in_the_place_of_the_newest():
    """It is whole, has the right number and begins at the right place; the records before it are others."""
    stores = []
    for face in (3, 4):
        log, _ = opened(store := MemoryStore())
        while log.log.number < 1:
            log.roll(1, [], [(face,)])
        log.change(log.state.effects([("table", 0, "turn", face)]))
        stores.append(store)
    ours, theirs = stores
    assert sorted(ours.files) == sorted(theirs.files)
    assert opened(MemoryStore(ours.files))[1] == "ok"
    mixed = MemoryStore({**ours.files, "game/1": theirs.files["game/1"]})
    assert opened(mixed)[1] == "damaged"


def lived(seed: int) -> tuple[list[dict[str, bytes]], Journal]:
    """(the files after each step of some evening on a device, the journal as a start finds it then)."""
    chance = random.Random(seed)
    player = Player(store := StripStore(), seed, SMALL if seed % 2 else KINDS)
    files = []
    for _ in range(chance.choice((150, 250, 400))):
        player.act()
        player.model = player.next
        if chance.random() < (0.5 if seed % 3 else 0.07):
            player.rest()
        files.append(dict(store.files))
    return files, opened(StripStore(files[-1]), player.kinds)[0]


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample(range(12), 2))
def test_an_older_copy_of_a_file_is_told_and_kept_aside(seed):
    """Of any files but the newest log: one that ends earlier cannot be told from a power cut."""
    then, whole = lived(seed)
    chance = random.Random(seed)
    now = then[-1]
    for _ in range(25):
        others = sorted(set(now) - {f"game/{whole.log.number % LOGS}"})
        names = chance.sample(others, min(len(others), chance.choice((1, 1, 2, 3))))
        older = {name: chance.choice(then).get(name, now[name]) for name in names}
        log, _ = opened(store := StripStore({**now, **older}), whole.state.kinds)
        values = values_of(log.state)
        while log.idle():
            pass
        assert log.damaged or values == values_of(whole.state), names
        if log.damaged and len(names) == 1:
            assert store.files[f"{names[0]}.bad"] == older[names[0]]
        usable(log, whole.state.kinds)


def test_an_older_checkpoint_does_not_hide_the_newest_log():
    """Nothing was ever idle: the other checkpoint names the last log but two, and a start looks for one behind it."""
    log, _ = opened(store := MemoryStore())
    saved = []
    while log.checkpoint.number < 4:
        log.change(log.state.effects([("table", 0, "turn", 2 + log.position % 4000)]))
        saved.append(dict(store.files))
    log.change(log.state.effects([("table", 0, "turn", 1)]))
    newest = "game/" + "ab"[log.checkpoint.number % 2]
    older = next(files[newest] for files in reversed(saved) if files.get(newest) != store.files[newest])
    files = {**store.files, newest: older}
    found, said = opened(store := MemoryStore(files))
    assert (said, values_of(found.state)) == ("damaged", values_of(log.state))
    assert store.files[newest + ".bad"] == older


def test_a_checkpoint_of_another_game_is_not_taken_for_one_of_these_logs():
    """Both are as long, and what follows changes a value that is the same in both: only the bytes before the checkpoint
    tell.
    """

    def lived_by(values):
        log, _ = opened(store := MemoryStore())
        for number in values:
            log.change(log.state.effects([("table", 0, "turn", number)]))
        saved = dict(store.files)
        while log.idle():
            pass
        checkpoint = {name: data for name, data in store.files.items() if saved.get(name) != data}
        log.change(log.state.effects([("player", 0, "gold", 5)]))
        return checkpoint, store.files, log

    checkpoint, _, _ = lived_by([2, 3, 4])
    again, files, log = lived_by([4, 3, 2])
    assert checkpoint and checkpoint.keys() == again.keys()
    whole, said = opened(MemoryStore({**files, **again}))
    assert said == "ok" and values_of(whole.state) == values_of(log.state)
    _, said = opened(MemoryStore({**files, **checkpoint}))
    assert said == "damaged"


def with_older_blocks() -> tuple[Journal, MemoryStore, Iterator[int]]:
    """A journal that was played until it had three of them, and the turns that come next."""
    log, _ = opened(store := MemoryStore(), SMALL)
    turns = itertools.cycle(range(2, 5000))
    while len(log.history.blocks) < 3:
        log.change(log.state.effects([("table", 0, "turn", next(turns))]))
        while log.idle():
            pass
    return log, store, turns


def test_a_damaged_block_is_kept_aside_before_a_log_takes_its_place():
    """Also where nothing was idle since the start, so that nobody looked at it."""
    log, store, turns = with_older_blocks()
    file = log.history.blocks[1][0]
    data = bytearray(store.files[f"game/{file}"])
    data[len(data) // 2] ^= 0x40
    store.files[f"game/{file}"] = bytes(data)
    log, _ = opened(store, SMALL)
    assert f"game/{file}.bad" not in store.files
    while store.files[f"game/{file}"] == data:
        log.change(log.state.effects([("table", 0, "turn", next(turns))]))
    assert store.files[f"game/{file}.bad"] == data


def test_damage_anywhere_in_an_older_block_is_found_in_idle_moments():
    """Which look at a few of its records at a time."""
    log, store, _ = with_older_blocks()
    file, first, _ = log.history.blocks[1]
    records = log.files.block_at(file)[1]
    ends = split(records, LINK, first)
    assert len(ends) > 2 * module.AT_ONCE
    at = store.files[f"game/{file}"].index(records)
    for end in [None, *ends[:: len(ends) // 9], ends[module.AT_ONCE - 1], ends[module.AT_ONCE], ends[-1]]:
        files = dict(store.files)
        if end is not None:
            data = bytearray(files[f"game/{file}"])
            data[at + end - 1] ^= 1
            files[f"game/{file}"] = bytes(data)
        found, said = opened(again := MemoryStore(files), SMALL)
        while found.idle():
            pass
        assert said == "ok"
        assert found.damaged == (f"game/{file}.bad" in again.files) == (end is not None), end


def test_either_checkpoint_can_go():
    store, _ = long_log()
    whole, _ = opened(MemoryStore(store.files), SMALL)
    for turn in "ab":
        for bad in (b"", b"\0" * 40, store.files["game/" + turn][:-1]):
            log, said = opened(MemoryStore({**store.files, "game/" + turn: bad}), SMALL)
            assert said == "damaged"
            assert values_of(log.state) == values_of(whole.state)
            count = min(len(log.done), len(whole.done))
            assert log.done[-count:] == whole.done[-count:]
            assert log.undone == whole.undone


def test_a_lost_block_costs_only_steps():
    store, _ = long_log()
    whole, _ = opened(MemoryStore(store.files), SMALL)
    for name in [block[0] for block in whole.history.blocks]:
        for lost in (b"gone", None):
            files = {**store.files, "game/" + name: lost}
            log, _ = opened(MemoryStore({n: data for n, data in files.items() if data is not None}), SMALL)
            assert values_of(log.state) == values_of(whole.state)
            while log.idle():
                pass
            assert log.damaged
            steps = len(list(takes(log)))
            assert log.done == [], "no step is offered that leads nowhere"
            assert legal(log.state)
            assert len(list(takes(log, log.redo))) <= steps + len(whole.undone)
            again, said = opened(log.files.store, SMALL)
            assert (said, values_of(again.state)) == ("ok", values_of(log.state))


def test_a_copy_that_cannot_be_kept_does_not_keep_the_game_from_opening():
    store = TroubledStore({**long_log()[0].files, "game/a": b"x"})
    store.trouble(0, 0, OSError, 10**6)
    log, said = opened(store, SMALL)
    assert said == "damaged"
    assert log.done


def test_the_copy_of_a_damaged_file_is_kept_until_there_is_newer_damage():
    store, _ = long_log()
    files = {**store.files, "game/a": b"first"}
    log, said = opened(MemoryStore(files), SMALL)
    assert (said, log.files.store.files["game/a.bad"]) == ("damaged", b"first")
    for n in range(200):
        log.change(log.state.effects([("table", 0, "turn", 4000 + n)]))
        log.idle()
    assert log.files.store.files["game/a"] != b"first", "the next checkpoint took its place"
    log, said = opened(MemoryStore(log.files.store.files), SMALL)
    assert (said, log.files.store.files["game/a.bad"]) == ("ok", b"first")
    log.files.store.files["game/a"] = b"second"
    log, said = opened(MemoryStore(log.files.store.files), SMALL)
    assert (said, log.files.store.files["game/a.bad"]) == ("damaged", b"second")


def test_nothing_damaged_is_written_over_while_there_is_no_copy():
    store = TroubledStore({**long_log()[0].files, "game/a": b"x"})

    def replace(name: str, data: bytes) -> None:
        if name.endswith(".bad"):
            raise OSError(28)
        TroubledStore.replace(store, name, data)

    store.replace = replace  # type: ignore[method-assign]
    log, said = opened(store, SMALL)
    assert said == "damaged"
    for n in range(200):
        log.change(log.state.effects([("table", 0, "turn", 4000 + n)]))
        log.idle()
    assert store.files["game/a"] == b"x"
    assert opened(store, SMALL)[0].state.get("table", 0, "turn") == 4199


def test_nor_is_a_damaged_block():
    """The log that would take its place finds no room, as long as the copy does not."""
    log, store, turns = with_older_blocks()
    file = log.history.blocks[1][0]
    data = bytearray(store.files[f"game/{file}"])
    data[len(data) // 2] ^= 0x40
    store.files[f"game/{file}"] = bytes(data)
    real = store.replace
    full = [True]

    def replace(name: str, data: bytes) -> None:
        if full and name.endswith(".bad"):
            raise OSError(28)
        real(name, data)

    store.replace = replace  # type: ignore[method-assign]
    log, _ = opened(store, SMALL)
    while not log.damaged:
        assert log.idle()
    with pytest.raises(OSError):
        for turn in itertools.islice(turns, 4000):
            log.change(log.state.effects([("table", 0, "turn", turn)]))
    assert store.files[f"game/{file}"] == data
    full.clear()
    while store.files[f"game/{file}"] == data:
        log.change(log.state.effects([("table", 0, "turn", next(turns))]))
    assert store.files[f"game/{file}.bad"] == data


def test_every_file_gone_but_the_copies():
    store = MemoryStore({"game/a.bad": b"x", "game/0.bad": b"y"})
    log, said = opened(store)
    assert said == "new"
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    assert gold(opened(store)[0]) == 9


# Other versions of the firmware

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
    """What both versions have is kept, what only one has stands at its start; undo goes on over the update."""
    player = Player(store := MemoryStore(), 50 + count, first)
    player.play(count)
    log, said = opened(MemoryStore(store.files), second)
    assert said == "ok"

    def compare(now: State, then: State, other: State) -> None:
        for k, kind in enumerate(now.kinds):
            for row in range(kind.rows):
                for f in range(len(kind.fields)):
                    was = then.value(k, row, f)
                    assert now.value(k, row, f) == (other.value(k, row, f) if was is None else was)

    compare(log.state, player.log.state, State(second))
    for _ in range(30):
        player.log.undo()
        log.undo()
        compare(log.state, player.log.state, State(second))
    for _ in range(30):
        player.log.redo()
        log.redo()
    compare(log.state, player.log.state, State(second))
    # Life goes on in the new version, and the old one opens that again.
    for n in range(200):
        log.change(log.state.effects([("player", 0, "pv", 20), ("player", 0, "wounds", n % 3)]))
        log.idle()
    again, said = opened(log.files.store, second)
    assert said == "ok"
    assert values_of(again.state) == values_of(log.state)
    back, said = opened(log.files.store, first)
    assert said == "ok"
    compare(back.state, again.state, State(first))


def test_before_the_first_record_of_another_version_comes_a_checkpoint():
    """Else a start would read with the bounds of one version what was written with those of the other."""
    log, _ = opened(older := MemoryStore(), OLDER)
    log._save()
    log.change(log.state.effects([("player", 0, "pv", 12)]))
    log._save()  # a checkpoint names this log
    log, _ = opened(store := RecordingStore(older.files), NEWER)
    log.change(log.state.effects([("player", 0, "pv", 13)]))
    assert store.writes[0][1] in ("game/a", "game/b")


def test_values_from_wider_bounds_are_brought_inside():
    wide = (Kind("player", 2, (("pv", 0, 99, 10), ("wounds", 0, "pv", 0))),)
    tight = (Kind("player", 2, (("pv", 0, 20, 10), ("wounds", 0, "pv", 0))),)
    log, _ = opened(store := MemoryStore(), wide)
    log.change(log.state.effects([("player", 0, "pv", 60), ("player", 0, "wounds", 50)]))
    log.change(log.state.effects([("player", 1, "pv", 5)]))
    log, said = opened(store, tight)
    assert said == "ok"
    assert values_of(log.state) == ((20, 20, 5, 0),)
    log.change(log.state.effects([("player", 0, "wounds", 19)]))
    log, _ = opened(store, tight)
    assert values_of(log.state) == ((20, 19, 5, 0),)
    log.undo()
    log.undo()
    log.undo()
    assert values_of(log.state) == ((10, 0, 10, 0),)
    log.redo()
    assert legal(log.state)
    assert values_of(opened(store, tight)[0].state) == values_of(log.state)


# Snapshots


def test_a_snapshot_comes_back_as_one_transaction():
    player = Player(MemoryStore(), 60)
    player.play(80)
    kept = player.log.snapshot()
    then = values_of(player.log.state)
    player.log.change(player.log.state.effects(player.log.state.restart()))
    assert values_of(player.log.state) == values_of(State(KINDS))
    effects = player.log.restored(kept)
    player.log.change(effects)
    assert values_of(player.log.state) == then
    player.log.undo()
    assert values_of(player.log.state) == values_of(State(KINDS))


def test_a_snapshot_from_wider_bounds_is_brought_inside():
    wide = Kind("player", 1, (("pv", 0, 99, 10), ("wounds", 0, "pv", 0)))
    tight = Kind("player", 1, (("pv", 0, 20, 10), ("wounds", 0, "pv", 0)))
    older, _ = opened(MemoryStore(), (wide,))
    older.change(older.state.effects([("player", 0, "pv", 60), ("player", 0, "wounds", 50)]))
    log, _ = opened(MemoryStore(), (tight,))
    log.change(log.restored(older.snapshot()))
    assert values_of(log.state) == ((20, 20),)


def test_what_is_written_asks_for_one_piece_of_memory_as_long_as_it_is():
    """Of the store, which knows what makes room."""
    asked = []

    class Asked(MemoryStore):
        def room(self, size: int) -> bytearray:
            asked.append(size)
            return super().room(size)

    log, _ = opened(store := Asked())
    for wounds in range(9, 4, -1):
        log.change([(0, 0, 0, wounds + 1, wounds)])
    log.undo()
    del asked[:]
    assert asked == [] and [len(log.snapshot())] == asked
    del asked[:]
    log._save()
    assert asked == []  # in pieces
    log._open_log(b"more")
    assert asked == [len(store.files["game/" + log.log.file])] == [log.log.used]


def test_nothing_is_to_be_done_before_the_first_record():
    log, _ = opened(store := MemoryStore())
    assert log.idle() is False
    assert store.files == {}


def test_a_snapshot_that_is_damaged_gives_nothing():
    log, _ = opened(MemoryStore(), SMALL)
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    kept = log.snapshot()
    assert log.restored(kept) == []
    assert log.restored(None) is None
    for bit in range(8 * len(kept)):
        assert log.restored(flipped(kept, bit)) is None
    for length in range(len(kept)):
        assert log.restored(kept[:length]) is None


# Locations


def test_each_transaction_has_the_location_where_it_was_made():
    chance = random.Random(4)
    log, _ = opened(store := MemoryStore())
    locations: dict[int, bytes] = {}
    location = b""
    for n in range(900):
        if chance.random() < 0.3:
            location = chance.choice([b"", b"toy.form 1 2", b"toy.sheet 3", bytes(range(64))])
        what = chance.random()
        if what < 0.3:
            locations[log.roll(*ATTACK, location=location)] = location
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
            log.idle()
        if chance.random() < 0.02:
            log, _ = opened(store)
        assert all(log.location_of(at) == locations[at] for at in log.done[-3:] + log.undone[-3:])
    assert log.position > 4096
    while log.undo() is not None:
        assert log.location_of(log.undone[-1]) == locations[log.undone[-1]]


def test_a_location_outlives_the_log_in_which_it_was_noted_first():
    """Nothing is ever idle: each log is begun by the record that finds no room."""
    log, _ = opened(store := MemoryStore())
    for n in range(2 * LOGS * 260):
        log.change(log.state.effects([("table", 0, "turn", 2 + n)]), location=b"here")
    assert log.log.number >= 2 * LOGS - 3
    for found in (log, opened(store)[0]):
        assert {found.location_of(at) for at in found.done} == {b"here"}


def test_a_log_that_is_begun_by_a_roll_and_what_comes_of_it_has_their_location():
    """However full the log before is: what is written together is longer than the location that it would repeat."""
    begun = 0
    for room in range(4, 300, 7):
        log, _ = opened(store := RecordingStore())
        while LIMIT - log.log.used > 600:
            log.roll(1, [], [], note=bytes(200), location=b"here")
        log.roll(1, [], [], note=bytes(200), location=b"here")
        while LIMIT - log.log.used > room + 40:
            log.roll(1, [], [], note=bytes(min(200, LIMIT - log.log.used - room - 20)), location=b"here")
        number = log.log.number
        effects = log.state.effects([("ship", row, "f1", 9) for row in range(MANY)])
        log.roll(7, [2], [(6,)], location=b"here", effects=effects)
        if log.log.number > number:
            begun += 1
            assert b"here" in store.writes[-1][2], room
    assert begun > 20


def test_a_location_is_noted_anew_in_a_log_that_was_begun_before_a_start():
    log, _ = opened(store := MemoryStore())
    number = log.log.number
    for turn in range(2, 5000):
        log.change(log.state.effects([("table", 0, "turn", turn)]), location=b"here")
        while log.idle():
            pass
        if log.log.number > number + 1:
            break
    log, _ = opened(store)
    log.change(log.state.effects([("table", 0, "turn", 1)]))
    assert log.location_of(log.done[-1]) == b""


def test_a_location_is_not_noted_again_after_a_start():
    log, _ = opened(store := RecordingStore())
    for turn in (2, 3):
        log.change(log.state.effects([("table", 0, "turn", turn)]), location=b"here")
    log, _ = opened(store)
    log.change(log.state.effects([("table", 0, "turn", 4)]), location=b"here")
    assert len(store.writes[-1][2]) == 11
    assert log.location_of(log.done[-1]) == b"here"


def test_a_location_is_written_where_it_changes_and_with_its_transaction():
    log, _ = opened(store := RecordingStore())
    for turn in (2, 3):
        log.change(log.state.effects([("table", 0, "turn", turn)]), location=b"here")
    log.change(log.state.effects([("table", 0, "turn", 4)]), location=b"there")
    assert [len(data) for _, _, data, _ in store.writes] == [18 + 8 + 11, 11, 9 + 11]
    with pytest.raises(ValueError):
        log.change(log.state.effects([("table", 0, "turn", 5)]), location=bytes(129))
    assert log.state.get("table", 0, "turn") == 4


BOUNDED = (
    ("odd", -9, 99, 0),
    ("even", -8, 98, 0),
    ("wide", -32000, 32767, 0),
    ("tied", -32000, "odd", -32000),
)


@pytest.mark.parametrize("field", range(3))
def test_a_record_is_read_up_to_its_bounds_and_no_further(field):
    name, low, high, _ = BOUNDED[field]
    kinds = (Kind("player", 2, BOUNDED),)
    for value in (low, high):
        log, _ = opened(store := MemoryStore(), kinds)
        log.change(log.state.effects([("player", 1, name, value)]))
        found, said = opened(store, kinds)
        assert (said, found.state.get("player", 1, name)) == ("ok", value)
    for value in (low - 1, high + 1):
        if -32768 <= value <= 32767:
            log, _ = opened(store := MemoryStore(), kinds)
            log._write(module.EFFECT | module.FIRST | LAST, module.pack_effects([(0, 1, field, 0, value)]))
            found, said = opened(store, kinds)
            assert (said, found.state.get("player", 1, name)) == ("damaged", 0), value


def test_a_record_that_no_game_can_have_written_is_damage():
    """Well formed, but out of bounds, on a place that there is not, or of no kind that is known."""
    for kind, payload in (
        (module.EFFECT | module.FIRST | LAST, module.pack_effects([(0, 0, 0, 10, 31)])),
        (module.EFFECT | module.FIRST | LAST, module.pack_effects([(0, 0, 1, 0, 11)])),
        (module.EFFECT | module.FIRST | LAST, module.pack_effects([(0, 3, 0, 10, 9)])),
        (module.EFFECT | module.FIRST | LAST, module.pack_effects([(7, 0, 0, 10, 9)])),
        (module.EFFECT | module.FIRST | LAST, b"\0" * 6),
        (module.UNDO, b"\0"),
        (9, b"what is this"),
    ):
        log, _ = opened(store := MemoryStore())
        log.change(log.state.effects([("table", 0, "turn", 2)]))
        log._write(kind, payload)
        log, said = opened(store)
        assert said == "damaged", payload
        assert legal(log.state)
        assert log.state.get("table", 0, "turn") == 2
        assert store.files["game/0.bad"] == store.files["game/0"]
        assert opened(store)[1] == "ok", "told once"


def test_a_record_for_other_values_is_told_and_its_log_is_no_damaged_file():
    log, _ = opened(store := MemoryStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    log._write(module.EFFECT | module.FIRST | LAST, module.pack_effects([(2, 0, 0, 9, 3)]))
    log, said = opened(store)
    assert said == "damaged"
    assert not [name for name in store.files if name.endswith(".bad")]


@pytest.mark.parametrize("arrive", [1, 5, 10])
def test_nothing_is_written_behind_what_a_store_that_failed_has_left(arrive):
    log, _ = opened(store := TroubledStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    store.trouble(0, arrive, OSError)
    with pytest.raises(OSError):
        log.change(log.state.effects([("table", 0, "turn", 3)]))
    store.calm()
    files = store.names()
    log.change(log.state.effects([("table", 0, "turn", 4)]))
    assert store.names() == files, "its log was written anew"
    log, said = opened(MemoryStore(store.files))
    assert (said, log.state.get("table", 0, "turn"), len(log.done)) == ("ok", 4, 2)


def test_a_log_with_a_damaged_record_is_kept_as_it_is():
    log, _ = opened(store := MemoryStore())
    for turn in range(2, 12):
        log.change(log.state.effects([("table", 0, "turn", turn)]))
    spoilt = bytearray(store.files["game/0"])
    spoilt[len(spoilt) // 2] ^= 1
    store.files["game/0"] = bytes(spoilt)
    log, said = opened(store)
    assert said == "damaged"
    log.change(log.state.effects([("table", 0, "turn", 30)]))
    assert store.files["game/0"] == spoilt, "nothing is added to it"
    log, said = opened(store)
    assert (said, log.state.get("table", 0, "turn")) == ("ok", 30)


def test_a_location_in_the_middle_of_a_transaction_ends_it_not():
    log, _ = opened(MemoryStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    begin = log.position
    one, other = [module.pack_effects([(2, 0, 0, old, new)]) for old, new in ((2, 3), (3, 4))]
    log._write(module.EFFECT | module.FIRST, one)
    log._write(module.EFFECT | LAST, other, b"elsewhere")
    assert log.history.transaction(begin) == [(2, 0, 0, 2, 3), (2, 0, 0, 3, 4)]


@pytest.mark.parametrize("number", range(3))
def test_a_journal_of_version_2_goes_on_with_all_its_steps(number):
    """Small logs and blocks, as that version wrote them: see version2.json."""
    kept = json.loads(Path(__file__).with_name("version2.json").read_text())[number]
    store = MemoryStore({name: base64.b85decode(data) for name, data in kept["files"].items()})
    for start in range(3):
        log, said = opened(store, (PLAYER,))
        assert said == "ok"
        assert [log.state.get("player", row, "gold") for row in range(3)] == kept["gold"]
        assert len(log.done) == kept["done"] + start
        while log.idle():
            pass
        assert not log.damaged
        kept["gold"][start] = 400 + start
        log.change(log.state.effects([("player", start, "gold", 400 + start)]))
    while log.undo() is not None:
        pass
    assert [log.state.get("player", row, "gold") for row in range(3)] == [3, 3, 3]


@pytest.mark.parametrize("lost", ["a", "ab", "a1"])
def test_the_blocks_of_version_2_are_found_without_its_newest_checkpoint(lost):
    kept = json.loads(Path(__file__).with_name("version2.json").read_text())[2]
    store = MemoryStore({name: base64.b85decode(data) for name, data in kept["files"].items()})
    for name in lost:
        del store.files["game/" + name]
    log, said = opened(store, (PLAYER,))
    assert said == ("damaged" if "1" in lost else "ok")
    assert [log.state.get("player", row, "gold") for row in range(3)] == kept["gold"]
    assert log.history.blocks[0][:2] == ["c", 0]
    assert len(log.done) == (60 if "1" in lost else 28)


@pytest.mark.parametrize("number", range(3))
def test_the_power_may_go_after_the_first_change_behind_version_2(number):
    """Before a checkpoint: its log has not the number after those of that version."""
    kept = json.loads(Path(__file__).with_name("version2.json").read_text())[number]
    store = MemoryStore({name: base64.b85decode(data) for name, data in kept["files"].items()})
    log, _ = opened(store, (PLAYER,))
    log.change(log.state.effects([("player", 0, "gold", 400)]))
    for _ in range(2):
        again, said = opened(store, (PLAYER,))
        assert (said, again.state.get("player", 0, "gold"), len(again.done)) == ("ok", 400, kept["done"] + 1)
        while again.idle():
            pass


def test_of_two_equal_rolls_only_the_last_is_taken_back():
    """With the same faces: the second is not the first one carried on."""
    log, _ = opened(store := MemoryStore())
    for _ in range(2):
        log.roll(7, [3], [(4, 2)])
    first, second = [at for at, kind, _ in log.newest_first() if kind == ROLL][::-1]
    log.drop(second)
    for found in (log, opened(store)[0]):
        assert found.present()[0] == first
    log.drop(first)
    assert opened(store)[0].present() is None


def test_a_roll_between_is_not_carried_on_over():
    """The last begins as the first did, but another one came between: it was not written with its first throw alone."""
    log, _ = opened(MemoryStore())
    for path in ([(4,)], [(5,)], [(4,), (2,)]):
        log.roll(7, [3], path)
    _, between, last = [position for position, kind, _ in log.newest_first() if kind == ROLL][::-1]
    log.drop(last)
    assert log.present()[0] == between


def test_a_roll_before_a_change_is_not_the_first_throw_of_one_behind_it():
    log, _ = opened(MemoryStore())
    log.roll(7, [3], [(4,)])
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    log.roll(7, [3], [(4,), (2,)])
    before = [position for position, kind, _ in log.newest_first() if kind == ROLL][-1]
    log.drop(log.present()[0])
    assert log.present()[0] == before


@pytest.mark.sweep
@pytest.mark.parametrize(("count", "idle"), sample(itertools.product([1, 40, 300], [False, True]), 2))
def test_what_an_earlier_desk_added_behind_a_strip_is_there(count, idle):
    """A device's log there, to which it added behind the strip's end, until it began another."""
    device = StripStore()
    log, _ = opened(device)
    turn = 1
    for _ in range(20):
        log.change(log.state.effects([("table", 0, "turn", turn := turn + 1)]))
    log, _ = opened(desk := MemoryStore(device.files))
    for _ in range(count):
        log.change(log.state.effects([("table", 0, "turn", turn := turn + 1)]))
    assert len(desk.files["game/0"]) > STRIP
    while idle and log.idle():
        pass
    for store in (MemoryStore(desk.files), StripStore(desk.files)):
        log, said = opened(store)
        assert (said, log.state.get("table", 0, "turn")) == ("ok", turn)
        log.change(log.state.effects([("table", 0, "turn", turn + 1)]))
        while idle and log.idle():
            pass
        assert not log.damaged
        assert [name for name in store.files if name.endswith(".bad")] == []
        count_steps(store.files, turn + 1)


@pytest.mark.parametrize("size", [0, 3, 5])
def test_an_undo_that_cannot_be_read_hides_no_roll(size):
    """Its sum is right: no game has written it."""
    log, _ = opened(store := MemoryStore())
    rolled = log.roll(7, [3], [(4,)])
    log._write(module.UNDO, b"\0" * size)
    for found in (log, opened(store)[0]):
        assert found.present()[0] == rolled


def test_a_checkpoint_has_room_for_so_many_steps_in_the_largest_game():
    log, _ = opened(store := MemoryStore(), LARGE)
    for value in range(1, 100):
        log.change(log.state.effects([("large", 0, "f0", value)]))
    log._save()
    again, said = opened(store, LARGE)
    assert said == "ok"
    assert len(again.done) == module.LEAST == 64


def test_a_block_that_begins_elsewhere_than_the_checkpoint_says_is_read_once():
    """What comes behind it is of another evening: nothing more is looked for."""
    loader = journal_load._Loader(MemoryStore(), "game", State(KINDS))
    loader.history.blocks = [["c", 100, 200]]
    read = []
    loader.files.block_at = lambda file: (read.append(file), (150, bytes(90)))[1]
    assert loader._extend_blocks(200, 300) == 200
    assert (read, loader.history.blocks) == (["c"], [["c", 100, 200]])
