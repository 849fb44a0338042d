"""Turn a short name into integers for fields of a Sheet, so that undo works on it too.

A name of ten letters is five integers of two letters: each letter is its index in ALPHABET plus one, in 7
bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LETTERS = 10

# Letters of names. New letters are added only at the end, because names are stored as indexes into this
# string.
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÇÉÈÊËÎÏÔŒÙÛ0123456789 -+’.!?"


def name_words(name: str) -> list[int]:
    """Return the five integers for a name. Letters outside ALPHABET and letters after the tenth are left out."""
    codes = [ALPHABET.find(letter) + 1 for letter in name if letter in ALPHABET]
    codes += [0] * LETTERS
    return [codes[index] | codes[index + 1] << 7 for index in range(0, LETTERS, 2)]


def name_of(words: Sequence[int]) -> str:
    """Return the name in five integers, "" for none."""
    name = ""
    for word in words:
        for code in (word & 127, word >> 7):
            if 0 < code <= len(ALPHABET):
                name += ALPHABET[code - 1]
    return name


def short_name(name: str, taken: Iterable[str]) -> str:
    """Return a name of two characters that is not in `taken`: the first letter, then its number or another letter."""
    kept = name.rstrip("0123456789")
    number = name[len(kept) :]
    kept = kept.replace(" ", "")
    if not kept:
        return name
    for more in ([number] if number else []) + list(kept[1:]):
        if (kept[0] + more).lower() not in [each.lower() for each in taken]:
            return kept[0] + more
    return kept[:2] + number
