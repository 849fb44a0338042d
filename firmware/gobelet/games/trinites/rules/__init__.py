"""The rules of Trinités.

Here is what a session needs to open the game; everything else is imported by the screens that use it, so that
it takes memory only then.
"""

# (name, module) of each Procedure. The journal knows one by its place here and an input by its place in it:
# new ones go to the end.
PROCEDURES = (
    ("test", "trial"),
    ("duel", "duel"),
    ("note", "duel"),
    ("oppose", "duel"),
    ("care", "health"),
    ("weekly", "health"),
    ("rest", "health"),
    ("aggression", "health"),
    ("fall", "health"),
    ("fire", "health"),
    ("regen", "karma"),
    ("spend", "karma"),
    ("debts", "growth"),
    ("buy", "growth"),
    ("initiative", "entries"),
    ("alert", "entries"),
    ("strike", "blows"),
    ("shoot", "blows"),
    ("move", "moves"),
    ("draw", "deeds"),
    ("feint", "deeds"),
    ("encourage", "deeds"),
    ("intimidate", "deeds"),
    ("dislodge", "holds"),
    ("disarm", "holds"),
    ("seize", "holds"),
    ("destroy", "destroy"),
    ("hide", "deeds"),
    ("spot", "deeds"),
    ("assess", "deeds"),
    ("improvise", "deeds"),
    ("survey", "deeds"),
    ("break_free", "holds"),
    ("dodge", "wounds"),
    ("suffer", "wounds"),
)

# The Kind that each role of a Procedure lives in. Row r of an "adam" is the full sheet of the character in row r.
ROLES = {
    "me": "char",
    "other": "char",
    "target": "char",
    "adam": "adam",
    "skill": "skill",
    "combat": "combat",
    "object": "object",
    "option": "option",
}
