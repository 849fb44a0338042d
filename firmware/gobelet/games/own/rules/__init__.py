"""The rules of a game as text.

The name of such a game is "own-<id>". All such games share these modules. When a game opens, `declaration.take`
stores the declarations of its file here, in `sheets` and in `rolls`.
"""

from __future__ import annotations

# (name, module) of each Procedure, as in any game.
PROCEDURES: tuple = ()  # type: ignore[type-arg]
# "me" and "target" are players; "table" is shared by all.
ROLES = {"me": "seat", "target": "seat", "table": "table"}
# The parts of the open game's file, see `declaration`.
DECLARED: dict = {}  # type: ignore[type-arg]
# The numbers of the rolls, and of the steps of a turn, each in the order of the text, see `ids`.
ROLLS: tuple = ()  # type: ignore[type-arg]
STEPS: tuple = ()  # type: ignore[type-arg]
IDS: object = None  # the table `ids.Ids` of the open game
