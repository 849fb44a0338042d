"""Free dice: what is kept, how a pool is edited, its exact odds, and the statistics of the fairness test.

There is no Procedure here: a pool is thrown by core/dice.py. `pools` and `fairness` are imported by the screens
that need them, so that they take memory only then.
"""

from __future__ import annotations

PROCEDURES = ()
ROLES: dict[str, str] = {}
