"""Refused: what a rule raises. It stands alone, for what tells it is always in memory, and the rules are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class Refused(Exception):
    """A rule that may not be applied. `code` is that of the message in RULES.md, `fields` fill its text."""

    def __init__(self, code: str, **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields
