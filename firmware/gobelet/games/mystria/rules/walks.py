"""Mystria: the printed sequences. A step's text is "setup.<name>" or "turn.<name>"."""

from __future__ import annotations

# Set-up of the first games (L66-90). The first player is drawn before the drops are dealt; a coin decides
# [A-MY06].
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

# The set-up with the changes of the complete rule (L193-201). The last step gives the values.
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


def setup(version: int) -> tuple[tuple[str, None], ...]:
    """Return the walk of the set-up of a version."""
    return COMPLETE if version else INITIATION
