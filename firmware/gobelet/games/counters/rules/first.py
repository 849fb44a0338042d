"""Who begins (qui commence): one die with as many faces as there are players."""

from gobelet.core.procedure import Outcome, Procedure, Roll, number

from .sheets import PLAYERS


def _first(v, s):
    if s is None:
        return Roll((v["players"],), lambda v, s, faces: faces[0])
    return Outcome(s)


first = Procedure("first", (number("players", 2, PLAYERS, 2),), _first)
