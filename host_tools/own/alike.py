"""What Python on the desk and MicroPython do differently, done alike: a fault in a game has the same sentence on both.

What reads and checks a game imports nothing but this, what else is here for it, and the firmware.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_DIGITS = "0123456789"
# What str.split() takes for a space on the desk alone, and ends of lines that are none in a game.
_SPACES = (
    "\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
_LONGEST = 24  # letters of a name that is compared
ID_LETTERS = 12  # of an id at most
# The letters of an id for one that none has; MicroPython knows no capitals but A to Z.
_BARE = {"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ß": "ss"} | {
    accented: bare
    for bare, letters in (
        ("a", "àâäáãÀÂÄÁÃ"),
        ("c", "çÇ"),
        ("e", "éèêëÉÈÊË"),
        ("i", "îïíÎÏÍ"),
        ("n", "ñÑ"),
        ("o", "ôöóõÔÖÓÕ"),
        ("u", "ùûüúÙÛÜÚ"),
    )
    for accented in letters
}


def spaced(text: str) -> str:
    """A text with the plain space instead of any other, but for tabs and ends of lines."""
    for sign in _SPACES:
        if sign in text:
            text = text.replace(sign, " ")
    return text


def is_whole(value: Any) -> bool:
    """Whether it is a whole number; True is one on the desk, and none in MicroPython."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(text: str) -> int | None:
    """The number that digits with at most one sign before them write; None for any other text."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not digits or [sign for sign in digits if sign not in _DIGITS]:
        return None
    return int(text)


def quoted(value: Any) -> str:
    """A value as a sentence names it, with its letters as they are."""
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([quoted(each) for each in value]) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join([str(key) + " = " + quoted(value[key]) for key in sorted(value)]) + "}"
    if not isinstance(value, str):
        return str(value)
    mark = '"' if "'" in value and '"' not in value else "'"
    text = str(value).replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    return mark + (text.replace(mark, "\\" + mark) if mark == "'" else text) + mark


def json_of(value: Any) -> str:
    """JSON without a space, its keys in order: MicroPython's dicts have none. Of None, texts, numbers, lists, dicts."""
    if value is None:
        return "null"
    if isinstance(value, str):
        return _json_text(value)
    if isinstance(value, dict):
        return "{" + ",".join([_json_text(key) + ":" + json_of(value[key]) for key in sorted(value)]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([json_of(each) for each in value]) + "]"
    return str(int(value))


def _json_text(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + "".join([sign if sign >= " " else "\\u%04x" % ord(sign) for sign in text]) + '"'


def near(name: str, names: Iterable[str]) -> str:
    """The one of the names that `name` is most likely a slip of: a letter in three at most. "" if there is none."""
    best = ""
    least = len(name) // 3 + 1
    if len(name) <= _LONGEST:
        for other in sorted(names):
            far = _slips(name, other) if abs(len(name) - len(other)) < least else least
            if far < least:
                best, least = other, far
    return best


def _slips(a: str, b: str) -> int:
    """Letters to put in, leave out or change, or neighbours to swap, until one text is the other."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i in range(len(a)):
        older, before, row = before, row, [i + 1]
        for j in range(len(b)):
            far = min(before[j + 1] + 1, row[j] + 1, before[j] + (a[i] != b[j]))
            if i and j and a[i] == b[j - 1] and a[i - 1] == b[j]:
                far = min(far, older[j - 1] + 1)
            row.append(far)
    return row[-1]


def made_id(text: str, taken: Iterable[str], otherwise: str) -> str:
    """An id out of a text, which none of those that are taken is; `otherwise` where the text has no letter for one."""
    found = ""
    for letter in text:
        for bare in _BARE.get(letter, letter.lower()):
            plain = ("a" <= bare <= "z") or ("0" <= bare <= "9")
            if plain or (found and found[-1] != "_"):
                found += bare if plain else "_"
    found = found.strip("_")[:ID_LETTERS] or otherwise
    number = 2
    while found in taken:
        found = f"{found[: ID_LETTERS - 2]}_{number}"
        number += 1
    return found
