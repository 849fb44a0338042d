"""Free dice: the values kept, the notation and editing of a pool, and the statistics of the fairness test.

Free dice have no Procedure: the engine's rules/dice.py throws a pool, and its rules/pools.py computes the
exact odds. The screens import rules/dice.py, rules/pools.py and `fairness` only when needed, to save memory.
"""

from __future__ import annotations

PROCEDURES = ()
ROLES: dict[str, str] = {}
