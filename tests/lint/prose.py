"""Check the spelling of English prose, and subjects of new commits: `python -m tests.lint.prose`.

Prose is every page, comment and docstring, and the English texts of the device. words.txt lists terms of the
games, French words, and correct words that codespell takes for mistakes. French pages and texts are skipped.
The new commits are those missing in origin/main or main; without such a branch, only the last commit is
checked.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import codespell_lib

ROOT = Path(__file__).resolve().parents[2]
WORDS = ROOT / "tests/lint/words.txt"
SUFFIXES = (".md", ".py", ".mjs", ".yml")
FRENCH = (
    "README.fr.md",
    "host_tools/own/sentences.py",
    "simulator/web/messages.mjs",
    "simulator/web/own_messages.mjs",
)
FOLDERS = ("firmware", "boards", "host_tools", "simulator", "tests", ".github")

LONGEST = 72
SUBJECT = re.compile(r"[^\s:][^:]*: [A-Z].*[^.]")
OLD = ("Merge ", "Revert ")


def files() -> list[Path]:
    found = [path for path in ROOT.iterdir() if path.suffix in SUFFIXES]
    for folder in FOLDERS:
        found += [
            path for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES or path.name == "en.txt"
        ]
    kept = [path for path in found if path.is_file() and path.relative_to(ROOT).as_posix() not in FRENCH]
    return sorted(path for path in kept if "node_modules" not in path.parts)


def is_spelt_well(paths: Iterable[Path]) -> bool:
    """Whether codespell finds no mistake; it prints each one."""
    return codespell_lib.main("--ignore-words", str(WORDS), *map(str, paths)) == 0


def wrong(subject: str) -> str:
    """Return the fault in the subject of a commit, or ""."""
    if subject.startswith(OLD):
        return ""
    if len(subject) > LONGEST:
        return f"{len(subject)} characters, {LONGEST} at most"
    if not SUBJECT.fullmatch(subject):
        return "not of the form `component: Verb object`"
    return ""


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout


def new_subjects() -> list[str]:
    for branch in ("origin/main", "main"):
        if git("rev-parse", "--verify", "--quiet", branch):
            return git("log", "--format=%s", f"{branch}..HEAD").splitlines()
    return git("log", "-1", "--format=%s").splitlines()


def main() -> int:
    faults = [f"{subject}: {what}" for subject in new_subjects() if (what := wrong(subject))]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 0 if is_spelt_well(files()) and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
