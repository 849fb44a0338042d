"""Damaged files, older copies, and records that no game writes."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gobelet.journal import journal as module
from gobelet.journal.journal import EFFECT, LAST, LOGS, Journal
from gobelet.journal.records import LINK, record_ends
from gobelet.rules.effects import effects_of
from gobelet.rules.sheet import Kind, State
from tests.device.strips import StripStore
from tests.journal.inside import save_checkpoint, write_record
from tests.journal.journal_model import (
    ALL,
    KINDS,
    LARGE,
    SMALL,
    Player,
    flip_bit,
    gold_of,
    has_legal_values,
    longer_than_two_logs,
    open_journal,
    pending_note,
    undo_all,
    values_of,
)
from tests.journal.stores import MemoryStore, RecordingStore, TroubledStore, pending_roll
from tests.sweep import case_count, sample_cases

# Any damage.


def play_session(seed: int, count: int, kinds=SMALL) -> tuple[MemoryStore, Player]:
    player = Player(store := MemoryStore(), seed, kinds)
    player.play(count)
    return store, player


def every_value(store: MemoryStore, kinds) -> dict[tuple[int, int, int], set[int]]:
    """Return each value that a field has at the start, or gets from a transaction."""
    found: dict[tuple[int, int, int], set[int]] = {}
    state = State(kinds)
    for k, kind in enumerate(kinds):
        for row in range(kind.rows):
            for f in range(len(kind.fields)):
                found[k, row, f] = {state.value(k, row, f)}
    log, _ = open_journal(MemoryStore(store.files), kinds)
    for place, known in found.items():
        known.add(log.state.value(*place))
    for _, kind, payload in log.newest_first():
        if kind & 0x0F == EFFECT:
            for k, row, f, old, new in effects_of(payload):
                found[k, row, f] |= {old, new}
    return found


def check_damaged(files: dict[str, bytes], broken: dict[str, bytes], known, kinds=SMALL) -> Journal:
    """Start with damaged files: the start reports the damage, or no value is lost."""
    store = MemoryStore(broken)
    log, said = open_journal(store, kinds)
    assert has_legal_values(log.state)
    for k, kind in enumerate(kinds):
        for row in range(kind.rows):
            for f in range(len(kind.fields)):
                assert log.state.value(k, row, f) in known[k, row, f]
    for name, data in broken.items():
        assert store.files[name] == data, "loading overwrites nothing"
    if said == "ok":
        assert visible_state(log) == visible_state(open_journal(MemoryStore(files), kinds)[0])
    # Idle passes check the blocks.
    while log.do_idle_work():
        pass
    if not log.has_new_damage:
        assert list(log.newest_first()) == list(open_journal(MemoryStore(files), kinds)[0].newest_first())
    # No start reads the old file any more.
    spare = f"game/{(open_journal(MemoryStore(files), kinds)[0].log.number + 1) % LOGS}"
    for name, data in broken.items():
        if name == spare:
            continue
        if name + ".bad" in store.files and not name.endswith(".bad"):
            assert store.files[name + ".bad"] == data
        elif store.files[name] != data:
            assert files.get(name) == data, "what was damaged is written over only with a copy"
    return log


def visible_state(log: Journal) -> tuple[object, ...]:
    return values_of(log.state), log.done, log.undone, log.position, log.source_roll(), pending_roll(log)


def check_usable(log: Journal, kinds=SMALL) -> None:
    """Check that the journal works after damage, and the next start finds all later records."""
    store = log.files.store
    for n in range(60):
        log.change(log.state.effects([("table", 0, "turn", 4000 + n)]))
    log.write_roll(1, [], [], 0, b"last")
    values = values_of(log.state)
    log, _ = open_journal(store, kinds)
    assert values_of(log.state) == values
    assert pending_note(log) == b"last"
    for n in range(59, 0, -1):
        log.undo()
        assert log.state.get("table", 0, "turn") == 4000 + n - 1


@pytest.mark.sweep
def test_every_single_bit_of_a_log():
    """The journal finds, reports and sets aside each flipped bit, or no value is lost.

    No flipped bit leads to a false value.
    """
    store, player = play_session(40, 260)
    assert sorted(store.files) == ["game/0", "game/1", "game/a", "game/b"]
    known = every_value(store, SMALL)
    exact = 0
    every = [(name, bit) for name, data in store.files.items() for bit in range(8 * len(data))]
    bits = sample_cases(every, 80)
    for number, (name, bit) in enumerate(bits):
        broken = {**store.files, name: flip_bit(store.files[name], bit)}
        log = check_damaged(store.files, broken, known)
        assert log.has_new_damage
        exact += values_of(log.state) == player.model.values
        assert log.files.store.files[name + ".bad"] == broken[name]
        if number % 30 == 0:
            again, said = open_journal(MemoryStore(log.files.store.files), SMALL)
            assert said == "ok", "told once"
            assert values_of(again.state) == values_of(log.state)
            check_usable(log)
    assert exact > len(bits) // 2, "the checkpoint has most values too"


@pytest.mark.sweep
def test_all_of_a_young_log_is_looked_at():
    store, _ = play_session(40, 20)
    assert sorted(store.files) == ["game/0", "game/b"]
    every = [(name, bit) for name, data in sorted(store.files.items()) for bit in range(8 * len(data))]
    for name, bit in sample_cases(every, 250):
        broken = {**store.files, name: flip_bit(store.files[name], bit)}
        log, said = open_journal(MemoryStore(broken), SMALL)
        assert said == "damaged", (name, bit)
        assert log.files.store.files[name + ".bad"] == broken[name]
        assert open_journal(log.files.store, SMALL)[1] == "ok", "told once"


@functools.cache
def long_log() -> tuple[MemoryStore, dict[tuple[int, int, int], set[int]]]:
    store, player = play_session(41, 1600)
    assert player.log.position > ALL
    return store, every_value(store, SMALL)


a_damage = st.tuples(
    st.integers(0, 10**6),
    st.sampled_from(
        ["flip", "flip", "flip", "zero", "ones", "short", "gone", "empty", "swap", "noise", "longer"]
    ),
    st.integers(0, 10**6),
)


def damage_file(files: dict[str, bytes], what: tuple[int, str, int]) -> dict[str, bytes]:
    names = sorted(files)
    name = names[what[0] % len(names)]
    data = files[name]
    at = what[2] % max(1, len(data))
    broken: dict[str, bytes | None] = {
        "flip": flip_bit(data, what[2] % (8 * len(data))) if data else b"",
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
@settings(max_examples=case_count(12, 1000))
@given(damages=st.lists(a_damage, min_size=1, max_size=6))
@example(damages=[(16, "zero", 294823), (33, "flip", 437503)])
@example(
    damages=[(12, "zero", 294823), (18, "flip", 437503), (19, "short", 5), (37, "gone", 0), (36, "gone", 0)]
)
def test_any_damage_to_a_full_ring(damages):
    store, known = long_log()
    broken = dict(store.files)
    for what in damages:
        broken = damage_file(broken, what)
    log = check_damaged(store.files, broken, known)
    ahead = len(log.undone)
    back = sum(log.undo() is not None for _ in range(20))
    assert has_legal_values(log.state)
    assert sum(log.redo() is not None for _ in range(60)) <= back + ahead
    assert has_legal_values(log.state)
    check_usable(log)


# Logs.


@pytest.mark.parametrize("place", range(8))
def test_damage_costs_only_the_transaction_it_hit(place):
    """The test sets eight fields in turn, and damages the record of one of them."""
    log, _ = open_journal(store := RecordingStore())
    for n in range(8):
        log.change(log.state.effects([("ship", n, "f0", 50 + n)]))
    begin = module.LOG_FIRST + 11 * place
    assert len(store.files["game/0"]) == module.LOG_FIRST + 8 * 11
    for bit in range(8 * begin, 8 * (begin + 11)):
        broken = MemoryStore({"game/0": flip_bit(store.files["game/0"], bit)})
        log, said = open_journal(broken)
        assert said == "damaged"
        expected = [50 + n for n in range(8)]
        expected[place] = 0
        assert [log.state.get("ship", n, "f0") for n in range(8)] == expected
        assert len(log.done) == 7
        assert len(list(undo_all(log))) == 7
        assert values_of(log.state) == values_of(State(KINDS))
        assert len(list(undo_all(log, log.redo))) == 7
        assert [log.state.get("ship", n, "f0") for n in range(8)] == expected


def ship_values(log: Journal) -> list[tuple[int, int, int]]:
    return [(row, f, log.state.value(1, row, f)) for row in range(40) for f in range(5)]


@pytest.mark.parametrize("hit", range(7))
def test_half_a_large_transaction_is_never_made(hit):
    """A transaction has 200 effects in seven records; the test damages one of these."""
    player = Player(store := RecordingStore(), 2)
    player.log.change(player.log.state.effects([("table", 0, "turn", 2)]))
    since = len(store.writes)
    player.changed([("ship", row, f"f{n}", 77) for row in range(40) for n in range(5)], False)
    assert [name for _, name, _, _ in store.writes[since:]] == ["game/0"] * 7
    at = module.LOG_FIRST + 11 + 235 * hit  # an offset after the first change
    for byte in (0, 1, 2, 9, 17):
        broken = MemoryStore({**store.files, "game/0": flip_bit(store.files["game/0"], 8 * (at + byte) + 3)})
        log, said = open_journal(broken)
        assert said == "damaged"
        assert ship_values(log) == ship_values(open_journal(MemoryStore())[0])
        assert log.undo() == [(2, 0, 0, 1, 2)]


def test_a_change_longer_than_two_logs_whose_beginning_is_damaged_is_told():
    """The change is in a block at that time. The start applies no part of the change, and reports the damage."""
    _, store, _ = longer_than_two_logs(0)
    broken = flip_bit(store.files["game/0"], 8 * (module.LOG_FIRST + 9))
    again, said = open_journal(MemoryStore({**store.files, "game/0": broken}), LARGE)
    assert (said, values_of(again.state)) == ("damaged", values_of(State(LARGE)))


def test_an_undo_that_is_damaged():
    """The list then shows the undone step as valid again.

    No wrong value is restored.
    """
    for target in range(3):
        log, _ = open_journal(store := MemoryStore())
        ends = []
        for n in range(3):
            log.change(log.state.effects([("player", n, "gold", 40 + n)]))
        for _ in range(3):
            log.undo()
            ends.append(len(store.files["game/0"]))
        broken = flip_bit(store.files["game/0"], 8 * (ends[target] - 3))
        log, said = open_journal(MemoryStore({"game/0": broken}))
        assert said == "damaged"
        expected = [3, 3, 3]
        expected[2 - target] = 42 - target
        assert [log.state.get("player", n, "gold") for n in range(3)] == expected
        while log.undo() is not None:
            pass
        while log.redo() is not None:
            pass
        assert has_legal_values(log.state)


@pytest.mark.parametrize("idle", [False, True])
def test_all_of_the_newest_log_and_the_end_of_the_one_before_are_lost(idle):
    """The position of the journal is then before the newest log, and later writes continue there."""
    log, _ = open_journal(store := MemoryStore())
    for n in range(290):
        log.change(log.state.effects([("table", 0, "turn", 2 + n)]))
    first, second = (store.files["game/" + name] for name in "01")
    for name in "ab":
        store.files.pop("game/" + name, None)
    store.files["game/0"] = first[:-60] + bytes(60)
    store.files["game/1"] = second[: module.LOG_FIRST] + bytes(len(second) - module.LOG_FIRST)
    log, said = open_journal(store)
    assert (said, log.position) == ("damaged", log.history.base + len(log.history.tail) - module.LINK)
    while idle and log.do_idle_work():
        pass
    for turn in range(4000, 4060):
        log.change(log.state.effects([("table", 0, "turn", turn)]))
        again, _ = open_journal(MemoryStore(store.files))
        assert again.state.get("table", 0, "turn") == turn
    assert len(again.done) == module.STEPS, "most of them are from before the damage"
    assert [again.undo() is not None for _ in range(module.STEPS + 1)] == [True] * module.STEPS + [False]


def test_a_log_cut_short_is_told_and_not_written_behind():
    log, _ = open_journal(store := MemoryStore())
    for n in range(5):
        log.change(log.state.effects([("ship", n, "f0", 50)]))
    data = store.files["game/0"]
    broken = [data[:-cut] for cut in range(1, 11)]
    broken += [flip_bit(data, bit) for bit in range(8 * (len(data) - 11), 8 * len(data))]
    for bad in broken:
        log, said = open_journal(MemoryStore({"game/0": bad}))
        assert (said, len(log.done)) == ("damaged", 4)
        log.change(log.state.effects([("ship", 9, "f0", 60)]))
        assert log.files.store.files["game/0"] == log.files.store.files["game/0.bad"] == bad
        log, said = open_journal(MemoryStore(log.files.store.files))
        assert (said, len(log.done)) == ("ok", 5)


def test_a_log_with_a_damaged_record_is_kept_as_it_is():
    log, _ = open_journal(store := MemoryStore())
    for turn in range(2, 12):
        log.change(log.state.effects([("table", 0, "turn", turn)]))
    spoilt = bytearray(store.files["game/0"])
    spoilt[len(spoilt) // 2] ^= 1
    store.files["game/0"] = bytes(spoilt)
    log, said = open_journal(store)
    assert said == "damaged"
    log.change(log.state.effects([("table", 0, "turn", 30)]))
    assert store.files["game/0"] == spoilt, "nothing is added to it"
    log, said = open_journal(store)
    assert (said, log.state.get("table", 0, "turn")) == ("ok", 30)


# Records that no game writes.


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
        log, _ = open_journal(store := MemoryStore(), kinds)
        log.change(log.state.effects([("player", 1, name, value)]))
        found, said = open_journal(store, kinds)
        assert (said, found.state.get("player", 1, name)) == ("ok", value)
    for value in (low - 1, high + 1):
        if -32768 <= value <= 32767:
            log, _ = open_journal(store := MemoryStore(), kinds)
            write_record(
                log, module.EFFECT | module.FIRST | LAST, module.pack_effects([(0, 1, field, 0, value)])
            )
            found, said = open_journal(store, kinds)
            assert (said, found.state.get("player", 1, name)) == ("damaged", 0), value


def test_a_record_that_no_game_can_have_written_is_damage():
    """The records are well formed.

    A value is out of bounds, a row does not exist, or the kind of record is unknown.
    """
    for kind, payload in (
        (module.EFFECT | module.FIRST | LAST, module.pack_effects([(0, 0, 0, 10, 31)])),
        (module.EFFECT | module.FIRST | LAST, module.pack_effects([(0, 0, 1, 0, 11)])),
        (module.EFFECT | module.FIRST | LAST, module.pack_effects([(0, 3, 0, 10, 9)])),
        (module.EFFECT | module.FIRST | LAST, module.pack_effects([(7, 0, 0, 10, 9)])),
        (module.EFFECT | module.FIRST | LAST, b"\0" * 6),
        (module.UNDO, b"\0"),
        (9, b"what is this"),
    ):
        log, _ = open_journal(store := MemoryStore())
        log.change(log.state.effects([("table", 0, "turn", 2)]))
        write_record(log, kind, payload)
        log, said = open_journal(store)
        assert said == "damaged", payload
        assert has_legal_values(log.state)
        assert log.state.get("table", 0, "turn") == 2
        assert store.files["game/0.bad"] == store.files["game/0"]
        assert open_journal(store)[1] == "ok", "told once"


def test_a_record_for_other_values_is_told_and_its_log_is_no_damaged_file():
    log, _ = open_journal(store := MemoryStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    write_record(log, module.EFFECT | module.FIRST | LAST, module.pack_effects([(2, 0, 0, 9, 3)]))
    log, said = open_journal(store)
    assert said == "damaged"
    assert not [name for name in store.files if name.endswith(".bad")]


@pytest.mark.parametrize("size", [0, 3, 5])
def test_an_undo_that_cannot_be_read_hides_no_roll(size):
    """The record has a right checksum, but no game has written it."""
    log, _ = open_journal(store := MemoryStore())
    rolled = log.write_roll(7, [3], [(4,)])
    write_record(log, module.UNDO, b"\0" * size)
    for found in (log, open_journal(store)[0]):
        assert found.source_roll()[0] == rolled


# Files of another evening or game.


def test_a_newest_log_that_ends_before_the_checkpoint_is_told_and_kept_aside():
    log, _ = open_journal(store := MemoryStore())
    for turn in range(2, 7):
        log.change(log.state.effects([("table", 0, "turn", turn)]))
    older = store.files["game/0"]
    for turn in range(12, 17):
        log.change(log.state.effects([("table", 0, "turn", turn)]))
    save_checkpoint(log)
    store.files["game/0"] = older
    log, said = open_journal(store)
    assert (said, log.state.get("table", 0, "turn")) == ("damaged", 16)
    assert store.files["game/0.bad"] == older
    log.change(log.state.effects([("table", 0, "turn", 30)]))
    log, said = open_journal(store)
    assert (said, log.state.get("table", 0, "turn")) == ("ok", 30)
    assert log.undo() is not None
    assert log.state.get("table", 0, "turn") == 16


def test_a_log_of_another_evening_in_the_place_of_the_newest():
    """The log is whole, with the right number and position; only the records before it differ."""
    stores = []
    for face in (3, 4):
        log, _ = open_journal(store := MemoryStore())
        while log.log.number < 1:
            log.write_roll(1, [], [(face,)])
        log.change(log.state.effects([("table", 0, "turn", face)]))
        stores.append(store)
    ours, theirs = stores
    assert sorted(ours.files) == sorted(theirs.files)
    assert open_journal(MemoryStore(ours.files))[1] == "ok"
    mixed = MemoryStore({**ours.files, "game/1": theirs.files["game/1"]})
    assert open_journal(mixed)[1] == "damaged"


def live_evening(seed: int) -> tuple[list[dict[str, bytes]], Journal]:
    """Return the files after each step of an evening, and the journal that a start then finds."""
    chance = random.Random(seed)
    player = Player(store := StripStore(), seed, SMALL if seed % 2 else KINDS)
    files = []
    for _ in range(chance.choice((150, 250, 400))):
        player.act()
        player.model = player.next
        if chance.random() < (0.5 if seed % 3 else 0.07):
            player.rest()
        files.append(dict(store.files))
    return files, open_journal(StripStore(files[-1]), player.kinds)[0]


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample_cases(range(12), 2))
def test_an_older_copy_of_a_file_is_told_and_kept_aside(seed):
    """The test tries any file but the newest log.

    An older copy of that one looks like the state after a power cut.
    """
    then, whole = live_evening(seed)
    chance = random.Random(seed)
    now = then[-1]
    for _ in range(25):
        others = sorted(set(now) - {f"game/{whole.log.number % LOGS}"})
        names = chance.sample(others, min(len(others), chance.choice((1, 1, 2, 3))))
        older = {name: chance.choice(then).get(name, now[name]) for name in names}
        log, _ = open_journal(store := StripStore({**now, **older}), whole.state.kinds)
        values = values_of(log.state)
        while log.do_idle_work():
            pass
        assert log.has_new_damage or values == values_of(whole.state), names
        if log.has_new_damage and len(names) == 1:
            assert store.files[f"{names[0]}.bad"] == older[names[0]]
        check_usable(log, whole.state.kinds)


def test_an_older_checkpoint_does_not_hide_the_newest_log():
    """Without idle passes the other checkpoint has the third newest log.

    A start must look for later logs.
    """
    log, _ = open_journal(store := MemoryStore())
    saved = []
    while log.checkpoint.number < 4:
        log.change(log.state.effects([("table", 0, "turn", 2 + log.position % 4000)]))
        saved.append(dict(store.files))
    log.change(log.state.effects([("table", 0, "turn", 1)]))
    newest = "game/" + "ab"[log.checkpoint.number % 2]
    older = next(files[newest] for files in reversed(saved) if files.get(newest) != store.files[newest])
    files = {**store.files, newest: older}
    found, said = open_journal(store := MemoryStore(files))
    assert (said, values_of(found.state)) == ("damaged", values_of(log.state))
    assert store.files[newest + ".bad"] == older


def test_a_checkpoint_of_another_game_is_not_taken_for_one_of_these_logs():
    """Two checkpoints have the same length, and the next change fits both.

    Only the bytes before the checkpoint distinguish them.
    """

    def lived_by(values):
        log, _ = open_journal(store := MemoryStore())
        for number in values:
            log.change(log.state.effects([("table", 0, "turn", number)]))
        saved = dict(store.files)
        while log.do_idle_work():
            pass
        checkpoint = {name: data for name, data in store.files.items() if saved.get(name) != data}
        log.change(log.state.effects([("player", 0, "gold", 5)]))
        return checkpoint, store.files, log

    checkpoint, _, _ = lived_by([2, 3, 4])
    again, files, log = lived_by([4, 3, 2])
    assert checkpoint and checkpoint.keys() == again.keys()
    whole, said = open_journal(MemoryStore({**files, **again}))
    assert said == "ok" and values_of(whole.state) == values_of(log.state)
    _, said = open_journal(MemoryStore({**files, **checkpoint}))
    assert said == "damaged"


# Blocks and checkpoints.


def with_older_blocks() -> tuple[Journal, MemoryStore, Iterator[int]]:
    """Return a journal with three older blocks, its store, and the turns that follow."""
    log, _ = open_journal(store := MemoryStore(), SMALL)
    turns = itertools.cycle(range(2, 5000))
    while len(log.history.blocks) < 3:
        log.change(log.state.effects([("table", 0, "turn", next(turns))]))
        while log.do_idle_work():
            pass
    return log, store, turns


def test_a_damaged_block_is_kept_aside_before_a_log_takes_its_place():
    """The device has had no idle moment since its start, so it has not checked the block yet."""
    log, store, turns = with_older_blocks()
    file = log.history.blocks[1][0]
    whole = store.files[f"game/{file}"]
    data = store.files[f"game/{file}"] = flip_bit(whole, 8 * (len(whole) // 2) + 6)
    log, _ = open_journal(store, SMALL)
    assert f"game/{file}.bad" not in store.files
    while store.files[f"game/{file}"] == data:
        log.change(log.state.effects([("table", 0, "turn", next(turns))]))
    assert store.files[f"game/{file}.bad"] == data


def test_damage_anywhere_in_an_older_block_is_found_in_idle_moments():
    """An idle moment checks a few records of a block at a time."""
    log, store, _ = with_older_blocks()
    file, first, _ = log.history.blocks[1]
    records = log.files.block_at(file)[1]
    ends = record_ends(records, LINK, first)
    assert len(ends) > 2 * module.AT_ONCE
    at = store.files[f"game/{file}"].index(records)
    for end in [None, *ends[:: len(ends) // 9], ends[module.AT_ONCE - 1], ends[module.AT_ONCE], ends[-1]]:
        files = dict(store.files)
        if end is not None:
            data = bytearray(files[f"game/{file}"])
            data[at + end - 1] ^= 1
            files[f"game/{file}"] = bytes(data)
        found, said = open_journal(again := MemoryStore(files), SMALL)
        while found.do_idle_work():
            pass
        assert said == "ok"
        assert found.has_new_damage == (f"game/{file}.bad" in again.files) == (end is not None), end


def test_either_checkpoint_can_go():
    store, _ = long_log()
    whole, _ = open_journal(MemoryStore(store.files), SMALL)
    for turn in "ab":
        for bad in (b"", b"\0" * 40, store.files["game/" + turn][:-1]):
            log, said = open_journal(MemoryStore({**store.files, "game/" + turn: bad}), SMALL)
            assert said == "damaged"
            assert values_of(log.state) == values_of(whole.state)
            count = min(len(log.done), len(whole.done))
            assert log.done[-count:] == whole.done[-count:]
            assert log.undone == whole.undone


def test_a_lost_block_costs_only_steps():
    store, _ = long_log()
    whole, _ = open_journal(MemoryStore(store.files), SMALL)
    for name in [block[0] for block in whole.history.blocks]:
        for lost in (b"gone", None):
            files = {**store.files, "game/" + name: lost}
            log, _ = open_journal(
                MemoryStore({n: data for n, data in files.items() if data is not None}), SMALL
            )
            assert values_of(log.state) == values_of(whole.state)
            while log.do_idle_work():
                pass
            assert log.has_new_damage
            steps = len(list(undo_all(log)))
            assert log.done == [], "no step is offered that leads nowhere"
            assert has_legal_values(log.state)
            assert len(list(undo_all(log, log.redo))) <= steps + len(whole.undone)
            again, said = open_journal(log.files.store, SMALL)
            assert (said, values_of(again.state)) == ("ok", values_of(log.state))


# The copies of damaged files.


def test_a_copy_that_cannot_be_kept_does_not_keep_the_game_from_opening():
    store = TroubledStore({**long_log()[0].files, "game/a": b"x"})
    store.trouble(0, 0, OSError, 10**6)
    log, said = open_journal(store, SMALL)
    assert said == "damaged"
    assert log.done


def test_the_copy_of_a_damaged_file_is_kept_until_there_is_newer_damage():
    store, _ = long_log()
    files = {**store.files, "game/a": b"first"}
    log, said = open_journal(MemoryStore(files), SMALL)
    assert (said, log.files.store.files["game/a.bad"]) == ("damaged", b"first")
    for n in range(200):
        log.change(log.state.effects([("table", 0, "turn", 4000 + n)]))
        log.do_idle_work()
    assert log.files.store.files["game/a"] != b"first", "the next checkpoint took its place"
    log, said = open_journal(MemoryStore(log.files.store.files), SMALL)
    assert (said, log.files.store.files["game/a.bad"]) == ("ok", b"first")
    log.files.store.files["game/a"] = b"second"
    log, said = open_journal(MemoryStore(log.files.store.files), SMALL)
    assert (said, log.files.store.files["game/a.bad"]) == ("damaged", b"second")


def test_nothing_damaged_is_written_over_while_there_is_no_copy():
    store = TroubledStore({**long_log()[0].files, "game/a": b"x"})

    def replace_but_bad(name: str, data: bytes) -> None:
        if name.endswith(".bad"):
            raise OSError(28)
        TroubledStore.replace(store, name, data)

    store.replace = replace_but_bad  # type: ignore[method-assign]
    log, said = open_journal(store, SMALL)
    assert said == "damaged"
    for n in range(200):
        log.change(log.state.effects([("table", 0, "turn", 4000 + n)]))
        log.do_idle_work()
    assert store.files["game/a"] == b"x"
    assert open_journal(store, SMALL)[0].state.get("table", 0, "turn") == 4199


def test_nor_is_a_damaged_block():
    """The log that would take its place has no room while the copy of the block has none."""
    log, store, turns = with_older_blocks()
    file = log.history.blocks[1][0]
    whole = store.files[f"game/{file}"]
    data = store.files[f"game/{file}"] = flip_bit(whole, 8 * (len(whole) // 2) + 6)
    real = store.replace
    full = [True]

    def replace_but_bad(name: str, data: bytes) -> None:
        if full and name.endswith(".bad"):
            raise OSError(28)
        real(name, data)

    store.replace = replace_but_bad  # type: ignore[method-assign]
    log, _ = open_journal(store, SMALL)
    while not log.has_new_damage:
        assert log.do_idle_work()
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
    log, said = open_journal(store)
    assert said == "new"
    log.change(log.state.effects([("player", 0, "gold", 9)]))
    assert gold_of(open_journal(store)[0]) == 9
