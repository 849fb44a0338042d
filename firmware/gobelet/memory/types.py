"""The interface of shell/games.py, for the type checker.

The device does not load this module.
"""

from __future__ import annotations

from typing import Protocol


class Games(Protocol):
    """The part of shell/games.py that idle work uses.

    It loads and unloads modules of games.
    """

    def switch_to_likely_game(self) -> bool: ...

    def evict_modules(self) -> bool: ...

    def likely_modules(self) -> list[str]: ...
