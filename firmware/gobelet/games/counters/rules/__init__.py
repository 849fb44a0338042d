"""Counters: what is kept, how the table is set up, the draw of who begins, and the clocks."""

from __future__ import annotations

PROCEDURES = (("first", "first"),)
ROLES: dict[str, str] = {}
