"""Records: the values that their bytes give, their length, and their place in a file."""

from __future__ import annotations

import itertools

import pytest

from gobelet.journal import journal as module
from gobelet.journal.journal import LIMIT, pack_roll, unpack_roll
from gobelet.journal.records import BY_HAND, ENTRY, STRIP
from tests.device.strips import StripStore
from tests.journal.journal_model import ATTACK, Player, gold_of, open_journal, pending_note
from tests.journal.stores import MemoryStore, RecordingStore
from tests.sweep import sample_cases


def test_a_roll_comes_back_as_it_was():
    for v in ([], [0, -1, 127, -127, -128, 128, 300, -32768, 32767]):
        for path in ([], [(6,)], [(1, 2, 3), 1, (), 0, -4, 1000, (100,) * 20]):
            assert unpack_roll(pack_roll(200, v, path, BY_HAND, b"note")) == (200, BY_HAND, v, path, b"note")


def test_bytes_of_typical_records():
    store = RecordingStore()
    log, _ = open_journal(store)
    log.write_roll(*ATTACK)
    log.change(log.state.effects([("player", 0, "wounds", 4)]))
    log.change(log.state.effects([("player", 0, "wounds", 5), ("player", 1, "gold", 9)]))
    log.undo()
    sizes = [len(data) for _, _, data, _ in store.writes]
    assert sizes == [18 + 32, 11, 18, 8]


def test_a_record_too_long_is_refused_before_anything_is_written():
    log, _ = open_journal(store := MemoryStore())
    with pytest.raises(ValueError):
        log.write_roll(1, [300] * 90, [])
    assert store.files == {}
    log.write_roll(1, [1] * 200, [(6,) * 20], note=b"x" * 20)
    assert pending_note(log) == b"x" * 20


def test_files_stay_within_a_block_of_flash():
    store = RecordingStore()
    player = Player(store, 5)
    player.play(900)
    for _, name, _, files in store.writes:
        assert len(files.get(name, b"")) <= 4096
    assert set(store.files) == {"game/" + name for name in "0123456ab"}
    assert LIMIT <= 4096


@pytest.mark.sweep
@pytest.mark.parametrize(("left", "earlier"), sample_cases(itertools.product(range(8), [False, True]), 2))
def test_a_log_that_is_full_to_the_last_byte_is_read_to_its_end(left, earlier, monkeypatch):
    """An older log has no blank bytes between its records and its notes.

    A change from 2 to -3 looks like a note there: two bytes, and the same two inverted.
    """
    if earlier:
        monkeypatch.setattr(module, "LIMIT", STRIP - 2 * ENTRY)
    log, _ = open_journal(store := StripStore())
    for n in range(9):  # at every offset at which a note may be
        log.change(log.state.effects([("player", 0, "gold", (2, -3)[n % 2])]))
    turn = 1
    while STRIP - log.log.used > 250:
        log.change(log.state.effects([("table", 0, "turn", turn := turn + 1)]))
    log.write_roll(1, [], [], 0, bytes(STRIP - 2 * ENTRY - left - log.log.used - 12))
    monkeypatch.undo()
    for _ in range(2):
        again, said = open_journal(StripStore(store.files))
        assert (said, again.position) == ("ok", log.position)
        assert (gold_of(again), again.state.get("table", 0, "turn")) == (2, turn)
        while again.undo():
            pass
        assert (gold_of(again), again.state.get("table", 0, "turn")) == (3, 1)
        # the change is in the next log
        log.change(log.state.effects([("table", 0, "turn", turn := turn + 1)]))
