"""Counters: what is kept, how the table is set up, the draw of who begins, and the clocks."""

from gobelet.core.procedure import Outcome, Procedure, Roll, number

from .sheets import KINDS, PLAYERS  # noqa: F401


def _first(v, s):
    """Who begins (qui commence): one die with as many faces as there are players."""
    if s is None:
        return Roll((v["players"],), lambda v, s, faces: faces[0])
    return Outcome(s)


PROCEDURES = (Procedure("first", (number("players", 2, PLAYERS, 2),), _first),)
ROLES = {}
