"""Free dice: the rules about pools.

They are the stored values, the notation and editing of a pool, and the statistics of the fairness test. A pool is
a sum of dice and a constant, such as 2d6+3. Free dice have no Procedure. The engine's rules/dice.py throws a pool,
and its rules/pools.py computes the exact odds.
"""

from __future__ import annotations

PROCEDURES = ()
ROLES: dict[str, str] = {}
