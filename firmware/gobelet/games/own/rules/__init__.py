"""The rules of a game that is text. Its name is "own-<id>"; all such games share these modules.

`declaration.take` puts here, into `sheets` and into `rolls`, what the file of the game that is opened declares.
"""

from __future__ import annotations

# (name, module) of each Procedure, as in any game.
PROCEDURES: tuple = ()  # type: ignore[type-arg]
# "me" and "target" are players; "table" is what all share.
ROLES = {"me": "seat", "target": "seat", "table": "table"}
# The declaration that was read, see `declaration`.
DECLARED: dict = {}  # type: ignore[type-arg]
# The numbers of its rolls and of the steps of its turn, in the order of the text; and those of all ids, see `ids`.
ROLLS: tuple = ()  # type: ignore[type-arg]
STEPS: tuple = ()  # type: ignore[type-arg]
IDS: object = None
