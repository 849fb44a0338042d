"""The first start: the language, then a lesson in which the player tries each key."""

from __future__ import annotations

import pytest

from gobelet.system.welcome import STEPS
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore
from tests.toy_game.plugin import Toy


@pytest.fixture
def new(toy_world):
    """A device before its first start."""
    board = Toy(store=MemoryStore())
    yield board
    assert board.faults == []
    assert board.context.t.missing == 0
    assert board.app.canvas.clipped == 0


LESSON = (
    (DOWN, 40, "Tenez ↓"),
    (DOWN, 1500, "OK agit"),
    (OK, 40, "Tenez OK"),
    (OK, 700, "Tenez RETOUR"),
    (BACK, 700, "C’est tout"),
)


def test_the_language_then_the_lesson_then_the_games(new):
    assert new.reads("Français", "English")
    assert new.ids == ["system.home", "system.welcome"]
    new.ok()
    assert new.reads("Les touches", "1/6", "Appuyez sur ↓")
    for at, (key, ms, words) in enumerate(LESSON):
        new.press(key, ms)
        assert new.reads(f"{at + 2}/6", words)
    new.ok()
    assert new.ids == ["system.home"]
    new.pull()
    assert new.ids == ["system.home"], "once is enough"


def test_it_takes_less_than_ten_seconds(new):
    began = new.clock.elapsed_ms
    new.ok()
    for key, ms, _ in LESSON:
        new.press(key, ms)
    new.ok()
    assert new.clock.elapsed_ms - began < 10_000
    assert len(STEPS) == len(LESSON) + 1


def test_in_english(new):
    new.down()
    new.ok()
    assert new.app.device.settings["language"] == "en"
    assert new.reads("The keys", "Press ↓", "BACK skip")
    new.up()
    assert new.reads("2/6", "Hold ↓"), "either way moves"
    new.back()
    assert new.reads("Toy", "Settings")


def test_another_key_than_the_one_asked_for_waits(new):
    new.ok()
    for at, (key, ms, _) in enumerate(LESSON):
        for other, long in ((UP, 40), (OK, 40), (OK, 700), (BACK, 700)):
            if (other, long) != (key, ms) and (other | key, long) != (UP | DOWN, ms):
                new.press(other, long)
                assert new.reads(f"{at + 1}/6")
        new.press(key, ms)
    assert new.reads("6/6")


@pytest.mark.parametrize("step", range(6))
def test_back_skips_at_any_step(new, step):
    new.ok()
    for key, ms, _ in LESSON[:step]:
        new.press(key, ms)
    new.back()
    assert new.ids == ["system.home"]
    new.pull()
    assert new.ids == ["system.home"]


def test_back_on_the_language_asks_again(new):
    new.back(2)
    assert new.reads("Français", "English")


def test_pulled_in_the_middle_it_begins_again_in_the_language_chosen(new):
    new.down()
    new.ok()
    new.down()
    new.pull()
    assert new.reads("The keys", "1/6"), "the language is not asked for again"
    new.back()
    assert new.ids == ["system.home"]


def test_a_full_store_does_not_lock_the_player_in(new):
    new.store.full = True
    new.ok()
    assert new.reads("Stockage plein")
    new.ok()
    assert new.reads("Les touches")
    new.back()
    assert new.reads("Stockage plein")
    new.ok()
    assert new.ids == ["system.home"]
    new.faults.clear()


def test_the_lesson_undoes_nothing(new):
    new.ok()
    new.undo()
    assert not new.reads("Rien à annuler")


def test_a_key_that_is_not_meant_is_answered(new):
    new.ok()
    new.ok()
    assert new.reads("Pas cette touche", "1/6")
    new.press(DOWN, 40)
    assert new.reads("2/6")
    new.press(DOWN, 40)
    assert new.reads("2/6"), "a tap does not run"
    new.press(DOWN, 1500)
    assert new.reads("3/6", "RETOUR passer"), "no answer while the key is still held"
    new.run(700)
    new.press(DOWN, 40)
    assert new.reads("3/6", "Pas cette touche"), "pressed anew it is answered"
