"""Free dice: the rules about pools.

The modules cover the stored values, the notation and the editing of a pool, and the statistics of the fairness test.
A pool is a sum of dice and a constant, such as 2d6+3. Free dice have no Procedure. The engine's rules/dice.py throws
a pool, and the engine's rules/pools.py computes the exact odds.
"""

from __future__ import annotations

PROCEDURES = ()
ROLES: dict[str, str] = {}
