"""The rules of a game defined by a text. Its name is "own-<id>"; all such games share these modules.

`declaration.take` puts the declarations of the opened game's file here, into `sheets` and into `rolls`.
"""

from __future__ import annotations

# (name, module) of each Procedure, as in any game.
PROCEDURES: tuple = ()  # type: ignore[type-arg]
# "me" and "target" are players; "table" is shared by all.
ROLES = {"me": "seat", "target": "seat", "table": "table"}
# The declaration that was read, see `declaration`.
DECLARED: dict = {}  # type: ignore[type-arg]
# The numbers of its rolls and of the steps of its turn, in the order of the text; then the numbers of all
# ids, see `ids`.
ROLLS: tuple = ()  # type: ignore[type-arg]
STEPS: tuple = ()  # type: ignore[type-arg]
IDS: object = None
