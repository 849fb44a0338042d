"""Undo: the changes that are undone or redone, the screens that show them, and the words for them."""

from __future__ import annotations

import sys

import pytest

from gobelet.rules.sheet import Kind
from gobelet.ui.screens.dialogs import TOAST_MS
from tests.toy_game.inside import ATTACKER, NOTED, TARGET


class TestUndo:
    def test_with_nothing_to_undo(self, toy):
        toy.undo()
        assert toy.reads("Rien à annuler")
        toy.game()
        toy.undo()
        assert toy.reads("Rien à annuler")
        toy.context.redo()
        toy.run(20)
        assert toy.reads("Rien à refaire")

    @pytest.mark.parametrize(
        "screen", ["toy.home", "toy.form 0 0 1", "toy.history", "toy.count", "toy.fault"]
    )
    def test_everywhere(self, toy, screen):
        toy.context.open("toy.home")
        toy.context.change([("char", 2, "armour", 3)])
        name, *numbers = screen.split()
        toy.context.open(name, *map(int, numbers))
        toy.run(20)
        toy.undo()
        assert toy.reads("Annulé → Vert armure 0")
        assert toy.get("char", 2, "armour") == 0
        assert toy.ids[-1] == "toy.home", "it was done there; the key's release does not leave"

    @pytest.mark.parametrize("fewer", ["field", "rows", "kind"])
    def test_what_a_firmware_with_less_has_no_more_is_passed_over_and_told(self, toy, monkeypatch, fewer):
        toy.game()
        toy.context.change([("game", 0, "turn", 4)])
        toy.context.change([("char", 0, "wounds", 2)])
        toy.context.change([("char", 3, "armour", 3), ("char", 0, "wounds", 5)])
        toy.context.change([("char", 3, "armour", 7)])
        toy.run(400)
        sheets = sys.modules["gobelet.games.toy.rules.sheets"]
        whole = sheets.KINDS
        fields = (("pv", 0, 99, 20), ("wounds", 0, "pv", 0))
        rows = 1 if fewer == "rows" else 4
        char = Kind("char", rows, fields if fewer == "field" else (*fields, ("armour", 0, 9, 0)))
        monkeypatch.setattr(
            sheets, "KINDS", (char, whole[1]) if fewer != "kind" else (Kind("char", 1, fields),)
        )
        toy.pull()
        toy.undo()
        assert toy.reads("Annulé : une valeur que ce jeu n’a plus")
        toy.undo()
        assert toy.get("char", 0, "wounds") == 2 and toy.reads("Annulé →")
        toy.undo()
        assert toy.get("char", 0, "wounds") == 0
        toy.undo()
        assert toy.reads("Annulé : une valeur que ce jeu n’a plus") == (fewer == "kind")
        for _ in range(4):
            toy.context.redo()
            toy.run(20)
        assert toy.reads("Refait : une valeur que ce jeu n’a plus")
        assert toy.get("char", 0, "wounds") == 5
        toy.run(400)
        monkeypatch.setattr(sheets, "KINDS", whole)
        toy.pull()
        assert toy.get("char", 0, "wounds") == 5

    @pytest.mark.parametrize(
        ("name", "event", "key", "before", "after"),
        [("undo", "on_hold_back", "undo", 5, 3), ("redo", "on_ok", "ok", 3, 5)],
    )
    def test_by_a_key_it_comes_when_the_screen_has_returned(
        self, toy, monkeypatch, name, event, key, before, after
    ):
        """A key undoes only after the screen's handler has returned, which frees memory and stack.

        A redo waits in the same way, and a later key repeats neither an undo nor a redo.
        """
        toy.context.open("toy.home")
        for value in (3, 5):
            toy.context.change([("char", 2, "armour", value)])
        if name == "redo":
            toy.context.undo()
        toy.run(20)
        top = toy.app.stack.top()
        asked = []

        def act_and_look():
            getattr(toy.app, name)()
            asked.append(toy.get("char", 2, "armour"))

        monkeypatch.setattr(top, event, act_and_look)
        getattr(toy, key)()
        assert asked == [before]
        assert toy.get("char", 2, "armour") == after
        toy.up()
        assert toy.get("char", 2, "armour") == after

    def test_what_is_being_entered_is_forgotten(self, toy):
        """A list, a dial or a message closes, because the undo may remove its reason."""
        toy.form("strike", ATTACKER, TARGET)
        for value in (1, 2, 3):
            toy.context.change([("char", 2, "armour", value)])
        toy.down()
        toy.ok()
        assert toy.ids[-1] is None
        toy.undo()
        assert toy.get("char", 2, "armour") == 2
        assert toy.ids[-1] == "toy.form"
        toy.down(3)
        toy.ok()
        toy.undo()
        assert toy.get("char", 2, "armour") == 1
        toy.context.dialogs.show_notice("mot")
        toy.undo()
        assert toy.get("char", 2, "armour") == 0
        assert toy.ids[-1] == "toy.form"

    def test_it_shows_where_it_was_done(self, toy):
        toy.context.open("toy.home")
        toy.context.open("toy.count")
        toy.run(20)
        toy.up()
        toy.back()
        assert toy.ids[-1] == "toy.home"
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.count"]
        toy.back()
        assert toy.ids == ["system.home", "toy.home"]
        toy.context.redo()
        toy.run(20)
        assert toy.ids == ["system.home", "toy.home", "toy.count"]

    def test_what_is_shown_for_an_undo_gives_way_to_the_next(self, toy):
        toy.context.open("toy.home")
        for at in range(3):
            toy.context.open("toy.form", 0, at, 1)
            toy.context.change([("char", 2, "armour", at + 1)])
            toy.context.navigation.back_to("toy.home")
        for _ in range(3):
            toy.undo()
            assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.get("char", 2, "armour") == 0

    def test_it_shows_what_lay_below_too_and_nothing_that_was_opened_since(self, toy):
        toy.context.open("toy.home")
        toy.context.open("toy.count")
        toy.context.change([("char", 2, "armour", 1)])
        toy.context.navigation.back_to("toy.home")
        toy.context.open("toy.form", 0, 1, 2)
        toy.context.open("toy.count")
        toy.context.change([("char", 2, "armour", 2)])
        toy.context.navigation.back_to("toy.home")
        toy.context.open("toy.form", 0, 0, 2)
        toy.context.open("toy.history")
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.count"]
        assert toy.app.stack.suspended_screen(2).arguments[:3] == [0, 1, 2]
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.count"]
        toy.context.redo()
        toy.context.redo()
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.count"]

    def test_a_roll_is_taken_back_where_it_was_made(self, toy):
        """The first undo removes the effect; the second one removes the roll.

        The App does not show the form opened later.
        """
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 1)
        toy.ok(2)
        toy.context.navigation.back_to("toy.home")
        toy.form("parry", TARGET)
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.result"]
        toy.undo()
        assert toy.reads("Jet repris")
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.app.stack.suspended_screen(2).arguments[:3] == [0, ATTACKER, TARGET]
        toy.back()
        assert toy.ids == ["system.home", "toy.home"]

    def test_many_screens_are_noted_without_those_between(self, toy):
        """A location has room for few bytes: its first and last screens are always stored."""
        toy.context.open("toy.home")
        for at in range(20):
            toy.context.open("toy.form", 0, at % 3, 1)
        toy.context.open("toy.count")
        toy.context.change([("char", 2, "armour", 1)])
        toy.undo()
        ids = toy.ids
        assert ids[:2] == ["system.home", "toy.home"] and ids[-1] == "toy.count"
        assert 3 < len(ids) < 22

    def test_a_location_has_the_result_only_where_one_is_to_come(self, toy):
        toy.context.open("toy.home")
        toy.context.open("toy.count")
        assert toy.app.locations.current_location() == b"count"
        assert toy.app.locations.current_location(True) == b"count\nresult"

    def test_a_roll_that_was_made_on_the_list_itself(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 1)
        toy.ok()
        toy.app.stack.pop(-2)
        toy.dice(6, 2)
        toy.down(2)
        toy.ok()
        assert toy.ids == ["system.home", "toy.home", "toy.result"]
        toy.undo()
        assert toy.reads("Jet repris")
        assert toy.ids == ["system.home", "toy.home"]

    def test_a_roll_of_an_earlier_version(self, toy):
        """The earlier version stored no location with the roll, only with the changes before it."""
        toy.context.open("toy.home")
        toy.context.open("toy.count")
        toy.context.change([("char", 2, "armour", 1)])
        toy.context.replace("toy.form", 0, ATTACKER, TARGET)
        where = toy.context.session.locate
        toy.context.session.locate = lambda rolled=False: b"toy.count" if rolled else where()
        toy.dice(6, 1)
        toy.ok()
        toy.undo()
        assert toy.reads("Jet repris")
        assert toy.ids == ["system.home", "toy.home", "toy.form"]

    def test_a_location_of_an_earlier_version(self, toy):
        """An earlier version stored one screen, with the name of its game."""
        toy.context.open("toy.home")
        toy.context.session.locate = lambda rolled=False: b"toy.count"
        toy.context.change([("char", 2, "armour", 1)])
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.count"]

    def test_a_screen_that_stood_elsewhere_meanwhile_is_not_opened_twice(self, toy):
        """One form replaced another, and the player undoes an action of the second form."""
        toy.context.open("toy.home")
        toy.context.open("toy.form", 0, 1, 1)
        toy.context.change([("char", 2, "armour", 1)])
        toy.context.replace("toy.form", 0, 2, 1)
        toy.context.open("toy.count")
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.app.stack.suspended_screen(2).arguments[:3] == [0, 1, 1]
        toy.back()
        assert toy.ids[-1] == "toy.home"

    def test_the_list_below_stays_where_it_stands(self, toy):
        toy.game(2)
        toy.context.open("toy.count")
        toy.context.change([("char", 2, "armour", 1)])
        toy.back()
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.count"]
        toy.back()
        assert (toy.ids[-1], toy.top.cursor) == ("toy.home", 2)

    def test_the_screen_shows_what_is_again(self, toy):
        toy.context.open("toy.home")
        toy.context.open("toy.count")
        toy.run(20)
        toy.up()
        toy.undo()
        toy.run(TOAST_MS + 100)
        assert toy.reads("0")

    def test_a_change_without_a_name_is_undone_without_words(self, toy):
        toy.game()
        toy.context.change([("game", 0, "turn", 3)])
        toy.undo()
        assert toy.reads("Annulé")
        assert not toy.reads("Annulé\xa0:") and not toy.reads("Annulé :")

    def test_a_game_may_name_its_changes_itself(self, toy, monkeypatch):
        toy.game()
        toy.context.change([("game", 0, "turn", 3)])
        import gobelet.games.toy.screens as screens

        monkeypatch.setattr(screens, "describe", lambda app, effects: "tour de jeu", raising=False)
        toy.undo()
        assert toy.reads("Annulé : tour de jeu")

    def test_the_message_goes_after_two_seconds_or_at_the_next_key(self, toy):
        for leave in (lambda: toy.run(TOAST_MS), toy.down):
            toy.undo()
            toy.run(500)
            assert toy.reads("Rien à annuler")
            leave()
            assert not toy.reads("Rien à annuler")

    def test_a_hundred_steps_across_a_power_cut(self, toy):
        toy.context.open("toy.home")
        for value in range(1, 101):
            toy.context.change([("char", 0, "wounds", value % 20)])
        toy.run(NOTED)
        toy.pull()
        for value in range(99, -1, -1):
            toy.context.undo()
            assert toy.get("char", 0, "wounds") == value % 20
        toy.run(20)
