"""Rolls and changes in the history: read from the journal, marked, and readable after an update."""

from __future__ import annotations

import pytest

from gobelet.journal.records import EFFECT, FIRST, FREE, pack_roll
from gobelet.rules.effects import pack_effects
from gobelet.rules.procedure import Procedure
from gobelet.ui.screens.history import MOST
from tests.journal.inside import write_record

TARGET = 1


@pytest.fixture
def game_toy(toy):
    toy.game()
    return toy


def line_words(line):
    """Return (the roll and its result, the dice or a mark) of a line."""
    title, dice, answer = line
    return (f"{title} {answer or ''}".strip(), dice)


def history_lines(toy):
    toy.context.open("toy.history")
    toy.top.read_to(MOST)
    found = [line_words(line) for line in toy.top.list]
    toy.back()
    return found


def set_wounds(toy, value, join=False):
    assert toy.context.change([("char", TARGET, "wounds", value)], join)


def test_nothing_yet(game_toy):
    assert history_lines(game_toy) == [("Rien encore", "")]


def test_of_nothing_there_is_no_more_to_tell(game_toy):
    game_toy.context.open("toy.history")
    game_toy.run(20)
    assert not game_toy.reads("?")
    game_toy.why()
    assert game_toy.ids[-1] == "toy.history"


def test_rolls_and_changes_the_newest_first(game_toy):
    game_toy.form("strike", 0, TARGET)
    game_toy.dice(6, 2)
    game_toy.ok(2)
    game_toy.back(3)
    game_toy.form("strike", 0, TARGET)
    game_toy.dice(1, 4)
    game_toy.ok()
    assert history_lines(game_toy) == [
        ("Rouge → Bleu\xa0: Frappe Raté", "1 4"),
        ("Bleu blessures 0→4", ""),
        ("Rouge → Bleu\xa0: Frappe 4", "6 2"),
    ]


def test_the_only_row_of_a_kind_is_no_player(game_toy):
    game_toy.context.open("toy.history")
    omen = Procedure("omen", (), None, roles=("game", "attacker", "target"))
    assert game_toy.top.players_of(omen, [0, 0, TARGET]) == "Rouge → Bleu"
    assert game_toy.top.players_of(omen, [0, -1, -1]) == ""
    assert game_toy.top.players_of(omen, [0, 0, 0]) == "Rouge", "one player with two Sheets"


def test_every_step_of_one_roll_is_one_line(game_toy):
    game_toy.form("trinity")
    game_toy.dice(12, 3)
    game_toy.ok()
    game_toy.dice(5)
    game_toy.ok()
    game_toy.back(2)
    game_toy.form("trinity")
    game_toy.dice(1, 2)
    game_toy.ok()
    assert history_lines(game_toy) == [("Trinité", "↷ 1 2"), ("Trinité Réussite", "12 3 5")]


def test_a_roll_made_again_is_marked(game_toy):
    game_toy.form("plain")
    game_toy.dice(4)
    game_toy.ok()
    game_toy.dice(17)
    game_toy.ok()
    game_toy.back(2)
    set_wounds(game_toy, 1)
    game_toy.form("plain")
    game_toy.dice(2)
    game_toy.ok()
    assert history_lines(game_toy) == [
        ("Un d20 2", "2"),
        ("Bleu blessures 0→1", ""),
        ("Un d20 17", "↷ 17"),
        ("Un d20 4", "4"),
    ]


def test_the_same_procedure_with_other_values_is_no_repetition(game_toy):
    for force in (1, 2):
        game_toy.form("strike", 0, TARGET)
        game_toy.top.given["force"] = force
        game_toy.top.refresh()
        game_toy.dice(1, 4)
        game_toy.ok()
        game_toy.back(2)
    assert [line[1] for line in history_lines(game_toy)] == ["1 4", "1 4"]


def test_undone_changes_stay_and_are_marked(game_toy):
    for value in (1, 2, 3):
        set_wounds(game_toy, value)
    game_toy.undo()
    game_toy.undo()
    assert history_lines(game_toy) == [
        ("Bleu blessures 2→3", "×"),
        ("Bleu blessures 1→2", "×"),
        ("Bleu blessures 0→1", ""),
    ]
    game_toy.context.redo()
    assert [line[1] for line in history_lines(game_toy)] == ["×", "", ""]


def test_what_was_undone_for_good_stays_marked(game_toy):
    set_wounds(game_toy, 5)
    game_toy.undo()
    set_wounds(game_toy, 9)
    assert history_lines(game_toy) == [("Bleu blessures 0→9", ""), ("Bleu blessures 0→5", "×")]
    game_toy.undo()
    assert [line[1] for line in history_lines(game_toy)] == ["×", "×"]
    game_toy.pull()
    game_toy.context.navigation.home()
    game_toy.context.open("toy.home")
    assert [line[1] for line in history_lines(game_toy)] == ["×", "×"]


def test_presses_of_one_bubble_are_one_line(game_toy):
    game_toy.context.open("toy.count")
    game_toy.run(20)
    game_toy.up(4)
    game_toy.ok()
    game_toy.down()
    game_toy.back()
    assert history_lines(game_toy) == [("Vert armure 4→3", ""), ("Vert armure 0→4", "")]
    game_toy.undo()
    game_toy.undo()
    assert game_toy.reads("Annulé → Vert armure 0")
    assert game_toy.get("char", 2, "armour") == 0


def test_a_transaction_without_its_end_is_none(game_toy):
    """A power cut in a long change leaves only its first record."""
    set_wounds(game_toy, 3)
    journal = game_toy.context.session.journal
    write_record(journal, EFFECT | FIRST, pack_effects([(0, TARGET, 1, 3, 9)]))
    game_toy.pull()
    game_toy.context.open("toy.home")
    assert history_lines(game_toy) == [("Bleu blessures 0→3", "")]


def test_at_most_so_many_lines(game_toy):
    for value in range(1, 50):
        set_wounds(game_toy, value % 20 + 1)
    found = history_lines(game_toy)
    assert len(found) == MOST
    assert found[0][0].endswith("→10")


def test_lines_are_made_when_they_are_seen_and_the_rest_while_nothing_is_pressed(game_toy):
    for value in range(1, 50):
        set_wounds(game_toy, value % 20 + 1)
    whole = history_lines(game_toy)

    def open_history(*arguments):
        game_toy.context.open("toy.history", *arguments)
        return game_toy.top

    top = open_history()
    assert 2 < len(top.list.lines) < 8
    game_toy.down()
    assert list(map(line_words, top.list.lines)) == whole[: len(top.list.lines)]
    game_toy.up(2)
    assert (top.cursor, list(map(line_words, top.list))) == (MOST - 1, whole), (
        "round the beginning, to the end"
    )
    game_toy.back()
    top = open_history(20)
    assert 22 < len(top.list.lines) < 28 and top.cursor == 20
    game_toy.back()
    top = open_history()
    game_toy.run(3000)
    assert list(map(line_words, top.list)) == whole
    game_toy.down(MOST)
    assert top.cursor == 0


def test_what_has_no_words_is_passed_over_but_tells_that_something_came_between(game_toy):
    def change_turns(times):
        for value in range(times):
            assert game_toy.context.change([("game", 0, "turn", 1 + value % 2)])

    def roll_plain(face):
        game_toy.form("plain")
        game_toy.dice(face)
        game_toy.ok()
        game_toy.back(2)

    roll_plain(4)
    roll_plain(17)
    change_turns(7)
    roll_plain(2)
    change_turns(200)
    set_wounds(game_toy, 3)
    change_turns(300)
    told = []
    real = game_toy.context.messages.describe
    game_toy.context.messages.describe = lambda effects: told.append(effects) or real(effects)
    assert history_lines(game_toy) == [
        ("Bleu blessures 0→3", ""),
        ("Un d20 2", "2"),
        ("Un d20 17", "↷ 17"),
        ("Un d20 4", "4"),
    ]
    assert len(told) < 10


def test_free_dice(game_toy):
    game_toy.context.session.journal.write_roll(FREE, (7, 0), ((3, 4),), 1, b"2d6")
    assert history_lines(game_toy) == [("2d6 = 7", "3 4 (réels)")]


@pytest.mark.parametrize(
    "record",
    [
        (77, [1, 2], [(3,)]),  # a removed procedure
        (0, [0, 1], [(6, 2)]),  # an earlier version had fewer inputs
        (2, [7], [(6,)]),  # an earlier version rolled one die fewer
        (8, [], [(4,), (5,), (6,)]),  # an earlier version rolled further
    ],
)
def test_rolls_of_another_version_keep_their_dice(game_toy, record):
    number, listed, path = record
    game_toy.context.session.journal.write_roll(number, listed, path)
    label, dice = history_lines(game_toy)[0]
    assert dice == " ".join(str(face) for faces in path for face in faces)
    assert label in ("?", "Trinité", "Un d20", "Frappe")
    game_toy.pull()
    assert game_toy.ids == ["system.home", "toy.home"], (
        "what cannot be shown as a result any more is left out"
    )
    game_toy.faults.clear()
    assert history_lines(game_toy)[0] == (label, dice)


def test_what_came_of_a_roll_is_large_below_what_it_was(game_toy):
    game_toy.form("strike", 0, TARGET)
    game_toy.dice(6, 2)
    game_toy.ok()
    game_toy.context.open("toy.history")
    game_toy.run(20)
    marks = {mark.text: mark for mark in game_toy.words.marks}
    assert marks["4"].size == marks["6 2"].size == 16
    assert marks["Rouge→Bleu\xa0: Frappe"].size == 8
    assert marks["4"].y == marks["Rouge→Bleu\xa0: Frappe"].y + 8


def test_of_a_change_too_wide_for_its_row_the_new_value_is_large(game_toy):
    game_toy.context.messages.describe = lambda effects: "Bleu très\xa0très\xa0longtemps→mort"
    set_wounds(game_toy, 1)
    game_toy.context.open("toy.history")
    game_toy.run(20)
    assert {mark.text: mark.size for mark in game_toy.words.marks}["→mort"] == 16
    game_toy.why()
    assert game_toy.top.body == ["Bleu très\xa0très\xa0longtemps→mort"]


def test_a_long_line_is_read_whole_with_ok_held(game_toy):
    write_record(game_toy.context.session.journal, 1, pack_roll(5, [], [(6,)] * 9 + [(1,)]))
    game_toy.context.open("toy.history")
    game_toy.run(20)
    game_toy.why()
    assert game_toy.reads("6 6 6 6 6")
    game_toy.back()
    game_toy.ok()
    assert game_toy.ids == ["system.home", "toy.home"]


def test_a_line_tells_who_rolled_against_whom_and_what_came_of_it(game_toy):
    game_toy.form("strike", 0, TARGET)
    game_toy.dice(6, 2)
    game_toy.ok(2)
    game_toy.back()
    game_toy.context.open("toy.history")
    game_toy.run(20)
    game_toy.down()
    assert line_words(game_toy.top.list[game_toy.top.cursor]) == ("Rouge → Bleu\xa0: Frappe 4", "6 2")
    game_toy.why()
    assert game_toy.top.body == ["Rouge → Bleu\xa0: Frappe 4", "6 2", "Bleu blessures 0→4"]
    game_toy.back(2)
    game_toy.undo()
    assert game_toy.reads("Annulé → Bleu blessures 0")
    game_toy.context.open("toy.history")
    game_toy.run(20)
    game_toy.down()
    game_toy.why()
    assert game_toy.top.body[-1] == "Bleu blessures 0→4 ×"
