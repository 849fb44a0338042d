"""The rules of a game as text.

The name of a game as text is "own-<id>". All games as text share these modules. When a game opens,
`declaration.load_game` stores the declarations of the game's file in this module, in `sheets` and in `rolls`.
"""

from __future__ import annotations

# (name, module) of each roll that the text has or had, by the number of the roll; "" is the module of a removed roll.
PROCEDURES: tuple = ()  # type: ignore[type-arg]
# For each role, the Kind of its row: "me" and "target" are seats of players, "table" is the row that all players share.
ROLES = {"me": "seat", "target": "seat", "table": "table"}
# The content of the open game's file, see `declaration`.
DECLARED: dict = {}  # type: ignore[type-arg]
# The number in the journal of each roll, and of each step of a turn, in the order of the text, see `ids`.
ROLLS: tuple = ()  # type: ignore[type-arg]
STEPS: tuple = ()  # type: ignore[type-arg]
IDS: object = None  # the table `ids.Ids` of the open game
