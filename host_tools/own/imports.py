"""A text to begin with, from tables that somebody made elsewhere.

Foundry   RollTables as JSON: one a file as Foundry exports them, a list, an adventure with `tables`, or a line each
          (.db): `formula`, `results` with `range`, `text` (or `description`, `name`) and `type`; a result that names
          another table, or links to it, becomes a roll that may follow, if that table is among the files
CSV       a range ("3", "2-4", "6+", "51-00" of a d100) and a text, with or without a line of heads; commas, semicolons
          or tabs between; more columns are parts of the text. A list without ranges is numbered from 1
Trirème   the owner's file: see owner_tables.py

A text that is too long for the screen is cut there, and stands whole on a page of the game. What is made is read as any
other text: what the table lacks is told then, with the line.
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

from . import compiler, owner_tables
from .declaration import FAR, WIDTHS, span

LONGEST = 12  # letters of an id
_TAG = re.compile(r"<[^>]*>")
_EXPLODES = re.compile(r"(d(\d+))x(?:\2)?(?!\d)")  # as Foundry writes it: at its highest face
_LINK = re.compile(r"@(?:UUID|RollTable|Compendium)\[([^\]]*)\]")


class ForeignError(Exception):
    """One sentence about a table that cannot be taken over."""


def text_of(*paths: Path) -> str:
    """The text of a game that has what the files have. OSError or ForeignError."""
    if all(path.suffix.lower() in (".json", ".db") for path in paths):
        return foundry(*map(_read, paths))
    if len(paths) > 1:
        raise ForeignError("several files are one game where all are tables of Foundry (.json, .db).")
    data = _read(paths[0])
    if owner_tables.is_one(data):
        try:
            return owner_tables.text_of(data)
        except ValueError as fault:
            raise ForeignError(str(fault)) from None
    return table(data, paths[0].stem)


def _read(path: Path) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        if path.suffix.lower() not in (".json", ".db"):
            try:
                return data.decode("cp1252")  # as Excel saves a CSV
            except UnicodeDecodeError:
                pass
        raise ForeignError(f"not UTF-8 at byte {fault.start}.") from None


def foundry(*texts: str) -> str:
    """From RollTables, the first of which gives its name."""
    tables = [each for data in texts for each in _documents(data)]
    if not tables or not all(isinstance(each, dict) and "results" in each for each in tables):
        raise ForeignError("no RollTable of Foundry: its 'results' are missing.")
    names = [str(each.get("name", "table")) for each in tables]
    ids: list[str] = []
    for name in names:
        ids.append(_identity(name, ids))
    # A link is by the name of a table, or by its number.
    known = dict(zip(names, ids, strict=True))
    known |= {str(each["_id"]): one for each, one in zip(tables, ids, strict=True) if "_id" in each}
    rolls = []
    for each, name, identity in zip(tables, names, ids, strict=True):
        rows = []
        if not isinstance(each["results"], list) or not each["results"]:
            raise ForeignError(f"{name!r} has no results.")
        for result in each["results"]:
            try:
                low, high = result["range"]
                ends = (int(low), int(high))
            except (KeyError, TypeError, ValueError):
                raise ForeignError(f"a result of {name!r} has no range.") from None
            said = result.get("text") or result.get("description") or result.get("name") or "?"
            then = _linked(result, str(said), known)
            rows.append((ends, _plain(said), then if then != identity else None))
        formula = str(each.get("formula") or _dice(rows))
        rolls.append((identity, name, _EXPLODES.sub(r"\1!", formula), rows))
    return _written(names[0], rolls)


def _documents(data: str) -> list[Any]:
    """The documents of a file of JSON: one, a list, those of an adventure, or one a line."""
    try:
        found = json.loads(data)
    except ValueError as fault:
        try:
            return [json.loads(line) for line in data.splitlines() if line.strip()]
        except ValueError:
            raise ForeignError(f"no JSON: {fault}.") from None
    if isinstance(found, dict) and isinstance(found.get("tables"), list):
        found = found["tables"]
    return found if isinstance(found, list) else [found]


def _linked(result: Any, said: str, known: dict[str, str]) -> str | None:
    """The id of the table that a result leads to, None if that is none of ours."""
    names = [result.get("documentId"), str(result.get("documentUuid") or "").rpartition(".")[2]]
    names += [link.rpartition(".")[2] for link in _LINK.findall(said)]
    if result.get("type") in (1, 2, "document", "pack"):
        names += [_plain(said), str(result.get("name"))]
    return next((known[name] for name in names if name in known), None)


def table(data: str, name: str) -> str:
    """From lines of a range and a text. Its dice are those whose least and greatest sums are the ends of the table."""
    lines = data.splitlines()
    between = max("\t;,", key=lambda sign: sum(sign in line for line in lines))
    listed = []
    for number, row in enumerate(csv.reader(io.StringIO(data), delimiter=between), start=1):
        cells = [cell.strip() for cell in row if cell.strip()]
        if cells:
            listed.append((number, cells))
    if not any(_ends(cells[0]) for _, cells in listed):
        listed = [(number, [str(place), *cells]) for place, (number, cells) in enumerate(listed, start=1)]
    elif _ends(listed[0][1][0]) is None:
        del listed[0]  # the heads
    rows = []
    for number, cells in listed:
        ends = _ends(cells[0])
        if len(cells) < 2 or ends is None:
            raise ForeignError(f"line {number} is no range and a text.")
        rows.append((ends, _plain(" – ".join(cells[1:])), None))
    if len(rows) < 2:
        raise ForeignError("no rows of a range and a text.")
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


def _plain(text: Any) -> str:
    """Without the marks of a web page, and of what a text here means by signs."""
    said = html.unescape(_TAG.sub(" ", str(text)))
    said = re.sub(
        r"@\w+\[[^\]]*\]\{([^}]*)\}|\[\[/?\w*\s*([^\]]*)\]\]", lambda found: found[1] or found[2], said
    )
    return " ".join(said.replace("{", "(").replace("}", ")").split())


def _identity(name: str, taken: Any) -> str:
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    found = re.sub(r"[^a-z0-9]+", "_", bare).strip("_")[:LONGEST] or "table"
    number = 2
    while found in taken:
        found = f"{found[: LONGEST - 2]}_{number}"
        number += 1
    return found


def _written(title: str, rolls: list[Any]) -> str:
    identity = _identity(title, ()).replace("_", "")[:10]
    lines = ["[game]", f'id = "{identity}"', f"title = {_quoted(title)}", "seats = 0"]
    pages = []
    for name, said, dice, rows in rolls:
        lines += [
            "",
            "[[roll]]",
            f'id = "{name}"',
            f"name = {_quoted(said)}",
            f"dice = {_quoted(dice)}",
            "rows = [",
        ]
        whole = []
        for (low, high), text, then in rows:
            begin, end = "" if low == -FAR else str(low), "" if high == FAR else str(high)
            on = str(low) if low == high else f"{begin}..{end}" if begin or end else "*"
            more = f', then = "{then}"' if then else ""
            short = _fitting(text)
            if short != text:
                whole.append(f"{on} : {text}")
            lines.append(f'  {{ on = "{on}", text = {_quoted(short)}{more} }},')
        lines.append("]")
        if whole:
            told = _quoted("\n".join(whole))
            pages += ["", "[[page]]", f'id = "{name}"', f"title = {_quoted(said)}", f"text = {told}"]
    return "\n".join(lines + pages) + "\n"


def _fitting(text: str) -> str:
    """As many words of a text as a result has room for."""
    room, most, size = WIDTHS["answer"]
    wrap = compiler.device().wrap
    if len(wrap(text, room, size)) <= most:
        return text
    words = text.split()
    while len(words) > 1 and len(wrap(" ".join(words) + "…", room, size)) > most:
        words.pop()
    return " ".join(words) + "…"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
