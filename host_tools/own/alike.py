"""Functions with the same result under CPython and MicroPython.

They replace built-in functions of Python whose results differ between the two. The modules that parse and check a
game written as text run under CPython on the desk, and under MicroPython in the page's editor. A fault in a game must
have the same message under both interpreters. These modules import only this module, each other and the firmware.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_DIGITS = "0123456789"
# Characters that str.split() treats as spaces in CPython but not in MicroPython, and line ends except the line feed.
# The characters are in a tuple, because MicroPython searches its table of names for each character of a text.
_SPACES = tuple(
    "\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
_LONGEST = 24  # maximum number of letters of a misspelt name; for a longer name, `nearest_name` returns ""
ID_LETTERS = 12  # maximum number of letters of an id
# Replacements of accented letters, for ids that are made from texts. Capitals are listed too, because
# MicroPython's lower() converts ASCII letters only.
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


def with_plain_spaces(text: str) -> str:
    """Replace every kind of space by a plain space, except tabs and line feeds."""
    for sign in _SPACES:
        if sign in text:
            text = text.replace(sign, " ")
    return text


def is_whole(value: Any) -> bool:
    """Tell whether a value is an integer and not a bool, which is an int in CPython."""
    return isinstance(value, int) and not isinstance(value, bool)


def parse_int(text: str) -> int | None:
    """Parse digits with an optional sign; return None for any other text."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not digits or [sign for sign in digits if sign not in _DIGITS]:
        return None
    return int(text)


def quote(value: Any) -> str:
    """Quote a value for a message, without escapes for accented letters."""
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([quote(each) for each in value]) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join([str(key) + " = " + quote(value[key]) for key in sorted(value)]) + "}"
    if not isinstance(value, str):
        return str(value)
    mark = '"' if "'" in value and '"' not in value else "'"
    text = str(value).replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    return mark + (text.replace(mark, "\\" + mark) if mark == "'" else text) + mark


def json_of(value: Any) -> str:
    """Return a value as JSON without spaces, with the keys of each object sorted.

    The keys are sorted because MicroPython's dicts are unordered. The value may contain None, strings,
    integers, lists and dicts.
    """
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
    if min(text.encode() or b" ") < 0x20:
        text = "".join([sign if sign >= " " else "\\u%04x" % ord(sign) for sign in text])
    return '"' + text + '"'


def nearest_name(name: str, names: Iterable[str]) -> str:
    """Return the entry of `names` that is most similar to a misspelt `name`, or "".

    At most a third of the letters of `name` may be wrong.
    """
    best = ""
    least = len(name) // 3 + 1
    if len(name) <= _LONGEST:
        for other in sorted(names):
            far = _edit_distance(name, other) if abs(len(name) - len(other)) < least else least
            if far < least:
                best, least = other, far
    return best


def _edit_distance(a: str, b: str) -> int:
    """Return the edit distance of two texts.

    The distance counts each inserted, deleted or changed letter, and each swap of two neighbours, as one.
    """
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


def make_id(text: str, taken: Iterable[str], otherwise: str) -> str:
    """Return an id that is made from the letters and digits of a text.

    taken      ids that the result must not equal
    otherwise  the id for a text without letters or digits
    """
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
