"""Warn of dice notations that have another meaning in other programs.

These programs are Foundry, Roll20 and rpg-dice-roller. The module also runs in the page's editor, under
MicroPython.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import COMPOUND, DIGITS, MATCHES, SIMPLE

if TYPE_CHECKING:
    from typing import Any

_DIGITS = "0123456789"


def other_meanings(text: str, pool: Any) -> list[tuple[Any, ...]]:
    """Return a warning for each part that has another meaning in other programs.

    A warning is a tuple of a message code and its values, see sentences.py. `text` is a dice notation, and `pool`
    is its parsed form.
    """
    plain = _without_words(text.lower().replace(" ", ""))
    found: list[tuple[Any, ...]] = []
    for code, marks, but in (
        ("elsewhere-limit", ("!!", "!p", "!"), "x"),
        ("elsewhere-reroll", ("r",), ""),
        ("elsewhere-goal", ("!!>=", "!p>=", "!>="), ""),
        ("elsewhere-over", ("/",), ""),
    ):
        number = _number_after(plain, marks, but)
        if number:
            found.append((code, number))
    terms = pool[1]
    kept = [term for term in terms if 0 != term[4] < MATCHES and term[2] % COMPOUND]
    early = [term for term in kept if (term[10] or SIMPLE)[7]]
    for code, there in (
        ("elsewhere-match", [term for term in terms if term[4] == MATCHES]),
        ("elsewhere-digits", [term for term in terms if term[4] == DIGITS]),
        ("elsewhere-kept-first", early),
        ("elsewhere-kept-last", kept[len(early) :]),
    ):
        if there:
            found.append((code,))
    return found


def _without_words(text: str) -> str:
    """Remove the labels in brackets from a text."""
    while "[" in text:
        before, _, rest = text.partition("[")
        text = before + rest.partition("]")[2]
    return text


def _number_after(text: str, marks: tuple[str, ...], but: str) -> str:
    """Return the first number that directly follows one of `marks` in a text, or "".

    If `but` is not "", the function skips each number that is directly before the text `but`.
    """
    for mark in marks:
        parts = text.split(mark)
        for index in range(1, len(parts)):
            if index > 1 and not parts[index - 1]:  # the second r of rr ("reroll until") needs no warning
                continue
            end = 0
            while parts[index][end : end + 1] and parts[index][end] in _DIGITS:
                end += 1
            if end and not (but and parts[index][end : end + 1] == but):
                return parts[index][:end]
    return ""
