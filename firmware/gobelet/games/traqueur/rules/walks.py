"""Traqueur: the printed sequences of steps, as Walks.

The text key of a step is "setup.<name>" or "round.<name>".
"""

# The steps of the set-up (L191-225).
SETUP = (
    ("counters", None),
    ("piles", None),
    ("familiar", None),
    ("weapon", None),
    ("shop", None),
    ("grass", None),
    ("start", None),
)

# The steps of a round (L229-301). The first round has no step "prepare".
ROUND = (
    ("prepare", None),
    ("heal", None),
    ("effects", None),
    ("combat", None),
    ("strike", None),
    ("picks", None),
    ("starters", None),
)
