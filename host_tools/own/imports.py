"""Convert tables of other programs to a first text of a game.

Foundry   RollTables as JSON. A file holds one table, a list, an adventure with `tables`, or one table per line (.db).
          The fields in use are `formula`, and `results` with `range`, `text` (or `description`, `name`) and `type`.
          A result that names another table of these files, or links to it, becomes a follow-up roll.
Lists     A range ("3", "2-4", "1 to 3", "6+", "51-00" of a d100) and a text in each line. A heading may name the dice.
          The separator is a comma, semicolon, tab, bar or space. Markdown is accepted too. Further columns are
          appended to the text. A list without ranges is numbered from 1. An ambiguous list is refused.
Trirème   The owner's file, see owner_tables.py.

Foundry draws results that share a number together, and so does the converted roll. If at most four results
share numbers, each has its own chance. Foundry rerolls a number without a result. The converted die has only
the other numbers. A die of more than 100 sides becomes two dice for the digits, if its number of sides has
suitable factors.

A text that is too long for the screen is shortened. A page of the game holds its full version if that fits.
The converted text is then checked like any other; faults of the table are reported with their line.
"""

from __future__ import annotations

from pathlib import Path

from . import compiler, foreign, owner_tables
from .foreign import ForeignError

__all__ = ["ForeignError", "foundry", "table", "text_of"]


def text_of(*paths: Path) -> str:
    """Convert files to the text of one game. Raises OSError or ForeignError."""
    if all(path.suffix.lower() in (".json", ".db") for path in paths):
        return foundry(*map(_read_text, paths))
    if len(paths) > 1:
        raise ForeignError("several-files")
    data = _read_text(paths[0])
    if owner_tables.is_owner_file(data):
        try:
            return owner_tables.text_of(data)
        except ValueError as fault:
            raise ForeignError("owner-file", str(fault)) from None
    return table(data, paths[0].stem)


def _read_text(path: Path) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        if path.suffix.lower() not in (".json", ".db"):
            try:
                return data.decode("cp1252")  # Excel saves a CSV in this encoding
            except UnicodeDecodeError:
                pass
        raise ForeignError("not-utf8", fault.start) from None


def foundry(*texts: str) -> str:
    """Convert RollTables; the first one gives the game its name."""
    return foreign.foundry(texts, compiler.device())


def table(data: str, name: str) -> str:
    """Convert lines of a range and a text to a game's text.

    The dice follow from the lowest and highest number.
    """
    return foreign.table(data, name, compiler.device())
