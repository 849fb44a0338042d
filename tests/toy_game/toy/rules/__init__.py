"""Rules of the toy game."""

# The index is the number in the journal.
PROCEDURES = (
    ("strike", "rolls"),
    ("parry", "rolls"),
    ("trinity", "rolls"),
    ("blow", "rolls"),
    ("table", "rolls"),
    ("burst", "rolls"),
    ("still", "rolls"),
    ("bid", "rolls"),
    ("plain", "rolls"),
)
ROLES = {"attacker": "char", "target": "char", "game": "game"}
