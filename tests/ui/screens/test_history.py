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
def play(toy):
    toy.game()
    return toy


def said(line):
    """Return (the roll and its result, the dice or a mark) of a line."""
    title, dice, answer = line
    return (f"{title} {answer or ''}".strip(), dice)


def history(toy):
    toy.context.open("toy.history")
    toy.top.read_to(MOST)
    found = [said(line) for line in toy.top.list]
    toy.back()
    return found


def wound(toy, value, join=False):
    assert toy.context.change([("char", TARGET, "wounds", value)], join)


def test_nothing_yet(play):
    assert history(play) == [("Rien encore", "")]


def test_of_nothing_there_is_no_more_to_tell(play):
    play.context.open("toy.history")
    play.run(20)
    assert not play.reads("?")
    play.why()
    assert play.ids[-1] == "toy.history"


def test_rolls_and_changes_the_newest_first(play):
    play.form("strike", 0, TARGET)
    play.dice(6, 2)
    play.ok(2)
    play.back(3)
    play.form("strike", 0, TARGET)
    play.dice(1, 4)
    play.ok()
    assert history(play) == [
        ("Rouge → Bleu\xa0: Frappe Raté", "1 4"),
        ("Bleu blessures 0→4", ""),
        ("Rouge → Bleu\xa0: Frappe 4", "6 2"),
    ]


def test_the_only_row_of_a_kind_is_no_player(play):
    play.context.open("toy.history")
    omen = Procedure("omen", (), None, roles=("game", "attacker", "target"))
    assert play.top.players_of(omen, [0, 0, TARGET]) == "Rouge → Bleu"
    assert play.top.players_of(omen, [0, -1, -1]) == ""
    assert play.top.players_of(omen, [0, 0, 0]) == "Rouge", "one player with two Sheets"


def test_every_step_of_one_roll_is_one_line(play):
    play.form("trinity")
    play.dice(12, 3)
    play.ok()
    play.dice(5)
    play.ok()
    play.back(2)
    play.form("trinity")
    play.dice(1, 2)
    play.ok()
    assert history(play) == [("Trinité", "↷ 1 2"), ("Trinité Réussite", "12 3 5")]


def test_a_roll_made_again_is_marked(play):
    play.form("plain")
    play.dice(4)
    play.ok()
    play.dice(17)
    play.ok()
    play.back(2)
    wound(play, 1)
    play.form("plain")
    play.dice(2)
    play.ok()
    assert history(play) == [
        ("Un d20 2", "2"),
        ("Bleu blessures 0→1", ""),
        ("Un d20 17", "↷ 17"),
        ("Un d20 4", "4"),
    ]


def test_the_same_procedure_with_other_values_is_no_repetition(play):
    for force in (1, 2):
        play.form("strike", 0, TARGET)
        play.top.given["force"] = force
        play.top.refresh()
        play.dice(1, 4)
        play.ok()
        play.back(2)
    assert [line[1] for line in history(play)] == ["1 4", "1 4"]


def test_undone_changes_stay_and_are_marked(play):
    for value in (1, 2, 3):
        wound(play, value)
    play.undo()
    play.undo()
    assert history(play) == [
        ("Bleu blessures 2→3", "×"),
        ("Bleu blessures 1→2", "×"),
        ("Bleu blessures 0→1", ""),
    ]
    play.context.redo()
    assert [line[1] for line in history(play)] == ["×", "", ""]


def test_what_was_undone_for_good_stays_marked(play):
    wound(play, 5)
    play.undo()
    wound(play, 9)
    assert history(play) == [("Bleu blessures 0→9", ""), ("Bleu blessures 0→5", "×")]
    play.undo()
    assert [line[1] for line in history(play)] == ["×", "×"]
    play.pull()
    play.context.navigation.home()
    play.context.open("toy.home")
    assert [line[1] for line in history(play)] == ["×", "×"]


def test_presses_of_one_bubble_are_one_line(play):
    play.context.open("toy.count")
    play.run(20)
    play.up(4)
    play.ok()
    play.down()
    play.back()
    assert history(play) == [("Vert armure 4→3", ""), ("Vert armure 0→4", "")]
    play.undo()
    play.undo()
    assert play.reads("Annulé → Vert armure 0")
    assert play.get("char", 2, "armour") == 0


def test_a_transaction_without_its_end_is_none(play):
    """A power cut in a long change leaves only its first record."""
    wound(play, 3)
    journal = play.context.session.journal
    write_record(journal, EFFECT | FIRST, pack_effects([(0, TARGET, 1, 3, 9)]))
    play.pull()
    play.context.open("toy.home")
    assert history(play) == [("Bleu blessures 0→3", "")]


def test_at_most_so_many_lines(play):
    for value in range(1, 50):
        wound(play, value % 20 + 1)
    found = history(play)
    assert len(found) == MOST
    assert found[0][0].endswith("→10")


def test_lines_are_made_when_they_are_seen_and_the_rest_while_nothing_is_pressed(play):
    for value in range(1, 50):
        wound(play, value % 20 + 1)
    whole = history(play)

    def opened(*arguments):
        play.context.open("toy.history", *arguments)
        return play.top

    top = opened()
    assert 2 < len(top.list.lines) < 8
    play.down()
    assert list(map(said, top.list.lines)) == whole[: len(top.list.lines)]
    play.up(2)
    assert (top.cursor, list(map(said, top.list))) == (MOST - 1, whole), "round the beginning, to the end"
    play.back()
    top = opened(20)
    assert 22 < len(top.list.lines) < 28 and top.cursor == 20
    play.back()
    top = opened()
    play.run(3000)
    assert list(map(said, top.list)) == whole
    play.down(MOST)
    assert top.cursor == 0


def test_what_has_no_words_is_passed_over_but_tells_that_something_came_between(play):
    def untold(times):
        for value in range(times):
            assert play.context.change([("game", 0, "turn", 1 + value % 2)])

    def roll(face):
        play.form("plain")
        play.dice(face)
        play.ok()
        play.back(2)

    roll(4)
    roll(17)
    untold(7)
    roll(2)
    untold(200)
    wound(play, 3)
    untold(300)
    told = []
    real = play.context.messages.describe
    play.context.messages.describe = lambda effects: told.append(effects) or real(effects)
    assert history(play) == [
        ("Bleu blessures 0→3", ""),
        ("Un d20 2", "2"),
        ("Un d20 17", "↷ 17"),
        ("Un d20 4", "4"),
    ]
    assert len(told) < 10


def test_free_dice(play):
    play.context.session.journal.write_roll(FREE, (7, 0), ((3, 4),), 1, b"2d6")
    assert history(play) == [("2d6 = 7", "3 4 (réels)")]


@pytest.mark.parametrize(
    "record",
    [
        (77, [1, 2], [(3,)]),  # a removed procedure
        (0, [0, 1], [(6, 2)]),  # an earlier version had fewer inputs
        (2, [7], [(6,)]),  # an earlier version rolled one die fewer
        (8, [], [(4,), (5,), (6,)]),  # an earlier version rolled further
    ],
)
def test_rolls_of_another_version_keep_their_dice(play, record):
    number, listed, path = record
    play.context.session.journal.write_roll(number, listed, path)
    label, dice = history(play)[0]
    assert dice == " ".join(str(face) for faces in path for face in faces)
    assert label in ("?", "Trinité", "Un d20", "Frappe")
    play.pull()
    assert play.ids == ["system.home", "toy.home"], "what cannot be shown as a result any more is left out"
    play.faults.clear()
    assert history(play)[0] == (label, dice)


def test_what_came_of_a_roll_is_large_below_what_it_was(play):
    play.form("strike", 0, TARGET)
    play.dice(6, 2)
    play.ok()
    play.context.open("toy.history")
    play.run(20)
    marks = {mark.text: mark for mark in play.words.marks}
    assert marks["4"].size == marks["6 2"].size == 16
    assert marks["Rouge→Bleu\xa0: Frappe"].size == 8
    assert marks["4"].y == marks["Rouge→Bleu\xa0: Frappe"].y + 8


def test_of_a_change_too_wide_for_its_row_the_new_value_is_large(play):
    play.context.messages.describe = lambda effects: "Bleu très\xa0très\xa0longtemps→mort"
    wound(play, 1)
    play.context.open("toy.history")
    play.run(20)
    assert {mark.text: mark.size for mark in play.words.marks}["→mort"] == 16
    play.why()
    assert play.top.body == ["Bleu très\xa0très\xa0longtemps→mort"]


def test_a_long_line_is_read_whole_with_ok_held(play):
    write_record(play.context.session.journal, 1, pack_roll(5, [], [(6,)] * 9 + [(1,)]))
    play.context.open("toy.history")
    play.run(20)
    play.why()
    assert play.reads("6 6 6 6 6")
    play.back()
    play.ok()
    assert play.ids == ["system.home", "toy.home"]


def test_a_line_tells_who_rolled_against_whom_and_what_came_of_it(play):
    play.form("strike", 0, TARGET)
    play.dice(6, 2)
    play.ok(2)
    play.back()
    play.context.open("toy.history")
    play.run(20)
    play.down()
    assert said(play.top.list[play.top.cursor]) == ("Rouge → Bleu\xa0: Frappe 4", "6 2")
    play.why()
    assert play.top.body == ["Rouge → Bleu\xa0: Frappe 4", "6 2", "Bleu blessures 0→4"]
    play.back(2)
    play.undo()
    assert play.reads("Annulé → Bleu blessures 0")
    play.context.open("toy.history")
    play.run(20)
    play.down()
    play.why()
    assert play.top.body[-1] == "Bleu blessures 0→4 ×"
