"""Import the modules of a game by name: its screens, Procedures and explanations.

The tables of a game hold the names of these modules, and the first use of a module imports it. A start thus
imports only the modules of the open screen, and the modules of a game can be unloaded. Ordinary import
statements import all other modules of Gobelet.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

GAMES = "gobelet.games."
OWN_MARK = "-"  # the character between package and name in the id of a game as text, such as "own-doom"


def package(game: str) -> str:
    """Return the package path of a game.

    All games as text, such as "own-doom", share the package "own".
    """
    return GAMES + game.partition(OWN_MARK)[0]


def load(path: str, name: str) -> Any:
    """Return the attribute `name` of the module at `path`.

    Import the module first if it is not loaded.
    """
    # look in sys.modules first: `__import__` takes 1 ms on a Pico even for a loaded module
    return getattr(sys.modules.get(path) or __import__(path, None, None, (name,)), name)
