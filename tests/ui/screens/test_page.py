"""Texts to read, and messages that wait for a key."""

from __future__ import annotations

import pytest

from gobelet.ui.screens.notice import Notice
from gobelet.ui.screens.page import Page
from simulator.keys import DOWN, UP

LONG = "|".join(f"ligne {n} et encore des mots qui la remplissent" for n in range(8))


def push_page(toy, body):
    toy.context.push(Page(toy.context, "Règle", body))
    toy.run(20)
    return toy.top


def test_every_line_can_be_reached_and_the_ends_hold(toy):
    screen = push_page(toy, LONG)
    seen = toy.words.text()
    toy.up()
    assert toy.words.text() == seen
    for _ in range(40):
        toy.down()
        seen += toy.words.text()
    for n in range(8):
        assert f"ligne {n}" in seen
    last = screen.first
    assert last == len(screen.lines) - 3
    toy.down()
    assert screen.first == last
    toy.up()
    assert screen.first == last - 1


def test_a_held_key_scrolls_and_one_press_comes_back_from_the_end(toy):
    screen = push_page(toy, LONG)
    toy.press(DOWN, 4000)
    last = screen.first
    toy.up()
    assert screen.first == last - 1
    toy.press(UP, 4000)
    toy.down()
    assert screen.first == 1


def test_ok_changes_the_size_of_the_letters(toy):
    screen = push_page(toy, LONG)
    large = len(screen.lines)
    toy.ok()
    assert len(screen.lines) < large
    toy.press(DOWN, 3000)
    toy.ok()
    assert len(screen.lines) == large
    toy.back()
    assert toy.ids == ["system.home"]


def test_a_short_text_and_lines_that_hold_a_bar(toy):
    screen = push_page(toy, ["|d4−d6| :", "= 1"])
    assert toy.reads("|d4−d6| :", "= 1")
    toy.down()
    assert screen.first == 0


def test_an_empty_text(toy):
    push_page(toy, "")
    toy.down()
    toy.ok()
    toy.back()
    assert toy.ids == ["system.home"]


def test_a_notice_waits_for_ok_or_back(toy):
    for leave in (toy.ok, toy.back):
        toy.context.dialogs.show_notice("Refusé : la cible est hors de portée")
        toy.run(5000)
        assert isinstance(toy.top, Notice)
        assert toy.reads("Refusé : la cible", "OK fermer")
        toy.up()
        toy.down()
        leave()
        assert toy.ids == ["system.home"]


@pytest.mark.parametrize("key", ["up", "down"])
def test_a_notice_shows_that_another_key_is_not_the_one(toy, key):
    toy.context.dialogs.show_notice("Refusé")
    toy.run(20)
    plain = bytes(toy.app.device.panel.buffer)
    getattr(toy, key)()
    assert bytes(toy.app.device.panel.buffer) != plain
    assert toy.reads("OK fermer")
    toy.ok()
    toy.context.dialogs.show_notice("Refusé")
    toy.run(20)
    assert bytes(toy.app.device.panel.buffer) == plain


def test_a_toast_over_a_notice_covers_none_of_its_lines(toy):
    toy.context.dialogs.show_notice("Erreur : retour à l’accueil, partie gardée")
    toy.run(20)
    ink = sum(map(int.bit_count, toy.picture()[:896]))  # the area without the key strip
    toy.undo()
    assert toy.reads("Rien à annuler")
    assert sum(map(int.bit_count, toy.picture()[:768])) == ink


def test_a_long_notice_is_written_small(toy):
    words = "Une phrase bien trop longue pour trois lignes de grandes lettres sur un si petit écran, mais lisible."
    toy.context.dialogs.show_notice(words)
    toy.run(20)
    assert toy.reads("phrase bien trop longue", "mais lisible.")
