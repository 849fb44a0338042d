"""Convert tables of other programs to a first version of a game's text.

imports.py describes the formats. The module uses only features that MicroPython has, because the page's editor
runs it. The parameter `on` is the Device whose limits the text must respect, see game_file.py.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gobelet.games.own.rules.procedures import MOST_OUTCOMES
from gobelet.games.own.rules.seal import LARGEST

from . import lists
from .alike import json_of, make_id, quote
from .marks import plain, shorten
from .ranges import FAR
from .reader import WIDTHS
from .sentences import format_message

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .game_file import Device

_LINKS = ("@UUID[", "@RollTable[", "@Compendium[")
_MOST_CHANCES = 4  # maximum number of named chances of a roll; a roll that would need more gets none
_MANY, _SHORT = 40, 5  # a table with more than _MANY results gets a roll id of at most _SHORT letters
_LONGEST = 24  # lowest limit for the letters of a result, tried if the game is too large with higher limits


class ForeignError(Exception):
    """The reason why a table cannot be converted: code and values of a message.

    See sentences.py for the messages.
    """

    def __init__(self, code: str, *values: Any) -> None:
        super().__init__(format_message("en", code, *values))
        self.code = code
        self.values = values

    def message(self, language: str) -> str:
        """Return the message in the language "fr" or "en"."""
        return format_message(language, self.code, *self.values)


def text_in(data: str, name: str, on: Device) -> str:
    """Convert the content of a file to the text of a game.

    The suffix of the file name `name` decides the format. Raises ForeignError.
    """
    stem, dot, suffix = name.rpartition(".")
    if suffix.lower() in ("json", "db"):
        return foundry([data], on)
    return table(data, stem if dot else name, on)


def foundry(texts: Iterable[str], on: Device) -> str:
    """Convert the RollTables in the files `texts` to the text of a game.

    The game has the name of the first table. Raises ForeignError.
    """
    found = [each for data in texts for each in _documents(data)]
    apart = {
        each["_id"]: each for each in found if isinstance(each, dict) and "range" in each and "_id" in each
    }
    tables = [each for each in found if not isinstance(each, dict) or each.get("_id") not in apart]
    if not tables or [each for each in tables if not isinstance(each, dict) or "results" not in each]:
        raise ForeignError("no-rolltable")
    names = [plain(each.get("name") or "table") or "table" for each in tables]
    ids: list[str] = []
    for index in range(len(tables)):
        ids.append(_id(names[index], ids, tables[index]["results"], on))
    # A link in a result refers to another table by the name or the id of that table.
    known: dict[Any, str] = {}
    for index in range(len(tables)):
        known[names[index]] = ids[index]
    for index in range(len(tables)):
        if "_id" in tables[index]:
            known[str(tables[index]["_id"])] = ids[index]
    rolls = []
    for index in range(len(tables)):
        each, name = tables[index], names[index]
        if not isinstance(each["results"], list) or not each["results"]:
            raise ForeignError("no-results", quote(name))
        listed = [
            apart.get(result, result) if isinstance(result, str) else result for result in each["results"]
        ]
        if len([result for result in listed if _is_document_id(result)]) * 2 > len(listed):
            raise ForeignError("results-apart", quote(name))
        # all results are texts without ranges
        if not [result for result in listed if not isinstance(result, str)]:
            listed = [{"range": [at + 1, at + 1], "text": listed[at]} for at in range(len(listed))]
        rows = [_result(result, name, known, ids[index]) for result in listed]
        dice = str(each.get("formula") or "").strip() or lists.dice_of(rows)
        dice, rows = _cover_gaps(dice, rows, name)
        rolls.append((ids[index], name, dice, rows, _plain_description(each.get("description"))))
    return _write_text(names[0], rolls, on)


def _id(name: str, taken: Iterable[str], rows: Any, on: Device) -> str:
    """Return an id for the roll that is made from a table.

    The id is short if the table has many results, because the device's file repeats the id for each result.
    Raises ForeignError for too many results.

    name   name of the table
    taken  ids of other rolls, which the new id must not equal
    rows   results of the table
    """
    count = len(rows) if isinstance(rows, list) else 0
    if count >= MOST_OUTCOMES:
        raise ForeignError("results-most", quote(name), count, MOST_OUTCOMES - 1)
    found = make_id(name[:_SHORT] if count > _MANY else name, taken, "table")
    return make_id("t_" + found, taken, "table") if on.reserved(found) else found


def _is_document_id(result: Any) -> bool:
    """Tell whether a value is the id of a Foundry document.

    Such an id has sixteen letters and digits. The function returns False for a text that has only letters, or no
    capital letter, because the text may be a word.
    """
    if not isinstance(result, str) or len(result) != 16 or result.lower() == result or result.isalpha():
        return False
    return not [letter for letter in result if not (letter.isalpha() or letter.isdigit())]


def _plain_description(description: Any) -> str:
    return plain(description) if isinstance(description, str) else ""


def _result(result: Any, table_name: str, known: dict[Any, str], mine: str) -> Any:
    """Return (range, text, ids of follow-up rolls) of one result of a Foundry table.

    known  ids of the rolls, by name and by id of their tables
    mine   id of the roll that has this result; a link to the table of this roll is ignored
    """
    try:
        low, high = result["range"]
        ends = (int(low), int(high))
    except (KeyError, TypeError, ValueError):
        raise ForeignError("no-result-range", quote(table_name)) from None
    name = plain(result.get("name") or "")
    shown = str(result.get("text") or result.get("description") or "")
    then = _linked_id(result, shown, known)
    text = plain(shown, name)
    if not result.get("text") and name and not text.startswith(name):
        text = f"{name}: {text}" if text else name
    return ends, text or "?", [then] if then and then != mine else []


def _cover_gaps(dice: str, rows: list[Any], name: str) -> tuple[str, list[Any]]:
    """Return dice and table rows such that each number of the dice has a result.

    Foundry rolls a single die again if the rolled number has no result. The function therefore returns a die with one
    face for each number that has a result, and renumbers the table rows.
    """
    if dice[:1] == "{" and "}" in dice:
        dice = dice.replace("{", "(").replace("}", ")").replace(",", "+")
    low, faces = _one_die(dice)
    # Foundry's d66 is a die of 66 sides. But if all ranges are such as 11-16, the author means two d6 as digits.
    if dice.replace(" ", "").lower() in ("d66", "1d66"):
        low, faces = 1, 66
        if not [row for row in rows if not _are_digits(*row[0])]:
            return "d66", rows
    if not faces:
        return dice, rows
    ends = [(max(a, low), min(b, low + faces - 1)) for (a, b), _, _ in rows]
    spans = [(a, b) for a, b in ends if a <= b]
    # Sequences of consecutive numbers that have results. Each is [low, high, index of `low` among all such numbers].
    places: list[list[int]] = []
    count = 0
    for a, b in sorted(spans):
        if places and a <= places[-1][1] + 1:
            count += max(0, b - places[-1][1])
            places[-1][1] = max(b, places[-1][1])
        else:
            places.append([a, b, count])
            count += b - a + 1
    if not places:
        return dice, rows
    if len(places) == 1 and count == faces and 2 <= faces <= 100 and faces != 66:
        return dice, rows
    first = places[0][0]
    made = lists.die(count, first - 1)
    if not made:
        raise ForeignError("die-sides", quote(name), count)
    found = []
    for index in range(len(rows)):
        a, b = ends[index]
        if a > b:
            found.append(rows[index])
            continue
        for begin, end, at in places:
            if begin <= a <= end:
                by = at + first - begin
                found.append(((a + by, b + by), rows[index][1], rows[index][2]))
    return made, found


def _are_digits(low: int, high: int) -> bool:
    """Tell whether a range is such as 11-16: digits from 1 to 6, an equal first digit."""
    return 10 < low <= high < 67 and low // 10 == high // 10 and 0 < low % 10 <= high % 10 < 7


def _one_die(dice: str) -> tuple[int, int]:
    """Return (least number, faces) for a notation of one die with a constant.

    Return (0, 0) for any other notation.
    """
    text = dice.replace(" ", "").lower()
    head, letter, behind = text.partition("d")
    digits = behind[: len(behind) - len(behind.lstrip("0123456789"))]
    rest = behind[len(digits) :]
    if not letter or head not in ("", "1") or not digits or digits in ("66", "666") or len(digits) > 6:
        return 0, 0
    if rest and (rest[0] not in "+-" or not rest[1:].isdigit()):
        return 0, 0
    return 1 + int(rest or 0), int(digits)


def _documents(data: str) -> list[Any]:
    """Parse a JSON file of Foundry into its documents.

    The file has one document, a list of documents, an adventure with tables, or one document in each line.
    Raises ForeignError.
    """
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


def _linked_id(result: Any, text: str, known: dict[Any, str]) -> str | None:
    """Return the id of the roll for the table that a result links to, or None."""
    names = [result.get("documentId"), str(result.get("documentUuid") or "").split(".")[-1]]
    for mark in _LINKS:
        for part in text.split(mark)[1:]:
            names.append(part.partition("]")[0].split(".")[-1])
    if result.get("type") in (1, 2, "document", "pack"):
        names += [plain(text), str(result.get("name"))]
    for name in names:
        if name in known:
            return known[name]
    return None


def table(data: str, name: str, on: Device) -> str:
    """Convert a list of ranges and results, see lists.py. Raises ForeignError.

    name   name of the game and of its roll
    """
    try:
        dice, found = lists.read(data)
    except lists.ListError as fault:
        raise ForeignError(fault.code, *fault.values) from None
    rows: list[Any] = [(ends, plain(text), []) for ends, text in found]
    if len(rows) < 2:
        raise ForeignError("no-rows")
    dice = _as_named(dice, rows) or lists.dice_of(rows)
    faces = _one_die(dice)[1]
    if faces > 100:
        raise ForeignError("die-sides", quote(name), faces)
    return _write_text(name, [(_id(name, (), rows, on), name, dice, rows, "")], on)


def _as_named(dice: str, rows: list[Any]) -> str:
    """Return `dice`, from the heading of a list, or "" if other dice must replace it.

    A single die is replaced in two cases: the rows begin below the die's least number, as 0 to 99 for a d100, or
    the die has more than 100 faces. In both cases, the rows must span as many numbers as the die has faces.
    """
    low, faces = _one_die(dice)
    ends = [end for row in rows for end in row[0]]
    if faces and (min(ends) < low or faces > 100):
        return "" if max(ends) - min(ends) == faces - 1 else dice
    return dice


def _write_text(title: str, rolls: list[Any], on: Device) -> str:
    identity = make_id(title, (), "table").replace("_", "")[:10]
    title = _with_known_letters(title, on)
    known: list[Any] = []
    for name, shown, dice, rows, told in rolls:
        read = [(ends, _with_known_letters(text, on), then) for ends, text, then in rows]
        known.append(
            (name, _with_known_letters(shown, on), dice, read, _with_known_letters(told, on) if told else "")
        )
    rolls = known
    whole = _lines(title, identity, rolls, on, 0, True)
    if _size(whole) <= LARGEST:
        return "\n".join(whole[0]) + "\n"
    cut = ["# " + format_message(language, "import-cut", LARGEST) for language in ("fr", "en")]
    letters = 0
    for letters in (0, 60, 50, 40, 32, _LONGEST):
        whole = _lines(title, identity, rolls, on, letters, False)
        if _size(whole) <= LARGEST:
            break
    return "\n".join(cut + whole[0]) + "\n"


def _size(made: tuple[list[str], int]) -> int:
    """Estimate the bytes of the device's file; `made` is the result of `_lines`."""
    return sum([len(line.encode()) for line in made[0]]) + made[1] + 300


def _lines(
    title: str, identity: str, rolls: list[Any], on: Device, letters: int, whole: bool
) -> tuple[list[str], int]:
    """Return the lines of a game's text, and a number of bytes for `_size`.

    The device's file needs this number of bytes in addition to the lines, for the text keys of the table rows.

    rolls     (id, name, dice, rows, description) of each roll
    letters   maximum number of letters in a result; 0 if only the screen limits the letters
    whole     whether to add pages with the full texts of shortened results
    """
    lines = ["[game]", f'id = "{identity}"', f"title = {json_of(_shorten(title, 'title', on))}", "seats = 0"]
    pages: list[str] = []
    more = 0
    for name, shown, dice, rows, told in rolls:
        lines += [
            "",
            "[[roll]]",
            f'id = "{name}"',
            f"name = {json_of(_shorten(shown, 'name', on))}",
            f"dice = {json_of(dice)}",
        ]
        page = [told] if told else []
        parts, drawn = _parts(rows)
        texts = [_shorten(text, "answer", on, letters) for text in drawn]
        on_rows = []
        for (low, high), which, then in parts:
            begin, end = "" if low == -FAR else str(low), "" if high == FAR else str(high)
            span = str(low) if low == high else f"{begin}..{end}" if begin or end else "*"
            text = " + ".join([drawn[index] for index in which])
            short = texts[which[0]] if len(which) == 1 else _shorten(text, "answer", on, letters)
            if short != text:
                page.append(f"{span} : {text}")
            on_rows.append((span, short, then, which))
        # For each table row, the device's file has a text key with the roll's id.
        more += len(on_rows) * (len(name) + 2)
        lines += _rows_of(on_rows, drawn, on)
        if page and whole:
            text = json_of("\n".join(page))
            pages += [
                "",
                "[[page]]",
                f'id = "{name}"',
                f"title = {json_of(_shorten(shown, 'name', on))}",
                f"text = {text}",
            ]
    return lines + pages, more


def _rows_of(rows: list[Any], drawn: list[str], on: Device) -> list[str]:
    """Return the lines for the table rows, results and named chances of a roll.

    rows   (range, text, ids of follow-up rolls, indices of the results) of each table row
    drawn  the full text of each result

    If at most _MOST_CHANCES results share numbers with other results, each of these results gets a named chance.
    A named chance is a probability that the form of the roll shows.
    """
    shared: list[int] = []
    for _, _, _, which in rows:
        shared += [index for index in which if len(which) > 1 and index not in shared]
    if not shared:
        lines = []
        for span, short, then, _ in rows:
            lines.append(f'  {{ on = "{span}", text = {json_of(short)}{_follow_ups_text(then)} }},')
        return _list_lines("rows", lines)
    kinds: list[tuple[int, ...]] = []
    results, lines, chances = [], [], []
    for span, short, then, which in rows:
        if which not in kinds:
            kinds.append(which)
            results.append(f'  {{ id = "r{len(kinds)}", text = {json_of(short)}{_follow_ups_text(then)} }},')
        lines.append(f'  "{span}: r{kinds.index(which) + 1}",')
    if len(shared) <= _MOST_CHANCES:
        for index in sorted(shared):
            of = [f"r{at + 1}" for at in range(len(kinds)) if index in kinds[at]]
            name = _shorten(drawn[index], "name", on, 40)
            chances.append(f"  {{ name = {json_of(name)}, of = {json_of(of)} }},")
    return (
        _list_lines("results", results)
        + _list_lines("rows", lines)
        + (_list_lines("chances", chances) if chances else [])
    )


def _list_lines(key: str, lines: list[str]) -> list[str]:
    """Return the lines of the TOML list `key = [...]`; `lines` are the lines inside."""
    found = [key + " = ["]
    found += lines
    found.append("]")
    return found


def _follow_ups_text(names: list[str]) -> str:
    return f", then = {json_of(names[0] if len(names) == 1 else names)}" if names else ""


def _parts(rows: list[Any]) -> tuple[list[Any], list[str]]:
    """Return table rows that do not overlap, and the texts of all results.

    Each returned row is (range, indices of its results, ids of follow-up rolls). The function splits overlapping
    rows of `rows` at their ends, so that a returned row can have several results.
    """
    drawn = [text for _, text, _ in rows]
    ordered = sorted([ends for ends, _, _ in rows])
    apart = True
    for at in range(1, len(ordered)):
        apart = apart and ordered[at][0] > ordered[at - 1][1]
    if apart:
        return [(rows[at][0], (at,), rows[at][2]) for at in range(len(rows))], drawn
    edges = sorted({low for (low, _), _, _ in rows} | {high + 1 for (_, high), _, _ in rows})
    found: list[Any] = []
    for at in range(len(edges) - 1):
        low, high = edges[at], edges[at + 1] - 1
        which = tuple([n for n in range(len(rows)) if rows[n][0][0] <= low and high <= rows[n][0][1]])
        then: list[str] = []
        for n in which:
            then += [name for name in rows[n][2] if name not in then]
        if which:
            found.append(((low, high), which, then))
    return found, drawn


def _with_known_letters(text: str, on: Device) -> str:
    """Replace letters that the panel cannot show by similar letters, or remove them."""
    for letter in set(text):
        if letter != "\n" and on.unknown(letter):
            text = text.replace(letter, _LIKE.get(letter, ""))
    return text or "?"


_LIKE = {
    "•": "-",
    "·": "-",
    "‑": "-",
    "―": "—",
    "″": '"',
    "′": "'",
    "‚": ",",
    "„": '"',
    "‟": '"',
    "‛": "'",
    "ﬁ": "fi",
    "\u2028": " ",
}


def _shorten(text: str, width: str, on: Device, letters: int = 0) -> str:
    room, most, size = WIDTHS[width]
    return shorten(text, on.wrap, room, most, size, letters)
