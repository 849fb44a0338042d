"""Every screen of every game found: opened, every key pressed, left again, in both languages."""

import pytest

from simulator import paths, pictures
from simulator.board import VirtualBoard
from simulator.script import Script
from tests.simulator.explorer import Explorer

paths.install()
from gobelet.games import GAMES  # noqa: E402

PRESSES = 1200
LANGUAGES = ("fr", "en")


def device(language):
    board = VirtualBoard()
    board.choose_language(language)
    board.app.settings.choose("taught", 1)
    board.app.home()
    board.run(100)
    return board


def check(board, explorer, where):
    """No screen raised anything, and all its words were there, drawable and inside the panel."""
    last = explorer.trail[-12:]
    assert not board.faults, (where, board.faults, last)
    canvas = board.app.canvas
    assert board.app.texts.missing == 0, (where, board.words.drawn, last)
    assert canvas.missing == 0, (where, board.words.drawn, last)
    assert canvas.clipped == 0, (where, board.words.drawn, last)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_explored_with_every_key(game, language):
    board = device(language)
    explorer = Explorer(board, seed=len(game))
    for where in explorer.walk(game, PRESSES):
        check(board, explorer, where)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(n for n in pictures.registered() if n.startswith("system.")))
def test_a_screen_of_the_device_takes_every_key_and_can_be_left(name, language):
    board = device(language)
    explorer = Explorer(board)
    board.app.open(name)
    board.run(50)
    for _ in range(60):
        explorer.step()
        check(board, explorer, name)
    board.app.home()
    board.run(50)
    assert board.app.stack.ids == ["system.home"]


def picture(board):
    """What the panel shows once nothing is under way any more."""
    board.run(5000)  # messages and bubbles go
    return bytes(board.app.panel.buffer)


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_that_rested_is_as_it_was(game):
    """Below another screen only its place is kept: coming back must show what was left."""
    board = device("fr")
    explorer = Explorer(board, seed=11)
    compared = 0
    for where in explorer.walk(game, 500):
        if where == "?" or board.app.deferred or board.app.stack.top().lit:  # a clock goes on
            continue
        left = picture(board)
        app = board.app
        app.stack.rest()
        if app.stack.resting(-1):
            app.remake()
            compared += 1
            assert picture(board) == left, (where, explorer.trail[-12:])
    assert compared > 100


@pytest.mark.parametrize("session", pictures.sessions(), ids=pictures.title)
def test_every_screen_of_the_pictures_opens_at_its_place(session):
    """After a power cut and after a rest a screen is made from its place: it must take what it gave."""
    board = VirtualBoard()
    opened = []

    def show(name, picture):
        name, place = board.app.stack.ids[-1], board.app.stack.top().place()
        if name is not None:
            assert board.app._made(name, place).place() == place, name
            opened.append(name)

    pictures.play(session, Script(board, show))
    assert opened
