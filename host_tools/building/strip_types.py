"""Remove the lines for the type checker, because MicroPython cannot run them.

MicroPython ignores annotations, but it has no modules `typing` and `__future__`. This module therefore empties
the lines that import from these modules, and each block under `if TYPE_CHECKING:`. The lines stay as empty lines,
so that line numbers in a device's traceback match the source. Modules named types.py hold only types, and are not
copied to the device.
"""

from __future__ import annotations

import ast
import re
from pathlib import PurePath

_TYPES_ONLY = "types.py"
# Decorator of functions that MicroPython compiles to machine code. The compiler reads the types in annotations.
_MACHINE_CODE = "micropython.viper"
# An `if TYPE_CHECKING` block ends before the first line that is not indented deeper than the `if`.
_FOR_TYPES = re.compile(
    r"^(?:from (?:__future__|typing) import .*\n|( *)if TYPE_CHECKING:\n(?:\1 +.*\n|[ ]*\n)*)", re.MULTILINE
)


def is_types_only(path: PurePath | str) -> bool:
    """Tell whether a module holds only types, by its file name types.py."""
    return PurePath(path).name == _TYPES_ONLY


def is_machine_code(node: ast.AST) -> bool:
    """Tell whether a function has the decorator `micropython.viper`.

    MicroPython reads the annotations of such a function, and ignores those of any other function.
    """
    return _MACHINE_CODE in [ast.unparse(mark) for mark in getattr(node, "decorator_list", ())]


def strip(source: str) -> str:
    """Empty the lines that only a type checker reads; line numbers stay the same."""
    return _FOR_TYPES.sub(lambda found: "\n" * found[0].count("\n"), source)
