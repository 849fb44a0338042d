"""Presses within one bubble are one undo step; an action between them begins a new step."""

from __future__ import annotations

import pytest

from tests.journal.journal_model import ALL, ATTACK, gold_of, open_journal, undo_all
from tests.journal.stores import MemoryStore


def test_many_presses_within_one_bubble_are_one_step():
    log, _ = open_journal(store := MemoryStore())
    log.change(log.state.effects([("player", 0, "gold", 50)]))
    for n in range(100):
        log.change(log.state.effects([("player", 0, "gold", 51 + n)]), join=n > 0)
    assert log.position > 1000
    for one in (log, open_journal(store)[0]):
        assert len(one.done) == 2
        one.undo()
        assert gold_of(one) == 50
        one.redo()
        assert gold_of(one) == 150


def test_endless_presses_are_never_lost():
    """The bubble is longer than the ring: its beginning is dropped, and the presses stay."""
    log, _ = open_journal(store := MemoryStore())
    for n in range(2500):
        log.change(log.state.effects([("table", 0, "turn", 2 + n)]), join=True)
        log.do_idle_work()
    assert log.position > ALL
    one, said = open_journal(store)
    assert said == "ok"
    assert one.done == log.done
    for now in (one, log):
        assert now.state.get("table", 0, "turn") == 2501
        now.undo()
        assert 1 < now.state.get("table", 0, "turn") < 2501
        now.redo()


def test_what_may_join():
    log, _ = open_journal(store := MemoryStore())

    def change_gold(gold: int) -> None:
        log.change(log.state.effects([("player", 0, "gold", gold)]), join=True)

    change_gold(4)  # there is no transaction to join
    change_gold(5)
    log.write_roll(1, [], [])
    change_gold(6)  # a roll is between the presses
    change_gold(7)
    log.undo()
    log.redo()
    change_gold(8)  # an undo is between the presses
    change_gold(9)
    assert [gold_of(log) for _ in undo_all(log)] == [7, 5, 3]
    log, _ = open_journal(store)
    assert [gold_of(log) for _ in undo_all(log, log.redo)] == [5, 7, 9]
    log, _ = open_journal(store)
    change_gold(10)  # a restart is between the presses
    assert [gold_of(log) for _ in undo_all(log)] == [9, 7, 5, 3]


@pytest.mark.parametrize("between", ["nothing", "roll", "undo"])
def test_what_may_join_over_a_start_too(between: str):
    log, _ = open_journal(store := MemoryStore())
    for value in (4, 5):
        log.change(log.state.effects([("player", 0, "gold", value)]))
    if between == "roll":
        log.write_roll(1, [], [])
    elif between == "undo":
        log.undo()
        log.redo()
    log, _ = open_journal(store)
    log.change(log.state.effects([("player", 0, "gold", 9)]), 2)
    for each in (log, open_journal(store)[0]):
        assert [gold_of(each) for _ in undo_all(each)] == ([4, 3] if between == "nothing" else [5, 4, 3])


def test_what_comes_of_several_rolls_of_one_press_is_one_step():
    log, _ = open_journal(store := MemoryStore())
    log.change(log.state.effects([("table", 0, "turn", 2)]))
    for n in range(3):
        log.write_roll(*ATTACK[:3], effects=log.state.effects([("player", 0, "gold", 50 + n)]), join=n > 0)
        log.write_roll(*ATTACK[:3], join=1)  # the roll has no effect, so later changes may join
    assert len(log.done) == 2
    for one in (log, open_journal(MemoryStore(dict(store.files)))[0]):
        assert one.state.get("player", 0, "gold") == 52 and len(one.done) == 2
        assert [old for _, _, _, old, _ in one.undo()] == [3, 50, 51]
        assert (one.state.get("player", 0, "gold"), one.state.get("table", 0, "turn")) == (3, 2)
        assert one.redo() is not None
        assert one.state.get("player", 0, "gold") == 52


def test_what_comes_of_a_roll_that_joins_nothing_is_a_step_of_its_own():
    log, _ = open_journal(MemoryStore())
    for n in range(3):
        log.write_roll(*ATTACK[:3], effects=log.state.effects([("player", 0, "gold", 50 + n)]))
    log.write_roll(*ATTACK[:3])
    log.write_roll(*ATTACK[:3], effects=log.state.effects([("player", 0, "gold", 60)]), join=1)
    assert len(log.done) == 4
    log.undo()
    assert log.state.get("player", 0, "gold") == 52
