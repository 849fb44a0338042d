"""The loaded modules of games, and when they are unloaded.

The engine and the list of games always stay. A screen or a roll imports modules of its game. They are
unloaded when another game opens, or when memory is low and no open screen needs them.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

GAMES = "gobelet.games."
# Free bytes below which memory is low: a key takes 39 KB at most, and its modules 15.
ENOUGH = 56 * 1024


def unload(paths: Iterable[str]) -> None:
    """Remove modules from `sys.modules` and from their packages: the next collection frees them."""
    # MicroPython does not clear a deleted dict slot until it is reused, so the value is set to None first.
    modules = sys.modules
    for path in paths:
        package, _, name = path.rpartition(".")
        if package in modules and hasattr(modules[package], name):
            setattr(modules[package], name, None)
            delattr(modules[package], name)
        if path in modules:
            modules[path] = None  # type: ignore[assignment]
            del modules[path]


class ModuleCache:
    """The loaded modules of the one open game. Those loaded before it was created always stay.

    free: function that returns the free bytes, or None if unknown.
    """

    def __init__(self, free: Callable[[], int | None]) -> None:
        self.free = free
        self._resident = [path for path in sys.modules if path.startswith(GAMES)]
        self._package = ""
        self._pinned: list[str] = []
        self._needed = 0  # number of the game's modules that the top screen alone needs

    def switch_game(self, package: str) -> bool:
        """Unload the modules of the previous game, if `package` is another one; "" means none.

        Returns whether some were unloaded.
        """
        if package == self._package:
            return False
        loaded = self._loaded()
        unload(loaded)
        self._package = package
        self._pinned = []
        return len(loaded) > 0

    def pin(self) -> None:
        """Pin the modules loaded when the game first opens, because the open session refers to them.

        A game that is opened again may have more in memory, which stay evictable.
        """
        if not self._pinned:
            self._pinned = self._loaded()
            self.note_needed()

    def note_needed(self) -> None:
        """Count the modules loaded now as needed by the top screen."""
        self._needed = len(self._loaded())

    def is_low(self) -> bool:
        """Whether free memory is low. The caller collects before."""
        free = self.free()
        return free is not None and free < ENOUGH

    def has_unneeded(self) -> bool:
        """Whether modules were loaded since `note_needed`."""
        return len(self._loaded()) > self._needed

    def evict(self) -> None:
        """Unload the modules loaded since `pin`.

        The caller drops its references before, and makes the top screen again.
        """
        unload([path for path in self._loaded() if path not in self._pinned])

    def _loaded(self) -> list[str]:
        return [path for path in sys.modules if path.startswith(GAMES) and path not in self._resident]
