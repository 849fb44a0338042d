"""The list of games, and the pages about the device."""

from __future__ import annotations


def test_games_come_first_then_settings_seats_and_about(toy):
    assert [label for label, _ in toy.top.list] == ["Jouet", "Réglages", "Places", "À propos"]
    assert toy.reads("Gobelet", "70 %", "OK ouvrir")


def test_each_line_opens_its_screen_and_comes_back_to_its_line(toy):
    for at, name in enumerate(("toy.home", "system.settings", "system.seats", "system.about")):
        toy.ok()
        assert toy.ids == ["system.home", name]
        toy.back()
        assert toy.ids == ["system.home"]
        assert toy.top.cursor == at
        assert toy.context.session is None
        toy.down()


def test_ok_held_tells_about_a_game_without_opening_it(toy):
    toy.why()
    assert toy.reads("Jouet", "Un jeu pour les tests.")
    assert toy.context.session is None
    toy.back()
    toy.down()
    toy.why()
    assert toy.ids == ["system.home"], "settings need no telling"


def test_back_stays(toy):
    toy.back(3)
    assert toy.ids == ["system.home"]


def test_a_screen_of_the_device_keeps_no_game_in_memory(toy):
    toy.game()
    assert toy.context.session is not None
    toy.back()
    assert toy.context.session is None


def test_about(toy):
    toy.down(3)
    toy.ok()
    assert toy.reads("À propos", "Gobelet 1.0", toy.definition.NAME, "Pile : 70 %")
    toy.down(2)
    assert toy.reads("Licence MIT")
    assert not toy.reads("Ko libres"), "nobody knows here"
    toy.back()
    toy.gauge.usb = True
    toy.run(61_000)
    toy.ok()
    assert toy.reads("Pile : sur USB")
    toy.back()
    toy.app.device.battery = None
    toy.ok()
    assert toy.reads("Pile : ?"), "no gauge, no guess"
