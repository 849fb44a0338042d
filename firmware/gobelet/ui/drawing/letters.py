"""Convert a short name to integers and back.

A Sheet keeps the integers, so undo works on names too.

A name has up to ten letters. Each of its five integers has two letters of 7 bits each. A letter is stored as
its index in ALPHABET plus one, and 0 stands for no letter.
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

    Letters that ALPHABET lacks are left out, and so are those after the tenth.
    """
    codes = [ALPHABET.find(letter) + 1 for letter in name if letter in ALPHABET]
    codes += [0] * LETTERS
    return [codes[index] | codes[index + 1] << 7 for index in range(0, LETTERS, 2)]


def name_of(words: Sequence[int]) -> str:
    """Return the name that five integers have, "" for none."""
    name = ""
    for word in words:
        for code in (word & 127, word >> 7):
            if 0 < code <= len(ALPHABET):
                name += ALPHABET[code - 1]
    return name


def short_name(name: str, taken: Iterable[str]) -> str:
    """Return a short form of `name` that no name in `taken` equals.

    It has the first letter, then the number at the end of the name, or another of its letters. If all such
    forms are taken, the result is the first two letters with the number.
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
