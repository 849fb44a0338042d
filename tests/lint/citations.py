"""Check the rule numbers that code, texts and tests cite against each game's RULES.md.

    python -m tests.lint.citations                    list broken citations, and numbers without a test.
    python -m tests.lint.citations --write            regenerate firmware/gobelet/games/COVERAGE.md.
    python -m tests.lint.citations trinytia L134      print its row of RULES.md, and each place that cites it.
    python -m tests.lint.citations trinytia 3.1       print each place that cites this section.

A citation is a line (L112, L112-120), a section (RULES 4.7) or a reading ([A-TN03], in Trirème [A14]). An
erratum (E-TN03), a refusal (TN-E05) and a chance (O4) are citations too. For a line, a section, [A14] or O4,
the path determines the game. In a list of tests about one game, the name of the game is enough.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
GAMES_FOLDER = ROOT / "firmware/gobelet/games"
COVERAGE = GAMES_FOLDER / "COVERAGE.md"
README = GAMES_FOLDER / "README.md"  # the numbers in this file belong to an example
LETTERS = {"mystria": "MY", "traqueur": "TQ", "trinites": "TR", "trinytia": "TN", "trireme": "TRI"}
OF_LETTERS = {letters: game for game, letters in LETTERS.items()}
FOLDERS = ("firmware", "boards", "host_tools", "simulator", "tests")
SUFFIXES = (".py", ".md", ".txt", ".json", ".jsonl")
WIDE = 60  # number of lines; a longer citation is no evidence for a single line

LINE = re.compile(r"\bL(\d{1,3})(?:-L?(\d{1,3}))?\b")
SECTIONS = re.compile(r"\bRULES ((?:\d+(?:\.\d+)*)(?:(?:-|, | and )\d+(?:\.\d+)*)*)")


def code_pattern(letters: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of readings and errata, then of refusals, of games with these letters."""
    either = "|".join(letters)
    return re.compile(rf"\b(?:[AE]-({either})|({either})-E)(\d+)\b")


CODED = code_pattern(OF_LETTERS)
READING = re.compile(r"(?<![\w-])A(\d{1,2})\b")
CHANCE = re.compile(r"(?<![\w-])O(\d{1,2})\b(?! *[=\[])")


class Citation(NamedTuple):
    game: str
    what: str  # "line", "section", or the number itself: A-TN03, A14, O4, TN-E05
    first: str
    last: str
    path: str
    at: int


class Place(NamedTuple):
    """A numbered row of a table in RULES.md."""

    name: str
    text: str
    shown: str  # the last cell of the row


class Rules(NamedTuple):
    lines: list[tuple[int, int, Place]]
    sections: set[str]
    rows: dict[str, Place]


def row_cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


@cache
def read_rules(game: str) -> Rules:
    found = Rules([], set(), {})
    for line in (GAMES_FOLDER / game / "RULES.md").read_text(encoding="utf-8").splitlines():
        if head := re.match(r"#+ (\d+(?:\.\d+)*)\.? ", line):
            found.sections.add(head[1])
        elif chance := re.match(r"\*\*(O\d+)\b", line):
            found.rows[chance[1]] = Place(chance[1], line, "")
        elif line.startswith("| "):
            row = row_cells(line)
            place = Place(row[0], " | ".join(row[1:-1]), row[-1])
            if (span := LINE.fullmatch(row[0])) and len(row) == 3:
                found.lines.append((int(span[1]), int(span[2] or span[1]), place))
            elif CODED.fullmatch(row[0]) or (game == "trireme" and READING.fullmatch(row[0])):
                found.rows[row[0]] = place
    return found


def _in_lists(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            if key == "lines":
                yield " ".join(f"L{number}" for number in each)
            else:
                yield from _in_lists(each)
    elif isinstance(value, list):
        for each in value:
            yield from _in_lists(each)


def cited_texts(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each text with citations.

    The texts are comments, docstrings, device texts, pages, and notes of vectors.
    """
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (
                said := ast.get_docstring(node, clean=False)
            ):
                yield getattr(node, "lineno", 1), said
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
    elif path.suffix == ".jsonl":
        for at, line in enumerate(text.splitlines(), 1):
            row = json.loads(line)
            for said in _in_lists({key: row[key] for key in ("basis", "lines", "note") if key in row}):
                yield at, said
    elif path.suffix == ".json":
        for said in _in_lists(json.loads(text)):
            yield 1, said
    else:
        device = path.suffix == ".md" or "firmware" in path.parts
        for at, line in enumerate(text.splitlines(), 1):
            if device or line.startswith("#"):
                yield at, line


def of_one(game: str, said: str, path: str, at: int) -> Iterator[Citation]:
    for line in LINE.finditer(said):
        yield Citation(game, "line", line[1], line[2] or line[1], path, at)
    for section in SECTIONS.finditer(said):
        for number in re.findall(r"\d+(?:\.\d+)*", section[1]):
            yield Citation(game, "section", number, number, path, at)
    if game == "trireme":
        for kind, pattern in (("A", READING), ("O", CHANCE)):
            for number in pattern.findall(said):
                yield Citation(game, f"{kind}{number}", number, number, path, at)


@cache
def all_citations() -> tuple[Citation, ...]:
    found: list[Citation] = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            here = path.relative_to(ROOT).as_posix()
            if (
                path.suffix not in SUFFIXES
                or path in (COVERAGE, README)
                or "/golden/" in here
                or path == Path(__file__)
            ):
                continue
            text = path.read_text(encoding="utf-8")
            for coded in CODED.finditer(text):
                game = OF_LETTERS[coded[1] or coded[2]]
                found.append(
                    Citation(game, coded[0], coded[3], coded[3], here, text[: coded.start()].count("\n") + 1)
                )
            game = next((game for game in LETTERS if game in here), "")
            # scripts quote texts of screens, in which L5 is a Lieu
            if game and not here.startswith("tests/scripts"):
                for at, said in cited_texts(path, text):
                    found += of_one(game, said, here, at)
    return tuple(found)


def without_letters() -> list[str]:
    """Return a message for each RULES.md without letters, and for letters without a RULES.md."""
    games = {path.parent.name for path in GAMES_FOLDER.glob("*/RULES.md")}
    return [
        *(
            f"add two letters of {game} to LETTERS in tests/lint/citations.py"
            for game in games - set(LETTERS)
        ),
        *(f"take {game} out of LETTERS in tests/lint/citations.py" for game in set(LETTERS) - games),
    ]


def without_place() -> list[str]:
    """Return a message for each citation without a matching place."""
    found = []
    for each in all_citations():
        of = read_rules(each.game)
        if each.what == "line":
            spans = [(first, last) for first, last, _ in of.lines]
            known = all(any(a <= int(end) <= b for a, b in spans) for end in (each.first, each.last))
            known = known and int(each.first) <= int(each.last)
        elif each.what == "section":
            known = each.first in of.sections
        else:
            known = each.what in of.rows
        if not known:
            name = {"line": f"L{each.first}-{each.last}", "section": f"RULES {each.first}"}.get(
                each.what, each.what
            )
            found.append(f"{each.path}:{each.at}: {name} has no place in {each.game}/RULES.md")
    return found


@cache
def test_names(folder: str) -> frozenset[str]:
    """Return the names of the tests below a folder."""
    return frozenset(
        name
        for path in (ROOT / folder).rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.M)
    )


def _cited_by_tests(game: str) -> tuple[set[str], list[tuple[int, int]]]:
    numbers, spans = set(), []
    for each in all_citations():
        if each.game == game and each.path.startswith("tests/"):
            if each.what == "line":
                spans.append((int(each.first), int(each.last)))
            else:
                numbers.add(each.what)
    return numbers, spans


@cache
def rule_evidence(game: str) -> dict[str, str]:
    """Return the evidence for each number of a RULES.md.

    The evidence is "test" (a named test), "cited" (by a test), "not" (not implemented, with a reason), or "".
    """
    of = read_rules(game)
    numbers, spans = _cited_by_tests(game)
    here = test_names(f"tests/games/{game}") | test_names("tests/games")
    found: dict[str, str] = {}

    def add_evidence(place: Place, cited: bool) -> None:
        named = re.findall(r"`(test_\w+)`", place.shown)
        if place.shown.startswith("Not implemented because "):
            found[place.name] = "not"
        elif named:
            found[place.name] = "test" if here.issuperset(named) else ""
        else:
            found[place.name] = "cited" if cited else ""

    for first, last, place in of.lines:
        wide = max(WIDE, last - first)
        add_evidence(place, any(a <= last and b >= first and b - a <= wide for a, b in spans))
    for name, place in of.rows.items():
        chance = re.compile(f"test_{name.lower()}_")  # a test for O4 is called test_o4_grapple, for example
        add_evidence(place, name in numbers or any(map(chance.match, here)))
    return found


def numbers_without_evidence() -> list[str]:
    return [
        f"{game}/RULES.md: {name} is shown by no test, and does not say why"
        for game in LETTERS
        for name, how in rule_evidence(game).items()
        if not how
    ]


def coverage_page() -> str:
    """Return COVERAGE.md: for each game the counts, the lines with tests, and the unimplemented numbers."""
    out = [
        "# What the rules say, and what shows it",
        "",
        "`make format` writes this page from the `RULES.md` of each game. `make lint` holds every citation in code,",
        "texts and tests to a place there, and every number there to a test or to a reason. Other lines of a text are",
        "heads, stories and credits.",
        "",
        "| game | lines of rules | readings | errata | refusals | shown by tests | not implemented |",
        "|---|---|---|---|---|---|---|",
    ]
    for game in sorted(LETTERS):
        of, how = read_rules(game), rule_evidence(game)
        counts = [
            len(of.lines),
            sum(name.startswith("A") for name in of.rows),
            sum(name.startswith("E-") for name in of.rows),
            sum("-E" in name for name in of.rows),
            sum(each in ("test", "cited") for each in how.values()),
            sum(each == "not" for each in how.values()),
        ]
        out.append(f"| [{game}]({game}/RULES.md) | {' | '.join(str(count) for count in counts)} |")
    out += ["", "## Lines that tests show", "", "| game | lines |", "|---|---|"]
    for game in sorted(LETTERS):
        names = [
            place.name[1:]
            for _, _, place in read_rules(game).lines
            if rule_evidence(game)[place.name] != "not"
        ]
        out.append(f"| {game} | {', '.join(names)} |")
    out += ["", "## Not implemented, and why", "", "| game | number | rule | why |", "|---|---|---|---|"]
    for game in sorted(LETTERS):
        of = read_rules(game)
        for place in [*(place for _, _, place in of.lines), *of.rows.values()]:
            if rule_evidence(game)[place.name] == "not":
                why = place.shown.removeprefix("Not implemented because ")
                out.append(
                    f"| {game} | {place.name} | {place.text.split(' | ')[0]} | {why[:1].upper()}{why[1:]} |"
                )
    return "\n".join(out) + "\n"


def number_report(game: str, name: str) -> list[str]:
    """Return the row of a number, the tests that it names, and each place that cites it."""
    wanted = LINE.fullmatch(name)
    first, last = (int(wanted[1]), int(wanted[2] or wanted[1])) if wanted else (0, 0)
    of = read_rules(game)
    rows = [place for a, b, place in of.lines if wanted and a <= last and b >= first]
    rows += [of.rows[name]] if name in of.rows else []
    lines = [f"{game}/RULES.md: {each.name}: {each.text}  {each.shown}".rstrip() for each in rows]
    for each in all_citations():
        here = each.game == game and (
            each.what == name
            or (each.what == "section" and each.first == name)
            or bool(wanted and each.what == "line" and int(each.first) <= last and int(each.last) >= first)
        )
        if here and not each.path.endswith("RULES.md"):
            lines.append(f"{each.path}:{each.at}")
    return list(dict.fromkeys(lines))


def main(arguments: list[str]) -> int:
    if len(arguments) == 2:
        game, name = arguments
        lines = number_report(game, name) if game in LETTERS else []
        print(
            "\n".join(lines)
            or f"{name} is in no RULES.md of {game!r}: one of {', '.join(LETTERS)}, then L134, 3.1 or A-TN03."
        )
        return not lines
    faults = without_letters() or [*without_place(), *numbers_without_evidence()]
    if "--write" in arguments and not faults:
        COVERAGE.write_text(coverage_page(), encoding="utf-8")
    for fault in faults:
        print(fault, file=sys.stderr)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
