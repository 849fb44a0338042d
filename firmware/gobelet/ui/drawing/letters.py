"""Convert a short name to integers and back.

A Sheet stores the integers, so an undo can restore a name.

A name has up to ten letters. Each of the name's five integers stores two letters of 7 bits each. A letter is
stored as its index in ALPHABET plus one, and 0 stands for no letter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LETTERS = 10

# The letters of names. A new letter must be added at the end, because saved names have indexes of this string.
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÇÉÈÊËÎÏÔŒÙÛ0123456789 -+’.!?"


def name_words(name: str) -> list[int]:
    """Return the five integers for a name.

    Letters that ALPHABET lacks, and letters after the tenth, are left out.
    """
    codes = [ALPHABET.find(letter) + 1 for letter in name if letter in ALPHABET]
    codes += [0] * LETTERS
    return [codes[index] | codes[index + 1] << 7 for index in range(0, LETTERS, 2)]


def name_of(words: Sequence[int]) -> str:
    """Return the name that five integers store, "" if they store no letter."""
    name = ""
    for word in words:
        for code in (word & 127, word >> 7):
            if 0 < code <= len(ALPHABET):
                name += ALPHABET[code - 1]
    return name


def short_name(name: str, taken: Iterable[str]) -> str:
    """Return a short form of `name` that is not in `taken`.

    The short form is the first letter and the number at the end of `name`, or the first letter and another letter
    of `name`. If all these forms are in `taken`, the result is the first two letters and the number.
    """
    kept = name.rstrip("0123456789")
    number = name[len(kept) :]
    kept = kept.replace(" ", "")
    if not kept:
        return name
    for more in ([number] if number else []) + list(kept[1:]):
        if (kept[0] + more).lower() not in [each.lower() for each in taken]:
            return kept[0] + more
    return kept[:2] + number
