"""The rules of Trinités.

Here is what a session needs to open the game; everything else is imported by the screens that use it, so that
it takes memory only then.
"""

# (name, module) of each Procedure. The journal knows one by its index here and an input by its index in it:
# new ones go to the end.
PROCEDURES = (
    ("test", "skill_test"),
    ("duel", "confrontation"),
    ("note", "confrontation"),
    ("oppose", "confrontation"),
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
    ("initiative", "initiative"),
    ("alert", "initiative"),
    ("strike", "combat_blows"),
    ("shoot", "combat_blows"),
    ("move", "combat_move"),
    ("draw", "combat_actions"),
    ("feint", "combat_actions"),
    ("encourage", "combat_actions"),
    ("intimidate", "combat_actions"),
    ("dislodge", "combat_actions"),
    ("disarm", "combat_actions"),
    ("seize", "combat_actions"),
    ("destroy", "combat_destroy"),
    ("hide", "combat_actions"),
    ("spot", "combat_actions"),
    ("assess", "combat_actions"),
    ("improvise", "combat_actions"),
    ("survey", "combat_actions"),
    ("break_free", "combat_actions"),
    ("dodge", "combat_wounds"),
    ("suffer", "combat_wounds"),
    ("react", "reactions"),
    ("notice", "reactions"),
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
