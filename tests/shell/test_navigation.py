"""Navigation: changes of screen, results passed between screens, and screens opened over a waiting one."""

from __future__ import annotations

import pytest

from gobelet.ui.screens.notice import Notice
from gobelet.ui.screens.stack import Suspended
from simulator.board import BOOT_MS
from tests.toy_game.inside import ATTACKER, TARGET


def test_an_answer_goes_to_the_screen_that_asked_or_to_nobody(toy, monkeypatch):
    """The Sheets have removed the form's reason while a list was open over the form."""
    from gobelet.games.toy.screens.forms import Form
    from gobelet.games.toy.screens.home import Home

    answers = []
    monkeypatch.setattr(Home, "on_result", lambda self, result: answers.append(result))
    toy.form("strike", ATTACKER, TARGET)
    toy.down(2)
    toy.ok()
    assert toy.ids == ["system.home", "toy.home", "toy.form", None]
    monkeypatch.setattr(Form, "is_valid", lambda self: False)
    toy.ok()
    assert toy.ids == ["system.home", "toy.home"] and answers == [None]


def test_an_answer_comes_once_the_functions_of_the_screen_that_gave_it_have_returned(toy, monkeypatch):
    """The next screen may need most of a Pico's stack."""
    from gobelet.games.toy.screens.home import Home

    done = []
    toy.game()
    monkeypatch.setattr(Home, "on_result", lambda self, result: done.append(result))
    screen = Notice(toy.context, "asks")
    screen.on_ok = lambda: (toy.context.close(7), done.append("closed"))
    toy.context.push(screen)
    assert not isinstance(toy.app.stack.screens[-2], Suspended), "the one below is there, as it was left"
    toy.ok()
    assert done == ["closed", 7]
    toy.context.push(screen)
    screen.on_ok()
    assert done[2:] == [7, "closed"], "but at once where no key is under way"


@pytest.mark.parametrize(
    ("then", "ids"),
    [
        (lambda app: app.context.open("toy.history"), ["toy.home", "toy.history"]),
        (lambda app: app.context.replace("toy.history"), ["toy.history"]),
        (lambda app: app.context.navigation.back_to("system.home"), []),
        (lambda app: app.context.close(), []),
        (lambda app: app.locations.show(b"history 0"), ["toy.home", "toy.history"]),
        (lambda app: app.context.change([("char", TARGET, "wounds", 1)]), ["toy.home"]),
        (lambda app: app.context.navigation.top(), ["toy.home"]),
        (
            lambda app: (app.context.push(Notice(app.context, "!")), app.context.navigation.top()),
            ["toy.home", None],
        ),
    ],
)
def test_an_answer_is_given_before_what_follows_it_at_once(toy, monkeypatch, then, ids):
    """One action closes a screen and does something else; the screen below gets the result first."""
    from gobelet.games.toy.screens.home import Home

    done = []
    monkeypatch.setattr(Home, "on_result", lambda self, result: done.append(result))
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def close_and_act():
        app.context.close(5)
        assert done == []
        then(app)
        assert done == [5]

    app.navigation.defer(close_and_act)
    toy.run(50)
    assert done == [5] and toy.faults == []
    assert toy.ids == ["system.home", *ids]


def test_what_comes_over_a_screen_that_waits_does_so_when_that_is_made(toy, monkeypatch):
    """The messages open once the waiting screen is created and has the result.

    The screen is created after the function that leads to it has returned: the stack has no room for both.
    """
    from gobelet.games.toy.screens.home import Home

    done = []
    monkeypatch.setattr(Home, "on_result", lambda self, result: done.append((result, toy.ids[-1])))
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def close_and_act():
        app.context.close(5)
        for text in ("one", "two"):
            app.context.dialogs.show_notice(text)
        assert toy.ids[-1] == "toy.home" and isinstance(app.stack.top(), Suspended) and done == []

    app.navigation.defer(close_and_act)
    toy.run(50)
    assert done == [(5, "toy.home")]
    assert toy.ids == ["system.home", "toy.home", None, None] and toy.reads("two")
    toy.ok()
    assert toy.reads("one")
    toy.ok()
    assert toy.ids == ["system.home", "toy.home"] and app.navigation.overlays == []


def test_nor_does_it_where_all_screens_go(toy):
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def close_and_act():
        app.context.close()
        app.context.dialogs.show_notice("!")
        app.navigation.home()

    app.navigation.defer(close_and_act)
    toy.run(BOOT_MS)
    assert None not in toy.ids and app.navigation.overlays == []


def test_it_comes_at_once_where_the_function_has_raised_something(toy):
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def close_and_act():
        app.context.close()
        raise OSError(28)

    app.navigation.defer(close_and_act)
    toy.run(50)
    assert toy.reads("Stockage plein") and app.navigation.overlays == []
    assert not isinstance(app.stack.screens[-2], Suspended)
    toy.faults.clear()


def test_it_is_there_for_who_asks_for_what_is_on_top(toy):
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app
    found = []

    def close_and_act():
        app.context.close()
        app.context.dialogs.show_notice("!")
        found.append(app.context.navigation.top())
        app.context.close()

    app.navigation.defer(close_and_act)
    toy.run(50)
    assert isinstance(found[0], Notice) and found[0].text == "!"
    assert toy.ids == ["system.home", "toy.home"]


def test_it_comes_over_what_the_answer_leads_to(toy, monkeypatch):
    from gobelet.games.toy.screens.home import Home

    monkeypatch.setattr(Home, "on_result", lambda self, result: self.context.open("toy.history"))
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def close_and_act():
        app.context.close(5)
        app.context.dialogs.show_notice("!")
        app.context.navigation.top()

    app.navigation.defer(close_and_act)
    toy.run(50)
    assert toy.ids == ["system.home", "toy.home", "toy.history", None]


def test_moving_between_screens(toy):
    app = toy.app
    app.context.close("nothing")
    assert toy.ids == ["system.home"], "the last screen stays"
    toy.form("trinity")
    app.context.open("toy.history")
    app.context.navigation.back_to("toy.home")
    assert toy.ids == ["system.home", "toy.home"]
    app.context.navigation.back_to("toy.form")
    assert toy.ids == ["system.home"], "home, if it is not open"
    app.context.open("toy.history")
    app.context.replace("toy.form", 2)
    assert toy.ids == ["system.home", "toy.form"]
    toy.run(20)


def test_a_screen_below_a_message_is_shown_again(toy, monkeypatch):
    toy.game()
    shown = []
    monkeypatch.setattr(toy.top, "on_show", lambda: shown.append(toy.top))
    toy.app.navigation.push(Notice(toy.context, "message"))
    assert shown == []
    toy.context.close()
    assert shown == [toy.top]
