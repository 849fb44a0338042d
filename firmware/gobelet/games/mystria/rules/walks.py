"""Mystria: the printed sequences of steps.

The key of a step's text is "setup.<name>" or "turn.<name>".
"""

from __future__ import annotations

# The set-up of the initiation (L66-90). The drops depend on the first player, so the draw of that player
# comes before them [A-MY06].
INITIATION = (
    ("board", None),
    ("boards", None),
    ("first", None),
    ("drops", None),
    ("stacks", None),
    ("values", None),
    ("majority", None),
    ("start", None),
)

# The set-up of the complete version (L193-201). Its values come after the other steps.
COMPLETE = (
    ("board", None),
    ("boards", None),
    ("first", None),
    ("drops", None),
    ("stacks", None),
    ("objectives", None),
    ("majority", None),
    ("values", None),
    ("start", None),
)

# A turn (L94-139).
TURN = (("triangle", None), ("take", None), ("place", None), ("pass", None))


def setup_walk(version: int) -> tuple[tuple[str, None], ...]:
    """Return the sequence of the set-up of a version."""
    return COMPLETE if version else INITIATION
