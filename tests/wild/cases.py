"""Public requests for dice rolls, tried with our own inputs by `python -m tests.wild`.

Each case has an outcome: right, wrong, refused (with one sentence), or not covered.
"""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from host_tools.questions import presets
from host_tools.questions.answer import no_pool, read_pool

# This import must follow host_tools.questions, which makes the firmware importable.
from host_tools.own import compiler, imports  # isort: skip
from gobelet.rules.dice import by_hand, throw  # isort: skip
from gobelet.rules.odds import procedure_odds  # isort: skip
from gobelet.rules.pools import pool_odds  # isort: skip
from gobelet.rules.procedure import values  # isort: skip
from gobelet.games.dice.rules.notation import NotationError  # isort: skip
from gobelet.games.own.rules import declaration, rolls  # isort: skip

RIGHT, WRONG, REFUSED, MISSING = "right", "wrong", "refused", "not covered"
Verdict = tuple[str, str]  # the outcome, and a remark
Try = Callable[[], Verdict]
Total = Callable[[Sequence[int]], int]


class Case:
    """A row: its number, the request, the input, and the attempt."""

    def __init__(self, number: int, asked: str, given: str, attempt: Try | None, test: str = "") -> None:
        self.number = number
        self.asked = asked
        self.given = given
        self.attempt = attempt
        self.test = test  # the test that covers the row, if the row has no input


def compare(found: object, right: object) -> Verdict:
    return (RIGHT, str(found)) if found == right else (WRONG, f"{found}, not {right}")


# Kinds of attempts


def chance_case(text: str, sides: Sequence[int], total: Total, least: int) -> Try:
    """Compare the chance of at least a number with a count of all faces.

    The faces of the first throws come first in the list, then those of possible further throws.
    """

    def attempt() -> Verdict:
        found = Fraction(*pool_odds(read_pool(text)).at_least(least))
        ways = good = 0
        for faces in itertools.product(*[range(1, one + 1) for one in sides]):
            ways += 1
            good += total(faces) >= least
        return compare(found, Fraction(good, ways))

    return attempt


def sum_case(text: str, sides: Sequence[int], least: int) -> Try:
    """Compare the chance that a sum of dice reaches a number with a count die by die."""

    def attempt() -> Verdict:
        ways = {0: 1}
        for one in sides:
            more: dict[int, int] = {}
            for value, count in ways.items():
                for face in range(1, one + 1):
                    more[value + face] = more.get(value + face, 0) + count
            ways = more
        good = sum(count for value, count in ways.items() if value >= least)
        found = Fraction(*pool_odds(read_pool(text)).at_least(least))
        verdict, _ = compare(found, Fraction(good, sum(ways.values())))
        return verdict, f"{float(found):.6f}"

    return attempt


def result_case(text: str, faces: Sequence[int], total: int) -> Try:
    """Compare the total of these faces."""
    return lambda: compare(throw(read_pool(text), by_hand(faces)).total, total)


def refusal_case(text: str, instead: str) -> Try:
    """Expect a refusal that names an alternative."""

    def attempt() -> Verdict:
        try:
            read_pool(text)
        except NotationError as fault:
            told = no_pool(text, fault)
            return (REFUSED if instead in told else WRONG), told
        return WRONG, "taken"

    return attempt


def first_wrong_case(*attempts: Try) -> Try:
    """Try several inputs in one row; return the first wrong outcome, else the last."""

    def attempt() -> Verdict:
        found = [each() for each in attempts]
        wrong = [each for each in found if each[0] == WRONG]
        verdicts = {each[0] for each in found}
        verdict = RIGHT if RIGHT in verdicts else found[-1][0]
        return wrong[0] if wrong else (verdict, "; ".join(each[1] for each in found))

    return attempt


def game_text(*lines: str) -> str:
    return "\n".join(('[game]\nid = "g"\ntitle = "G"\n[[roll]]\nid = "r"', *lines, ""))


def _odds_of(text: str, given: dict[str, int]) -> tuple[list[Fraction], str]:
    made, data = compiler.compile_text(text)
    declaration.load_game(data)
    proc = next(each for each in vars(rolls).values() if hasattr(each, "declared"))
    odds = procedure_odds(proc, values(proc, given))
    said = "\n".join(made.texts["en"].values())
    return [Fraction(weight, odds.total) for weight in odds.weights], said


def odds_case(text: str, right: Sequence[str], **given: int) -> Try:
    """Compare the odds of a game written as text."""
    return lambda: compare(" ".join(map(str, _odds_of(text, given)[0])), " ".join(right))


def import_case(name: str, data: str | bytes, right: Sequence[str], *words: str, absent: str = "") -> Try:
    """Compare the odds of a user's file, and check words that must or must not appear."""

    def attempt() -> Verdict:
        try:
            found, said = _odds_of(_text_of(name, data), {})
        except imports.ForeignError as fault:
            return WRONG, fault.message("en")
        except compiler.OwnError as fault:
            return WRONG, str(fault)
        lost = [word for word in words if word not in said]
        if lost or (absent and absent in said):
            return WRONG, f"{lost or absent}"
        verdict, told = compare(" ".join(map(str, found)), " ".join(right))
        return verdict, told if len(told) < 40 else f"{len(found)} results"

    return attempt


def not_taken(name: str, data: str, code: str) -> Try:
    """Expect the refusal of a file, with one sentence."""

    def attempt() -> Verdict:
        try:
            faults = compiler.read(_text_of(name, data)).faults
        except imports.ForeignError as fault:
            return (REFUSED if fault.code == code else WRONG), fault.message("en")
        told = [fault.code for fault in faults]
        return (REFUSED if told == [code] else WRONG), "; ".join(each.message("en") for each in faults)

    return attempt


def _text_of(name: str, data: str | bytes) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return imports.text_of(path)


def foundry_table(formula: str, *listed: object, **more: object) -> str:
    rows = [
        {"range": list(ends), **(each if isinstance(each, dict) else {"text": each})} for ends, each in listed
    ]  # type: ignore[misc]
    return json.dumps({"name": "Signs on the long road north", "formula": formula, "results": rows, **more})


def preset_case(*lines: str, right: bytes) -> Try:
    """Convert a list of macros to presets."""
    return lambda: compare(presets.pack_presets(lines).decode(), right.decode())


def page_says(path: str, *words: str) -> Try:
    """Look for a sentence in a file of the project."""

    def attempt() -> Verdict:
        text = (Path(__file__).resolve().parents[2] / path).read_text(encoding="utf-8")
        lost = [word for word in words if word not in text]
        return (MISSING, f"{path} does not say {lost[0]}") if lost else (RIGHT, path)

    return attempt
