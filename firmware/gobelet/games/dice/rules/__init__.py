"""Free dice: the values kept, the notation and editing of a pool, and the statistics of the fairness test.

There is no Procedure here: rules/dice.py throws a pool, and rules/pools.py has its exact odds. The screens
import both and `fairness` when they need them, to save memory.
"""

from __future__ import annotations

PROCEDURES = ()
ROLES: dict[str, str] = {}
