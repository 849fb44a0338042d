"""Tri'Nytia: what is left to chance: random choice, gold, the coin of Duel Astral."""

from gobelet.core.procedure import Outcome, Procedure, Roll, number

from .inputs import ME


def _face(v, s, faces):
    return faces[0]


_GOLD = Roll((6,), _face)
_COIN = Roll((2,), _face)


def _random(v, s):
    return Roll((v["sides"],), _face) if s is None else Outcome(s)


def _gold(v, s):
    return _GOLD if s is None else Outcome(s, (("me", "gold", "=", s),))


def _first_chooser(v, s):
    if s is None:
        return _COIN
    return Outcome(s, (("game", "god", "=", s),), word="lunaire" if s == 2 else "solaire")


random = Procedure("random", (number("sides", 2, 20, start=2),), _random)
gold = Procedure("gold", (), _gold, roles=ME)
first_chooser = Procedure("first_chooser", (), _first_chooser)
