"""What the device keeps of template_game. New fields go to the end: the journal knows a field by its index."""

from gobelet.rules.sheet import Kind

PLAYERS = 4
MOST = 99  # gold

# Name, how many of them, and of each field its name, lowest, highest and first value.
KINDS = (Kind("player", PLAYERS, (("gold", 0, MOST, 0),)),)
