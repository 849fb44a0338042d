"""Trinités: what the actions that are no blows have alike: each is a Procedure with the skills and reactions of its
printed row.
"""

from gobelet.core.odds import Odds
from gobelet.core.procedure import Outcome, Procedure, lane, number

from . import acting, actions
from .acting import RISK, ROLES, penalties
from .trial import LEVEL, TARGET, chance, succeeds

FAILED = 0
DONE = 1
INCIDENT = -2  # failed with the penalty Risque


def _row(name):
    for row in actions.ACTIONS:
        if row.split()[0] == name:
            return row.split()
    raise KeyError(name)


def failure(v):
    return INCIDENT if RISK in penalties(v) else FAILED


def success(v, key):
    return key == DONE


class Deed(Procedure):
    """The Procedure of an action, with the skills and reactions of its printed row. It is a class for the memory: so
    many functions of their own would take far more.

    effects(v, final)  what success does, besides what every action does
    auto(v)  whether it succeeds without dice, unless a prime is wished for; refuse(v) raises what else may refuse it
    """

    decided = None
    depth = 8
    label = None
    questions = (("win", success),)
    roles = ROLES
    explain = "deed"

    def __init__(self, name, effects=None, extra=(LEVEL,), auto=None, refuse=None):
        row = _row(name)
        inputs = (
            acting.mine(tuple(row[1].split("/")), acting.ADVANCED if row[5] == "advanced" else acting.DEED)
            + extra
        )
        if row[4] != "-":
            inputs += acting.theirs(tuple(row[4].split("/")))
        self.name = name
        self.inputs = inputs
        self.effects = effects
        self.auto = auto
        self.refuse = refuse

    def check(self, v):
        acting.check(v, self.name)
        if self.refuse is not None:
            self.refuse(v)

    def sure(self, v):
        """Whether it needs no dice: a prime goes with a roll only (L700)."""
        return self.auto is not None and not v["prime"] and self.auto(v)

    def won(self, v, s):
        """Whether it succeeds with the dice `s`."""
        return acting.won(v, s, lane(self, v, "roll"), lane(self, v, "react"))

    def chance(self, v):
        """Chance of that."""
        return acting.win(v, lane(self, v, "roll"), lane(self, v, "react"))

    def step(self, v, s):
        final = 0
        if not self.sure(v):
            now = acting.needs(v, s)
            if now is not None:
                return now
            if not self.won(v, s):
                return Outcome(failure(v), tuple(acting.after(v, False)))
            final = min(s[0] + lane(self, v, "roll"), 99)
        found = self.effects(v, final) if self.effects is not None else ()
        return Outcome(DONE, tuple(acting.after(v, True)) + tuple(found))

    def odds(self, v):
        if self.sure(v):
            return Odds({DONE: 1}, 1, 0, 0, 0)
        return acting.odds_of([(DONE, self.chance(v)), (failure(v), None)])


class Against(Deed):
    """An action against a noted result: a deferred confrontation. Who acts now is the one who opposes (seed L430), so a
    tie is his (L89) [A-TR31].
    """

    def __init__(self, name, role, field, effects=None):
        Deed.__init__(self, name, effects, (number("noted", 0, 99, role=role, field=field),))
        self.roles = ROLES if role == "target" else ROLES[:1]

    def won(self, v, s):
        final = s[0] + lane(self, v, "roll")
        return final >= v["noted"] and succeeds(s[0], final - s[0])

    def chance(self, v):
        return chance(max(TARGET, v["noted"]) - lane(self, v, "roll"), v["adam_a"])
