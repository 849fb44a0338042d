"""Free dice: what is kept, how a pool is edited, and the statistics of the fairness test.

There is no Procedure here: a pool is thrown by core/dice.py and its odds come from core/odds.py. `fairness` is
imported by its screen, so that it takes memory only then.
"""

PROCEDURES = ()
ROLES = {}
