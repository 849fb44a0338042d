"""Strip sources for MicroPython: remove lines that only a type checker reads.

MicroPython ignores annotations but has no module `typing`. A typed source begins with `from __future__ import
annotations`. The source imports only TYPE_CHECKING from `typing`, and its type-only imports are under `if
TYPE_CHECKING:`. These lines become empty ones, so that line numbers in a device's traceback match the source.
Modules called types.py hold only types, and are not copied to the device.
"""

from __future__ import annotations

import ast
import re
from pathlib import PurePath

_TYPES_ONLY = "types.py"
_MACHINE_CODE = "micropython.viper"  # the decorator uses the annotations to generate machine code
# A block ends before the first line that is not indented deeper than its `if`.
_FOR_TYPES = re.compile(
    r"^(?:from (?:__future__|typing) import .*\n|( *)if TYPE_CHECKING:\n(?:\1 +.*\n|[ ]*\n)*)", re.MULTILINE
)


def is_types_only(path: PurePath | str) -> bool:
    """Tell whether a module holds only types, so that the device does not get it."""
    return PurePath(path).name == _TYPES_ONLY


def is_machine_code(node: ast.AST) -> bool:
    """Tell whether a function is compiled to machine code.

    The annotations of such a function matter.
    """
    return _MACHINE_CODE in [ast.unparse(mark) for mark in getattr(node, "decorator_list", ())]


def strip(source: str) -> str:
    """Empty the lines that only a type checker reads; line numbers stay the same."""
    return _FOR_TYPES.sub(lambda found: "\n" * found[0].count("\n"), source)
