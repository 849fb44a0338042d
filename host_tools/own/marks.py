"""Remove the markup of HTML and of Foundry from a text.

Signs that have a meaning in a game written as text, such as braces, are replaced. The module uses only features
that MicroPython has, because the page's editor runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .alike import with_plain_spaces

if TYPE_CHECKING:
    from typing import Any

_ENTITIES = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " ", "hellip": "…", "ndash": "–", "mdash": "—",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "times": "×", "deg": "°",
    "agrave": "à", "acirc": "â", "auml": "ä", "ccedil": "ç", "eacute": "é", "egrave": "è", "ecirc": "ê", "euml": "ë",
    "icirc": "î", "iuml": "ï", "ocirc": "ô", "ouml": "ö", "ugrave": "ù", "ucirc": "û", "uuml": "ü", "oelig": "œ",
    "Agrave": "À", "Ccedil": "Ç", "Eacute": "É", "Egrave": "È", "Ecirc": "Ê",
}  # fmt: skip
_ID = 16  # number of letters in the id of a Foundry document
_NAMES = ("@", "&Reference[", "[[")


def plain(text: Any, name: str = "") -> str:
    """Return a text without markup; `name` replaces each link with a document id only."""
    found = _entities(_without_tags(_links(str(text), name)))
    for sign, instead in (("{", "("), ("}", ")"), ("[", "("), ("]", ")"), (" > ", " – ")):
        found = found.replace(sign, instead)
    return " ".join(with_plain_spaces(found).split())


def _without_tags(text: str) -> str:
    """Remove the HTML tags from a text."""
    parts = text.split("<")
    return parts[0] + "".join(
        [" " + part.partition(">")[2] if ">" in part else "<" + part for part in parts[1:]]
    )


def _entities(text: str) -> str:
    """Replace HTML entities such as &amp; by their letters, except unknown entities."""
    parts = text.split("&")
    found = parts[0]
    for part in parts[1:]:
        name, end, rest = part.partition(";")
        letter = _ENTITIES.get(name, "")
        if name[:1] == "#":
            hexadecimal = name[1:2] in ("x", "X")
            try:
                letter = chr(int(name[2:], 16) if hexadecimal else int(name[1:]))
            except (ValueError, OverflowError):
                letter = ""
        found += letter + rest if end and letter else "&" + part
    return found


def _links(text: str, name: str) -> str:
    """Replace Foundry's links by their labels.

    Examples are "@UUID[...]{label}", "@Check[type:will|dc:20]" and "[[/r 2d6 #fire]]{label}".
    """
    found = ""
    at = 0
    while at < len(text):
        begin, opened = _next_link(text, at)
        if begin < 0:
            break
        end = _closing_bracket(text, opened)
        if end < 0:
            break
        found += text[at:begin]
        inside = text[opened + 1 : end]
        close = text.find("}", end)
        if text[end + 1 : end + 2] == "{" and close >= 0:
            found += text[end + 2 : close]
            at = close + 1
        else:
            found += (
                _inline(inside[1:-1])
                if text[begin] == "["
                else _link_text(text[begin + 1 : opened], inside, name)
            )
            at = end + 1
    return found + text[at:]


def _next_link(text: str, at: int) -> tuple[int, int]:
    """Return the offsets of the next link and of its opening bracket, or (-1, -1).

    The search begins at the offset `at`.
    """
    while True:
        places = [place for place in [text.find(sign, at) for sign in _NAMES] if place >= 0]
        if not places:
            return -1, -1
        begin = min(places)
        opened = text.find("[", begin)
        word = text[begin + 1 : opened]
        letters = not [letter for letter in word if not ("a" <= letter.lower() <= "z")]
        if opened >= 0 and letters and (text[begin] == "[" or word):
            return begin, opened
        at = begin + 1


def _closing_bracket(text: str, opened: int) -> int:
    """Return the offset of the bracket that closes the bracket at `opened`, or -1."""
    depth = 0
    for at in range(opened, len(text)):
        depth += (text[at] == "[") - (text[at] == "]")
        if not depth:
            return at
    return -1


def _inline(inside: str) -> str:
    """Return the dice of an inline roll: "/r 2d6 #fire" has the dice "2d6"."""
    inside = inside.strip()
    if inside[:1] == "/":
        inside = inside.partition(" ")[2]
    return inside.partition("#")[0].strip()


def _link_text(kind: str, inside: str, name: str) -> str:
    """Return the text that replaces a link without a label.

    The text is the last part of the link's path, or the link's settings. If the last part of the path is the id
    of a document, the text is `name`.

    kind     the word before the bracket, such as "UUID"
    inside   the text between the brackets
    """
    if "|" in inside or ":" in inside:
        words = []
        for part in inside.split("|"):
            key, colon, value = part.partition(":")
            words.append(value if key in ("type", "") else key + " " + value if colon else key)
        return " ".join(words)
    last = inside if " " in inside.partition(".")[0] else inside.rpartition(".")[2]
    if kind in ("Damage", "Check", "Reference"):
        return inside.replace("[", " ").replace("]", "")
    return name if len(last) == _ID and " " not in last and kind != "Compendium" else last


def shorten(text: str, wrap: Any, room: int, most: int, size: int, letters: int = 0) -> str:
    """Return a text, or its first words and an ellipsis if the text does not fit.

    If not even the first word fits, the function cuts this word.

    wrap     wraps a text into lines, see `Device.wrap`
    room     width of a line, in pixels
    most     maximum number of lines
    size     font size
    letters  maximum number of letters; if 0, the maximum is `room`
    """
    longest = letters or room
    if len(text) <= longest and len(wrap(text, room, size)) <= most:
        return text
    words = text[:longest].split(" ")
    if len(text) > longest and len(words) > 1:
        words.pop()  # the cut after `longest` letters may be inside the last word
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if len(wrap(" ".join(words[:middle]) + "…", room, size)) <= most:
            low = middle
        else:
            high = middle - 1
    if low:
        return " ".join(words[:low]).rstrip(" ,;:.–-") + "…"
    word = words[0]
    while len(word) > 1 and len(wrap(word + "…", room, size)) > most:
        word = word[:-1]
    return word + "…"
