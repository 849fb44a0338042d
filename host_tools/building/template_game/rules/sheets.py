"""The Sheet of template_game.

Append new fields at the end, because the journal stores a field by its index.
"""

from gobelet.rules.sheet import Kind

PLAYERS = 4
MOST = 99  # maximum number of gold pieces of a player

# Each Kind has a name, a number of rows (here the players), and fields as (name, lowest, highest, first value).
KINDS = (Kind("player", PLAYERS, (("gold", 0, MOST, 0),)),)
