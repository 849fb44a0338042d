"""Tri'Nytia: attack, result, death, wounds from elsewhere and the table, key by key on the virtual board."""

from __future__ import annotations

import pytest

from gobelet.games.trinytia.rules import hand, turn
from gobelet.games.trinytia.rules.sheets import ALIVE, DEAD, OVER, PLAY, SETUP
from simulator.board import BOOT_MS
from simulator.keys import BACK, DOWN, OK, UP
from tests.games.trinytia.boards import Table

# Entries of a turn.
MOVE, ATTACK, DEFEND, END, TABLE, SUFFER, HEAL, DIES, ARRIVE, CARDS, EXCHANGE, WAITING = range(12)
G, O, L = 1, 2, 3  # noqa: E741


class Fight(Table):
    """Row 0 is at its turn on Lieu 5, after its move; rows 1 and 4 are in its reach, 2 and 3 are not."""

    def __init__(self, *changes, language="fr"):
        Table.__init__(self, ("char", 0, "moved", 1), *changes, language=language)
        self.open("turn")

    def faces(self, *dice):
        self.board.entropy.faces(list(dice))

    def attack(self, d4, d6):
        """The first target in reach is attacked, without a bonus."""
        self.press(OK)
        while self.board.app.stack.top().selected_field() != "roll":
            self.press(OK)
        self.faces(d4, d6)
        self.press(OK)

    def down(self, lines):
        self.press(*[DOWN] * lines)

    def screen(self):
        return self.board.app.stack.ids[-1]

    def restart(self):
        self.board.run(3000)
        self.board.boot()
        self.board.run(BOOT_MS)
        self.state = self.board.context.session.state

    def action(self, words):
        """Go to an action of a result by the words of the key strip."""
        for _ in range(8):
            if self.reads(words):
                return
            self.press(DOWN)
        raise AssertionError((words, self.board.words.strings))


# The number of presses for an attack


def press_and_count(fight, *keys):
    fight.press(*keys)
    return len(keys)


def test_two_wounds_to_the_third_player_are_four_presses_on_the_table():
    fight = Fight(("char", 2, "pv", 9))
    before = fight.everything()
    assert press_and_count(fight, DOWN, DOWN, DOWN, OK) + press_and_count(fight, OK, OK, UP, UP) == 8, (
        "from the turn"
    )
    assert [fight.char("wounds", row) for row in range(5)] == [0, 0, 2, 0, 0]
    assert fight.reads("Vert") and fight.reads("/9 L9") and fight.reads("2") and fight.reads("+2")
    fight.undo()
    assert fight.everything() == before, "both presses are one transaction"
    assert fight.board.context.dialogs.message is None and fight.reads("↶−2"), "marked where it stands"
    press_and_count(fight, UP)
    assert fight.char("wounds", 2) == 1 and fight.reads("+1") and not fight.reads("↶")


def test_an_attack_with_a_bonus_on_the_second_target_is_seven_presses_and_again_two():
    fight = Fight(("char", 4, "pv", 9))
    assert fight.reads("▶ Attaquer")
    fight.faces(1, 4)
    # the attack, the second target, the bonus on the total, the dice; then it is applied
    assert press_and_count(fight, OK, DOWN, OK, UP, OK, OK, OK) == 7
    assert (fight.char("wounds", 4), fight.char("fought")) == (4, 1)
    fight.set(("char", 0, "fought", 0))  # resets `fought` as the next turn does
    fight.open("turn")
    fight.faces(2, 4)
    assert press_and_count(fight, OK, OK) == 2
    assert fight.reads("Rouge → Violet") and fight.reads("💧4→7/9")


def test_again_from_the_result_is_two_presses():
    fight = Fight()
    fight.attack(2, 5)
    fight.faces(1, 6)
    assert press_and_count(fight, UP, OK) == 2
    assert fight.reads("💧0→5")


# An attack


def test_the_target_is_asked_and_the_chances_follow():
    fight = Fight(
        ("char", 1, "pv", 6), ("char", 1, "wounds", 3), ("char", 1, "armour", 1), ("char", 4, "pv", 5)
    )
    fight.press(OK)
    assert fight.reads("▶ Bleu") and fight.reads("💧3/6 🛡1")
    # RULES 8.1: 4 or more in 3/24 rolls, more than the armour of 1 in 13/24.
    assert fight.reads("Tué 13 %") and fight.reads("Blessé 54 %")
    fight.press(DOWN)
    assert fight.reads("▶ Violet") and fight.reads("Tué 4 %")
    fight.press(DOWN)
    assert fight.reads("Hors de portée")
    fight.press(DOWN)
    assert fight.reads("▶ Bleu"), "round the end"


def test_one_alone_in_reach_is_no_question_and_takes_three_presses():
    fight = Fight(("char", 4, "lieu", 9))
    fight.press(OK)
    assert fight.reads("Bleu") and fight.reads("OK lancer")
    fight.press(DOWN, DOWN)
    assert fight.reads("Hors de portée"), "but a card may allow another"
    fight.press(BACK)
    fight.faces(1, 4)
    assert press_and_count(fight, OK, OK, OK) == 3
    assert fight.char("wounds", 1) == 3


def test_the_chances_of_an_attack_leave_its_cursor_alone():
    fight = Fight()
    fight.press(OK)
    fight.board.hold(OK)
    fight.press(BACK)
    assert fight.reads("▶ Bleu") and fight.reads("OK suivant")


def test_every_bonus_is_behind_the_dots():
    fight = Fight(("char", 1, "pv", 9))
    fight.press(OK, OK, OK, UP, OK)
    assert fight.reads("Bonus au d4") and fight.reads("Bonus au d6")
    fight.down(2)
    fight.press(OK)
    assert fight.reads("Triplé oui")
    fight.press(BACK)
    assert fight.reads("×3") and fight.reads("Tué 29 %")
    fight.faces(2, 5)
    fight.press(OK)
    assert fight.reads("💧0→9/9")


def test_enemies_come_before_allies():
    fight = Fight(("char", 0, "faction", O), ("char", 1, "faction", O), ("char", 4, "faction", G))
    fight.press(OK)
    assert fight.reads("▶ Violet")


def test_a_familiar_is_asked_for():
    pet = (("char", 1, "familiar", 1), ("char", 1, "fam_pv", 2), ("char", 1, "pv", 9))
    fight = Fight(*pet)
    fight.press(OK, OK)
    assert fight.reads("Viser personnage")
    fight.press(UP)
    assert fight.reads("Viser familier") and fight.reads("fam. 0/2") and fight.reads("Tué 54 %")
    fight.press(OK, OK)
    fight.faces(1, 4)
    fight.press(OK)
    assert fight.reads("Rouge → Bleu fam.") and fight.reads("Familier mort")
    fight.press(OK)
    assert (fight.char("familiar", 1), fight.char("wounds", 1)) == (0, 0)


def two_pets():
    return Fight(("char", 1, "pv", 9), *hand.set_familiars(1, 2, [(4, 0), (6, 1)]))


@pytest.mark.parametrize(
    ("ups", "words", "left"),
    [
        (1, "familier 1", [1, 6, 1, 0, 0]),
        (2, "familier 2", [2, 4, 0, 6, 5]),
    ],
)
def test_of_two_familiars_the_attacker_aims_at_either(ups, words, left):
    fight = two_pets()
    before = fight.everything()
    fight.press(OK, OK, *[UP] * ups)
    assert fight.reads("Viser " + words) and fight.reads("fam. " + ("0/4" if ups == 1 else "1/6"))
    fight.press(OK, OK)
    fight.faces(1, 5)
    fight.press(OK)
    fight.restart()
    fight.press(OK)
    assert [fight.char(field, 1) for field in PETS] == left and fight.char("wounds", 1) == 0
    fight.undo()
    assert fight.everything() == before


def test_the_choice_goes_round_and_the_second_may_die_too():
    fight = two_pets()
    fight.press(OK, OK, DOWN)
    assert fight.reads("familier 2") and fight.reads("Tué 4 %")
    fight.press(DOWN, DOWN)
    assert fight.reads("Viser personnage")
    fight.press(DOWN, OK, OK)
    fight.faces(1, 6)
    fight.press(OK)
    assert fight.reads("Familier mort")
    fight.press(OK)
    assert [fight.char(field, 1) for field in PETS] == [1, 4, 0, 0, 0]


def test_wounds_from_elsewhere_fall_on_either_familiar():
    fight = two_pets()
    fight.choose(SUFFER - ATTACK)
    fight.press(DOWN, OK)
    assert fight.reads("Bleu")
    fight.press(UP, UP)
    assert fight.reads("familier 2")
    fight.restart()
    assert fight.reads("familier 2")
    fight.press(OK, UP, OK)
    assert [fight.char(field, 1) for field in PETS] == [2, 4, 0, 6, 3]


def test_a_death_takes_both_familiars():
    fight = two_pets()
    fight.set(*turn.death(fight.state, 1, O))
    assert [fight.char(field, 1) for field in PETS] == [0, 0, 0, 0, 0]


PETS = ("familiar", "fam_pv", "fam_wounds", "fam2_pv", "fam2_wounds")


def test_the_familiar_is_asked_for_at_each_attack():
    """The attacker decides each time (L259): the same attack again begins there, not at its dice."""
    fight = Fight(("char", 1, "familiar", 1), ("char", 1, "fam_pv", 9), ("char", 1, "pv", 9))
    fight.faces(1, 4)
    fight.press(OK, OK, OK, OK, OK, OK)
    assert fight.char("wounds", 1) == 3
    fight.set(("char", 0, "fought", 0))  # resets `fought` as the next turn does
    fight.open("turn")
    fight.press(OK)
    assert fight.reads("Viser personnage")
    fight.faces(1, 4)
    fight.press(UP, OK, OK, OK, OK)
    assert (fight.char("fam_wounds", 1), fight.char("wounds", 1)) == (3, 3)


def test_nobody_in_reach_but_a_card_may_allow_it():
    fight = Fight(("char", 0, "lieu", 8), ("char", 2, "lieu", 3))
    assert fight.reads("▶ Se défendre"), "what is left to do costs nothing"
    fight.press(UP, OK)
    assert fight.reads("Personne à portée") and fight.reads("Une carte le permet ?")
    fight.no()
    assert fight.screen() == "trinytia.turn"
    fight.press(OK)
    fight.yes()
    assert fight.reads("▶ Bleu")
    fight.press(OK, OK)
    fight.faces(2, 5)
    fight.press(OK, OK)
    assert fight.char("wounds", 1) == 3


def test_in_duel_astral_nobody_of_ones_own_is_offered():
    from gobelet.games.trinytia.rules import modes, setup
    from gobelet.games.trinytia.rules import turn as turns

    fight = Fight()
    fight.board.context.session.restart()
    fight.set(*setup.start_game(2, setup.DUEL))
    fight.set(*turns.begin_first_turn(fight.state), ("game", 0, "god", 1))
    fight.set(*modes.begin_turn(1), *[("char", row, "lieu", 6) for row in range(6)])
    fight.open("turn")
    fight.choose(ATTACK)
    seen = []
    for _ in range(4):
        seen += [word for word in ("Rouge", "Vert", "Jaune", "Violet", "Orange") if fight.reads("▶ " + word)]
        fight.press(DOWN)
    assert seen == ["Jaune", "Violet", "Orange"]


def test_what_was_used_last_is_there_after_a_restart():
    fight = Fight(("char", 4, "pv", 9))
    fight.faces(1, 4)
    fight.press(OK, DOWN, OK, UP, OK, OK, OK)
    fight.restart()
    fight.set(("char", 0, "fought", 0))
    fight.open("turn")
    fight.press(OK)
    assert fight.reads("Violet") and fight.reads("total +1")


def test_real_dice():
    fight = Fight()
    fight.board.context.dice.use_real_dice(True)
    fight.press(OK, OK, OK, OK)
    fight.press(UP, OK, UP, UP, UP, UP, OK)  # enters the faces 2 and 5
    assert fight.reads("💧0→3")
    fight.press(OK)
    assert fight.char("wounds", 1) == 3


# The end of an attack


def test_an_arcane_that_cancels_an_attack_spends_it():
    """L272."""
    fight = Fight(("char", 1, "pv", 9))
    fight.attack(1, 5)
    fight.action("OK annulé (arcane)")
    fight.press(OK)
    assert (fight.char("wounds", 1), fight.char("fought"), fight.game("cancelled")) == (0, 1, 1)
    assert fight.screen() == "trinytia.turn" and fight.reads("▶ Fin du tour")
    fight.choose(0)
    assert fight.game("active") == 1
    fight.open("history")
    assert fight.reads("Jet annulé par un arcane") and not fight.reads("0→1")


@pytest.mark.parametrize(("entry", "field"), [(MOVE, "moved"), (DEFEND, "fought")])
def test_a_move_or_a_defence_can_be_cancelled_too(entry, field):
    fight = Fight(("char", 0, "moved", 0))
    fight.choose(entry)
    fight.faces(1, 6)
    fight.press(OK)
    fight.action("OK annulé (arcane)")
    fight.press(OK)
    assert (fight.char(field), fight.char("lieu"), fight.char("armour")) == (1, 5, 0)
    assert (fight.game("actions"), fight.game("cancelled")) == (1, 1)


def test_after_a_move_the_lieu_may_be_activated():
    """L127."""
    fight = Fight(("char", 0, "moved", 0))
    fight.choose(MOVE)
    fight.faces(3, 5)
    fight.press(OK)
    assert fight.reads("L5→L8") and fight.reads("activable")


def test_death_can_be_said_at_the_result_when_the_pv_are_secret():
    fight = Fight()
    fight.attack(1, 6)
    assert fight.reads("💧0→5")
    fight.action("OK mort")
    fight.press(OK)
    assert fight.reads("Bleu meurt") and (fight.char("wounds", 1), fight.char("seat", 1)) == (5, ALIVE)
    fight.restart()
    assert fight.reads("Bleu meurt")
    fight.choose(1)
    assert (fight.char("seat", 1), fight.char("faction", 1)) == (DEAD, O)
    assert fight.screen() == "trinytia.turn"


def test_a_death_of_which_nothing_is_left_to_be_asked_is_said_once():
    """The faction is known, as always in a mode that deals none."""
    fight = Fight(("char", 1, "pv", 5), ("char", 1, "faction", O))
    fight.attack(1, 6)
    before = fight.everything()
    fight.action("OK mort")
    fight.press(OK)
    assert (fight.char("seat", 1), fight.screen()) == (DEAD, "trinytia.turn")
    fight.undo()
    assert fight.everything() == before and fight.screen() == "trinytia.result"
    fight.press(OK)
    assert fight.char("seat", 1) == DEAD


def test_the_last_death_of_tricorne_leads_to_the_victory_at_once():
    fight = Fight()
    fight.set(("game", 0, "mode", 1), ("game", 0, "players", 3), ("game", 0, "column", 0))
    fight.set(*[("char", row, "seat", 0) for row in (3, 4)], ("char", 2, "seat", DEAD))
    fight.set(("char", 1, "pv", 5), ("char", 1, "lieu", fight.char("lieu", 0)))
    fight.open("turn")
    fight.attack(1, 6)
    fight.action("OK mort")
    fight.press(OK)
    assert fight.screen() == "trinytia.over" and fight.reads("Rouge")
    fight.undo()
    assert (fight.char("seat", 1), fight.screen()) == (ALIVE, "trinytia.result")


def test_an_undo_names_what_is_back_in_a_players_words():
    fight = Fight(("char", 1, "pv", 9))
    fight.attack(1, 5)
    fight.action("OK annulé (arcane)")
    fight.press(OK)
    fight.undo()
    assert fight.reads("Annulé : Jet annulé par un arcane")
    fight.set(("game", 0, "part", 0), ("game", 0, "turn", 0))
    fight.undo()
    assert fight.reads("Annulé → Tour")
    fight.board.context.redo()
    assert fight.board.context.session.get("game", 0, "turn") == 0
    fight.set(("game", 0, "part", 1), ("game", 0, "turn", 1))
    fight.undo()
    assert fight.reads("Annulé → Mise en place")


def test_an_arcane_can_avoid_a_death_that_was_said():
    fight = Fight()
    fight.attack(1, 6)
    fight.action("OK mort")
    fight.press(OK)
    fight.press(UP)
    assert fight.reads("▶ Un arcane l’évite")
    fight.press(OK)
    assert fight.reads("Bleu, blessures")
    fight.press(DOWN, DOWN, OK)
    assert (fight.char("seat", 1), fight.char("wounds", 1)) == (ALIVE, 3)
    assert fight.screen() == "trinytia.turn"


def test_death_can_be_said_in_the_turn():
    fight = Fight()
    fight.press(*[DOWN] * (DIES - ATTACK), OK)
    assert fight.reads("Qui meurt ?")
    fight.choose(2)
    assert fight.reads("Vert meurt")
    fight.choose(0)
    assert fight.char("seat", 2) == DEAD


def test_an_arcane_before_a_death_at_the_result():
    fight = Fight(("char", 1, "pv", 5), ("char", 1, "wounds", 2))
    fight.attack(1, 6)
    assert fight.reads("💧2→7/5") and fight.reads("Mort !") and fight.reads("OK mort")
    fight.action("OK arcane l’évite")
    fight.press(OK)
    assert fight.reads("Bleu, blessures") and fight.reads("0 à 4")
    fight.press(DOWN, OK)
    assert (fight.char("wounds", 1), fight.char("fought"), fight.char("seat", 1)) == (3, 1, ALIVE)
    assert fight.screen() == "trinytia.turn" and fight.reads("▶ Fin du tour")


def avoid_death(pv, way, *keys):
    """A blow of 5 on Bleu, whose armour absorbs 1; an arcane avoids the death on the result, or on the next screen."""
    fight = Fight(
        ("char", 1, "pv", pv), ("char", 1, "wounds", 2), ("char", 1, "armour", 1), ("option", 0, "harass", 1)
    )
    fight.attack(1, 6)
    assert fight.reads("Armure contre 5")
    fight.press(OK)
    before = fight.everything()
    if way == "result":
        fight.action("OK arcane l’évite")
        fight.press(OK)
    else:
        fight.action("OK mort")
        fight.press(OK)
        assert fight.screen() == "trinytia.death"
        fight.press(UP, OK)
    assert fight.reads("Bleu, blessures")
    fight.press(*keys, OK)
    assert fight.screen() == "trinytia.turn"
    return fight, before


@pytest.mark.parametrize("keys", [(), (DOWN, DOWN)], ids=["at once", "two less"])
@pytest.mark.parametrize("pv", [5, 0], ids=["known", "secret"])
def test_an_arcane_that_avoids_a_death_leaves_one_state_wherever_it_is_said(pv, keys):
    """[A-TN25]: the blow is applied (armour spent, wounds suffered in this turn); the arcane sets the wounds left."""
    one, before = avoid_death(pv, "result", *keys)
    other, _ = avoid_death(pv, "death", *keys)
    assert one.everything() == other.everything()
    left = (4 if pv else 6) - len(keys)
    assert [one.char(field, 1) for field in ("wounds", "armour", "unabsorbed", "seat")] == [left, 0, 4, ALIVE]
    assert (one.char("fought"), one.game("actions"), one.game("cancelled")) == (1, 1, 0)
    one.undo()
    assert one.everything() == before and one.screen() == "trinytia.result"
    one.board.context.redo()
    assert one.everything() == other.everything()
    for fight in (one, other):
        fight.set(*turn.pass_turn(fight.state))
    assert one.everything() == other.everything()


def test_the_armour_of_the_optional_rule_counts_the_blow_that_an_arcane_has_softened():
    fight, _ = avoid_death(5, "result")
    fight.set(*turn.end_turn(fight.state))
    assert fight.char("armour", 1) == 1


# State is removed with its reason


def wound_to_death():
    """Rouge has hit Bleu, whose wounds reach its PV, and the death is shown."""
    fight = Fight(("char", 1, "pv", 5), ("char", 1, "wounds", 2))
    fight.attack(1, 6)
    fight.press(OK)
    assert fight.reads("Bleu meurt")
    return fight


def test_a_death_that_an_arcane_avoids_is_not_asked_again():
    fight = wound_to_death()
    fight.press(UP, OK)
    assert fight.reads("Bleu, blessures")
    fight.press(OK)
    assert fight.char("wounds", 1) == 4, "below the PV: it lives on"
    for _ in range(3):
        assert fight.screen() == "trinytia.turn"
        fight.press(DOWN)


def test_a_death_can_be_left_for_later():
    fight = wound_to_death()
    fight.press(BACK)
    fight.press(UP, DOWN)
    assert fight.screen() == "trinytia.turn"
    fight.press(*[DOWN] * (DIES - END))
    assert fight.reads("Meurt ☠ Bleu")
    fight.press(OK, OK)
    assert fight.reads("Bleu meurt")


def test_undo_below_a_death_shows_the_blow_again_and_buries_nobody():
    fight = wound_to_death()
    fight.undo()
    assert (fight.char("wounds", 1), fight.screen()) == (2, "trinytia.result")
    assert fight.reads("Annulé → Bleu Blessures 2")
    fight.press(BACK)
    assert fight.screen() == "trinytia.attack", "from which it came, and not the death"
    fight.press(BACK)
    assert fight.screen() == "trinytia.turn"
    assert fight.char("seat", 1) == ALIVE
    fight.press(UP, UP)
    assert fight.reads("▶ À appliquer Attaque"), "it is still to be decided"


def test_undo_of_a_death_says_who_lives_and_nothing_of_its_faction():
    fight = wound_to_death()
    fight.press(DOWN, OK)
    assert fight.char("seat", 1) == DEAD
    fight.undo()
    assert fight.reads("Annulé → Bleu vit") and not fight.reads("cachée")
    fight.board.context.redo()
    fight.board.run(50)
    assert fight.reads("Refait : Bleu meurt")
    fight.open("history")
    assert fight.reads("▶ Bleu meurt")


@pytest.mark.parametrize("key", [OK, BACK])
def test_a_blow_that_is_made_again_leads_to_the_death_and_to_no_other_blow(key):
    fight = wound_to_death()
    fight.undo()
    fight.board.context.redo()
    fight.board.run(50)
    assert fight.reads("Refait") and not fight.reads("OK suite"), "it lies over the keys"
    fight.board.run(2100)
    assert fight.reads("OK suite")
    fight.press(key)
    assert (fight.screen(), fight.char("wounds", 1)) == ("trinytia.death", 7)


def test_a_blow_that_was_taken_back_kills_again():
    """The death is asked once: the screen from before the undo is not below it."""
    fight = wound_to_death()
    fight.undo()
    assert fight.reads("Rouge → Bleu") and fight.reads("💧2→7/5")
    fight.press(OK)
    assert fight.reads("Bleu meurt") and (fight.char("wounds", 1), fight.char("fought")) == (7, 1)
    fight.press(BACK)
    assert fight.screen() == "trinytia.turn"


def test_undo_below_a_death_that_was_said_shows_the_blow_again():
    fight = Fight()
    fight.attack(1, 6)
    fight.action("OK mort")
    fight.press(OK)
    fight.undo()
    assert (fight.char("wounds", 1), fight.screen()) == (0, "trinytia.result")
    fight.undo()
    assert fight.reads("Jet repris") and fight.screen() == "trinytia.attack"
    fight.press(BACK)
    assert fight.screen() == "trinytia.turn"
    assert "waiting" not in fight.board.app.stack.top().names(), "nothing can come of it any more"


def test_what_a_card_allowed_can_be_applied_again():
    """The target of the repeated attack is out of reach by now, but a complete roll is not checked again."""
    fight = Fight(("char", 0, "lieu", 8), ("char", 2, "lieu", 3))
    fight.press(UP, OK)
    fight.yes()
    fight.press(OK, OK)
    fight.faces(2, 5)
    fight.press(OK, OK)
    assert fight.char("wounds", 1) == 3
    fight.undo()
    assert (fight.char("wounds", 1), fight.screen()) == (0, "trinytia.result")
    fight.press(OK)
    assert fight.char("wounds", 1) == 3


def test_undo_never_wounds_somebody_out_of_reach():
    """The attack, then the move before it are undone: the target is on another island then."""
    fight = Fight(("char", 0, "moved", 0), ("char", 0, "lieu", 9), ("char", 2, "lieu", 2))
    fight.choose(MOVE)
    fight.faces(1, 4)
    fight.press(OK, OK)
    assert fight.char("lieu") == 5
    fight.attack(1, 6)
    assert fight.reads("Rouge → Bleu")
    fight.undo()
    assert fight.reads("Jet repris") and fight.screen() == "trinytia.attack"
    assert fight.char("lieu") == 5
    fight.undo()
    assert fight.char("lieu") == 9
    assert fight.reads("L9→L5"), "the move can be applied again, and the attack cannot"
    fight.press(OK)
    assert fight.char("lieu") == 5 and fight.screen() != "trinytia.result"
    assert [fight.char("wounds", row) for row in range(5)] == [0] * 5


def test_a_target_that_is_out_of_reach_is_asked_for_anew():
    fight = Fight(("char", 0, "moved", 0), ("char", 0, "lieu", 9), ("char", 3, "lieu", 10))
    fight.choose(MOVE)
    fight.faces(1, 4)
    fight.press(OK, OK)
    fight.press(OK, OK)  # Bleu, and on to the bonus
    fight.undo()
    assert fight.char("lieu") == 9
    if fight.screen() == "trinytia.attack":
        assert fight.reads("▶ Vert"), "the question is asked of those in reach"


def test_undo_below_real_dice_rolls_nothing_for_somebody_else():
    """The target leaves the reach while the dice are entered; then the turn itself is undone."""
    fight = Fight(("char", 3, "lieu", 10), ("char", 0, "lieu", 9))
    fight.set(("char", 0, "lieu", 5))
    fight.board.context.dice.use_real_dice(True)
    fight.press(OK, OK, OK, OK)
    assert fight.reads("d4")
    fight.undo()
    fight.press(OK, UP, UP, OK)
    assert fight.char("lieu") == 9 and fight.screen() != "trinytia.result"
    fight = Fight()
    fight.board.context.dice.use_real_dice(True)
    fight.press(DOWN, DOWN, OK, OK, OK)  # ends the turn, then opens the move of Bleu
    assert fight.reads("d4")
    fight.undo()
    assert (fight.game("active"), fight.screen()) == (0, "trinytia.turn")
    fight.board.run(2500)
    assert fight.reads("▶ Fin du tour"), "where it was done"
    fight.press(UP, UP)
    assert (fight.game("active"), fight.screen()) == (0, "trinytia.turn")
    assert fight.board.context.session.untouched_roll() is None


def test_undo_below_the_question_what_an_arcane_leaves():
    fight = wound_to_death()
    fight.press(UP, OK)
    assert fight.reads("Bleu, blessures")
    fight.undo()
    assert (fight.char("wounds", 1), fight.screen()) == (2, "trinytia.result")
    fight.press(BACK)
    assert (fight.char("wounds", 1), fight.screen()) == (2, "trinytia.attack")


def test_undo_of_the_move_and_of_its_roll_closes_an_attack_that_was_opened_since():
    fight = Fight(("char", 0, "moved", 0))
    fight.press(OK)
    fight.faces(3, 6)
    fight.press(OK, OK)
    assert (fight.char("lieu"), fight.screen()) == (9, "trinytia.turn")
    fight.press(OK)
    assert fight.screen() == "trinytia.attack"
    fight.undo()
    assert (fight.char("lieu"), fight.screen()) == (5, "trinytia.result")
    fight.undo()
    assert fight.reads("Jet repris") and fight.screen() == "trinytia.form"
    fight.press(BACK)
    assert fight.screen() == "trinytia.turn", "and not the attack"


def test_undo_of_the_turn_itself_closes_its_attack():
    fight = Fight()
    fight.press(DOWN, DOWN, OK)  # ends Rouge's turn
    assert fight.game("active") == 1
    fight.press(DOWN, OK)
    assert fight.screen() == "trinytia.attack"
    fight.undo()
    assert (fight.game("active"), fight.screen()) == (0, "trinytia.turn")
    fight.press(BACK)
    assert fight.screen() not in ("trinytia.attack", "trinytia.turn"), "nothing of it lies below"


def test_a_roll_that_waits_can_be_taken_up_from_the_turn():
    fight = Fight()
    fight.attack(1, 6)
    fight.press(BACK, BACK)
    assert fight.screen() == "trinytia.turn"
    fight.restart()
    fight.open("turn")
    fight.press(UP, UP)
    assert fight.reads("▶ À appliquer Attaque")
    fight.press(OK)
    assert fight.reads("Rouge → Bleu")
    fight.press(OK)
    assert fight.char("wounds", 1) == 5
    assert not fight.reads("▶ À appliquer")


# Wounds and healing from elsewhere


def test_undo_takes_a_roll_that_waits_before_an_earlier_change():
    fight = Fight()
    fight.set(("char", 0, "armour", 2))
    fight.attack(1, 4)
    fight.press(BACK, BACK)
    assert fight.screen() == "trinytia.turn" and fight.board.app.stack.top().waiting
    fight.undo()
    assert fight.reads("Jet repris") and fight.char("armour") == 2
    fight.board.run(3000)
    fight.undo()
    assert fight.char("armour") == 0


def test_suffering_asks_once_and_shows_what_follows():
    fight = Fight(("char", 1, "pv", 9), ("char", 1, "armour", 2))
    before = fight.everything()
    fight.press(*[DOWN] * (SUFFER - ATTACK), OK)
    assert fight.reads("▶ Rouge")
    fight.press(DOWN, OK, UP, UP, OK)
    assert fight.reads("💧0→1/9 🛡2→0")
    fight.press(DOWN)  # the victim keeps one card
    assert fight.reads("💧0→2/9 🛡2→1")
    fight.press(OK)
    assert (fight.char("wounds", 1), fight.char("armour", 1), fight.char("unabsorbed", 1)) == (2, 1, 2)
    assert fight.screen() == "trinytia.turn"
    fight.undo()
    assert fight.everything() == before


def test_suffering_asks_for_the_familiar_where_there_is_one():
    """L259."""
    fight = Fight(("char", 0, "familiar", 1), ("char", 0, "fam_pv", 3))
    fight.open("hurt", 0)
    fight.press(OK)
    assert fight.reads("Viser personnage")
    fight.press(UP, OK, UP)
    assert fight.reads("💧0→2/3")
    fight.press(OK)
    assert (fight.char("fam_wounds"), fight.char("wounds")) == (2, 0)


def test_suffering_to_death():
    fight = Fight(("char", 1, "pv", 2))
    fight.open("hurt", 0)
    fight.press(DOWN, OK, UP)
    assert fight.reads("☠")
    fight.press(OK)
    assert fight.reads("Bleu meurt")


def test_healing_shows_armour_where_there_is_no_wound():
    fight = Fight(("char", 1, "wounds", 3))
    fight.open("hurt", 1)
    fight.press(OK, UP)
    assert fight.reads("🛡0→2")
    fight.press(BACK)
    fight.open("hurt", 1)
    fight.press(DOWN, OK, UP, OK)
    assert fight.char("wounds", 1) == 1


# The table


def test_the_table_has_everybody_and_the_dead_of_each_faction():
    fight = Fight(("char", 3, "seat", DEAD), ("char", 3, "faction", O), ("char", 1, "pv", 12))
    fight.open("table")
    assert fight.reads("☠ G0/2 O1/2 L0/1")
    for words in ("Rouge", "Bleu", "Vert L9", "Jaune O", "☠", "Violet"):
        assert fight.reads(words), words
    fight.press(OK)
    assert fight.reads("/12 L5"), "of the one who is marked"
    fight.press(OK, OK, UP)
    assert fight.char("wounds", 3) == 0, "the dead suffer nothing"


def test_wounds_on_the_table_count_as_suffered_and_healing_takes_none_of_them_back():
    fight = Fight()
    fight.open("table")
    fight.press(OK, UP, UP, UP, DOWN)  # two, after a press too many
    assert (fight.char("wounds", 1), fight.char("unabsorbed", 1)) == (2, 2)
    fight.board.run(5000)
    fight.press(DOWN, DOWN)
    assert (fight.char("wounds", 1), fight.char("unabsorbed", 1)) == (0, 2)


def test_the_table_leads_to_sheet_cards_and_exchange():
    fight = Fight(("char", 2, "down", 2))
    fight.set(("char", 2, "lieu", fight.char("lieu", 0)))
    fight.open("table")
    fight.press(OK, OK)
    fight.board.hold(OK)
    assert fight.screen() == "trinytia.sheet" and fight.reads("Vert")
    top = fight.board.app.stack.top()
    fight.press(*[DOWN] * top.names().index("cards"), OK)
    assert fight.screen() == "trinytia.cards" and fight.reads("cachées 2")
    fight.press(BACK, DOWN, OK)
    assert fight.screen() == "trinytia.exchange" and fight.reads("▶ Vert L%d" % fight.char("lieu", 0))


def test_a_death_on_the_table():
    fight = Fight(("char", 1, "pv", 2))
    fight.open("table")
    fight.press(OK, UP, UP, OK)
    assert fight.reads("Bleu meurt")
    fight.choose(0)
    assert fight.screen() == "trinytia.table" and fight.reads("☠") and fight.reads("Bleu G")


def test_nobody_dies_on_the_table_before_the_first_turn():
    """An undo that leads to before it may leave the table open; a death had no reason there."""
    fight = Fight(("char", 1, "pv", 2), ("game", 0, "part", 0))
    fight.open("table")
    fight.press(OK, UP, UP, OK)
    assert fight.screen() == "trinytia.table"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_ten_players_fit_on_the_table(language):
    rows = [("char", row, field, value) for row in range(10) for field, value in FULL.items()]
    fight = Fight(("game", 0, "players", 10), ("game", 0, "column", 13), *rows, language=language)
    fight.open("table")
    for _ in range(10):
        fight.press(UP, OK)
        assert not fight.board.app.canvas.clipped, fight.board.words.strings


@pytest.mark.parametrize(("players", "rows"), [(3, 24), (4, 24), (5, 16), (10, 16)])
def test_wounds_can_be_read_across_the_table(players, rows):
    full = [("char", row, field, value) for row in range(players) for field, value in FULL.items()]
    nobody = [("char", row, "seat", 0) for row in range(players, 10)]
    fight = Fight(("game", 0, "players", players), *full, *nobody)
    fight.open("table")
    wounds = [mark for mark in fight.board.words.marks if mark.text == "11"]
    assert [mark.size // 8 * 8 for mark in wounds] == [rows] * players
    assert not fight.board.words.overlapping_pairs()


FULL = {"seat": ALIVE, "pv": 15, "wounds": 11, "armour": 3, "lieu": 10}


# The menu of a turn


def test_the_menu_keeps_its_order():
    fight = Fight(("char", 0, "moved", 0))
    order = list(fight.board.app.stack.top().names())
    assert order[:4] == ["move", "attack", "defend", "end"]
    fight.set(("char", 0, "moved", 1))
    fight.open("turn")
    assert list(fight.board.app.stack.top().names()) == order and fight.reads("▶ Attaquer")
    fight.set(("char", 0, "fought", 1))
    fight.open("turn")
    assert list(fight.board.app.stack.top().names()) == order and fight.reads("▶ Fin du tour")


def test_too_many_cards_lead_to_where_they_are_discarded():
    fight = Fight(("char", 0, "down", 5), ("char", 0, "equipment", 4), ("char", 0, "fought", 1))
    fight.open("turn")
    fight.press(OK)
    assert fight.reads("défausser : 3") and fight.reads("▶ Défausser")


def test_the_death_of_the_active_character_is_taken_back_whole():
    """One undo reverts the faction, the cards and the turn of the next player."""
    fight = Fight(("char", 0, "pv", 5), ("char", 0, "wounds", 5), ("char", 0, "down", 2))
    before = fight.everything()
    fight.open("death", 0)
    assert fight.reads("Rouge meurt")
    fight.press(OK)
    assert (fight.char("seat", 0), fight.game("active"), fight.screen()) == (DEAD, 1, "trinytia.turn")
    fight.undo()
    assert fight.everything() == before
    assert fight.screen() == "trinytia.death" and fight.reads("Rouge meurt")
    fight.press(OK)
    fight.restart()
    fight.undo()
    assert fight.everything() == before


def win_and_cut(fight):
    """The game is decided, and the power is cut before the victory is written."""
    fight.set(*turn.death(fight.state, 2, O))
    before = fight.everything()
    fight.set(*turn.death(fight.state, 3, O))
    fight.restart()
    assert (fight.screen(), fight.game("part")) == ("trinytia.over", OVER)
    return before


def test_a_victory_is_taken_back_where_the_power_went_before_it():
    """The victory is not made again, so the undo reaches the death before it."""
    fight = Fight()
    before = win_and_cut(fight)
    fight.undo()
    assert (fight.screen(), fight.game("part")) == ("trinytia.turn", PLAY)
    fight.restart()
    assert (fight.screen(), fight.game("part")) == ("trinytia.turn", PLAY)
    fight.undo()
    assert fight.everything() == before


def test_a_game_that_goes_on_after_all_is_over_again_once_that_is_taken_back():
    """A sheet was corrected: one undo takes back that, and that turns are played again."""
    fight = Fight()
    win_and_cut(fight)
    before = fight.everything()
    fight.set(("char", 3, "seat", ALIVE))
    fight.press(OK)
    fight.open("over")
    assert (fight.screen(), fight.game("part")) == ("trinytia.turn", PLAY)
    fight.undo()
    assert fight.everything() == before


@pytest.mark.parametrize("part", [SETUP, OVER])
def test_nobody_dies_on_a_sheet_while_no_turn_is_played(part):
    """An undo may have led out of the game below the table: its death would have no reason to be shown."""
    fight = Fight()
    fight.open("sheet", 1)
    assert "dies" in fight.board.app.stack.top().names()
    fight.set(("game", 0, "part", part))
    fight.open("sheet", 1)
    assert "dies" not in fight.board.app.stack.top().names()


def test_after_a_move_with_nobody_in_reach_ok_defends_and_nothing_is_ticked_that_was_not_done():
    fight = Fight(("char", 0, "lieu", 8), ("char", 2, "lieu", 3))
    fight.faces(2, 6)
    fight.press(OK, OK, OK)
    assert fight.reads("▶ Fin du tour") and fight.char("armour", 0) > 0
    assert fight.reads("Se défendre —") and not fight.reads("Se défendre ✓")
    fight = Fight()
    fight.set(("char", 0, "moved", 1), ("char", 0, "fought", 1))
    fight.open("turn")
    assert not fight.reads("Se défendre ✓")


def test_a_card_changes_hands_only_where_somebody_stands():
    fight = Fight(("char", 0, "lieu", 8), ("char", 1, "lieu", 3), ("char", 2, "lieu", 3))
    turn = fight.board.app.stack.top()
    assert "exchange" not in turn.names()
    fight.set(("char", 1, "lieu", 8))
    turn.refresh()
    assert turn.names()[-1] == "exchange"
