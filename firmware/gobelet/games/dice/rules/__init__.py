"""Free dice: what is kept, how a pool is written and edited, and the statistics of the fairness test.

There is no Procedure here: a pool is thrown by rules/dice.py, and rules/pools.py has its exact odds. Both this and
`fairness` are imported by the screens that need them, so that they take memory only then.
"""

from __future__ import annotations

PROCEDURES = ()
ROLES: dict[str, str] = {}
