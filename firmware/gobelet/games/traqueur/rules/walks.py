"""Traqueur: the printed sequences of steps, as Walks.

The text key of a step is "setup.<name>" or "round.<name>".
"""

# Set-up (L191-225).
SETUP = (
    ("counters", None),
    ("piles", None),
    ("familiar", None),
    ("weapon", None),
    ("shop", None),
    ("grass", None),
    ("start", None),
)

# A round (L229-301). The first round has no preparation.
ROUND = (
    ("prepare", None),
    ("heal", None),
    ("effects", None),
    ("combat", None),
    ("strike", None),
    ("picks", None),
    ("starters", None),
)
