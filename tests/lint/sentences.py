"""Draw sentences for a reader who does not know the project: `python -m tests.lint.sentences SEED`.

    python -m tests.lint.sentences 7 --beside HEAD~100 >sheet.md            the sentences, with the code around
    python -m tests.lint.sentences 7 --beside HEAD~100 --judged lines.txt   the count of the reader's verdicts

The sentences are those of docstrings, of comments and of README files in EXPLAINED. `--beside` mixes as many sentences
of an earlier commit in. The reader does not learn which state a sentence has, so the earlier one shows how strict this
reader is. The reader answers with a line for each sentence: its number and "clear", "second" (clear at second reading)
or "not".
"""

from __future__ import annotations

import argparse
import io
import random
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt

from tests.lint.prose import EXPLAINED, PART, ROOT, prose_texts

COUNT = 40
LEAST = 25  # characters of a sentence
END = re.compile(r"(?<=[.!?])\s+(?=\W?[A-Z0-9])")
BEFORE, AFTER = 5, 10  # lines of code that are printed before and after the text of a sentence
DIRECTIVE = re.compile(r"(noqa|(fmt|type|ruff|mypy|pragma|usage):)")
VERDICTS = ("clear", "second", "not")
VERDICT = re.compile(rf"^\W*(\d+)\W+({'|'.join(VERDICTS)})\b", re.M)


@dataclass(frozen=True, order=True)
class Sentence:
    """A sentence of the sources, and the state of the sources that it was drawn from."""

    path: str
    line: int  # where its docstring, comment or paragraph begins
    last: int  # where that text ends
    text: str
    state: str = "now"


def page_texts(page: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each paragraph of a Markdown page."""
    for opening, inline in pairwise(MarkdownIt().enable("table").parse(page)):
        is_alone = opening.type == "paragraph_open" and opening.level == 0  # in no list, table or quotation
        if is_alone and opening.map and not inline.content.startswith("!["):
            yield opening.map[0] + 1, inline.content


def tree_sentences(root: Path, state: str = "now") -> list[Sentence]:
    """Return the sentences of the files below `root`, in a fixed order."""
    found = set()
    for path in (path for folder in EXPLAINED for path in (root / folder).rglob("*")):
        if path.suffix == ".py" and "stand_ins" not in path.parts:
            texts = prose_texts(path.read_text(encoding="utf-8"))
        elif path.name == "README.md":
            texts = page_texts(path.read_text(encoding="utf-8"))
        else:
            continue
        name = path.relative_to(root).as_posix()
        for line, text in texts:
            for part in PART.split(text):
                for sentence in END.split(" ".join(part.split())):
                    if len(sentence) > LEAST and not DIRECTIVE.match(sentence):
                        found.add(Sentence(name, line, line + text.count("\n"), sentence, state))
    return sorted(found)


def unpack_commit(commit: str, folder: Path) -> Path:
    """Write the files of a commit into a folder; return the folder. Raises ValueError for an unknown commit."""
    command = ["git", "archive", "--format=zip", commit, *EXPLAINED]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        raise ValueError(f"git knows no files of {commit!r}: name a commit that has {', '.join(EXPLAINED)}")
    zipfile.ZipFile(io.BytesIO(packed.stdout)).extractall(folder)
    return folder


def draw_sentences(seed: int, trees: dict[str, Path]) -> list[Sentence]:
    """Draw COUNT sentences of each tree, by its state; mix them."""
    drawn = [
        sentence
        for state, root in trees.items()
        for sentence in random.Random(f"{seed} {state}").sample(tree_sentences(root, state), COUNT)
    ]
    random.Random(seed).shuffle(drawn)
    return drawn


def code_around(sentence: Sentence, root: Path) -> str:
    lines = (root / sentence.path).read_text(encoding="utf-8").split("\n")
    return "\n".join(lines[max(0, sentence.line - BEFORE) : sentence.last + AFTER])


def count_verdicts(drawn: list[Sentence], said: str) -> Counter[tuple[str, str]]:
    """Count the verdicts by (state, verdict). Raises ValueError if a sentence has none."""
    verdicts = {int(number): verdict for number, verdict in VERDICT.findall(said)}
    if missing := [number for number in range(1, len(drawn) + 1) if number not in verdicts]:
        raise ValueError(f"no verdict for {missing}")
    return Counter((sentence.state, verdicts[number]) for number, sentence in enumerate(drawn, 1))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.lint.sentences", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("seed", type=int)
    parser.add_argument("--beside", metavar="COMMIT", help="mix as many sentences of this commit in")
    parser.add_argument("--judged", metavar="FILE", type=Path, help="count the verdicts in this file")
    asked = parser.parse_args(words)
    try:
        print_answer(asked.seed, asked.beside, asked.judged)
    except (OSError, ValueError) as fault:
        parser.error(str(fault))
    return 0


def print_answer(seed: int, beside: str | None, judged: Path | None) -> None:
    """Print the sentences of a seed, or the count of the verdicts in the file `judged`."""
    with tempfile.TemporaryDirectory() as folder:
        trees = {"now": ROOT}
        if beside:
            trees[beside] = unpack_commit(beside, Path(folder))
        drawn = draw_sentences(seed, trees)
        if judged:
            counted = count_verdicts(drawn, judged.read_text(encoding="utf-8"))
            for state in trees:
                print(f"{state}: " + ", ".join(f"{counted[state, each]} {each}" for each in VERDICTS))
            return
        for number, sentence in enumerate(drawn, 1):
            print(f"\n## {number}. {sentence.path}:{sentence.line}\n> {sentence.text}\n")
            print(f"~~~\n{code_around(sentence, trees[sentence.state])}\n~~~")


if __name__ == "__main__":
    sys.exit(main())
