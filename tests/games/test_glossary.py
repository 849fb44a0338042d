"""One word for each thing, in French and in English, in all games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simulator.board import VirtualBoard

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware/gobelet"
CATALOGUES = [*FIRMWARE.glob("games/*/??.txt"), *FIRMWARE.glob("system/??.txt")]

# French term, English term, then wrong words for either. "" stands for a language without a word to avoid.
GLOSSARY = (
    (
        "Partie précédente",
        "Previous game",
        (
            "Partie d’avant",
            "Table d’avant",
            "Game before",
            "Earlier game",
            "Bataille d’avant",
            "Battle before",
            "battle before?",
            "ataille précédente",  # too wide for a line of a menu
            "revious battle",
        ),
    ),
    ("Reprendre la", "Resume the", ("Bring the last", "Take up the", "Go back to the")),
    ("Quitter cette partie", "Leave this game", ("partie en cours", "current game", "present game")),
    ("= Aide", "= Help", ("home.help = Règles", "home.help = Rules")),
    (
        "Interprétation",
        "Interpretation",
        ("= Lectures", "= Readings", "Lecture : ", "Reading: ", "utre lecture", "ther reading"),
    ),
    ("= Options", "= Options", ("Lectures : ", "Readings: ")),
    ("commence", "starts", ("Who begins", "= begins")),
    # A table is a printed one; the persons are players. The page for all of them has one name everywhere.
    (
        "les joueurs décident",
        "players decide",
        (
            "a table déci",
            "a table dit ",
            "a table peut ",
            "the table decides",
            "the table says",
            "he table can ",
        ),
    ),
    ("Tous ensemble", "All together", ("= Table\n", "Nouvelle table", "New table")),
    ("réserve trop basse", "left", ("Plus de {karma}",)),
    # The winner comes first, in large letters.
    (
        "Ombres|gagnantes",
        "The Ombres|win",
        ("|gagnent", "victorious", "= Ombres|win", "= Gardiens|win", "Victoire :", "Victory:"),
    ),
    ("Acharnement", "Relentless", ("Harassment",)),
    ("vénète", "Venetic", ("Venetian",)),
    ("pleine vitesse", "full speed", ("top speed", "maximum speed")),
    # The names of the two sides of a confrontation are "who acts" and "who opposes", not letters.
    ("Qui agit : ", "Who acts: ", ("dé de A", "die of A", "Score A", "B empêche A")),
    ("son tour", "their turn", (" his ", " him.", " him ", " he ", ": he ", " himself", "|He ", "|If he")),
    ("OK fermer", "OK close", ("OK vu", "OK seen")),
    ("Rien encore", "Nothing yet", ("= rien encore", "= nothing yet")),
    ("équipement", "gear", ("équip. ou", "I, équip.", "équip. perdu", "|équip. :")),
    ("indéterminé", "undetermined", ("Cellule illisible", "Unreadable cell")),
    # One term is for the chances of both events, unconscious and dead.
    ("Inconscient", "Unconscious", ("Au moins assommer", "Au\xa0moins", "At least stun", "At\xa0least")),
    ("Étape précédente", "Previous step", ("Étape d’avant", "Step before")),
    ("Indéterminé", "Undetermined", (".unknown = Inconnu", ".unknown = Unknown")),
    ("Mains de fer", "Grapnels", ("Iron hands", "iron hands")),
    ("hommes", "men", ("{0} h.", "{0} m.", "−équip", "−gear")),
    ("Dés pipés", "Unfair dice", ("Dés faussés",)),
    ("Dés réels", "Real dice", ("= main\n", "(main)", "= hand\n", "(hand)", "vrais dés")),
    ("Fin de partie", "End of game", ("End of the game",)),
    ("Tous les jets", "All rolls", ("Jets libres", "Free rolls", "rolls = Tables")),
    ("Tirer au sort", "Draw lots", ("Draw at random",)),
    ("OK noter", "OK enter", ("OK note\n",)),
    ("capacité", "ability", (" capacity", " a ability", "A ability")),
    ("mélange", "shuffle", ("Mix, ",)),
    # "Refaire" takes an undo back; dice are rolled again with another word
    ("Refaire", "Redo", ("OK refaire", "OK repeat")),
    ("Qui commence ?", "Who starts?", ("= Qui commence\n", "= Who starts\n")),
    ("home.turn = Tour", "home.turn = Turn", ("Tour en cours", "= This turn")),
    ("gagne", "wins", ("a gagné", "has won", "l’emporte", "prevails")),
    ("min", "min", ("{0} ms", "60 s", "180 s", "600 s")),
    ("immob.", "immob.", ("Rammer held", "Target held", "Target stuck", ": held\n", "breach.held = held")),
    ("Prise facile", "Easy grapple", ("made_easier = Facilité", "made_easier = Made")),
    ("{0} contre {1}", "{0} vs {1}", ("{0} / {1}", "{0} against {1}:")),
    ("= Écart", "= Gap", ("14 = Diff", "even = Diff", "parities = Diff", "aid.difference = Diff")),
)


# Words of one game that the other games do not have; the text of that game uses them.
OWN = (
    ("fr", r"\bround", "trinites"),
    ("fr", r"\bmanche", "counters traqueur trinytia"),
    # Printed on counters and cards: full speed, or life points. A text that explains such PV writes "printed
    # PV".
    ("en", r"\bPV\b(?<!printed PV)", ""),
    ("en", r"\bLP\b", "trinites trinytia"),
    ("en", r"\bFS\b", "trireme"),
)


def text_lines(language: str) -> list[tuple[str, str]]:
    """Return (file, line) of every text in a language."""
    return [
        (f"{path.parent.name}/{path.name}", line)
        for path in CATALOGUES
        if path.stem == language
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]


@pytest.mark.parametrize(("french", "english", "avoided"), GLOSSARY, ids=[row[0] for row in GLOSSARY])
def test_a_thing_has_one_word(french: str, english: str, avoided: tuple[str, ...]) -> None:
    for language, word in (("fr", french), ("en", english)):
        assert any(word in line for _, line in text_lines(language)), f"{word!r} is in no text"
        wrong = [
            f"{file}: {line}"
            for file, line in text_lines(language)
            for other in avoided
            if other in line + "\n"
        ]
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("fr", r"[\d}]%"),  # 33 %
        ("en", r"[\d}]\s%"),  # 33%
        ("fr", r"\d(\.\.|[–-])\d"),  # 2 à 12
        ("en", r"\d(\.\.|[–-])\d"),  # 2 to 12
    ],
)
def test_percent_and_ranges_are_written_one_way(language: str, wrong: str) -> None:
    found = [
        f"{file}: {line}" for file, line in text_lines(language) if re.search(wrong, line.partition(" = ")[2])
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("language", "word", "games"), OWN, ids=[row[1] for row in OWN])
def test_a_word_is_of_these_games_alone(language: str, word: str, games: str) -> None:
    found = {
        file.partition("/")[0]
        for file, line in text_lines(language)
        if re.search(word, line.partition(" = ")[2], re.IGNORECASE)
    }
    assert found == set(games.split())


def test_the_english_pages_call_skills_and_zones_as_their_lists_do() -> None:
    """A text quotes the printed name in brackets."""
    texts = dict(
        line.split(" = ", 1) for file, line in text_lines("en") if file == "trinites/en.txt" and line
    )
    named = [text for key, text in texts.items() if key.startswith(("o.", "f.zone."))]
    printed = {found[1] for text in named if (found := re.search(r"\[(.+)\]", text))}
    assert {"Corps à corps", "en retrait"} <= printed
    wrong = [
        (key, word)
        for key, text in texts.items()
        if key.startswith("page.")
        and not key.startswith("page.E-")  # pages that quote the source are excluded
        for word in sorted(printed)
        if re.search(rf"(?<![\w’]){word}(?![\w’])", re.sub(r"\[.*?\]", "", text))
    ]
    assert not wrong


ROOM = 113  # width of a line beside its pointer and the bar of a list


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_brings_a_game_back_is_as_large_as_the_lines_beside_it(language: str) -> None:
    canvas = VirtualBoard().app.canvas
    found = [
        line.partition(" = ")[2] for _, line in text_lines(language) if line.startswith("home.recall = ")
    ]
    assert len(found) == 5
    assert [text for text in found if canvas.width(text, 16) > ROOM] == []
