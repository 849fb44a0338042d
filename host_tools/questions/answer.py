"""Answers about dice: the odds, the result and its reasons, as text or as JSON."""

from __future__ import annotations

import os
import random
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from host_tools.device.remote import plain
from host_tools.own.sentences import format_message
from host_tools.questions.games import Words

# This import must follow host_tools.questions.games, which makes the firmware importable.
from gobelet.rules import odds  # isort: skip
from gobelet.games.dice.rules import notation  # isort: skip
from gobelet.rules.procedure import OPPONENT, Outcome, Roll, sums  # isort: skip
from gobelet.rules.shaker import Shaker  # isort: skip
from gobelet.game.session import explain  # isort: skip
from gobelet.ui.drawing.numbers import percent, signed_text  # isort: skip

Source = Callable[[int], int]  # a function roll(sides) that returns a face

SUM = "sum"  # `Outcome.word` of an outcome that consists only of the sum of the modifiers
CONFIRMED = "check"  # name of an Ask for the value of a printed cell, whose best option is the shipped value
MOST_LETTERS = 400  # characters in the longest notation of free dice: twenty dice, each with every modifier
# maximum number of lines of printed odds; if there are more outcomes, those that are numbers are grouped into ranges
MOST_ROWS = 40
LONGEST = 23  # characters of the longest fraction that is printed


class AskError(Exception):
    """The reason why the tool cannot compute the odds or the result, as one sentence.

    A sentence of more than 1000 characters is shortened to its first 100 and last 200 characters.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(plain(sentence if len(sentence) <= 1000 else f"{sentence[:100]}…{sentence[-200:]}"))


@dataclass
class Answer:
    """The odds of a roll, and the outcome if no dice are missing.

    odds     the Odds before any die is thrown
    path     the faces of each throw and the decisions, in order
    outcome  the Outcome; None if dice are missing
    waiting  the missing dice, such as "d6 d6"
    """

    odds: Any
    path: list[Any] = field(default_factory=list)
    outcome: Any = None
    waiting: str = ""


def read_pool(text: str) -> Any:
    """Parse the notation of free dice, such as 4d6kh3. Raises NotationError."""
    if len(text) > MOST_LETTERS:  # parsing a number with thousands of digits would take too long
        raise notation.NotationError("count", MOST_LETTERS)
    return notation.parse(text)


def no_pool(text: str, fault: Any) -> str:
    """Return a sentence about an invalid dice notation; `fault` is the NotationError."""
    before, after = text[: fault.offset], text[fault.offset :]
    if len(text) > MOST_LETTERS:
        before, after = f"{before[:20]}…", ""
    return plain(f"{before}▸{after}: {format_message('en', 'no-dice-' + fault.code)}.")


def roller_of_faces(faces: list[int]) -> Source:
    """Return a function roll(sides) that removes and returns the first of `faces`."""

    def roll(sides: int) -> int:
        if not faces:
            raise AskError(f"One more die is needed: a d{sides}.")
        if not 1 <= faces[0] <= sides:
            raise AskError(f"A d{sides} reads 1 to {sides}, not {faces[0]}.")
        return faces.pop(0)

    return roll


def make_roller(seed: int | None) -> Source:
    """Return a function roll(sides) that draws faces.

    Equal seeds give equal faces. Without a seed, the faces come from the entropy of the operating system.
    """
    shaker = Shaker(os.urandom if seed is None else random.Random(seed).randbytes)

    def roll(sides: int) -> int:
        try:
            return int(shaker.roll(sides))
        except ValueError:
            raise AskError(f"No dice cup has a d{sides}: give its face with --dice.") from None

    return roll


def answer_question(
    proc: Any, values: dict[str, int], source: Source | None, taken: dict[str, str], words: Words
) -> Answer:
    """Compute the odds of a Procedure, then resolve it with the dice and decisions.

    `source` draws the faces. If `source` is None, the resolution stops at the first roll. `taken` has the decisions
    given with --take, by name. An outcome that is only a sum is returned without effects, because the players decide
    what to do with the sum.
    """
    found = Answer(odds.procedure_odds(proc, values))
    used = set()
    state = None
    while True:
        now = proc.step(values, state)
        if isinstance(now, Outcome):
            found.outcome = Outcome(now.key, word=SUM) if now.word == SUM else now
            break
        if isinstance(now, Roll):
            if source is None:
                found.waiting = " ".join(f"d{sides}" for sides in now.dice)
                break
            result: Any = tuple(source(sides) for sides in now.dice)
        else:
            result = _decide(proc, now, values, state, taken, words)
            used.add(now.name)
        found.path.append(result)
        state = now.fold(values, state, result)
    for name in taken:
        if found.outcome is not None and name not in used:
            raise AskError(f"Nobody had to choose {name!r} here.")
    return found


def _decide(
    proc: Any, ask: Any, values: dict[str, int], state: Any, taken: dict[str, str], words: Words
) -> int:
    """Return the chosen option of the decision `ask`.

    --take gives the option. If --take is missing, the function returns an opponent's best option, which the odds
    assume too. Raises AskError if --take is missing for any other decision, such as a value of the printed sheet.
    """
    question = f"{proc.name}.{ask.name}"
    names = [_option(proc, question, option, words) for option in ask.options]
    if ask.name in taken:
        at = _option_index(taken[ask.name], names, ask.options)
        if at is None:
            raise AskError(f"{ask.name} can be {', '.join(names)}, not {taken[ask.name]}.")
        return int(ask.options[at])
    best = ask.best(values, state) if ask.best is not None else None
    if ask.chooser == OPPONENT and best is not None:
        return int(best)
    question = question if words.has_text(question) else f"ask.{ask.name}"
    asked = f" ({words(question, state, **values)})" if words.has_text(question) else ""
    wanted = f"Somebody has to choose{asked}: add --take {ask.name}=NAME, one of {', '.join(names)}"
    if ask.name == CONFIRMED and best in ask.options:
        wanted += f"; shipped is {names[ask.options.index(best)]}"
    raise AskError(wanted + ".")


def _option(proc: Any, question: str, option: int, words: Words) -> str:
    """Return the name of an option: its text, the Procedure's label, or its number.

    If the text has a colon, the name is the text before the colon.
    """
    text = words.get(f"{question}.{option}", str(option if proc.label is None else proc.label(option)))
    return text.partition(":")[0].strip()


def _option_index(text: str, names: list[str], options: tuple[int, ...]) -> int | None:
    """Return the index of the option that `text` names, or None.

    `text` may be the name of the option, with or without accents, or its number.
    """
    for form in (str.casefold, _without_accents):
        found = [at for at, name in enumerate(names) if form(name) == form(text)]
        if len(found) == 1:
            return found[0]
    numbers = [str(option) for option in options]
    return numbers.index(text) if text in numbers else None


def _without_accents(text: str) -> str:
    """Return a text in lower case and without accents: éBr becomes ebr."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def key_name(proc: Any, key: Any, words: Words) -> str:
    """Return an outcome key in words: its text, the Procedure's label, or its digits."""
    name = ".".join(map(str, key)) if isinstance(key, tuple) else str(key)
    return words.get(f"{proc.name}.{name}", name if proc.label is None else proc.label(key))


def word_of(proc: Any, values: dict[str, int], outcome: Any, words: Words) -> str:
    """Return the text that names an outcome; for a sum, the total with its sign."""
    if outcome.word == SUM:
        total = sum(sums(proc, values).values())
        return words(f"{proc.name}.{SUM}", signed_text(total) if total else "±0")
    if outcome.word is not None:
        return words(f"{proc.name}.{outcome.word}")
    return key_name(proc, outcome.key, words)


def why(game: str, proc: Any, values: dict[str, int], path: list[Any], words: Words) -> list[str]:
    """Return the reasons of a result, one reason on each line.

    The modifiers of the inputs are first. After them are the lines that the device shows when OK is held.
    """
    lines = [
        f"{words.get(f'{proc.name}.{each.name}', words(f'i.{each.name}'))} {signed_text(each.modifier(values))} "
        f"({words('lane.' + each.lane)})"
        for each in proc.inputs
        if each.lane is not None and each.is_shown(values) and each.modifier(values)
    ]
    return lines + [words(key, *args) for key, args in explain(game, proc, values, path)]


def is_exact(found: Any, key: Any) -> bool:
    """Tell whether the weight of an outcome key is exact.

    The odds have a tail if dice can explode more often than the computed depth. The cases of the tail can belong
    to each key from `tail_low` up, so the weights of these keys are not exact.
    """
    return not found.tail or (isinstance(key, int) and key < found.tail_low)


def shares(found: Any) -> list[tuple[Any, tuple[int, int]]]:
    """Return each outcome key of the odds with its chance (numerator, denominator)."""
    pairs = zip(found.keys, found.weights, strict=True)
    return [(key, odds.ratio(weight, found.total)) for key, weight in pairs]


def odds_lines(
    found: Any, name: Callable[[Any], str], asked: Sequence[tuple[str, Any]], words: Words
) -> list[str]:
    """Format the odds: the chances in `asked` first, then each outcome.

    `name` returns the words for an outcome key. A line has the outcome and its chance, as a fraction and in
    percent. If all outcomes are numbers, each line also has the chance of this number or more. More than MOST_ROWS
    numbers are grouped into ranges. A fraction longer than LONGEST characters is left out.
    """
    dot = words.get("decimal", ".")
    # The chance of "this outcome or more" has a meaning only if all outcomes are numbers.
    numeric = len(found.keys) > 1 and all(name(key) == str(key) for key in found.keys)
    rows: list[tuple[str, Any, Any]] = [(label, share, None) for label, share in asked]
    if numeric and len(found.keys) > MOST_ROWS:
        rows += _ranges(found)
    else:
        rows += [(name(key), share, found.at_least(key) if numeric else None) for key, share in shares(found)]
    for text, weight in (("odds.tail", found.tail), ("odds.unknown", found.unknown)):
        if weight:
            rows.append((words(text), odds.ratio(weight, found.total), None))
    sure = [True] * len(asked) + [is_exact(found, key) for key in found.keys]
    if len(sure) > len(rows):  # the rows are ranges; without a tail, their chances are exact
        sure = [not found.tail] * len(rows)
    sure += [True] * (len(rows) - len(sure))
    exact = [f"{num}/{den}" for _, (num, den), _ in rows]
    exact = [
        fraction if known and len(fraction) <= LONGEST else ""
        for fraction, known in zip(exact, sure, strict=True)
    ]
    wide = max(len(label) for label, _, _ in rows)
    wider = max(map(len, exact))
    return [
        f"  {label:<{wide}}  {fraction:>{wider}}  {percent(share, dot):>6}"
        + (f"  ≥ {percent(least, dot):>6}" if least else "")
        for (label, share, least), fraction in zip(rows, exact, strict=True)
    ]


def _ranges(found: Any) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
    """Group outcomes that are numbers into at most MOST_ROWS ranges.

    Return (label, chance of the range, chance of the range's first number or more) for each range.
    """
    low, high = found.keys[0], found.keys[-1]
    steps = (digit * 10**zeros for zeros in range(9) for digit in (2, 5, 10))
    step = next(step for step in steps if high // step - low // step < MOST_ROWS)
    rows = []
    for first in range(low // step * step, high + 1, step):
        begin, end = max(low, first), min(high, first + step - 1)
        share = found.chance_of(lambda key, begin=begin, end=end: begin <= key <= end)
        rows.append((f"{begin}–{end}" if begin < end else str(end), share, found.at_least(begin)))
    return rows


def odds_json(found: Any, asked: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return odds as plain data for JSON."""
    return {
        "total": found.total,
        "outcomes": [
            {"key": key, "weight": weight, **_share_json(share, is_exact(found, key))}
            for (key, share), weight in zip(shares(found), found.weights, strict=True)
        ],
        "tail": found.tail,
        "unknown": found.unknown,
        "questions": {label: _share_json(share) for label, share in asked},
    }


def _share_json(share: tuple[int, int], known: bool = True) -> dict[str, Any]:
    num, den = share
    return {"fraction": f"{num}/{den}" if known else None, "percent": round(100 * num / den, 6)}
