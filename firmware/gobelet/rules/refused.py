"""Refused: the exception that a rule raises when it may not be applied.

The exception has a module of its own, because modules that catch it are in memory when the rules are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class Refused(Exception):
    """The error for a rule that may not be applied. `code` names the message in RULES.md, `fields` fill its text."""

    def __init__(self, code: str, **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields
