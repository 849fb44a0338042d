"""Tri'Nytia: the rolls of set-up: placing, breaking ties, choosing the first player."""

from gobelet.core.procedure import Outcome, Procedure, Roll, number

from .inputs import BOTH, ME

_SUM = Roll(BOTH, lambda v, s, faces: sum(faces))


def _place(v, s):
    if s is None:
        return _SUM
    return Outcome(s, (("me", "lieu", "=", s), ("me", "score", "=", s)))


def _tie_roll(v, s):
    if s is None:
        return _SUM
    return Outcome(s, (("me", "score", "=", s),))


def _first_fold(v, s, faces):
    """A state is (how many rolled, best sum, its player or 0 for a tie)."""
    count, best, leader = s or (0, 0, 0)
    total = sum(faces)
    if total > best:
        return count + 1, total, count + 1
    return count + 1, best, 0 if total == best else leader


_FIRST = Roll(BOTH, _first_fold)


def _first_player(v, s):
    if s is None or s[0] < v["players"]:
        return _FIRST
    return Outcome(s[2], word=None if s[2] else "tie")


def _single(v, key):
    return key > 0


placement = Procedure("placement", (), _place, explain="sums", roles=ME)
tie_roll = Procedure("tie_roll", (), _tie_roll, explain="sums", roles=ME)
first_player = Procedure(
    "first_player",
    (number("players", 2, 10, start=4, role="game", field="players", asked=False),),
    _first_player,
    questions=(("single", _single),),
    explain="players",
    depth=10,
)
