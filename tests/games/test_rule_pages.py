"""OK held on a line opens the page about it, so a rule is two presses away."""

from __future__ import annotations

import pytest

from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK

from gobelet.games.trireme.rules import battle, walks  # isort: skip
from gobelet.games.trireme.rules.sheets import FLEET, SHIPS  # isort: skip
from gobelet.games.trireme.screens import lists  # isort: skip
from gobelet.games.trireme.screens.pages import Help  # isort: skip
from gobelet.ui.screens.page import Page  # isort: skip


def make_device(language: str) -> VirtualBoard:
    board = VirtualBoard()
    board.choose_language(language)
    board.app.device.settings.choose("taught", 1)
    board.context.navigation.home()
    return board


PAGES = [
    ("trinytia.rolls", "fr", 0, "Attaquer"),
    ("trinytia.rolls", "fr", 1, "Se défendre"),
    ("trinytia.chances", "en", 2, "In this order"),
    ("trinites.home", "fr", 2, "Difficultés"),
    ("trinites.confront", "fr", 0, "Directe"),
]


@pytest.mark.parametrize(("screen", "language", "line", "title"), PAGES)
def test_a_rule_is_two_presses_away(screen, language, line, title):
    """One press leads to the line, and one held press opens the page."""
    board = make_device(language)
    board.context.open(screen)
    board.run(50)
    menu = board.app.stack.top()
    menu.cursor = max(line - 1, 0)
    if line:
        board.press(DOWN)
    assert menu.cursor == line and board.words.has_text("?")
    board.hold(OK)
    assert isinstance(board.app.stack.top(), Page)
    assert board.app.stack.top().title == title


@pytest.mark.parametrize(
    "screen",
    [
        "trinytia.home",
        "trinytia.rolls",
        "trinytia.chances",
        "trinytia.reach",
        "trinytia.allies",
        "trinites.home",
        "traqueur.home",
    ],
)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_topic_has_its_page(screen, language):
    board = make_device(language)
    board.context.open(screen)
    board.run(50)
    menu = board.app.stack.top()
    for at in range(len(menu.list)):
        name = menu.topic(at)
        assert not name or board.context.t.has_text("page." + name), name


def test_the_lines_of_a_turn_of_trinytia_lead_to_their_pages():
    board = make_device("fr")
    app = board.app
    app.context.open("trinytia.home")
    app.context.change(
        [
            ("game", 0, "players", 4),
            ("game", 0, "column", 1),
            ("game", 0, "part", 1),
            ("game", 0, "active", 1),
        ]
    )
    app.context.change(
        [("char", row, "seat", 1) for row in range(4)] + [("char", row, "lieu", 5) for row in range(4)]
    )
    for screen in ("turn", "cards", "packs", "exchange", "sheet 0"):
        name, *args = screen.split()
        app.context.open("trinytia." + name, *map(int, args))
        board.run(50)
        menu = app.stack.top()
        found = [menu.topic(at) for at in range(len(menu.list))]
        assert any(found), screen
        for topic in found:
            assert not topic or app.context.t.has_text("page." + topic), topic
    app.context.open("trinytia.turn")
    board.run(50)
    board.press(DOWN)
    board.hold(OK)
    assert app.stack.top().title == "Attaquer"


TRIREME = [
    ("turn", 1, "ship_steps"),  # with a ship whose order is missing
    ("rolls 0 2", 0, "ship_reef"),
    ("orders", 0, "ship_steps"),
    ("pair 0 0 20", 1, "ship_rake"),
    ("sheet 2 0", 2, "ship_clearance"),
    ("sheet 3 0", 3, "a24"),
    (
        "counters 1 2 0 -1 4 5 5 1 0 10 0 0 0 0 0",
        1,
        "ship_boarding",
    ),  # while the player enters a value of the ship
    ("counters", 0, "errata"),
    ("new 0 1", 0, "fleet"),
]


@pytest.mark.parametrize(("opened", "line", "page"), TRIREME, ids=[row[0] for row in TRIREME])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_lines_of_trireme_lead_to_the_printed_tables(opened, line, page, language):
    board = make_device(language)
    app = board.app
    app.context.open("trireme.home")
    app.context.change(battle.start_changes(app.context.session.state, SHIPS, 3, 3))
    app.context.change([("game", 0, "step", 1)])
    name, *args = opened.split()
    app.context.open("trireme." + name, *map(int, args))
    board.run(50)
    menu = app.stack.top()
    assert menu.topic(line) == page
    menu.cursor = line
    app.redraw()
    board.run(50)
    assert board.words.has_text("?")
    board.hold(OK)
    assert app.stack.top().title == lists.heading(app.context, page)
    board.press(BACK)
    assert app.stack.ids[-1] == "trireme." + name


@pytest.mark.parametrize("game", [FLEET, SHIPS])
def test_every_topic_of_trireme_has_its_page(game):
    board = make_device("fr")
    app = board.app
    app.context.open("trireme.home")
    app.context.change(battle.start_changes(app.context.session.state, game, 3, 3))
    listed = [name for names in Help.sections for name in names[1].split()]
    for step in range(len(walks.steps(app.context.session.state))):
        app.context.change([("game", 0, "step", step)])
        for screen in (
            "home",
            "turn",
            "rolls 0 %d" % game,
            "pair 0 0 20",
            "sheet 0 0",
            "counters",
            "counters 0 2 0 -1 4 5 5 1 0 10 0 0 0 0 0",
            "new",
        ):
            name, *args = screen.split()
            app.context.open("trireme." + name, *map(int, args))
            board.run(50)
            menu = app.stack.top()
            found = [menu.topic(at) for at in range(len(menu.list))]
            assert set(found) - {""} <= set(listed), screen
            assert any(found) or (name == "turn" and not walks.step(app.context.session.state)[2]), screen
