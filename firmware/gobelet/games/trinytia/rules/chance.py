"""Tri'Nytia: the steps of what is left to chance: random choice, gold, bets, the coin of Duel Astral."""

from gobelet.core.procedure import Outcome, Refused, Roll

from . import rolls
from .moves import BOTH


def _face(v, s, faces):
    return faces[0]


GOLD = Roll((6,), _face)
COIN = Roll((2,), _face)


def random(v, s):
    return Roll((v["sides"],), _face) if s is None else Outcome(s)


def gold(v, s):
    return GOLD if s is None else Outcome(s, (("me", "gold", "=", s),))


def first_chooser(v, s):
    if s is None:
        return COIN
    return Outcome(s, (("game", "god", "=", s),), word="lunaire" if s == 2 else "solaire")


def stakes(v):
    return [v["stake1"], v["stake2"], v["stake3"]]


def rolling(v):
    """Who rolls for the bet: those who staked, or after a tie those who were tied."""
    return [at for at in range(3) if stakes(v)[at] and v["rolling"] >> at & 1]


def check_bet(v):
    rolls.bettors(stakes(v))
    if len(rolling(v)) < 2:
        raise Refused("TN-E20")


def _bet_fold(v, s, faces):
    """A state is (how many rolled, best sum, mask of those who have it)."""
    count, best, mask = s or (0, 0, 0)
    bit = 1 << rolling(v)[count]
    total = sum(faces)
    if total > best:
        return count + 1, total, bit
    return count + 1, best, mask | bit if total == best else mask


BET = Roll(BOTH, _bet_fold)


def bet(v, s):
    """The highest takes all stakes; a tie is rolled again by the tied [A-TN11]."""
    if s is None or s[0] < len(rolling(v)):
        return BET
    staked = stakes(v)
    if s[2] & s[2] - 1:
        known = {"stake1": staked[0], "stake2": staked[1], "stake3": staked[2], "rolling": s[2]}
        return Outcome(0, (), (("bet", known),), "tie")
    effects = []
    winner = 0
    for at in range(3):
        role = "bettor%d" % (at + 1)
        if s[2] >> at & 1:
            winner = at + 1
            effects.append((role, "gold", "+", sum(staked) - staked[at]))
        elif staked[at]:
            effects.append((role, "gold", "-", staked[at]))
        if staked[at]:
            effects.append((role, "stake", "=", 0))
    return Outcome(winner, tuple(effects))
