"""Convert an owner's file of Trirème to a game written as text.

An owner's file contains values that the owner of Trirème read on the printed sheet, see host_tools.questions.tables.
Each damage table becomes a roll of two dice with an input for the column. The ranges of the table's first and last
rows are open, because a modifier can lead beyond the table. The printed clearance table has a row for each crew, but
the roll of this table has a column for each crew. For a cell with "~" or "?", the device asks the player for the value
on the printed sheet. The lines "param" and "ship" of the file are not tables, and are left out.
"""

from __future__ import annotations

import json
import re
from typing import Any

from host_tools.questions import games as _firmware  # noqa: F401 - finds the firmware

from gobelet.games.trireme.rules import owner_file, tables  # isort: skip

# Results that a doubtful cell of a damage table can have.
_DAMAGE = ("-", "a", "éa", "I", "éI", "Br", "éBr", "BrI", "éBrI", "X", "éX")
# For each table of Trirème: the roll's id, and the roll's name in French and in English. Then the name of the input
# that chooses the column, in French and in English, and the results that a doubtful cell can have.
_TABLES = (
    ("ram", "Éperonnage", "Ramming", "Rapport", "Ratio", _DAMAGE),
    ("rake", "Ratissage", "Raking", "Équipage", "Crew", _DAMAGE),
    ("clearance", "Dégagement", "Clearance", "Équipage", "Crew", ("A", "-", "D", "Dvr")),
)
_LEGEND = (
    "- rien|a agrippement +3|I immobilisé|Br brèche|X coulé|é c’est l’éperonneur|A abandonné|D dégagé|"
    "Dvr dégagé, moins rapide",
    "- nothing|a grapple +3|I held|Br breach|X sunk|é it is the rammer|A abandoned|D cleared|Dvr cleared, slower",
)
_MARKS = ("", "~", "?")


def is_owner_file(data: str) -> bool:
    """Tell whether a line of a text names a table of Trirème, as in an owner's file."""
    names = "|".join(owner_file.NAMES)
    return bool(re.search(rf"^(@table|set|diag)\t({names})\b", data, re.MULTILINE))


def text_of(data: str) -> str:
    """Convert the tables in an owner's file to the text of a game.

    Raises ValueError with a sentence if a line of the file is faulty.
    """
    found = owner_file.note_breaks(owner_file.parse_file(data.encode()))
    if found.faults:
        line = found.faults[0][0]
        raise ValueError(f"line {line} is faulty: see `python -m host_tools.questions.tables check`.")
    lines = [
        "[game]",
        'id = "trireme"',
        'title = { fr = "Trirème, tables", en = "Trireme, tables" }',
        "seats = 0",
    ]
    for number, name in enumerate(owner_file.NAMES):
        if re.search(rf"^\S+\t{name}\b", data, re.MULTILINE):
            lines += _roll_lines(found, number)
    page = ["\n".join(each.split("|")) for each in _LEGEND]
    title = _text_pair("Ce que disent les cases", "What the cells say")
    lines += ["", "[[page]]", 'id = "legend"', f"title = {title}", f"text = {_text_pair(*page)}"]
    return "\n".join(lines) + "\n"


def _text_pair(fr: str, en: str) -> str:
    return f"{{ fr = {_quote(fr)}, en = {_quote(en)} }}"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _identity(cell: str) -> str:
    return cell.replace("-", "none").replace("é", "e").replace("*", "x").replace("/", "_").lower()


def _roll_lines(found: Any, number: int) -> list[str]:
    identity, fr, en, column_fr, column_en, chosen = _TABLES[number]
    rows = [found.row_cells(number, row) for row in range(len(tables.TABLES[number]))]
    heads = [line.split()[0] for line in tables.TABLES[number]]
    columns = tables.LABELS[number].split("|")
    modified = ""
    if number == tables.CLEARANCE:  # the crews are the printed rows, but the roll's columns
        rows, heads, columns = [list(each) for each in zip(*rows, strict=True)], columns, heads
    else:
        heads[0], heads[-1] = ".." + heads[0], heads[-1] + ".."
        name = _text_pair("Modificateur", "Modifier")
        modified = f'  {{ id = "mod", name = {name}, low = -6, high = 6 }},'
    options = [
        f'{{ id = "c{number}", name = {_quote(column)} }}' for number, column in enumerate(columns, start=1)
    ]
    cells = [*chosen, *sorted({text for row in rows for text, _ in row}.difference(chosen))]
    results = [f"  {{ id = {_quote(_identity(cell))}, text = {_quote(cell)} }}," for cell in cells]
    written = [
        f'  "{head}: {" | ".join(_identity(text) + _MARKS[mark] for text, mark in row)}",'
        for head, row in zip(heads, rows, strict=True)
    ]
    inputs = f'  {{ id = "column", name = {_text_pair(column_fr, column_en)}, options = ['
    return [
        *(
            "",
            "[[roll]]",
            f'id = "{identity}"',
            f"name = {_text_pair(fr, en)}",
            'dice = "2d6"',
            'column = "column"',
        ),
        *("inputs = [", inputs, *(f"    {option}," for option in options), "  ] },"),
        *([modified] if modified else []),
        *("]", "results = [", *results, "]", f"check = {json.dumps([_identity(cell) for cell in chosen])}"),
        *("rows = [", *written, "]"),
    ]
