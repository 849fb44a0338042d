"""Modules that data names: the screens, rolls and explanations of a game.

The tables of a game name the modules of its screens and Procedures, and the first one asked for imports it. So a start
imports the open screen alone, and a game can leave memory. Code imports everything else with ordinary imports.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

GAMES = "gobelet.games."
OWN_MARK = "-"


def package(game: str) -> str:
    """Path of the package of a game. Games that are text, "own-doom", share one: "own"."""
    return GAMES + game.partition(OWN_MARK)[0]


def load(path: str, name: str) -> Any:
    """Return the attribute `name` of the module at `path`, and import the module if memory lacks it."""
    # `__import__` takes 1 ms on a Pico for a module that is in memory.
    return getattr(sys.modules.get(path) or __import__(path, None, None, (name,)), name)
