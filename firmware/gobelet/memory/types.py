"""The interface of shell/games.py that idle.py uses, for the type checker.

The device does not load this module.
"""

from __future__ import annotations

from typing import Protocol


class Games(Protocol):
    """The methods of shell/games.py that load and unload modules of games.

    The class `Games` in shell/games.py describes these methods.
    """

    def switch_to_likely_game(self) -> bool: ...

    def evict_modules(self) -> bool: ...

    def likely_modules(self) -> list[str]: ...
