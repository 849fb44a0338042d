"""Parse and format ranges of numbers, such as "2-4"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .alike import parse_int
from .reader import GREATEST

if TYPE_CHECKING:
    from typing import Any

FAR = GREATEST  # number that stands for the missing end of an open range such as "5.."; -FAR for "..4"


def parse_range(text: str) -> tuple[int, int] | None:
    """Return (low, high) of a range, with FAR for an open end; None if it is no range."""
    text = text.strip().replace(" ", "")
    for dash in "−–—":
        text = text.replace(dash, "-")
    if text == "*":
        return -FAR, FAR
    low: int | None
    high: int | None
    if ".." in text:
        begin, _, end = text.partition("..")
        low = parse_int(begin) if begin else -FAR
        high = parse_int(end) if end else FAR
    elif text[-1:] == "+":
        low, high = parse_int(text[:-1]), FAR
    elif text.find("-", 1) > 0:
        at = text.find("-", 1)
        low, high = parse_int(text[:at]), parse_int(text[at + 1 :])
    else:
        low = high = parse_int(text)
    return None if low is None or high is None else (low, high)


def format_range(low: int, high: int, dash: str = "..") -> str:
    """Return a range as a text that `parse_range` can parse.

    dash   separator between two numbers that are not negative
    """
    if low <= -FAR:
        return "*" if high >= FAR else f"..{high}"
    if high >= FAR:
        return f"{low}.."
    if low < 0:
        dash = ".."
    return str(low) if low == high else f"{low}{dash}{high}"


def some_numbers(numbers: set[int]) -> Any:
    """Return a message, see sentences.py, that lists numbers.

    The list has at most four parts. A part is a number, or a range of consecutive numbers. The message has the
    words "and more" if parts are left out.
    """
    ordered = sorted(numbers)
    runs = [[ordered[0], ordered[0]]]
    for n in ordered[1:]:
        if n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    told: Any = ""
    for low, high in runs[:4]:
        one: Any = str(low) if low == high else ("run", low, high)
        told = ("and", told, one) if told else one
    return ("more", told) if runs[4:] else told
