"""Merge board files with boards/common.py, which has the shared constants.

A board file has only the constants that differ. The device gets one self-contained file, so that a user can
read and edit it. That file is common.py, in which the board's lines replace the shared ones. Optional
constants, which options.py declares, are appended. A board file that defines every constant is used unchanged.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

COMMON = "common"
OPTIONS = "options"
_GAMES = re.compile(r"GAMES = [\"']([\w ]*)[\"']")


class BoardFileError(Exception):
    """Two board files that cannot be merged. The message begins with the line number."""


def complete(own: str, common: str, options: str = "") -> str:
    """Merge a board's own constants into `common`, and append its optional ones.

    `options` declares the optional constants.

    The docstring and the comments of `own` replace those of `common`. If `own` defines every constant of
    `common`, it is returned unchanged.

    Raises BoardFileError if `own` is incomplete and contains anything but constants of the other two files.
    Raises SyntaxError if a file is not valid Python.
    """
    said, for_all = ast.parse(own).body, ast.parse(common).body
    known = {_name(statement): statement for statement in for_all}
    if known.keys() - {""} <= {_name(statement) for statement in said}:
        return own
    lines, own_lines = common.splitlines(), own.splitlines()
    allowed = {_name(statement): statement for statement in ast.parse(options).body}
    for statement in said:
        there = known.get(_name(statement))
        option = allowed.get(_name(statement))
        if there is None and option is not None and not _is_multiline(statement):
            line = own_lines[statement.lineno - 1]
            comment = _comment_after(options.splitlines()[option.lineno - 1], option)
            lines.append(line if _comment_after(line, statement) else line + comment)
            continue
        if there is None or _is_multiline(statement) or _is_multiline(there):
            raise BoardFileError(
                f"line {statement.lineno}: not a constant of boards/{COMMON}.py on one line; "
                "a board file that needs more says all of that file"
            )
        line = own_lines[statement.lineno - 1]
        comment = _comment_after(lines[there.lineno - 1], there)
        lines[there.lineno - 1] = line if _comment_after(line, statement) else line + comment
    return "\n".join(lines) + "\n"


def with_games(content: str, games: Sequence[str]) -> str:
    """Return a board file limited to some games; an empty list means all games."""
    kept = [line for line in content.splitlines() if not _GAMES.match(line)]
    return "\n".join([*kept, *([f'GAMES = "{" ".join(games)}"'] if games else [])]) + "\n"


def games_of(content: str) -> tuple[str, ...]:
    """Return the games that a board file names; an empty tuple means all games."""
    found = [match[1] for line in content.splitlines() if (match := _GAMES.match(line))]
    return tuple(found[-1].split()) if found else ()


def _name(statement: ast.stmt) -> str:
    """Return the name of an assigned constant, or "" for a docstring."""
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return "" if docstring else ast.unparse(statement)


def _is_multiline(statement: ast.stmt) -> bool:
    return statement.end_lineno != statement.lineno


def _comment_after(line: str, statement: ast.stmt) -> str:
    """Return the comment after a statement, with its leading spaces; "" without one."""
    return line.encode()[statement.end_col_offset :].decode().rstrip()
