"""Board files: what boards/common.py says for all boards, and what one board says instead.

A file of boards/ holds only what its board has otherwise. The device gets one file that can be read and edited by
itself: common.py with those lines in place of its own, and behind them what options.py lets a board have besides. A
file that says all of it stands for itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

COMMON = "common"
OPTIONS = "options"
_GAMES = re.compile(r"GAMES = [\"']([\w ]*)[\"']")


class BoardFileError(Exception):
    """Two board files do not go together. The message begins with the line."""


def completed(own: str, common: str, options: str = "") -> str:
    """The text of `common` with the docstring and the values of `own`, and its comments where it has some; then what
    `own` has of `options`.

    BoardFileError if `own` leaves something out and has something besides constants of these two. SyntaxError if one of
    them is no Python.
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
        if there is None and option is not None and not _long(statement):
            line = own_lines[statement.lineno - 1]
            comment = _behind(options.splitlines()[option.lineno - 1], option)
            lines.append(line if _behind(line, statement) else line + comment)
            continue
        if there is None or _long(statement) or _long(there):
            raise BoardFileError(
                f"line {statement.lineno}: not a constant of boards/{COMMON}.py on one line; "
                "a board file that needs more says all of that file"
            )
        line = own_lines[statement.lineno - 1]
        comment = _behind(lines[there.lineno - 1], there)
        lines[there.lineno - 1] = line if _behind(line, statement) else line + comment
    return "\n".join(lines) + "\n"


def with_games(content: str, games: Sequence[str]) -> str:
    """A board file for some games; for all of them if there are none."""
    kept = [line for line in content.splitlines() if not _GAMES.match(line)]
    return "\n".join([*kept, *([f'GAMES = "{" ".join(games)}"'] if games else [])]) + "\n"


def games_of(content: str) -> tuple[str, ...]:
    """The games that a board file names; none for all."""
    found = [match[1] for line in content.splitlines() if (match := _GAMES.match(line))]
    return tuple(found[-1].split()) if found else ()


def _name(statement: ast.stmt) -> str:
    """What a constant is called; "" of a docstring."""
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return "" if docstring else ast.unparse(statement)


def _long(statement: ast.stmt) -> bool:
    return statement.end_lineno != statement.lineno


def _behind(line: str, statement: ast.stmt) -> str:
    """What follows a statement in its line: nothing, or a comment with the spaces before it."""
    return line.encode()[statement.end_col_offset :].decode().rstrip()
