"""What a notation means in the programs that most players know, where it means another thing here: said, so that nobody
is caught. The programs are Foundry, Roll20 and rpg-dice-roller.

It runs in the page's editor too, under MicroPython.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import COMPOUND, DIGITS, MATCHES, SIMPLE

if TYPE_CHECKING:
    from typing import Any

_DIGITS = "0123456789"


def told(text: str, pool: Any) -> list[tuple[Any, ...]]:
    """(code of a sentence, its values) for each part of a text that means another thing elsewhere."""
    plain = _without_words(text.lower().replace(" ", ""))
    found: list[tuple[Any, ...]] = []
    for code, marks, but in (
        ("elsewhere-limit", ("!!", "!p", "!"), "x"),
        ("elsewhere-reroll", ("r",), ""),
        ("elsewhere-goal", ("!!>=", "!p>=", "!>="), ""),
        ("elsewhere-over", ("/",), ""),
    ):
        number = _behind(plain, marks, but)
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
    """A text without what stands in brackets."""
    while "[" in text:
        before, _, rest = text.partition("[")
        text = before + rest.partition("]")[2]
    return text


def _behind(text: str, marks: tuple[str, ...], but: str) -> str:
    """The number right behind the first of these marks that has one, unless `but` follows; else ""."""
    for mark in marks:
        parts = text.split(mark)
        for index in range(1, len(parts)):
            if index > 1 and not parts[index - 1]:  # of rr, which says until
                continue
            end = 0
            while parts[index][end : end + 1] and parts[index][end] in _DIGITS:
                end += 1
            if end and not (but and parts[index][end : end + 1] == but):
                return parts[index][:end]
    return ""
