"""A text to begin with, from tables that somebody made elsewhere.

Foundry   RollTables as JSON: one a file as Foundry exports them, a list, an adventure with `tables`, or a line each
          (.db): `formula`, `results` with `range`, `text` (or `description`, `name`) and `type`; a result that names
          another table, or links to it, becomes a roll that may follow, if that table is among the files
Lists     a range ("3", "2-4", "1 to 3", "6+", "51-00" of a d100) and a text in each line, with or without a head, which
          may name the dice; commas, semicolons, tabs, bars, or nothing but a space between; Markdown; more columns are
          parts of the text. A list without ranges is numbered from 1. What may be either is refused
Trirème   the owner's file: see owner_tables.py

Results of Foundry that share numbers are drawn together there, and so they are here: each has its own chance, where
they are no more than four. Of one die, numbers without a result are rolled again there: here it has the others alone. A
die of more than 100 sides becomes two dice that are digits of its number, if there are any.

A text that is too long for the screen is cut there, and stands whole on a page of the game, if that has room for it.
What is made is read as any other text: what the table lacks is told then, with the line.
"""

from __future__ import annotations

from pathlib import Path

from . import compiler, foreign, owner_tables
from .foreign import ForeignError

__all__ = ["ForeignError", "foundry", "table", "text_of"]


def text_of(*paths: Path) -> str:
    """The text of a game that has what the files have. OSError or ForeignError."""
    if all(path.suffix.lower() in (".json", ".db") for path in paths):
        return foundry(*map(_read, paths))
    if len(paths) > 1:
        raise ForeignError("several-files")
    data = _read(paths[0])
    if owner_tables.is_one(data):
        try:
            return owner_tables.text_of(data)
        except ValueError as fault:
            raise ForeignError("owner-file", str(fault)) from None
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
        raise ForeignError("not-utf8", fault.start) from None


def foundry(*texts: str) -> str:
    """From RollTables, the first of which gives its name."""
    return foreign.foundry(texts, compiler.device())


def table(data: str, name: str) -> str:
    """From lines of a range and a text. Its dice are those whose least and greatest sums are the ends of the table."""
    return foreign.table(data, name, compiler.device())
