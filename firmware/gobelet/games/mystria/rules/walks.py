"""Mystria: the printed sequences of steps.

The text key of a step is "setup.<name>" or "turn.<name>".
"""

from __future__ import annotations

# The set-up of the initiation version (L66-90). The step "first", which draws the first player [A-MY06], is before the
# step "drops", because the drops depend on the first player.
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

# The set-up of the complete version (L193-201). The second player assigns the values after the other steps.
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
    """Return the steps of the set-up for a version, INITIATION or COMPLETE."""
    return COMPLETE if version else INITIATION
