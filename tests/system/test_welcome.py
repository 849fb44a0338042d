"""The first start: the language, then a lesson in which the player tries each key."""

from __future__ import annotations

import pytest

from gobelet.system.welcome import STEPS
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore
from tests.toy_game.plugin import Toy


@pytest.fixture
def new_device(toy_world):
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


def test_the_language_then_the_lesson_then_the_games(new_device):
    assert new_device.reads("Français", "English")
    assert new_device.ids == ["system.home", "system.welcome"]
    new_device.ok()
    assert new_device.reads("Les touches", "1/6", "Appuyez sur ↓")
    for at, (key, ms, words) in enumerate(LESSON):
        new_device.press(key, ms)
        assert new_device.reads(f"{at + 2}/6", words)
    new_device.ok()
    assert new_device.ids == ["system.home"]
    new_device.pull()
    assert new_device.ids == ["system.home"], "once is enough"


def test_it_takes_less_than_ten_seconds(new_device):
    began = new_device.clock.elapsed_ms
    new_device.ok()
    for key, ms, _ in LESSON:
        new_device.press(key, ms)
    new_device.ok()
    assert new_device.clock.elapsed_ms - began < 10_000
    assert len(STEPS) == len(LESSON) + 1


def test_in_english(new_device):
    new_device.down()
    new_device.ok()
    assert new_device.app.device.settings["language"] == "en"
    assert new_device.reads("The keys", "Press ↓", "BACK skip")
    new_device.up()
    assert new_device.reads("2/6", "Hold ↓"), "either way moves"
    new_device.back()
    assert new_device.reads("Toy", "Settings")


def test_another_key_than_the_one_asked_for_waits(new_device):
    new_device.ok()
    for at, (key, ms, _) in enumerate(LESSON):
        for other, long in ((UP, 40), (OK, 40), (OK, 700), (BACK, 700)):
            if (other, long) != (key, ms) and (other | key, long) != (UP | DOWN, ms):
                new_device.press(other, long)
                assert new_device.reads(f"{at + 1}/6")
        new_device.press(key, ms)
    assert new_device.reads("6/6")


@pytest.mark.parametrize("step", range(6))
def test_back_skips_at_any_step(new_device, step):
    new_device.ok()
    for key, ms, _ in LESSON[:step]:
        new_device.press(key, ms)
    new_device.back()
    assert new_device.ids == ["system.home"]
    new_device.pull()
    assert new_device.ids == ["system.home"]


def test_back_on_the_language_asks_again(new_device):
    new_device.back(2)
    assert new_device.reads("Français", "English")


def test_pulled_in_the_middle_it_begins_again_in_the_language_chosen(new_device):
    new_device.down()
    new_device.ok()
    new_device.down()
    new_device.pull()
    assert new_device.reads("The keys", "1/6"), "the language is not asked for again"
    new_device.back()
    assert new_device.ids == ["system.home"]


def test_a_full_store_does_not_lock_the_player_in(new_device):
    new_device.store.full = True
    new_device.ok()
    assert new_device.reads("Stockage plein")
    new_device.ok()
    assert new_device.reads("Les touches")
    new_device.back()
    assert new_device.reads("Stockage plein")
    new_device.ok()
    assert new_device.ids == ["system.home"]
    new_device.faults.clear()


def test_the_lesson_undoes_nothing(new_device):
    new_device.ok()
    new_device.undo()
    assert not new_device.reads("Rien à annuler")


def test_a_key_that_is_not_meant_is_answered(new_device):
    new_device.ok()
    new_device.ok()
    assert new_device.reads("Pas cette touche", "1/6")
    new_device.press(DOWN, 40)
    assert new_device.reads("2/6")
    new_device.press(DOWN, 40)
    assert new_device.reads("2/6"), "a tap does not run"
    new_device.press(DOWN, 1500)
    assert new_device.reads("3/6", "RETOUR passer"), "no answer while the key is still held"
    new_device.run(700)
    new_device.press(DOWN, 40)
    assert new_device.reads("3/6", "Pas cette touche"), "pressed anew it is answered"
