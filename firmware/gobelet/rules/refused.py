"""Refused: the exception for a rule that players may not apply now.

The exception has its own module, so that a module that catches a Refused need not load the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class Refused(Exception):
    """The exception for a rule that players may not apply now, or a forbidden value.

    code    code of the message for the player, as in the game's RULES.md; its text key is "e.<code>".
    fields  values for the placeholders in the text of the message, by name.
    """

    def __init__(self, code: str, **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields
