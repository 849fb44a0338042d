"""Tri'Nytia: the chances on the screen, against the tables of RULES.md (RULES 8)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gobelet.games.trinytia.rules import odds, setup, tables, turn
from gobelet.games.trinytia.rules.placing import first_player
from gobelet.games.trinytia.screens import allies
from gobelet.games.trinytia.screens.chances import FIGURES, chance_of
from gobelet.rules.procedure import Refused
from gobelet.ui.drawing.numbers import percent
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP

WOUNDS, CARD, STARTERS, BET = range(4)


def make_device(game=True, language="fr"):
    board = VirtualBoard()
    board.choose_language(language)
    board.app.device.settings.choose("taught", 1)
    board.context.navigation.home()
    board.context.open("trinytia.home")
    if game:
        session = board.context.session
        session.change(setup.start_game(5, setup.NORMAL, 3))
        session.change(
            setup.store_first_player(0) + [("char", row, "lieu", (5, 7, 9, 2, 10)[row]) for row in range(5)]
        )
        session.change(turn.begin_first_turn(session.state))
    return board


def show_screen(board, name, *args):
    board.context.open("trinytia." + name, *args)
    board.run(50)


def press_keys(board, *keys):
    for key in keys:
        board.press(key)
    assert not board.faults, board.faults
    canvas = board.app.canvas
    assert board.context.t.missing == canvas.missing == canvas.clipped == canvas.shortened == 0, (
        board.words.strings
    )


def chance_fraction(name, *v):
    return Fraction(*chance_of(name, v))


# Figures


@pytest.mark.parametrize(
    ("least", "times", "flat", "wanted"),
    [
        (1, 1, 0, "5/6"), (2, 1, 0, "13/24"), (3, 1, 0, "7/24"), (4, 1, 0, "1/8"), (5, 1, 0, "1/24"),
        (6, 1, 0, "0"), (4, 2, 0, "13/24"), (9, 2, 0, "1/24"), (15, 3, 0, "1/24"), (6, 1, 1, "1/24"),
        (7, 1, 2, "1/24"), (7, 2, 1, "7/24"), (16, 3, 1, "1/24"), (1, 3, 1, "5/6"),
    ],
)  # fmt: skip
def test_wounds_of_one_attack(least, times, flat, wanted):
    assert chance_fraction("wounds", 1, least, times, flat) == Fraction(wanted)


@pytest.mark.parametrize(
    ("attacks", "least", "wanted"),
    [
        (2, 4, "50,5 %"),
        (3, 6, "47,9 %"),
        (4, 10, "20,9 %"),
        (5, 15, "4,4 %"),
        (5, 1, ">99,9 %"),
        (2, 10, "0,2 %"),
    ],
)
def test_wounds_of_several_attacks(attacks, least, wanted):
    assert percent(chance_of("wounds", (attacks, least, 1, 0)), ",").split() == wanted.split()


@pytest.mark.parametrize(
    ("players", "wanted"),
    [(2, "125/144"), (4, "16027/20736"), (7, "199461395/286654464"), (10, "5089343978375/7925422620672")],
)
def test_a_single_first_player(players, wanted):
    assert chance_fraction("starters", players) == Fraction(wanted)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_closed_form_is_what_the_procedure_gives(players):
    found = odds.odds_of(first_player, players=players).chance_of(lambda key: key > 0)
    assert odds.single_first(players) == found


def test_bets_and_cards():
    assert [chance_fraction("bet", n) for n in (2, 3)] == [Fraction(125, 288), Fraction(935, 3456)]
    assert chance_fraction("card", 1, 10, 50) == Fraction(1, 5)
    assert chance_fraction("card", 1, 1, 50) == Fraction(1, 50)
    assert [chance_fraction("card", k, 1, 50) for k in (7, 50)] == [Fraction(7, 50), 1]
    assert chance_fraction("card", 2, 10, 50) == 1 - Fraction(40 * 39, 50 * 49)
    assert chance_fraction("card", 3, 1, 2) == 1, "more drawn than there are"


def test_a_figure_is_set_with_the_keys():
    board = make_device()
    show_screen(board, "figure", WOUNDS)
    assert board.words.has_text("29,2 %") and board.words.has_text("7/24")
    press_keys(board, OK, UP, UP, UP, UP, OK, UP, UP, OK, UP)
    assert board.words.has_text("54,2 %") and board.words.has_text("13/24")
    assert board.app.stack.top().arguments() == [WOUNDS, 1, 7, 3, 1]
    board.hold(OK)
    assert board.words.has_text("13 / 24")
    press_keys(board, BACK, OK, DOWN)
    assert board.app.stack.top().values[0] == 1, "not below one attack"


@pytest.mark.parametrize("number", range(len(FIGURES)))
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_figure_at_its_bounds(number, language):
    board = make_device(language=language)
    name, fields = FIGURES[number]
    for values in ([field[1] for field in fields], [field[2] for field in fields]):
        show_screen(board, "figure", number, *values)
        assert board.words.has_text(percent(chance_of(name, values), "," if language == "fr" else "."))
        press_keys(board, DOWN, UP, OK)
        board.hold(OK)
        press_keys(board, DOWN, BACK)


# The menu


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_entry_opens(language):
    board = make_device(language=language)
    show_screen(board, "chances")
    count = len(board.app.stack.top().list)
    for at in range(count):
        press_keys(board, OK)
        assert len(board.app.stack.screens) == 4
        press_keys(board, UP, DOWN, BACK, DOWN)
        assert board.app.stack.top().cursor == (at + 1) % count
    press_keys(board, UP, OK)
    assert board.words.has_text("16,7 %" if language == "fr" else "16.7%")
    press_keys(board, DOWN)
    assert board.words.has_text("7/24"), "an erratum of the printed table: a difference of 1 is 7/24"


# The targets


@pytest.mark.parametrize(
    ("lieu", "shares"),
    [
        (2, ("1/4", "13/24", "7/24")),
        (4, ("1/4", "5/8", "3/8")),
        (6, ("5/12", "1/2", "5/12")),
        (9, ("1/3", "7/12", "1/4")),
    ],
)
def test_islands_from_a_lieu(lieu, shares):
    board = make_device(game=False)
    show_screen(board, "reach", -1, lieu)
    found = [value.split()[-1] for _, value in board.app.stack.top().list[1:4]]
    assert tuple(found) == shares
    assert len(board.app.stack.top().list) == 4 + 8, "not to the Lieu where one stands"


def test_from_a_character():
    board = make_device()
    show_screen(board, "reach")
    assert board.words.has_text("Rouge L5")
    assert dict(board.app.stack.top().list)["L7"] == "33\u202f% 1/3"
    assert [label for label, _ in board.app.stack.top().list[1:4]] == ["2 à 4", "5 à 7", "8 à 10"]
    press_keys(board, OK, DOWN, DOWN, OK)
    assert board.words.has_text("Vert L9")
    assert board.app.stack.top().arguments() == (2, 9)
    press_keys(board, OK, UP, UP, UP, OK)
    assert board.app.stack.top().arguments() == (-1, 8)


def test_lieu_0_only_once_it_is_active_and_nowhere_when_fixed():
    board = make_device()
    change = board.context.session.change
    change([("game", 0, "lieux", 3)])
    show_screen(board, "reach")
    found = dict(board.app.stack.top().list)
    assert found["L0"] == "17\u202f% 1/6", "by free choice alone"
    assert "L1" not in found, "nobody stays there"
    change([("char", 0, "fixed", 1)])
    show_screen(board, "reach")
    assert [label for label, _ in board.app.stack.top().list] == ["De", "fixé"]


# Allies


def shown_shares(board):
    return [word for word in board.words.strings if "/" in word]


@pytest.mark.parametrize(
    ("column", "own", "right", "wanted"),
    [
        (1, 1, 2, "1/2 1/2 0/1"),
        (3, 1, 1, "0/1 2/3 1/3"),
        (7, 3, 1, "1/5 2/5 2/5"),
        (11, 3, 1, "2/7 3/7 2/7"),
        (13, 1, 2, "3/8 3/8 1/4"),
    ],
)
def test_allies_without_a_game(column, own, right, wanted):
    board = make_device(game=False)
    show_screen(board, "allies")
    press_keys(board, DOWN, DOWN, OK, *[DOWN] * (column - 1), OK)
    press_keys(board, DOWN, *[OK] * own, DOWN, *[OK] * right)
    assert shown_shares(board) == wanted.split()


def test_allies_that_cannot_be():
    board = make_device(game=False)
    show_screen(board, "allies")
    press_keys(board, OK, OK, OK)
    assert board.words.has_text("Légende : 0 au plus"), "two Gardiens and two Ombres are dealt to four"


def test_allies_in_a_game_count_who_is_revealed():
    board = make_device()
    board.context.session.change([("char", 2, "faction", 2)])
    show_screen(board, "allies")
    assert shown_shares(board) == ["1/2", "1/4", "1/4"]
    press_keys(board, OK)
    assert shown_shares(board) == ["1/3", "1/3", "1/3"]
    press_keys(board, DOWN, OK, OK)
    assert shown_shares(board) == ["1/2", "0/1", "1/2"]
    board.context.session.change([("char", 4, "faction", 2)])
    show_screen(board, "allies")
    assert board.app.stack.top().known_factions() == [0, 2, 0, 2, 0], (
        "the neighbour on the right is the one before"
    )
    press_keys(board, UP, OK)
    assert board.words.has_text("Bleu")


def test_a_secret_is_kept_nowhere():
    board = make_device()
    before = list(board.context.session.journal.newest_first())
    show_screen(board, "allies")
    press_keys(board, OK, OK, OK)
    screen = board.app.stack.top()
    assert screen.secret == [3, 0]
    assert screen.arguments() == (screen.cursor,) or screen.arguments() == ()
    assert list(board.context.session.journal.newest_first()) == before
    press_keys(board, UP, OK)
    assert screen.secret == [0, 0], "another player's secret begins empty"


def test_columns_in_a_few_signs():
    assert [allies.columns(n) for n in (1, 13)] == ["4 : 2+2+0", "10 : 4+4+2"]
    for n in range(1, 14):
        try:
            odds.faction(tables.column(n), [1, 2])
        except Refused as refused:
            raise AssertionError("every column has a Gardien and an Ombre") from refused
