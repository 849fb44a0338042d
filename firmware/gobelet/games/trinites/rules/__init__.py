"""The rules of Trinités.

This file has only the tables that a session needs to open the game. The screens import the modules of the
package only when they need them, to save memory.
"""

# (name, module) of each Procedure. The journal stores a Procedure as its index in this tuple, and an input as its
# index among the Procedure's inputs. So a new version may add Procedures and inputs only at the end.
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

# For each role in a Procedure, the Kind that has the row for the role. The row r of the Kind "char" is a
# character. The row r of the Kind "adam" has the Karma and the experience of this character.
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
