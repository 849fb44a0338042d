"""Trirème: what the values of the Sheets mean (see `kinds`).

Crew quality is 0 expert, 1 ordinaire, 2 débutant, 3 esclave: a smaller number is a better crew.
"""

# What ships of one class have in common, and their counters show; those that one always needs come first.
CLASS = ("pv", "factor", "size", "crew", "kind", "men", "infantry", "iron", "corvus", "towers", "engines")

SIDE = 20  # rows 0 to 19 are the first side, 20 to 39 the second
TIES = 48  # rows for the pairs of ships
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
# how two ships hang together
APART = 0
GRAPPLED = 1
STUCK = 2  # by a ram
CORVUS = 3  # that the first used; 4: the second
