"""The rules of any game that a player wrote as text.

The name of a game as text is "own-<id>". All games as text share these modules. When a game opens,
`declaration.load_game` stores the declarations of the game's file in this module, in `sheets` and in `rolls`.
"""

from __future__ import annotations

# (name, module) of each roll that the text has or had, by the number of the roll in the journal. The module of a roll
# that the text does not have any more is "".
PROCEDURES: tuple = ()  # type: ignore[type-arg]
# The Kind of the Sheet row that fills each role: "me" and "target" are seats, "table" is the row for all players.
ROLES = {"me": "seat", "target": "seat", "table": "table"}
# The content of the open game's file, see `declaration`.
DECLARED: dict = {}  # type: ignore[type-arg]
# The number that each roll (ROLLS) and each step of a turn (STEPS) has in the journal, in the order of the text, see
# `ids`.
ROLLS: tuple = ()  # type: ignore[type-arg]
STEPS: tuple = ()  # type: ignore[type-arg]
IDS: object = None  # the table of ids (`ids.Ids`) of the open game
