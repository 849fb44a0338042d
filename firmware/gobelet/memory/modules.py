"""The modules of games in memory: which stay, and which go.

The engine and the list of games stay for ever. A game's modules come when a screen or a roll asks for them. They go
when another game opens, or when memory is low and no open screen needs them.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

GAMES = "gobelet.games."
# Bytes that stay free while a game is open: a press takes 39 KB at most, and its modules 15.
ENOUGH = 56 * 1024


def unload(paths: Iterable[str]) -> None:
    """Remove modules from `sys.modules` and from their packages: the next collection frees them."""
    # MicroPython keeps the value of a freed dict slot until it fills the slot again, so None goes there first.
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
    """The modules of the one game that is in memory. What is there when it is made stays for ever.

    free  function that returns the free bytes, or None where nothing tells
    """

    def __init__(self, free: Callable[[], int | None]) -> None:
        self.free = free
        self._resident = [path for path in sys.modules if path.startswith(GAMES)]
        self._package = ""
        self._pinned: list[str] = []
        self._needed = 0  # how many modules the game had when only the top screen was made

    def switch_game(self, package: str) -> bool:
        """Unload the modules of the game before, if the one at `package` is another; "" is none. Returns whether some
        went.
        """
        if package == self._package:
            return False
        loaded = self._loaded()
        unload(loaded)
        self._package = package
        self._pinned = []
        return len(loaded) > 0

    def pin(self) -> None:
        """Keep what the game has in memory when it opens first: the open session refers to it. A game that was left and
        is opened again has more in memory, which may go.
        """
        if not self._pinned:
            self._pinned = self._loaded()
            self.note_needed()

    def note_needed(self) -> None:
        """Take what the game has in memory now for what the top screen needs."""
        self._needed = len(self._loaded())

    def is_low(self) -> bool:
        """Whether less is free than should be. The caller collects before."""
        free = self.free()
        return free is not None and free < ENOUGH

    def has_unneeded(self) -> bool:
        """Whether modules came since `note_needed`."""
        return len(self._loaded()) > self._needed

    def evict(self) -> None:
        """Unload what came since `pin`. The caller drops its references before, and makes the top screen again."""
        unload([path for path in self._loaded() if path not in self._pinned])

    def _loaded(self) -> list[str]:
        return [path for path in sys.modules if path.startswith(GAMES) and path not in self._resident]
