"""Every screen of every game that the explorer finds, in both languages: open it, press every key, leave it."""

import pytest

from simulator import paths, pictures
from simulator.board import VirtualBoard
from simulator.keys import NAMES
from simulator.script import Script
from simulator.store import MemoryStore
from tests import sweep
from tests.simulator.explorer import Explorer

paths.install()
from gobelet.games import GAMES  # noqa: E402
from gobelet.ui.screens.history import History  # noqa: E402
from gobelet.ui.screens.stack import Suspended  # noqa: E402

PRESSES = sweep.case_count(200, 1200)
RESTED = sweep.case_count(100, 500)  # number of presses after which the test compares each rested screen
LANGUAGES = ("fr", "en")
OK = NAMES["OK"]


def make_device(language):
    board = VirtualBoard()
    board.choose_language(language)
    board.app.device.settings.choose("taught", 1)
    board.context.navigation.home()
    board.run(100)
    return board


def check_screen(board, explorer, where):
    """Check that the screen raised nothing, and that the panel has room and glyphs for all its words."""
    app = board.app
    module, screen, *_ = explorer.place()
    here = f"on {where}, {screen} in {module}, after {', '.join(explorer.trail[-12:])}"
    for fault in board.faults:
        fault.add_note(here)
        raise fault
    for count, told in (
        (app.context.t.missing, "a text that fr.txt or en.txt lacks"),
        (app.canvas.missing, "a letter that no font has"),
        (app.canvas.clipped, "words beyond the edge of the panel"),
    ):
        if count:
            pytest.fail(f"{told}: {board.words.strings} {here}", pytrace=False)
    for pair in board.words.overlapping_pairs():
        pytest.fail(f"words that run into each other: {pair} {here}", pytrace=False)


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_explored_with_every_key(game, language):
    board = make_device(language)
    explorer = Explorer(board, seed=len(game))
    for where in explorer.walk(game, PRESSES):
        check_screen(board, explorer, where)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(n for n in pictures.screen_ids() if n.startswith("system.")))
def test_a_screen_of_the_device_takes_every_key_and_can_be_left(name, language):
    board = make_device(language)
    explorer = Explorer(board)
    board.context.open(name)
    board.run(50)
    for _ in range(60):
        explorer.step()
        check_screen(board, explorer, name)
    board.context.navigation.home()
    board.run(50)
    assert board.app.stack.ids == ["system.home"]


def settled_picture(board):
    """Return the panel's picture once all animations have ended."""
    board.run(5000)  # lets messages and bubbles disappear
    screen = board.app.stack.top()
    if isinstance(screen, History):  # the bar of the history is exact only after a key, see `history.Lines`
        screen.read_to(screen.cursor)
        board.app.dirty = True
        board.run(50)
    return bytes(board.app.device.panel.buffer)


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES)
def test_a_screen_that_rested_is_as_it_was(game):
    """The App keeps only the place of a covered screen; the recreated screen must look the same."""
    board = make_device("fr")
    explorer = Explorer(board, seed=11)
    compared = 0
    for where in explorer.walk(game, RESTED):
        if (
            where == "?" or board.app.navigation.deferred or board.app.stack.top().keeps_panel_on
        ):  # a clock runs
            continue
        left = settled_picture(board)
        app = board.app
        app.stack.suspend()
        if isinstance(app.stack.top(), Suspended):
            app.navigation.restore_top()
            compared += 1
            assert settled_picture(board) == left, (where, explorer.trail[-12:])
    assert compared > RESTED // 5


@pytest.mark.parametrize("session", pictures.sessions(), ids=pictures.title)
def test_every_screen_of_the_pictures_opens_at_its_place_and_has_its_strip(session):
    """A screen accepts its own place when the App recreates it after a power cut or a rest.

    OK held shows more exactly where the strip says so.
    """
    board = VirtualBoard()
    opened = []

    def show(name, picture):
        shown = board.app.stack
        if shown.ids[-1] is None:
            return
        place = shown.top().arguments()
        opened.append(shown.ids[-1])
        assert board.app.navigation.make(shown.ids[-1], place).arguments() == place, shown.ids[-1]
        tells_more_as_its_strip_says(board.store, shown.ids[-1], place)

    pictures.run_session(session, Script(board, show))
    assert opened


def tells_more_as_its_strip_says(store, name, place):
    """Check that OK held shows more where the strip says so, and changes nothing."""
    board = VirtualBoard(store=MemoryStore(dict(store.files)))
    app = board.app
    app.context.open(name, *place)
    board.run(50)
    top = app.stack.top()
    strip = [mark.text for mark in board.words.marks if mark.y >= 56]
    kept = [bytes(values) for values in app.context.session.state.sheets] if app.context.session else []
    board.hold(OK)
    more = app.stack.top() is not top
    assert not strip or more == ("?" in strip), (name, strip)
    assert (
        not app.context.session or [bytes(values) for values in app.context.session.state.sheets] == kept
    ), name


def test_a_fault_is_told_with_its_traceback_the_screen_and_the_way_there(toy_world, monkeypatch):
    from gobelet.games.toy.screens.home import Home

    def raise_fault(self, at):
        raise ZeroDivisionError("in a screen")

    monkeypatch.setattr(Home, "choose", raise_fault)
    board = make_device("fr")
    explorer = Explorer(board)
    with pytest.raises(ZeroDivisionError) as raised:
        for where in explorer.walk("toy", 9):
            check_screen(board, explorer, where)
    assert raised.traceback[-1].name == "raise_fault"
    assert raised.value.__notes__[0].endswith("press OK")


def test_a_text_that_is_missing_is_told_with_the_screen(toy_world, monkeypatch):
    from gobelet.games.toy.screens.home import Home

    monkeypatch.setattr(Home, "title", "nowhere")
    board = make_device("fr")
    explorer = Explorer(board)
    with pytest.raises(pytest.fail.Exception) as raised:
        for where in explorer.walk("toy", 9):
            check_screen(board, explorer, where)
    assert "a text that fr.txt or en.txt lacks: ['<nowhere>'" in str(raised.value)
    assert "on toy.home, Home in gobelet.games.toy.screens.home, after " in str(raised.value)
