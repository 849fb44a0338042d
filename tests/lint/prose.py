"""Check the spelling of English prose, its sentences, and subjects of new commits: `python -m tests.lint.prose`.

Prose is every page, comment and docstring, and the English texts of the device. words.txt lists terms of the
games, French words, and correct words that codespell takes for mistakes. French pages and texts are skipped.

Sentences are checked in docstrings and comments only. A sentence that opens with a relative word, such as "What"
or "Nobody", hides its subject. A long sentence holds several ideas. A docstring that opens with "It" has no subject
yet, and one that opens with "Returns" is no imperative. Outside the tests its first line has 80 characters at most.

A public method needs a docstring, unless a class outside the games has explained a method of this name: so `draw`
of a screen needs none.

The new commits are those missing in origin/main or main; without such a branch, only the last commit is
checked.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import codespell_lib

Definition = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
ROOT = Path(__file__).resolve().parents[2]
WORDS = ROOT / "tests/lint/words.txt"
SUFFIXES = (".md", ".py", ".mjs", ".yml")
FRENCH = (
    "README.fr.md",
    "host_tools/own/sentences.py",
    "simulator/web/messages.mjs",
    "simulator/web/own_messages.mjs",
)
SPELT = ("firmware", "boards", "host_tools", "simulator", "tests", ".github")

# Folders whose sentences are checked, and those whose methods need docstrings.
FOLDERS = ("boards", "firmware", "host_tools", "simulator", "tests")
EXPLAINED = ("firmware", "host_tools", "simulator")
SUMMARISED = ("boards", *EXPLAINED)
MOST_CHARACTERS = 80
# A game's screens have the methods of the shared ones; the stand-ins have those of MicroPython's modules.
UNEXPLAINED = ("firmware/gobelet/games/", "host_tools/building/template_game/", "simulator/stand_ins/")
RELATIVE = re.compile(
    r"(What|Where|Who|Whose|Whoever|Whatever|Wherever|Of|With|Nobody|Nothing|That which|Those (that|who))\b"
)
OPENING = re.compile(
    r"(It|Its|They|He|Returns|Gives|Makes|Opens|Closes|Erases|Writes|Reads|Asks|Sets|Takes|Finds|Adds|Removes|Creates"
    r"|Sends|Puts|Raises|Refuses|Computes|Parses|Yields|Does|Says|Tells|Lets|Keeps|Shows|Calls|Gets|Runs)\b"
)
MOST_WORDS = 25
WORD = re.compile(r"[A-Za-z’'\-]+")
# A blank line, or the line end before an item of a list: "- text", or a term, two spaces and its meaning.
PART = re.compile(r"\n\s*\n|\n(?=\s*-\s|[^\n]*\S {2,}\S)")
SENTENCE = re.compile(r"(?<=[.!?:;])\s+")

LONGEST = 72
SUBJECT = re.compile(r"[^\s:][^:]*: [A-Z].*[^.]")
OLD = ("Merge ", "Revert ")


def prose_files() -> list[Path]:
    found = [path for path in ROOT.iterdir() if path.suffix in SUFFIXES]
    for folder in SPELT:
        found += [
            path for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES or path.name == "en.txt"
        ]
    kept = [path for path in found if path.is_file() and path.relative_to(ROOT).as_posix() not in FRENCH]
    return sorted(path for path in kept if "node_modules" not in path.parts)


def is_spelt_well(paths: Iterable[Path]) -> bool:
    """Tell whether codespell finds no mistake; it prints each one."""
    return codespell_lib.main("--ignore-words", str(WORDS), *map(str, paths)) == 0


@lru_cache(maxsize=1)
def module_definitions(source: str) -> list[Definition]:
    """Return the module with all its classes and functions.

    The search skips expressions, which contain no definition.
    """
    found: list[Definition] = []
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, Definition):
            found.append(node)
        waiting += [each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.expr)]
    return found


def prose_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each docstring and of each block of comments."""
    for node in module_definitions(source):
        if text := ast.get_docstring(node):
            yield node.body[0].lineno, text
    blocks: list[tuple[int, int, list[str]]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        line, column = token.start
        if not blocks or (line, column) != (blocks[-1][0] + len(blocks[-1][2]), blocks[-1][1]):
            blocks.append((line, column, []))
        blocks[-1][2].append(token.string.lstrip("# "))
    yield from ((line, "\n".join(found)) for line, _, found in blocks)


def long_summaries(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, fault) of each docstring whose first line is too long."""
    for node in module_definitions(source):
        first = (ast.get_docstring(node) or "").partition("\n")[0]
        if len(first) > MOST_CHARACTERS:
            line = node.body[0].lineno
            yield line, f"first line has {len(first)} characters, {MOST_CHARACTERS} at most: {first}"


def opening_faults(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, fault) of each docstring of a function that opens with a pronoun or a verb in the third person."""
    for node in module_definitions(source):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node) or ""
            if match := OPENING.match(text):
                yield node.body[0].lineno, f"opens with {match[0]!r}: {text.partition(chr(10))[0]}"


def public_methods(source: str) -> Iterator[tuple[int, str, str, bool]]:
    """Yield (line, class, method, whether it has a docstring) of each public method of a public class."""
    for node in module_definitions(source):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                    yield method.lineno, node.name, method.name, bool(ast.get_docstring(method))


def unexplained_methods() -> list[str]:
    """Return the public methods outside the games that no docstring explains."""
    found: list[str] = []
    known: set[str] = set()
    for path in python_files(EXPLAINED):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(UNEXPLAINED):
            for line, owner, method, has_docstring in public_methods(path.read_text(encoding="utf-8")):
                if has_docstring:
                    known.add(method)
                else:
                    found.append(
                        f"{name}:{line}: no docstring explains a method of this name: {owner}.{method}"
                    )
    return [fault for fault in found if fault.rpartition(".")[2] not in known]


def sentence_faults(source: str) -> list[tuple[int, str]]:
    """Return (line, fault) of each sentence in docstrings and comments that hides its subject or is too long."""
    found = []
    for line, text in prose_texts(source):
        for part in PART.split(re.sub(r"`[^`]*`", "X", text)):
            for sentence in SENTENCE.split(" ".join(part.split())):
                if RELATIVE.match(sentence) and not sentence.endswith("?"):
                    found.append((line, f"begins with {sentence.split()[0]!r}: {sentence}"))
                if (words := len(WORD.findall(sentence))) > MOST_WORDS:
                    found.append((line, f"{words} words, {MOST_WORDS} at most: {sentence}"))
    return found


def python_files(folders: Iterable[str]) -> list[Path]:
    """List the Python files below some folders."""
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return sorted(path for path in found if "node_modules" not in path.parts)


def unclear_files(paths: Iterable[Path]) -> list[str]:
    """Return the faults of all sentences in some files, each with its file and line."""
    faults = []
    for path in paths:
        name = path.relative_to(ROOT).as_posix()
        source = path.read_text(encoding="utf-8")
        found = [*sentence_faults(source), *opening_faults(source)]
        if name.startswith(SUMMARISED):
            found += long_summaries(source)
        faults += [f"{name}:{line}: {fault}" for line, fault in found]
    return faults


def subject_fault(subject: str) -> str:
    """Return the fault in the subject of a commit, or ""."""
    if subject.startswith(OLD):
        return ""
    if len(subject) > LONGEST:
        return f"{len(subject)} characters, {LONGEST} at most"
    if not SUBJECT.fullmatch(subject):
        return "not of the form `component: Verb object`"
    return ""


def run_git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout


def new_subjects() -> list[str]:
    for branch in ("origin/main", "main"):
        if run_git("rev-parse", "--verify", "--quiet", branch):
            return run_git("log", "--format=%s", f"{branch}..HEAD").splitlines()
    return run_git("log", "-1", "--format=%s").splitlines()


def main() -> int:
    faults = [f"{subject}: {what}" for subject in new_subjects() if (what := subject_fault(subject))]
    faults += unclear_files(python_files(FOLDERS)) + unexplained_methods()
    for fault in faults:
        print(fault, file=sys.stderr)
    return 0 if is_spelt_well(prose_files()) and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
