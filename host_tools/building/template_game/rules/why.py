"""template_game: why a result is what it is, imported when OK is held: a function for each `explain`.

It takes the Procedure, the values and the path (the faces of each roll, the option of each decision) and gives
[(text key, numbers)...]. The dice and the modifiers are listed without it.
"""

from gobelet.core.procedure import lane

from .tables import found


def search(proc, v, path):
    total = path[0][0] + lane(proc, v, "roll")
    return [("why.row", (total, found(total)))]
