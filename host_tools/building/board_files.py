"""Merge board files with boards/common.py, which has the shared constants.

A board file has only the constants that differ from common.py. The device gets one self-contained file, so
that a user can read and edit it. The merged file is the text of common.py, in which each line of the board file
replaces the line of the same constant. boards/options.py declares optional constants: the merged file ends with those
that the board file defines. A board file that defines every constant of common.py is used unchanged.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

COMMON = "common"
OPTIONS = "options"
_GAMES = re.compile(r"GAMES = [\"']([\w ]*)[\"']")


class BoardFileError(Exception):
    """A board file that cannot be merged. The message begins with the line number."""


def complete(own: str, common: str, options: str = "") -> str:
    """Merge the board file `own` into `common`, and append its optional constants.

    own      text of the board file
    common   text of boards/common.py
    options  text of boards/options.py, which declares the optional constants

    The docstring of `own` replaces that of `common`. A constant without a comment in `own` gets its comment from
    `common` or `options`. If `own` defines every constant of `common`, it is returned unchanged.

    Raises BoardFileError if `own` must be merged, and has a statement that neither `common` nor `options` declares.
    A statement of several lines also raises BoardFileError. Raises SyntaxError if a text is not valid Python.
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
    """Set GAMES in the text of a board file; remove it if `games` is empty."""
    kept = [line for line in content.splitlines() if not _GAMES.match(line)]
    return "\n".join([*kept, *([f'GAMES = "{" ".join(games)}"'] if games else [])]) + "\n"


def games_of(content: str) -> tuple[str, ...]:
    """Return the games in GAMES of a board file; an empty tuple means all games."""
    found = [match[1] for line in content.splitlines() if (match := _GAMES.match(line))]
    return tuple(found[-1].split()) if found else ()


def _name(statement: ast.stmt) -> str:
    """Return the name of the constant that a statement assigns.

    Return "" for a docstring, and the source text for any other statement.
    """
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return "" if docstring else ast.unparse(statement)


def _is_multiline(statement: ast.stmt) -> bool:
    return statement.end_lineno != statement.lineno


def _comment_after(line: str, statement: ast.stmt) -> str:
    """Return the comment after a statement, with its leading spaces; "" without one."""
    return line.encode()[statement.end_col_offset :].decode().rstrip()
