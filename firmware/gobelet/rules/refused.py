"""Refused: the exception of a rule that may not be applied.

The exception has a module of its own: modules that catch it are in memory even when the rules are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class Refused(Exception):
    """The error of a rule that may not be applied.

    code    names the message, see RULES.md of the game.
    fields  values for the text of the message.
    """

    def __init__(self, code: str, **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields
