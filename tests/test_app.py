"""The App on the virtual board: power cuts, feedback, undo, faults, power, the panel, the keys. The game is the toy."""

from __future__ import annotations

import random
import sys
from binascii import crc32
from types import SimpleNamespace

import pytest

import gobelet.games
import gobelet.system
from gobelet import snapshot
from gobelet.app import QUIET_MS
from gobelet.core.journal import ROLL, unpack_roll
from gobelet.core.procedure import Refused
from gobelet.device.keys import HOLD, JAMMED_MS, PRESS, RELEASE, REPEAT
from gobelet.device.panel import ASKED_MS
from gobelet.device.power import AWAKE, DIM, OFF
from gobelet.memory.heap import LATER
from gobelet.memory.idle import COUNTED
from gobelet.memory.modules import LIST_OF_GAMES, NO_GAME, needs, newer
from gobelet.navigation import PRESSED
from gobelet.session import Session
from gobelet.snapshot import SNAPSHOT
from gobelet.system import home
from gobelet.system.seats import Seats
from gobelet.telling import COLOURS, NAMES, TOAST_MS
from gobelet.ui.form import Form
from gobelet.ui.menu import Menu
from gobelet.ui.notice import Notice
from simulator import board as boards
from simulator.board import BOOT_MS
from simulator.clock import PERIOD, VirtualClock
from simulator.keys import BACK, DOWN, OK, UP
from simulator.keys import Keys as VirtualKeys
from simulator.store import MemoryStore, PowerCut
from tests.sweep import count, sample
from tests.toy_game.plugin import TAUGHT, Toy

ATTACKER, TARGET = 0, 1
NOTED = 2000  # the screens are in the store


def snapshot_of(lines):
    """The file of the snapshot, with these lines."""
    return lines + b"\n%08x" % crc32(lines)


def rolls(toy):
    """Paths of the ROLLs in the journal, the oldest first."""
    found = [unpack_roll(p) for _, kind, p in toy.app.session.journal.newest_first() if kind == ROLL]
    return [r[3] for r in reversed(found)]


def fault(where, error):
    """The next screen "toy.fault" raises `error` in its method `where`."""
    import gobelet.games.toy as game

    game.fault = where, error


class Flash:
    """Stands in for memory/inplace.py: so many modules are to be seen to."""

    def __init__(self, modules):
        self.left = modules
        self.todo = None
        self.due = 0
        self.pictures = []

    def waits(self):
        self.todo = self.todo or []
        return self.left > 0

    def settle(self):
        due, self.due = self.due, 0
        if due:
            self.left = max(0, self.left - 1) if due == 1 else 0
        return due > 0

    def link(self, path):
        raise AssertionError("on the desk all modules are there")

    def found(self, name, at, data):
        self.pictures.append(name)
        return bytearray(data)


def at_rest(app):
    """Whether nothing is left to be done before the next key."""
    return app.idle is not None and app.idle.done and app.idle.state == COUNTED


class Heap:
    """What a device asks of its heap: there is room."""

    collected = 0

    def begin_game(self):
        pass

    def postpone(self, more):
        pass

    def resume(self):
        pass

    def size(self):
        return 1 << 20

    def give_piece(self):
        return False

    def collect(self, playing):
        self.collected += 1

    def free(self):
        return None

    def fill(self):
        return False


def between_passes(toy, monkeypatch):
    """What gobelet.boot does between two passes of the App."""

    def step(real=toy.app.step):
        wait = real()
        if toy.app.linker is not None and toy.app.linker.settle() and toy.app.idle is not None:
            toy.app.idle.left_garbage = True
        return wait

    monkeypatch.setattr(toy.app, "step", step)


def test_an_answer_goes_to_the_screen_that_asked_or_to_nobody(toy, monkeypatch):
    """The Sheets have taken the form's reason away while a list was open over it."""
    from gobelet.games.toy.screens.forms import Form
    from gobelet.games.toy.screens.home import Home

    answers = []
    monkeypatch.setattr(Home, "returned", lambda self, result: answers.append(result))
    toy.form("strike", ATTACKER, TARGET)
    toy.down(2)
    toy.ok()
    assert toy.ids == ["system.home", "toy.home", "toy.form", None]
    monkeypatch.setattr(Form, "stands", lambda self: False)
    toy.ok()
    assert toy.ids == ["system.home", "toy.home"] and answers == [None]


def test_an_answer_comes_once_the_functions_of_the_screen_that_gave_it_have_returned(toy, monkeypatch):
    """What it leads to may need most of a Pico's stack."""
    from gobelet.games.toy.screens.home import Home

    done = []
    toy.game()
    monkeypatch.setattr(Home, "returned", lambda self, result: done.append(result))
    screen = Notice(toy.app, "asks")
    screen.ok = lambda: (toy.app.close(7), done.append("closed"))
    toy.app.push(screen)
    assert not isinstance(toy.app.stack.screens[-2], tuple), "the one below is there, as it was left"
    toy.ok()
    assert done == ["closed", 7]
    toy.app.push(screen)
    screen.ok()
    assert done[2:] == [7, "closed"], "but at once where no key is under way"


@pytest.mark.parametrize(
    ("then", "ids"),
    [
        (lambda app: app.open("toy.history"), ["toy.home", "toy.history"]),
        (lambda app: app.replace("toy.history"), ["toy.history"]),
        (lambda app: app.back_to("system.home"), []),
        (lambda app: app.close(), []),
        (lambda app: app.navigation.show_location(b"history 0"), ["toy.home", "toy.history"]),
        (lambda app: app.change([("char", TARGET, "wounds", 1)]), ["toy.home"]),
        (lambda app: app.top(), ["toy.home"]),
        (lambda app: (app.push(Notice(app, "!")), app.top()), ["toy.home", None]),
    ],
)
def test_an_answer_is_given_before_what_follows_it_at_once(toy, monkeypatch, then, ids):
    """One act closes a screen, and does something else: whoever asked has the answer by then."""
    from gobelet.games.toy.screens.home import Home

    done = []
    monkeypatch.setattr(Home, "returned", lambda self, result: done.append(result))
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def act():
        app.close(5)
        assert done == []
        then(app)
        assert done == [5]

    app.defer(act)
    toy.run(50)
    assert done == [5] and toy.faults == []
    assert toy.ids == ["system.home", *ids]


def test_what_comes_over_a_screen_that_waits_does_so_when_that_is_made(toy, monkeypatch):
    """Behind the function that leads there: in it there is not room for both. In its order, behind the answer."""
    from gobelet.games.toy.screens.home import Home

    done = []
    monkeypatch.setattr(Home, "returned", lambda self, result: done.append((result, toy.ids[-1])))
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def act():
        app.close(5)
        for text in ("one", "two"):
            app.notice(text)
        assert toy.ids[-1] == "toy.home" and isinstance(app.stack.top(), tuple) and done == []

    app.defer(act)
    toy.run(50)
    assert done == [(5, "toy.home")]
    assert toy.ids == ["system.home", "toy.home", None, None] and toy.reads("two")
    toy.ok()
    assert toy.reads("one")
    toy.ok()
    assert toy.ids == ["system.home", "toy.home"] and app.navigation.over == []


@pytest.mark.parametrize("leave", ["home", "only_full"])
def test_nor_does_it_where_all_screens_go(toy, leave):
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def act():
        app.close()
        app.notice("!")
        getattr(app.navigation, leave)()

    app.defer(act)
    toy.run(BOOT_MS)
    assert None not in toy.ids and app.navigation.over == []


def test_it_comes_at_once_where_the_function_has_raised_something(toy):
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def act():
        app.close()
        raise OSError(28)

    app.defer(act)
    toy.run(50)
    assert toy.reads("Stockage plein") and app.navigation.over == []
    assert not isinstance(app.stack.screens[-2], tuple)
    toy.faults.clear()


def test_it_is_there_for_who_asks_for_what_is_on_top(toy):
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app
    found = []

    def act():
        app.close()
        app.notice("!")
        found.append(app.top())
        app.close()

    app.defer(act)
    toy.run(50)
    assert isinstance(found[0], Notice) and found[0].text == "!"
    assert toy.ids == ["system.home", "toy.home"]


def test_it_comes_over_what_the_answer_leads_to(toy, monkeypatch):
    from gobelet.games.toy.screens.home import Home

    monkeypatch.setattr(Home, "returned", lambda self, result: self.app.open("toy.history"))
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def act():
        app.close(5)
        app.notice("!")
        app.top()

    app.defer(act)
    toy.run(50)
    assert toy.ids == ["system.home", "toy.home", "toy.history", None]


def test_what_a_screen_called_for_is_let_go_before_the_one_that_it_leads_to(toy, monkeypatch):
    """So there need not be room for the modules of both. What making a screen calls for is that screen's own."""
    said = []
    keeper = toy.app.keeper
    for name in ("made", "pressed"):
        real = getattr(keeper, name)
        monkeypatch.setattr(keeper, name, lambda name=name, real=real: (said.append(name), real()))
    navigation = toy.app.navigation
    found = navigation.screen_at
    monkeypatch.setattr(navigation, "screen_at", lambda name: (said.append(name), found(name))[1])
    toy.game(1)
    said.clear()
    keys = ["pressed", "pressed"]  # down, and up again
    toy.ok()
    assert said == [*keys, "made", "pressed", "made", toy.ids[-1]]
    said.clear()
    toy.back()
    assert said == [*keys, "made", "pressed", "made", "toy.home"]


def test_what_may_stay_in_the_flash_is_seen_to_in_idle_moments(toy, monkeypatch):
    toy.run(NOTED)
    flash = Flash(9)
    left = []
    monkeypatch.setattr("gobelet.app.gc.collect", lambda: left.append(flash.left))
    toy.app.in_place = lambda: flash
    between_passes(toy, monkeypatch)
    toy.down()
    assert toy.app.linker is None, "it is made when there is time"
    assert flash.left == 9
    toy.run(QUIET_MS + 500)
    assert flash.left == 0
    assert flash.pictures.count("letters") == 2
    # The key's garbage goes before that, what was copied after it; then come modules, and theirs goes.
    assert left[0] == 9 and left[1:] == [0] * (len(left) - 1)
    shown = toy.picture()
    toy.app.dirty = True
    toy.run(50)
    assert toy.picture() == shown


def test_a_screen_says_what_comes_next_and_makes_it_ready(toy, monkeypatch):
    """First what it works out itself, then the modules; the garbage of both goes."""
    toy.game()
    toy.run(NOTED)
    done = []
    left = [0, 1, 1]
    monkeypatch.setattr("gobelet.app.gc.collect", lambda: done.append("collected"))
    monkeypatch.setattr(toy.top, "ahead", lambda: ("toy.form", "strike"))
    monkeypatch.setattr(
        toy.top, "prepare", lambda: (left and done.append("prepared")) or (left and left.pop())
    )
    monkeypatch.setattr(toy.app.keeper, "expect", done.append)
    monkeypatch.setattr(toy.app.keeper, "bring", lambda: done.append("brought") or "")
    toy.down()
    toy.run(QUIET_MS + 500)
    paths = ["gobelet.games.toy.screens.forms", "gobelet.games.toy.rules.rolls"]
    assert done[:5] == ["collected", paths, "prepared", "prepared", "prepared"]
    assert done[5:7] == ["brought", "collected"]
    assert at_rest(toy.app)


# Resuming after a power cut


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
        assert toy.app.session is None

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
            toy.app.home()
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

    @pytest.mark.parametrize("game", ["toy", NO_GAME])
    def test_the_game_of_a_start_is_told_once_before_anything_of_it_comes(self, toy, game):
        told = []
        make_app = toy._make_app
        toy._make_app = lambda *parts, **options: make_app(*parts, know=told.append, **options)
        if game:
            toy.form("strike", ATTACKER, TARGET)
            toy.run(NOTED)
        toy.boot()
        assert told == [game]
        toy.app.open("toy.home")
        toy.run(NOTED)
        assert told == [game]

    def test_a_screen_that_cannot_be_made_leaves_what_is_open_as_it_was(self, toy, monkeypatch):
        """Behind the message that says so."""
        make = toy.app.navigation.make

        def made(name, args):
            if name == "toy.count":
                raise OSError(5)
            return make(name, args)

        toy.game(1)
        monkeypatch.setattr(toy.app.navigation, "make", made)
        monkeypatch.setattr(toy.top, "ok", lambda: toy.app.open("toy.count"))
        toy.ok()
        assert [type(fault) for fault in toy.faults] == [OSError]
        toy.faults.clear()
        assert toy.ids == ["system.home", "toy.home", None]
        toy.ok()
        assert toy.ids == ["system.home", "toy.home"]
        assert toy.top.cursor == 1

    @pytest.mark.parametrize("ran", [True, False])
    def test_whether_a_clock_ran_is_known_behind_any_screen(self, toy, ran):
        """It stands behind where the journal stood, whatever was open."""
        toy.form("strike", ATTACKER, TARGET)
        toy.app.session.runs = ran
        toy.down()
        toy.run(NOTED)
        toy.pull()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.app.session.lost == ran

    def test_a_result_with_a_decision_to_take(self, toy):
        toy.form("trinity")
        toy.dice(12, 3)
        toy.ok()
        toy.run(NOTED)
        toy.pull()
        assert toy.reads("Quel dé ?", "12", "3")
        toy.dice(4)
        toy.ok()
        assert rolls(toy)[-1] == [(12, 3), 0, (4,)]

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
        toy.app.by_hand = True
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
        assert rolls(toy)[-1] == [(12, 1), 0, (3,)]

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
            assert toy.reads("Frappe", "Raté", "1", "3"), toy.words.drawn
        assert rolls(toy) == [[(1, 3)]]

    def test_however_fast_the_player_came_from_another_game_or_home(self, toy):
        """So fast that nothing of it was noted before the roll."""
        toy.run(NOTED)
        toy.app._key(OK, RELEASE, 1)  # home, game, form, roll
        toy.app._key(OK, RELEASE, 1)
        toy.dice(1, 3)
        toy.app._key(OK, RELEASE, 1)
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
        assert rolls(toy) == [[(6, 2)]]

    def test_rolling_again_after_the_cut_uses_the_same_values(self, toy):
        toy.game()
        toy.app.open("toy.form", 0, ATTACKER, 3, 1)
        toy.run(20)
        toy.dice(6, 2)
        toy.ok()
        toy.pull()
        toy.up()
        toy.dice(5, 5 - 1)
        toy.ok()
        assert toy.top.rows == [ATTACKER, 3]
        assert toy.top.values["weapon"] == 1
        assert rolls(toy) == [[(6, 2)], [(5, 4)]]

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
        toy.down()  # from the line that would roll again
        toy.ok()
        assert toy.ids == ["system.home", "toy.home"]
        toy.pull()
        assert toy.ids == ["system.home", "toy.home"]

    def test_an_undo_takes_it_back_before_anything_older(self, toy):
        toy.app.open("toy.home")
        toy.app.change([("game", 0, "turn", 5)])
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
        toy.app.open("toy.history")
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
        toy.undo()  # the second roll
        toy.undo()  # the wounds of the first
        assert toy.get("char", TARGET, "wounds") == 0
        assert toy.ids[-1] == "toy.result"
        toy.ok()
        assert toy.get("char", TARGET, "wounds") == 5, "what the first one said"

    @pytest.mark.parametrize("another", [True, False])
    def test_a_change_just_before_the_cut_ends_the_roll(self, toy, another):
        """The snapshot still names the result, but it is not offered to be applied, nor rolled again by OK."""
        toy.form("still")
        toy.ok()
        assert toy.reads("OK appliquer")
        if another:
            toy.app._key(BACK, RELEASE, 1)
            toy.app.change([("game", 0, "turn", 5)])
        else:
            toy.app._key(OK, RELEASE, 1)
        toy.pull()
        assert toy.ids == ["system.home", "toy.home"]
        assert toy.get("game", 0, "turn") == (5 if another else 7)

    @pytest.mark.parametrize("earlier", [True, False])
    def test_a_roll_and_its_change_just_before_the_cut_end_it_too(self, toy, earlier):
        """The snapshot names the form, which would make it again. What was done earlier, elsewhere, says nothing."""
        if earlier:
            toy.game()
            toy.app.change([("game", 0, "turn", 5)])
            toy.back()
        toy.form("still")
        toy.run(NOTED)
        toy.app._key(OK, RELEASE, 1)
        toy.app._key(OK, RELEASE, 1)
        assert toy.get("game", 0, "turn") == 7
        toy.pull()
        assert toy.ids == ["system.home", "toy.home"]
        assert toy.get("game", 0, "turn") == 7

    @pytest.mark.parametrize("gone", [True, False])
    def test_no_result_is_made_whose_roll_the_journal_has_let_go(self, toy, monkeypatch, gone):
        """Its modules would come in vain; the form below it is shown."""
        from gobelet.navigation import Navigation

        toy.form("blow", 1)
        toy.dice(6)
        toy.ok(2)
        assert toy.ids[-2:] == ["toy.form", "toy.result"]
        for number in range(3000 if gone else 3):
            toy.app.change([("game", 0, "turn", number % 9)])
            if number % 100 == 0:
                toy.run(NOTED)
        toy.run(NOTED)
        assert toy.ids[-2:] == ["toy.form", "toy.result"]
        made = []
        make = Navigation.make
        monkeypatch.setattr(Navigation, "make", lambda *given: (made.append(given[1]), make(*given))[1])
        toy.pull()
        assert (toy.app.session.rolled() < 0) == gone
        assert ("toy.result" in made) != gone
        assert "toy.result" not in toy.ids if gone else made

    def test_a_fault_in_what_a_start_goes_on_with_is_told_and_leads_home(self, toy, monkeypatch):
        toy.form("still")
        toy.ok()
        toy.app._key(OK, RELEASE, 1)
        monkeypatch.setattr("gobelet.ui.result.Result.went_on", lambda self: 1 // 0)
        toy.pull()
        assert toy.ids == ["system.home"]
        assert [type(fault) for fault in toy.faults] == [ZeroDivisionError]
        toy.faults.clear()

    @pytest.mark.parametrize("times", [1, 2])
    def test_an_undo_just_before_the_cut_is_shown_as_it_was(self, toy, times):
        """Nothing of it was noted: the result is offered again; taken back too, it is not."""
        toy.form("still")
        toy.ok()
        toy.ok()
        toy.run(NOTED)
        for _ in range(times):
            toy.app.undo()
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
        """Either the roll is not there and was never seen, or it comes back."""
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
        found = rolls(toy)
        if "Quel dé" in seen or "Réussite" in seen:
            assert found[-1][0] == (12, 3)
            assert toy.ids[-1] == "toy.result"
        if "Réussite" in seen:
            assert found[-1] == [(12, 3), 0, (12,), (7,)]
            assert toy.reads("Réussite")


# What is written before what is shown


class Watched(MemoryStore):
    """Tells `watch(name, data)` of every write before it is done."""

    watch = staticmethod(lambda name, data: None)

    def append(self, name, data):
        self.watch(name, data)
        super().append(name, data)

    def replace(self, name, data):
        self.watch(name, data)
        super().replace(name, data)


STRIP = range(7 * 128 + 64, 1024)  # the right half of the key strip


@pytest.fixture
def watched(toy_world):
    """A device that notes what stood on the panel at every write: (file, picture)."""
    board = Toy(store=Watched(TAUGHT))
    board.writes = []
    board.store.watch = lambda name, data: board.writes.append((name, board.picture()))
    yield board
    assert board.faults == []


class TestFeedback:
    def at_writes(self, board, act, name="toy/"):
        """The pictures at the writes to the game's journal that `act` causes, and the picture before."""
        board.run(NOTED)
        before = board.picture()
        board.writes.clear()
        act()
        return before, [picture for file, picture in board.writes if file.startswith(name)]

    def check(self, board, act, name="toy/"):
        before, pictures = self.at_writes(board, act, name)
        assert pictures, "something is written"
        for picture in pictures:
            for at in range(1024):
                want = before[at] ^ (0xFF if at in STRIP else 0)
                assert picture[at] == want, f"byte {at}: only the mark that the key was heard"
        return pictures

    def test_a_roll_is_in_the_store_before_its_faces_are_in_the_panel(self, watched):
        watched.form("strike", ATTACKER, TARGET)
        self.check(watched, watched.ok)
        assert watched.ids[-1] == "toy.result"

    def test_the_value_comes_in_the_very_next_frame(self, watched):
        """The answer to the key is a mark in the frame that is there, not a frame of its own."""
        watched.form("strike", ATTACKER, TARGET)
        watched.keys.down(OK)
        watched.run(40)
        frames = []
        clear = watched.app.canvas.clear
        watched.app.canvas.clear = lambda: (frames.append(watched.ids[-1]), clear())
        watched.keys.up(OK)
        watched.app.step()
        assert frames == ["toy.result"]
        watched.run(40)

    def test_so_is_every_die_of_a_chain(self, watched):
        watched.form("burst")
        watched.dice(6, 6, 6, 2)
        self.check(watched, watched.ok)
        assert [len(path) for path in rolls(watched)] == [4]
        assert watched.reads("20")

    def test_a_roll_made_again(self, watched):
        watched.form("plain")
        watched.ok()
        watched.run(NOTED)
        faces = len(rolls(watched))
        watched.writes.clear()
        watched.ok()
        assert len(rolls(watched)) == faces + 1
        for _, picture in watched.writes[:1]:
            assert any(picture[at] for at in STRIP)

    def test_applying(self, watched):
        watched.form("strike", ATTACKER, TARGET)
        watched.dice(6, 1)
        watched.ok()
        self.check(watched, watched.ok)

    def test_a_decision(self, watched):
        watched.form("trinity")
        watched.dice(7, 3)
        watched.ok()
        self.check(watched, watched.ok)

    def test_a_change_on_press(self, watched):
        watched.app.open("toy.home")
        watched.app.open("toy.count")
        watched.run(20)
        self.check(watched, watched.up)

    def test_undo_and_redo(self, watched):
        watched.app.open("toy.home")
        watched.app.change([("game", 0, "turn", 3)])
        watched.run(20)
        self.check(watched, watched.undo)
        watched.run(TOAST_MS)
        watched.up()  # the last line is "redo"
        self.check(watched, watched.ok)
        assert watched.get("game", 0, "turn") == 3

    def test_a_setting(self, watched):
        watched.app.open("system.settings")
        watched.run(20)
        watched.down(2)
        self.check(watched, watched.ok, "settings")

    def test_nothing_is_marked_when_the_snapshot_is_saved(self, watched):
        watched.game()
        watched.writes.clear()
        watched.down()
        assert watched.writes == [(SNAPSHOT, watched.picture())]

    def test_the_mark_goes_with_the_next_frame(self, watched):
        watched.app.open("toy.home")
        watched.app.change([("char", 2, "armour", 1)])
        watched.app.open("toy.count")
        watched.run(50)
        before = watched.picture()
        watched.up()
        watched.down()
        assert watched.picture() == before

    def test_nothing_is_written_or_shown_at_rest(self, watched):
        watched.game()
        watched.run(NOTED)
        watched.writes.clear()
        sent = watched.bus.sent
        watched.run(20_000)
        assert watched.writes == []
        assert watched.bus.sent - sent < 40, "only the question whether the panel is there"


def test_two_fast_presses_roll_once(toy):
    """The second press must not act on the form while the first one's roll is still to be made."""
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def passes(mask):
        toy.keys.mask = mask
        toy.clock.advance(25)
        app.step()

    toy.dice(6, 1)
    for mask in (OK, 0, OK, 0, 0, 0):
        passes(mask)
    toy.run(100)
    assert rolls(toy) == [[(6, 1)]]


def test_every_pass_says_how_long_it_may_sleep(toy):
    assert 0 < toy.app.step() <= 10
    toy.keys.down(DOWN)
    assert toy.app.step() == 0
    toy.keys.up(DOWN)
    toy.run(100)
    toy.app.power.state = OFF
    toy.run(100)
    assert toy.app.step() == 500


# Undo and the short messages


class TestUndo:
    def test_with_nothing_to_undo(self, toy):
        toy.undo()
        assert toy.reads("Rien à annuler")
        toy.game()
        toy.undo()
        assert toy.reads("Rien à annuler")
        toy.app.redo()
        toy.run(20)
        assert toy.reads("Rien à refaire")

    @pytest.mark.parametrize(
        "screen", ["toy.home", "toy.form 0 0 1", "toy.history", "toy.count", "toy.fault"]
    )
    def test_everywhere(self, toy, screen):
        toy.app.open("toy.home")
        toy.app.change([("char", 2, "armour", 3)])
        name, *numbers = screen.split()
        toy.app.open(name, *map(int, numbers))
        toy.run(20)
        toy.undo()
        assert toy.reads("Annulé → Vert armure 0")
        assert toy.get("char", 2, "armour") == 0
        assert toy.ids[-1] == "toy.home", "it was done there; the key's release does not leave"

    @pytest.mark.parametrize(
        ("name", "method", "before", "after"), [("undo", "undo", 5, 3), ("redo", "ok", 3, 5)]
    )
    def test_by_a_key_it_comes_when_the_screen_has_returned(
        self, toy, monkeypatch, name, method, before, after
    ):
        """Until then the screen holds all that it is made of, and takes a part of the stack. So does a redo; another
        key repeats neither.
        """
        toy.app.open("toy.home")
        for value in (3, 5):
            toy.app.change([("char", 2, "armour", value)])
        if name == "redo":
            toy.app.undo()
        toy.run(20)
        top = toy.app.stack.top()
        asked = []

        def act():
            getattr(toy.app, name)()
            asked.append(toy.get("char", 2, "armour"))

        monkeypatch.setattr(top, method, act)
        getattr(toy, method)()
        assert asked == [before]
        assert toy.get("char", 2, "armour") == after
        toy.up()
        assert toy.get("char", 2, "armour") == after

    def test_what_is_being_entered_is_forgotten(self, toy):
        """A list, a dial, a message: what they were opened for may be gone with what is taken back."""
        toy.form("strike", ATTACKER, TARGET)
        for value in (1, 2, 3):
            toy.app.change([("char", 2, "armour", value)])
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
        toy.app.notice("mot")
        toy.undo()
        assert toy.get("char", 2, "armour") == 0
        assert toy.ids[-1] == "toy.form"

    def test_it_shows_where_it_was_done(self, toy):
        toy.app.open("toy.home")
        toy.app.open("toy.count")
        toy.run(20)
        toy.up()
        toy.back()
        assert toy.ids[-1] == "toy.home"
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.count"]
        toy.back()
        assert toy.ids == ["system.home", "toy.home"]
        toy.app.redo()
        toy.run(20)
        assert toy.ids == ["system.home", "toy.home", "toy.count"]

    def test_what_is_shown_for_an_undo_gives_way_to_the_next(self, toy):
        toy.app.open("toy.home")
        for at in range(3):
            toy.app.open("toy.form", 0, at, 1)
            toy.app.change([("char", 2, "armour", at + 1)])
            toy.app.back_to("toy.home")
        for _ in range(3):
            toy.undo()
            assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.get("char", 2, "armour") == 0

    def test_it_shows_what_lay_below_too_and_nothing_that_was_opened_since(self, toy):
        toy.app.open("toy.home")
        toy.app.open("toy.count")
        toy.app.change([("char", 2, "armour", 1)])
        toy.app.back_to("toy.home")
        toy.app.open("toy.form", 0, 1, 2)
        toy.app.open("toy.count")
        toy.app.change([("char", 2, "armour", 2)])
        toy.app.back_to("toy.home")
        toy.app.open("toy.form", 0, 0, 2)
        toy.app.open("toy.history")
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.count"]
        assert toy.app.stack.rested(2)[0][:3] == [0, 1, 2]
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.count"]
        toy.app.redo()
        toy.app.redo()
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.count"]

    def test_a_roll_is_taken_back_where_it_was_made(self, toy):
        """Its effect and then itself, from a form that was opened since: that one is not shown again."""
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 1)
        toy.ok(2)
        toy.app.back_to("toy.home")
        toy.form("parry", TARGET)
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.result"]
        toy.undo()
        assert toy.reads("Jet repris")
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.app.stack.rested(2)[0][:3] == [0, ATTACKER, TARGET]
        toy.back()
        assert toy.ids == ["system.home", "toy.home"]

    def test_many_screens_are_noted_without_those_between(self, toy):
        """A location has so many bytes only: where it was done and where that began are never left out."""
        toy.app.open("toy.home")
        for at in range(20):
            toy.app.open("toy.form", 0, at % 3, 1)
        toy.app.open("toy.count")
        toy.app.change([("char", 2, "armour", 1)])
        toy.undo()
        ids = toy.ids
        assert ids[:2] == ["system.home", "toy.home"] and ids[-1] == "toy.count"
        assert 3 < len(ids) < 22

    def test_a_location_has_the_result_only_where_one_is_to_come(self, toy):
        toy.app.open("toy.home")
        toy.app.open("toy.count")
        assert toy.app.navigation.location() == b"count"
        assert toy.app.navigation.location(True) == b"count\nresult"

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
        """No location was noted with it, only with the changes before it."""
        toy.app.open("toy.home")
        toy.app.open("toy.count")
        toy.app.change([("char", 2, "armour", 1)])
        toy.app.replace("toy.form", 0, ATTACKER, TARGET)
        where = toy.app.session.where
        toy.app.session.where = lambda rolled=False: b"toy.count" if rolled else where()
        toy.dice(6, 1)
        toy.ok()
        toy.undo()
        assert toy.reads("Jet repris")
        assert toy.ids == ["system.home", "toy.home", "toy.form"]

    def test_a_location_of_an_earlier_version(self, toy):
        """It named one screen, with the name of its game."""
        toy.app.open("toy.home")
        toy.app.session.where = lambda rolled=False: b"toy.count"
        toy.app.change([("char", 2, "armour", 1)])
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.count"]

    def test_a_screen_that_stood_elsewhere_meanwhile_is_not_opened_twice(self, toy):
        """A form gave way to another one, and what was done on that one is taken back."""
        toy.app.open("toy.home")
        toy.app.open("toy.form", 0, 1, 1)
        toy.app.change([("char", 2, "armour", 1)])
        toy.app.replace("toy.form", 0, 2, 1)
        toy.app.open("toy.count")
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.app.stack.rested(2)[0][:3] == [0, 1, 1]
        toy.back()
        assert toy.ids[-1] == "toy.home"

    def test_the_list_below_stays_where_it_stands(self, toy):
        toy.game(2)
        toy.app.open("toy.count")
        toy.app.change([("char", 2, "armour", 1)])
        toy.back()
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.count"]
        toy.back()
        assert (toy.ids[-1], toy.top.cursor) == ("toy.home", 2)

    def test_the_screen_shows_what_is_again(self, toy):
        toy.app.open("toy.home")
        toy.app.open("toy.count")
        toy.run(20)
        toy.up()
        toy.undo()
        toy.run(TOAST_MS + 100)
        assert toy.reads("0")

    def test_a_change_without_a_name_is_undone_without_words(self, toy):
        toy.game()
        toy.app.change([("game", 0, "turn", 3)])
        toy.undo()
        assert toy.reads("Annulé")
        assert not toy.reads("Annulé\xa0:") and not toy.reads("Annulé :")

    def test_a_game_may_name_its_changes_itself(self, toy, monkeypatch):
        toy.game()
        toy.app.change([("game", 0, "turn", 3)])
        import gobelet.games.toy.screens as screens

        monkeypatch.setattr(screens, "what", lambda app, effects: "tour de jeu", raising=False)
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
        toy.app.open("toy.home")
        for value in range(1, 101):
            toy.app.change([("char", 0, "wounds", value % 20)])
        toy.run(NOTED)
        toy.pull()
        for value in range(99, -1, -1):
            toy.app.undo()
            assert toy.get("char", 0, "wounds") == value % 20
        toy.run(20)


# Words for refusals


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        (Refused("TOY-1", n=3), "Pas de charge avec un arc (3)"),
        (Refused("SHEET", field="wounds", low=0, high=20), "blessures : de 0 à 20"),
        (Refused("RANGE", name="charge", low=0, high=1), "charge : de 0 à 1"),
        (Refused("RANGE", name=2, low=0, high=1), "Vert : de 0 à 1"),
        (Refused("FACE", sides=12, at=1), "d12 : 1 à 12"),
        (Refused("NOBODY-KNOWS"), "Refusé (NOBODY-KNOWS)"),
    ],
)
def test_a_refusal_in_words(toy, refused, words):
    toy.game()
    assert toy.app.words(refused).replace("\xa0", " ") == words


def test_an_input_is_named_as_its_form_names_it(toy):
    toy.game()
    refused = Refused("RANGE", name="charge", low=0, high=1)
    assert toy.app.words(refused, "strike").replace("\xa0", " ") == "Charge : de 0 à 1"


def test_a_refusal_that_a_screen_lets_through_is_told_and_nothing_is_lost(toy):
    toy.game()
    toy.app.open("toy.fault")
    for where, act in (("ok", toy.ok), ("up", toy.up), ("defer", toy.ok), ("why", toy.why)):
        fault(where, Refused("TOY-1", n=3))
        act()
        assert toy.reads("Pas de charge avec un arc (3)")
        toy.ok()
        assert toy.ids[-1] == "toy.fault"
        fault("", None)


# A full or failing store


class TestFullStore:
    def full(self, toy, words="Stockage plein : rien n’a été changé"):
        assert toy.reads(words)
        assert [type(error) for error in toy.faults] == [OSError]
        toy.faults.clear()
        toy.back()

    def test_a_roll(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        toy.store.full = True
        toy.dice(6, 1)
        toy.ok()
        self.full(toy)
        assert toy.ids[-1] == "toy.form"
        assert rolls(toy) == []
        toy.store.full = False
        toy.dice(6, 2)
        toy.ok()
        assert rolls(toy) == [[(6, 2)]]

    def test_the_middle_of_a_roll(self, toy):
        toy.form("trinity")
        toy.dice(12, 3)
        toy.ok()
        toy.run(NOTED)
        toy.store.full = True
        toy.ok()
        self.full(toy)
        assert toy.reads("Quel dé ?")
        assert toy.top.path == [(12, 3)]
        toy.store.full = False
        toy.dice(2)
        toy.ok()
        assert rolls(toy)[-1] == [(12, 3), 0, (2,)]

    def test_applying_and_undoing(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 1)
        toy.ok()
        toy.store.full = True
        toy.ok()
        self.full(toy)
        assert toy.get("char", TARGET, "wounds") == 0
        assert toy.top.actions()[0] == "apply"
        toy.store.full = False
        toy.ok()
        toy.store.full = True
        toy.undo()
        self.full(toy)
        assert toy.get("char", TARGET, "wounds") == 5

    def test_a_change(self, toy):
        toy.app.open("toy.home")
        toy.app.open("toy.count")
        toy.run(20)
        toy.store.full = True
        toy.up()
        self.full(toy)
        assert toy.get("char", 2, "armour") == 0
        assert toy.ids[-1] == "toy.count"

    def test_settings_and_colours(self, toy):
        toy.app.open("system.settings")
        toy.down(2)
        toy.run(NOTED)
        toy.store.full = True
        toy.ok()
        self.full(toy)
        assert toy.reads("Tête en bas", "non")
        toy.store.full = False
        toy.app.open("system.seats")
        toy.ok()
        toy.down()
        toy.run(NOTED)
        toy.store.full = True
        toy.ok()
        self.full(toy)
        assert toy.reads("1 Rouge")
        toy.faults.clear()

    def test_saving_the_snapshot_fails_without_a_word(self, toy):
        """Nobody asked for it, and nothing of the game is lost."""
        toy.store.full = True
        toy.down()
        toy.run(10 * NOTED)
        assert toy.ids == ["system.home"]
        assert len(toy.faults) == 1, "not again and again"
        toy.game()
        assert toy.ids == ["system.home", "system.settings"]
        toy.faults.clear()

    def test_so_it_does_without_room_for_what_is_to_be_saved(self, toy, monkeypatch):
        def line(*args):
            raise MemoryError

        toy.form("strike", ATTACKER, TARGET)
        with monkeypatch.context() as patch:
            patch.setattr("gobelet.snapshot.line_of", line)
            toy.down()
            assert toy.ids[-1] == "toy.form"
            assert {type(error) for error in toy.faults} == {MemoryError}
            toy.faults.clear()
        words = toy.words.text()
        toy.run(10 * NOTED)
        toy.pull()
        assert toy.words.text() == words

    def test_so_it_does_without_room_in_memory(self, toy, monkeypatch):
        """The player stays where he is: it was not he who asked for so much."""

        def note(name, data):
            raise MemoryError

        toy.form("strike", ATTACKER, TARGET)
        with monkeypatch.context() as patch:
            patch.setattr(toy.store, "note", note)
            toy.down()
            assert toy.ids[-1] == "toy.form"
            assert [type(error) for error in toy.faults] == [MemoryError]
            toy.faults.clear()
        words = toy.words.text()
        toy.run(10 * NOTED)
        toy.pull()
        assert toy.words.text() == words, "noted behind the next collection"

    def test_a_screen_that_finds_no_room_is_made_once_more_without_what_can_be_spared(self, toy, monkeypatch):
        real = Form.shown
        tries = []
        spared = []

        def shown(form):
            tries.append(form)
            if len(tries) == 1:
                raise MemoryError
            real(form)

        spare = toy.app.spare
        monkeypatch.setattr(Form, "shown", shown)
        monkeypatch.setattr(toy.app, "spare", lambda: (spared.append(len(tries)), spare()))
        toy.game()
        toy.ok()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert spared == [1]
        assert len(tries) == 2
        assert tries[0] is not tries[1]

    def test_where_an_undo_leads_is_made_once_more_without_what_its_words_have_called_for(
        self, toy, monkeypatch
    ):
        real = Form.__init__
        tries = []
        held = []

        def init(form, *args):
            tries.append(form)
            if len(tries) == 1:
                raise MemoryError
            real(form, *args)

        toy.form("strike", ATTACKER, TARGET)
        toy.app.change([("char", ATTACKER, "armour", 2)])
        toy.app.back_to("toy.home")
        keeper = toy.app.keeper
        spare = toy.app.spare
        made = keeper.made
        monkeypatch.setattr(keeper, "made", lambda: (keeper._open.append(0), made()))  # called for by words
        monkeypatch.setattr(Form, "__init__", init)
        monkeypatch.setattr(toy.app, "spare", lambda: (held.append(keeper._before[:]), spare()))
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.get("char", ATTACKER, "armour") == 0
        assert len(tries) == 2 and held == [[]]

    @pytest.mark.parametrize("closes", [False, True])
    def test_so_it_is_wherever_it_has_failed(self, toy, monkeypatch, closes):
        """closes: a screen has closed, having found no room for its reason; it is there again."""
        full = [True]
        rested = []
        spare = toy.app.spare

        def spared():
            full.clear()
            rested.append(isinstance(toy.app.stack.top(), tuple))
            spare()

        def without_room(owner, name):
            real = getattr(owner, name)

            def method(self, *args):
                if full:
                    raise MemoryError
                return real(self, *args)

            monkeypatch.setattr(owner, name, method)

        toy.form("strike", ATTACKER, TARGET)
        toy.app.change([("char", ATTACKER, "armour", 2)])
        toy.app.back_to("toy.home")
        monkeypatch.setattr(toy.app, "spare", spared)
        if closes:
            monkeypatch.setattr(Form, "stands", lambda form: not full)
            without_room(Menu, "shown")
        else:
            without_room(type(toy.app.navigation), "_screens_at")
        toy.undo()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.get("char", ATTACKER, "armour") == 0
        assert toy.reads("Annulé")
        assert rested == [True], "nothing keeps what the words have called for"

    def test_so_is_the_result_of_a_roll_of_an_earlier_version(self, toy, monkeypatch):
        """Which noted no location of it: its result is gone already."""
        toy.form("strike", ATTACKER, TARGET)
        toy.ok()
        assert toy.ids[-1] == "toy.result"
        real = toy.app.session.take_back
        monkeypatch.setattr(toy.app.session, "take_back", lambda: real() and b"")
        remake = toy.app.navigation.remake
        tries = []

        def once():
            tries.append(toy.ids)
            if len(tries) == 1:
                raise MemoryError
            remake()

        monkeypatch.setattr(toy.app.navigation, "remake", once)
        toy.undo()
        assert tries == [["system.home", "toy.home", "toy.form"]] * 2
        assert toy.ids == tries[0]

    def test_a_screen_that_waits_to_be_made_goes_with_all_others_when_memory_is_full(self, toy, monkeypatch):
        """Between: else it would be made in the place of the message."""
        toy.game()

        def ok():
            toy.app.open("toy.count", 0)
            assert toy.app.navigation.waiting is not None
            raise MemoryError

        monkeypatch.setattr(toy.top, "ok", ok)
        monkeypatch.setattr("gobelet.navigation.with_room", lambda app: None)
        toy.ok()
        assert toy.reads("Mémoire pleine : partie gardée")
        assert toy.app.navigation.waiting is None
        assert toy.ids == [None]

    def test_what_is_made_ready_without_room_in_memory_costs_no_screen(self, toy, monkeypatch):
        """Right after a start the heap may be in pieces."""

        def idle():
            raise MemoryError

        toy.form("strike", ATTACKER, TARGET)
        monkeypatch.setattr(toy.app.session.journal, "idle", idle)
        toy.down()
        toy.run(NOTED)
        assert toy.ids[-1] == "toy.form"
        assert {type(error) for error in toy.faults} == {MemoryError}
        toy.faults.clear()

    def test_what_finds_no_room_is_tried_twice_behind_each_key(self, toy, monkeypatch):
        """And no more, though there are other things to do in between: else each pass would begin with it."""
        tries = []

        def idle():
            tries.append(len(tries))
            raise MemoryError

        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        toy.app.heap = Heap()
        with monkeypatch.context() as patch:
            patch.setattr(Heap, "fill", lambda heap: len(tries) < 50)
            patch.setattr(toy.app.session.journal, "idle", idle)
            for count in (2, 4):
                toy.down()
                toy.run(10 * NOTED)
                toy.app.dirty = True  # a clock runs, say
                toy.run(NOTED)
                assert len(tries) == count
                assert toy.app.idle.done
        toy.down()
        toy.run(NOTED)
        assert toy.app.idle.done and toy.app.idle.failed == 0
        assert len(toy.faults) == 4
        toy.faults.clear()

    def test_a_game_opens_and_plays_from_a_full_store(self, toy):
        toy.store.full = True
        toy.game()
        toy.ok()
        assert toy.ids[-1] == "toy.form"
        assert not toy.reads("Stockage")
        toy.faults.clear()

    def test_other_trouble_has_its_own_words(self, toy):
        toy.game()
        toy.app.open("toy.count")
        toy.run(20)

        def broken(name, data):
            raise OSError(5)

        toy.store.append = toy.store.replace = broken
        toy.up()
        self.full(toy, "Stockage en panne : rien n’a été changé")

    def test_dice_without_entropy(self, toy):
        toy.form("plain")
        toy.app.shaker._read = lambda n: b""
        toy.app.shaker._bytes = b""
        toy.ok()
        self.full(toy, "Hasard en panne")
        assert rolls(toy) == []

    def test_dice_with_a_source_that_stands_still(self, toy):
        toy.form("plain")
        toy.app.shaker._read = lambda n: b"\x03" * n
        toy.app.shaker._bytes = b""
        toy.ok()
        self.full(toy, "Hasard en panne")
        assert rolls(toy) == []


# A screen that raises


FAULTS = ("ok", "up", "why", "tick", "draw", "shown", "defer")


class TestFaults:
    def raise_in(self, toy, where, error):
        toy.game()
        toy.app.change([("char", TARGET, "wounds", 7)])
        fault(where, error)
        try:
            toy.app.open("toy.fault")
        except type(error):  # "shown": here the test itself is the one who opens
            toy.app._raised(error, False)
        toy.run(NOTED)
        act = {"ok": toy.ok, "up": toy.up, "why": toy.why, "defer": toy.ok}.get(where)
        if act:
            act()

    @pytest.mark.parametrize("where", FAULTS)
    @pytest.mark.parametrize(
        "error", [ValueError("x"), KeyError("x"), ZeroDivisionError(), AttributeError("y")]
    )
    def test_it_is_told_in_plain_words_and_the_game_is_kept(self, toy, where, error):
        self.raise_in(toy, where, error)
        assert toy.reads("Erreur : retour à l’accueil, partie gardée")
        assert toy.faults == [error]
        toy.run(BOOT_MS)
        assert toy.ids == ["system.home", None], "what was saved is not opened again"
        kept = toy.store.files["crash.txt"].decode().split("\n")
        assert kept[1] == type(error).__name__
        assert "toy.home" in kept[-1]
        assert toy.store.files[SNAPSHOT][:-4].count(b"\n") == 1, "a start would open the list of games"
        toy.faults.clear()
        toy.ok()
        assert toy.app.session is None
        toy.ok()
        assert toy.get("char", TARGET, "wounds") == 7
        toy.run(NOTED)
        toy.pull()
        assert toy.get("char", TARGET, "wounds") == 7

    @pytest.mark.parametrize("where", FAULTS)
    def test_where_memory_is_full_what_was_saved_opens_again(self, toy, where):
        self.raise_in(toy, where, MemoryError())
        toy.run(BOOT_MS)
        assert toy.faults == [], "there is no room for a trace"
        opened = [] if where in ("shown", "draw", "tick") else ["toy.fault"]  # what was saved
        assert toy.ids == ["system.home", "toy.home", *opened]
        assert toy.get("char", TARGET, "wounds") == 7

    @pytest.mark.parametrize("where", ["ok", "up", "why", "tick", "draw", "defer"])
    @pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, PowerCut])
    def test_ctrl_c_always_passes(self, toy, where, error):
        with pytest.raises(error):
            self.raise_in(toy, where, error())
        fault("", None)

    def test_a_game_that_cannot_be_imported(self, toy, monkeypatch):
        import gobelet.session

        def load(path, name):
            raise MemoryError

        monkeypatch.setattr(gobelet.session, "load", load)
        toy.ok()
        assert toy.reads("Mémoire pleine")
        assert toy.app.session is None
        monkeypatch.undo()

    def test_a_screen_that_cannot_be_made_is_not_open_also_where_no_key_opened_it(self, toy):
        toy.game()
        with pytest.raises(IndexError):
            toy.app.open("toy.form", 99)
        assert toy.ids == ["system.home", "toy.home"]

    @pytest.mark.parametrize("part", ["needs", "fr", "session", "screens"])
    def test_a_game_whose_pack_is_damaged(self, toy, monkeypatch, part):
        """What the pack refuses is told when it is opened, as often as that is tried, and not before."""
        import gobelet.session

        damaged = ImportError(
            "Gobelet: /packs/toy.pack is damaged or of another version. Run make flash again."
        )

        def assets(name, found=toy.app.texts.assets):
            if name == f"toy.{part}":
                raise damaged
            return found(name)

        def load(path, name):
            raise damaged

        def made(name, args, real=toy.app.navigation.make):
            if name.startswith("toy"):
                raise damaged
            return real(name, args)

        toy.game()
        toy.app.change([("char", TARGET, "wounds", 7)])
        toy.app.home()
        toy.app.keeper.keep(NO_GAME)
        toy.app.texts.assets = assets
        toy.app.keeper.listed = lambda game: needs(assets, game)
        if part == "session":
            monkeypatch.setattr(gobelet.session, "load", load)
        if part == "screens":
            monkeypatch.setattr(toy.app.navigation, "make", made)
        toy.run(5000)
        assert toy.ids == ["system.home"]
        if part != "needs":
            assert toy.faults == []
        for _ in range(2):
            toy.faults.clear()
            toy.ok()
            assert toy.reads("Programme incomplet ou abîmé : make flash, partie gardée")
            assert toy.faults[-1:] == [damaged]
            assert toy.app.session is None
            assert b"ImportError\nGobelet: /packs/toy.pack is damaged" in toy.store.files["crash.txt"]
            toy.ok()
            assert toy.ids == ["system.home"]
        toy.faults.clear()
        monkeypatch.undo()
        toy.pull()
        toy.game()
        assert toy.get("char", TARGET, "wounds") == 7

    def test_texts_of_a_game_that_fails_to_open_are_closed_again(self, toy, monkeypatch):
        import gobelet.session

        def broken(name, store):
            raise ValueError("rules")

        real = gobelet.session.Session
        monkeypatch.setattr(gobelet.session, "Session", broken)
        toy.ok()
        assert toy.reads("Erreur")
        toy.faults.clear()
        toy.ok()
        monkeypatch.setattr(gobelet.session, "Session", real)
        toy.ok()
        assert toy.ids == ["system.home", "toy.home"]
        assert [row[0] for row in toy.app.texts._open] == ["system", "toy"]

    @pytest.mark.parametrize("name", ["draw", "shown"])
    @pytest.mark.parametrize("flash", [True, False])
    def test_a_start_that_finds_no_memory_tries_once_more_with_more_room(self, toy, monkeypatch, name, flash):
        """Before anything is drawn. Nothing of the game stays, and what comes of it is used in the flash at once."""
        real = getattr(Form, name)
        make_app = toy._make_app
        linker = Flash(9)
        linked = {"heap": Heap(), "in_place": lambda: linker} if flash else {}
        toy._make_app = lambda *parts, **options: make_app(*parts, **linked, **options)
        calls = []
        linking = []
        messages = []

        def full(self, *args):
            calls.append(name)
            linking.append(toy.app.keeper.came)
            if len(calls) == 1:
                raise MemoryError
            real(self, *args)

        toy.form("strike", ATTACKER, TARGET)
        toy.down()
        toy.run(NOTED)
        words = toy.words.text()
        monkeypatch.setattr(Form, name, full)
        drawn = Notice.draw
        monkeypatch.setattr(Notice, "draw", lambda self, c: (messages.append(self.text), drawn(self, c)))
        toy.boot()
        between_passes(toy, monkeypatch)
        assert len(calls) == 1 and not any(toy.picture())
        toy.ok()
        toy.run(BOOT_MS)
        assert len(calls) >= 2
        assert toy.words.text() == words, "and OK, which came before there was a picture, does nothing"
        assert messages == []
        if flash:
            assert linker.left == 0
            assert linking[:2] == [None, linker.link]
            assert toy.app.keeper.came is None
        calls[:] = []
        monkeypatch.setattr(Form, name, lambda self, *args: bytearray(1 << 62))
        toy.boot()
        between_passes(toy, monkeypatch)
        toy.run(BOOT_MS)
        assert toy.reads("Mémoire pleine : partie gardée")
        toy.ok()
        assert toy.ids == ["system.home"]

    def test_a_start_with_more_room_shows_what_a_change_just_before_the_cut_led_to(self, toy, monkeypatch):
        """The result that the snapshot names closes, and the list below it is made before it is drawn."""
        real = Menu.draw
        drawn = []

        def full(self, c):
            drawn.append(self.title)
            if drawn == ["title"]:
                raise MemoryError
            real(self, c)

        toy.form("still")
        toy.ok()
        toy.app._key(OK, RELEASE, 1)
        monkeypatch.setattr(Menu, "draw", full)
        toy.pull()
        assert drawn[:2] == ["title", "title"]
        assert toy.ids == ["system.home", "toy.home"] and toy.get("game", 0, "turn") == 7
        assert any(toy.picture()) and not toy.faults

    @pytest.mark.parametrize("fails", [None, ImportError, MemoryError])
    def test_second_parts_come_before_a_key_acts_not_from_its_depth(self, toy, monkeypatch, fails):
        """Behind a start an import from there took more of the stack than a Pico has. A key that only moves something
        does not wait for them.
        """
        parts = ["one", "two"]
        seen = []

        def complete_next():
            if parts and fails:
                parts.clear()
                raise fails
            return parts.pop() if parts else ""

        monkeypatch.setattr("gobelet.app.complete_next", complete_next)
        toy.game()
        parts[:] = ["one", "two"]
        top = toy.app.stack.top()
        monkeypatch.setattr(top, "down", lambda n: seen.append(len(parts)))
        monkeypatch.setattr(top, "ok", lambda: seen.append(len(parts)))
        toy.down()
        toy.ok()
        assert seen == [2, 0]
        assert toy.ids == ["system.home", "toy.home"]

    def test_a_start_into_a_game_does_without_the_list_of_games(self, toy, monkeypatch):
        """It comes in an idle moment, stays, and BACK leads there."""
        toy.game()
        toy.run(NOTED)
        monkeypatch.setattr(gobelet.system, "home", home)  # both are there again behind the test
        monkeypatch.delitem(sys.modules, LIST_OF_GAMES)
        toy.boot()
        assert toy.ids == ["system.home", "toy.home"]
        assert LIST_OF_GAMES not in sys.modules
        toy.run(NOTED)
        assert LIST_OF_GAMES in sys.modules
        assert LIST_OF_GAMES not in newer(toy.app.keeper._resident), "it stays"
        toy.back()
        assert toy.ids == ["system.home"]

    @pytest.mark.parametrize("linker", [None, Flash(0)])
    def test_garbage_goes_once_what_a_key_asked_for_is_seen(self, toy, monkeypatch, linker):
        done = []
        heap = Heap()
        heap.postpone = done.append
        heap.resume = lambda: done.append("resume")
        toy.game()
        monkeypatch.setattr(toy.app, "heap", heap)
        monkeypatch.setattr(toy.app, "linker", linker)
        monkeypatch.setattr(
            toy.app.panel, "show", lambda show=toy.app.panel.show: (done.append("show"), show())
        )
        toy.down()
        assert done[: done.index("resume") + 1] == [-1, "show", "resume"]
        for key in (toy.ok, toy.back):
            del done[:]
            key()
            before = [LATER] if linker else []  # where all is copied there is too little room
            assert done[: done.index("resume") + 1] == [*before, "show", "show", "resume"], (
                "it is answered first"
            )

    def test_a_key_before_the_first_idle_moment_has_all_of_the_heap(self, toy):
        """A start lets garbage go once; without more of that a form may not fit."""

        class Counting(Heap):
            begun = 0

            def begin_game(self):
                self.begun += 1

        heap = Counting()
        make_app = toy._make_app
        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        toy._make_app = lambda *parts, **options: make_app(
            *parts, heap=heap, in_place=lambda: None, **options
        )
        toy.boot()
        assert (heap.begun, heap.collected) == (1, 0)
        act = toy.app._key
        seen = []
        toy.app._key = lambda *event: (seen.append(heap.collected), act(*event))
        toy.ok()
        assert seen[0] == 1
        assert len(rolls(toy)) == 1

    @pytest.mark.parametrize("linker", [None, Flash(0)])
    def test_where_nothing_is_used_in_the_flash_modules_keep_less_free(self, toy, linker):
        make_app = toy._make_app
        for heap in (Heap(), None):
            toy._make_app = lambda *parts, heap=heap, **options: make_app(
                *parts, heap=heap, in_place=lambda: linker, **options
            )
            toy.boot()
            assert toy.app.make_linker() and not toy.app.make_linker()
            told = None if linker or heap is None else heap.postpone
            assert toy.app.keeper.after_collection == told

    @pytest.mark.parametrize("kept", [True, False])
    def test_what_is_kept_for_a_file_goes_before_modules_do(self, toy, monkeypatch, kept):
        spared = []
        heap = Heap()
        heap.give_piece = lambda: kept
        monkeypatch.setattr(toy.app, "heap", heap)
        monkeypatch.setattr(toy.app.keeper, "spare", lambda: spared.append(True) or went)
        for went in (True, False):
            assert toy.app.find_room() == (kept or went)
        assert spared == ([] if kept else [True] * 2)
        toy.app.spare()
        assert len(spared) == (1 if kept else 3), "with modules, where that does not do"

    def test_when_even_that_finds_no_memory_the_device_goes_on(self, toy):
        toy.game()
        notice = toy.app.notice
        toy.app.notice = lambda text: (_ for _ in ()).throw(MemoryError())
        fault("ok", ValueError("a fault that no memory is left to tell"))
        toy.app.open("toy.fault")
        toy.ok()
        assert toy.reads("Mémoire pleine")
        toy.app.notice = notice
        toy.faults.clear()
        toy.ok()
        assert toy.ids == ["system.home"]
        toy.ok()
        assert toy.ids == ["system.home", "toy.home"]


class TestKeysActOnceMore:
    """Memory is full behind a key: what was saved opens again, and the key acts once more. Nobody has to be told."""

    @staticmethod
    def full(monkeypatch, owner, name, times=1, late=False):
        """The method finds no memory, so often; late: once it is done."""
        real = getattr(owner, name)
        calls = []

        def method(self, *args):
            calls.append(name)
            if len(calls) > times:
                return real(self, *args)
            if late:
                real(self, *args)
            raise MemoryError

        monkeypatch.setattr(owner, name, method)
        return calls

    @pytest.fixture
    def messages(self, monkeypatch):
        found = []
        real = Notice.draw
        monkeypatch.setattr(Notice, "draw", lambda self, c: (found.append(self.text), real(self, c)))
        return found

    def strike(self, toy, row=0):
        toy.form("strike", ATTACKER, TARGET)
        toy.down(row)
        toy.run(NOTED)

    def test_where_it_finds_no_memory(self, toy, monkeypatch, messages):
        self.strike(toy)
        toy.dice(4, 2)
        calls = self.full(monkeypatch, Form, "ok")
        toy.ok()
        toy.run(BOOT_MS)
        assert calls == ["ok"] * 2
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.result"]
        assert rolls(toy) == [[(4, 2)]]
        assert messages == []

    @pytest.mark.parametrize(
        ("name", "event", "given"),
        [
            ("up", (UP, REPEAT, 10), (10,)),
            ("down", (DOWN, REPEAT, 5), (5,)),
            ("why", (OK, HOLD, 1), ()),
            ("back", (BACK, RELEASE, 1), ()),
            ("undo", (BACK, HOLD, 1), ()),
        ],
    )
    def test_how_long_it_was_held_is_part_of_it(self, toy, monkeypatch, messages, name, event, given):
        self.strike(toy)
        calls = []

        def method(form, *args):
            calls.append(args)
            if len(calls) == 1:
                raise MemoryError

        monkeypatch.setattr(Form, name, method)
        toy.app.heard.append(event)
        toy.run(BOOT_MS)
        assert calls == [given] * 2 and messages == []

    def test_what_it_has_done_then_is_taken_back_once(self, toy, monkeypatch, messages):
        self.strike(toy)
        self.full(monkeypatch, Form, "ok")
        toy.ok()
        toy.run(BOOT_MS)
        toy.undo()
        assert toy.ids[-1] == "toy.form" and toy.app.session.pending() is None
        toy.back()
        toy.run(NOTED)
        assert toy.ids == ["system.home", "toy.home"]
        assert len(rolls(toy)) == 1 and messages == []

    def test_a_battery_that_is_pulled_before_it_does_leaves_what_was_saved(self, toy, monkeypatch, messages):
        self.strike(toy, 1)
        words = toy.words.text()
        calls = self.full(monkeypatch, Form, "ok")
        toy.app.heard.append((OK, RELEASE, 1))
        toy.app.step()
        assert calls == ["ok"] and toy.ids == [None]
        toy.pull()
        assert toy.words.text() == words
        assert calls == ["ok"] and rolls(toy) == [] and messages == []

    def test_what_was_saved_opens_with_all_that_comes_used_in_the_flash(self, toy, monkeypatch, messages):
        self.strike(toy)
        between_passes(toy, monkeypatch)
        self.full(monkeypatch, Form, "down")
        toy.app.heap = Heap()
        toy.app.linker = Flash(9)
        toy.down()
        assert toy.ids[-1] == "toy.form" and toy.top.cursor == 1
        assert (toy.app.linker.left, toy.app.heap.collected) == (0, 2)
        assert messages == []
        toy.app.heap = None

    @pytest.mark.parametrize("name", ["returned", "shown"])
    def test_so_do_those_on_a_list_above_a_form(self, toy, monkeypatch, messages, name):
        """Only the form is saved."""
        self.strike(toy, 2)
        toy.ok()
        assert toy.ids[-1] is None
        toy.run(NOTED)
        toy.down()
        toy.run(NOTED)
        words = toy.words.text()
        calls = self.full(monkeypatch, Form, name)
        toy.ok()
        toy.run(BOOT_MS)
        assert len(calls) > 1
        assert toy.ids[-1] == "toy.form" and toy.words.text() != words
        assert toy.top.values["weapon"] == 1
        assert messages == []

    def test_but_not_so_many_that_they_take_memory_themselves(self, toy, monkeypatch, messages):
        self.strike(toy, 2)
        toy.ok()
        toy.down(PRESSED + 1)  # which wraps round to the second one
        self.full(monkeypatch, Form, "returned")
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.ids[-1] == "toy.form" and toy.top.values["weapon"] == 0
        assert messages == []

    def test_all_do_where_they_are_as_many_as_may_be(self, toy, monkeypatch, messages):
        self.strike(toy, 2)
        toy.ok()
        toy.down(PRESSED - 2)  # which wraps round to the third one
        self.full(monkeypatch, Form, "returned")
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.ids[-1] == "toy.form" and toy.top.values["weapon"] == 2
        assert messages == []

    def test_a_key_that_only_goes_down_is_none_of_them(self, toy):
        self.strike(toy, 2)
        toy.ok()
        toy.keys.down(OK)
        toy.run(50)
        assert toy.app.navigation.pressed == [(OK, RELEASE, 1)] and not toy.app.navigation.acting
        toy.keys.up(OK)
        toy.run(50)

    def test_not_where_something_was_written(self, toy, monkeypatch, messages):
        """The journal goes on from there, as behind a power cut."""
        toy.game(8)
        toy.app.open("toy.count")
        toy.run(NOTED)
        self.full(monkeypatch, Session, "change", late=True)
        toy.up()
        toy.run(BOOT_MS)
        assert toy.get("char", 2, "armour") == 1
        assert messages == []
        toy.undo()
        assert toy.get("char", 2, "armour") == 0
        toy.undo()
        assert toy.get("char", 2, "armour") == 0

    def test_nor_where_what_it_acts_on_was_not_saved(self, toy, monkeypatch, messages):
        self.strike(toy)
        with monkeypatch.context() as patch:
            patch.setattr(toy.app.navigation, "save_snapshot", lambda: None)
            toy.down(2)
            assert toy.app.snapshot_due
            self.full(monkeypatch, Form, "ok")
            toy.ok()
        toy.run(BOOT_MS)
        assert toy.ids[-1] == "toy.form" and toy.top.cursor == 0
        assert messages == []

    def test_nor_once_what_it_led_to_was_saved(self, toy, monkeypatch, messages):
        self.strike(toy)
        toy.down()
        toy.run(NOTED)
        self.full(monkeypatch, Form, "tick")
        toy.run(BOOT_MS)
        assert toy.ids[-1] == "toy.form" and toy.top.cursor == 1
        assert messages == []

    def test_nor_where_other_screens_open_than_those_it_acted_on(self, toy, monkeypatch, messages):
        self.strike(toy)
        calls = self.full(monkeypatch, Form, "ok")
        shown = self.full(monkeypatch, Form, "stands", 99)
        monkeypatch.setattr(Form, "stands", lambda self: bool(shown) or not calls)
        toy.ok()
        toy.run(BOOT_MS)
        assert calls == ["ok"]
        assert toy.ids == ["system.home", "toy.home"]
        assert messages == []

    def test_not_a_third_time(self, toy, monkeypatch, messages):
        self.strike(toy)
        calls = self.full(monkeypatch, Form, "ok", 2)
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.reads("Mémoire pleine : partie gardée")
        assert calls == ["ok"] * 2
        toy.ok()
        assert toy.ids == ["system.home"], "it would be full again and again"

    def test_of_several_none_acts_on_the_message(self, toy, monkeypatch, messages):
        self.strike(toy, 2)
        real = Form.ok
        calls = []

        def ok(form):
            calls.append(len(calls))
            if len(calls) > 1:
                raise MemoryError
            real(form)

        monkeypatch.setattr(Form, "ok", ok)
        toy.ok()
        toy.down()
        toy.run(NOTED)
        self.full(monkeypatch, Form, "returned")
        toy.ok()
        toy.run(BOOT_MS)
        assert calls == [0, 1]
        assert toy.ids == [None] and toy.reads("Mémoire pleine : partie gardée")
        assert toy.app.navigation.retried == 1
        toy.ok()
        toy.down()
        assert toy.ids == ["system.home"]
        monkeypatch.undo()
        self.strike(toy)
        self.full(monkeypatch, Form, "down")
        toy.down()
        toy.run(BOOT_MS)
        assert toy.top.cursor == 1, "and the next one has its second time"

    def test_each_key_of_those_that_follow_has_its_own_second_time(self, toy, monkeypatch, messages):
        self.strike(toy, 3)
        for _ in range(3):
            with monkeypatch.context() as patch:
                calls = self.full(patch, Form, "ok")
                before = toy.top.values["charge"]
                toy.ok()
                toy.run(BOOT_MS)
                assert calls == ["ok"] * 2
                assert toy.top.values["charge"] != before
        assert messages == []

    def test_so_it_has_where_it_was_full_before(self, toy, monkeypatch, messages):
        self.strike(toy)
        for _ in range(2):
            with monkeypatch.context() as patch:
                self.full(patch, Form, "down")
                toy.down()
                toy.run(BOOT_MS)
            assert toy.ids[-1] == "toy.form" and toy.top.cursor == 1
            toy.up()
            toy.run(NOTED)
        assert messages == []

    def test_it_is_the_last_key_that_does(self, toy, monkeypatch, messages):
        self.strike(toy)
        for name, cursor in (("down", 1), ("up", 0)):
            with monkeypatch.context() as patch:
                self.full(patch, Form, name)
                getattr(toy, name)()
                toy.run(BOOT_MS)
            assert toy.ids[-1] == "toy.form" and toy.top.cursor == cursor
        assert messages == []

    def test_not_where_memory_was_too_full_to_save_what_it_acts_on(self, toy, monkeypatch, messages):
        def note(name, data):
            raise MemoryError

        self.strike(toy)
        with monkeypatch.context() as patch:
            patch.setattr(toy.store, "note", note)
            toy.down()
            while toy.app.navigation.saved:
                toy.run(10)
            calls = self.full(monkeypatch, Form, "ok")
            toy.app.snapshot_due = False
            toy.ok()
        toy.run(BOOT_MS)
        assert calls == ["ok"]
        assert toy.ids[-1] == "toy.form" and toy.top.cursor == 0
        assert messages == []
        toy.faults.clear()

    def test_not_one_that_has_changed_nothing_that_is_saved(self, toy, monkeypatch, messages):
        calls = []
        self.strike(toy)
        monkeypatch.setattr(Form, "ok", lambda form: calls.append("ok"))
        toy.ok()
        toy.run(NOTED)
        self.full(monkeypatch, Form, "tick")
        toy.run(BOOT_MS)
        assert calls == ["ok"]
        assert messages == []

    def test_not_those_on_a_list_since_when_something_was_written(self, toy, monkeypatch, messages):
        self.strike(toy, 2)
        toy.ok()
        monkeypatch.setattr(toy.top, "down", lambda n: toy.app.change([("char", 2, "armour", 1)]))
        toy.down()
        toy.run(NOTED)
        self.full(monkeypatch, Form, "returned")
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.get("char", 2, "armour") == 1
        assert toy.ids[-1] == "toy.form" and toy.top.values["weapon"] == 0
        assert messages == []

    def test_not_one_that_has_changed_whether_real_dice_are_used(self, toy, monkeypatch, messages):
        self.strike(toy)
        toy.up()
        toy.run(NOTED)
        self.full(monkeypatch, Form, "draw", 2)
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.app.by_hand and toy.ids[-1] == "toy.form"
        assert messages == []

    def test_nor_those_on_a_list_since_when_a_colour_was_changed(self, toy, monkeypatch, messages):
        """The list begins on the new one then."""
        toy.app.open("system.seats")
        toy.run(NOTED)
        toy.ok()
        toy.down()
        wanted = toy.top.cursor - 1
        self.full(monkeypatch, Seats, "draw", 2)
        toy.ok()
        toy.run(BOOT_MS)
        assert toy.app.telling.colours[0] == wanted and toy.ids[-1] == "system.seats"
        assert messages == []

    def test_keys_behind_it_are_forgotten(self, toy, monkeypatch, messages):
        """Nobody has seen what they would do."""
        self.strike(toy)
        self.full(monkeypatch, Form, "down")
        toy.app.heard += [(DOWN, PRESS, 1), (DOWN, PRESS, 1)]
        toy.run(BOOT_MS)
        assert toy.top.cursor == 1
        assert messages == []


class Anew(BaseException):
    """Nothing is in memory any more."""


class TestProgramBeginsAnew:
    """Where a key found no room a second time either, it acts behind a start. Nobody has to be told."""

    full = staticmethod(TestKeysActOnceMore.full)
    strike = TestKeysActOnceMore.strike
    messages = TestKeysActOnceMore.messages

    @staticmethod
    def anew():
        raise Anew

    def ends(self, toy, act):
        """It does while it does this."""
        toy.app.start_anew = self.anew
        with pytest.raises(Anew):
            act()
            toy.run(BOOT_MS)

    def begins(self, toy, act, times=1):
        """So often while it does this, and goes on."""
        toy.app.start_anew = self.anew
        for _ in range(times):
            self.ends(toy, act)
            toy.boot()
            toy.app.start_anew = self.anew
            act = int  # nothing
        act()
        toy.run(BOOT_MS)

    def test_and_the_key_acts_once(self, toy, monkeypatch, messages):
        self.strike(toy, 1)
        toy.down()
        toy.run(NOTED)
        toy.dice(4, 2)
        calls = self.full(monkeypatch, Form, "ok", 2)
        toy.up(2)
        toy.run(NOTED)
        self.begins(toy, toy.ok)
        assert calls == ["ok"] * 3
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.result"]
        assert rolls(toy) == [[(4, 2)]]
        toy.pull()
        toy.pull()
        assert toy.ids == ["system.home", "toy.home", "toy.form", "toy.result"]
        assert len(rolls(toy)) == 1 and messages == []

    def test_what_it_has_done_then_is_taken_back_once(self, toy, monkeypatch, messages):
        self.strike(toy)
        self.full(monkeypatch, Form, "ok", 2)
        self.begins(toy, toy.ok)
        toy.undo()
        assert toy.ids[-1] == "toy.form" and toy.app.session.pending() is None
        assert len(rolls(toy)) == 1 and messages == []

    def test_so_do_keys_on_a_list_above_a_form(self, toy, monkeypatch, messages):
        self.strike(toy, 2)
        toy.ok()
        toy.down()
        toy.run(NOTED)
        calls = self.full(monkeypatch, Form, "returned", 2)
        self.begins(toy, toy.ok)
        assert calls == ["returned"] * 3
        assert toy.ids[-1] == "toy.form" and toy.top.values["weapon"] == 1
        assert messages == []

    def test_and_not_a_fourth_time(self, toy, monkeypatch, messages):
        self.strike(toy)
        with monkeypatch.context() as patch:
            calls = self.full(patch, Form, "ok", 3)
            self.begins(toy, toy.ok)
            assert toy.reads("Mémoire pleine : partie gardée")
            assert calls == ["ok"] * 3
        toy.ok()
        assert toy.ids == ["system.home"], "it would be full again and again"
        del messages[:]
        self.strike(toy)
        assert rolls(toy) == []
        calls = self.full(monkeypatch, Form, "ok", 2)
        self.begins(toy, toy.ok)
        assert calls == ["ok"] * 3, "and the next one has its own start"
        assert toy.ids[-1] == "toy.result" and messages == []

    def test_each_of_those_that_follow_has_its_own(self, toy, monkeypatch, messages):
        self.strike(toy, 3)
        for _ in range(3):
            with monkeypatch.context() as patch:
                calls = self.full(patch, Form, "ok", 2)
                before = toy.top.values["charge"]
                self.begins(toy, toy.ok)
                assert calls == ["ok"] * 3
                assert toy.top.values["charge"] != before
                toy.run(NOTED)
        assert messages == []

    def test_a_battery_that_is_pulled_right_before_makes_no_difference(self, toy, monkeypatch, messages):
        self.strike(toy)
        calls = self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)
        toy.pull()
        assert calls == ["ok"] * 3
        assert toy.ids[-1] == "toy.result" and len(rolls(toy)) == 1
        assert messages == []

    def test_one_that_is_pulled_right_behind_leaves_what_was_saved(self, toy, monkeypatch, messages):
        self.strike(toy, 1)
        words = toy.words.text()
        calls = self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)
        toy.boot()
        toy.pull()
        assert toy.words.text() == words
        assert len(calls) == 2 and rolls(toy) == [] and messages == []

    def test_a_start_that_finds_no_room_itself_is_made_once_more(self, toy, monkeypatch, messages):
        """And then the player is told."""
        self.strike(toy)
        self.full(monkeypatch, Form, "shown", 9)
        self.begins(toy, lambda: toy.app.navigation.only_full())
        assert toy.ids == [None] and toy.reads("Mémoire pleine : partie gardée")
        toy.ok()
        assert toy.ids == ["system.home"]

    def test_not_where_nothing_was_saved(self, toy, monkeypatch, messages):
        """Then the message is all that is left."""
        self.strike(toy)
        toy.app.navigation.saved = None
        self.full(monkeypatch, Form, "shown", 1)
        self.begins(toy, lambda: toy.app.navigation.only_full(), 0)

    def test_nor_where_it_was_not_and_the_list_of_games_finds_no_room_either(
        self, toy, monkeypatch, messages
    ):
        self.strike(toy)
        toy.app.navigation.saved = None
        calls = self.full(monkeypatch, home.Home, "shown", 2)
        self.begins(toy, lambda: toy.app.navigation.only_full(), 0)
        assert calls == ["shown"] * 2
        assert toy.ids == [None] and toy.reads("Mémoire pleine : partie gardée")

    @pytest.mark.parametrize("ran", [True, False])
    def test_whether_a_clock_ran_is_known_behind_it(self, toy, ran):
        self.strike(toy)
        toy.app.session.runs = ran
        toy.down()
        toy.run(NOTED)
        toy.app.navigation.retried = 1
        self.begins(toy, toy.app.navigation.only_full)
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert toy.app.session.lost == ran

    @pytest.mark.parametrize("error", [OSError(28), MemoryError()])
    def test_not_where_the_keys_cannot_be_written(self, toy, monkeypatch, messages, error):
        self.strike(toy)
        calls = self.full(monkeypatch, Form, "ok", 2)

        def note(name, data):
            raise error

        monkeypatch.setattr(toy.store, "note", note)
        self.begins(toy, toy.ok, 0)
        assert calls == ["ok"] * 2
        assert toy.reads("Mémoire pleine : partie gardée")
        assert toy.faults == [error]
        toy.faults.clear()

    def test_none_acts_where_the_file_cannot_be_written_that_names_them(self, toy, monkeypatch, messages):
        self.strike(toy, 1)
        words = toy.words.text()
        calls = self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)
        error = OSError(28)

        def note(name, data):
            raise error

        monkeypatch.setattr(toy.store, "note", note)
        toy.pull()
        assert len(calls) == 2 and toy.words.text() == words
        assert set(toy.faults) == {error} and messages == []
        toy.faults.clear()

    def test_nor_behind_a_later_start(self, toy, monkeypatch, messages):
        """The file does not name them any more as soon as it can be written."""
        self.strike(toy, 1)
        calls = self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)
        error = OSError(28)
        with monkeypatch.context() as patch:

            def note(name, data):
                patch.undo()
                raise error

            patch.setattr(toy.store, "note", note)
            toy.pull()
        assert toy.faults == [error]
        toy.faults.clear()
        toy.pull()
        assert len(calls) == 2 and rolls(toy) == [] and messages == []

    def test_no_message_flashes_where_what_was_saved_finds_no_room(self, toy, monkeypatch, messages):
        self.strike(toy)
        self.full(monkeypatch, Form, "ok")
        self.full(monkeypatch, Form, "shown")
        self.begins(toy, toy.ok)
        assert toy.ids[-1] == "toy.result" and messages == []

    def test_a_setting_is_changed_once(self, toy, monkeypatch):
        """It is in a file of its own, which nothing of this looks at."""
        toy.app.open("system.settings")
        toy.down(toy.top.entries().index((toy.app.t("s.invert"), "non")))
        toy.run(NOTED)
        with monkeypatch.context() as patch:
            self.full(patch, type(toy.app.panel), "invert", 2)
            self.begins(toy, toy.ok, 0)
        assert toy.app.settings["invert"] == "yes"

    @pytest.mark.parametrize("times", [1, 2])
    def test_no_dice_fall_by_a_code_that_nobody_has_seen(self, toy, monkeypatch, times):
        """Each time that it is shown it is another one."""
        toy.choose_setting("proof", "yes")
        self.strike(toy)
        toy.ok()
        toy.up()
        toy.run(NOTED)
        calls = self.full(monkeypatch, type(toy.top), "ok", times)
        self.begins(toy, toy.ok, 0)
        assert calls == ["ok"] and rolls(toy) == []
        assert toy.ids == ["system.home", "toy.home", "toy.form"]

    def test_it_waits_for_a_key_that_is_held(self, toy, monkeypatch, messages):
        """With BACK held none would begin."""
        self.strike(toy)
        calls = self.full(monkeypatch, Form, "undo", 2)
        toy.app.start_anew = self.anew
        toy.keys.down(BACK)
        toy.run(BOOT_MS + 2000)
        assert calls == ["undo"] * 2 and messages == []
        toy.keys.up(BACK)
        with pytest.raises(Anew):
            toy.run(100)

    def test_a_key_that_is_stuck_is_not_waited_for(self, toy, monkeypatch):
        self.strike(toy)
        toy.keys.down(UP)
        toy.run(JAMMED_MS + BOOT_MS)
        assert toy.app.keys.stuck == UP
        self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)

    def test_not_behind_a_snapshot_of_an_earlier_form(self, toy, monkeypatch):
        """Which has no place for keys."""
        self.strike(toy)
        screens, _, position = toy.store.files[SNAPSHOT][:-4].rpartition(b"\n")
        toy.store.files[SNAPSHOT] = earlier = snapshot_of(position + b"\n" + screens)
        self.full(monkeypatch, Form, "shown", 2)
        toy.boot()
        self.begins(toy, int, 0)
        assert toy.reads("Mémoire pleine : partie gardée")
        assert toy.store.files[SNAPSHOT] == earlier

    def test_behind_a_damaged_snapshot_the_list_of_games_is_made_without_what_can_be_spared(
        self, toy, monkeypatch, messages
    ):
        """There is nothing that could be opened once more."""
        self.strike(toy)
        toy.store.files[SNAPSHOT] = b"damaged"
        calls = self.full(monkeypatch, home.Home, "shown", 2)
        toy.boot()
        self.begins(toy, int, 0)
        assert toy.ids == ["system.home"] and len(calls) == 3
        assert messages == []

    def test_no_key_stays_in_a_file_that_may_have_been_written(self, toy, monkeypatch):
        calls = self.full(monkeypatch, type(toy.top), "ok", 2)
        real = toy.store.note

        def note(name, data):
            real(name, data)
            monkeypatch.setattr(toy.store, "note", real)
            raise MemoryError

        monkeypatch.setattr(toy.store, "note", note)
        toy.run(NOTED)
        self.begins(toy, toy.ok, 0)
        assert toy.reads("Mémoire pleine")
        toy.ok()
        toy.run(NOTED)
        toy.pull()
        assert toy.ids == ["system.home"] and calls == ["ok"] * 2
        toy.faults.clear()

    def test_a_start_that_cannot_read_them_shows_the_list_of_games(self, toy, monkeypatch):
        self.strike(toy)
        self.full(monkeypatch, Form, "ok", 2)
        self.ends(toy, toy.ok)
        tries = []

        def load(path, name, real=snapshot.load):
            tries.append(path)
            if path == "gobelet.anew":
                raise MemoryError
            return real(path, name)

        monkeypatch.setattr(snapshot, "load", load)
        toy.boot()
        self.begins(toy, int, 0)
        assert toy.ids == ["system.home"] and tries == ["gobelet.anew"]
        toy.run(NOTED)
        toy.pull()
        assert toy.ids == ["system.home"] and tries == ["gobelet.anew"], "none acts later"


class TestDrawingFails:
    """A canvas, or a screen, that raises at every call, at some, or after a while."""

    @pytest.fixture
    def broken(self, toy):
        """From now on every `broken.each`th call of the canvas raises; 0 for none."""

        class Broken:
            each = 0
            calls = 0

        def failing(real):
            def call(*args, **named):
                if Broken.each:
                    Broken.calls += 1
                    if Broken.calls % Broken.each == 0:
                        raise TypeError("a canvas of another MicroPython")
                return real(*args, **named)

            return call

        make_app = toy._make_app

        def made(*parts, canvas=None, **options):
            app = make_app(*parts, **options)
            for name in ("clear", "text", "centre", "right", "dots", "wrap", "width"):
                setattr(app.canvas, name, failing(getattr(app.canvas, name)))
            return app

        toy._make_app = made
        toy.boot()
        toy.run(50)
        yield Broken
        toy.faults.clear()

    def plain(self, toy):
        """Whether the plain page is what is shown."""
        from gobelet.device.panel import plain_page

        frame = bytearray(1024)
        plain_page(frame, "Ecran en panne", "Screen trouble", "OK: restart")
        return toy.panel.picture() == bytes(frame)

    @pytest.mark.parametrize("each", [1, 2, 3, 7])
    def test_neither_a_screen_nor_the_list_of_games_can_be_drawn(self, toy, broken, each):
        toy.game()
        toy.run(NOTED)
        broken.each = each
        before = toy.store.steps
        toy.down()
        toy.run(60_000)
        if each == 1:
            assert self.plain(toy)
            assert not toy.panel.dark
        assert toy.store.steps - before <= 4, "a report, the list of games, and where the cursor stood"
        before = toy.store.steps
        toy.run(600_000)
        assert toy.store.steps == before

    def test_ok_on_the_plain_page_starts_anew(self, toy, broken):
        toy.game()
        toy.app.change([("char", TARGET, "wounds", 7)])
        broken.each = 1
        toy.down()
        toy.run(1000)
        assert self.plain(toy)
        toy.back()
        toy.up()
        assert self.plain(toy)
        broken.each = 0
        toy.ok()
        toy.run(1000)
        assert toy.ids == ["system.home"]
        toy.ok()
        assert toy.get("char", TARGET, "wounds") == 7

    def test_or_the_whole_device_where_that_can_be(self, toy, broken):
        again = []
        toy.app.restart = lambda: again.append(toy.app.plain)
        broken.each = 1
        toy.down()
        toy.run(1000)
        toy.ok()
        assert again == [True]

    def test_the_plain_page_outlives_another_start(self, toy, broken):
        toy.run(NOTED)
        before = toy.store.steps
        for _ in range(3):
            broken.each = 1
            toy.boot()
            toy.run(5000)
            toy.down()
        assert toy.store.steps - before <= 4 * 2

    def test_the_plain_page_goes_off_with_the_battery_and_comes_back(self, toy, broken):
        toy.app.settings.choose("off", 0)
        broken.each = 1
        toy.down()
        toy.run(1000)
        before = toy.store.steps
        toy.app.power.off_ms = 20_000
        toy.run(60_000)
        assert toy.panel.dark
        toy.down()
        assert not toy.panel.dark
        assert self.plain(toy)
        assert toy.store.steps == before

    def test_what_one_screen_only_cannot_draw_leads_to_the_list_of_games(self, toy, broken):
        toy.run(NOTED)
        counted = []
        for _ in range(5):
            before = toy.store.steps
            fault("draw", ValueError("always the same"))
            toy.game()
            toy.app.open("toy.fault")
            toy.run(50)
            assert toy.reads("Erreur : retour à l’accueil")
            assert toy.ids == ["system.home", None]
            toy.ok()
            toy.run(NOTED)
            counted.append(toy.store.steps - before)
        fault("", None)
        assert toy.store.files["crash.txt"].count(b"ValueError") == 1
        assert counted[-1] < counted[0]

    def test_faults_that_are_always_others_are_kept_a_few_times_only(self, toy, broken):
        written = []
        real = toy.store.replace
        toy.store.replace = lambda name, data: (written.append(name), real(name, data))
        for number in range(10):
            fault("draw", ValueError(number))
            toy.game()
            toy.app.open("toy.fault")
            toy.run(50)
            toy.ok()
        fault("", None)
        assert written.count("crash.txt") == 4

    def test_a_message_that_memory_is_full_which_cannot_be_drawn(self, toy, broken):
        def full(*args):
            raise MemoryError

        for name in ("clear", "wrap", "text"):
            setattr(toy.app.canvas, name, full)
        before = toy.store.steps
        toy.down()
        toy.run(60_000)
        assert self.plain(toy)
        assert toy.store.steps == before

    def test_what_fails_in_every_pass(self, toy, monkeypatch):
        """Whatever is shown, the clock of the power raises: the message, then the plain page."""

        def idle(*args):
            raise AttributeError("x")

        monkeypatch.setattr(toy.app.power, "idle", idle)
        before = toy.store.steps
        toy.run(60_000)
        assert self.plain(toy)
        assert toy.store.steps - before <= 2
        monkeypatch.undo()
        toy.ok()
        assert toy.ids == ["system.home"]
        toy.faults.clear()

    def test_a_list_of_games_that_cannot_be_made(self, toy, monkeypatch):
        from gobelet.system.home import Home

        def broken(self):
            raise ZeroDivisionError

        monkeypatch.setattr(Home, "shown", broken)
        before = toy.store.steps
        toy.boot()
        toy.run(60_000)
        assert self.plain(toy)
        assert toy.store.steps - before <= 2
        toy.ok()
        toy.run(1000)
        assert self.plain(toy)
        monkeypatch.undo()
        toy.ok()
        assert toy.ids == ["system.home"]
        toy.faults.clear()


# Files that are damaged


class TestDamagedFiles:
    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\xff\xfe\x00",
            b"0 0",
            b"0 0\ntoy.home",
            b"\nsystem.home x",
            b"\nsystem.home 1 2 3 4",
            b"\nsystem.nowhere",
            b"\nsystem.home\nnogame.home",
            b"\nsystem.home\n..home",
            b"\nsystem.home\nos.path 1",
            b"\nsystem.home\ntoy.nowhere",
            b"\nsystem.home\ntoy.home 1 2 3",
            b"\nsystem.home\ntoy.result",
            b"\n" + b"system.home\n" * 20,
            b"\n\n\n\n",
            bytes(range(256)),
        ],
    )
    def test_a_snapshot_that_cannot_be_opened_is_left_out(self, toy, data):
        toy.run(NOTED)
        toy.store.files[SNAPSHOT] = data
        toy.pull()
        toy.faults.clear()
        assert toy.ids[0] == "system.home"
        assert toy.ids.count("system.home") == 1
        assert len(toy.ids) <= 2
        toy.back(4)
        assert toy.ids == ["system.home"]
        toy.app.home()
        toy.game()
        assert toy.ids == ["system.home", "toy.home"]

    @pytest.mark.sweep
    def test_a_snapshot_with_any_lines_in_it(self, toy):
        """Whatever its checksum says: screens, games and numbers that are none, or too many."""
        toy.game()
        toy.run(NOTED)
        chance = random.Random(8)
        good = [b"toy.home", b"system.home", b"toy.form", b"toy.history", b"toy.result", b"system.options"]
        bad = [
            b"",
            b"toy",
            b".",
            b"toy.",
            b"nobody.home",
            b"system.nothing",
            b"toy.home.home",
            b"\xff\xfe",
            b"\0",
        ]
        some = [b"0", b"1", b"-1", b"99", b"99999999999999999999", b"1.5", b"x", b"", b"\xc3", b"0x10"]
        for _ in range(count(60, 600)):
            lines = []
            for _ in range(chance.randrange(5)):
                words = [chance.choice(good + good + bad)]
                words += [chance.choice(some) for _ in range(chance.choice((0, 0, 1, 2, 5)))]
                lines.append(b" ".join(words))
            position = chance.choice((b"", b"0", b"12", b"-3", b"999999", b"x", b"4 5", b"\xc3"))
            lines.insert(chance.choice((0, len(lines))), position)  # in front, as earlier versions noted it
            toy.store.files[SNAPSHOT] = snapshot_of(b"\n".join(lines))
            toy.pull()
            toy.run(100)
            assert toy.ids, lines
            toy.back(2)
            assert toy.app.stack.top() is not None
            toy.faults.clear()
            toy.app.home()
            assert toy.ids == ["system.home"], lines

    @pytest.mark.sweep
    def test_thousands_of_snapshots_with_flipped_bits(self, toy):
        """None stops the start; what is not as it was written is not followed, and kept aside."""
        toy.form("trinity")
        toy.run(NOTED)
        good = toy.store.files[SNAPSHOT]
        chance = random.Random(9)
        for number in sample(range(2000), 150):
            data = bytearray(good)
            if number < 8 * len(good):
                data[number // 8] ^= 1 << number % 8
            else:
                for _ in range(chance.randint(1, 9)):
                    data[chance.randrange(len(data))] = chance.randrange(256)
                data = data[: chance.choice((len(data), chance.randrange(len(data))))]
            toy.store.files[SNAPSHOT] = bytes(data)
            toy.pull()
            if data != good:
                assert toy.ids == ["system.home"]
            if data != good and data and data[-1]:
                assert toy.store.files[SNAPSHOT + ".bad"] == data
        assert toy.faults == []

    def test_a_snapshot_that_was_saved_after_what_the_journal_has(self, toy):
        """The newest records are missing, with all traces but this one."""
        toy.game()
        toy.app.change([("char", TARGET, "wounds", 7)])
        before = toy.store.files["toy/0"]
        toy.app.change([("char", TARGET, "wounds", 8)])
        toy.run(NOTED)
        toy.store.files["toy/0"] = before
        toy.pull()
        assert toy.reads("Journal abîmé : ce qui est lisible est gardé")
        toy.app.change([("char", TARGET, "wounds", 6)])
        assert toy.store.files["toy/0.bad"] == before, "kept aside"

    def test_a_game_that_is_no_more_there(self, toy, monkeypatch):
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 2)
        toy.ok(2)
        toy.run(NOTED)
        journals = {name: data for name, data in toy.store.files.items() if name.startswith("toy/")}
        with monkeypatch.context() as without:
            without.setattr(gobelet.games, "__path__", gobelet.games.__path__[:-1])
            without.setattr(home, "GAMES", ("dice",))
            toy.app.home()
            toy.app.keeper.keep(NO_GAME)  # no module of it is in memory at a start
            toy.pull()
            assert toy.ids == ["system.home"]
            assert [type(error) for error in toy.faults] == [ModuleNotFoundError]
            assert toy.reads("Programme incomplet ou abîmé : make flash, partie gardée")
            toy.faults.clear()
            toy.ok()
            assert toy.ids == ["system.home", "dice.home"], "the others are played"
            toy.back()
            toy.run(NOTED)
            toy.pull()
            assert toy.faults == [], "the snapshot is a new one"
        assert journals.items() <= toy.store.files.items()
        toy.pull()
        toy.game()
        assert toy.get("char", TARGET, "wounds") == 4, "it comes back as it was left"

    def test_only_the_screen_that_cannot_be_opened_is_left_out(self, toy):
        toy.form("trinity")
        toy.run(NOTED)
        screens, _, position = toy.store.files[SNAPSHOT][:-4].rpartition(b"\n")
        toy.store.files[SNAPSHOT] = snapshot_of(position + b"\n" + screens + b"\ntoy.nowhere\ntoy.history")
        toy.pull()
        assert toy.ids[-1] == "toy.history"
        toy.back()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert [type(error) for error in toy.faults] == [KeyError]
        toy.faults.clear()

    def test_a_form_from_before_an_update(self, toy):
        toy.form("trinity")
        toy.run(NOTED)
        for line in (b"\ntoy.form 99", b"\ntoy.form 0 0 77", b"\ntoy.form 2 7 7 7 7", b"\ntoy.form"):
            toy.store.files[SNAPSHOT] = snapshot_of(b"\nsystem.home\ntoy.home 3" + line)
            toy.pull()
            assert toy.ids == ["system.home", "toy.home"], line
            assert toy.top.cursor == 3
            toy.faults.clear()
            toy.app.home()
            toy.run(NOTED)

    def test_a_store_that_cannot_be_read(self, toy_world):
        class Broken(MemoryStore):
            def read(self, name):
                raise OSError(5)

        board = Toy(store=Broken())
        assert board.reads("English"), "it starts as a new device"
        board.ok()
        board.back()
        assert board.ids == ["system.home"]

    @pytest.mark.parametrize("large", ["settings", NAMES, COLOURS, SNAPSHOT])
    def test_a_file_that_is_larger_than_the_memory(self, toy_world, large):
        """On the Pico reading it raises MemoryError: the device starts all the same, and settings can be chosen."""

        class Large(MemoryStore):
            def read(self, name):
                if name == large and len(self.files.get(name, b"")) > 200_000:
                    raise MemoryError
                return super().read(name)

        board = Toy(store=Large({**TAUGHT, large: b"\n" * 250_000}))
        if large == "settings":
            assert board.reads("English"), "it starts as a new device"
            board.ok()
            assert board.app.settings.bad == []
        else:
            assert board.ids == ["system.home"]
            board.game()
            assert board.ids == ["system.home", "toy.home"]

    @pytest.mark.parametrize(
        ("data", "name"),
        [
            (b"Zo\xc3\xa9\nMax\n", "Zoé"),
            (b"Zo\xc3\xa9\r\nMax", "Zoé"),
            (b"  Zo\xc3\xa9 \n", "Zoé"),
            (b"\nMax\n", "Rouge"),
            (b"", "Rouge"),
            (b"Zo\xc3", "Rouge"),
            (b"\xff" * 50, "Rouge"),
            (b"Maximilienne-Isabelle", "Maximilienne"),
            ("é".encode() * 5000, "é" * 12),
        ],
    )
    def test_names_from_the_desk(self, toy, data, name):
        toy.store.files[NAMES] = data
        toy.pull()
        assert toy.app.seat(0) == name
        assert len(toy.app.telling.names) <= 10

    def test_a_file_of_a_thousand_names(self, toy):
        toy.store.files[NAMES] = b"Nom\n" * 1000
        toy.pull()
        assert toy.app.telling.names == ["Nom"] * 10

    def test_a_name_fits_the_screens_that_show_it(self, toy):
        toy.store.files[NAMES] = ("\n".join(["MMMMMMMMMMMMMMM"] * 10)).encode()
        toy.pull()
        toy.app.by_hand = True
        toy.app.open("system.seats")
        toy.run(20)
        toy.form("strike", ATTACKER, TARGET)
        toy.down()
        toy.up()
        toy.ok()
        toy.ok(2)
        assert toy.app.canvas.clipped == 0
        assert toy.app.canvas.missing == 0

    @pytest.mark.parametrize("data", [b"", b"\x00\x01", bytes(11), bytes([0, 1, 2, 3, 4, 5, 6, 7, 8, 10])])
    def test_colours_that_are_none(self, toy, data):
        toy.store.files[COLOURS] = data
        toy.pull()
        assert [toy.app.seat(row) for row in range(2)] == ["Rouge", "Bleu"]

    def test_a_damaged_journal_is_told(self, toy):
        toy.game()
        toy.app.change([("char", TARGET, "wounds", 7)])
        toy.run(NOTED)
        name = next(name for name in toy.store.files if name.startswith("toy/0"))
        toy.store.files[name] = b"rubbish" * 9
        toy.pull()
        assert toy.reads("Journal abîmé : ce qui est lisible est gardé")
        assert toy.ids == ["system.home", "toy.home"]

    def test_damage_that_is_found_in_an_idle_moment_is_told_then(self, toy):
        """What is old is looked at once the game is open."""
        toy.game()
        journal = toy.app.session.journal
        while len(journal.history.blocks) < 2:
            toy.app.change([("char", TARGET, "wounds", 1 - toy.get("char", TARGET, "wounds"))])
        toy.run(10 * NOTED)
        name = "toy/" + journal.history.blocks[0][0]
        data = toy.store.files[name]
        toy.store.files[name] = data[:400] + bytes(8) + data[408:]
        toy.pull()
        said = toy.reads("Journal abîmé : ce qui est lisible est gardé")
        while not at_rest(toy.app):
            toy.run(10)
            said = said or toy.reads("Journal abîmé : ce qui est lisible est gardé")
        assert said
        assert toy.store.files[name + ".bad"] == data[:400] + bytes(8) + data[408:]

    def test_a_bad_setting_is_told(self, toy):
        toy.store.files["settings"] = b"taught=yes\ncontrast=81\n"
        toy.pull()
        assert toy.reads("Réglage illisible : valeur d’origine")
        toy.run(TOAST_MS)
        assert toy.reads("Jouet")
        assert toy.store.files["settings"] == b"taught=yes\ncontrast=81\n"


# The panel


@pytest.fixture
def unplugged(toy_world, monkeypatch):
    """Makes a device that starts without a panel."""

    class Empty(boards.Bus):
        def attach(self, address, device):
            if plugged:
                super().attach(address, device)

    plugged = []
    monkeypatch.setattr(boards, "Bus", Empty)
    board = Toy()
    plugged.append(True)
    yield board
    assert board.faults == []


FOUND = "Gobelet: panel found"
LOST = "Gobelet: no panel answers on the I2C bus; check its four wires and its address"


class TestPanel:
    def unplug(self, toy):
        toy.bus.detach(toy.definition.ADDRESS)

    def plug(self, toy):
        """The same module, as it comes from its own power-on."""
        toy.panel = type(toy.panel)()
        toy.bus.attach(toy.definition.ADDRESS, toy.panel)

    def shows(self, toy):
        return toy.picture() == bytes(toy.app.panel.buffer)

    def test_it_is_found(self, toy):
        assert toy.said == [FOUND]
        assert self.shows(toy)

    def test_without_one_at_the_start_everything_works(self, unplugged):
        toy = unplugged
        assert toy.said == [LOST]
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 2)
        toy.ok(2)
        assert toy.get("char", TARGET, "wounds") == 4
        toy.run(10 * ASKED_MS)
        assert toy.said == [LOST], "once"
        self.plug(toy)
        toy.run(ASKED_MS + 100)
        assert toy.said == [LOST, FOUND]
        assert self.shows(toy)

    @pytest.mark.parametrize("wait", [0, 20_000])
    def test_pulled_out_in_play(self, toy, wait):
        toy.game()
        self.unplug(toy)
        toy.run(wait)
        toy.down()
        toy.ok()
        toy.run(3 * ASKED_MS)
        assert toy.said == [FOUND, LOST]
        assert toy.ids[-1] == "toy.form"
        self.plug(toy)
        toy.run(ASKED_MS + 100)
        assert toy.said == [FOUND, LOST, FOUND]
        assert self.shows(toy)
        toy.down()
        assert self.shows(toy)

    def test_it_is_missed_even_while_nothing_changes(self, toy):
        self.unplug(toy)
        toy.run(ASKED_MS + 100)
        assert toy.said == [FOUND, LOST]
        self.plug(toy)
        toy.run(ASKED_MS + 100)
        assert self.shows(toy)

    def test_lost_while_the_screen_is_dimmed_or_off(self, toy):
        toy.run(31_000)
        self.unplug(toy)
        toy.run(60_000)
        assert toy.said == [FOUND, LOST]
        toy.run(200_000)
        assert toy.app.power.state == OFF
        self.plug(toy)
        toy.down()
        toy.run(ASKED_MS)
        assert toy.said == [FOUND, LOST, FOUND]
        assert self.shows(toy)
        assert not toy.panel.dark

    def test_pulled_out_and_in_again_before_anybody_missed_it(self, toy):
        """It answers all the while, and is dark: it is set up anew when nobody presses anything."""
        self.plug(toy)
        toy.down()
        assert not self.shows(toy)
        toy.run(31_000)
        assert self.shows(toy)
        assert toy.panel.contrast == 8
        toy.down()
        assert self.shows(toy)

    def test_one_that_never_dims_is_set_up_anew_too_and_stays_lit_meanwhile(self, toy):
        toy.choose_setting("dim", "never")
        self.plug(toy)
        toy.down()
        assert not self.shows(toy)
        toy.run(ASKED_MS + 100)
        assert self.shows(toy)
        lit = []
        receive = toy.panel.receive
        toy.panel.receive = lambda data: (receive(data), lit.append(not toy.panel.dark))
        toy.run(ASKED_MS + 100)
        assert len(lit) > 8 and all(lit)

    def test_it_comes_back_with_the_settings(self, toy):
        toy.choose_setting("contrast", "40")
        toy.choose_setting("invert", "yes")
        self.unplug(toy)
        toy.run(ASKED_MS + 100)
        self.plug(toy)
        toy.run(ASKED_MS + 100)
        assert toy.panel.contrast == 102
        assert toy.panel.inverted

    def test_one_lost_transaction_is_repaired(self, toy):
        for lost in range(1, 6):
            toy.bus.fail_at(lost)
            toy.down()
            toy.run(ASKED_MS + 100)
            assert self.shows(toy)

    def test_after_days_of_play_it_is_asked_for_at_once(self, toy):
        """The ticks of the last question must not be so old that their difference turns round."""
        toy.choose_setting("dim", "never")
        toy.choose_setting("off", "never")
        day = 24 * 3600 * 1000
        for _ in range(8 * 24):
            toy.clock.advance(day // 24)
            toy.app.step()
        self.unplug(toy)
        toy.down()
        self.plug(toy)
        toy.run(ASKED_MS + 100)
        assert self.shows(toy)


# Power


class TestPower:
    def test_dim_then_off_then_a_key_that_only_wakes(self, toy):
        toy.run(29_000)
        assert toy.panel.contrast == 204
        toy.run(1_100)
        assert toy.app.power.state == DIM
        assert toy.panel.contrast == 8
        assert not toy.panel.dark
        toy.run(150_000)
        assert toy.app.power.state == OFF
        assert toy.panel.dark
        before = toy.top.cursor
        toy.down()
        assert toy.app.power.state == AWAKE
        assert not toy.panel.dark
        assert toy.panel.contrast == 204
        assert toy.top.cursor == before, "the key that wakes does nothing else"
        toy.run(400)
        toy.down()
        assert toy.top.cursor == before + 1

    def test_a_waking_ok_or_hold_does_nothing(self, toy):
        for act in (toy.ok, toy.why, toy.undo, toy.back):
            toy.run(181_000)
            assert toy.panel.dark
            act()
            assert toy.ids == ["system.home"]
            assert toy.app.telling.message is None
            assert not toy.panel.dark

    def test_in_the_dim_the_key_counts(self, toy):
        toy.run(31_000)
        toy.down()
        assert toy.top.cursor == 1
        assert toy.panel.contrast == 204

    def test_waking_from_the_dim_sends_little(self, toy):
        toy.run(31_000)
        sent = toy.bus.sent
        toy.down()
        assert toy.bus.sent - sent < 500

    def test_going_dark_saves_the_snapshot(self, toy):
        toy.game(3)
        toy.run(200_000)
        toy.pull()
        assert toy.top.cursor == 3

    def test_a_screen_to_watch_stays_lit(self, toy):
        toy.game()
        toy.top.lit = True
        toy.run(600_000)
        assert toy.app.power.state == DIM
        toy.top.lit = False
        toy.run(200_000)
        assert toy.app.power.state == OFF

    def test_battery_and_usb(self, toy):
        assert toy.reads("70 %")
        toy.gauge.usb = True
        toy.run(1000)
        toy.down()
        assert toy.reads("70 %"), "measured once a minute"
        toy.run(60_000)
        toy.down()
        assert not toy.reads("%")
        toy.gauge.usb = False
        toy.gauge.mv = 3680
        toy.run(61_000)
        toy.down()
        assert toy.reads("15 %")

    def test_without_a_gauge(self, toy):
        toy.app.battery = None
        assert toy.app.charge() == ""


# Keys


@pytest.fixture
def stuck(toy_world, monkeypatch):
    """Makes a device at whose start these keys are down."""

    def make(mask):
        class Held(VirtualKeys):
            def __init__(self):
                super().__init__()
                self.mask = mask

        monkeypatch.setattr(boards, "Keys", Held)
        return Toy()

    return make


class TestKeys:
    @pytest.mark.parametrize(
        ("mask", "names"),
        [
            (UP, "HAUT"),
            (DOWN, "BAS"),
            (OK, "OK"),
            (BACK, "RETOUR"),
            (UP | OK, "HAUT OK"),
            (15, "HAUT BAS OK RETOUR"),
        ],
    )
    def test_a_key_stuck_at_the_start_is_named_and_does_nothing(self, stuck, mask, names):
        board = stuck(mask)
        assert board.reads("Touche bloquée : " + names)
        board.run(10_000)
        assert board.ids == ["system.home"]
        assert board.top.cursor == 0
        assert board.reads("Touche bloquée"), "until a key shows that it was read"

    def test_the_others_work_and_it_works_again_once_released(self, stuck):
        board = stuck(DOWN)
        board.up()
        assert not board.reads("Touche bloquée")
        assert board.top.cursor == 3
        board.keys.up(DOWN)
        board.run(50)
        assert board.app.keys.stuck == 0
        board.down()
        assert board.top.cursor == 0

    def test_once_released_the_message_goes(self, stuck):
        board = stuck(OK)
        board.run(5000)
        board.keys.up(OK)
        board.run(100)
        assert not board.reads("Touche bloquée")

    @pytest.mark.parametrize("let_go", [True, False])
    def test_what_was_pressed_before_there_was_a_picture_does_nothing(self, toy, monkeypatch, let_go):
        """A start takes most of a second: nobody knows yet what OK would do."""

        class Early(VirtualKeys):
            """OK goes down behind the first look at the keys, and the interrupt notes it."""

            noted = (OK, 0) if let_go else (OK,)

            def next(self):
                if not self.noted:
                    return False
                self.mask, *self.noted = self.noted
                self.time = toy.clock.ticks() - 50 * len(self.noted)
                return True

        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        words = toy.words.text()
        with monkeypatch.context() as patch:
            patch.setattr(boards, "Keys", Early)
            toy.boot()
        toy.run(NOTED)
        toy.keys.__class__ = VirtualKeys
        toy.keys.up(OK)
        toy.run(NOTED)
        assert toy.words.text() == words
        assert rolls(toy) == []
        toy.ok()
        assert len(rolls(toy)) == 1, "and then it does what it says"

    def test_a_key_that_jams_in_play_is_named_too(self, toy):
        toy.game()
        toy.keys.down(DOWN)
        toy.run(JAMMED_MS + 400)
        assert toy.reads("Touche bloquée : BAS")
        cursor = toy.top.cursor
        toy.run(5000)
        assert toy.top.cursor == cursor

    @pytest.mark.parametrize("dark", [False, True])
    def test_one_that_jams_is_named_whatever_is_pressed_meanwhile(self, toy, dark):
        """The list runs away, so another key is pressed; or something lies on the key that wakes the device."""
        toy.game()
        if dark:
            toy.run(200_000)
        toy.keys.down(UP)
        toy.run(1000)
        if not dark:
            toy.down()
        toy.run(JAMMED_MS)
        assert toy.reads("Touche bloquée : HAUT")
        ids = toy.ids
        toy.ok()
        assert toy.ids[:-1] == ids
        words = toy.words.text()
        toy.pull()
        assert toy.words.text() == words, "where one is is noted"

    def test_with_a_stuck_key_all_is_done_that_idle_moments_are_for(self, stuck):
        """Without that the heap of a Pico has no room for the largest games."""
        board = stuck(UP)
        board.game()
        board.run(NOTED)
        assert at_rest(board.app)
        board.down()
        board.run(NOTED)
        assert at_rest(board.app)

    def test_it_is_named_in_the_first_lesson_too(self, toy_world, monkeypatch, stuck):
        monkeypatch.setitem(TAUGHT, "settings", b"")
        board = stuck(UP)
        assert board.reads("Touche bloquée : HAUT")
        board.down()
        assert board.reads("Français", "English")

    def test_repeating_the_last_roll_takes_one_press(self, toy):
        toy.form("plain")
        presses = []
        press = toy.press
        toy.press = lambda key, *more: (presses.append(key), press(key, *more))
        toy.ok()
        toy.dice(13)
        presses.clear()
        toy.ok()
        assert toy.reads("13")
        assert presses == [OK]


# The clock goes round


@pytest.mark.parametrize("before", [1000, 6000, 31_000])
def test_the_clock_wraps_in_play(toy_world, before):
    board = Toy(clock=VirtualClock(PERIOD - before - BOOT_MS))
    board.form("strike", ATTACKER, TARGET)
    board.undo()
    board.dice(6, 2)
    board.ok()
    board.run(before + TOAST_MS)
    assert board.clock.ticks() < before + TOAST_MS + 2000
    assert not board.reads("Rien à annuler"), "the message went in time"
    board.ok()
    assert board.get("char", TARGET, "wounds") == 4
    board.run(NOTED)
    assert b"\nresult;0\n" in board.store.files[SNAPSHOT]
    board.undo()
    assert board.reads("Annulé")
    board.run(TOAST_MS)
    assert not board.reads("Annulé")
    board.run(32_000)
    assert board.app.power.state == DIM
    board.run(180_000)
    assert board.app.power.state == OFF
    assert board.faults == []


def test_a_held_key_across_the_wrap(toy_world):
    board = Toy(clock=VirtualClock(PERIOD - BOOT_MS - 300))
    board.app.open("toy.home")
    board.press(BACK, 900)
    assert board.reads("Rien à annuler")


# Names, colours, language


def test_a_colour_already_taken_is_exchanged(toy):
    toy.app.telling.paint(0, 1)
    assert [toy.app.seat(row) for row in range(3)] == ["Bleu", "Rouge", "Vert"]
    toy.app.telling.paint(0, 1)
    assert sorted(toy.app.telling.colours) == list(range(10))
    toy.pull()
    assert [toy.app.seat(row) for row in range(3)] == ["Bleu", "Rouge", "Vert"]


def test_another_language_is_on_the_screen_at_once(toy):
    toy.game()
    toy.choose_language("en")
    toy.run(20)
    assert toy.reads("Toy", "Strike", "↑↓ choose")
    toy.choose_language("fr")
    toy.run(20)
    assert toy.reads("Jouet", "Frappe", "↑↓ choisir")


def test_the_title_of_a_game_is_read_without_opening_it(toy):
    assert toy.app.t("toy.title") == "Jouet"
    assert toy.app.t("toy.about") == "Un jeu pour les tests."
    assert [row[0] for row in toy.app.texts._open] == ["system"]


def test_moving_between_screens(toy):
    app = toy.app
    app.close("nothing")
    assert toy.ids == ["system.home"], "the last screen stays"
    toy.form("trinity")
    app.open("toy.history")
    app.back_to("toy.home")
    assert toy.ids == ["system.home", "toy.home"]
    app.back_to("toy.form")
    assert toy.ids == ["system.home"], "home, if it is not open"
    app.open("toy.history")
    app.replace("toy.form", 2)
    assert toy.ids == ["system.home", "toy.form"]
    toy.run(20)


def test_a_screen_below_a_message_is_shown_again(toy, monkeypatch):
    toy.game()
    shown = []
    monkeypatch.setattr(toy.top, "shown", lambda: shown.append(toy.top))
    toy.app.navigation.push(Notice(toy.app, "message"))
    assert shown == []
    toy.app.close()
    assert shown == [toy.top]


# All at once


@pytest.mark.parametrize("seed", range(3))
def test_a_monkey_with_pliers(toy_world, seed):
    """Keys at random while the store fills, the panel comes off, the language turns and the battery is pulled."""
    chance = random.Random(seed)
    board = Toy(clock=VirtualClock(PERIOD - 60_000))
    store = board.store
    for _ in range(400):
        try:
            if chance.random() < 0.03:
                store.cut_in = chance.randrange(1, 6)
                store.torn = chance.random() < 0.5
            if chance.random() < 0.05:
                store.full = not store.full
            if chance.random() < 0.02:
                board.bus.detach(board.definition.ADDRESS)
            elif chance.random() < 0.1:
                board.bus.attach(board.definition.ADDRESS, board.panel)
            if chance.random() < 0.01 and not store.full:
                board.choose_language(chance.choice(("fr", "en")))
            key = chance.choice((UP, DOWN, DOWN, OK, OK, OK, OK, BACK))
            board.press(key, chance.choice((40, 40, 40, 40, 700, 1500)))
            board.run(chance.choice((0, 0, 0, 300, 2500, 40_000 if chance.random() < 0.1 else 0)))
        except PowerCut:
            store.full = False
            board.pull()
        assert all(isinstance(error, OSError) for error in board.faults), board.faults
        app = board.app
        assert app.stack.ids[0] == "system.home"
        assert app.stack.ids.count("system.home") == 1
        assert (app.session is not None) == (len(board.ids) > 1 and (board.ids[1] or "").startswith("toy."))
        assert app.texts.missing == app.canvas.clipped == app.canvas.missing == 0, board.words.drawn
        if app.session is not None:
            before = [list(sheet) for sheet in app.session.state.sheets]
            again = Session("toy", MemoryStore(store.files))
            assert [list(sheet) for sheet in again.state.sheets] == before


class TestWhatIsSetAnew:
    def test_the_charge_is_written_as_the_language_writes_it(self, toy):
        toy.gauge.usb = False
        toy.gauge.mv = 3700
        toy.run(100)
        french = toy.app.charge()
        toy.app.settings.choose("language", 1)
        toy.app.configure()
        english = toy.app.charge()
        assert (french[-2:], english[-1:], english[-2:-1].isdigit()) == ("\u202f%", "%", True)

    @pytest.mark.parametrize(("board", "setting", "turned"), [(0, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, 0)])
    def test_a_panel_that_is_mounted_upside_down_and_the_setting(self, toy, board, setting, turned):
        flipped = []
        toy.app.panel.flip = flipped.append
        toy.app.board = SimpleNamespace(**{**vars(toy.app.board), "FLIP": bool(board)})
        toy.app.settings.choose("flip", setting)
        toy.app.configure()
        assert flipped == [bool(turned)]

    def test_a_screen_made_by_this_program_that_breaks_is_told_of(self, toy, monkeypatch):
        """Another version may have noted what cannot be opened any more: that is left out. This one has not."""

        def broken(self):
            raise ZeroDivisionError

        toy.form("strike", ATTACKER, TARGET)
        toy.ok()
        assert toy.ids[-1] == "toy.result"
        monkeypatch.setattr(Form, "shown", broken)
        toy.back()
        assert toy.reads("Erreur : retour à l’accueil")
        toy.faults.clear()

    def test_after_a_cut_before_the_snapshot_was_saved_the_cursor_is_where_the_screen_begins(self, toy):
        """What was noted belongs to before the change."""
        toy.form("strike", ATTACKER, TARGET)
        begins = toy.top.cursor
        toy.down(2)
        assert toy.top.cursor != begins
        toy.run(NOTED)
        noted = toy.store.files[SNAPSHOT]
        toy.app.change([("char", TARGET, "wounds", 3)])
        toy.store.files[SNAPSHOT] = noted
        toy.pull()
        assert toy.ids[-1] == "toy.form"
        assert toy.get("char", TARGET, "wounds") == 3
        assert toy.top.cursor == begins
