"""The rules of Trinités.

Here is what a session needs to open the game; everything else is imported by the screens that use it, so that
it takes memory only then.
"""

# (name, module) of each Procedure. The journal knows one by its place here and an input by its place in it:
# new ones go to the end.
PROCEDURES = ()

# The Kind that each role of a Procedure lives in. Row r of an "adam" is the full sheet of the character in row r.
ROLES = {
    "me": "char",
    "other": "char",
    "target": "char",
    "adam": "adam",
    "combat": "combat",
    "object": "object",
    "option": "option",
}
