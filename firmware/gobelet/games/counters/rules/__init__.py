"""Counters: the rules of the table.

They cover the stored values, the set-up of the table, the turns, the draw of a player, and the clocks.
"""

from __future__ import annotations

PROCEDURES = (("first", "first"),)
ROLES: dict[str, str] = {}
