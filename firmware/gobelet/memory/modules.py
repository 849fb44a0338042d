"""Unload modules of games when another game opens, or when memory is low.

The first use of a screen or Procedure imports its module. To evict modules means to unload the modules that no
open screen needs, because memory is low. The modules to which the open session refers are pinned: they are not
evicted. The modules of the engine and of the list of games are never unloaded.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

GAMES = "gobelet.games."
# Memory is low below this number of free bytes. The work for one key press takes 39 KB at most, and the modules
# that it imports 15 KB.
ENOUGH = 56 * 1024


def unload(paths: Iterable[str]) -> None:
    """Remove modules from `sys.modules` and from their packages.

    The next garbage collection frees these modules.
    """
    # In MicroPython, a deleted slot of a dict keeps its value until the slot is used again. So set the value to None
    # before the slot is deleted.
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
    """The loaded modules of the one open game.

    Modules that were loaded before the cache was created are never unloaded.

    free  a function that returns the number of free bytes; None if unknown.
    """

    def __init__(self, free: Callable[[], int | None]) -> None:
        self.free = free
        self._resident = [path for path in sys.modules if path.startswith(GAMES)]
        self._package = ""
        self._pinned: list[str] = []
        self._needed = 0  # number of the game's modules that were loaded at the last `note_needed`

    def switch_game(self, package: str) -> bool:
        """Unload the modules of the previous game if `package` belongs to another game.

        The package "" means no game. Return whether modules were unloaded.
        """
        if package == self._package:
            return False
        loaded = self._loaded_paths()
        unload(loaded)
        self._package = package
        self._pinned = []
        return len(loaded) > 0

    def pin_loaded(self) -> None:
        """Pin the modules that are loaded when the game first opens.

        The session refers to these modules. A second call for the same game pins no further modules.
        """
        if not self._pinned:
            self._pinned = self._loaded_paths()
            self.note_needed()

    def note_needed(self) -> None:
        """Record the number of loaded modules, all of which the top screen needs."""
        self._needed = len(self._loaded_paths())

    def is_low(self) -> bool:
        """Tell whether free memory is low, just after a garbage collection."""
        free = self.free()
        return free is not None and free < ENOUGH

    def has_new_modules(self) -> bool:
        """Tell whether modules were loaded since `note_needed`."""
        return len(self._loaded_paths()) > self._needed

    def evict_unpinned(self) -> None:
        """Unload the modules that are not pinned.

        The caller first drops its references to these modules, and afterwards creates the top screen again.
        """
        unload([path for path in self._loaded_paths() if path not in self._pinned])

    def _loaded_paths(self) -> list[str]:
        return [path for path in sys.modules if path.startswith(GAMES) and path not in self._resident]
