"""The help text after failures of a game: it names the game, and an existing section of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.changed_rule import SECTION, failure_paragraph

PAGE = (Path(__file__).parent / "README.md").read_text(encoding="utf-8")
GAMES = ("dice", "trinytia", "trireme")


@pytest.mark.parametrize(
    ("test", "message", "games"),
    [
        ("tests/games/trireme/test_odds.py::test_dice_are_fair", "", "trireme"),
        ("tests/games/test_pages.py::test_a_refusal_has_words_that_fit[trinytia-TN-E01-fr]", "", "trinytia"),
        ("tests/vectors/test_vectors.py::test_vector[trinytia-TN-001]", "", "trinytia"),
        (
            "tests/simulator/test_scripts.py::test_a_script_plays_and_its_words_fit[trireme_undo]",
            "",
            "trireme",
        ),
        (
            "tests/simulator/test_golden.py::test_every_picture_is_as_it_was_approved[fr]",
            "E  AssertionError: trireme-home: see build/fr-trireme-home.png\nE  dice-form: never approved",
            "dice, trireme",
        ),
        ("tests/games/test_glossary.py::test_a_term[lantern]", "", ""),
        ("tests/rules/test_walk.py::test_steps[trireme]", "", ""),
        ("tests/simulator/test_golden.py::test_every_registered_screen_is_in_a_picture", "home: x", ""),
    ],
)
def test_a_failure_leads_to_its_game(test: str, message: str, games: str) -> None:
    said = failure_paragraph([(test, message)], GAMES)
    assert bool(said) is bool(games)
    assert not games or said.startswith(f"If a rule or a text of {games} was changed: ")


def test_the_section_is_on_the_page() -> None:
    assert f"\n### {SECTION}\n" in PAGE
