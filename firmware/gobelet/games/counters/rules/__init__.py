"""Counters: what is kept, how the table is set up, the draw of who begins, and the clocks."""

PROCEDURES = (("first", "first"),)
ROLES = {}
