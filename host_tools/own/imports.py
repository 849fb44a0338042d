"""A text to begin with, from a table that somebody made elsewhere.

Foundry   a RollTable as JSON: `formula`, `results` with `range`, `text` (or `description`, `name`) and `type`; a result
          that names another table becomes a roll that may follow, if that table is in the same file (a list of tables)
CSV       two columns, a range ("3", "2-4", "6+", "51-00" of a d100) and a text, with or without a line of heads;
          commas, semicolons or tabs between

What is made is read as any other text: what the table lacks is told then, with the line. It keeps to what MicroPython
has too: the page's editor imports with it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .alike import json_of, quoted, spaced
from .declaration import FAR, span
from .sentences import said

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any

LONGEST = 12  # letters of an id
_ENTITIES = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " ", "hellip": "…", "ndash": "–", "mdash": "—",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "times": "×", "deg": "°",
    "agrave": "à", "acirc": "â", "auml": "ä", "ccedil": "ç", "eacute": "é", "egrave": "è", "ecirc": "ê", "euml": "ë",
    "icirc": "î", "iuml": "ï", "ocirc": "ô", "ouml": "ö", "ugrave": "ù", "ucirc": "û", "uuml": "ü", "oelig": "œ",
    "Agrave": "À", "Ccedil": "Ç", "Eacute": "É", "Egrave": "È", "Ecirc": "Ê",
}  # fmt: skip
_BARE = {"œ": "oe", "æ": "ae", "ß": "ss"} | {
    accented: bare
    for bare, letters in (
        ("a", "àâäáã"),
        ("c", "ç"),
        ("e", "éèêë"),
        ("i", "îïí"),
        ("n", "ñ"),
        ("o", "ôöóõ"),
        ("u", "ùûüú"),
    )
    for accented in letters
}


class ForeignError(Exception):
    """One sentence about a table that cannot be taken over: its code and its values, see sentences.py."""

    def __init__(self, code: str, *values: Any) -> None:
        super().__init__(said("en", code, *values))
        self.code = code
        self.values = values

    def said(self, language: str) -> str:
        """The sentence in "fr" or "en"."""
        return said(language, self.code, *self.values)


def text_of(path: Path) -> str:
    """The text of a game that has what the file has. OSError or ForeignError."""
    try:
        data = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise ForeignError("not-utf8", fault.start) from None
    return text_in(data, path.name)


def text_in(data: str, name: str) -> str:
    """The same of what a file of this name has. ForeignError."""
    stem, dot, suffix = name.rpartition(".")
    return foundry(data) if suffix.lower() == "json" else table(data, stem if dot else name)


def foundry(data: str) -> str:
    try:
        found = json.loads(data)
    except ValueError:
        raise ForeignError("no-json") from None
    tables = found if isinstance(found, list) else [found]
    if not tables or [each for each in tables if not isinstance(each, dict) or "results" not in each]:
        raise ForeignError("no-rolltable")
    ids: dict[str, str] = {}
    for each in tables:
        ids[str(each.get("name", "table"))] = _identity(str(each.get("name", "table")), ids.values())
    rolls = []
    for each in tables:
        rows = []
        if not isinstance(each["results"], list) or not each["results"]:
            raise ForeignError("no-results", quoted(each.get("name", "table")))
        for result in each["results"]:
            try:
                low, high = result["range"]
                ends = (int(low), int(high))
            except (KeyError, TypeError, ValueError, AttributeError):
                raise ForeignError("no-result-range", quoted(each.get("name", "table"))) from None
            said = _plain(result.get("text") or result.get("description") or result.get("name") or "?")
            then = ids.get(said) if result.get("type") in (1, 2, "document", "pack") else None
            rows.append((ends, said, then if then != ids[str(each.get("name", "table"))] else None))
        name = str(each.get("name", "table"))
        rolls.append((ids[name], name, str(each.get("formula") or _dice(rows)), rows))
    return _written(str(tables[0].get("name", "table")), rolls)


def table(data: str, name: str) -> str:
    """From lines of a range and a text. Its dice are those whose least and greatest sums are the ends of the table."""
    rows = []
    for number, row in enumerate(_records(data), start=1):
        cells = [cell.strip() for cell in row if cell.strip()]
        if not cells or (number == 1 and span(cells[0]) is None):
            continue
        ends = _ends(cells[0])
        if len(cells) < 2 or ends is None:
            raise ForeignError("no-row", number)
        rows.append((ends, _plain(cells[1]), None))
    if not rows:
        raise ForeignError("no-rows")
    return _written(name, [(_identity(name, ()), name, _dice(rows), rows)])


def _ends(text: str) -> tuple[int, int] | None:
    """The ends of a range; 00 is the highest face of a d100, unless a range begins with it."""
    ends = span(text)
    if ends and ends[1] == 0 and text.endswith("00"):
        return (ends[0] or 100, 100)
    return ends


def _dice(rows: list[Any]) -> str:
    """The dice of a table without a formula: d66, as many dice as its least number, or one die moved to its ends."""
    ends = [end for row in rows for end in row[0] if abs(end) != FAR] or [1, 6]
    low, high = min(ends), max(ends)
    if any(row[0][0] == -FAR for row in rows):
        low = min(low, 1)
    if (low, high) == (11, 66):
        return "d66"
    if low > 1 and high % low == 0 and high > low:
        return f"{low}d{high // low}"
    return f"d{high}" if low > 0 else f"d{high - low + 1}{low - 1}"


def _records(data: str) -> Iterable[list[str]]:
    """The cells of each line of a CSV, between the sign that the most lines have; quotes keep it, and ends of lines."""
    data = data.replace("\r\n", "\n").replace("\r", "\n")
    lines = data.split("\n")
    between = max(";\t,", key=lambda sign: sum([sign in line for line in lines]))
    row: list[str] = []
    cell = ""
    open_ = False
    at = 0
    while at < len(data):
        sign = data[at]
        if sign == '"' and open_ and data[at + 1 : at + 2] == '"':
            cell += sign
            at += 1
        elif sign == '"' and (open_ or not cell.strip()):
            open_ = not open_
        elif not open_ and sign in (between, "\n"):
            row.append(cell)
            cell = ""
            if sign == "\n":
                yield row
                row = []
        else:
            cell += sign
        at += 1
    row.append(cell)
    yield row


def _plain(text: Any) -> str:
    """Without the marks of a web page, and of what a text here means by signs."""
    found = _unmarked(str(text))
    found = _links(_entities(found))
    for sign, instead in (("{", "("), ("}", ")"), ("[", "("), ("]", ")"), (" > ", " – ")):
        found = found.replace(sign, instead)
    return " ".join(spaced(found).split())


def _unmarked(text: str) -> str:
    """Without what stands in < >."""
    parts = text.split("<")
    return parts[0] + "".join(
        [" " + part.partition(">")[2] if ">" in part else "<" + part for part in parts[1:]]
    )


def _entities(text: str) -> str:
    """&amp; and its like as the letters that they are; one that is not known stays."""
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


def _links(text: str) -> str:
    """What Foundry shows of "@UUID[...]{label}" and of "[[/r 2d6]]"."""
    found = ""
    while "@" in text or "[[" in text:
        at, dice = text.find("@"), text.find("[[")
        if dice >= 0 and (at < 0 or dice < at):
            end = text.find("]]", dice)
            if end < 0:
                break
            inside = text[dice + 2 : end].strip()
            if inside[:1] == "/":
                inside = inside.partition(" ")[2].strip()
            found += text[:dice] + inside
            text = text[end + 2 :]
            continue
        close = text.find("]{", at)
        end = text.find("}", close)
        opened = text.find("[", at)
        if min(close, end, opened) < 0 or opened > close or " " in text[at:opened]:
            found += text[: at + 1]
            text = text[at + 1 :]
            continue
        found += text[:at] + text[close + 2 : end]
        text = text[end + 1 :]
    return found + text


def _identity(name: str, taken: Any) -> str:
    found = ""
    for letter in name.lower():
        for bare in _BARE.get(letter, letter):
            plain = ("a" <= bare <= "z") or ("0" <= bare <= "9")
            if plain or (found and found[-1] != "_"):
                found += bare if plain else "_"
    found = found.strip("_")[:LONGEST] or "table"
    number = 2
    while found in taken:
        found = f"{found[: LONGEST - 2]}_{number}"
        number += 1
    return found


def _written(title: str, rolls: list[Any]) -> str:
    identity = _identity(title, ()).replace("_", "")[:10]
    lines = ["[game]", f'id = "{identity}"', f"title = {json_of(title)}", "seats = 0"]
    for name, shown, dice, rows in rolls:
        lines += [
            "",
            "[[roll]]",
            f'id = "{name}"',
            f"name = {json_of(shown)}",
            f"dice = {json_of(dice)}",
            "rows = [",
        ]
        for (low, high), text, then in rows:
            begin, end = "" if low == -FAR else str(low), "" if high == FAR else str(high)
            on = str(low) if low == high else f"{begin}..{end}" if begin or end else "*"
            more = f', then = "{then}"' if then else ""
            lines.append(f'  {{ on = "{on}", text = {json_of(text)}{more} }},')
        lines.append("]")
    return "\n".join(lines) + "\n"
