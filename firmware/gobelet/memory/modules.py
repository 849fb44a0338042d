"""Unload modules of games when another game opens, or when memory is low.

The first use of a screen or Procedure imports its module. To evict modules is to unload those that no open
screen needs, because memory is low. The modules of the open session are pinned: they are not evicted. The
engine and the list of games always stay.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

GAMES = "gobelet.games."
# Memory is low below this number of free bytes. The work for one key takes 39 KB at most, its modules 15 KB.
ENOUGH = 56 * 1024


def unload(paths: Iterable[str]) -> None:
    """Remove modules from `sys.modules` and from their packages.

    The next collection frees them.
    """
    # A deleted slot of a dict keeps its value until it is reused, so the value is set to None first.
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

    Modules that were loaded before the cache was created always stay.

    free: a function that returns the free bytes, or None if unknown.
    """

    def __init__(self, free: Callable[[], int | None]) -> None:
        self.free = free
        self._resident = [path for path in sys.modules if path.startswith(GAMES)]
        self._package = ""
        self._pinned: list[str] = []
        self._needed = 0  # number of the game's modules that the top screen alone needs

    def switch_game(self, package: str) -> bool:
        """Unload the modules of the previous game, if `package` is another game.

        "" means no game. Return whether modules were unloaded.
        """
        if package == self._package:
            return False
        loaded = self._loaded_paths()
        unload(loaded)
        self._package = package
        self._pinned = []
        return len(loaded) > 0

    def pin(self) -> None:
        """Pin the modules that are loaded when the game first opens.

        The session refers to these modules. When the game is opened again, the pinned modules stay the same. Modules
        loaded since are not pinned.
        """
        if not self._pinned:
            self._pinned = self._loaded_paths()
            self.note_needed()

    def note_needed(self) -> None:
        """Record that the top screen needs the modules that are loaded now."""
        self._needed = len(self._loaded_paths())

    def is_low(self) -> bool:
        """Tell whether free memory is low. The caller collects garbage first."""
        free = self.free()
        return free is not None and free < ENOUGH

    def has_unneeded(self) -> bool:
        """Tell whether modules were loaded since `note_needed`."""
        return len(self._loaded_paths()) > self._needed

    def evict(self) -> None:
        """Unload the modules that are not pinned.

        The caller first drops its references to them, and afterwards makes the top screen again.
        """
        unload([path for path in self._loaded_paths() if path not in self._pinned])

    def _loaded_paths(self) -> list[str]:
        return [path for path in sys.modules if path.startswith(GAMES) and path not in self._resident]
