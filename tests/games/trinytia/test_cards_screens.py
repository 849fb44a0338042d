"""Tri'Nytia: cards, exchange, packs and arcanes, key by key on the virtual board."""

from __future__ import annotations

import pytest

from gobelet.games.trinytia.rules import hand
from gobelet.games.trinytia.screens.cards import KINDS
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from tests.games.trinytia.boards import Table

RED, GREEN, VIOLET, BLUE, GOLD = range(5)
DRAW, PLAY, DROP, CHOOSE, SPEND, ARCANES, PACKS, OTHER = range(
    8
)  # entries of Cards when there is something of each


# Drawing


@pytest.mark.parametrize(
    ("lines", "down", "piles"),
    [
        ((2,), 1, (49, 0)),
        ((1,), 0, (49, 1)),
        ((0, 0), 0, (49, 1)),
    ],
    ids=["keep", "discard", "activate"],
)
def test_draw_is_one_transaction(lines, down, piles):
    table = Table()
    before = table.everything()
    table.open("cards")
    table.choose(DRAW, RED, *lines)
    assert (table.char("down"), table.pack(RED)) == (down, piles)
    table.undo()
    assert table.everything() == before


def test_a_pack_out_of_play_gives_nothing_unless_a_card_brings_it_in():
    table = Table()
    table.open("cards")
    before = table.everything()
    table.choose(DRAW, BLUE)
    assert table.reads("Paquet Bleu inactif. Une carte") and table.reads("le permet ?")
    table.no()
    assert table.everything() == before
    table.choose(DRAW, BLUE)
    table.yes()
    assert table.reads("Carte piochée") and table.reads("paquet Bleu")
    table.choose(2)  # keep
    assert (table.pack(BLUE), table.char("down")) == ((49, 0), 1)
    table.undo()
    table.undo()
    assert table.everything() == before


def test_an_event_can_only_be_activated():
    table = Table()
    table.open("cards")
    table.choose(DRAW, GREEN, 3)
    table.press(UP, OK)  # keep
    assert table.reads("Un événement s’active toujours")
    table.press(OK, UP, OK)  # discard
    assert table.reads("Un événement s’active toujours")
    assert table.pack(GREEN) == (50, 0)
    table.press(OK, UP, OK)  # activates the card, whose kind is not asked again
    assert table.pack(GREEN) == (49, 1)
    assert table.reads("Piocher")


def test_leaving_a_drawn_card_changes_nothing():
    table = Table()
    before = table.everything()
    table.open("cards")
    table.choose(DRAW, GREEN)
    table.press(BACK)
    assert table.everything() == before


def test_a_card_of_the_gold_pack_is_bought():
    table = Table(("pack", GOLD, "active", 1), ("char", 0, "gold", 2))
    before = table.everything()
    table.open("cards")
    table.choose(DRAW, GOLD)
    table.press(UP, UP, OK)
    assert table.reads("Seulement 2 or")
    table.press(OK)
    table.choose(DRAW, GOLD)
    table.press(UP, OK)
    table.choose(2)
    assert (table.char("gold"), table.char("down"), table.pack(GOLD)) == (0, 1, (24, 0))
    table.undo()
    assert table.everything() == before


def test_gold_is_spent():
    table = Table(("char", 0, "gold", 4), ("char", 0, "down", 1))
    table.open("cards")
    table.choose(SPEND)
    table.press(UP, UP, OK)
    assert table.char("gold") == 1
    table.press(OK, UP, OK)
    assert table.reads("Seulement 1 or")
    assert table.char("gold") == 1


# Choosing (L180-183)


def choose(*changes, language="fr"):
    table = Table(*changes, language=language)
    table.open("cards")
    top = table.board.app.stack.top()
    top.cursor = top.names().index("choose")
    table.press(OK)
    return table


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    ("pile", "lines", "down", "piles"),
    [
        (0, (2,), 1, (39, 4)),
        (0, (1,), 0, (39, 5)),
        (0, (0, 0), 0, (39, 5)),
        (0, (0, 1), 0, (39, 4)),
        (1, (2,), 1, (40, 3)),
        (1, (1,), 0, (40, 4)),
        (1, (0, 0), 0, (40, 4)),
        (1, (0, 1), 0, (40, 3)),
    ],
)
def test_a_card_is_chosen_in_its_pack_or_its_discard(pile, lines, down, piles, language):
    table = choose(("pack", RED, "left", 40), ("pack", RED, "discarded", 4), language=language)
    before = table.everything()
    table.choose(RED)
    assert table.reads("Où chercher" if language == "fr" else "Look where")
    table.choose(pile)
    assert table.reads("Carte choisie" if language == "fr" else "Chosen card")
    table.choose(*lines)
    assert (table.char("down"), table.pack(RED)) == (down, piles)
    assert table.reads("Mélangez le paquet" if language == "fr" else "Shuffle the Red")
    if table.everything() != before:  # out of the discard and back into it is no change
        table.undo()
    assert table.everything() == before


@pytest.mark.parametrize(
    ("left", "discarded", "piles"), [(40, 0, (39, 0)), (0, 4, (0, 3)), (0, 0, (0, 0))], ids=str
)
def test_where_there_is_one_pile_nobody_is_asked_for_it(left, discarded, piles):
    table = choose(("pack", RED, "left", left), ("pack", RED, "discarded", discarded))
    table.choose(RED, 2)
    assert (table.char("down"), table.pack(RED)) == (1, piles)


def test_where_nobody_counts_a_card_is_chosen_all_the_same():
    table = choose(*[("pack", at, "left", 0) for at in range(5)])
    table.choose(VIOLET, 2)
    assert (table.char("down"), table.pack(VIOLET)) == (1, (0, 0))


def test_nothing_is_chosen_in_a_pack_out_of_play():
    table = choose()
    before = table.everything()
    table.choose(BLUE)
    assert table.reads("Paquet Bleu inactif")
    table.no()
    assert table.everything() == before
    table.choose(0, BLUE)
    table.yes()
    assert table.reads("Carte choisie") and table.reads("paquet Bleu")


def test_an_event_that_was_chosen_is_activated_and_a_gold_card_is_paid():
    table = choose(("pack", GOLD, "active", 1), ("char", 0, "gold", 3))
    table.choose(GOLD)
    assert table.reads("Prix")
    table.press(UP, OK)
    table.choose(3)
    table.press(UP, OK)
    assert table.reads("Un événement s’active toujours")
    table.press(OK, UP, UP, OK)
    assert (table.char("gold"), table.char("down"), table.pack(GOLD)) == (1, 0, (24, 1))


def test_leaving_a_chosen_card_changes_nothing():
    table = choose(("pack", RED, "discarded", 4))
    before = table.everything()
    table.choose(RED, 1)
    table.press(BACK)
    table.choose(0, RED)
    table.press(BACK)
    assert table.everything() == before
    table.board.hold(OK)
    assert table.reads("Cherchez la carte")


def test_a_chosen_familiar_is_asked_for_its_pv():
    table = choose()
    table.choose(RED, 0, KINDS.index("familiar"))
    table.press(UP, OK)
    assert (table.char("familiar"), table.char("fam_pv"), table.pack(RED)) == (1, 2, (49, 0))


# From the hand


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("kind", KINDS[:6])
def test_every_kind_of_face_down_card(kind, language):
    table = Table(
        ("char", 0, "down", 2), ("char", 0, "moved", 1), ("char", 0, "fought", 1), language=language
    )
    before = table.everything()
    table.open("cards")
    table.choose(PLAY, KINDS.index(kind))
    if kind not in ("equipment", "familiar"):
        table.choose(VIOLET)  # the pack of the card, because the packs are counted
    if kind == "familiar":
        table.press(UP, UP, OK)
        assert table.char("fam_pv") == 3
    assert table.char("down") == 1
    assert table.char("equipment") == (kind == "equipment")
    assert table.char("familiar") == (kind == "familiar")
    assert table.game("arcanes") == (kind == "arcane")
    assert table.pack(VIOLET) == (50, 0 if kind in ("equipment", "familiar") else 1)
    table.undo()
    assert table.everything() == before


@pytest.mark.parametrize(
    ("kind", "changes", "words"),
    [
        ("ordinary", [("game", 0, "active", 2)], "Pas votre tour"),
        ("premonition", [("game", 0, "actions", 1)], "1re action"),
    ],
)
def test_a_card_at_the_wrong_time_needs_another_that_allows_it(kind, changes, words):
    table = Table(("char", 0, "down", 2), *changes)
    table.open("cards", 0)
    table.choose(PLAY, KINDS.index(kind))
    assert table.reads(words) and table.reads("Une carte le permet ?")
    table.no()
    assert table.char("down") == 2
    table.choose(0, KINDS.index(kind))
    table.yes()
    table.choose(RED)
    assert table.char("down") == 1


def test_an_arcane_needs_no_turn():
    table = Table(("char", 0, "down", 1), ("game", 0, "active", 2))
    table.open("cards", 0)
    table.choose(PLAY, KINDS.index("arcane"), RED)
    assert table.game("arcanes") == 1
    assert table.char("down") == 0


def test_a_divination_is_last():
    table = Table(("char", 0, "down", 3), ("char", 0, "moved", 1))
    table.open("cards")
    at = KINDS.index("divination")
    table.choose(PLAY, at)
    assert table.reads("Dernière action du tour ?")
    table.no()
    assert table.reads("dernière action seulement")
    table.no()
    assert table.char("down") == 3
    table.choose(0, at)
    table.yes()
    table.choose(RED)
    assert table.char("down") == 2
    table.set(("char", 0, "fought", 1))
    table.choose(0, at)
    assert table.reads("De quel paquet ?"), "moved and fought: nobody asks"


@pytest.mark.parametrize(("down", "high"), [(9, 16), (12, 8)])
def test_what_is_held_is_said_in_words_that_fit(down, high):
    """From ten cards on, the digits are small."""
    table = Table(("char", 0, "down", down), ("char", 0, "equipment", 4), ("char", 0, "familiar", 1))
    table.open("cards")
    assert table.reads(f"cachées {down}") and table.reads("familier 1")
    assert {mark.size for mark in table.board.words.marks if mark.text in (str(down), "4", "1")} == {high}
    assert not table.board.app.canvas.clipped


def test_discarding_and_the_limits():
    table = Table(("char", 0, "down", 4), ("char", 0, "equipment", 4), ("char", 0, "familiar", 1))
    table.open("cards")
    assert table.reads("défausser : 2")
    table.choose(DROP, 0, GREEN)
    assert (table.char("down"), table.pack(GREEN)) == (3, (50, 1))
    assert table.reads("défausser : équip. 1")
    table.choose(0, 0, GREEN)
    assert (table.char("equipment"), table.pack(GREEN)) == (3, (50, 2)), "on what there is too much of"
    assert not table.reads("défausser :")
    table.choose(0, 2, GREEN)
    assert table.char("familiar") == 0


def test_a_second_familiar_is_kept_beside_the_first():
    table = Table(
        ("char", 0, "down", 1),
        ("char", 0, "familiar", 1),
        ("char", 0, "fam_pv", 4),
        ("char", 0, "fam_wounds", 3),
    )
    before = table.everything()
    table.open("cards")
    table.choose(PLAY, KINDS.index("familiar"))
    assert table.reads("2e familier PV")
    table.press(*[UP] * 5, OK)
    assert [table.char(field) for field in PETS] == [2, 4, 3, 6, 0]
    assert table.reads("défausser : familier 1")
    table.choose(0)
    assert table.reads("▶ Familier 3/4") and table.reads("Familier 0/6")
    table.choose(1, GREEN)  # chooses the second card
    assert [table.char(field) for field in PETS] == [1, 4, 3, 0, 0]
    table.undo()
    table.undo()
    assert table.everything() == before


def test_a_third_familiar_is_refused_before_anything_is_lost():
    table = Table(("char", 0, "down", 1), ("char", 0, "familiar", 2), ("char", 0, "fam2_pv", 6))
    before = table.everything()
    table.open("cards")
    table.choose(PLAY, KINDS.index("familiar"))
    assert table.reads("1 à défausser d’abord")
    assert table.everything() == before


PETS = ("familiar", "fam_pv", "fam_wounds", "fam2_pv", "fam2_wounds")


@pytest.mark.parametrize(("line", "left", "given"), [(0, (6, 5), (4, 3)), (1, (4, 3), (6, 5))])
def test_either_of_two_familiars_is_given_to_who_has_one(line, left, given):
    table = Table(("char", 4, "familiar", 1), ("char", 4, "fam_pv", 8), ("char", 4, "fam_wounds", 1))
    table.set(*hand.set_familiars(0, 2, [(4, 3), (6, 5)]))
    before = table.everything()
    table.open("exchange")
    table.choose(1)
    assert table.reads("Donner familier 3/4") and table.reads("Donner familier 5/6")
    table.choose(line)
    table.yes()
    assert [table.char(field) for field in PETS] == [1, *left, 0, 0]
    assert [table.char(field, 4) for field in PETS] == [2, 8, 1, *given]
    table.undo()
    assert table.everything() == before


def test_the_sheet_shows_both_familiars_and_asks_which_one_goes():
    table = Table(*hand.set_familiars(0, 2, [(4, 3), (6, 5)]))
    table.open("sheet", 0)
    top = table.board.app.stack.top()
    lines = [label for label, _ in top.list]
    assert lines[lines.index("Familier") : lines.index("Or")] == [
        "Familier",
        "Familier blessé",
        "Familier PV",
        "2e fam. blessé",
        "2e familier PV",
    ]
    top.cursor = lines.index("Familier")
    table.press(OK, UP)
    assert table.reads("0 à 2")
    table.press(DOWN, OK)
    assert table.reads("Lequel part ?") and table.reads("Familier 5/6")
    table.press(BACK)
    assert table.char("familiar") == 2
    table.press(OK, DOWN, OK, OK)
    assert [table.char(field) for field in PETS] == [1, 6, 5, 0, 0]
    table.press(OK, DOWN, OK)
    assert [table.char(field) for field in PETS] == [0, 0, 0, 0, 0]
    table.undo()
    table.undo()
    assert [table.char(field) for field in PETS] == [2, 4, 3, 6, 5]


def test_an_undo_closes_the_question_which_one_goes():
    table = Table(*hand.set_familiars(0, 2, [(4, 3), (6, 5)]))
    table.set(("char", 1, "pv", 7))
    table.open("sheet", 0)
    top = table.board.app.stack.top()
    top.cursor = [label for label, _ in top.list].index("Familier")
    table.press(OK, DOWN, OK)
    assert table.reads("Lequel part ?")
    table.undo()
    assert table.char("pv", 1) == 0
    table.open("sheet", 0)
    table.board.app.stack.top().cursor = top.cursor
    table.press(OK, DOWN, DOWN, OK)
    assert [table.char(field) for field in PETS] == [0, 0, 0, 0, 0]


def test_cards_of_another_character():
    table = Table(("char", 2, "down", 3))
    table.open("cards")
    table.press(UP, OK)
    table.choose(2)
    assert table.reads("Vert") and table.reads("cachées 3")


# Exchange


def test_exchange():
    table = Table(("char", 0, "down", 2), ("char", 4, "equipment", 1))
    before = table.everything()
    table.open("exchange")
    assert table.reads("Violet") and not table.reads("Vert"), "only those on its Lieu"
    table.choose(1)
    assert table.reads("Donner 1 cachée") and table.reads("Recevoir 1 équip.")
    table.choose(1)
    table.yes()
    assert [table.char("equipment", row) for row in (0, 4)] == [1, 0]
    assert [table.char("exchanged", row) for row in range(5)] == [1, 0, 0, 0, 1]
    table.press(OK)
    assert table.reads("Déjà un échange ce tour")
    table.press(OK)
    table.undo()
    assert table.everything() == before


def test_exchange_refused():
    table = Table(("char", 0, "down", 1), ("game", 0, "exchanges", 1))
    table.open("exchange")
    table.choose(0, 0)
    table.no()
    assert table.reads("Les deux doivent être d’accord")
    table.press(OK)
    table.choose(0, 0)
    table.yes()
    assert table.reads("déjà bougé")
    table.yes()
    assert table.reads("Cette carte a déjà bougé ce cycle")
    table.press(OK)
    assert table.char("down", 1) == 0
    table.choose(0, 0)
    table.yes()
    table.no()
    assert (table.char("down", 1), table.game("exchanges")) == (1, 2)


def test_nothing_to_exchange_and_nobody():
    table = Table()
    table.open("exchange")
    table.press(OK)
    assert table.reads("Aucune carte à échanger")
    table.press(OK, BACK)
    table.set(*[("char", row, "seat", 2) for row in range(1, 5)])
    table.open("exchange")
    assert table.reads("Personne ici")
    table.press(OK)


# Packs and arcanes


def test_packs():
    table = Table(("pack", VIOLET, "left", 30), ("pack", VIOLET, "discarded", 12))
    table.open("packs")
    assert table.reads("30 · 12")
    table.choose(VIOLET, 2)
    assert table.pack(VIOLET) == (42, 0)
    table.choose(0, 0)
    table.press(DOWN, OK)
    assert table.pack(VIOLET) == (41, 0)
    table.choose(1)
    assert table.state.get("pack", BLUE, "active") == 1
    table.choose(0, 3)
    assert table.state.get("pack", BLUE, "active") == 0
    table.choose(2, 1)
    assert table.game("lieux") == 3
    table.press(OK)
    assert table.game("lieux") == 1
    table.choose(1)
    assert [table.pack(at) for at in range(5)] == [(0, 0)] * 5
    assert table.reads("non")
    table.undo()
    assert table.pack(VIOLET) == (41, 0)


def test_the_last_arcane_applies_first():
    table = Table(("char", 1, "down", 1), language="en")
    table.open("arcanes")
    table.choose(0, 1, 0)
    assert (table.game("arcanes"), table.char("down", 1)) == (1, 0), "a face-down card"
    table.choose(1, 1)
    table.choose(2, 3)
    assert table.game("arcanes") == 3, "capacities, as nothing is face down any more"
    assert [table.state.get("stack", at, "owner") for at in range(3)] == [1, 1, 3]
    assert table.reads("first Yellow")
    table.press(DOWN, OK)
    table.no()
    assert table.game("arcanes") == 3
    table.press(UP, OK)
    assert table.game("arcanes") == 2
    assert table.reads("first Blue")
    table.press(DOWN, OK)
    table.yes()
    assert table.game("arcanes") == 1
    assert table.state.get("stack", 1, "owner") == -1


def test_every_screen_is_drawn_without_a_game():
    board = VirtualBoard()
    for name in ("cards", "exchange", "packs", "arcanes"):
        board.context.open("trinytia." + name)
        board.run(50)
        board.press(OK)
        board.press(OK)
    assert not board.faults
    assert not board.context.t.missing
