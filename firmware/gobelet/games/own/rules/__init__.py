"""The rules of a game defined by a text. The game's name is "own-<id>"; all such games share these modules.

When a game opens, `declaration.take` stores the declarations of its file here, in `sheets` and in `rolls`.
"""

from __future__ import annotations

# (name, module) of each Procedure, as in any game.
PROCEDURES: tuple = ()  # type: ignore[type-arg]
# "me" and "target" are players; "table" is shared by all.
ROLES = {"me": "seat", "target": "seat", "table": "table"}
# The parts of the open game's file, see `declaration`.
DECLARED: dict = {}  # type: ignore[type-arg]
# The numbers of the rolls, then those of the steps of a turn, both in the order of the text; then the numbers
# of all ids, see `ids`.
ROLLS: tuple = ()  # type: ignore[type-arg]
STEPS: tuple = ()  # type: ignore[type-arg]
IDS: object = None
