"""The settings screen: every value of every setting, and its immediate effect."""

from __future__ import annotations

import pytest

from gobelet.device.device import REPEATS
from gobelet.device.power import DIM, OFF
from gobelet.device.settings import HIDDEN, Settings, entries
from simulator.keys import BACK, DOWN, OK, UP

SHOWN = [(name, choices) for name, choices, _ in entries() if name not in HIDDEN]
MIRROR = bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))


@pytest.fixture
def options(toy):
    toy.app.device.hardware.buzz = lambda on: None
    toy.down()
    toy.ok()
    assert toy.ids[-1] == "system.settings"
    return toy


def set_to(toy, name, value):
    """Change a setting to a value by keys."""
    names = [name for name, _ in SHOWN]
    choices = dict(SHOWN)[name]
    toy.press_until(DOWN, lambda: toy.top.cursor == names.index(name))
    if name == "speed":
        toy.ok()
        toy.press_until(UP, lambda: toy.top.cursor == 0)
        toy.press_until(DOWN, lambda: toy.top.cursor == choices.index(value))
        toy.ok()
        if value != "usual":
            toy.ok()  # confirms the test picture
    elif len(choices) <= 3:
        toy.press_until(OK, lambda: toy.app.device.settings[name] == value)
    else:
        toy.ok()
        toy.press_until(DOWN, lambda: toy.top.cursor == choices.index(value))
        toy.ok()
    assert toy.app.device.settings[name] == value


@pytest.mark.parametrize(("name", "choices"), SHOWN, ids=[name for name, _ in SHOWN])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_value_can_be_chosen_has_words_and_is_kept(options, language, name, choices):
    options.choose_language(language)
    options.language = None
    options.run(20)
    seen = set()
    for value in choices:
        set_to(options, name, value)
        options.run(20)
        label, shown = options.top.list[options.top.cursor]
        assert "<" not in label + shown
        seen.add(shown)
        assert Settings(options.store)[name] == value
    assert len(seen) == len(choices), "no two values look the same"
    assert options.app.canvas.clipped == 0


def test_the_language(options):
    assert options.reads("Réglages", "Langue", "Français")
    options.ok()
    assert options.reads("Settings", "Language", "English", "choose")
    options.back()
    assert options.reads("Toy", "Settings")
    options.ok()
    options.ok()
    assert options.reads("Réglages", "Français")


def test_the_contrast(options):
    set_to(options, "contrast", "20")
    assert options.panel.contrast == 51
    set_to(options, "contrast", "100")
    assert options.panel.contrast == 255


def test_a_list_of_values_left_with_back_changes_nothing(options):
    options.down()
    options.ok()
    assert options.reads("Contraste", "80 %")
    options.down()
    options.back()
    assert options.app.device.settings["contrast"] == "80"


def test_flip_and_invert(options):
    frame = bytes(options.app.device.panel.buffer)
    set_to(options, "flip", "yes")
    frame = bytes(options.app.device.panel.buffer)
    assert options.picture() == frame[::-1].translate(MIRROR)
    set_to(options, "invert", "yes")
    frame = bytes(options.app.device.panel.buffer)
    assert options.picture() == bytes(0xFF ^ byte for byte in frame[::-1].translate(MIRROR))
    options.pull()
    options.run(50)
    frame = bytes(options.app.device.panel.buffer)
    assert options.picture() == bytes(0xFF ^ byte for byte in frame[::-1].translate(MIRROR)), (
        "after a restart"
    )


def test_one_half_of_two_players_is_turned(options):
    assert options.app.canvas.turned == -1
    for value, half in (("left", 0), ("right", 1), ("no", -1)):
        set_to(options, "half", value)
        assert options.app.canvas.turned == half
    set_to(options, "half", "right")
    options.pull()
    options.run(50)
    assert options.app.canvas.turned == 1, "after a restart"


def test_dimming_and_going_dark(options):
    set_to(options, "dim", "15")
    set_to(options, "off", "60")
    options.run(16_000)
    assert options.app.device.power.state == DIM
    options.run(45_000)
    assert options.app.device.power.state == OFF


def test_never_dim_never_dark(options):
    set_to(options, "dim", "never")
    set_to(options, "off", "never")
    options.run(3600 * 1000)
    assert options.panel.contrast == 204
    assert not options.panel.is_dark


def test_dark_before_dim(options):
    set_to(options, "dim", "120")
    set_to(options, "off", "60")
    options.run(59_000)
    assert options.panel.contrast == 204
    options.run(2_000)
    assert options.panel.is_dark
    options.down()
    assert not options.panel.is_dark
    assert options.panel.contrast == 204


def test_how_long_a_key_is_held(options):
    set_to(options, "hold", "1000")
    options.press(BACK, 900)
    assert options.ids == ["system.home"], "not held yet: it left"
    options.ok()
    options.press(BACK, 1100)
    assert options.ids == ["system.home", "system.settings"]
    assert options.reads("Rien à annuler")


@pytest.mark.parametrize("value", sorted(REPEATS))
def test_how_fast_a_key_repeats(options, value):
    set_to(options, "repeat", value)
    options.top.cursor = 0
    options.press(DOWN, 890)
    # The first step is the press; repeats follow from 400 ms on.
    assert abs(options.top.cursor - (2 + 490 // REPEATS[value])) <= 1


def test_real_dice_hold_in_every_form(options):
    set_to(options, "hand", "yes")
    options.form("plain")
    options.ok()
    assert options.reads("1/1", "d20")
    options.back()
    options.up()
    options.ok()
    options.context.navigation.home()
    options.context.open("system.settings")
    options.run(20)
    assert options.app.device.settings["hand"] == "no", "the form and the settings say the same"


def test_animation_can_be_asked_for(options):
    assert options.app.device.settings.is_on("animation")
    set_to(options, "animation", "no")
    assert not options.app.device.settings.is_on("animation")
