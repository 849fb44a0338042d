"""Convert tables of other programs to a first version of a game's text.

Foundry   RollTables as JSON. A file holds one table, a list, an adventure with `tables`, or one table per line (.db).
          The converter reads the fields `formula` and `results`, with `range`, `text` (or `description`, `name`) and
          `type`. If a result names or links to another table of these files, that table becomes a follow-up roll.
Lists     A range ("3", "2-4", "1 to 3", "6+", "51-00" of a d100) and a text in each line. A heading may name the dice.
          The separator is a comma, semicolon, tab, bar or space. Markdown is accepted too. Further columns are
          appended to the text. A list without ranges is numbered from 1. An ambiguous list is refused.
Trirème   The owner's file, see owner_tables.py.

If several results of a Foundry table have the same number, Foundry draws all of them together, and the converted roll
shows all of them. If at most four results share numbers, each of these results gets a named chance, which the form of
the roll shows. Foundry rolls a die again if the rolled number has no result. The converted die has no face for such a
number. A die of more than 100 sides becomes two dice as the digits of a number. For this, the number of sides must be
a product of two numbers up to 100.

A text that is too long for the screen is shortened. A page of the game has the full text if the game does not
become too large. The converted text must be checked like any other game.
"""

from __future__ import annotations

from pathlib import Path

from . import compiler, foreign, owner_tables
from .foreign import ForeignError

__all__ = ["ForeignError", "foundry", "table", "text_of"]


def text_of(*paths: Path) -> str:
    """Convert files to the text of a game. Raises OSError or ForeignError.

    `paths` may be several files only if all of them are JSON files of Foundry.
    """
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
                return data.decode("cp1252")  # the encoding in which Excel saves CSV files
            except UnicodeDecodeError:
                pass
        raise ForeignError("not-utf8", fault.start) from None


def foundry(*texts: str) -> str:
    """Convert RollTables of Foundry; the game has the name of the first table."""
    return foreign.foundry(texts, compiler.device())


def table(data: str, name: str) -> str:
    """Convert a list of ranges and texts to the text of a game.

    name   name of the game and of its roll
    """
    return foreign.table(data, name, compiler.device())
