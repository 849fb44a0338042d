"""The sample of sentences for a reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lint.sentences import (
    COUNT,
    Sentence,
    code_around,
    count_verdicts,
    draw_sentences,
    main,
    page_texts,
    tree_sentences,
)

SOURCE = '''"""A module that counts the presses of a key. The caller resets it.

left   number of presses that are left
"""

FIRST = 1  # a value that the next function reads again
SECOND: int = ""  # type: ignore[assignment]
'''


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "firmware"
    folder.mkdir()
    (folder / "keys.py").write_text(SOURCE)
    (folder / "README.md").write_text(
        "# Keys\n\nA paragraph that says something.\nIt goes on here.\n\n    some code\n"
    )
    return tmp_path


def test_docstrings_comments_and_pages_are_sentences(tree: Path) -> None:
    assert tree_sentences(tree, "new") == [
        Sentence("firmware/README.md", 3, 4, "A paragraph that says something.", "new"),
        Sentence("firmware/keys.py", 1, 3, "A module that counts the presses of a key.", "new"),
        Sentence("firmware/keys.py", 1, 3, "left number of presses that are left", "new"),
        Sentence("firmware/keys.py", 6, 6, "a value that the next function reads again", "new"),
    ]


def test_the_code_around_has_the_whole_text(tree: Path) -> None:
    last = tree_sentences(tree)[2]
    assert code_around(last, tree) == SOURCE


def test_a_page_is_read_without_its_code() -> None:
    page = (
        "# Title\n\nFirst.\n\n```sh\nmake run\n\nmake test\n```\n\nSecond\nand third.\n\n"
        "| a | b |\n|---|---|\n| c | d |\n\n![a picture](a.svg)\n\n- an item\n- another\n\n1. a step\n\n    some code\n"
    )
    assert list(page_texts(page)) == [(3, "First."), (11, "Second\nand third.")]


def test_a_seed_draws_the_same_sentences(tmp_path: Path) -> None:
    for state in ("now", "then"):
        folder = tmp_path / state / "firmware"
        folder.mkdir(parents=True)
        (folder / "all.py").write_text(
            "".join(f"# the sentence of the {state} number {number}\n\n" for number in range(90))
        )
    trees = {state: tmp_path / state for state in ("now", "then")}
    drawn = draw_sentences(5, trees)
    assert drawn == draw_sentences(5, trees) != draw_sentences(6, trees)
    assert [sum(each.state == state for each in drawn) for state in trees] == [COUNT, COUNT]
    assert 0 < sum(each.state == "now" for each in drawn[:COUNT]) < COUNT, "the states are mixed"


def test_verdicts_are_counted_by_state() -> None:
    drawn = [
        Sentence("a.py", 1, 1, "one", "now"),
        Sentence("a.py", 2, 2, "two", "then"),
        Sentence("a.py", 3, 3, "three", "now"),
    ]
    assert count_verdicts(drawn, "1 clear\n2 not : who is 3 not?\n3 clear\n") == {
        ("now", "clear"): 2,
        ("then", "not"): 1,
    }
    with pytest.raises(ValueError, match=r"\[2\]"):
        count_verdicts(drawn, "1 clear\n3 second\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["7", "--beside", "none"], "git knows no files of 'none'"),
        (["7", "--judged", "none.txt"], "none.txt"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(words)
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("python -m tests.lint.sentences: error: ") and said in last
