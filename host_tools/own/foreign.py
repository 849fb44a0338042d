"""A text to begin with, from tables that somebody made elsewhere, as imports.py describes them.

It keeps to what MicroPython has too: the page's editor imports with it. `wrap` gives the lines of a text, as
`game_file.Device` does.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .alike import json_of, made_id, quoted, spaced
from .ranges import FAR, span
from .reader import WIDTHS
from .sentences import said

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .reader import Wrap

_ENTITIES = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " ", "hellip": "…", "ndash": "–", "mdash": "—",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "times": "×", "deg": "°",
    "agrave": "à", "acirc": "â", "auml": "ä", "ccedil": "ç", "eacute": "é", "egrave": "è", "ecirc": "ê", "euml": "ë",
    "icirc": "î", "iuml": "ï", "ocirc": "ô", "ouml": "ö", "ugrave": "ù", "ucirc": "û", "uuml": "ü", "oelig": "œ",
    "Agrave": "À", "Ccedil": "Ç", "Eacute": "É", "Egrave": "È", "Ecirc": "Ê",
}  # fmt: skip
_LINKS = ("@UUID[", "@RollTable[", "@Compendium[")
_DIGITS = "0123456789"


class ForeignError(Exception):
    """One sentence about a table that cannot be taken over: its code and its values, see sentences.py."""

    def __init__(self, code: str, *values: Any) -> None:
        super().__init__(said("en", code, *values))
        self.code = code
        self.values = values

    def said(self, language: str) -> str:
        """The sentence in "fr" or "en"."""
        return said(language, self.code, *self.values)


def text_in(data: str, name: str, wrap: Wrap) -> str:
    """The text of a game that has what a file of this name has. ForeignError."""
    stem, dot, suffix = name.rpartition(".")
    if suffix.lower() in ("json", "db"):
        return foundry([data], wrap)
    return table(data, stem if dot else name, wrap)


def foundry(texts: Iterable[str], wrap: Wrap) -> str:
    """From the RollTables of files, the first of which gives its name."""
    tables = [each for data in texts for each in _documents(data)]
    if not tables or [each for each in tables if not isinstance(each, dict) or "results" not in each]:
        raise ForeignError("no-rolltable")
    names = [str(each.get("name", "table")) for each in tables]
    ids: list[str] = []
    for name in names:
        ids.append(made_id(name, ids, "table"))
    # A link is by the name of a table, or by its number.
    known: dict[Any, str] = {}
    for index in range(len(tables)):
        known[names[index]] = ids[index]
    for index in range(len(tables)):
        if "_id" in tables[index]:
            known[str(tables[index]["_id"])] = ids[index]
    rolls = []
    for index in range(len(tables)):
        each, name = tables[index], names[index]
        rows = []
        if not isinstance(each["results"], list) or not each["results"]:
            raise ForeignError("no-results", quoted(name))
        for result in each["results"]:
            try:
                low, high = result["range"]
                ends = (int(low), int(high))
            except (KeyError, TypeError, ValueError):
                raise ForeignError("no-result-range", quoted(name)) from None
            shown = result.get("text") or result.get("description") or result.get("name") or "?"
            then = _linked(result, str(shown), known)
            rows.append((ends, _plain(shown), then if then != ids[index] else None))
        rolls.append((ids[index], name, _exploding(str(each.get("formula") or _dice(rows))), rows))
    return _written(names[0], rolls, wrap)


def _documents(data: str) -> list[Any]:
    """The documents of a file of JSON: one, a list, those of an adventure, or one a line."""
    try:
        found = json.loads(data)
    except ValueError:
        try:
            return [json.loads(line) for line in data.split("\n") if line.strip()]
        except ValueError:
            raise ForeignError("no-json") from None
    if isinstance(found, dict) and isinstance(found.get("tables"), list):
        found = found["tables"]
    return found if isinstance(found, list) else [found]


def _linked(result: Any, text: str, known: dict[Any, str]) -> str | None:
    """The id of the table that a result leads to, None if that is none of ours."""
    names = [result.get("documentId"), str(result.get("documentUuid") or "").split(".")[-1]]
    for mark in _LINKS:
        for part in text.split(mark)[1:]:
            names.append(part.partition("]")[0].split(".")[-1])
    if result.get("type") in (1, 2, "document", "pack"):
        names += [_plain(text), str(result.get("name"))]
    for name in names:
        if name in known:
            return known[name]
    return None


def _exploding(dice: str) -> str:
    """Dice with "!" for Foundry's "x", or "x" and the highest face: they explode there."""
    found = ""
    parts = dice.split("x")
    for index in range(len(parts)):
        part = parts[index]
        if index:
            sides = _last_digits(parts[index - 1])
            digits = part[: len(part) - len(part.lstrip(_DIGITS))]
            ours = sides and parts[index - 1][: -len(sides)][-1:] == "d" and digits in ("", sides)
            found += "!" if ours else "x"
            part = part[len(digits) :] if ours else part
        found += part
    return found


def _last_digits(text: str) -> str:
    return text[len(text.rstrip(_DIGITS)) :]


def table(data: str, name: str, wrap: Wrap) -> str:
    """From lines of a range and a text. Its dice are those whose least and greatest sums are the ends of the table."""
    listed = []
    for index, row in enumerate(_records(data)):
        cells = [cell.strip() for cell in row if cell.strip()]
        if cells:
            listed.append((index + 1, cells))
    if not [1 for _, cells in listed if _ends(cells[0])]:
        listed = [(listed[at][0], [str(at + 1)] + listed[at][1]) for at in range(len(listed))]
    elif _ends(listed[0][1][0]) is None:
        listed = listed[1:]  # without the heads
    rows = []
    for number, cells in listed:
        ends = _ends(cells[0])
        if len(cells) < 2 or ends is None:
            raise ForeignError("no-row", number)
        rows.append((ends, _plain(" – ".join(cells[1:])), None))
    if len(rows) < 2:
        raise ForeignError("no-rows")
    return _written(name, [(made_id(name, (), "table"), name, _dice(rows), rows)], wrap)


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


def _written(title: str, rolls: list[Any], wrap: Wrap) -> str:
    identity = made_id(title, (), "table").replace("_", "")[:10]
    lines = ["[game]", f'id = "{identity}"', f"title = {json_of(title)}", "seats = 0"]
    pages = []
    for name, shown, dice, rows in rolls:
        lines += [
            "",
            "[[roll]]",
            f'id = "{name}"',
            f"name = {json_of(shown)}",
            f"dice = {json_of(dice)}",
            "rows = [",
        ]
        whole = []
        for (low, high), text, then in rows:
            begin, end = "" if low == -FAR else str(low), "" if high == FAR else str(high)
            on = str(low) if low == high else f"{begin}..{end}" if begin or end else "*"
            more = f', then = "{then}"' if then else ""
            short = _fitting(text, wrap)
            if short != text:
                whole.append(f"{on} : {text}")
            lines.append(f'  {{ on = "{on}", text = {json_of(short)}{more} }},')
        lines.append("]")
        if whole:
            told = json_of("\n".join(whole))
            pages += ["", "[[page]]", f'id = "{name}"', f"title = {json_of(shown)}", f"text = {told}"]
    return "\n".join(lines + pages) + "\n"


def _fitting(text: str, wrap: Wrap) -> str:
    """As many words of a text as a result has room for."""
    room, most, size = WIDTHS["answer"]
    if len(wrap(text, room, size)) <= most:
        return text
    words = text.split()
    while len(words) > 1 and len(wrap(" ".join(words) + "…", room, size)) > most:
        words.pop()
    return " ".join(words) + "…"
