"""Resume: a start reopens the screens of the snapshot, and shows later records of the journal."""

from __future__ import annotations

import pytest

from gobelet.shell.app import QUIET_MS
from simulator.keys import BACK, OK
from simulator.store import PowerCut
from tests.toy_game.inside import ATTACKER, NOTED, TARGET, roll_paths
from tests.toy_game.plugin import Toy

TAP_MS = 30  # time for which a key is down


def tap_between_passes(toy: Toy, key: int = OK) -> None:
    """Press and release a key, which two successive passes handle, without an idle moment.

    A normal press of a test makes further passes of the App, after which the App may write the snapshot.
    """
    toy.keys.record_key(key, True, toy.clock.elapsed_ms)
    toy.keys.record_key(key, False, toy.clock.elapsed_ms + TAP_MS)
    toy.clock.advance(2 * TAP_MS)
    for _ in ("press", "release"):
        toy.app.step()
    assert toy.app.snapshot.is_due


class TestResume:
    def test_home_and_the_line_chosen(self, toy):
        toy.down(2)
        toy.run(NOTED)
        toy.pull()
        assert toy.ids == ["system.home"]
        assert toy.top.cursor == 2

    def test_a_menu_at_its_line(self, toy):
        toy.game(5)
        toy.run(NOTED)
        toy.pull()
        assert toy.ids == ["system.home", "toy.home"]
        assert toy.top.cursor == 5
        toy.back()
        assert toy.ids == ["system.home"]
        assert toy.context.session is None

    def test_a_form_with_its_values(self, toy):
        toy.game()
        toy.ok()
        toy.down(3)
        toy.ok()
        assert toy.reads("oui +2")
        toy.run(NOTED)
        before = toy.top.arguments()
        toy.pull()
        assert toy.ids[-1] == "toy.form"
        assert toy.top.arguments() == before
        assert toy.reads("Frappe", "d6+2")

    def test_settings_seats_and_about(self, toy):
        for line, name in ((1, "settings"), (2, "seats"), (3, "about")):
            toy.context.navigation.home()
            toy.run(20)
            toy.down(line)
            toy.ok()
            toy.run(NOTED)
            toy.pull()
            assert toy.ids == ["system.home", "system." + name]

    def test_what_has_no_id_falls_back_to_the_screen_below(self, toy):
        toy.game()
        toy.ok()
        toy.down()
        toy.ok()
        assert toy.ids[-1] is None
        toy.run(NOTED)
        toy.pull()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]

    def test_a_screen_that_cannot_be_made_leaves_what_is_open_as_it_was(self, toy, monkeypatch):
        """The test checks this after the message about the failed screen."""
        make = toy.app.navigation.make

        def make_or_fail(name, args):
            if name == "toy.count":
                raise OSError(5)
            return make(name, args)

        toy.game(1)
        monkeypatch.setattr(toy.app.navigation, "make", make_or_fail)
        monkeypatch.setattr(toy.top, "on_ok", lambda: toy.context.open("toy.count"))
        toy.ok()
        assert [type(fault) for fault in toy.faults] == [OSError]
        toy.faults.clear()
        assert toy.ids == ["system.home", "toy.home", None]
        toy.ok()
        assert toy.ids == ["system.home", "toy.home"]
        assert toy.top.cursor == 1

    @pytest.mark.parametrize("ran", [True, False])
    def test_whether_a_clock_ran_is_known_behind_any_screen(self, toy, ran):
        """The mark of a running clock follows the position in the journal, whatever screen was open."""
        toy.form("strike", ATTACKER, TARGET)
        toy.context.session.runs = ran
        toy.down()
        toy.run(NOTED)
        toy.pull()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.context.session.lost == ran

    def test_a_result_with_a_decision_to_take(self, toy):
        toy.form("trinity")
        toy.dice(12, 3)
        toy.ok()
        toy.run(NOTED)
        toy.pull()
        assert toy.reads("Quel dé ?", "12", "3")
        toy.dice(4)
        toy.ok()
        assert roll_paths(toy)[-1] == [(12, 3), 0, (4,)]

    def test_a_result_that_was_applied_and_what_may_follow(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 2)
        toy.ok(2)
        assert toy.reads("OK parer")
        toy.run(NOTED)
        toy.pull()
        assert toy.reads("Frappe", "OK parer")
        assert toy.top.actions() == ["parry", "again"]
        assert toy.get("char", TARGET, "wounds") == 4

    def test_real_dice_are_asked_for_again(self, toy):
        toy.context.dice.use_real_dice(True)
        toy.form("trinity")
        toy.ok()
        toy.down()
        toy.ok(3)
        assert toy.reads("1/1", "d12")
        toy.run(NOTED)
        toy.pull()
        assert toy.reads("1/1", "d12")
        toy.up(2)
        toy.ok()
        assert roll_paths(toy)[-1] == [(12, 1), 0, (3,)]

    def test_it_is_where_it_was_after_many_cuts(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.down(2)
        toy.run(NOTED)
        words, ids = toy.words.text(), toy.ids
        for _ in range(3):
            toy.pull()
            assert toy.ids == ids
            assert toy.words.text() == words, "the cursor too"


class TestARollCannotBePulledAway:
    @pytest.mark.parametrize("wait", [0, QUIET_MS, 200, NOTED])
    def test_a_roll_comes_back_with_the_same_dice(self, toy, wait):
        toy.game()
        toy.ok()
        toy.dice(1, 3)
        toy.ok()
        toy.run(wait)
        for _ in range(3):
            toy.pull()
            assert toy.reads("Frappe", "Raté", "1", "3"), toy.words.strings
        assert roll_paths(toy) == [[(1, 3)]]

    def test_however_fast_the_player_came_from_another_game_or_home(self, toy):
        """The player is so fast that no snapshot is written before the roll."""
        toy.run(NOTED)
        tap_between_passes(toy)  # opens the game and the form from the list of games, then rolls
        tap_between_passes(toy)
        toy.dice(1, 3)
        tap_between_passes(toy)
        toy.pull()
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.result"]
        assert toy.reads("Raté")

    def test_and_the_same_roll_is_applied(self, toy):
        toy.game()
        toy.ok()
        toy.dice(6, 2)
        toy.ok()
        toy.pull()
        toy.ok()
        assert toy.get("char", TARGET, "wounds") == 4
        toy.pull()
        assert toy.get("char", TARGET, "wounds") == 4
        assert roll_paths(toy) == [[(6, 2)]]

    def test_rolling_again_after_the_cut_uses_the_same_values(self, toy):
        toy.game()
        toy.context.open("toy.form", 0, ATTACKER, 3, 1)
        toy.run(20)
        toy.dice(6, 2)
        toy.ok()
        toy.pull()
        toy.up()
        toy.dice(5, 5 - 1)
        toy.ok()
        assert toy.top.rows == [ATTACKER, 3]
        assert toy.top.values["weapon"] == 1
        assert roll_paths(toy) == [[(6, 2)], [(5, 4)]]

    def test_once_left_and_noted_it_does_not_come_back(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.ok()
        toy.run(NOTED)
        toy.back()
        toy.run(NOTED)
        toy.pull()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]

    def test_nor_after_leaving_the_game(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.ok()
        toy.back(3)
        toy.run(NOTED)
        toy.pull()
        assert toy.ids == ["system.home"]
        toy.down()  # leaves the line that would roll again
        toy.ok()
        assert toy.ids == ["system.home", "toy.home"]
        toy.pull()
        assert toy.ids == ["system.home", "toy.home"]

    def test_an_undo_takes_it_back_before_anything_older(self, toy):
        toy.context.open("toy.home")
        toy.context.change([("game", 0, "turn", 5)])
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 1)
        toy.ok()
        toy.run(NOTED)
        toy.undo()
        assert toy.reads("Jet repris")
        assert toy.ids[-1] == "toy.form"
        assert toy.get("game", 0, "turn") == 5
        for wait in (0, NOTED):
            toy.run(wait)
            toy.pull()
            assert toy.ids[-1] == "toy.form", "it does not come back"
        toy.undo()
        assert toy.get("game", 0, "turn") == 0
        toy.context.open("toy.history")
        toy.run(20)
        assert toy.reads("6 1"), "but it was rolled"

    def test_another_roll_cannot_be_applied_to_older_values(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 1)
        toy.ok(2)
        assert toy.get("char", TARGET, "wounds") == 5
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 3)
        toy.ok()
        toy.undo()  # undoes the second roll
        toy.undo()  # undoes the wounds of the first roll
        assert toy.get("char", TARGET, "wounds") == 0
        assert toy.ids[-1] == "toy.result"
        toy.ok()
        assert toy.get("char", TARGET, "wounds") == 5, "what the first one said"

    @pytest.mark.parametrize("another", [True, False])
    def test_a_change_just_before_the_cut_ends_the_roll(self, toy, another):
        """The snapshot still names the result, but the App offers neither its effects nor a repeat by OK."""
        toy.form("still")
        toy.ok()
        assert toy.reads("OK appliquer")
        if another:
            tap_between_passes(toy, BACK)
            toy.context.change([("game", 0, "turn", 5)])
        else:
            tap_between_passes(toy)
        toy.pull()
        assert toy.ids == ["system.home", "toy.home"]
        assert toy.get("game", 0, "turn") == (5 if another else 7)

    @pytest.mark.parametrize("earlier", [True, False])
    def test_a_roll_and_its_change_just_before_the_cut_end_it_too(self, toy, earlier):
        """The snapshot names the form, which would make the roll again.

        An earlier change elsewhere has no effect on this.
        """
        if earlier:
            toy.game()
            toy.context.change([("game", 0, "turn", 5)])
            toy.back()
        toy.form("still")
        toy.run(NOTED)
        tap_between_passes(toy)
        tap_between_passes(toy)
        assert toy.get("game", 0, "turn") == 7
        toy.pull()
        assert toy.ids == ["system.home", "toy.home"]
        assert toy.get("game", 0, "turn") == 7

    @pytest.mark.parametrize("gone", [True, False])
    def test_no_result_is_made_whose_roll_the_journal_has_let_go(self, toy, monkeypatch, gone):
        """The App would load the modules of the result in vain; it shows the form below the result."""
        from gobelet.shell.navigation import Navigation

        toy.form("blow", 1)
        toy.dice(6)
        toy.ok(2)
        assert toy.ids[-2:] == ["toy.form", "toy.result"]
        for number in range(3000 if gone else 3):
            toy.context.change([("game", 0, "turn", number % 9)])
            if number % 100 == 0:
                toy.run(NOTED)
        toy.run(NOTED)
        assert toy.ids[-2:] == ["toy.form", "toy.result"]
        made = []
        make = Navigation.make
        monkeypatch.setattr(Navigation, "make", lambda *given: (made.append(given[1]), make(*given))[1])
        toy.pull()
        assert (toy.context.session.roll_position() < 0) == gone
        assert ("toy.result" in made) != gone
        assert "toy.result" not in toy.ids if gone else made

    def test_a_fault_in_what_a_start_goes_on_with_is_told_and_leads_home(self, toy, monkeypatch):
        toy.form("still")
        toy.ok()
        tap_between_passes(toy)
        monkeypatch.setattr("gobelet.ui.screens.result.Result.on_resume", lambda self: 1 // 0)
        toy.pull()
        assert toy.ids == ["system.home"]
        assert [type(fault) for fault in toy.faults] == [ZeroDivisionError]
        toy.faults.clear()

    @pytest.mark.parametrize("times", [1, 2])
    def test_an_undo_just_before_the_cut_is_shown_as_it_was(self, toy, times):
        """The undo is not in the snapshot: the result is offered again, unless it was undone too."""
        toy.form("still")
        toy.ok()
        toy.ok()
        toy.run(NOTED)
        for _ in range(times):
            toy.context.undo()
        ids = list(toy.ids)
        assert (ids[-1] == "toy.result") == (times == 1)
        toy.pull()
        assert toy.get("game", 0, "turn") != 7
        if times == 1:
            assert toy.ids == ids
            assert toy.reads("OK appliquer")
        else:
            assert "toy.result" not in toy.ids

    @pytest.mark.parametrize("step", range(1, 9))
    def test_the_power_goes_at_any_write(self, toy, step):
        """Either the roll is absent and no face was shown, or the roll is restored."""
        toy.form("trinity")
        toy.store.cut_in = step
        toy.dice(12, 3, 12, 7)
        seen = ""
        try:
            toy.ok()
            seen = toy.words.text()
            toy.ok()
            seen = toy.words.text()
            toy.run(NOTED)
        except PowerCut:
            pass
        toy.pull()
        found = roll_paths(toy)
        if "Quel dé" in seen or "Réussite" in seen:
            assert found[-1][0] == (12, 3)
            assert toy.ids[-1] == "toy.result"
        if "Réussite" in seen:
            assert found[-1] == [(12, 3), 0, (12,), (7,)]
            assert toy.reads("Réussite")
