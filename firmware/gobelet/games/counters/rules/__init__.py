"""Counters: the rules.

The modules cover the stored values, the set-up, the turns, the draw of the first player, and the clocks.
"""

from __future__ import annotations

PROCEDURES = (("first", "first"),)
ROLES: dict[str, str] = {}
