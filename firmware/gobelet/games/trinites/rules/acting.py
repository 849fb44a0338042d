"""Trinités: what the actions of a combat have in common: who acts, who opposes, primes and penalties (dossier 4.6-4.9).

An action is a test, or a confrontation if the target reacts; its state is as in `sides`. Lanes: "roll" of who acts,
"react" of who opposes.
"""

from gobelet.core.odds import Odds
from gobelet.core.procedure import choice, flag, number
from gobelet.core.refused import Refused

from . import actions, sides
from .initiative import ACTION, REACTION, SWAY
from .sheets import CHARACTERS
from .tables import MOST
from .trial import PENDING, TARGET, A, chance, succeeds

ROLES = ("me", "target")

# Primes and penalties, 0 for none; an action has the beginning of the list.
FASTER, EFFECTIVE, OVERWHELM, PRUDENCE, GRAVE, PRECISE, SEVERAL, NONLETHAL = range(1, 9)
ABANDON, DANGER, DIFFICULT, EASY, SLOWER, RISK, LIGHT = range(1, 8)
ANY = 5  # so much of each list goes with every action, with "none"
_BLOW = 8  # so many primes with Détruire
_PRIMES = tuple(["none"] + actions.names(actions.PRIMES))
_PENALTIES = tuple(["none"] + actions.names(actions.PENALTIES))
_ANY_PENALTY = 7


def reacting(v):
    """Whether the target opposes."""
    return v.get("reaction", 0) > 0


def penalties(v):
    """The penalties of an action: the one chosen, and the one that an advanced action brings."""
    return [v["penalty"]] + ([v["imposed"]] if "imposed" in v else [])


def _pressure(v):
    found = -actions.WORTH if v["prime"] == OVERWHELM else 0
    return found + actions.WORTH * penalties(v).count(EASY)


_HARD = tuple([-actions.WORTH if at == DIFFICULT else 0 for at in range(len(_PENALTIES))])
_EASED = tuple([actions.WORTH if at == EFFECTIVE else 0 for at in range(len(_PRIMES))])
_PLAN = tuple([0, 0] + [actions.several(n) for n in range(1, 10)])  # from -1
_SCORE = number("score", 0, MOST, lane="roll")
_MINE = (
    number("more", -30, 30, lane="roll"),
    number("adam_a", 0, 1, role="me", field="adam"),
    number("plan", -1, 9, lane="roll", mods=_PLAN, role="me", field="plan", asked=False),
    number("feint", 0, CHARACTERS, role="me", field="feint", asked=False),
    number("bonus", 0, 1, role="me", field="bonus", asked=False),
    number("cover", 0, 6, role="me", field="cover", asked=False),
    number("hidden", 0, 99, role="me", field="hidden", asked=False),
) + PENDING


def _mine(primes, penalties):
    """Inputs of who acts, with so many primes and penalties of the lists. They are shared by many Procedures."""
    prime = choice("prime", _PRIMES[:primes], 0, "roll", _EASED[:primes])
    penalty = choice("penalty", _PENALTIES[:penalties], 0, "roll", _HARD[:penalties])
    return (_SCORE, prime, penalty) + _MINE


# Who does anything, an advanced action, Détruire, or a blow.
DEED = _mine(ANY, _ANY_PENALTY)
ADVANCED = DEED + (choice("imposed", _PENALTIES[:_ANY_PENALTY], RISK, "roll", _HARD[:_ANY_PENALTY]),)
DESTROY = _mine(_BLOW, _ANY_PENALTY)
BLOW = _mine(len(_PRIMES), len(_PENALTIES))


def mine(skills, inputs=DEED):
    """Inputs of who acts, the skill too where there are several."""
    return ((choice("skill", skills),) if len(skills) > 1 else ()) + inputs


def theirs(reactions):
    """Inputs of who opposes; `reactions` are skills, "same" is that of the attack."""
    return (choice("reaction", ("none",) + reactions),) + _THEIRS


_CAREFUL = (0,) + (SWAY,) * 9
_RECKLESS = (0,) + (-SWAY,) * 9
_THEIRS = (
    number("t_score", 0, MOST, lane="react", when=reacting),
    number("t_more", -30, 30, lane="react", when=reacting),
    flag("unaware"),
    number("adam_b", 0, 1, role="target", field="adam"),
    number(
        "t_spurred",
        0,
        3,
        lane="react",
        mods=(0, 0, 0, SWAY),
        when=reacting,
        role="target",
        field="spurred",
        asked=False,
    ),
    number(
        "t_cowed",
        0,
        3,
        lane="react",
        mods=(0, 0, 0, -SWAY),
        when=reacting,
        role="target",
        field="cowed",
        asked=False,
    ),
    number(
        "prudence",
        0,
        9,
        lane="react",
        mods=_CAREFUL,
        when=reacting,
        role="target",
        field="prudence",
        asked=False,
    ),
    number(
        "danger",
        0,
        9,
        lane="react",
        mods=_RECKLESS,
        when=reacting,
        role="target",
        field="danger",
        asked=False,
    ),
    number("pressure", 0, 0, lane="react", mods=_pressure, when=reacting, asked=False),
)


def check(v, action):
    """Refuse what may not be chosen: TR-E23 a reaction of somebody surprised, else as `actions.check`.

    A released hostage gives a prime without a penalty (seed L595). Facilité needs a reaction, Abandon something to
    give up: cover, a hiding place, or a higher place (L738), else TR-POS.
    """
    if v.get("reaction") and v["unaware"]:
        raise Refused("TR-E23")
    reacts = "reaction" in v and not v["unaware"]
    primes = [v["prime"] - 1] if v["prime"] else []
    paid = [v["penalty"] - 1] if v["penalty"] else []
    if ABANDON in penalties(v) and not (v["cover"] or v["hidden"] or v.get("above")):
        raise Refused("TR-POS")
    actions.check(action, primes, paid, reacts, v["bonus"])
    if "imposed" in v:
        if not v["imposed"]:
            raise Refused("TR-ADV")
        actions.check(action, [], [v["imposed"] - 1], reacts)


def needs(v, s):
    """What comes next of the dice, None once they have fallen: those of the target too, if it reacts."""
    if s and s[0] > 0 and s[0] % 12 and not reacting(v):
        return None
    return sides.sides(v, s)


def won(v, s, mod, against):
    """Whether who acts wins with the modifier `mod`, `against` being that of who opposes."""
    if not reacting(v):
        return succeeds(s[0], mod)
    return sides.winner(s[0] + mod, s[1] + against, s[0] == 1, s[1] == 1) == A


def win(v, mod, against):
    """Chance of that, as (num, den)."""
    if not reacting(v):
        return chance(TARGET - mod, v["adam_a"])
    found, unit = sides.weights(mod, against, v["adam_a"], v["adam_b"])
    return found[A], unit


def odds_of(shares):
    """Odds of [(key, (num, den))...]: the chances of all keys but the last, whose chance is the rest."""
    unit = 1
    for _, share in shares[:-1]:
        unit *= share[1]
    weights = {}
    left = unit
    for key, share in shares[:-1]:
        w = share[0] * unit // share[1]
        left -= w
        weights[key] = weights.get(key, 0) + w
    last = shares[-1][0]
    weights[last] = weights.get(last, 0) + left
    return Odds({key: weights[key] for key in weights if weights[key]}, unit, 0, 0, 0)


def after(v, success):
    """Effects of any action on those who took part: what was pending is used up, what it brings is noted."""
    found = []
    if v["plan"]:
        found.append(("me", "done", "+", 1))
        gain = SWAY if success and v["prime"] == FASTER else 0
        gain -= SWAY * penalties(v).count(SLOWER)
        if gain:
            found.append(("me", "delta", "+", gain))
    if v["prime"] == PRUDENCE:
        found.append(("me", "prudence", "+", 1))
    dangers = penalties(v).count(DANGER)
    if dangers:
        found.append(("me", "danger", "+", dangers))
    if ABANDON in penalties(v):
        found += [("me", "cover", "=", 0), ("me", "hidden", "=", 0)]
    for field in ("spurred", "cowed"):
        if v[field] == ACTION:
            found.append(("me", field, "=", 0))
    for field in ("feint", "bonus"):
        if v[field]:
            found.append(("me", field, "=", 0))
    if "reaction" in v:
        if reacting(v):
            for field in ("spurred", "cowed"):
                if v["t_" + field] == REACTION:
                    found.append(("target", field, "=", 0))
            for field in ("prudence", "danger"):
                if v[field]:
                    found.append(("target", field, "-", 1))
        if v["unaware"]:
            found.append(("target", "surprised", "=", 0))
    return found
