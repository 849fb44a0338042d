"""Trinités: how many there are of each, and what the values of the Sheets mean (see `kinds`)."""

FULL = 8  # characters with a full sheet, rows 0 to 7
LINES = (4, 8)  # boxes in a line of life: of a human, of an Adam'
LIGHT = 12  # adversaries, the rows behind them
CHARACTERS = FULL + LIGHT
OBJECTS = 6
KARMA_MOST = 12  # score of Deva or Archonte
NAMED = 21  # skills that the text names
OTHERS = 6  # skills that the table may name itself

NAME_FIELDS = ["n%d" % at for at in range(5)]
SKILL_FIELDS = ["s%d" % at for at in range(NAMED + OTHERS)]

HOSTAGE = 2  # cover: a human shield
# used
PLAYED = 1
ASIDE = 2
# pending; aided
WAITS = 1
AIDED = 1
FAILED = 2
