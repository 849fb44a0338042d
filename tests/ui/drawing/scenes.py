"""Pictures of every widget, in the words of the games.

The tests, real MicroPython and gallery.py draw these scenes.
"""

from gobelet.rules.dice import DROPPED, EXPLODED, HIT, KEPT, MINUS, REROLLED
from gobelet.ui.drawing import amounts as large
from gobelet.ui.drawing import qr
from gobelet.ui.drawing import widgets as w
from gobelet.ui.drawing.dice_row import dice_row
from gobelet.ui.screens.code import square


class Chances:
    """The part of an Odds object that `bars` uses."""

    def __init__(self, weights):
        self.weights = weights


def sum_of_dice(count, sides):
    """Return the weights of the totals of `count` dice."""
    weights = [1]
    for _ in range(count):
        wider = [0] * (len(weights) + sides - 1)
        for at in range(len(weights)):
            for face in range(sides):
                wider[at + face] += weights[at]
        weights = wider
    return weights


def letters_8(c):
    y = 0
    for line in (
        "Voix ambiguë d’un cœur qui,",
        "au zéphyr, préfère les jattes",
        "de kiwis. ÉÈÊËÀÂÇÎÏÔÛÙŒÆ",
        "« Déjà », naïf, çà et là : où ?",
        "1lI| 0Oo 5S 2Z 6b8B éèêë €",
        "½ ° − × ÷ ≥ ≤ ± → ← ↑ ↓ • ✓",
        "χ² σ ∞ ☠ ♥ 🔒 🛡 ✋ ⚄ ▮▯ ☐☑",
    ):
        c.text(0, y, line)
        y += 9


def letters_16(c):
    c.text(0, 0, "Portez ce vieux", 16)
    c.text(0, 16, "whisky : Être, Œuf", 16)
    c.text(0, 32, "ça 1lI 0O 5S 6B8", 16)
    c.text(0, 48, "☠♥⚄🔒🛡 −3 ≥½", 16)


def numbers_32(c):
    c.text(0, 0, "012345", 32)
    c.text(0, 32, "6789½", 32)


def numbers_48(c):
    c.text(0, 0, "4179", 48)
    c.text(112, 0, "!", 48)
    c.text(0, 50, "?", 8)


def words_32(c):
    c.text(0, 0, "Touché", 32)
    c.text(0, 32, "Échec !", 32)


def dark_on_light(c):
    c.fill(0, 0, 128, 64)
    c.text(2, 0, "Régate", 8, 0)
    c.text(2, 8, "Régate", 16, 0)
    c.text(60, 0, "42", 48, 0)


def unknown_letters(c):
    c.text(0, 0, "Ж 漢", 8)
    c.text(0, 10, "a漢b", 16)


def menu(c):
    items = (("Tri’Nytia", ""), ("Trirème", "tour 3"), ("Mystria", ""), ("Réglages", ""), ("À propos", ""))
    w.top(c, "Gobelet", "87%")
    w.rows(c, items, 1, 0)
    w.strip(c, "↑↓ choisir", "OK ouvrir")


def menu_end(c):
    items = [("Vaisseau %d" % n, "") for n in range(1, 21)]
    w.top(c, "Flotte", "40%")
    w.rows(c, items, 19, 17)
    w.strip(c, "↑↓ choisir", "OK ouvrir", "◀ fin")


def menu_long(c):
    items = (("Attaquant", "Bélisaire"), ("Terrain difficile à traverser", "oui"), ("Flanc", "+2"))
    w.top(c, "Attaque", "3/5")
    w.rows(c, items, 2, 0)
    w.strip(c, "↑↓ changer", "OK lancer", "", "?")


def total(c):
    w.top(c, "Total", "2d6+3")
    w.draw_large(c, "128")
    w.strip(c, "", "OK relancer")


def result_word(c):
    w.top(c, "Saisie")
    w.draw_large(c, "Immobilisé", 8, 34)
    dice_row(c, ((6, 3), (6, 5, DROPPED), (12, 12, KEPT), (12, 4, EXPLODED)), 43)
    w.strip(c, "↑↓ choisir", "OK appliquer", "", "?↶")


def result_short_word(c):
    w.top(c, "Attaque")
    w.draw_large(c, "Touché", 8, 34)
    dice_row(c, ((6, 3, HIT), (6, 5, HIT), (6, 1), (6, 6, HIT), (6, 6, EXPLODED | HIT)), 43)
    w.strip(c, "↑↓ choisir", "OK appliquer")


def result_sentence(c):
    w.top(c, "Attaque")
    w.draw_large(c, "La victime choisit son armure", 8, 34)
    w.strip(c, "", "OK lu")


def difference(c):
    w.top(c, "d4 contre d6", "3")
    w.draw_large(c, "3", 8, 34)
    dice_row(c, ((4, 1, KEPT), (6, 4, KEPT | MINUS)), 43)
    w.strip(c, "", "OK relancer")


def dial(c):
    w.top(c, "Blessures", "0..20")
    large.dial(c, 12, 0, 20, 9)
    w.strip(c, "↑↓ changer", "OK valider")


def dial_face(c):
    w.top(c, "Face", "1/2")
    large.dial(c, 9, 1, 12, 9, "d12")
    w.strip(c, "↑↓ changer", "OK valider")


def dial_wide(c):
    w.top(c, "Points", "−500..999")
    large.dial(c, -123, -500, 999, 100, "PV")
    w.strip(c, "↑↓ changer", "OK valider")


def question(c):
    w.top(c, "Nouvelle partie")
    large.confirm(c, "Archiver la partie en cours ?", "Non", "Oui", False)
    w.strip(c, "↑↓ choisir", "OK valider")


def two_players(c):
    w.top(c, "Mystria", "tour 4")
    large.two_players(c, ("Camille", 24, 3, 6, "−3"), ("Émile", 7, 5, 6, ""), 0)
    w.strip(c, "↑↓ ±1", "OK joueur")


def two_players_wide(c):
    w.top(c, "Mystria", "tour 4")
    large.two_players(c, ("Camille", 128, 3, 6, "+12"), ("Maximilienne", -7, 15, 32, ""), 1)
    w.strip(c, "↑↓ ±1", "OK joueur")


def chances_2d6(c):
    w.top(c, "2d6", "chances")
    c.text(0, 9, "7", 16)
    c.align_right(128, 9, "16,7%  1/6", 16)
    large.bars(c, Chances(sum_of_dice(2, 6)), 25, 23, 5)
    c.text(0, 48, "≥7 : 58,3%  7/12", 8)
    w.strip(c, "↑↓ choisir", "OK fermer")


def chances_duel(c):
    w.top(c, "d4 contre d6", "chances")
    large.bars(c, Chances((4, 7, 6, 4, 2, 1)), 9, 46)
    w.strip(c, "↑↓ choisir", "OK fermer")


def chances_many(c):
    w.top(c, "10d6", "chances")
    large.bars(c, Chances(sum_of_dice(10, 6)), 9, 46, 14)
    w.strip(c, "↑↓ choisir", "OK fermer")


def message(c):
    menu(c)
    w.toast(c, "Rien à annuler")


def message_long(c):
    menu(c)
    w.toast(c, "Annulé : Blessures −3 (Camille, tour 12)")


def many_dice(c):
    w.top(c, "20d6")
    dice_row(c, [(6, 1 + at * 5 % 6, DROPPED if at % 3 == 0 else KEPT) for at in range(20)], 10)
    w.strip(c, "", "OK relancer")


def big_dice(c):
    w.top(c, "Dés")
    dice_row(c, [(100, 100 - at) for at in range(6)], 10)
    dice_row(c, [(20, 20 - at) for at in range(20)], 26)
    dice_row(c, ((20, 1, REROLLED), (20, 14, KEPT), (20, 18, DROPPED)), 42)
    w.strip(c, "", "")


def amounts(c):
    w.top(c, "Vie", "12%")
    large.pips(c, 0, 10, 7, 10)
    large.pips(c, 0, 20, 12, 20, 128, 6, 3)
    large.pips(c, 0, 30, 22, 34)
    large.bar(c, 0, 40, 100, 8, 1, 3)
    large.bubble(c, 127, 38, "−3", 16)
    w.strip(c, "", "")


def code_small(c):
    square(c, qr.code(b"2d6+3 = 11"))


def code_large(c):
    square(c, qr.code(b"#1234 6 5 4 3 2 1 6 5 4 3 2 1: 12d6 = 42, all of 53."))
    c.text(68, 0, "12d6 = 42")


SCENES = (
    letters_8,
    letters_16,
    numbers_32,
    numbers_48,
    words_32,
    dark_on_light,
    unknown_letters,
    menu,
    menu_end,
    menu_long,
    total,
    result_word,
    result_short_word,
    result_sentence,
    difference,
    dial,
    dial_face,
    dial_wide,
    question,
    two_players,
    two_players_wide,
    chances_2d6,
    chances_duel,
    chances_many,
    message,
    message_long,
    many_dice,
    big_dice,
    amounts,
    code_small,
    code_large,
)
