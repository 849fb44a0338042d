"""Check the grammar of all texts for players: `make grammar`, before a release.

Harper checks English, Grammalecte French (on Debian: apt-get install grammalecte-cli). grammar.txt lists the
rules that do not suit a small screen, and the sentences that a rule judges wrongly, each with a reason.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.lint import written

LISTED = Path(__file__).with_name("grammar.txt")
GRAMMALECTE = "grammalecte-cli"


class Finding(NamedTuple):
    """A message of a checker about some words.

    `rule` has the name of the checker as its prefix.
    """

    place: str
    rule: str
    words: str
    said: str


class Listed(NamedTuple):
    """The content of grammar.txt: whole rules by language, and (rule, words) of single findings."""

    rules: dict[str, set[str]]
    words: dict[str, set[tuple[str, str]]]
    faults: list[str]


def read_listed(text: str) -> Listed:
    """Parse `[fr]` or `[en]`, then `# reason` above lines `rule` or `rule: words`; a rule may end in *."""
    rules: dict[str, set[str]] = {language: set() for language in written.LANGUAGES}
    words: dict[str, set[tuple[str, str]]] = {language: set() for language in written.LANGUAGES}
    faults = []
    language = ""
    reason = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("["):
            language, reason = line.strip("[]"), False
        elif line.startswith("#"):
            reason = True
        elif line and not reason:
            faults.append(f"{LISTED.name}:{number}: write the reason above, behind #")
        elif line:
            rule, colon, of = line.partition(": ")
            if colon:
                words[language].add((rule, of))
            else:
                rules[language].add(rule)
        else:
            reason = False
    return Listed(rules, words, faults)


def english_findings(passages: list[written.Passage]) -> list[Finding]:
    from harper import Dialect, Linter

    linter = Linter(Dialect.BRITISH)
    return [
        Finding(place, rule, lint.problem_text, lint.message)
        for place, text in passages
        for rule, lints in linter.organized_lints(text).items()
        for lint in lints
    ]


def french_findings(passages: list[written.Passage]) -> list[Finding]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "texts.txt")
        file.write_text("".join(f"{text}\n" for _, text in passages), encoding="utf-8")
        run = subprocess.run(
            [GRAMMALECTE, "--json", "--file", str(file)], capture_output=True, text=True, check=True
        )
    return [
        Finding(
            passage.place,
            error["sRuleId"],
            passage.text[error["nStart"] : error["nEnd"]],
            error["sMessage"],
        )
        for passage, paragraph in zip(passages, json.loads(run.stdout)["data"], strict=True)
        for error in paragraph["lGrammarErrors"]
    ]


def rule_of(finding: Finding, rules: set[str]) -> str:
    """Return the listed rule that covers a finding, or ""."""
    return next(
        (
            rule
            for rule in rules
            if finding.rule == rule or (rule.endswith("*") and finding.rule.startswith(rule[:-1]))
        ),
        "",
    )


def compare_with_list(found: list[Finding], listed: Listed, language: str) -> tuple[list[Finding], list[str]]:
    """Return the findings that are not listed, and the entries without a finding."""
    left, used = [], set()
    for finding in found:
        one = (finding.rule, finding.words)
        rule = rule_of(finding, listed.rules[language])
        if one in listed.words[language]:
            used.add(f"{one[0]}: {one[1]}")
        elif rule:
            used.add(rule)
        else:
            left.append(finding)
    entries = listed.rules[language] | {f"{rule}: {words}" for rule, words in listed.words[language]}
    return left, sorted(entries - used)


def main() -> int:
    listed = read_listed(LISTED.read_text(encoding="utf-8"))
    told = list(listed.faults)
    if shutil.which(GRAMMALECTE) is None:
        told.append(
            f"French was not read: {GRAMMALECTE} is not here. On Debian: apt-get install {GRAMMALECTE}."
        )
    for language, read in (("fr", french_findings), ("en", english_findings)):
        passages = written.all_passages(language)
        if language == "fr" and shutil.which(GRAMMALECTE) is None:
            continue
        found = read(passages)
        left, idle = compare_with_list(found, listed, language)
        told += [f"{place}: {rule}: {words}: {said}" for place, rule, words, said in left]
        told += [f"{LISTED.name}: [{language}] {entry}: nothing needs it; take it out" for entry in idle]
        print(f"{language}: {len(passages)} texts, {len(found)} findings, {len(left)} not listed")
    for line in told:
        print(line, file=sys.stderr)
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
