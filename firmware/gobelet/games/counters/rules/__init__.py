"""Counters: the values kept, the set-up of the table, the draw of the first player, and the clocks."""

from __future__ import annotations

PROCEDURES = (("first", "first"),)
ROLES: dict[str, str] = {}
