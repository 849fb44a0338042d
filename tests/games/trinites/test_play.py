"""Trinités on its screens: tests and how few presses they take, confrontations, characters, care and experience."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.script import Script
from simulator.store import MemoryStore

from gobelet.games.trinites.rules import health, party, roster  # isort: skip
from gobelet.games.trinites.rules.sheets import ASIDE, FAILED, NAME_FIELDS  # isort: skip
from gobelet.games.trinites.screens import common, opening  # isort: skip
from gobelet.games.trinites.screens.party import PART_NAMES  # isort: skip
from gobelet.ui.screens import preset_lines  # isort: skip
from gobelet.ui.drawing.letters import name_words  # isort: skip

VIGILANCE = 6
SUBTERFUGE = 17


class Table:
    """Lia, a Trinité, and Marc, a human, with their skills; a guard in row 8."""

    def __init__(self) -> None:
        self.board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
        self.script = Script(self.board)
        self.app = self.board.app
        self.context = self.board.context
        self.context.open("trinites.home")
        self.board.run(50)
        self.change("char", 0, used=1, adam=1)
        self.change("char", 1, used=1)
        self.change("char", 8, used=1)
        self.change("skill", 0, s6=7, s17=9)
        self.change("skill", 1, s0=5, s6=4)
        self.change("skill", 8, s6=6)
        self.home()

    def change(self, kind: str, row: int, **fields: int) -> None:
        self.context.change([(kind, row, field, value) for field, value in fields.items()])

    def home(self) -> None:
        self.context.navigation.home()
        self.context.open("trinites.home")
        self.board.run(50)
        self.presses = 0

    def get(self, kind: str, row: int, field: str) -> int:
        return int(self.context.session.get(kind, row, field))

    def press(self, *keys: int) -> None:
        for key in keys:
            self.board.press(key)
            self.presses += 1
        assert not self.board.faults, self.board.faults

    def play(self, *commands: str) -> None:
        self.script.play_text("\n".join(commands), Path("here"))

    def dice(self, *faces: int) -> None:
        """The next dice show these faces."""
        self.script.board.entropy.faces(list(faces))

    def form(self, name: str, *numbers: int) -> None:
        """The form of a roll as a list opens it: the skill was chosen there."""
        self.context.open("trinites.form", self.context.session.procedure_index(name), *numbers)
        self.app.stack.top().accept_values(["skill", "skill_a", "skill_b"])
        self.board.run(50)

    def to(self, line: str) -> None:
        """Move the cursor of a form to the line of an input."""
        form = self.app.stack.top()
        form.cursor = 1 + next(at for at, i in enumerate(form.list) if getattr(i, "name", "") == line)
        self.app.redraw()

    def shown(self) -> str:
        return " ".join(self.board.words.strings)

    def at(self) -> str:
        return str(self.app.stack.ids[-1])

    def restart(self) -> None:
        self.script.play_text("restart", Path("here"))
        self.app = self.board.app
        self.context = self.board.context


@pytest.fixture
def table() -> Table:
    return Table()


def roll_skill(table: Table, row: int, skill: int, face: int) -> None:
    """Make a test of a character with the screens, and return to the main list."""
    table.form("test", row, 2, 0, skill)
    table.dice(face)
    table.press(OK)
    table.home()


def test_a_known_skill_takes_three_presses_and_a_trinite_chooses_with_a_fourth(table):
    roll_skill(table, 1, VIGILANCE, 9)
    table.dice(9)
    table.press(OK, OK, OK)
    assert table.at() == "trinites.result"
    assert table.context.session.last_roll().values["skill"] == VIGILANCE
    assert "Réussite" in table.shown()
    table.home()
    table.form("test", 0, 2, 0, SUBTERFUGE)
    table.dice(3, 2)
    table.press(OK, OK)
    table.home()
    table.dice(4, 8)
    table.press(OK, OK, OK, OK)
    assert table.presses == 4
    assert table.context.session.last_roll().rows == [0]
    assert table.context.session.last_roll().path == [(4, 8), 1]
    assert "17" in table.shown()


def test_another_known_skill_of_the_same_one_takes_four(table):
    roll_skill(table, 1, 0, 9)
    table.dice(9)
    table.press(OK, DOWN, OK, OK)
    assert table.context.session.last_roll().values["skill"] == VIGILANCE


def test_a_roll_is_read_back_as_the_procedures_declare_it(table):
    session = table.context.session
    for number, (name, _) in enumerate(session.listed):
        proc = session.procedure(number)
        assert (proc.roles[:1] == ("me",)) == (name not in opening.WITHOUT_ACTOR)
        if name in opening.SKILL_TESTS:
            assert len(proc.roles) == opening.SKILL_TESTS[name]
            assert proc.inputs[opening.SKILL].name == "skill"


def test_another_one_beside_who_acted_last_takes_four(table):
    roll_skill(table, 0, VIGILANCE, 9)
    table.dice(9)
    table.press(DOWN, OK, OK, OK)
    assert (table.presses, table.at()) == (4, "trinites.result")
    assert table.context.session.last_roll().rows == [1]


def test_whoever_acted_last_has_the_cursor_and_an_adversary_a_line_then(table):
    table.home()
    assert table.app.stack.top().offered[:4] == ["memo", 0, 1, "confront"]
    roll_skill(table, 8, VIGILANCE, 9)
    assert table.app.stack.top().offered[:5] == ["memo", 0, 1, 8, "confront"]
    table.play("expect ▶ Ennemi 1")
    table.change("char", 1, dead=1)
    table.home()
    assert 1 not in table.app.stack.top().offered


def test_the_score_of_a_skill_is_asked_at_its_first_test(table):
    """The form of a skill without a score asks for it before the dice, and stores it."""
    table.context.open("trinites.skills", 0, 1)
    table.play("press UP", "expect Autre test", "press OK", "press OK", "expect 0 à 39")
    table.play("press UP 5", "press OK", "expect Arts", "expect 50 %", "press BACK", "expect ▶ Arts 5")
    assert table.get("skill", 1, "s1") == 5
    table.play("press DOWN 2", "expect ▶ Autre", "press OK", "press OK", "press BACK")
    assert table.at() == "trinites.skills"


def test_a_score_beyond_what_is_kept_of_it_is_told_and_nothing_is_tested(table):
    """Base and zodiac bonus add up to 39 at most; a held key could enter more as a first score."""
    table.context.open("trinites.skills", 0, 1)
    table.play("press UP", "press OK", "press OK")
    table.board.press(UP, 12000)
    table.play("expect 39", "press OK")
    assert not table.board.faults
    assert "30" in table.shown()
    table.press(OK)
    assert table.at() == "trinites.skills"
    assert table.get("skill", 1, "s1") == -1
    table.play("press OK", "press OK", "press UP 5", "press OK", "expect Arts")


def test_a_form_that_is_come_back_to_knows_what_failed_meanwhile(table):
    table.form("test", 1, 2, 0, VIGILANCE)
    table.dice(3, 4)
    table.press(OK, OK)  # repeats the press
    table.press(BACK)
    assert table.app.stack.top().values["attempt"] == 1
    table.play("expect jet +1")


@pytest.mark.parametrize("row", [1, -1])
def test_an_attempt_that_the_table_says_stays_whatever_else_changes(table, row):
    table.form("test", row, 2, 0, VIGILANCE)
    table.to("attempt")
    table.press(OK)
    table.play("expect 2e")
    table.to("level")
    table.press(OK, UP, OK)  # easier: of an attempt that the sheet knows a fresh one
    assert table.app.stack.top().values["attempt"] == 1
    table.to("skill")
    table.press(OK, DOWN, OK)
    assert table.app.stack.top().values["attempt"] == 1
    if row < 0:  # and the character may be chosen last
        top = table.app.stack.top()
        top.set_row(0, 0)
        assert top.values["attempt"] == 1
    table.app.stack.top().cursor = 0
    table.dice(9)
    table.press(OK)
    assert table.context.session.last_roll().values["attempt"] == 1
    table.dice(8)
    table.press(UP, OK)  # rolled again before anything is noted: the same
    assert table.context.session.last_roll().values["attempt"] == 1


def test_a_test_opened_anew_has_of_the_last_one_what_is_of_the_task(table):
    """The form has the last difficulty, but neither the modifiers of the turn nor the number of attempts."""
    table.form("test", 1, 2, 0, VIGILANCE)
    for name, value in (("level", 1), ("extra", 2), ("more", 1), ("attempt", 1)):
        top = table.app.stack.top()
        top.set_value(next(each for each in top.proc.inputs if each.name == name), value)
    table.dice(11)
    table.press(OK)
    preset = preset_lines.line_of(
        table.context,
        table.context.session.last_roll().proc,
        [1],
        table.context.session.last_roll().values,
        "",
    )
    table.home()
    opening.open_test(table.context, 1, VIGILANCE)
    values = table.app.stack.top().given
    assert [values[name] for name in ("level", "more", "extra", "attempt")] == [1, 1, 0, 0]
    table.home()
    preset_lines.open_preset(table.context, preset)
    assert table.app.stack.top().values["attempt"] == 0


def test_an_attempt_that_the_sheet_says_is_the_first_again_where_it_is_easier(table):
    roll_skill(table, 1, VIGILANCE, 2)
    table.change("char", 1, task_skill=VIGILANCE + 1, task_level=0, task_score=4, tries=1)
    table.form("test", 1, 2, 0, VIGILANCE)
    assert table.app.stack.top().values["attempt"] == 1
    table.to("level")
    table.press(OK, UP, OK)
    assert table.app.stack.top().values["attempt"] == 0
    table.press(OK, DOWN, OK)
    assert table.app.stack.top().values["attempt"] == 1


def test_once_more_is_one_press(table):
    table.form("test", 1, 2, 0, VIGILANCE)
    table.dice(9, 10)
    table.press(OK)
    table.presses = 0
    table.press(OK)
    assert table.context.session.last_roll().path == [(10,)]
    assert table.presses == 1


def test_a_failure_is_tried_again_at_minus_3_then_it_is_over(table):
    table.form("test", 1, 2, 0, VIGILANCE)
    table.dice(2)
    table.play("expect 41,7 %", "press OK", "expect Échec", "expect 2e essai", "dice 3", "press OK")
    assert table.get("char", 1, "tries") == 1
    assert table.context.session.last_roll().values["attempt"] == 1
    assert table.shown().split().count("4") == 1  # 3 + 4 - 3
    table.press(OK)  # the second failure is noted
    assert table.get("char", 1, "tries") == 2
    table.home()
    table.press(OK, OK)
    assert "échec automatique" in table.shown()
    table.press(DOWN, OK, UP, OK)  # an easier task: a fresh attempt
    table.press(UP)
    table.play("expect Vigilance +3", "dice 6", "press OK", "expect Réussite", "expect 13")
    table.press(OK)
    assert table.get("char", 1, "tries") == 0


def test_undo_takes_a_failure_back_and_a_restart_shows_the_roll_again(table):
    table.form("test", 1, 2, 0, VIGILANCE)
    table.play("dice 2", "press OK")
    table.restart()
    table.play("expect Échec", "press DOWN", "expect appliquer", "press OK")
    assert table.get("char", 1, "tries") == 1
    table.play("hold BACK")
    assert table.get("char", 1, "tries") == 0


def test_a_score_that_is_typed_is_kept_on_the_sheet(table):
    table.form("test", 1, 2, 0, 9, 0)
    table.press(DOWN, DOWN, DOWN, DOWN)
    table.play("press OK", "press UP 3", "press OK")
    assert party.score(table.context.session.state, 1, 9) == 3
    table.play("hold BACK")
    assert party.score(table.context.session.state, 1, 9) == -1


def test_the_score_of_one_is_not_that_of_another(table):
    """Lia has a score in Subterfuge, and Marc has none."""
    table.form("note", 0, 2, 0, SUBTERFUGE)
    form = table.app.stack.top()
    assert form.values["score"] == 9
    form.set_row(0, 1)
    assert form.values["score"] == 0
    form.set_row(0, 0)
    assert form.values["score"] == 9


def test_nobody_opposes_himself(table):
    table.form("duel", 0)
    form = table.app.stack.top()
    assert form.candidates(1) == [1, 8]
    form.set_row(1, 8)
    form.set_row(0, 8)  # the two characters change roles
    assert form.rows == [8, 0]


def test_ok_held_tells_of_who_may_come(table):
    table.context.open("trinites.party")
    came = len(table.app.stack.top().rows)
    assert came and not table.app.stack.top().topic(0)
    for at, words in enumerate(
        ("Une Trinité", "Lignes de vie", "Nos exemples", "Nos exemples", "Nos exemples", "Compétences")
    ):
        table.app.stack.top().cursor = came + at
        table.play("hold OK", f"expect {words}", "press BACK")


@pytest.mark.parametrize("part", range(7))
def test_ok_held_tells_of_the_numbers_of_a_sheet(table, part):
    table.context.open("trinites.fields", 0, 0, part)
    fields = table.app.stack.top()
    told = [name for at, name in enumerate(fields.fields()) if fields.topic(at)]
    assert all(
        table.context.t.has_text("page." + fields.topic(at))
        for at in range(len(fields.list))
        if fields.topic(at)
    )
    if part == 6:  # the lines of a first evening, except the name
        assert told == list(fields.fields())[1:]
        table.play("press DOWN", "hold OK", "expect Les trois réserves")


def test_the_numbers_of_a_confrontation_have_the_names_of_both(table):
    table.form("duel", 0)
    table.play(
        "expect Alix contre qui ?",
        "press OK",
        "press BACK",  # chooses none of these characters
        "expect Alix",
        "expect l’autre",
        "press DOWN",
        "expect Diff. Alix",
        "press DOWN 3",
        "expect Score Alix",
    )
    table.play("press DOWN", "expect Diff. adverse")
    table.app.stack.top().set_row(1, 8)
    table.to("score_b")
    table.play("wait 50", "expect Score E1", "absent opp.")
    table.form("duel")
    table.play("expect qui", "press DOWN", "expect Diff. acteur")


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", ["test", "duel", "strike", "shoot", "move", "seize", "initiative", "buy"])
def test_no_option_of_a_form_is_cut_short(table, name, lang):
    """Each option shows its modifier whole, because a clipped number would be lost."""
    table.board.choose_language(lang)
    table.form(name, *{"buy": (0, 0, 0), "test": (0,), "initiative": (0,)}.get(name, (0, 8)))
    form = table.app.stack.top()
    cut = []
    for i in list(form.list):
        for at in range(0 if isinstance(i, int) else len(i.options or ())):
            form.set_value(i, at)
            if i in form.list:
                form.cursor = form.list.index(i) + 1
                table.board.run(50)
                cut += [
                    word for word in table.board.words.strings if word.endswith("…") and "sabre" not in word
                ]
    assert cut == []


def test_the_home_names_a_skill_in_one_language_where_there_is_no_room_for_two(table):
    table.board.choose_language("en")
    table.form("test", 1, 2, 0, 12)
    table.dice(9)
    table.press(OK)
    table.home()
    assert "Perso" not in table.shown()
    assert "Brawl" in table.shown()
    assert "[" not in table.shown()


def test_the_chosen_die_alone_rolls_on(table):
    table.form("test", 0, 5, 0, VIGILANCE)
    table.dice(12, 12)
    table.play("expect 14,6 %", "press OK")
    assert len(table.context.session.last_roll().path) == 1
    table.play("dice 3", "press UP", "press OK")
    assert table.context.session.last_roll().path == [(12, 12), 1, (3,)]
    table.play("expect 13", "expect +1", "hold OK", "press DOWN 9", "expect marge +1")


def test_a_zodiac_bonus_counts_in_the_score_and_not_in_the_base(table):
    table.context.open("trinites.skills", 0, 0)
    table.play("hold OK", "press DOWN", "press OK", "press UP 2", "press OK", "expect 9")
    assert party.score(table.context.session.state, 0, VIGILANCE) == 9
    assert table.get("skill", 0, "s6") == 7
    table.play("hold OK", "press OK", "press DOWN", "press OK", "expect 8")
    assert table.get("skill", 0, "s6") == 6


# Confrontations


def test_who_prevents_wins_a_tie(table):
    table.form("duel", 0, 1, 2, 0, VIGILANCE, 7, 1, 2, 0, VIGILANCE, 4)
    table.play("dice 6 2 9", "press OK", "press OK", "expect Brune gagne", "hold OK")
    table.play("press OK", "press DOWN 9", "expect Qui agit : naturel 6, final 13", "expect Égaux à 13")


@pytest.mark.parametrize(
    ("mine", "other", "said"),
    [(7, 4, ["Alix +7", "Brune +4"]), (0, 4, ["Alix +0", "Brune +4"]), (10, 10, ["Alix +10", "Brune +10"])],
)
def test_the_sums_of_a_confrontation_are_large_and_stand_beside_the_names(table, mine, other, said):
    table.change("skill", 0, s6=mine)
    table.change("skill", 1, s6=other)
    table.form("duel", 0, 1, 2, 0, VIGILANCE, mine, 1, 2, 0, VIGILANCE, other)
    assert table.board.words.has_text("Alix→Brune")
    assert [mark.size for mark in table.board.words.marks if mark.text in said] == [16, 16]
    table.press(DOWN)
    assert table.board.words.has_text("%s contre %s" % tuple(part.split()[1] for part in said))


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_worst_final_results_leave_the_names_of_a_duel_alone(table, lang):
    """Prodigieuse, and worse by 6 for a neighbouring skill: -14 on a natural 1."""
    table.board.choose_language(lang)
    for row in (1, 8):
        table.change("skill", row, s6=0)
    table.form("duel", 8, 1, 5, -6, VIGILANCE, 0, 0, 5, -6, VIGILANCE, 0)
    table.dice(1, 1)
    table.press(OK)
    assert table.shown().count("−14!") == 2
    assert list(table.board.words.overlapping_pairs()) == []


def test_the_question_which_die_names_whose_it_is_and_tells_the_signs(table):
    table.form("duel", 0, 1, 2, 0, VIGILANCE, 7, 1, 2, 0, VIGILANCE, 4)
    table.play("dice 6 2", "press OK", "expect Alix :", "expect quel dé ?", "hold OK")
    table.play("expect Une Trinité", "expect le clair ○ du")
    table.form("duel", -1, -1, 2, 0, VIGILANCE, 7, 1, 2, 0, VIGILANCE, 4)
    table.play("press OK", "press BACK", "dice 6 2", "press OK", "expect Qui agit :", "expect quel dé ?")


def test_a_deferred_test_says_so_and_which_it_is(table):
    table.form("note", 1, 3, 0, VIGILANCE)
    table.play("expect Différée", "expect Vigilance −3", "dice 9", "press OK", "expect Différée")


def test_a_second_result_takes_the_place_of_one_that_waits_only_if_the_table_says_so(table):
    table.form("note", 0, 2, 0, SUBTERFUGE)
    table.play("dice 7 3", "press OK", "press OK", "press OK")
    assert (table.get("char", 0, "pending"), table.get("char", 0, "result")) == (1, 16)
    table.form("note", 0, 2, 0, VIGILANCE)
    table.play("press OK", "expect Remplacer Subterfuge 16", "press OK")
    assert table.at() == "trinites.form"
    table.dice(5, 9)
    table.play("press OK", "press DOWN", "press OK", "expect : quel", "press OK", "press OK")
    assert table.get("char", 0, "result") == 16
    table.change("char", 0, pending=2)
    table.form("note", 0, 2, 0, VIGILANCE)
    table.play("press OK", "expect Échec")
    table.press(BACK, BACK)
    table.change("char", 0, pending=0)
    table.form("note", 0, 2, 0, VIGILANCE)
    table.dice(5, 9)
    table.play("press OK", "expect : quel")


def test_who_opposes_and_with_which_skill_is_asked_before_the_dice(table):
    table.change("char", 0, pending=1, result=13)
    table.context.open("trinites.form", table.context.session.procedure_index("oppose"), -1, 0)
    table.play("wait 50", "press OK", "expect Qui s’oppose ?", "absent Alix")
    table.play("press DOWN", "press OK")
    assert table.app.stack.top().heading == table.context.t("skill.of", "Ennemi 1")
    table.play("expect ▶ 6 Vigilance", "press OK", "expect jet +6")
    assert (table.app.stack.top().row("me"), table.app.stack.top().cursor) == (8, 0)


def test_what_waits_to_be_opposed_stands_beside_the_dice(table):
    table.change("char", 0, pending=1, result=13)
    table.form("oppose", 1, 0)
    table.play("expect 13")
    table.change("char", 0, pending_skill=VIGILANCE + 1)
    table.form("oppose", 1, 0, 0, VIGILANCE)
    table.play("expect Vigilance 13")
    table.change("char", 0, pending=FAILED)
    table.form("oppose", 1, 0)
    table.play("expect Vigilance Échec")


def test_the_state_of_a_patient_is_a_word(table):
    table.change("char", 0, boxes=10)
    table.form("care", 1, 0, 1)
    table.to("boxes")
    table.play("expect ▶ blessé −3 Patient")


def test_a_sheet_says_what_somebody_is_exposed_to(table):
    table.context.open("trinites.fields", 6, 8, PART_NAMES.index("life"))
    table.play("wait 50", "expect Exposé à —", "press OK", "press DOWN", "press OK", "press BACK")
    table.play("expect Exposé à chaleur extrême", "press OK")
    table.play("press DOWN 2", "press OK", "press BACK", "expect Exposé à 2 agressions")


def test_a_deferred_result_waits_over_a_restart(table):
    table.form("note", 0, 2, 0, SUBTERFUGE)
    table.play("dice 7 5", "press OK", "press OK", "expect 16", "press OK")
    assert (table.get("char", 0, "pending"), table.get("char", 0, "result")) == (1, 16)
    table.restart()
    table.context.open("trinites.confront")
    table.play("press DOWN 2", "press OK", "expect Qui s’oppose ?", "press OK")
    table.play("expect Brune : compétence ?", "press OK")
    form = table.app.stack.top()
    assert form.rows[1] == 0
    form.set_row(0, 8)
    form.set_value(next(i for i in form.proc.inputs if i.name == "skill"), VIGILANCE)
    form.cursor = 0
    table.play("wait 50", "expect 25 %", "dice 9", "press OK", "expect Alix gagne")
    table.play("press OK")  # again: the result still waits
    assert table.get("char", 0, "pending") == 1


def test_only_the_dice_of_a_trinite_have_signs(table):
    """L56-68: a human throws one d12, also against another human."""
    table.form("duel", 1, 8)
    table.play("expect d12", "absent ○/●")
    table.form("duel", 0, 8)
    table.play("expect d12 ○/●")


def test_a_new_game_begins_at_its_first_line_and_the_previous_one_where_it_was(table):
    table.form("test", 0, 2, 0, VIGILANCE)
    table.play("dice 7 5", "press OK", "press OK", "press BACK 3")
    table.context.open("trinites.home")
    home = table.app.stack.top()
    for name, where in (("new", "first"), ("recall", 0)):
        home.cursor = home.offered.index(name)
        table.play("press OK", "press DOWN", "press OK")
        assert home.offered[home.cursor] == where


def test_the_first_of_many_says_the_skill(table):
    table.context.open("trinites.race")
    table.play("wait 50", "press OK", "expect Alix : compétence ?", "press UP", "press OK")
    skill = table.app.stack.top().values["skill"]
    table.play(
        "dice 7 5", "press OK", "press OK", "press OK", "expect ▶ Brune", "press OK", "expect OK lancer"
    )
    assert table.app.stack.top().values["skill"] == skill


def test_all_against_all_in_their_ranks(table):
    for row, face in ((1, 9), (8, 12)):
        table.form("note", row, 2, 0, VIGILANCE)
        table.play("dice 12 2" if face == 12 else f"dice {face}", "press OK", "press OK")
    table.context.open("trinites.race")
    table.board.run(50)
    assert [label for label, _ in table.app.stack.top().list] == [
        "1. Ennemi 1",
        "2. Brune",
        "Alix",
        "Ôter les résultats",
    ]
    # The cursor is on the first without a result; the skill and the difficulty are those of the others.
    table.play("expect ▶ Alix", "expect OK lancer", "press OK", "expect Vigilance", "press BACK")
    # OK held only tells; the last line takes the results away, as one change.
    table.play(
        "hold OK", "expect Tous contre tous", "press BACK", "press DOWN", "absent OK lancer", "press OK"
    )
    assert [table.get("char", row, "pending") for row in (1, 8)] == [0, 0]
    table.play("absent Ôter", "hold BACK", "wait 3000")
    assert [table.get("char", row, "pending") for row in (1, 8)] == [1, 1]


def test_one_against_several_is_compared_with_each(table):
    """L97: a thief and two watchmen; the preventing side wins a tie, a natural 1 is no success."""
    for row, final, pending in ((0, 15, 1), (1, 14, 1), (8, 15, 1)):
        table.change("char", row, pending=pending, result=final, pending_skill=1)
    table.change("char", 9, used=1, pending=FAILED, result=30)
    table.change("char", 10, used=1)
    table.context.open("trinites.confront")
    table.press(UP)
    table.play("expect ▶ Contre plusieurs", "press OK", "expect Qui agit", "expect 2/3")
    sides = table.app.stack.top()
    assert [value for _, value in sides.list] == ["Alix", "15", "14 perd", "15 gagne", "30! perd", "—"]
    table.press(OK, DOWN, OK)  # another character acts
    assert [value for _, value in sides.list] == ["Brune", "15 gagne", "14", "15 gagne", "30! perd", "—"]
    table.board.run(3000)
    table.restart()
    table.play("expect Brune", "expect 1/3")
    table.press(UP, OK)  # a character without a result rolls
    assert table.app.stack.top().proc.name == "note" and table.app.stack.top().rows == [10]
    table.dice(5)
    table.press(OK, OK)
    table.board.run(50)
    assert table.at() == "trinites.sides"
    assert table.app.stack.top().list[-1][1] == "5 perd"
    table.play("hold BACK")
    assert table.get("char", 10, "pending") == 0


def test_with_nobody_who_acts_there_is_nothing_to_compare(table):
    for row in (0, 1, 8):
        table.change("char", row, used=0)
    table.context.open("trinites.sides")
    table.board.run(50)
    table.play("expect ?", "press OK")
    assert table.at() == "trinites.sides"


# Characters


def test_a_character_comes_is_named_copied_put_aside_and_brought_back(table):
    table.context.open("trinites.party")
    table.play("press DOWN 5", "expect adversaire", "press OK", "expect Ses scores")
    table.context.replace("trinites.sheet", 0, 9)
    assert party.playing_rows(table.context.session.state) == [0, 1, 8, 9]
    sheet = table.app.stack.top()

    def choose(name):
        sheet = table.app.stack.top()
        sheet.cursor = sheet.offered.index(name)
        table.press(OK)

    choose("name")
    table.play("press DOWN", "press OK", "press UP", "press OK", "expect B")
    assert sheet.row == 9
    choose("copy")
    assert party.playing_rows(table.context.session.state) == [0, 1, 8, 9, 10]
    assert [common.name(table.context, row) for row in (9, 10)] == ["B", "B 2"]
    choose("copy")
    assert common.name(table.context, 11) == "B 3"
    table.play("hold BACK", "wait 50")
    table.context.open("trinites.sheet", 0, 10)
    choose("aside")
    assert table.get("char", 10, "used") == ASIDE
    table.context.open("trinites.sheet", 0, 10)
    choose("back")
    assert party.rows_aside(table.context.session.state) == []
    table.context.open("trinites.sheet", 0, 10)
    choose("remove")
    table.play("press DOWN", "press OK")
    assert party.playing_rows(table.context.session.state) == [0, 1, 8, 9]
    table.play("hold BACK")
    assert party.playing_rows(table.context.session.state) == [0, 1, 8, 9, 10]


def test_every_field_of_a_sheet_says_what_it_is_and_can_be_changed(table):
    table.change("adam", 0, deva=5, archonte=3, age=60)
    for part in range(PART_NAMES.index("begin")):
        table.context.open("trinites.fields", 0, 0, part)
        fields = table.app.stack.top().fields()
        for at in range(len(fields)):
            table.app.stack.top().cursor = at
            before = table.shown()
            table.press(OK)
            if table.at() == "None":  # the open screen is a dial or a list
                table.press(UP, OK)
            if table.at() == "None":  # switches
                table.press(BACK)
            table.board.run(50)
            assert table.at() == "trinites.fields"
            kind = table.app.stack.top().kind(fields[at])
            assert table.get(kind, 0, fields[at]) or before != table.shown(), fields[at]
            assert table.context.t.missing == 0, f"{fields[at]}: fr.txt and en.txt lack what its line says"
            assert not table.app.canvas.clipped, fields[at]


def test_a_reserve_cannot_be_written_above_its_score(table):
    table.change("adam", 0, deva=2, archonte=5)
    fields = PART_NAMES.index("karma")
    for at, most in ((2, 2), (3, 5), (4, 3)):
        table.context.open("trinites.fields", at, 0, fields)
        table.press(OK)
        assert table.app.stack.top().high == most
        table.press(BACK, BACK)


def test_an_undone_name_says_whose(table):
    table.context.open("trinites.sheet", 0, 1)
    table.change("char", 1, **dict(zip(NAME_FIELDS, name_words("Léo"), strict=True)))
    table.play("hold BACK", "expect Brune Nom")


def test_a_wound_from_the_sheet_and_what_it_does(table):
    table.context.open("trinites.sheet", 1, 1)
    table.play("press OK", "press UP 4", "press OK")
    assert table.get("char", 1, "boxes") == 5
    table.context.open("trinites.card", 1)
    table.play("expect blessé", "expect 7/12")


def test_the_sheet_stays_on_its_line_when_others_come(table):
    table.context.open("trinites.sheet", 0, 0)
    table.play("absent Dépenser", "press DOWN 5", "expect ▶ Karma", "press OK", "press OK", "press UP 3")
    table.play("press OK", "press BACK", "expect ▶ Karma", "press UP 4", "expect ▶ Dépenser Karma")


def test_a_sheet_whose_character_an_undo_takes_away_closes(table):
    table.context.open("trinites.party")
    table.play("press DOWN 3", "press OK")
    assert table.at() == "trinites.fields"
    table.play("hold BACK", "wait 50")
    assert table.at() == "trinites.party"


# Life, Karma, experience


@pytest.mark.parametrize(
    "known, asked", [({}, True), ({"row": 0, "s0": 0}, True), ({"row": 0, "s0": 1}, False)]
)
def test_a_day_of_care_needs_somebody_who_can_give_it(table, known, asked):
    """L183: another character needs a score of 1 in Soins: Brune, who has 5, is the patient."""
    table.change("char", 1, boxes=6)
    if known:
        table.change("skill", known["row"], s0=known["s0"])
    table.context.open("trinites.time")
    table.press(DOWN, DOWN, OK)
    if asked:
        table.play("expect Brune : personne n’a 1 en", "press OK")
        assert table.get("char", 1, "boxes") == 6
        table.play("press OK", "press DOWN", "press OK")
    assert table.get("char", 1, "boxes") == 5
    table.play("press BACK", "hold BACK")
    assert table.get("char", 1, "boxes") == 6


def test_both_questions_before_a_week_are_asked(table):
    table.change("char", 1, boxes=6)
    table.change("char", 0, boxes=24)  # the coma kills
    table.context.open("trinites.time")
    table.press(DOWN, DOWN, DOWN, OK)
    table.play("expect Le coma tue Alix", "press DOWN", "press OK", "expect personne n’a 1", "press OK")
    assert table.get("char", 0, "dead") == 0
    table.play("press OK", "press DOWN", "press OK", "press DOWN", "press OK")
    assert (table.get("char", 0, "dead"), table.get("char", 1, "boxes")) == (1, 0)


def test_rest_with_care_asks_for_the_score_of_whoever_gives_it(table):
    table.change("char", 0, boxes=12)
    table.form("rest", 0, 1, 2)  # two days pass
    top = table.app.stack.top()
    top.set_value(next(i for i in top.proc.inputs if i.name == "cared"), 1)
    assert top.values["soins"] == 5  # Brune's
    top.cursor = 0
    table.press(OK, OK)
    assert table.get("char", 0, "boxes") == 10
    table.change("char", 1, boxes=9)  # unconscious: no other character has a score
    table.form("rest", 0, 1, 2)
    top = table.app.stack.top()
    top.set_value(next(i for i in top.proc.inputs if i.name == "cared"), 1)
    table.play("expect Il faut quelqu’un qui a 1")
    # Soins of a doctor who is no character here.
    top.set_value(next(i for i in top.proc.inputs if i.name == "soins"), 3)
    top.cursor = 0
    table.press(OK, OK)
    assert table.get("char", 0, "boxes") == 8


def test_time_passes_for_all_of_them(table):
    table.change("char", 0, boxes=3)
    table.change("char", 1, boxes=12)
    table.change("adam", 0, deva=8, archonte=5, deva_now=1)
    table.context.open("trinites.time")
    # A coma that would end in this hour is asked about first; then the state of all is shown.
    table.play("press OK", "expect Le coma tue Brune", "press OK")
    assert [table.get("char", row, "boxes") for row in (0, 1)] == [3, 12]
    table.play("press OK", "press DOWN", "press OK", "expect Alix ♥22/24", "expect Brune ☠")
    assert [table.get("char", row, "boxes") for row in (0, 1)] == [2, 12]
    assert table.get("char", 1, "dead") == 1
    table.play("press BACK", "hold BACK")
    assert table.get("char", 1, "dead") == 0
    table.change("char", 1, coma=1)
    table.change("char", 8, exposed=6)
    table.change("skill", 0, s0=1)
    table.play("press OK", "expect Ennemi 1 : chaleur", "press DOWN 3", "expect fatigue", "press BACK")
    table.play("press DOWN 3", "press OK", "press DOWN 3", "expect Brune : Test hebdo")
    table.play("press BACK", "press DOWN", "expect Aube", "press OK")
    assert [table.get("adam", 0, name) for name in ("deva_now", "adam_now", "archonte_now")] == [8, 3, 0]


def test_the_end_of_a_scenario_brings_experience_to_all_players(table):
    table.change("adam", 1, xp=3)
    table.context.open("trinites.time")
    table.play("press UP", "expect Fin de scénario", "press OK", "press UP 4", "press OK", "expect XP chacun")
    assert [table.get("adam", row, "xp") for row in (0, 1)] == [5, 8]
    table.play("hold BACK")
    assert [table.get("adam", row, "xp") for row in (0, 1)] == [0, 3]


def test_the_debt_first_then_a_purchase(table):
    table.change("adam", 0, deva=2, deva_now=2, xp=10, debt_l=7)
    table.form("buy", 0, 0, 0)
    table.play("expect D’abord la dette : 7", "press OK")
    table.context.open("trinites.sheet", 0, 0)
    sheet = table.app.stack.top()
    assert "debts" in sheet.offered
    table.form("debts", 0, 0)
    table.play("expect 3", "press OK", "hold OK", "expect Dettes", "press BACK", "press OK")
    assert [table.get("adam", 0, name) for name in ("xp", "debt_l", "deva", "credit_l")] == [3, 0, 3, 1]
    assert table.get("adam", 0, "deva_now") == 3
    table.form("buy", 0, 0, 0, 0, VIGILANCE)
    table.play("wait 50", "expect XP")


def test_a_debt_is_not_paid_with_nothing(table):
    table.change("adam", 0, debt_l=7)
    table.form("debts", 0, 0)
    table.play("expect Aucun XP pour payer la dette", "expect OK corriger", "press OK", "expect ▶ Alix")
    assert table.at() == "trinites.form"
    table.change("adam", 0, xp=2)
    table.form("debts", 0, 0)
    table.play("expect 2→0", "press OK", "press OK")
    assert [table.get("adam", 0, name) for name in ("xp", "debt_l", "deva")] == [0, 5, 1]
    table.form("debts", 0, 0)
    table.play("expect Aucun XP")


def test_regeneration_reads_the_state_before_each_point(table):
    table.change("char", 0, boxes=18)
    table.change("adam", 0, deva=8, archonte=5, deva_now=3, archonte_now=2, adam_now=3)
    table.form("regen", 0, 0)
    table.play("expect 6→10", "press DOWN", "press OK", "press UP", "expect inconscient")
    table.play("press DOWN", "press OK", "press UP", "expect 6→10", "press OK", "press OK")
    assert [table.get("char", 0, "boxes"), table.get("adam", 0, "archonte_now")] == [14, 1]
    table.form("regen", 0, 0, 1)  # a wounded character has only one way
    assert table.app.stack.top().values["nature"] == 0
    table.press(DOWN, OK, UP)
    table.play("expect blessé")


def test_a_fall_hurts_once_it_is_applied(table):
    table.form("fall", 1, 12, 1)
    table.app.stack.top().accept_values(["metres", "ground"])
    table.play("dice 2", "press OK", "expect 9", "press OK", "expect perd connaissance")
    assert table.get("char", 1, "boxes") == 9
    table.play("press OK", "hold BACK")
    assert table.get("char", 1, "boxes") == 0


def test_the_dice_chosen_are_counted_if_the_table_wants_it(table):
    table.change("option", 0, picks=1)
    table.form("test", 0, 2, 0, VIGILANCE)
    table.play("dice 8 5", "press OK", "press OK", "expect appliquer", "press OK")
    assert (table.get("char", 0, "pale"), table.get("char", 0, "dark")) == (1, 0)


# The Trinités of two and the dice that they choose; then the counts: (row, pale, dark).
PICKED = (
    ((8,), ("die_b",), {8: (0, 1)}),
    ((0,), ("die_a",), {0: (0, 1)}),
    ((0, 8), ("die_a", "die_b"), {0: (0, 1), 8: (0, 1)}),
)


@pytest.mark.parametrize("name", ["strike", "duel"])
@pytest.mark.parametrize("adams, asked, counted", PICKED)
def test_a_die_is_counted_for_whoever_chose_it(table, name, adams, asked, counted):
    """L68: the reaction of a Trinité to a human, and both of two."""
    table.change("option", 0, picks=1)
    for row in (0, 8):
        table.change("char", row, adam=int(row in adams))
    if name == "strike":
        table.form(name, 0, 8, 0, 5, 0, 0, 0)
        form = table.app.stack.top()
        form.set_value(next(i for i in form.proc.inputs if i.name == "reaction"), 1)
    else:
        table.form(name, 0, 8)
    table.app.stack.top().cursor = 0
    table.dice(*[face for row in (0, 8) for face in ((4, 7) if row in adams else (6,))])
    table.press(OK)
    for which in asked:
        assert table.app.stack.top().ask.name == which
        table.press(DOWN if table.app.stack.top().cursor == 0 else OK)
        if table.app.stack.top().outcome is None and table.app.stack.top().ask.name == which:
            table.press(OK)
    result = table.app.stack.top()
    result.cursor = result.list.index("apply")
    table.press(OK)
    for row in (0, 8):
        expected = counted.get(row, (0, 0))
        assert (table.get("char", row, "pale"), table.get("char", row, "dark")) == expected, row


def test_a_roll_that_changes_nothing_has_nothing_to_apply(table):
    """The surprise failed: the next action is to continue, and an undo takes back only the roll."""
    table.change("char", 1, boxes=3)
    table.form("alert", 1)
    table.dice(11)
    table.press(OK)
    result = table.app.stack.top()
    assert (result.list, table.get("char", 1, "surprised")) == (["leave", "again"], 0)
    table.play("hold BACK")
    assert (table.at(), table.get("char", 1, "boxes")) == ("trinites.form", 3)
    table.dice(2)
    table.press(OK)
    assert table.app.stack.top().list[0] == "apply"  # surprised: that is a change
    table.press(OK)
    assert table.get("char", 1, "surprised") == 1


# Numbers without a rule behind them: the players enter what they like.
PLAIN = {
    "score",
    "skill",
    "more",
    "boxes",
    "body",
    "armour",
    "weapon",
    "gross",
    "arms",
    "pv",
    "nonlethal",
    "precise",
}


def test_every_line_with_a_rule_behind_it_opens_its_page(table):
    without = []
    for name, _ in table.context.session.listed:
        table.form(name, 0, 1)
        form = table.app.stack.top()
        for i in form.proc.inputs:
            plain = i.name.split("_")[-1] in PLAIN or i.name[:-2] in PLAIN or i.name.startswith("t_")
            if not form.is_asked(i) or plain:
                continue
            form.list, form.cursor = [i], 1
            if i.name in ("prime", "penalty", "imposed"):
                form.given[i.name] = 1
            if not form.topic():
                without.append(f"{name}.{i.name}")
        table.press(BACK)
    assert without == []


@pytest.mark.parametrize(("boxes", "care"), [(2, "first_aid"), (6, "first_aid"), (10, "emergency")])
def test_the_care_that_a_state_asks_for_comes_first(table, boxes, care):
    """The form opens without a message that the patient is awake."""
    table.change("char", 1, boxes=boxes)
    table.context.open("trinites.sheet", 2, 1)
    table.board.run(50)
    table.press(OK)
    form = table.app.stack.top()
    assert form.proc.name == "care" and form.values is not None
    assert form.proc.inputs[0].options[form.values["kind"]] == care


def test_back_leads_home(table):
    table.context.open("trinites.party")
    table.play("press OK", "press OK")
    assert table.at() == "trinites.sheet"
    table.press(BACK, BACK, BACK)
    assert table.at() == "trinites.home"


@pytest.mark.parametrize(
    ("name", "line", "title"),
    [
        ("test", "level", "Difficultés"),
        ("test", "attempt", "Essais"),
        ("duel", "aim", "Directe"),
        ("care", "kind", "Soins"),
        ("aggression", "kind", "Agressions"),
        ("regen", "nature", "Régénération"),
        ("buy", "what", "Prix"),
    ],
)
def test_a_line_of_a_form_opens_its_page(table, name, line, title):
    table.change("char", 0, boxes=3)
    table.change("adam", 0, deva=3, deva_now=3, xp=50)
    proc = table.context.session.procedure(table.context.session.procedure_index(name))
    rows = {"me": 1 if name == "care" else 0, "other": 1, "target": 0, "adam": 0, "skill": 0}
    table.form(name, *[rows[role] for role in proc.roles])
    table.to(line)
    table.play("wait 50", "hold OK", f"expect {title}")
    assert table.app.stack.ids[-1] is None


# A first session


@pytest.fixture
def newcomer() -> Table:
    """The first session, before any character exists."""
    table = Table()
    table.context.session.restart()
    table.context.navigation.home()
    table.context.open("trinites.home")
    table.board.run(50)
    return table


def test_the_first_session_goes_from_step_to_step_and_stays_there_over_a_restart(newcomer):
    newcomer.play(
        "expect ▶ Première partie", "press OK", "expect ▶ 1. Personnages", "press DOWN 2", "press OK"
    )
    newcomer.play("expect ▶ + Trinité", "press OK", "press BACK 2")
    newcomer.play("expect ▶ 2. Adversaires", "press OK", "expect ▶ + adversaire prêt", "press OK", "press OK")
    newcomer.play("expect GARDE arrive", "press BACK", "expect ▶ 3. Un test")
    newcomer.restart()
    newcomer.play("expect ▶ 3. Un test", "press BACK")
    assert newcomer.at() == "trinites.home"
    newcomer.play("press OK", "expect ▶ 3. Un test")
    newcomer.play("hold BACK", "wait 3000", "expect ▶ + adversaire prêt")
    assert party.playing_rows(newcomer.context.session.state) == [0]
    newcomer.play("press BACK", "expect ▶ 2. Adversaires")


@pytest.mark.parametrize("sample", range(len(roster.SAMPLES)))
def test_a_ready_adversary_has_all_that_a_fight_asks(newcomer, sample):
    newcomer.context.change(roster.sample_changes(newcomer.context.session.state, sample, name_words("X")))
    state = newcomer.context.session.state
    assert common.name(newcomer.context, 8) == "X"
    assert state.get("char", 8, "weapon") > 0
    assert len(party.known_skills(state, 8)) == 6


def test_ready_adversaries_of_a_kind_are_numbered_and_there_is_an_end_to_their_room(newcomer):
    newcomer.context.open("trinites.party", 3)
    newcomer.play(*["press OK", "press OK"] * 13)
    assert party.playing_rows(newcomer.context.session.state) == list(range(8, 20))
    assert [common.name(newcomer.context, row) for row in (8, 9, 19)] == ["GARDE", "GARDE 2", "GARDE 12"]
    newcomer.play("expect Aucune place", "press OK", "press OK", "press BACK")
    assert newcomer.at() == "trinites.party"


def test_the_numbers_of_a_character_are_gone_through_one_after_the_other(newcomer):
    newcomer.context.open("trinites.party")
    newcomer.play("press OK", "expect ▶ Alix Nom")
    fields = newcomer.app.stack.top().fields()
    assert len(fields) == 1 + 11
    newcomer.play("press DOWN")
    for field in fields[1:]:
        assert fields[newcomer.app.stack.top().cursor] == field
        if field == "sword":  # a switch
            newcomer.play("press OK", "expect ▶ oui Épée", "press DOWN")
        else:
            newcomer.press(OK, UP, UP, OK)
    kinds = ("adam", "char", "skill")
    state = newcomer.context.session.state
    for field in fields[1:]:
        value = 1 if field == "sword" else 2
        assert [state.get(kind, 0, field) for kind in kinds if field in state.kind(kind).index] == [value]
    newcomer.play("expect ▶ Alix Nom", "press OK", "press OK", "press BACK")
    assert common.name(newcomer.context, 0) == "A"
    newcomer.play("hold BACK", "wait 50")
    assert common.name(newcomer.context, 0) == "Alix"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_who_is_dead_is_set_back_from_the_first_line_of_the_sheet(table, language):
    table.board.choose_language(language)
    table.home()
    table.change("char", 1, dead=1, boxes=20)
    table.context.open("trinites.sheet", 0, 1)
    table.board.run(50)
    top = table.app.stack.top()
    assert top.list[0][0] == table.context.t("sheet.revive") and top.cursor == 0
    table.press(OK)
    assert table.get("char", 1, "dead") == 0
    assert 1 in party.living_rows(table.context.session.state)
    assert table.app.stack.ids[-1] == "trinites.fields", "what is lost of the PV may be corrected at once"
    table.press(BACK)
    assert table.app.stack.top().list[0][0] == table.context.t("sheet.skills")
    table.board.hold(BACK)
    assert table.get("char", 1, "dead") == 1
    assert not table.board.faults


# Rolls that were left unfinished, undone, or tried again


def test_real_dice_left_at_a_second_attempt_show_the_first(table):
    """The failure is noted, and the second attempt is still offered; its -3 does not count for the first."""
    table.context.dice.use_real_dice(True)
    table.form("test", 1, 2, 0, VIGILANCE)
    table.play("press OK", "press UP 4", "press OK", "expect Échec 9", "expect OK 2e essai", "press OK")
    table.play("expect 1/1", "press BACK", "expect Échec 9", "expect OK 2e essai")
    assert table.get("char", 1, "tries") == 1
    table.play("press OK", "press UP 4", "press OK", "expect Échec 6", "expect OK appliquer", "press OK")
    assert table.get("char", 1, "tries") == 2


def test_no_second_attempt_is_made_for_nothing_in_a_turn(table):
    """The second attempt costs another action; the first one is counted when the failure is noted."""
    table.change("char", 0, zone=3, init=7, plan=1)
    table.change("combat", 0, round=1, active=0)
    for name in ("trinites.memo", "trinites.turn", "trinites.acts"):
        table.context.open(name)
    table.form("test", 0, 2, 0, VIGILANCE)
    table.play("dice 2 3", "press OK", "press OK", "expect Échec", "expect OK appliquer", "press OK")
    assert table.get("char", 0, "done") == 1


def test_care_that_failed_is_tried_again_at_minus_three(table):
    """Each kind of care has its own attempts; they start again once the patient is better (L150)."""
    table.change("char", 0, boxes=18)
    table.context.open("trinites.sheet", 2, 0)
    table.play("wait 50", "press OK", "expect Brune→Alix", "expect jet −1", "dice 5", "press OK")
    table.play("expect Échec 4", "expect OK 2e essai", "dice 12 4", "press OK", "expect Réussite 12")
    table.play("press OK", "expect ♥6/24")
    table.play(
        "press OK",
        "press DOWN",
        "expect soins d’urgence",
        "press OK",
        "press OK",
        "press UP",
        "expect jet −1",
    )
    table.play("dice 5", "press OK", "expect OK 2e essai", "press DOWN", "expect OK appliquer")
    table.play("press OK", "press OK", "press DOWN", "press OK", "press OK", "press UP", "expect jet −4")
    table.context.session.change(health.healing_changes(table.context.session.state, 0, 12))
    table.form("care", 1, 0, health.WATCH)
    table.play("expect jet +2")


def roll_emergency(table: Table, carer: int, face: int) -> None:
    table.form("care", carer, 0, health.EMERGENCY)
    table.dice(face)
    table.press(OK)


def test_emergency_care_fails_of_itself_at_the_third_attempt(table):
    """L147-152: the second attempt has -3.

    A third one is impossible, unless the carer gets a bonus. Another carer has
    separate attempts.
    """
    table.change("char", 0, boxes=18)
    roll_emergency(table, 1, 5)
    table.play("dice 5", "press OK", "expect Échec", "expect OK appliquer", "press OK")
    assert [table.get("char", 1, field) for field in ("task_level", "tries")] == [-6, 2]
    table.form("care", 1, 0, health.EMERGENCY)
    table.play("expect Deux essais ratés : échec automatique", "expect OK corriger", "press OK", "expect ▶")
    table.change("char", 1, spurred=2)  # the character was encouraged
    table.form("care", 1, 0, health.EMERGENCY)
    table.play("expect OK lancer", "expect jet +2")
    table.change("char", 1, spurred=0)
    table.form("care", 1, 0, health.EMERGENCY, 1)
    table.play("expect OK lancer", "absent jet")
    table.change("skill", 1, s0=6)
    table.form("care", 1, 0, health.EMERGENCY)
    table.play("expect OK lancer")
    table.change("skill", 1, s0=5)
    table.change("skill", 8, s0=3)
    roll_emergency(table, 8, 2)
    assert table.context.session.last_roll().values["aided"] == 0
    table.press(DOWN, OK)
    for carer, said in ((1, "échec automatique"), (8, "jet −6")):
        table.form("care", carer, 0, health.EMERGENCY)
        table.play("expect " + said)
    table.form("care", 1, 0, health.WATCH)
    table.play("expect OK lancer", "expect jet −1")


def test_care_that_failed_is_told_by_the_patient_whoever_gave_it(table):
    table.change("char", 1, boxes=9)
    for carer in (0, 8, -1):
        table.change("char", 1, aided=0)
        table.form("care", carer, 1, health.EMERGENCY)
        if carer < 0:  # somebody without a sheet
            table.play("press OK", "press BACK")
        table.dice(*(2, 3)[: 2 - (carer != 0)])
        table.press(OK)
        table.press(*[OK] * (carer == 0))
        table.play(
            "press DOWN", "expect OK appliquer", "press OK", "hold BACK", "expect Annulé : Brune Soins"
        )


def test_a_third_attempt_is_there_again_when_the_second_is_taken_back(table):
    table.change("char", 0, boxes=18)
    roll_emergency(table, 1, 5)
    table.play("dice 5", "press OK", "press OK")
    table.play("hold BACK", "expect Annulé : Alix Soins", "restart")
    table.app = table.board.app
    table.context = table.board.context
    table.form("care", 1, 0, health.EMERGENCY)
    table.play("expect jet −4", "expect OK lancer")
    table.context.redo()
    table.form("care", 1, 0, health.EMERGENCY)
    table.play("expect échec automatique")


def test_who_nurses_is_whoever_can_and_is_best_at_it(table):
    state = table.context.session.state
    table.change("char", 0, boxes=5)
    assert opening.likely_carer(state, 0) == 1
    table.change("char", 1, boxes=9)
    assert opening.likely_carer(state, 0) == 8, "the only one who is awake"
    table.change("char", 2, used=1)
    assert opening.likely_carer(state, 0) == -1, "nobody of the same side is known to be good at it"
    table.change("skill", 2, s0=1)
    table.change("skill", 8, s0=9)
    assert opening.likely_carer(state, 0) == 2
    table.form("care", -1, 0, health.FIRST_AID)
    table.play("expect Qui soigne ?", "expect OK répondre", "press OK", "press BACK", "expect OK lancer")
    table.form("care", -1, 0)
    table.to("more")
    form = table.app.stack.top()
    assert form.candidates(0) == [0, 2, 8]
    table.form("weekly")
    assert table.app.stack.top().candidates(1) == [1]


def test_a_refusal_names_the_patient(table):
    table.form("care", 1, 0)
    table.play("expect Alix est indemne")


def test_a_watched_patient_has_two_tests_a_week(table):
    """A-TR24."""
    table.change("char", 0, boxes=18, coma=1, watched=1)
    table.context.open("trinites.time")
    table.play("wait 50", "press DOWN 3", "press OK", "expect Alix : Test hebdo ×2")
    table.change("char", 0, watched=0)
    table.play("press BACK", "press OK", "expect Alix : Test", "absent ×2")


def test_regeneration_takes_what_the_state_asks_for(table):
    table.change("adam", 0, deva=3, archonte=3, deva_now=3, archonte_now=3)
    for boxes, told in ((18, "6→10"), (10, "14→18"), (3, "21→24")):
        table.change("char", 0, boxes=boxes)
        opening.open_form(table.context, "regen", (0, 0))
        if boxes == 3:  # either answer is right
            table.play("expect quel Karma", "press OK", "expect Lumière", "press OK")
        table.play("expect " + told)
        assert table.app.stack.top().values["nature"] == (boxes == 18)
    table.play(
        "press OK",
        "press DOWN",
        "expect OK encore",
        "absent relancer",
        "hold BACK",
        "expect Annulé : Régénération",
    )


def test_who_is_sore_regenerates_by_what_is_left(table):
    table.change("char", 0, boxes=3)
    table.change("adam", 0, archonte=2, archonte_now=2)
    opening.open_form(table.context, "regen", (0, 0))
    table.play("expect 21→24")


def test_fatigue_is_due_at_the_end_of_its_own_periods(table):
    table.change("char", 0, exposed=1 << health.FATIGUE, periods=1)
    table.context.open("trinites.time")
    table.play("wait 50", "press OK", "expect Alix : fatigue 2\u00a0h")


def test_karma_that_is_spent_says_what_is_left(table):
    table.change("adam", 0, deva=5, archonte=3, deva_now=5, archonte_now=3, adam_now=2)
    opening.open_form(table.context, "spend", (0, 0))
    table.play("wait 50", "expect Lumière 7→6", "absent rounds", "absent Ténèbres")
    table.to("dark")
    table.play(
        "press OK", "press UP 2", "press OK", "press UP 2", "expect Lumière 7→6, Ténèbres 3→1", "press OK"
    )
    table.play("expect Lumière 7→6, Ténèbres 3→1", "press OK")
    table.context.open("trinites.history")
    table.play("wait 50", "expect Dépensé")
    table.change("char", 0, zone=2)
    opening.open_form(table.context, "spend", (0, 0), {"light": 2})
    table.play("wait 50", "expect Lumière 6→5, 2 rounds")


def test_a_base_that_is_typed_is_kept(table):
    table.change("adam", 0, xp=20)
    opening.open_form(table.context, "buy", (0, 0, 0), {"what": 0, "skill": VIGILANCE})
    table.to("base")
    table.play(
        "wait 50", "expect Base actuelle 7", "press OK", "press DOWN 2", "press OK", "expect Base actuelle 5"
    )
    assert table.get("skill", 0, "s6") == 5
    table.play("press UP 3", "expect 20→17")  # the next point is proposed, before the player wishes for more
    table.play("hold BACK", "expect Annulé")
    assert table.get("skill", 0, "s6") == 7


def test_real_dice_say_whose_they_are(table):
    """The pale and the dark die of a Trinité are named; then the other side's, whose 12 rolls again."""
    table.context.dice.use_real_dice(True)
    table.form("duel", 0, 1)
    table.play(
        "press OK", "expect Alix : Directe 1/2", "expect ○ clair", "press UP 4", "press OK", "expect ● sombre"
    )
    table.play("hold BACK", "expect ○ clair 5", "press OK", "press OK", "press OK")
    table.play(
        "expect Brune : Directe 1/1", "expect d12", "press DOWN", "press OK", "expect Brune : Directe 1/1"
    )
    table.play("press BACK", "expect Dés réels", "press BACK", "expect Jet repris")
    assert table.context.session.pending_roll() is None
    table.form("oppose")
    table.play("press OK", "press BACK", "press OK", "expect S’opposer 1/1")


def test_a_question_that_is_left_takes_the_roll_back(table):
    table.form("test", 0, 2, 0, VIGILANCE)
    table.play("dice 4 8", "press OK", "expect quel dé", "press BACK", "expect Jet repris", "wait 2500")
    assert table.at() == "trinites.form" and table.context.session.pending_roll() is None
    table.restart()
    assert table.at() == "trinites.form"


def test_what_a_switch_was_is_told_in_words(table):
    table.change("char", 0, boxes=18)
    table.change("char", 0, coma=1)
    table.play("hold BACK", "expect Annulé → Alix Coma arrêté", "expect non")
    table.change("char", 0, watched=1)
    table.context.open("trinites.history")
    table.play("wait 50", "expect Alix Veillé", "expect non→oui")


def test_there_is_no_round_0(table):
    table.change("char", 0, zone=2, init=7)
    table.change("char", 8, zone=2, init=5)
    table.context.open("trinites.memo")
    table.play(
        "wait 50", "press OK", "expect Round 1", "hold BACK", "expect Annulé → Début\u00a0du\u00a0combat"
    )
    table.context.redo()
    table.play("expect Refait : Round 1", "press BACK")
    table.context.change(roster.combat_end_changes(table.context.session.state))
    table.context.open("trinites.history")
    table.play("wait 50", "expect Fin", "absent Round 0", "hold BACK", "expect Annulé → Round 1")


def test_a_fall_and_a_fire_have_a_page_of_their_own(table):
    table.form("fall", 0)
    table.play("press DOWN", "hold OK", "expect Feu, chute", "press BACK")
    table.form("fire", 0)
    table.play("press DOWN", "hold OK", "expect Feu, chute")


def test_what_a_sheet_says_is_changed_there(table):
    table.change("char", 0, boxes=10)
    table.form("care", 1, 0, 1)
    table.to("boxes")
    table.play("expect ▶ blessé −3 Patient", "press OK", "expect Alix ♥14/24", "press BACK")
    table.change("char", 1, spurred=2)
    table.form("test", 1, 2, 0, VIGILANCE)
    table.to("spurred")
    table.play("expect ▶ +3 Encouragé", "press OK", "expect Brune ♥12/12")


def test_a_wound_by_the_sheet_tells_who_faints_and_who_dies(table):
    """A dead character spends no Karma, so another press of OK has no effect."""
    table.change("char", 0, boxes=15)
    table.change("adam", 0, deva=2, deva_now=2)
    table.context.open("trinites.sheet", 1, 0)
    table.play("wait 50", "press OK", "press UP", "press OK", "expect Alix perd connaissance", "press OK")
    table.play("expect ☠ 8", "press OK", "press OK", "expect ☠ 7", "press OK", "press UP 7", "press OK")
    table.play("expect Alix est mort", "press OK", "expect Remettre en vie", "absent User de Karma")
    assert "spend" not in table.app.stack.top().offered
    table.play("hold BACK", "expect Annulé → Alix PV 6")


def test_the_sheet_of_the_unconscious_leads_to_the_test_of_the_week(table):
    table.change("char", 0, boxes=17, coma=1)
    table.context.open("trinites.sheet", 2, 0)
    table.play("wait 50", "press DOWN 2", "expect ▶ Test hebdo", "press OK", "expect Brune→Alix")
    table.play(
        "dice 12 1", "press OK", "expect Réussite 12", "press OK", "expect ♥8/24", "absent Test de semaine"
    )


def test_a_refusal_that_nothing_in_the_form_mends_is_closed_by_ok(table):
    """Without another character, no line pays a debt without XP.

    A lower number of Karma points is allowed.
    """
    for row in range(1, 10):
        table.change("char", row, used=0)
    table.change("adam", 0, debt_l=7)
    table.form("debts", 0, 0)
    table.play("expect Aucun XP pour payer la dette", "expect OK fermer", "absent OK corriger", "press OK")
    assert table.at() != "trinites.form"
    table.change("adam", 0, deva=2, deva_now=2)
    table.form("spend", 0, 0, 9)
    table.play("expect réserve trop basse", "expect OK corriger", "press OK")
    assert table.at() == "trinites.form"
