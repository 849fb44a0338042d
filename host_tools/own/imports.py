"""A text to begin with, from a table that somebody made elsewhere.

Foundry   a RollTable as JSON: `formula`, `results` with `range`, `text` (or `description`, `name`) and `type`; a result
          that names another table becomes a roll that may follow, if that table is in the same file (a list of tables)
CSV       two columns, a range ("3", "2-4", "6+", "51-00" of a d100) and a text, with or without a line of heads;
          commas, semicolons or tabs between

What is made is read as any other text: what the table lacks is told then, with the line.
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

from .declaration import FAR, span

LONGEST = 12  # letters of an id
_TAG = re.compile(r"<[^>]*>")


class ForeignError(Exception):
    """One sentence about a table that cannot be taken over."""


def text_of(path: Path) -> str:
    """The text of a game that has what the file has. OSError or ForeignError."""
    try:
        data = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise ForeignError(f"not UTF-8 at byte {fault.start}.") from None
    return foundry(data) if path.suffix.lower() == ".json" else table(data, path.stem)


def foundry(data: str) -> str:
    try:
        found = json.loads(data)
    except ValueError as fault:
        raise ForeignError(f"no JSON: {fault}.") from None
    tables = found if isinstance(found, list) else [found]
    if not tables or not all(isinstance(each, dict) and "results" in each for each in tables):
        raise ForeignError("no RollTable of Foundry: its 'results' are missing.")
    ids: dict[str, str] = {}
    for each in tables:
        ids[str(each.get("name", "table"))] = _identity(str(each.get("name", "table")), ids.values())
    rolls = []
    for each in tables:
        rows = []
        if not isinstance(each["results"], list) or not each["results"]:
            raise ForeignError(f"{each.get('name', 'table')!r} has no results.")
        for result in each["results"]:
            try:
                low, high = result["range"]
                ends = (int(low), int(high))
            except (KeyError, TypeError, ValueError):
                raise ForeignError(f"a result of {each.get('name')!r} has no range.") from None
            said = _plain(result.get("text") or result.get("description") or result.get("name") or "?")
            then = ids.get(said) if result.get("type") in (1, 2, "document", "pack") else None
            rows.append((ends, said, then if then != ids[str(each.get("name", "table"))] else None))
        name = str(each.get("name", "table"))
        rolls.append((ids[name], name, str(each.get("formula") or _dice(rows)), rows))
    return _written(str(tables[0].get("name", "table")), rolls)


def table(data: str, name: str) -> str:
    """From lines of a range and a text. Its dice are those whose least and greatest sums are the ends of the table."""
    try:
        dialect: Any = csv.Sniffer().sniff(data[:2000], ",;\t")
    except csv.Error:
        dialect = csv.excel
    rows = []
    for number, row in enumerate(csv.reader(io.StringIO(data), dialect), start=1):
        cells = [cell.strip() for cell in row if cell.strip()]
        if not cells or (number == 1 and span(cells[0]) is None):
            continue
        ends = _ends(cells[0])
        if len(cells) < 2 or ends is None:
            raise ForeignError(f"line {number} is no range and a text.")
        rows.append((ends, _plain(cells[1]), None))
    if not rows:
        raise ForeignError("no row of a range and a text.")
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
    for name, said, dice, rows in rolls:
        lines += [
            "",
            "[[roll]]",
            f'id = "{name}"',
            f"name = {_quoted(said)}",
            f"dice = {_quoted(dice)}",
            "rows = [",
        ]
        for (low, high), text, then in rows:
            begin, end = "" if low == -FAR else str(low), "" if high == FAR else str(high)
            on = str(low) if low == high else f"{begin}..{end}" if begin or end else "*"
            more = f', then = "{then}"' if then else ""
            lines.append(f'  {{ on = "{on}", text = {_quoted(text)}{more} }},')
        lines.append("]")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
