"""Trirème: what the values of the Sheets mean (see `kinds`).

Crew quality is 0 expert, 1 ordinaire, 2 débutant, 3 esclave: a smaller number is a better crew.
"""

SIDE = 20  # rows 0 to 19 are the first side, 20 to 39 the second
# game
NONE = 0
FLEET = 1
SHIPS = 2
# immobilised
IMMOBILISED = 1  # 2: permanently
# fate
SUNK = 1
WRECKED = 2
ABANDONED = 3
SURRENDERED = 4
