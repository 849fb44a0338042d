"""A device with a buzzer: silent at first, then with tones for keys, dice, turns and deaths."""

from __future__ import annotations

import importlib

import pytest

from gobelet.device.signals import KINDS
from simulator.board import VirtualBoard, definition
from simulator.keys import DOWN, OK
from simulator.store import MemoryStore
from tests.games.own_tests import with_tests

HOUR = 3_600_000


def make_device(chosen: str = "", board: str = "pico_ssd1306_buzzer", **options: object) -> VirtualBoard:
    store = MemoryStore({"settings": b"taught=yes\nlanguage=en\n" + chosen.encode()})
    made = VirtualBoard(definition(board), store=store, **options)  # type: ignore[arg-type]
    made.run(300)
    return made


def tone_lengths(made: VirtualBoard) -> list[int]:
    """The length of each tone."""
    times = [at for at, _ in made.sounds]
    assert [on for _, on in made.sounds] == [1, 0] * (len(times) // 2)
    return [(end - start) // 10 * 10 for start, end in zip(times[::2], times[1::2], strict=True)]


def test_it_is_silent_until_the_player_wants_it() -> None:
    made = make_device()
    assert made.has_sound and made.app.device.signals is None
    made.press(DOWN)
    made.app.device.signal("time")
    made.run(500)
    assert made.sounds == []


def test_without_a_pin_the_settings_do_not_speak_of_it() -> None:
    made = make_device("sound=all\n", "pico_ssd1306")
    assert not made.has_sound and made.app.device.signals is None
    made.context.open("system.settings")
    assert not any("Sound" in label or "Quiet" in label for label, _ in made.app.stack.top().list)
    made = make_device()
    made.context.open("system.settings")
    assert {"Sound", "Quiet"} <= {label for label, _ in made.app.stack.top().list}


def test_a_press_has_a_short_one_where_keys_are_chosen() -> None:
    made = make_device("sound=all\n")
    made.press(DOWN)
    made.run(100)
    assert len(tone_lengths(made)) == 1 and tone_lengths(made)[0] <= 60
    made = make_device("sound=events\n")
    made.press(DOWN)
    made.run(100)
    assert made.sounds == []
    assert made.faults == []


def test_a_press_is_answered_as_soon_with_it_as_without() -> None:
    """One call begins the tone, and no code waits for its end."""
    frames = []
    for chosen in ("", "sound=all\n"):
        made = make_device(chosen)
        made.keys.down(DOWN)
        made.run(20)
        frames.append((made.picture(), made.bus.transactions))
    assert frames[0] == frames[1]


def test_all_dice_at_their_highest_face() -> None:
    made = make_device("sound=events\n")
    made.context.open("dice.home")
    made.run(200)
    for faces, tones in (([6, 5], 0), ([6, 6], 3)):
        made.sounds.clear()
        made.app.device.signal_throw([(6, face) for face in faces])
        made.run(1000)
        assert len(tone_lengths(made)) == tones
    assert made.faults == []


def test_a_turn_and_a_death_of_a_game() -> None:
    made = make_device("sound=events\n")
    made.context.open("trinytia.home")
    made.run(200)
    made.context.change([("game", 0, "turn", 3)])
    made.run(1000)
    assert len(tone_lengths(made)) == 2
    made.sounds.clear()
    made.context.change([("char", 1, "seat", 2)])
    made.run(1000)
    assert tone_lengths(made) == [500]
    made.sounds.clear()
    made.context.undo()
    made.run(1000)
    assert made.sounds == [], "what is taken back is told by the screen"
    assert made.faults == []


def test_the_time_that_is_up() -> None:
    made = make_device("sound=events\n")
    made.context.open("counters.home")
    made.context.open("counters.timer")
    made.context.change([("table", 0, "limit", 1)])  # a limit of 15 seconds
    made.press(OK)
    made.run(15_500)
    assert made.sounds == []
    made.run(3_000)
    assert tone_lengths(made) == [200, 200, 200, 400]
    made.run(5_000)
    assert len(tone_lengths(made)) == 4, "once"
    assert made.faults == []


def test_hours_of_quiet_end_by_themselves() -> None:
    made = make_device("sound=events\nquiet=1\noff=never\ndim=never\n")
    made.app.device.signal("time")
    made.run(2000)
    assert made.sounds == []
    made.clock.advance(HOUR)  # type: ignore[attr-defined]
    made.run(100)
    assert made.app.device.settings["quiet"] == "no"
    made.app.device.signal("time")
    made.run(2000)
    assert len(tone_lengths(made)) == 4


def test_the_night_needs_the_time_of_day() -> None:
    made = make_device("sound=events\n")
    made.context.open("system.settings")
    top = made.app.stack.top()
    top.cursor = [name for name, *_ in top.shown].index("quiet")
    top.on_result(4)
    assert made.context.dialogs.message == "Time unknown: quiet at all hours"
    made = make_device("sound=events\nquiet=night\n", hour=lambda: 12)
    made.app.device.signal("turn")
    made.run(500)
    assert len(tone_lengths(made)) == 2


def test_none_is_left_on_when_it_is_switched_off() -> None:
    made = make_device("sound=events\n")
    made.app.device.signal("death")
    made.run(100)
    assert made.sounding
    made.choose_setting("sound", "no")
    assert not made.sounding


def test_a_dark_panel_does_not_keep_one_on() -> None:
    made = make_device("sound=events\n")
    made.run(400_000)
    assert made.panel.is_dark
    made.app.device.signal("death")
    made.run(1_000)
    assert tone_lengths(made) == [500]


@pytest.mark.parametrize("game", with_tests())
def test_what_a_game_tells_of_is_in_its_sheets(game: str) -> None:
    screens = importlib.import_module(f"gobelet.games.{game}.screens")
    kinds = {kind.name: kind for kind in importlib.import_module(f"gobelet.games.{game}.rules.sheets").KINDS}
    for mark in getattr(screens, "SIGNALS", "").split():
        name, _, where = mark.partition(":")
        sheet, _, field = where.partition("=")[0].partition(".")
        assert name in KINDS
        assert field in kinds[sheet].fields
    declares = hasattr(screens, "SIGNALS")
    assert declares is (game != "dice"), f'add SIGNALS to the screens of {game}, "" for no sound'
