"""The spelling check of texts for players, and the findings of the checkers of `make grammar`."""

from __future__ import annotations

import re

import pytest

from tests.lint import grammar, spelling, written
from tests.lint.grammar import Finding
from tests.lint.written import Passage


class Known:
    """A dictionary of a few words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def spell(self, word: str) -> bool:
        return word in self.words


def test_a_word_that_no_list_has_is_told() -> None:
    passages = [Passage("fr.txt:3", "Les dez de l’Adam tombent 2e")]
    used: set[str] = set()
    found = spelling.unknown_words(passages, "fr", Known("Les", "de", "tombent"), {"Adam": 1}, {}, used)
    assert found == [
        "fr.txt:3: dez: not in the dictionary-fr; if it is right, put it under [fr] of tests/lint/terms.txt, "
        "its reason in a comment above"
    ]
    assert used == {"Adam"}


def test_an_english_text_keeps_a_french_word_of_its_french_text() -> None:
    passages = [Passage("en.txt:3", "Care [Soins] Soines")]
    found = spelling.unknown_words(passages, "en", Known("Care"), {}, {"en.txt:3": {"soins"}}, set())
    assert [line.split(": ")[1] for line in found] == ["Soines"]


def test_each_line_of_terms_has_its_reason() -> None:
    terms = spelling.read_terms("[fr en]\n# names\nAlix\nBrune\n[fr]\n# again\nAlix\n")
    assert terms.lines["en"] == {"Alix": 3, "Brune": 4}
    assert terms.faults == [
        "terms.txt:4: write the reason above, behind #",
        "terms.txt:7: Alix stands here twice",
    ]


def test_the_list_of_terms_is_in_order() -> None:
    assert spelling.read_terms(spelling.TERMS.read_text(encoding="utf-8")).faults == []


def test_what_players_read_is_found_in_both_languages() -> None:
    for language, words in (("fr", "Réglages"), ("en", "Settings")):
        found = written.all_passages(language)
        assert words in [text for _, text in found]
        places = {re.split("[:/]", place)[0] for place, _ in found}
        assert places >= {"firmware", "simulator", "host_tools"}
    assert "Lancer des dés" in [text for _, text in written.of_pages("fr")]
    assert "Roll dice" in [text for _, text in written.of_pages("en")]


def test_no_message_names_a_target_of_the_makefile_to_a_player() -> None:
    """A player has no Makefile; host_tools/entry_point.py replaces its targets in the messages of the command."""
    for language in written.LANGUAGES:
        for source in (written.of_device, written.of_messages, written.of_pages):
            for place, text in source(language):
                assert not re.search(r"\bmake (flash|web|run|uf2|doctor|backup|restore)\b", text), (
                    place,
                    text,
                )
    pages = [path.read_text(encoding="utf-8") for path in written.WEB.glob("*.html")]
    assert not [page for page in pages if "<code>make" in page or "<code>python -m" in page]


# Grammar: only our own code is tested, not the checkers.


def test_what_is_listed_is_no_finding() -> None:
    listed = grammar.read_listed("[fr]\n# why\nnbsp_*\nmaj: dieu\n[en]\n# why\nOkToOkay\n")
    assert listed.faults == []
    found = [
        Finding("fr.txt:1", "nbsp_avant", " :", ""),
        Finding("fr.txt:2", "maj", "dieu", ""),
        Finding("fr.txt:3", "maj", "nord", ""),
    ]
    left, idle = grammar.compare_with_list(found, listed, "fr")
    assert [finding.place for finding in left] == ["fr.txt:3"]
    assert idle == []
    assert grammar.compare_with_list(found[2:], listed, "fr")[1] == ["maj: dieu", "nbsp_*"]


def test_each_group_of_listed_findings_has_its_reason() -> None:
    assert grammar.read_listed("[en]\nOkToOkay\n").faults == [
        "grammar.txt:2: write the reason above, behind #"
    ]
    listed = grammar.read_listed(grammar.LISTED.read_text(encoding="utf-8"))
    assert listed.faults == []
    assert listed.rules["fr"] and listed.rules["en"]


def test_without_grammalecte_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(grammar, "english_findings", lambda passages: [])
    assert grammar.main() == 1
    assert "On Debian: apt-get install grammalecte-cli." in capsys.readouterr().err
