"""Citations of rules exist in the RULES.md of the game, and show its text."""

import textwrap
from pathlib import Path

import pytest

from tests.lint import citations

CITED = 1800  # least number of citations: fewer would mean that a form of citation is no longer recognised
READ = Path("rules.py")


def test_every_game_with_rules_has_letters() -> None:
    assert citations.without_letters() == []


def test_a_game_without_letters_and_letters_without_a_game_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lantern").mkdir()
    (tmp_path / "lantern" / "RULES.md").write_text("# Lantern\n", encoding="utf-8")
    monkeypatch.setattr(citations, "GAMES_FOLDER", tmp_path)
    monkeypatch.setattr(citations, "LETTERS", {"chess": "CH"})
    assert citations.main([]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "add two letters of lantern to LETTERS in tests/lint/citations.py",
        "take chess out of LETTERS in tests/lint/citations.py",
    ]


def test_the_example_of_the_page_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The RULES.md in games/README.md has lines, a reading and a refusal.

    The RULES.md of a new game must have such numbers too.
    """
    page = citations.README.read_text(encoding="utf-8")
    example = textwrap.dedent(page.partition("```markdown\n")[2].partition("```")[0])
    (tmp_path / "lantern").mkdir()
    (tmp_path / "lantern" / "RULES.md").write_text(example, encoding="utf-8")
    monkeypatch.setattr(citations, "GAMES_FOLDER", tmp_path)
    monkeypatch.setattr(citations, "CODED", citations.code_pattern(["LA"]))
    found = citations.read_rules.__wrapped__("lantern")
    assert [place.name for _, _, place in found.lines] == ["L12-14", "L20"]
    assert set(found.rows) == {"A-LA01", "LA-E01"}
    assert found.sections == {"1"}


def test_every_citation_has_a_place() -> None:
    assert citations.without_place() == []
    assert len(citations.all_citations()) > CITED


def test_every_number_is_shown_by_a_test_or_says_why_not() -> None:
    assert citations.numbers_without_evidence() == []


def test_the_page_of_coverage_is_of_these_rules() -> None:
    assert citations.COVERAGE.read_text(encoding="utf-8") == citations.coverage_page(), (
        "`make format` writes it"
    )


@pytest.mark.parametrize("game", citations.LETTERS)
def test_a_page_has_what_the_game_numbers(game: str) -> None:
    """The lines ascend and do not overlap.

    Readings, errata and refusals have no gap in their numbers.
    """
    of = citations.read_rules(game)
    ends = [end for first, last, _ in of.lines for end in (first, last)]
    assert ends == sorted(ends) and ends
    for first, following in zip(of.lines, of.lines[1:], strict=False):
        assert first[1] < following[0], following[2].name
    letters = citations.LETTERS[game]
    readings = "A" if game == "trireme" else f"A-{letters}"
    for start in (readings, f"E-{letters}", f"{letters}-E"):
        numbers = [int(name.removeprefix(start)) for name in of.rows if name.startswith(start)]
        assert numbers == list(range(1, len(numbers) + 1)), start


@pytest.mark.parametrize("game", citations.LETTERS)
def test_help_has_the_readings_and_errata_and_the_device_words_for_the_refusals(game: str) -> None:
    letters = citations.LETTERS[game]
    for language in ("fr", "en"):
        words = (citations.GAMES_FOLDER / game / f"{language}.txt").read_text(encoding="utf-8")
        keys = {line.partition(" = ")[0] for line in words.splitlines()}
        for name in citations.read_rules(game).rows:
            if game == "trireme" and name.startswith("A"):
                assert f"help.{name.lower()}.text" in keys
            elif name.startswith(("A-", "E-")):
                assert "page." + name in keys, f"add page.{name} to {language}.txt of {game}"
            elif name.startswith(f"{letters}-E"):
                unsaid = name in ("TR-E01", "TR-E02", "TR-E03", "TR-E04", "TR-E20")
                assert "e." + name in keys or unsaid, f"add e.{name} to {language}.txt of {game}"


def test_the_switch_of_a_reading_is_an_option_that_there_is() -> None:
    """A reading with "Switch: option *Name*" names an option of the game in English."""
    named = 0
    for game in citations.LETTERS:
        words = (citations.GAMES_FOLDER / game / "en.txt").read_text(encoding="utf-8")
        for place in citations.read_rules(game).rows.values():
            if "Switch: option *" in place.text:
                name = place.text.partition("Switch: option *")[2].partition("*")[0]
                named += 1
                assert f" = {name}\n" in words, (place.name, name)
    assert named == 9


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("# as L99 and L133-134 say", [("line", "99", "99"), ("line", "133", "134")]),
        (
            "# (RULES 4.1, 4.8 and 4.10, L64)",
            [("line", "64", "64"), *(("section", n, n) for n in ("4.1", "4.8", "4.10"))],
        ),
        ("# a reading [A14], and O4", [("A14", "14", "14"), ("O4", "4", "4")]),
        ("x = 1  # of A-TN14 nothing here", []),
    ],
)
def test_what_is_a_citation(said: str, what: list[tuple[str, str, str]]) -> None:
    prose = [text for _, text in citations.cited_texts(READ, said + "\n")]
    found = [each for text in prose for each in citations.of_one("trireme", text, "", 1)]
    assert [(each.what, each.first, each.last) for each in found] == what


def test_code_is_no_prose() -> None:
    assert list(citations.cited_texts(READ, 'L5 = "L9"\n')) == []


def test_what_leads_nowhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = citations.Citation("trireme", "line", "5", "901", "there.py", 7)
    section = citations.Citation("trireme", "section", "9.9", "9.9", "there.py", 8)
    reading = citations.Citation("trireme", "A99", "99", "99", "there.py", 9)
    backwards = citations.Citation("trireme", "line", "72", "65", "there.py", 10)
    monkeypatch.setattr(citations, "all_citations", lambda: (lost, section, reading, backwards))
    assert citations.without_place() == [
        "there.py:7: L5-901 has no place in trireme/RULES.md",
        "there.py:8: RULES 9.9 has no place in trireme/RULES.md",
        "there.py:9: A99 has no place in trireme/RULES.md",
        "there.py:10: L72-65 has no place in trireme/RULES.md",
    ]


def test_a_number_leads_to_its_row_and_to_what_cites_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert citations.main(["trireme", "A14"]) == 0
    row, *places = capsys.readouterr().out.splitlines()
    assert row.startswith("trireme/RULES.md: A14: ") and "`test_" in row
    assert "firmware/gobelet/games/trireme/rules/fleet_ramming.py:1" in places
    assert citations.main(["trinytia", "L134"]) == 0
    assert any(
        line.startswith("firmware/gobelet/games/trinytia/rules/")
        for line in capsys.readouterr().out.splitlines()
    )
    assert citations.main(["trinytia", "3.1"]) == 0
    assert any(line.startswith("tests/games/trinytia/") for line in capsys.readouterr().out.splitlines())
    assert citations.main(["chess", "L1"]) == 1
    assert "no RULES.md of 'chess'" in capsys.readouterr().out
