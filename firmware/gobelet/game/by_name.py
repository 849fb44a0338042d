"""Import the modules that a game's tables name: its screens, rolls and explanations.

The tables of a game name the modules of its screens and Procedures, and the first use of a module imports it.
So a start imports only the open screen, and a game's modules can be unloaded. All other modules are imported
by ordinary statements.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

GAMES = "gobelet.games."
OWN_MARK = "-"


def package(game: str) -> str:
    """The package path of a game. Games as text, such as "own-doom", share one: "own"."""
    return GAMES + game.partition(OWN_MARK)[0]


def load(path: str, name: str) -> Any:
    """Return the attribute `name` of the module at `path`, and import the module if memory lacks it."""
    # `__import__` takes 1 ms on a Pico even for a loaded module
    return getattr(sys.modules.get(path) or __import__(path, None, None, (name,)), name)
