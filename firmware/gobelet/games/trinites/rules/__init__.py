"""The rules of Trinités.

This package has only the tables that a session needs to open the game. The screens import the other modules
when needed, to save memory.
"""

# (name, module) of each Procedure. The journal stores the index of a Procedure in this tuple, and the index
# of an input in its Procedure. So new Procedures and inputs go to the end.
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

# The Kind of Sheet that has the row of each role. Row r of "adam" has the Karma and experience of the
# character in row r of "char".
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
