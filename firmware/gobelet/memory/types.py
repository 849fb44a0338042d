"""The games, as idle work uses them. For the type checker only: the device does not load this module."""

from __future__ import annotations

from typing import Protocol


class Games(Protocol):
    """Loads and unloads modules of games: see shell/games.py."""

    def switch_to_likely_game(self) -> bool: ...

    def evict_modules(self) -> bool: ...

    def likely_modules(self) -> list[str]: ...
