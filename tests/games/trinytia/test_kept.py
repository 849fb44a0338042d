"""Tri'Nytia: a preset, and a repeated last roll, ask the same questions as the turn."""

from __future__ import annotations

import pytest

from gobelet.games.trinytia.rules import modes, moment, setup, turn
from gobelet.games.trinytia.rules.sheets import DEAD
from gobelet.games.trinytia.rules.walks import SETUP, stored_number
from gobelet.ui.screens import preset_lines
from simulator.board import BOOT_MS
from simulator.keys import BACK, DOWN, OK, UP
from tests.games.trinytia.boards import Table

from gobelet.rules.refused import Refused  # isort: skip

Change = tuple[str, int, str, int]
HOME = "trinytia.home"


class Kept(Table):
    """The table of `boards`, with one preset, under a star on the first screen of the game."""

    def keep(self, name: str, *rows: int, **inputs: int) -> None:
        session = self.board.context.session
        proc = session.procedure(session.procedure_index(name))
        values = {each.name: inputs.get(each.name, each.start) for each in proc.inputs}
        preset_lines.store_lines(
            self.board.context, [preset_lines.line_of(self.board.context, proc, rows, values, "P")]
        )

    def use(self) -> None:
        self.board.context.navigation.home()
        self.board.run(50)
        self.open("home")
        self.state = self.board.context.session.state
        top = self.board.app.stack.top()
        top.cursor = [label for label, _ in top.list].index("★ P")
        self.press(OK)

    def screen(self) -> str | None:
        return self.board.app.stack.ids[-1]

    def faces(self, *dice: int) -> None:
        self.board.entropy.faces(list(dice))

    def rolled(self) -> int:
        return self.board.context.session.roll_position()

    def restart(self) -> None:
        self.board.run(3000)
        self.board.boot()
        self.board.run(BOOT_MS)
        self.state = self.board.context.session.state


def keep_attack(*changes: Change) -> Kept:
    table = Kept(("char", 1, "pv", 9), *changes)
    table.keep("attack", 0, 1, flat=1, x2=1)
    return table


def test_an_attack_opens_as_the_turn_opens_it_at_its_dice():
    table = keep_attack()
    table.use()
    assert table.screen() == "trinytia.attack"
    assert table.reads("▶ Blessé") and table.reads("total +1") and table.reads("×2")
    table.faces(2, 4)
    table.press(OK)
    assert table.reads("Rouge → Bleu") and table.reads("💧0→5/9")
    table.press(OK)
    assert (table.char("wounds", 1), table.char("fought"), table.screen()) == (5, 1, HOME)


def test_what_is_kept_is_used_and_not_what_was_used_last():
    table = keep_attack()
    table.open("attack", 0, 4)
    table.press(OK, BACK)
    table.use()
    table.faces(2, 4)
    table.press(OK)
    assert table.reads("Rouge → Bleu") and table.reads("💧0→5/9")


def test_its_familiar_is_asked_for_each_time():
    table = keep_attack(("char", 1, "familiar", 1), ("char", 1, "fam_pv", 3))
    table.use()
    assert table.reads("Viser personnage") and table.rolled() == -1


@pytest.mark.parametrize("name", moment.OWN)
def test_a_roll_of_ones_own_turn_waits_for_it(name):
    table = Kept()
    table.keep(name, *((0, 1) if name == "attack" else (0,)))
    table.set(*turn.pass_turn(table.state))
    before = table.everything()
    table.use()
    assert table.reads("Ce n’est pas le tour de") and table.reads("Rouge")
    table.press(OK)
    assert (table.screen(), table.rolled(), table.everything()) == (HOME, -1, before)
    for _ in range(4):
        table.set(*turn.pass_turn(table.state))
    table.use()
    assert table.screen() in ("trinytia.attack", "trinytia.form")


@pytest.mark.parametrize("name", moment.OWN)
@pytest.mark.parametrize("yes", [False, True])
def test_once_a_turn_unless_a_card_allows_it(name, yes):
    table = Kept(("char", 0, "moved", 1), ("char", 0, "fought", 1))
    table.keep(name, *((0, 1) if name == "attack" else (0,)))
    table.use()
    assert table.reads("déjà fait") and table.reads("Une carte le permet ?")
    (table.yes if yes else table.no)()
    opened = "trinytia.attack" if name == "attack" else "trinytia.form"
    assert (table.screen(), table.rolled()) == (opened if yes else HOME, -1)
    if yes:
        table.faces(2, 4)
        table.press(OK, OK)
        assert table.char("moved" if name == "move" else "fought") == 2
        table.undo()
        assert table.char("moved" if name == "move" else "fought") == 1


def test_two_questions_come_one_after_the_other():
    table = keep_attack(("char", 0, "fought", 1), ("char", 1, "lieu", 9))
    table.use()
    assert table.reads("Combat déjà fait")
    table.yes()
    assert table.reads("Hors de portée")
    table.yes()
    assert table.screen() == "trinytia.attack" and table.reads("Bleu")
    table.press(BACK)
    assert table.screen() == HOME


@pytest.mark.parametrize(
    "changes",
    [
        [("char", 1, "lieu", 9)],
        [("char", 0, "lieu", 0)],
    ],
    ids=["another island", "no island"],
)
def test_whom_it_does_not_reach_is_attacked_by_a_card_alone(changes):
    table = keep_attack(*changes)
    table.use()
    assert table.reads("Hors de portée") and table.reads("Une carte le permet ?")
    table.no()
    assert (table.screen(), table.rolled()) == (HOME, -1)
    table.use()
    table.yes()
    assert table.screen() == "trinytia.attack" and table.reads("Bleu") and table.rolled() == -1


@pytest.mark.parametrize("row", [0, 1])
def test_the_dead_neither_attack_nor_are_hit(row):
    table = keep_attack(("char", row, "seat", DEAD))
    before = table.everything()
    table.use()
    assert table.reads("est hors jeu")
    table.press(OK, OK)
    assert (table.rolled(), table.everything()) == (-1, before)


def test_a_champion_does_not_attack_those_of_the_same_god():
    table = Kept()
    table.keep("attack", 1, 2)
    table.board.context.session.restart()
    table.set(*setup.start_game(2, setup.DUEL))
    table.set(*turn.begin_first_turn(table.state), ("game", 0, "god", 1))
    table.set(*modes.begin_turn(1), *[("char", row, "lieu", 6) for row in range(6)])
    table.use()
    assert table.reads("Hors de portée")


def test_a_preset_of_nobody_asks_nothing():
    table = Kept(("char", 0, "fought", 1))
    table.keep("attack", -1, -1)
    table.use()
    assert table.screen() == "trinytia.form" and table.reads("Blessé")


def test_a_game_that_was_left_has_nobody_to_roll():
    table = keep_attack()
    table.board.context.session.restart()
    table.use()
    assert table.reads("est hors jeu")


# Set-up


# The modes that have these steps.
STARTS = {"gold": (3, setup.TRICORNE), "first_chooser": (2, setup.DUEL)}


def at_step(table: Kept, name: str) -> None:
    step = [each[0] for each in SETUP].index(name)
    table.set(("game", 0, "part", 0), ("game", 0, "step", stored_number(step)), ("game", 0, "god", 0))


@pytest.mark.parametrize(("name", "step"), sorted(moment.STEPS.items()))
def test_what_set_up_rolls_belongs_to_its_step(name, step):
    table = Kept()
    if name in STARTS:
        table.board.context.session.restart()
        table.set(*setup.start_game(*STARTS[name]), *turn.begin_first_turn(table.state))
    table.keep(name, *(() if name == "first_chooser" else (0,)))
    table.use()
    assert table.reads("Pas à ce moment")
    before = table.everything()
    table.press(OK, UP, DOWN)
    assert (table.rolled(), table.everything()) == (-1, before)
    for other in ("seats", step):
        at_step(table, other)
        table.set(("char", 0, "score", setup.AGAIN))
        table.use()
        assert (table.screen() == "trinytia.form") == (other == step)
        table.press(OK if other != step else BACK)


def test_the_coin_falls_once_and_only_a_tied_roll_is_made_again():
    table = Kept(("char", 0, "score", 7))
    for name, rows in (("first_chooser", ()), ("tie_roll", (0,))):
        at_step(table, moment.STEPS[name])
        table.set(("game", 0, "god", 1))
        with pytest.raises(Refused) as refused:
            moment.check_roll(table.state, name, rows)
        assert refused.value.code == "TN-PART"


# Bets


def keep_tricorne(*changes: Change) -> Kept:
    table = Kept()
    table.board.context.session.restart()
    table.set(*setup.start_game(3, setup.TRICORNE), *setup.store_first_player(0))
    table.set(*turn.begin_first_turn(table.state))
    for row in range(3):
        table.set(("char", row, "lieu", 5), ("char", row, "gold", 4), ("char", row, "stake", 2))
    table.set(*changes)
    table.keep("bet", 0, 1, 2)
    return table


def test_a_bet_is_rolled_as_it_is_staked():
    table = keep_tricorne()
    table.use()
    assert table.screen() == "trinytia.form"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("char", 2, "lieu", 9), "Pas sur le même Lieu"),
        (("char", 2, "gold", 1), "Seulement 1 or"),
        (("char", 2, "seat", DEAD), "est hors jeu"),
        (("game", 0, "part", 2), "Pas à ce moment"),
    ],
)
def test_a_bet_that_the_table_would_not_roll(change, words):
    table = keep_tricorne(change)
    table.use()
    assert table.reads(words)
    table.press(OK, OK)
    assert table.rolled() == -1


# The repeated last roll, from the list of games


def use_kept_roll(table: Kept) -> None:
    table.board.context.navigation.home()
    table.board.run(50)
    table.press(OK)
    table.state = table.board.context.session.state


def test_the_last_attack_is_not_made_again_by_itself():
    table = Kept(("char", 1, "pv", 30))
    table.open("turn")
    table.open("attack", 0, 1)
    table.faces(2, 4)
    table.press(OK, OK)
    rolled = table.rolled()
    use_kept_roll(table)
    assert table.reads("Combat déjà fait") and table.reads("Une carte le permet ?")
    table.restart()
    assert table.rolled() == rolled, "a question that was not answered asks nothing more"
    use_kept_roll(table)
    table.yes()
    assert table.screen() == "trinytia.attack" and table.rolled() == rolled
    table.faces(1, 4)
    table.press(OK)
    assert table.reads("💧2→5/30")


def test_the_last_attack_is_made_at_once_where_the_turn_would():
    table = Kept(("char", 1, "pv", 30))
    table.open("attack", 0, 1)
    table.faces(2, 4)
    table.press(OK, OK)
    table.set(("char", 0, "fought", 0))
    table.faces(1, 4)
    use_kept_roll(table)
    assert table.screen() == "trinytia.result" and table.reads("💧2→5/30")
