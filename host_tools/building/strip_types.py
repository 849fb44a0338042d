"""Sources as MicroPython gets them: without what only a type checker reads.

MicroPython passes over annotations but has no module `typing`. A source with types begins with `from __future__ import
annotations`, takes TYPE_CHECKING and nothing else from `typing`, and imports what only its types name under `if
TYPE_CHECKING:`. These lines become empty ones, so that a traceback of the device leads to the source. Modules called
types.py hold nothing but types: the device does not get them.
"""

from __future__ import annotations

import ast
import re
from pathlib import PurePath

_TYPES_ONLY = "types.py"
_MACHINE_CODE = "micropython.viper"  # there the types say which code is made
# A block ends before the first line that is indented no more than its head.
_FOR_TYPES = re.compile(
    r"^(?:from (?:__future__|typing) import .*\n|( *)if TYPE_CHECKING:\n(?:\1 +.*\n|[ ]*\n)*)", re.MULTILINE
)


def only_types(path: PurePath | str) -> bool:
    """Whether this is a module that the device does not get."""
    return PurePath(path).name == _TYPES_ONLY


def machine_code(node: ast.AST) -> bool:
    """Whether a function is compiled to machine code: its types are part of it."""
    return _MACHINE_CODE in [ast.unparse(mark) for mark in getattr(node, "decorator_list", ())]


def stripped(source: str) -> str:
    """The source as MicroPython gets it, line for line."""
    return _FOR_TYPES.sub(lambda found: "\n" * found[0].count("\n"), source)
