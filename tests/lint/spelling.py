"""Check the spelling of all texts for players, French and English: `python -m tests.lint.spelling`.

The dictionaries are Hunspell's, from npm; terms.txt has additional words, each with a reason. An English
device text may contain a French word if the French text of the same key has it.
"""

from __future__ import annotations

import re
import sys
from typing import NamedTuple, Protocol

from tests.lint import written

ROOT = written.ROOT
TERMS = ROOT / "tests/lint/terms.txt"
FOLDER = ROOT / ".venv/dictionaries/node_modules"
DICTIONARIES = {"fr": "dictionary-fr", "en": "dictionary-en-gb"}

WORD = re.compile(r"(?<![^\W_])[^\W\d_]+(?:[’'-][^\W\d_]+)*")
ELISION = re.compile(r"(?:[ldnsjmtc]|qu)[’']", re.IGNORECASE)


class Dictionary(Protocol):
    def spell(self, word: str) -> bool: ...


class Terms(NamedTuple):
    """Words missing in the dictionaries, by language, with their line in terms.txt."""

    lines: dict[str, dict[str, int]]
    faults: list[str]


def load_dictionary(language: str) -> Dictionary:
    from hunspell import Hunspell

    found: Dictionary = Hunspell("index", hunspell_data_dir=str(FOLDER / DICTIONARIES[language]))
    return found


def read_terms(text: str) -> Terms:
    """Parse `[fr]`, `[en]` or `[fr en]`, then `# reason` above each line of words."""
    lines: dict[str, dict[str, int]] = {language: {} for language in written.LANGUAGES}
    faults = []
    languages: list[str] = []
    reason = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("["):
            languages = line.strip("[]").split()
        elif line.startswith("#"):
            reason = True
        elif line.split():
            if not reason:
                faults.append(f"{TERMS.name}:{number}: write the reason above, behind #")
            reason = False
            for word in line.split():
                for language in languages:
                    if word in lines[language]:
                        faults.append(f"{TERMS.name}:{number}: {word} stands here twice")
                    lines[language][word] = number
    return Terms(lines, faults)


def word_forms(word: str, language: str) -> list[str]:
    """Return the forms of a word to look up: without l’ or ’s, and with a small first letter."""
    bare = ELISION.sub("", word) if language == "fr" else re.sub(r"[’']s$", "", word)
    return [word, bare, bare[:1].lower() + bare[1:]]


def kept_in_french() -> dict[str, set[str]]:
    """Return the words of each French device text, by the place of its English counterpart."""
    kept: dict[str, set[str]] = {}
    for path in sorted((ROOT / "firmware").rglob("fr.txt")):
        french = dict(
            line.split(" = ", 1) for line in path.read_text(encoding="utf-8").splitlines() if " = " in line
        )
        english = path.with_name("en.txt")
        for number, line in enumerate(english.read_text(encoding="utf-8").splitlines(), 1):
            text = french.get(line.partition(" = ")[0], "")
            kept[f"{english.relative_to(ROOT)}:{number}"] = {word.lower() for word in WORD.findall(text)}
    return kept


def unknown_words(
    passages: list[written.Passage],
    language: str,
    words: Dictionary,
    terms: dict[str, int],
    kept: dict[str, set[str]],
    used: set[str],
) -> list[str]:
    """Return the unknown words; the terms that were needed are added to `used`."""
    found = []
    for place, text in passages:
        for word in WORD.findall(text):
            if words.spell(word):
                continue
            term = next((form for form in word_forms(word, language) if form in terms), "")
            if term:
                used.add(term)
            elif word.lower() not in kept.get(place, ()):
                found.append(
                    f"{place}: {word}: not in the {DICTIONARIES[language]}; if it is right, put it "
                    f"under [{language}] of tests/lint/{TERMS.name}, its reason in a comment above"
                )
    return found


def main() -> int:
    terms = read_terms(TERMS.read_text(encoding="utf-8"))
    told = list(terms.faults)
    idle: dict[str, list[str]] = {}
    for language in written.LANGUAGES:
        used: set[str] = set()
        kept = kept_in_french() if language == "en" else {}
        told += unknown_words(
            written.all_passages(language),
            language,
            load_dictionary(language),
            terms.lines[language],
            kept,
            used,
        )
        for word in terms.lines[language].keys() - used:
            idle.setdefault(word, []).append(language)
    for word, languages in sorted(idle.items()):
        told.append(
            f"{TERMS.name}: {word}: no text in [{' '.join(languages)}] needs it; take it out, or put it under the "
            "language that does"
        )
    for line in told:
        print(line, file=sys.stderr)
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
